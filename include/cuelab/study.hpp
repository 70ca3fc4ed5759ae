#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cuelab/noise.hpp"
#include "cuelab/outcome.hpp"
#include "cuelab/result.hpp"
#include "cuelab/scene.hpp"

namespace cuelab {

/// A value of an axis: a number in the key's unit, or a name.
using AxisValue = std::variant<double, std::string>;

/// One quantity that a study varies.
struct StudyAxis {
  std::string key;    ///< "shot.heading", "physics.cushion.law", "noise.scale"
  std::string label;  ///< for pictures; the key unless given
  std::string unit;   ///< "" for a pure number or a name
  double from = 0.0;
  double to = 0.0;
  std::size_t count = 0;            ///< of a grid with from and to
  std::vector<AxisValue> values{};  ///< if given one by one
  double mean = 0.0;
  double deviation = 0.0;  ///< above 0: normally distributed

  bool has_names() const;  ///< whether some values are not numbers
};

enum class DesignKind : std::uint8_t { grid, random, sobol, list };
std::string_view name_of(DesignKind kind);

enum class MetricKind : std::uint8_t {
  // chances
  pot,
  first_hit,
  scratch,
  leave,
  legal,
  success,
  wins,
  three_cushion_point,
  all,
  // numbers
  points,
  pocketed,
  cushions,
  balls_hit,
  spread,
  time,
  cue_x,
  cue_y,
  end_x,
  end_y
};
std::string_view name_of(MetricKind kind);
bool is_chance(MetricKind kind);

/// What is counted or averaged over the runs of a point.
struct Metric {
  std::string name;
  MetricKind kind = MetricKind::pot;
  std::string unit{};
  std::uint32_t ball = 0;                 ///< where the kind needs one
  std::optional<std::uint32_t> pocket{};  ///< pot: only into this one
  Vec2 centre{};                          ///< leave [m]
  double radius = 0.0;                    ///< leave [m]
  Rules rules{};                          ///< legal, success, wins, points
  std::vector<std::size_t> of{};          ///< all: the chances that must be met, earlier metrics
};

/// What a study file says, checked and resolved.
struct Study {
  std::string name;
  Scene scene;  ///< that of the first point
  DesignKind design = DesignKind::grid;
  std::vector<StudyAxis> axes{};
  std::vector<std::vector<AxisValue>> rows{};  ///< of a list
  std::uint64_t points = 1;
  std::uint64_t samples = 1;
  std::uint64_t seed = 0;
  bool common_random_numbers = false;
  bool keep_shots = false;
  std::uint64_t chunk = 1;  ///< shots that are computed and saved together
  Noise noise{};            ///< before an axis changes it
  std::vector<Metric> metrics{};
  /// The whole study as one JSON document, scene included: what a result depends on, besides the
  /// program's version.
  std::string document;

  std::uint64_t shots() const { return points * samples; }
  std::uint64_t chunks() const { return (shots() + chunk - 1) / chunk; }
};

/// Reads a study file, TOML or JSON. A scene named in it is looked for beside the file, then among
/// the named scenes.
Result<Study> load_study(const std::string& path);

/// The same from text; messages use `name` as the file name. `folder` is that of scene files; "":
/// only named scenes and scenes written into the study.
Result<Study> parse_study(std::string_view text, const std::string& name,
                          const std::string& folder = "");

/// The values of all axes at one point.
std::vector<AxisValue> point_values(const Study& study, std::uint64_t point);

/// An estimate with the limits of its confidence interval of 95 %: Wilson's for a chance, Student's
/// for a mean.
struct Estimate {
  std::uint64_t count = 0;  ///< of the runs in which it is defined
  double value = 0.0;       ///< 0 if the count is
  double low = 0.0;
  double high = 0.0;
};

}  // namespace cuelab
