#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cuelab/multibody.hpp"
#include "cuelab/study.hpp"
#include "draw/plot.hpp"
#include "study/expected.hpp"

namespace cuelab::study {

// --- what a report consists of ---------------------------------------------------------------

struct Paragraph {
  std::string text;
};

/// Text in rows under titles; the first column is a label.
struct Grid {
  std::string caption;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

/// Checks of an experiment, from one to before another.
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

// --- running and writing down ----------------------------------------------------------------

/// A run with the time it took.
struct Timed {
  SmoothRun run;
  double seconds = 0.0;
};

/// A run of the event or the stepped engine with the processor time it took.
struct TimedShot {
  Trajectory trajectory;
  double seconds = 0.0;
};

/// Where an experiment is done: it runs the engine and writes the findings, in order.
class Lab {
 public:
  /// `ran` is told after every run.
  Lab(const std::string& name, bool brief, std::function<void()> ran);

  bool brief() const { return brief_; }
  const Expected& expected() const { return findings_.expected; }
  /// The experiment's scene with some keys changed ("rack.gap=1e-9").
  Scene scene(const std::vector<std::string>& overrides = {}) const;
  /// A scene of another file of the source tree that is built in.
  static Scene scene_at(const std::string& path, const std::vector<std::string>& overrides = {});

  /// Throws std::runtime_error when the engine reports an error.
  Timed run(const Scene& scene, const std::vector<double>& at = {});
  Timed run(const System& system, const IntegrationSettings& settings,
            const SmoothOptions& options);

  /// The scene by the engine it names, event or stepped. Of several repeats the shortest time
  /// counts.
  TimedShot shoot(const Scene& scene, int repeats = 1);

  void section(std::string title);
  void text(std::string paragraph);
  void grid(Grid grid);
  void figure(std::string name, std::string caption, draw::Plot plot);
  void data(std::string name, std::string caption, std::string csv);
  /// A row of computed figures beside row `row` of the figures `key`; returns what came out.
  Verdict compare(std::string_view key, std::size_t row, const std::string& label,
                  const std::vector<double>& computed);
  /// A statement of the paper and what was found.
  void claim(std::string_view key, Verdict verdict, std::string found);

  /// Everything that was written.
  Findings finish() &&;

 private:
  Timed record(const std::function<Result<SmoothRun>()>& simulate, Integrator integrator);
  void count_run(std::optional<std::uint64_t> hash);
  void add(Check check);
  std::vector<Block>& blocks();

  Findings findings_;
  std::string name_;
  bool brief_;
  std::function<void()> ran_;
  double start_;
};

/// Are the integrators of SUNDIALS part of this build?
bool has_sundials();

/// A value with so many decimals, without "-0.00".
std::string fixed(double value, int decimals);
/// A value with three significant digits: 0.25, 2.13e-4, 1e-9.
std::string brief_text(double value);

/// Figures as comma-separated values under a header.
class Csv {
 public:
  explicit Csv(const std::vector<std::string>& header);
  void add(const std::vector<double>& row);
  /// With words in front.
  void add(const std::vector<std::string>& words, const std::vector<double>& row);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace cuelab::study
