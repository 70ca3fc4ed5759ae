#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

#include "cuelab/reproduce.hpp"
#include "draw/plot.hpp"
#include "reproduce/catalogue.hpp"
#include "reproduce/embedded.hpp"
#include "reproduce/page.hpp"

namespace cuelab {
namespace {

using reproduction::Experiment;
using reproduction::Findings;

/// Runs the experiments on a few threads. An experiment runs on one of them, or starts threads for
/// runs that are independent of each other: results do not depend on the number of threads.
std::vector<Findings> perform(const std::vector<Experiment>& chosen,
                              const ReproduceOptions& options) {
  std::size_t all_runs = 0;
  for (const Experiment& e : chosen) all_runs += options.brief ? e.brief_runs : e.runs;
  std::atomic<std::size_t> runs_done = 0;
  const auto ran = [&] {
    const std::size_t done = ++runs_done;
    if (options.progress) options.progress(std::min(done, all_runs), all_runs);
  };

  std::vector<Findings> findings(chosen.size());
  std::vector<std::exception_ptr> failures(chosen.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t k = next++; k < chosen.size(); k = next++) {
      try {
        reproduction::Lab lab(std::string(chosen[k].name),
                              {.brief = options.brief, .threads = options.threads, .ran = ran});
        chosen[k].perform(lab);
        findings[k] = std::move(lab).finish();
      } catch (...) {
        failures[k] = std::current_exception();
      }
    }
  };
  std::vector<std::thread> helpers;
  const std::size_t threads = std::min<std::size_t>(options.threads, chosen.size());
  for (std::size_t k = 1; k < threads; ++k) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  return findings;
}

/// The files of the report other than the page: data and figures.
std::vector<ReportFile> files_of(const std::vector<Findings>& all) {
  std::vector<ReportFile> files;
  for (const Findings& findings : all) {
    for (const reproduction::Section& section : findings.sections) {
      for (const reproduction::Block& block : section.blocks) {
        if (const auto* data = std::get_if<reproduction::Data>(&block)) {
          files.push_back({data->name + ".csv", data->text});
        } else if (const auto* figure = std::get_if<reproduction::Figure>(&block)) {
          files.push_back({figure->name + ".svg", draw::plot_svg(figure->plot)});
        }
      }
    }
  }
  return files;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::agrees:
      return "agrees";
    case Verdict::differs:
      return "differs";
    case Verdict::open:
      break;
  }
  return "open";
}

std::string_view name_of(Evidence evidence) {
  switch (evidence) {
    case Evidence::printed:
      return "printed";
    case Evidence::closed_form:
      return "closed-form";
    case Evidence::second_program:
      return "second-program";
    case Evidence::statement:
      break;
  }
  return "statement";
}

Tally tally(const std::vector<Check>& checks) {
  Tally result;
  for (const Check& check : checks) {
    if (!check.as_recorded()) {
      ++result.unexpected;
    } else if (check.verdict == Verdict::agrees) {
      ++result.agree[static_cast<std::size_t>(check.evidence)];
    } else {
      ++(check.verdict == Verdict::differs ? result.differ : result.open);
    }
  }
  return result;
}

std::vector<ExperimentInfo> experiments() {
  std::vector<ExperimentInfo> all;
  for (const Experiment& experiment : reproduction::catalogue()) {
    const std::string name(experiment.name);
    const reproduction::Expected expected = reproduction::parse_expected(
        reproduction::embedded_file("experiments/" + name + "/expected.toml"));
    all.push_back({name, expected.title, expected.source});
  }
  return all;
}

Result<Reproduction> reproduce(const std::vector<std::string>& names,
                               const ReproduceOptions& options) {
  std::vector<Experiment> chosen;
  for (const std::string& name : names) {
    const auto& all = reproduction::catalogue();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Experiment& e) { return e.name == name; });
    if (found == all.end()) return Error{"", name, "no such experiment"};
    chosen.push_back(*found);
  }
  const std::vector<Findings> findings = perform(chosen, options);

  Reproduction result;
  for (const Findings& each : findings) result.outcomes.push_back(each.outcome);
  result.files = files_of(findings);
  result.files.push_back({"report.json", ""});
  result.files.push_back({"index.html", reproduction::page_html(findings)});
  result.files[result.files.size() - 2].text = reproduction::report_json(findings, result.files);
  return result;
}

}  // namespace cuelab
