#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "reproduce/lab.hpp"

namespace cuelab::reproduction {

/// How breaks are played: what the published statistics leave open.
struct BreakStyle {
  double speed = 9.0;      ///< of the cue ball, mean [m/s]
  double aim = 2e-3;       ///< of the path at the rack, standard deviation to the side [m]
  double gap = 1e-6;       ///< between racked balls, mean [m]
  double place = 0.0;      ///< of the cue ball on the head string, from the middle to the left [m]
  bool second = false;     ///< from the side at the second row's left ball, not at the apex ball
  double clearance = 0.0;  ///< of second-ball breaks from the apex ball, as aimed [m]
  friend bool operator==(const BreakStyle&, const BreakStyle&) = default;
};

/// "9 m/s, aim 2 mm, gap 1e-6 m, 0.4 m from the middle"
std::string text_of(const BreakStyle& style);

/// What is the same for all: standard deviations of the speed (as a fraction) and of the tip's
/// offsets (as a fraction of R), and the distance of the cue ball from the side cushion in
/// second-ball breaks [m].
inline constexpr double speed_spread = 0.05;
inline constexpr double tip_spread = 0.0175;
inline constexpr double second_from_cushion = 0.07;

/// A break: its style, and the number that its random errors and its rack depend on.
struct Break {
  BreakStyle style;
  std::uint64_t number = 0;
};

/// `count` breaks of one style, numbered from 0: the same errors and racks for every style.
std::vector<Break> breaks_of(const BreakStyle& style, std::size_t count);

/// How breaks are simulated.
enum class BreakEngine : std::uint8_t {
  event,
  hybrid,     ///< fast integrator
  accurate,   ///< hybrid, accurate integrator
  compliant,  ///< the same with compliant cushions: nearest to the smooth engine
  smooth
};
std::string_view name_of(BreakEngine engine);

/// Balls whose centre is less than this from the foot spot count as not spread [m].
inline constexpr double rack_zone = 0.35;

struct BreakOutcome {
  int pocketed = 0;      ///< object balls
  int in_zone = 0;       ///< object balls in the rack zone
  bool scratch = false;  ///< the cue ball is pocketed or off the table
  bool eight = false;    ///< the eight is pocketed
  Vec2 cue{};            ///< where the cue ball stops [m]
};

/// Simulates breaks to rest on the lab's threads; outcomes in their order. Throws
/// std::runtime_error if a run fails.
std::vector<BreakOutcome> play(Lab& lab, BreakEngine engine, std::span<const Break> breaks);

/// States of all balls at the start of a break, cue ball first; see BreakStyle. `scene` has the
/// table and the cue ball.
std::vector<BallState> start_of(const Scene& scene, const Break& each);

}  // namespace cuelab::reproduction
