#include "fuzz/draw_table.hpp"

#include <string>

#include "scene/pocket_table.hpp"

namespace cuelab::fuzz {
namespace {

/// Height of a nose above the cloth for balls of this radius.
double nose_height(double R, Dice& dice, Mode mode) {
  if (mode == Mode::extreme) return R * dice.between(0.05, 1.95);
  return R * dice.between(0.9, 1.5);
}

Table box(Dice& dice) {
  Table table;
  table.length = dice.between(0.8, 3.0);
  table.width = dice.between(0.5, 1.0) * table.length;
  const double x = 0.5 * table.length;
  const double y = 0.5 * table.width;
  table.cushions = {{.id = "foot", .from = {x, -y}, .to = {x, y}},
                    {.id = "head", .from = {-x, -y}, .to = {-x, y}},
                    {.id = "left", .from = {-x, y}, .to = {x, y}},
                    {.id = "right", .from = {-x, -y}, .to = {x, -y}}};
  return table;
}

/// A pocket whose facings end beside the middle of its hole, so that no ball gets behind them.
PocketSpec draw_pocket(double R, Dice& dice, bool corner) {
  const double mouth = R * dice.between(3.2, 5.0);
  const double cut = corner ? dice.between(130.0, 150.0) : dice.between(91.0, 115.0);
  const double shelf = R * dice.between(0.1, 1.8);
  const double hole = mouth * dice.between(0.48, 0.55);
  const double turn = (180.0 - cut) * pi / 180.0;
  const double toward = corner ? 0.25 * pi : 0.5 * pi;  // from the rail into the pocket
  const double facing = (shelf + hole) / sin_cos(toward - turn).cos;
  return {.mouth = mouth,
          .cut = cut,
          .jaw_radius = dice.chance(0.2) ? 0.0 : R * dice.between(0.05, 1.0),
          .shelf = shelf,
          .hole_radius = hole,
          .facing_depth = facing * sin_cos(turn).sin};
}

Table six_pockets(double R, Dice& dice) {
  const double length = dice.between(1.2, 3.0);
  return pocket_table({.length = length,
                       .width = dice.between(0.5, 0.8) * length,
                       .cushion_height = 0.0,
                       .corner = draw_pocket(R, dice, true),
                       .side = draw_pocket(R, dice, false)});
}

/// A convex ring of cushions.
Table polygon(Dice& dice) {
  Table table;
  table.length = dice.between(0.8, 2.5);
  table.width = dice.between(0.5, 1.0) * table.length;
  const std::size_t corners = 3 + dice.below(6);
  const double turn = dice.angle();
  const auto corner = [&](std::size_t k) {
    const double share = static_cast<double>(k % corners) / static_cast<double>(corners);
    const SinCos way = sin_cos(turn + 2.0 * pi * share);
    return Vec2{0.5 * table.length * way.cos, 0.5 * table.width * way.sin};
  };
  for (std::size_t k = 0; k < corners; ++k) {
    table.cushions.push_back(
        {.id = "side" + std::to_string(k), .from = corner(k), .to = corner(k + 1)});
  }
  return table;
}

/// Free cushions, posts and holes inside a table.
void add_obstacles(Table& table, double R, Dice& dice) {
  const auto anywhere = [&] {
    return Vec2{0.4 * table.length * dice.sign(), 0.4 * table.width * dice.sign()};
  };
  for (std::size_t k = dice.below(3); k > 0; --k) {
    const Vec2 from = anywhere();
    const Vec2 to = from + dice.between(0.02, 0.5) * dice.direction();
    table.cushions.push_back({.id = "free" + std::to_string(k), .from = from, .to = to});
  }
  for (std::size_t k = dice.below(3); k > 0; --k) {
    const double radius = dice.chance(0.3) ? 0.0 : R * dice.between(0.05, 3.0);
    table.jaws.push_back(
        {.id = "post" + std::to_string(k), .centre = anywhere(), .radius = radius});
  }
  for (std::size_t k = dice.below(3); k > 0; --k) {
    table.pockets.push_back({.id = "hole" + std::to_string(k),
                             .centre = anywhere(),
                             .radius = R * dice.between(0.5, 3.0)});
  }
}

BallSpec ball_of(double radius, double mass) {
  return {.radius = radius, .mass = mass, .inertia = 0.4 * mass * radius * radius};
}

Venue draw_preset(Dice& dice) {
  const TablePreset& preset = dice.one_of(std::span(table_presets()));
  return {*make_table(preset.name), ball_of(preset.ball_radius, preset.ball_mass)};
}

}  // namespace

Venue draw_venue(Dice& dice, Mode mode) {
  if (dice.chance(0.6)) {
    Venue venue = draw_preset(dice);
    if (dice.chance(0.15)) venue.table.contact = CushionContact::plane;
    return venue;
  }
  Venue venue{.table = {}, .ball = ball_of(dice.between(0.02, 0.035), dice.between(0.1, 0.25))};
  const double R = venue.ball.radius;
  switch (dice.below(4)) {
    case 0:
      venue.table = box(dice);
      break;
    case 1:
      venue.table = six_pockets(R, dice);
      break;
    case 2:
      venue.table = polygon(dice);
      break;
    default:
      venue.table = box(dice);
      add_obstacles(venue.table, R, dice);
      break;
  }
  venue.table.cushion_height = nose_height(R, dice, mode);
  if (dice.chance(0.3)) venue.table.contact = CushionContact::plane;
  add_default_spots(venue.table);
  return venue;
}

}  // namespace cuelab::fuzz
