#include "cuelab/study.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "io/document.hpp"
#include "study/chunk_runner.hpp"
#include "study/quantile.hpp"
#include "study/sobol.hpp"
#include "study/tally.hpp"

namespace cuelab {
namespace {

using study::ChunkRunner;
using study::Moments;

constexpr std::string_view base = R"(
schema = 1
scene = "cut_left_side"
[noise]
level = "computational-pool"
[run]
samples = 5
seed = 3
chunk = 64
keep_shots = true
[[metric]]
name = "x"
kind = "cue-x"
[[metric]]
name = "potted"
kind = "pot"
ball = "1"
)";

Study study_of(const std::string& more) {
  auto study = parse_study(std::string(base) + more, "study.toml");
  EXPECT_TRUE(study) << study.error().message();
  return *std::move(study);
}

std::string bytes_of(const Study& study, std::uint64_t chunk, unsigned threads) {
  ChunkRunner runner(study, threads);
  return study::encode(runner.run(chunk), study);
}

TEST(Sobol, HasThePointsOfJoeAndKuo) {
  // points 5 and 37 as in scipy.stats.qmc.Sobol(10, scramble=False)
  const std::vector<double> fifth{0.875, 0.875, 0.125, 0.375, 0.875,
                                  0.625, 0.875, 0.375, 0.375, 0.125};
  const std::vector<double> later{0.921875, 0.640625, 0.578125, 0.921875, 0.765625,
                                  0.296875, 0.171875, 0.796875, 0.609375, 0.171875};
  for (std::size_t d = 0; d < study::sobol_dimensions; ++d) {
    EXPECT_EQ(study::sobol(d, 5) / 4294967296.0, fifth[d]) << d;
    EXPECT_EQ(study::sobol(d, 37) / 4294967296.0, later[d]) << d;
  }
}

TEST(Sobol, FillsEveryAxisEvenly) {
  for (std::size_t d = 0; d < study::sobol_dimensions; ++d) {
    std::set<std::uint32_t> cells;
    for (std::uint32_t i = 0; i < 256; ++i) cells.insert(study::sobol(d, i) >> 24U);
    EXPECT_EQ(cells.size(), 256U) << d;
  }
}

TEST(Quantile, OfTheNormalDistribution) {
  // tables of the normal distribution
  EXPECT_NEAR(study::normal_quantile(0.975), 1.959963985, 1e-6);
  EXPECT_NEAR(study::normal_quantile(0.5), 0.0, 1e-12);
  EXPECT_NEAR(study::normal_quantile(1e-3), -3.090232306, 1e-6);
  EXPECT_NEAR(study::normal_quantile(1e-12), -7.034483825, 1e-5);
}

TEST(Quantile, OfStudentsT) {
  // tables of Student's t, two-sided 95 %
  EXPECT_NEAR(study::student_quantile_975(3), 3.182, 0.02);
  EXPECT_NEAR(study::student_quantile_975(10), 2.228, 1e-3);
  EXPECT_NEAR(study::student_quantile_975(1000000), 1.959966, 1e-5);
}

TEST(Estimate, OfAChanceIsWilsons) {
  // 9 of 10: Wilson's interval is 0.5958 to 0.9821 (Newcombe 1998 uses the same formula)
  Moments moments;
  for (int i = 0; i < 10; ++i) moments.add(i < 9 ? 1.0 : 0.0);
  const Estimate e = study::estimate_of(moments, true);
  EXPECT_EQ(e.value, 0.9);
  EXPECT_NEAR(e.low, 0.5958, 1e-4);
  EXPECT_NEAR(e.high, 0.9821, 1e-4);
  EXPECT_EQ(study::estimate_of({}, true).high, 1.0);
}

TEST(Estimate, OfAMeanIsStudents) {
  Moments moments;
  for (const double x : {1.0, 2.0, 3.0, 4.0, 5.0}) moments.add(x);
  const Estimate e = study::estimate_of(moments, false);
  EXPECT_NEAR(e.value, 3.0, 1e-15);
  EXPECT_NEAR(e.high - 3.0, 2.776 * std::sqrt(2.5 / 5.0), 0.01);
}

TEST(Moments, JoinLikeOneLongSum) {
  Moments all, first, second;
  for (int i = 0; i < 100; ++i) {
    const double x = std::sin(i) + 10.0;
    all.add(x);
    (i < 37 ? first : second).add(x);
  }
  first.join(second);
  EXPECT_EQ(first.count, all.count);
  EXPECT_NEAR(first.sum, all.sum, 1e-10);
  EXPECT_NEAR(first.squares, all.squares, 1e-10);
}

TEST(Study, ItsDocumentIsAStudyThatGivesItself) {
  const Study study = study_of("[[axis]]\nkey = \"shot.speed\"\nvalues = [1, 2]\n");
  const auto again = parse_study(study.document, "study.json");
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(again->document, study.document);
}

TEST(Study, ChunksDoNotDependOnThreads) {
  const Study study = study_of("[[axis]]\nkey = \"shot.speed\"\nfrom = 0.5\nto = 4\ncount = 300\n");
  for (const std::uint64_t chunk : {0U, 7U, 23U}) {
    EXPECT_EQ(bytes_of(study, chunk, 1), bytes_of(study, chunk, 4)) << chunk;
  }
}

TEST(Study, StrokesSetDirectlyEqualScenesReadAnew) {
  // the second axis makes every scene be read anew, without changing it
  const std::string strokes = R"(
[[axis]]
key = "shot.speed"
values = [1.0, 2.5]
[[axis]]
key = "shot.side"
from = -0.3
to = 0.3
count = 7
)";
  const std::string anew = "[[axis]]\nkey = \"physics.gravity\"\nvalues = [9.81]\n";
  const Study direct = study_of(strokes), slow = study_of(strokes + anew);
  ASSERT_TRUE(study::PointScenes(direct, parse_json_text(direct.document)).is_one_table());
  ASSERT_FALSE(study::PointScenes(slow, parse_json_text(slow.document)).is_one_table());
  EXPECT_EQ(bytes_of(direct, 0, 1), bytes_of(slow, 0, 1));
}

TEST(Study, BytesOfATallyComeBack) {
  const Study study = study_of("[[axis]]\nkey = \"shot.speed\"\nvalues = [1, 2, 3]\n");
  const std::string bytes = bytes_of(study, 0, 1);
  const auto tally = study::decode(bytes, study);
  ASSERT_TRUE(tally);
  EXPECT_EQ(study::encode(*tally, study), bytes);
  EXPECT_EQ(tally->points.size(), 3U);
  EXPECT_EQ(tally->shots.size(), 15U);
  // cut short, or with one count too large, it is refused
  EXPECT_FALSE(study::decode(bytes.substr(0, bytes.size() - 1), study));
  EXPECT_FALSE(study::decode(bytes + '\1', study));
}

TEST(Study, FasterStrokesTakeLonger) {
  const Study study = study_of(
      "[[metric]]\nname = \"t\"\nkind = \"time\"\n"
      "[[axis]]\nkey = \"shot.speed\"\nvalues = [0.5, 3.0]\n");
  ChunkRunner runner(study, 1);
  const auto tally = runner.run(0);
  EXPECT_GT(tally.points[1].metrics[2].sum, tally.points[0].metrics[2].sum);
}

}  // namespace
}  // namespace cuelab
