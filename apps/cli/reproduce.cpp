#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "commands.hpp"
#include "console.hpp"
#include "cuelab/reproduce.hpp"
#include "progress.hpp"
#include "report_folder.hpp"
#include "text_table.hpp"

namespace cuelab::cli {
namespace {

std::vector<std::string> names_of(const std::vector<ExperimentInfo>& all) {
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const ExperimentInfo& info : all) names.push_back(info.name);
  return names;
}

int list(const Verbosity& verbosity) {
  TextTable table({{"name"}, {"experiment"}, {"source"}});
  std::string plain;
  for (const ExperimentInfo& info : experiments()) {
    table.add({info.name, info.title, info.source});
    plain += info.name + "\n";
  }
  return print(verbosity.quiet ? plain : table.text());
}

Result<unsigned> parse_threads(const std::string& text) {
  const std::string expected = "a whole number from 1 to 64";
  const auto value = parse_number("--threads", text, expected);
  if (!value) return value.error();
  if (*value < 1.0 || *value > 64.0 || *value != static_cast<unsigned>(*value)) {
    return Error{"", "--threads", fmt::format("is {}, must be {}", text, expected)};
  }
  return static_cast<unsigned>(*value);
}

/// A line per experiment, and their sum: how many checks agree, by kind of evidence, and how many
/// do not.
std::string summary_of(const Reproduction& done) {
  TextTable table({{"experiment"},
                   {"printed", true},
                   {"closed form", true},
                   {"second program", true},
                   {"statements", true},
                   {"differ", true},
                   {"open", true},
                   {"not as recorded", true},
                   {"runs", true},
                   {"time", true}});
  const auto add = [&](const std::string& name, const std::vector<Check>& checks, std::size_t runs,
                       double seconds) {
    const Tally counts = tally(checks);
    std::vector<std::string> row{name};
    for (const std::size_t count : counts.agree) row.push_back(std::to_string(count));
    for (const std::size_t count : {counts.differ, counts.open, counts.unexpected, runs}) {
      row.push_back(std::to_string(count));
    }
    row.push_back(time_text(seconds));
    table.add(row);
  };
  std::vector<Check> checks;
  std::size_t runs = 0;
  double seconds = 0.0;
  for (const ExperimentOutcome& outcome : done.outcomes) {
    add(outcome.info.name, outcome.checks, outcome.runs, outcome.wall_seconds);
    checks.insert(checks.end(), outcome.checks.begin(), outcome.checks.end());
    runs += outcome.runs;
    seconds += outcome.wall_seconds;
  }
  if (done.outcomes.size() > 1) add("all", checks, runs, seconds);
  return "agreement with figures printed in the papers, closed forms, the second program "
         "(tests/oracle)\nand statements of the papers; published statements that do not hold "
         "here; undecided ones\n" +
         table.text();
}

/// Verdicts that are not as recorded, over all experiments.
std::size_t unexpected(const Reproduction& done) {
  std::size_t total = 0;
  for (const ExperimentOutcome& outcome : done.outcomes) total += tally(outcome.checks).unexpected;
  return total;
}

}  // namespace

int reproduce_command(const ReproduceArgs& args, const Verbosity& verbosity) {
  if (args.name.empty()) {
    if (args.out.empty()) return list(verbosity);
    return fail({"", "reproduce", "no experiment named; name one, or all"});
  }
  const std::vector<std::string> known = names_of(experiments());
  if (args.name != "all" && std::find(known.begin(), known.end(), args.name) == known.end()) {
    return fail({"", args.name,
                 fmt::format("unknown experiment{}; available: all, {}",
                             suggestion(args.name, known), joined(known))});
  }
  if (args.out.empty()) return fail({"", "reproduce", "--out DIR is required"});
  if (const auto fault = find_folder_fault(args.out)) return fail(*fault);
  const auto threads = parse_threads(args.threads);
  if (!threads) return fail(threads.error());

  // progress is reported from several threads
  Result<Reproduction> done = Error{};
  {
    ProgressBar bar(0.0, verbosity.quiet);
    std::mutex mutex;
    const auto progress = [&](std::size_t runs, std::size_t all) {
      const std::scoped_lock lock(mutex);
      bar.show_count(runs, all);
    };
    done = reproduce(args.name == "all" ? known : std::vector<std::string>{args.name},
                     {.brief = args.brief, .threads = *threads, .progress = progress});
  }
  if (!done) return fail(done.error());
  if (const auto fault = write_report(args.out, done->files)) return fail(*fault);
  if (!verbosity.quiet) {
    const int code = print(fmt::format("{}wrote {}/index.html\n", summary_of(*done), args.out));
    if (code != 0) return code;
  }
  if (const std::size_t count = unexpected(*done); count > 0) {
    return fail(
        {"", "reproduce",
         fmt::format("{} verdicts are not as recorded; see {}/index.html", count, args.out)},
        internal_failure);
  }
  return 0;
}

}  // namespace cuelab::cli
