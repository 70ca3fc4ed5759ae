#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cuelab/compare.hpp"
#include "engine_run.hpp"
#include "json_text.hpp"

namespace cuelab::cli {

/// One engine's run of the scene.
struct ComparedRun {
  Scene scene{};  ///< with that engine
  EngineRun run{};
  Replay replay;
  std::vector<EventSpan> impacts{};
  std::vector<EventSpan> transitions{};

  std::string_view name() const { return name_of(scene.run.engine); }
};

/// A length that a deviation may exceed, and when it first does [s].
struct Crossing {
  std::string name{};
  double length = 0.0;  ///< [m]
  std::optional<double> t{};
};

/// Two of the runs, side by side.
struct ComparedPair {
  std::size_t a = 0;  ///< index of the run
  std::size_t b = 0;
  EventMatch impacts{};
  std::optional<EventMatch> transitions{};  ///< if both runs record them
  std::vector<double> times{};
  PathDeviation deviation{};
  std::array<Crossing, 3> crossings{};  ///< 1 mm, 1 cm, radius of the largest ball
  std::vector<double> energy_a{};       ///< at the times [J]
  std::vector<double> energy_b{};
};

/// Change of a run with one parameter of the stroke.
struct StrokeSensitivity {
  std::string parameter{};         ///< heading or speed
  std::string unit{};              ///< of the amplification
  std::array<double, 2> errors{};  ///< for which the limit of prediction is given
  std::array<std::string, 2> error_names{};
  Amplification neighbours{};            ///< from neighbouring runs
  std::optional<Amplification> exact{};  ///< from derivatives, where the engine has them

  /// The best that is known: exact as far as that goes.
  Amplification known() const { return exact ? joined(*exact, neighbours) : neighbours; }
};

/// Of one run, at these times.
struct RunSensitivity {
  std::vector<double> times{};
  std::array<StrokeSensitivity, 2> parameters{};
};

struct Comparison {
  std::vector<ComparedRun> runs{};
  std::vector<ComparedPair> pairs{};
  std::vector<RunSensitivity> sensitivities{};  ///< per run, if asked for
  double radius = 0.0;                          ///< of the largest ball [m]
};

/// Half the differences of the neighbours' headings [rad] and relative speeds. The contact forces
/// follow a stroke only to about 1e-7 of its speed, as the reference speed of their damping is
/// sampled at steps: the larger difference is accurate, the smaller one stays linear in a break.
inline constexpr std::array<double, 2> neighbour_steps = {1e-5, 1e-7};

/// Runs the scene with each of the engines that `scenes` name and compares every two of them.
/// Errors name `file`.
Result<Comparison> compare_engines(std::vector<Scene> scenes, const std::string& file, bool quiet);

/// Runs neighbouring strokes with every engine, and differentiates the event engine's run; the scene
/// must have a shot.
std::optional<Error> add_sensitivities(Comparison& comparison, const std::string& file, bool quiet);

/// The comparison as tables.
std::string comparison_text(const Comparison& comparison, const std::string& file);

/// The comparison as one document.
Json comparison_document(const Comparison& comparison);

/// One line per pair: matches and largest deviation.
std::string comparison_lines(const Comparison& comparison);

}  // namespace cuelab::cli
