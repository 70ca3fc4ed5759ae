#include "fuzz/draw_scene.hpp"

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "fuzz/draw_laws.hpp"
#include "fuzz/draw_table.hpp"
#include "fuzz/place_balls.hpp"

namespace cuelab::fuzz {
namespace {

constexpr std::size_t most_balls = 22;

std::size_t draw_count(Dice& dice) {
  if (dice.chance(0.5)) return 1 + dice.below(5);
  return 1 + dice.below(most_balls);
}

double draw_speed(Dice& dice, Mode mode) {
  if (dice.chance(0.1)) return dice.magnitude(-7.0, -1.0);
  if (mode == Mode::extreme && dice.chance(0.2)) return dice.between(5.0, 30.0);
  return dice.between(0.05, 6.0);
}

Vec3 draw_spin(Dice& dice, Mode mode) {
  if (mode == Mode::extreme && dice.chance(0.2)) {
    return dice.magnitude(-6.0, 4.0) * dice.direction_in_space();
  }
  return dice.between(0.0, 200.0) * dice.direction_in_space();
}

/// A ball that moves at the start: slides, rolls, spins on the spot, or flies.
void set_in_motion(Ball& ball, Dice& dice, Mode mode) {
  BallState& s = ball.start;
  const double R = ball.spec.radius;
  const Vec2 v = draw_speed(dice, mode) * dice.direction();
  switch (dice.below(4)) {
    case 0:
      s.w = {0.0, 0.0, dice.between(0.0, 200.0) * dice.sign()};
      break;
    case 1:
      s.v = {v.x, v.y, 0.0};
      s.w = {-v.y / R, v.x / R, dice.chance(0.5) ? 0.0 : dice.between(-100.0, 100.0)};
      break;
    case 2:
      s.v = {v.x, v.y, dice.between(0.0, 3.0)};
      s.w = draw_spin(dice, mode);
      break;
    default:
      s.v = {v.x, v.y, 0.0};
      s.w = dice.chance(0.3) ? Vec3{} : draw_spin(dice, mode);
      break;
  }
}

Shot draw_shot(const Scene& scene, Dice& dice, Mode mode) {
  Shot shot{.ball = dice.below(scene.balls.size()), .speed = draw_speed(dice, mode)};
  shot.heading = dice.angle();
  if (dice.chance(0.6)) {
    // at another ball, straight or cut
    const Vec3& aim = scene.balls[dice.below(scene.balls.size())].start.r;
    const Vec3 way = aim - scene.balls[shot.ball].start.r;
    const double off = dice.chance(0.3) ? 0.0 : 0.05 * dice.sign();
    if (norm(flat(way)) > 0.0) shot.heading = cuelab::atan2(way.y, way.x) + off;
  }
  const Vec2 tip = dice.between(0.0, 0.49) * dice.direction();
  shot.side = dice.chance(0.3) ? 0.0 : tip.x;
  shot.height = dice.chance(0.3) ? 0.0 : tip.y;
  if (dice.chance(0.3)) shot.elevation = dice.between(0.0, 1.4);
  return shot;
}

void add_rack(Scene& scene, const BallSpec& spec, Dice& dice) {
  const std::string_view game = dice.one_of(std::span(rack_games()));
  const Rack rack{.game = std::string(game),
                  .at = {0.25 * scene.table.length, 0.0},
                  .gap = dice.chance(0.5) ? 0.0 : dice.magnitude(-9.0, -4.0),
                  .jitter = dice.chance(0.5) ? 0.0 : dice.magnitude(-9.0, -4.0),
                  .seed = dice.below(1000000)};
  const auto racked = rack_balls(rack, scene.table, spec.radius);
  if (!racked) return;
  for (const RackedBall& ball : *racked) {
    scene.balls.push_back(
        {.id = ball.id, .spec = spec, .start = {.r = {ball.at.x, ball.at.y, spec.radius}}});
  }
}

/// A hard stroke with the last ball at the rack, a little off its middle.
Shot draw_break(const Scene& scene, Dice& dice) {
  Shot shot{.ball = scene.balls.size() - 1, .speed = dice.between(3.0, 12.0)};
  const Vec3 way = scene.balls.front().start.r - scene.balls.back().start.r;
  const double off = dice.chance(0.3) ? 0.0 : dice.between(-0.03, 0.03);
  shot.heading = cuelab::atan2(way.y, way.x) + off;
  const Vec2 tip = dice.between(0.0, 0.49) * dice.direction();
  shot.side = dice.chance(0.5) ? 0.0 : tip.x;
  shot.height = dice.chance(0.5) ? 0.0 : tip.y;
  if (dice.chance(0.3)) shot.elevation = dice.between(0.0, 0.2);
  return shot;
}

Arrangement draw_arrangement(Dice& dice, Sort sort) {
  static constexpr std::array jammed{Arrangement::touching, Arrangement::frozen, Arrangement::jaws,
                                     Arrangement::pile};
  if (sort == Sort::breaks) return Arrangement::scattered;
  if (sort == Sort::jammed) return dice.one_of(std::span<const Arrangement>(jammed));
  return static_cast<Arrangement>(dice.below(arrangement_count));
}

Scene draw(Dice& dice, Mode mode, Sort sort) {
  Scene scene;
  Venue venue = draw_venue(dice, mode);
  scene.table = std::move(venue.table);
  scene.physics = draw_physics(dice, mode);
  if (mode == Mode::extreme) scene.run.t_max = 20.0;

  const bool rack = sort == Sort::any ? dice.chance(0.08) : sort == Sort::breaks;
  if (rack) add_rack(scene, venue.ball, dice);
  const std::size_t count = rack ? 1 : draw_count(dice);
  place_balls(scene, venue.ball, count, draw_arrangement(dice, sort), dice);
  if (scene.balls.empty()) return scene;
  if (sort == Sort::breaks) {
    if (scene.balls.size() == 1) return Scene{};  // the rack has no room on this table
    scene.shot = draw_break(scene, dice);
    return scene;
  }

  // one stroke, some balls thrown, or both
  const bool struck = dice.chance(0.6);
  if (struck) scene.shot = draw_shot(scene, dice, mode);
  const double moving = struck ? (dice.chance(0.7) ? 0.0 : 0.3) : dice.between(0.1, 1.0);
  for (Ball& ball : scene.balls) {
    if (dice.chance(moving)) set_in_motion(ball, dice, mode);
  }
  return scene;
}

}  // namespace

std::optional<DrawnScene> draw_scene(std::uint64_t seed, Mode mode, Sort sort) {
  constexpr unsigned attempts = 100;
  for (unsigned attempt = 0; attempt < attempts; ++attempt) {
    const std::uint64_t stream = 2 * attempt + (mode == Mode::extreme ? 1 : 0);
    Dice dice(seed, stream);
    Scene scene = draw(dice, mode, sort);
    scene.name = "attack " + std::to_string(seed) + (mode == Mode::extreme ? " extreme" : "");
    if (scene.balls.empty() || find_fault(scene)) continue;
    return DrawnScene{std::move(scene), attempt};
  }
  return std::nullopt;
}

}  // namespace cuelab::fuzz
