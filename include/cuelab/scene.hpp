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

/// The most balls a scene may hold.
inline constexpr std::size_t max_balls = 1024;

/// Two balls (or a ball and the table) closer than this on loading count as touching,
/// deeper is an error [m].
inline constexpr double touching_on_load = 1e-9;

/// A ball of a scene: who it is, what it is, how it starts.
struct Ball {
  std::string id;
  BallSpec spec;
  BallState start;
  friend bool operator==(const Ball&, const Ball&) = default;
};

struct Cue {
  double mass = 0.567;         ///< [kg]
  double tip_radius = 0.0106;  ///< for drawing and clearance [m]
  double miscue = 0.5;         ///< tip offsets above this (as a fraction of R) are refused
  double end_mass = 0.0057;    ///< for squirt; 0 turns squirt off [kg]
  friend bool operator==(const Cue&, const Cue&) = default;
};

/// One stroke. Angles are radians here and degrees in files.
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

struct RunSettings {
  Engine engine = Engine::event;
  double t_max = 60.0;  ///< [s]
  std::size_t max_events = 100000;
  friend bool operator==(const RunSettings&, const RunSettings&) = default;
};

/// Limits of a step of the stepped engine [s].
inline constexpr double shortest_time_step = 1e-9;
inline constexpr double longest_time_step = 0.1;

/// Settings of the stepped engine.
struct Stepped {
  double time_step = 1e-3;  ///< [s]
  friend bool operator==(const Stepped&, const Stepped&) = default;
};

/// Everything an engine needs; constant while it runs.
struct Scene {
  std::string name;
  Table table;
  std::vector<Ball> balls;  ///< file order, then rack order: ties are broken by this order
  Physics physics;
  Smooth smooth;      ///< laws and settings of the smooth engine
  Stepped stepped;    ///< settings of the stepped engine
  SystemSpec system;  ///< a pool table, or what takes the place of table and balls
  Cue cue;
  std::optional<Shot> shot;
  RunSettings run;
  std::string not_built;  ///< "key: ..." when the file asks for a law or system that is not built
                          ///< yet, else ""; engines must refuse such a scene
  friend bool operator==(const Scene&, const Scene&) = default;
};

/// What is wrong with the scene as a whole, if anything: ids, overlaps, balls off the table or
/// inside a cushion, miscue. `Error::key` names the ball or key.
std::optional<Error> find_fault(const Scene& scene);

/// What is wrong with a system other than a pool table: sizes that do not fit, the wrong engine.
std::optional<Error> find_system_fault(const Scene& scene);

/// A rack to be placed on the table.
struct Rack {
  std::string game;     ///< eight-ball, nine-ball, ten-ball, triangle-3, snooker, carom
  Vec2 at;              ///< apex ball [m]
  double gap = 1e-6;    ///< between surfaces [m]
  double jitter = 0.0;  ///< each ball displaced at random in a disc of this radius [m]
  std::uint64_t seed = 0;
};

/// One position of a rack.
struct RackedBall {
  std::string id;
  Vec2 at;
};

/// The games `rack_balls` knows.
const std::vector<std::string_view>& rack_games();

/// The balls of a rack of balls of this radius. snooker and carom put balls on the table's spots.
Result<std::vector<RackedBall>> rack_balls(const Rack& rack, const Table& table, double radius);

/// Heading [rad] that sends the cue ball to the ghost ball of `object` so that it leaves at the
/// angle `cut` [rad] to the cue ball's path, + = to the left. Error when out of reach.
Result<double> aim_at(const Ball& cue_ball, const Ball& object, double cut);

/// The states of all balls just after the stroke, motions classified; without a shot, as given.
std::vector<BallState> struck(const Scene& scene);

}  // namespace cuelab
