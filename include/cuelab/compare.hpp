#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cuelab/scene.hpp"
#include "cuelab/sensitivity.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

// --- events that all engines share ---------------------------------------------------------------

/// An event with its duration, in terms that all engines share: a contact of the smooth or hybrid
/// engine is one impact, as it is in the event engine.
struct EventSpan {
  double t = 0.0;      ///< when it begins [s]
  double until = 0.0;  ///< when it ends; the same as `t` for an instantaneous event [s]
  EventType type = EventType::ball_ball;
  std::uint32_t ball = 0;  ///< of two balls, the one that comes first in the scene
  Agent other{};
  friend bool operator==(const EventSpan&, const EventSpan&) = default;
};

/// Whether both have the same type and agents.
bool is_same_event(const EventSpan& a, const EventSpan& b);

/// Impacts of a ball that follow each other on the same ball or part within this time are one [s]:
/// more than the 0.2 to 0.5 ms of a contact of two balls, less than anyone can see.
inline constexpr double one_impact = 1e-3;

/// A slower approach of two balls is no impact [m/s]. A contact that begins without approach, as in
/// a rack of touching balls, is one if its force exceeds the ball's weight; it then begins with the
/// last impact before its end.
inline constexpr double least_impact = 1e-3;

/// The impacts of a run on balls, cushions and slate, and falls into pockets or to the floor, in
/// order of time. Left out is what only some engines resolve: contacts below `least_impact`,
/// landings slower than the least bounce of the scene's slate, the cloth's answer to the stroke,
/// and what a ball touches above a pocket; the fall begins there.
std::vector<EventSpan> impacts_of(const Scene& scene, const Trajectory& trajectory);

/// Changes between sliding, rolling, spinning and rest, in order of time. The smooth engine records
/// none.
std::vector<EventSpan> transitions_of(const Trajectory& trajectory);

/// Events closer together than this may come in either order [s]. An impact on a cushion lasts
/// about as long, and engines with instantaneous impacts put it at its beginning.
inline constexpr double nearly_simultaneous = 5e-3;

/// Events of two runs match if they are no farther apart than this [s], or than this share of the
/// time since the start: slow balls that follow the same course fall behind by seconds.
inline constexpr double match_window = 0.25;
inline constexpr double match_share = 0.2;

/// Only the first events of a run are matched: the cost is the product of both numbers.
inline constexpr std::size_t max_matched = 2000;

inline constexpr std::size_t unmatched = SIZE_MAX;

/// The first difference of two runs: up to here they have the same events.
struct Divergence {
  double t = 0.0;     ///< of the first event that only one run has [s]
  std::size_t a = 0;  ///< index of the next event of each run; its number of events if it has none
  std::size_t b = 0;
};

struct EventMatch {
  std::vector<std::size_t> a{};  ///< per event of the first run, the same event of the second
  std::vector<std::size_t> b{};  ///< and the reverse; `unmatched` if there is none
  std::size_t count = 0;         ///< of matches
  std::optional<Divergence> first{};
};

/// Matches events of the same type and agents: a longest common subsequence of events that are
/// close enough in time, with the least differences of time; then those that differ only in the
/// order of nearly simultaneous events. Events that overlap in time are not apart.
EventMatch match_events(std::span<const EventSpan> a, std::span<const EventSpan> b);

// --- paths ---------------------------------------------------------------------------------------

/// Times at which two runs are compared: a uniform grid up to the end of the longer one, and the
/// events of both.
std::vector<double> comparison_times(const Trajectory& a, const Trajectory& b);

/// Distance of one ball's centres in two states [m]. The opening of a pocket and what is below it
/// are one place, since engines let a ball fall differently: the distance of a pocketed ball to one
/// on the table is that of the opening. A ball off the table is compared along the cloth only.
double distance_between(const Scene& scene, const BallState& a, const BallState& b);

/// Two runs of one scene.
struct RunPair {
  const Scene& scene;
  const Replay& a;
  const Replay& b;
};

