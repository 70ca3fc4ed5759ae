#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/result.hpp"

namespace cuelab {

/// The outcome of a comparison.
enum class Verdict : std::uint8_t {
  agrees,   ///< within the stated tolerance, or the statement holds
  differs,  ///< neither
  open      ///< cannot be decided: the paper gives no value
};
std::string_view name_of(Verdict verdict);

/// What a computed result is compared with.
enum class Evidence : std::uint8_t {
  printed,         ///< a value or formula printed in a paper
  closed_form,     ///< an exact solution
  second_program,  ///< tests/oracle, an independent program that solves the same equations
  statement        ///< a statement in words in a paper
};
inline constexpr Evidence all_evidence[] = {Evidence::printed, Evidence::closed_form,
                                            Evidence::second_program, Evidence::statement};
std::string_view name_of(Evidence evidence);

/// One comparison of a computed result with an expected one, as text.
struct Check {
  std::string what;        ///< quantities with their unit, or the statement
  std::string label;       ///< the case; may be empty
  std::string computed;    ///< values, or the finding
  std::string expected;    ///< values; empty for a statement
  std::string difference;  ///< the greatest one; empty for a statement
  std::string allowed;     ///< the tolerance; empty for a statement
  std::string source;      ///< of the expected values or the statement
  Evidence evidence = Evidence::statement;
  Verdict verdict = Verdict::open;
  Verdict recorded = Verdict::agrees;  ///< the known verdict
  bool as_recorded() const { return verdict == recorded; }
};

/// Number of checks by verdict.
struct Tally {
  std::array<std::size_t, std::size(all_evidence)> agree{};  ///< by kind of evidence
  std::size_t differ = 0;
  std::size_t open = 0;
  std::size_t unexpected = 0;  ///< not as recorded; counted nowhere else
  std::size_t agreeing(Evidence evidence) const {
    return agree[static_cast<std::size_t>(evidence)];
  }
};
Tally tally(const std::vector<Check>& checks);

/// A published experiment that cuelab reproduces.
struct ExperimentInfo {
  std::string name;  ///< as given on the command line
  std::string title;
  std::string source;
};

/// All of them, in the order of the report.
std::vector<ExperimentInfo> experiments();

/// The results of one experiment.
struct ExperimentOutcome {
  ExperimentInfo info;
  std::vector<Check> checks;
  std::size_t runs = 0;       ///< number of simulations
  double wall_seconds = 0.0;  ///< of the whole experiment
  std::uint64_t hash = 0;     ///< over all runs that do not use SUNDIALS
};

struct ReproduceOptions {
  bool brief = false;    ///< fewer runs, for a quick check
  unsigned threads = 2;  ///< of experiments, and of runs within one; results do not depend on it
  /// Called after every run, from any thread, with the number of runs done and the total.
  std::function<void(std::size_t done, std::size_t all)> progress{};
};

struct ReportFile {
  std::string name;  ///< within the report's folder
  std::string text;
};

struct Reproduction {
  std::vector<ExperimentOutcome> outcomes;
  std::vector<ReportFile> files;  ///< data and figures, then report.json, index.html last
};

/// Runs the named experiments and writes their report: one self-contained page, and the data behind
/// it. Unknown names are errors.
Result<Reproduction> reproduce(const std::vector<std::string>& names,
                               const ReproduceOptions& options = {});

}  // namespace cuelab
