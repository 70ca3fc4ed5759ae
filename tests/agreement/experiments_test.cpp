// The published experiments, in their short version: every verdict as recorded.
#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "cuelab/reproduce.hpp"

namespace cuelab {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const ExperimentInfo& info : experiments()) all.push_back(info.name);
  return all;
}

class Experiment : public ::testing::TestWithParam<std::string> {};

TEST_P(Experiment, HasTheRecordedVerdicts) {
  const auto done = reproduce({GetParam()}, {.brief = true, .threads = 1});
  ASSERT_TRUE(done);
  ASSERT_EQ(done->outcomes.size(), 1U);
  const ExperimentOutcome& outcome = done->outcomes[0];
  EXPECT_GT(outcome.runs, 0U);
  EXPECT_NE(outcome.hash, 0U);
  EXPECT_FALSE(outcome.checks.empty());
  for (const Check& check : outcome.checks) {
    EXPECT_TRUE(check.as_recorded())
        << check.what << ", " << check.label << ": " << check.computed << " instead of "
        << check.expected << ", allowed " << check.allowed;
    EXPECT_FALSE(check.source.empty()) << check.what;
  }
}

INSTANTIATE_TEST_SUITE_P(Published, Experiment, ::testing::ValuesIn(names()), [](const auto& each) {
  std::string name = each.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Reproduce, ResultsDoNotDependOnTheNumberOfThreads) {
  std::size_t reported = 0;
  const std::vector<std::string> some = {"cushion-shot", "restitution", "four-ball-break",
                                         "break-statistics"};
  const auto alone = reproduce(
      some, {.brief = true, .threads = 1, .progress = [&](std::size_t done, std::size_t all) {
               EXPECT_LE(done, all);
               ++reported;
             }});
  const auto together = reproduce(some, {.brief = true, .threads = 3});
  ASSERT_TRUE(alone);
  ASSERT_TRUE(together);
  std::size_t runs = 0;
  for (std::size_t k = 0; k < some.size(); ++k) {
    EXPECT_EQ(alone->outcomes[k].info.name, some[k]);
    EXPECT_EQ(alone->outcomes[k].hash, together->outcomes[k].hash);
    runs += alone->outcomes[k].runs;
  }
  EXPECT_EQ(reported, runs);
  // all files except the two that contain times
  ASSERT_EQ(alone->files.size(), together->files.size());
  for (std::size_t k = 0; k + 2 < alone->files.size(); ++k) {
    EXPECT_EQ(alone->files[k].name, together->files[k].name);
    EXPECT_EQ(alone->files[k].text, together->files[k].text) << alone->files[k].name;
  }
}

TEST(Reproduce, FileNamesAreUniqueAndThePageComesLast) {
  const auto done = reproduce(names(), {.brief = true});
  ASSERT_TRUE(done);
  std::set<std::string> seen;
  for (const ReportFile& file : done->files) {
    EXPECT_TRUE(seen.insert(file.name).second) << file.name;
    EXPECT_FALSE(file.text.empty()) << file.name;
  }
  const ReportFile& page = done->files.back();
  EXPECT_EQ(page.name, "index.html");
  EXPECT_THAT(page.text, Not(HasSubstr("not as recorded</span>")));
  for (const std::string& name : names()) EXPECT_THAT(page.text, HasSubstr("id=\"" + name + "\""));
}

TEST(Reproduce, UnknownNamesAreErrors) {
  const auto done = reproduce({"restitution", "resitution"});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().key, "resitution");
}

}  // namespace
}  // namespace cuelab
