#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "command.hpp"
#include "console.hpp"
#include "cuelab/study.hpp"
#include "progress.hpp"
#include "report_folder.hpp"
#include "text_table.hpp"

namespace cuelab::cli {
namespace {

constexpr const char* examples =
    R"(Writes DIR/index.html, one page with tables, figures and verdicts, and the data beside it.
Without a name, lists the experiments.

Examples:
  cuelab reproduce                                 what there is
  cuelab reproduce all -o report
  cuelab reproduce restitution -o report)";

struct Args {
  std::string name;
  std::string out;
  std::string threads = "2";
  bool brief = false;
};

std::vector<std::string> names_of(const std::vector<ExperimentInfo>& all) {
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const ExperimentInfo& info : all) names.push_back(info.name);
  return names;
}

int list(const Context& context) {
  TextTable table({{"name"}, {"experiment"}, {"source"}});
  std::string plain;
  for (const ExperimentInfo& info : experiments()) {
    table.add({info.name, info.title, info.source});
    plain += info.name + "\n";
  }
  return print(context.quiet ? plain : table.text());
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

/// A line per experiment.
std::string story_of(const Reproduction& done) {
  TextTable table({{"experiment"},
                   {"agree", true},
                   {"differ", true},
                   {"open", true},
                   {"not as recorded", true},
                   {"runs", true},
                   {"time", true}});
  for (const ExperimentOutcome& outcome : done.outcomes) {
    const auto count = [&](auto which) {
      return std::to_string(std::count_if(outcome.checks.begin(), outcome.checks.end(), which));
    };
    const auto came_out = [&](Verdict verdict) {
      return count([=](const Check& c) { return c.as_recorded() && c.verdict == verdict; });
    };
    table.add({outcome.info.name, came_out(Verdict::agrees), came_out(Verdict::differs),
               came_out(Verdict::open), count([](const Check& c) { return !c.as_recorded(); }),
               std::to_string(outcome.runs), time_text(outcome.wall_seconds)});
  }
  return table.text();
}

/// Checks that did not come out as they should, over all experiments.
std::size_t surprises(const Reproduction& done) {
  std::size_t total = 0;
  for (const ExperimentOutcome& outcome : done.outcomes) {
    for (const Check& check : outcome.checks) total += check.as_recorded() ? 0 : 1;
  }
  return total;
}

int run(const Args& args, const Context& context) {
  if (args.name.empty()) {
    if (args.out.empty()) return list(context);
    return fail({"", "reproduce", "no experiment named; name one, or all"});
  }
  const std::vector<std::string> known = names_of(experiments());
  if (args.name != "all" && std::find(known.begin(), known.end(), args.name) == known.end()) {
    return fail({"", args.name,
                 fmt::format("no such experiment{}; available: all, {}",
                             suggestion(args.name, known), joined(known))});
  }
  if (args.out.empty()) return fail({"", "reproduce", "--out DIR is required"});
  if (const auto fault = find_folder_fault(args.out)) return fail(*fault);
  const auto threads = parse_threads(args.threads);
  if (!threads) return fail(threads.error());

  // runs report from several threads
  Result<Reproduction> done = Error{};
  {
    ProgressBar bar(0.0, context.quiet);
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
  if (!context.quiet) {
    const int code = print(fmt::format("{}wrote {}/index.html\n", story_of(*done), args.out));
    if (code != 0) return code;
  }
  if (const std::size_t count = surprises(*done); count > 0) {
    return fail(
        {"", "reproduce",
         fmt::format("{} verdicts are not as recorded; see {}/index.html", count, args.out)},
        internal_failure);
  }
  return 0;
}

}  // namespace

void add_reproduce(CLI::App& app, Context& context) {
  auto args = std::make_shared<Args>();
  CLI::App* command =
      add_command(app, context, "reproduce", "repeat published experiments, write a report");
  command->add_option("NAME", args->name, "experiment, or all")->option_text(" ");
  takes(command->add_option("-o,--out", args->out, "folder of the report, new or empty"), "DIR");
  takes(command->add_option("--threads", args->threads, "experiments at a time (default 2)"), "N");
  command->add_flag("--brief", args->brief, "only a part of the runs");
  command->footer(examples);
  command->callback(
      [args, &context] { context.run = [args, &context] { return run(*args, context); }; });
}

}  // namespace cuelab::cli
