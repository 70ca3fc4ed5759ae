#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/result.hpp"

namespace cuelab {

/// What became of a published figure or statement.
enum class Verdict : std::uint8_t {
  agrees,   ///< computed within the stated tolerance, or the statement holds
  differs,  ///< it does not
  open      ///< it cannot be decided: the papers give no figure
};
std::string_view name_of(Verdict verdict);

/// One published figure or statement beside what was computed, as text for people.
struct Check {
  std::string what;        ///< quantities with their unit, or the statement
  std::string label;       ///< the case; may be empty
  std::string computed;    ///< figures, or what was found
  std::string expected;    ///< figures; empty for a statement
  std::string difference;  ///< the greatest one; empty for a statement
  std::string allowed;     ///< the tolerance; empty for a statement
  std::string source;      ///< where the expected figure or the statement comes from
  Verdict verdict = Verdict::open;
  Verdict recorded = Verdict::agrees;  ///< what is known to come out
  bool as_recorded() const { return verdict == recorded; }
};

/// A published experiment this program can repeat.
struct ExperimentInfo {
  std::string name;  ///< as given on the command line
  std::string title;
  std::string source;
};

/// All of them, in the order of the report.
std::vector<ExperimentInfo> experiments();

/// One experiment after it was run.
struct ExperimentOutcome {
  ExperimentInfo info;
  std::vector<Check> checks;
  std::size_t runs = 0;       ///< simulations made
  double wall_seconds = 0.0;  ///< of the whole experiment
  std::uint64_t hash = 0;     ///< over the hashes of all runs of our own integrators
};

struct ReproduceOptions {
  bool brief = false;    ///< a part of the runs, for a quick check
  unsigned threads = 2;  ///< experiments at a time; the results do not depend on it
  std::function<void(std::size_t done, std::size_t all)> progress{};  ///< runs; from any thread
};

struct ReportFile {
  std::string name;  ///< within the folder of the report
  std::string text;
};

struct Reproduction {
  std::vector<ExperimentOutcome> outcomes;
  std::vector<ReportFile> files;  ///< data and figures, then report.json, index.html last
};

/// Runs the named experiments and writes the report on them: one page that needs nothing else, and
/// the data behind it. Unknown names are errors.
Result<Reproduction> reproduce(const std::vector<std::string>& names,
                               const ReproduceOptions& options = {});

}  // namespace cuelab
