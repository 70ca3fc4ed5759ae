#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cuelab/multibody.hpp"
#include "cuelab/reproduce.hpp"
#include "draw/plot.hpp"
#include "reproduce/expected.hpp"

namespace cuelab::reproduction {

/// Radius of the published experiments' pool balls [m].
inline constexpr double R = 0.028575;

// --- parts of a report -----------------------------------------------------------------------

struct Paragraph {
  std::string text;
};

/// A table of text; the first column is a label.
struct Grid {
  std::string caption;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

/// A range of an experiment's checks; `end` is excluded.
struct CheckTable {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Figure {
  std::string name;  ///< of its file
  std::string caption;
  draw::Plot plot;
};

/// A file with the data behind tables and figures.
struct Data {
  std::string name;
  std::string caption;
  std::string text;
};

using Block = std::variant<Paragraph, Grid, CheckTable, Figure, Data>;

struct Section {
  std::string title;
  std::vector<Block> blocks;
};

struct Findings {
  ExperimentOutcome outcome;
  Expected expected;
  std::vector<Section> sections;
};

// --- running and recording -------------------------------------------------------------------

/// A run and its wall time.
struct Timed {
  SmoothRun run;
  double seconds = 0.0;
};

/// A run of the event or the stepped engine and its CPU time.
struct TimedShot {
  Trajectory trajectory;
  double seconds = 0.0;
};

/// Runs the engines for one experiment and records its results in order.
class Lab {
 public:
  struct Options {
    bool brief = false;
    unsigned threads = 1;         ///< for experiments of many runs; results do not depend on it
    std::function<void()> ran{};  ///< called after every run, from any thread
  };
  Lab(const std::string& name, Options options);

  bool brief() const { return options_.brief; }
  unsigned threads() const { return options_.threads; }
  const Expected& expected() const { return findings_.expected; }
  /// The experiment's scene with some keys changed ("rack.gap=1e-9").
  Scene scene(const std::vector<std::string>& overrides = {}) const;
  /// A scene from another embedded file.
  static Scene scene_at(const std::string& path, const std::vector<std::string>& overrides = {});

  /// Throws std::runtime_error if the engine reports an error.
  Timed run(const Scene& scene, const std::vector<double>& at = {});
  Timed run(const System& system, const IntegrationSettings& settings,
            const SmoothOptions& options);

  /// Runs the scene with the engine it names, event or stepped. The time is the shortest of several
  /// repeats.
  TimedShot shoot(const Scene& scene, int repeats = 1);

  /// Records a run that the experiment executed itself: progress, from any thread, and then its
  /// hash, in a fixed order.
  void report_run() const;
  void add_hash(std::uint64_t hash);

  void section(std::string title);
  void text(std::string paragraph);
  void grid(Grid grid);
  void figure(std::string name, std::string caption, draw::Plot plot);
  void data(std::string name, std::string caption, std::string csv);
  /// Compares a row of computed values with row `row` of the expected values `key`.
  Verdict compare(std::string_view key, std::size_t row, const std::string& label,
                  const std::vector<double>& computed);
  /// Records the verdict on a statement of the paper, and the finding.
  void claim(std::string_view key, Verdict verdict, std::string found);

  /// All findings.
  Findings finish() &&;

 private:
  Timed record(const std::function<Result<SmoothRun>()>& simulate, Integrator integrator);
  void count_run(std::optional<std::uint64_t> hash);
  void add(Check check);
  std::vector<Block>& blocks();

  Findings findings_;
  std::string name_;
  Options options_;
  double start_;
};

/// Whether this build has the integrators of SUNDIALS.
bool has_sundials();

/// A value with a number of decimals; never "-0.00".
std::string fixed(double value, int decimals);
/// A value with about three significant digits: 0.25, 2.13e-4, 1e-9, 2630.
std::string brief_text(double value);

/// Comma-separated values under a header.
class Csv {
 public:
  explicit Csv(const std::vector<std::string>& header);
  void add(const std::vector<double>& row);
  /// With leading text cells.
  void add(const std::vector<std::string>& words, const std::vector<double>& row);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace cuelab::reproduction
