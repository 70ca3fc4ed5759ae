#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/ball.hpp"
#include "cuelab/physics.hpp"
#include "cuelab/result.hpp"
#include "cuelab/smooth.hpp"
#include "cuelab/system_spec.hpp"
#include "cuelab/table.hpp"

namespace cuelab {

/// Maximum number of balls of a scene.
inline constexpr std::size_t max_balls = 1024;

/// Initial gaps and overlaps of balls and table up to this count as touching; deeper overlaps are
/// errors [m].
inline constexpr double touching_on_load = 1e-9;

/// A ball of a scene and its initial state.
struct Ball {
  std::string id;
  BallSpec spec;
  BallState start;
  friend bool operator==(const Ball&, const Ball&) = default;
};

struct Cue {
  double mass = 0.567;         ///< [kg]
  double tip_radius = 0.0106;  ///< of the tip's surface [m]
  double miscue = 0.5;         ///< tip offsets above this (as a fraction of R) are rejected
  double end_mass = 0.0057;    ///< for squirt; 0 turns squirt off [kg]
  double restitution = 1.0;    ///< of the tip
  double stiffness = 4.4e7;    ///< K of the tip on the ball, F = K d^1.5 [N/m^1.5]
  double friction = 0.6;       ///< of the chalked tip
  friend bool operator==(const Cue&, const Cue&) = default;
};

/// Ranges of the tip's stiffness and restitution: the contact must end.
inline constexpr Range tip_stiffness_range{.min = 1e4, .max = 1e12};
inline constexpr Range tip_restitution_range{.min = 0.01, .max = 1.0};

/// The restitution is 1 as in the published formula; measured are 0.71 to 0.75 for leather and 0.81
/// to 0.87 for phenolic tips. The stiffness gives the measured contact of 1 ms at 3 m/s.
constexpr LawInfo describe(Cue) {
  return {
      .name = "point impact",
      .meaning =
          "impact with tip offset and elevation; squirt by the cue's end mass; under a "
          "raised cue the cloth answers during the stroke",
      .source = "D. G. Alciatore, Technical Proofs A.30 and A.31, billiards.colostate.edu",
      .parameters = {
          parameter<&Cue::mass>("mass", mass_range, "kg", "of the cue"),
          parameter<&Cue::tip_radius>("tip_radius", fraction, "m", "of the tip, for raised cues"),
          parameter<&Cue::miscue>("miscue", fraction, "",
                                  "tip offsets above this fraction of R are rejected"),
          parameter<&Cue::end_mass>("end_mass", {.min = 0.0, .max = mass_range.max}, "kg",
                                    "for squirt; 0 turns squirt off"),
          parameter<&Cue::restitution>("restitution", tip_restitution_range, "",
                                       "of the tip; leather 0.71 to 0.75, phenolic up to 0.87"),
          parameter<&Cue::stiffness>("stiffness", tip_stiffness_range, "N/m^1.5",
                                     "of the tip on the ball, for raised cues"),
          parameter<&Cue::friction>("friction", friction_range, "",
                                    "of the tip, for raised cues")}};
}

/// One stroke. Angles are radians here and degrees in files. A file can hold exactly the angles
/// that `apply` sets and `aim_at` returns; one in 13 others is rounded to its neighbour when it is
/// written.
struct Shot {
  std::size_t ball = 0;    ///< index of the struck ball
  double speed = 1.0;      ///< of the cue at impact [m/s]
  double heading = 0.0;    ///< of the cue, counter-clockwise from +x [rad]
  double side = 0.0;       ///< tip offset / R, + = left of the striker
  double height = 0.0;     ///< tip offset / R, + = above centre
  double elevation = 0.0;  ///< of the butt above the horizontal [rad]
  friend bool operator==(const Shot&, const Shot&) = default;
};

enum class Engine : std::uint8_t { event, smooth, hybrid, stepped };
std::string_view name_of(Engine engine);
/// Whether runs of the engine have contacts that last, and an energy ledger.
constexpr bool uses_forces(Engine engine) {
  return engine == Engine::smooth || engine == Engine::hybrid;
}

struct RunSettings {
  Engine engine = Engine::event;
  double t_max = 60.0;              ///< [s]
  std::size_t max_events = 100000;  ///< of events and contact steps; `simulate` fails there
  friend bool operator==(const RunSettings&, const RunSettings&) = default;
};

/// Limits of the stepped engine's time step [s].
inline constexpr double shortest_time_step = 1e-9;
inline constexpr double longest_time_step = 0.1;

/// Settings of the stepped engine.
struct Stepped {
  double time_step = 1e-3;  ///< [s]
  friend bool operator==(const Stepped&, const Stepped&) = default;
};

/// Settings of the hybrid engine.
struct Hybrid {
  enum class Integrator : std::uint8_t {
    accurate,  ///< the smooth engine's, with error control
    fast       ///< Verlet steps with implicit friction
  };
  Integrator integrator = Integrator::accurate;
  bool compliant_cushions = false;  ///< impacts on cushions and landings, too
  double reach = 1.0;     ///< kappa: how far a cluster reaches, in distances moved in one contact
  double rel_tol = 1e-5;  ///< of the accurate integrator, per step
  friend bool operator==(const Hybrid&, const Hybrid&) = default;
};

/// Everything an engine needs; constant while it runs.
struct Scene {
  std::string name;
  Table table;
  std::vector<Ball> balls;  ///< file order, then rack order: ties are broken by this order
  Physics physics;
  Smooth smooth;      ///< laws and settings of the smooth engine
  Stepped stepped;    ///< settings of the stepped engine
  Hybrid hybrid;      ///< settings of the hybrid engine
  SystemSpec system;  ///< a pool table, or a system that replaces table and balls
  Cue cue;
  std::optional<Shot> shot;
  RunSettings run;
  std::string not_built;  ///< "key: ..." if the file names a law or system that is not built yet,
                          ///< else ""; engines must reject such a scene
  friend bool operator==(const Scene&, const Scene&) = default;
};

/// An empty scene on the table of a preset, with its physics. Error when the name is unknown.
Result<Scene> make_scene(std::string_view preset);

/// The settings of the smooth engine with everything that was left out taken from the physics, so
/// that a coefficient is the same in every engine:
///   ball_ball   restitution and friction of the law of impact
///   ball_cloth  restitution of the slate; sliding, rolling and spinning of the cloth
///   cushion     restitution and friction of the law of impact
/// Friction between balls becomes `Alciatore`, the others `Ambrosio`. The measured restitution of
/// `Mathavan2009` is taken at 2 m/s, one below `least_restitution` is raised to that, and a law of
/// the calling program counts as the default of its kind.
Smooth completed(Smooth smooth, const Physics& physics);

/// The law of a completed contact; a coefficient of 0 is no friction.
ContactLaw contact_law(const ContactChoice& completed);

/// What is wrong with the scene, if anything: numbers out of their ranges or not finite, no balls,
/// ids, overlaps, balls off the table, inside or behind a cushion, noses that balls do not meet
/// from the side, cushions that cross, miscue. `Error::key` names the ball or key.
std::optional<Error> find_fault(const Scene& scene);

/// What is wrong with a system other than a pool table: sizes that do not fit, the wrong engine.
std::optional<Error> find_system_fault(const Scene& scene);

/// Distribution of the gaps between neighbours of a rack. Every two neighbours draw one; what no
/// rack can have is evened out (src/scene/rack_gaps.hpp), so that gaps may exceed `max` a little.
struct RackGaps {
  enum class Law : std::uint8_t {
    exponential,  ///< with this mean, cut off at `max`
    uniform       ///< from 0 to `max`
  };
  Law law = Law::exponential;
  double mean = 1e-4;  ///< before the cut; not of the uniform law [m]
  double max = 1e-3;   ///< at most a tenth of the radius [m]
};

/// A rack to be placed on the table.
struct Rack {
  std::string game;     ///< eight-ball, nine-ball, ten-ball, triangle-3, snooker, carom
  Vec2 at;              ///< apex ball [m]
  double gap = 1e-6;    ///< between surfaces [m]
  double jitter = 0.0;  ///< each ball displaced at random in a disc of this radius [m]
  std::uint64_t seed = 0;
  std::optional<RackGaps> gaps{};  ///< instead of `gap` and `jitter`
};

/// One ball of a rack and its position.
struct RackedBall {
  std::string id;
  Vec2 at;
};

/// The games that `rack_balls` supports.
const std::vector<std::string_view>& rack_games();

/// The balls of a rack, all of this radius. "snooker" and "carom" use the table's spots.
Result<std::vector<RackedBall>> rack_balls(const Rack& rack, const Table& table, double radius);

/// Heading [rad] that sends the cue ball to the ghost-ball position for which `object` leaves at
/// the angle `cut` [rad] to the cue ball's path, + = to the left, rounded to an angle that files
/// can hold. Error when out of reach.
Result<double> aim_at(const Ball& cue_ball, const Ball& object, double cut);

/// The states of all balls just after the stroke, with their motions; without a shot, those of the
/// scene.
std::vector<BallState> struck(const Scene& scene);

}  // namespace cuelab
