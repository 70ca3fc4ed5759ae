#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/noise.hpp"
#include "cuelab/result.hpp"
#include "cuelab/scene.hpp"
#include "cuelab/sensitivity.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

// Shaping: find the strike, or the start of a moving ball, that does what is wanted.

/// What can be varied. The first five belong to the scene's shot, the others to a ball that starts
/// with velocity and spin; e is the direction of its velocity, n to the left of it.
enum class Quantity : std::uint8_t {
  speed,        ///< of the cue [m/s]
  heading,      ///< of the cue [degree]
  side,         ///< tip offset / R
  height,       ///< tip offset / R
  elevation,    ///< [degree]
  ball_speed,   ///< V [m/s]
  direction,    ///< phi, of the velocity [degree]
  spin_along,   ///< omega_l, about e [rad/s]
  spin_across,  ///< omega_t, about n; V/R is natural roll [rad/s]
  spin_up       ///< omega_z [rad/s]
};
std::string_view name_of(Quantity quantity);
inline constexpr std::size_t quantity_count = 10;

/// The most simulations of one search.
inline constexpr double most_grid_points = 2e7;

struct Unknown {
  Quantity quantity = Quantity::speed;
  double min = 0.0;
  double max = 1.0;
  std::optional<double> start{};  ///< first guess; without one the whole range is searched
  std::size_t steps = 0;          ///< of the search over the range; 0: chosen
};

/// Start of a ball that is not struck.
struct BallStart {
  std::uint32_t ball = 0;
  double speed = 1.0;                                         ///< [m/s]
  double direction = 0.0;                                     ///< [degree]
  double spin_along = 0.0, spin_across = 0.0, spin_up = 0.0;  ///< [rad/s]
  bool rolling = false;  ///< spin_across is always that of natural roll
};

/// One thing that is wanted of a shot.
struct Goal {
  enum class Kind : std::uint8_t {
    gate,       ///< the ball passes within `tolerance` of a point
    obstacle,   ///< the ball keeps out of a circle until the other goals are decided
    first_hit,  ///< the ball hits `other` before any other ball, after at least `count` cushions,
                ///< with a cut angle if there is one
    pot,        ///< the ball falls into `pocket`, or any
    cushions,   ///< the ball touches these cushions first, in this order; if there are none, it
                ///< touches no cushion until the other goals are decided
    carom,      ///< the ball hits two others, the second after at least `count` cushions
    stop        ///< the ball comes to rest within `tolerance` of a point
  };
  Kind kind = Kind::stop;
  std::uint32_t ball = 0;
  Vec2 at{};                          ///< gate, obstacle, stop [m]
  double tolerance = 1e-3;            ///< [m]; of a cut angle [degree]
  double radius = 0.0;                ///< of an obstacle [m]
  std::optional<double> direction{};  ///< of the path through a gate [degree]
  std::uint32_t other = none;         ///< first_hit
  std::optional<double> cut{};        ///< first_hit: of the line of centres to the path, + = left
  std::uint32_t pocket = none;        ///< none: any
  std::vector<std::uint32_t> cushions{};
  std::size_t count = 0;  ///< cushions of the ball: carom, first_hit
};
std::string_view name_of(Goal::Kind kind);
inline constexpr std::size_t goal_kind_count = 7;

/// A number that a goal wants to be zero: the component along `along` of a ball's position at `t`,
/// up to a constant. Its derivative is that of the position.
struct Residual {
  double value = 0.0;  ///< [m]
  std::uint32_t ball = 0;
  double t = 0.0;
  Vec2 along{};             ///< zero: constant within the event list
  bool is_position = true;  ///< false: only differences give a derivative
};

struct GoalResult {
  bool satisfied = false;
  std::vector<Residual> residuals{};
  double decided = 0.0;  ///< when it was reached or missed [s]
};

/// A goal is a pure function of the run up to `until`.
GoalResult evaluate(const Goal& goal, const Scene& scene, const Trajectory& trajectory,
                    double until = 1e300);

struct ShapingProblem {
  Scene scene{};
  std::optional<BallStart> start{};
  std::vector<Unknown> unknowns{};
  std::vector<Goal> goals{};
  NoiseLevel noise = *find_noise_level("computational-pool");
};

/// What is wrong with the problem itself; the key is that of a goal file.
std::optional<Error> find_fault(const ShapingProblem& problem);