/// The distances of all balls at one time.
struct DeviationSample {
  double t = 0.0;          ///< [s]
  double max = 0.0;        ///< of all balls [m]
  double rms = 0.0;        ///< over all balls [m]
  std::uint32_t ball = 0;  ///< the farthest one
};

/// One ball's distances.
struct BallDeviation {
  double max = 0.0;    ///< over all times [m]
  double final = 0.0;  ///< at the last time [m]
};

struct PathDeviation {
  std::vector<DeviationSample> samples{};
  std::vector<BallDeviation> balls{};
  double max = 0.0;  ///< over all balls and times [m]
};

PathDeviation path_deviation(const RunPair& runs, std::span<const double> times);

/// When the largest distance of any ball first exceeds a length [s]; nothing if it never does.
std::optional<double> first_exceeds(const PathDeviation& deviation, const RunPair& runs,
                                    double length);

/// Kinetic plus potential energy of all balls at these times [J].
std::vector<double> energy_at(const Scene& scene, const Replay& run, std::span<const double> times);

// --- sensitivity ---------------------------------------------------------------------------------

/// A run as far as the estimate of its sensitivity needs it. The states must be the engine's exact
/// samples: the pieces of a smooth run are only within a micrometre.
struct SampledRun {
  std::vector<std::vector<BallState>> states{};  ///< per time, of all balls
  std::vector<EventSpan> impacts{};
};

/// How much a run changes with one parameter of the stroke: the largest |dr/dp| of any ball, in
/// metres per unit of p (radian of heading, relative change of speed), from neighbouring runs or
/// from exact derivatives. Shorter than the list of times where it is not defined to the end.
struct Amplification {
  std::vector<double> values{};            ///< per time [m]
  std::optional<double> differs{};         ///< when the events of the neighbours first differ [s]
  std::optional<double> left_the_range{};  ///< before that, the neighbours were too far apart [s]
  std::optional<double> undefined{};       ///< from then on a ball has no exact derivative [s]
  Undefined reason = Undefined::no;        ///< why
};

/// Neighbours farther apart than this, in radii of a ball, no longer give a derivative.
inline constexpr double linear_range = 0.1;

/// By central differences of the runs with p + step and p - step, as long as both have the impacts
/// of the run between them and are within `linear_range` of each other.
struct Neighbours {
  const Scene& scene;
  const SampledRun& plus;
  const SampledRun& base;
  const SampledRun& minus;
  double step = 0.0;    ///< of p
  double radius = 0.0;  ///< of the balls [m]
};
Amplification amplification(const Neighbours& neighbours, std::span<const double> times);

/// Both together: the values of the larger step, whose relative error is smaller, as far as they
/// go, then those of the smaller step. Or exact ones, then those of neighbours.
Amplification joined(const Amplification& larger_step, const Amplification& smaller_step);

/// The same from the exact derivatives of a run with respect to one of their columns, as far as all
/// balls have them.
struct ExactTangents {
  const Scene& scene;
  const Trajectory& run;
  const Derivatives& derivatives;
  std::size_t column = 0;
  double per_unit = 1.0;  ///< change of the column's parameter per unit of p
};
Amplification amplification(const ExactTangents& exact, std::span<const double> times);

/// How far two estimates are apart while both are known: the largest difference, relative to the
/// largest amplification until then.
double relative_difference(const Amplification& a, const Amplification& b);

/// Finite-time exponent [1/s]: ln(d / d0) / t, where d0 is the distance of the neighbours after one
/// metre of free travel, so that d / d0 is the amplification in metres. Zero at t = 0 and for balls
/// at rest.
double growth_exponent(double amplification, double t);

/// Decimal digits to which p must be known for the balls to be predicted within `length`:
/// log10(amplification / length), at least 0.
double digits_needed(double amplification, double length);

/// Until when the balls are within `length` of the prediction if p is known to +-error [s]; nothing
/// if they are as long as the amplification is known.
std::optional<double> predictable_until(const Amplification& known, std::span<const double> times,
                                        double error, double length);

}  // namespace cuelab