/// The scene with the unknowns set.
Scene scene_of(const ShapingProblem& problem, std::span<const double> x);

/// One simulation and what the goals say to it.
struct Attempt {
  std::vector<double> x{};
  Trajectory trajectory{};
  std::vector<Residual> residuals{};
  bool satisfied = false;
  double miss = 0.0;              ///< root of the sum of squares of all residuals [m]
  std::vector<double> decided{};  ///< per goal: when it was reached or missed [s]
};
Attempt attempt(const ShapingProblem& problem, std::span<const double> x);

/// Calls work(0) ... work(count - 1), in any order and on any number of threads.
using Parallel =
    std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;

struct RefineOptions {
  std::size_t most_simulations = 60;
  double enough = 2e-6;     ///< stops below this miss [m]
  bool derivatives = true;  ///< of runs; otherwise differences of runs, for comparison
};

struct Refined {
  Attempt best{};
  std::size_t simulations = 0;  ///< with or without derivatives
  bool is_stationary = false;   ///< no small change makes the miss smaller
  bool by_differences = false;  ///< some derivatives were differences of runs
};

/// Levenberg-Marquardt inside the bounds, with the exact derivatives of the run; where these are
/// undefined, with differences of runs, updated by Broyden's formula between two steps.
Refined refine(const ShapingProblem& problem, std::span<const double> start,
               const RefineOptions& options = {});

struct ShapeOptions {
  std::size_t simulations = 20000;  ///< of the search
  std::size_t refined = 48;         ///< candidates that are refined
  std::size_t samples = 200;        ///< for the chance of success
  std::size_t solutions = 8;        ///< at most
  std::uint64_t seed = 1;
  Parallel parallel{};                     ///< default: one after the other
  std::function<void(double)> progress{};  ///< done, 0 to 1
};

struct Solution {
  Attempt attempt{};
  std::string path{};        ///< the impacts that led to it; solutions with others are distinct
  double chance = 0.0;       ///< of success under the noise
  std::string usual_miss{};  ///< what happens most often when it fails; empty if it does not
  std::vector<Margin> margins{};  ///< per unknown of the shot; empty without derivatives
};

struct ShapeResult {
  std::vector<Solution> solutions{};  ///< distinct; the most likely first
  Attempt closest{};                  ///< of all attempts; when there is no solution, the best miss
  bool is_infeasible = false;  ///< no solution, and no small change of `closest` makes it smaller
  std::size_t simulations = 0;
};

/// Refines from the unknowns' starts; if one of them has none, searches the whole ranges.
ShapeResult shape(const ShapingProblem& problem, const ShapeOptions& options = {});

/// Share of `samples` executions that reach all goals.
double chance_of(const ShapingProblem& problem, std::span<const double> x, std::size_t samples,
                 std::uint64_t seed);

/// The impacts that led to the goals, as text: those of the balls that reached them, and before
/// that of the balls that set these in motion.
std::string path_text(const ShapingProblem& problem, const Attempt& attempt);

// --- the make region: success over aim and speed -------------------------------------------------

struct MakeRegionOptions {
  std::size_t headings = 48;  ///< cells
  std::size_t speeds = 32;
  double reach = 4.0;               ///< to both sides, in standard deviations of the noise
  std::size_t simulations = 20000;
  std::size_t least = 2;  ///< per cell, at least two
  std::uint64_t seed = 1;
  Parallel parallel{};
};

/// Cells of heading and speed around a shot, equally wide. Each has executions drawn from the part
/// of the noise that falls into it; the errors of side, height and elevation are random in all.
struct MakeRegion {
  std::vector<double> headings{};  ///< edges of the cells, relative to the shot's [degree]
  std::vector<double> speeds{};    ///< the same [m/s]
  std::vector<double> success{};   ///< share: speed * (headings - 1) + heading
  double chance = 0.0;             ///< success, weighted with the noise
  double standard_error = 0.0;     ///< of the chance
  std::size_t simulations = 0;
};

/// Stratified sampling: the chance has no bias but the noise beyond the reach, 1e-4 of it. Without
/// noise of heading and speed there is no region: all vectors are empty.
MakeRegion make_region(const ShapingProblem& problem, std::span<const double> x,
                       const MakeRegionOptions& options = {});

}  // namespace cuelab
