#include "fuzz/place_balls.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace cuelab::fuzz {
namespace {

/// Gap to whatever a ball is put against [m]: none, a little, or as deep as scenes may begin.
double draw_gap(Dice& dice) {
  constexpr double gaps[] = {0.0, 0.0, 1e-15, 1e-12, 1e-10, 1e-9, 1e-7, 1e-6, 1e-4, -1e-12, -9e-10};
  return dice.one_of(std::span<const double>(gaps));
}

/// Half the sizes of the area balls are scattered over [m].
Vec2 half_area(const Table& table) {
  if (table.length > 0.0) return {0.5 * table.length, 0.5 * table.width};
  return {0.5, 0.5};
}

/// Horizontal distance from a nose at which a ball on the cloth touches it [m].
double reach(const Table& table, double R) {
  const double rise = table.cushion_height - R;
  if (table.contact != CushionContact::line || std::abs(rise) >= R) return R;
  return std::sqrt(R * R - rise * rise);
}

Vec3 on_cloth(Vec2 at, double R) { return {at.x, at.y, R}; }

Vec3 scattered(const Scene& scene, double R, Dice& dice) {
  const Vec2 half = half_area(scene.table);
  return on_cloth({(half.x - R) * dice.sign(), (half.y - R) * dice.sign()}, R);
}

/// On the cloth against a ball that is there already, or against two that lie close together.
Vec3 touching(const Scene& scene, double R, Dice& dice) {
  const Ball& first = scene.balls[dice.below(scene.balls.size())];
  const double rise = first.start.r.z - R;
  const double distance = first.spec.radius + R + draw_gap(dice);
  const double level = std::sqrt(std::max(0.0, distance * distance - rise * rise));
  const Vec2 a = flat(first.start.r);
  for (const Ball& second : scene.balls) {
    const Vec2 apart = flat(second.start.r) - a;
    const double d = norm(apart);
    const double other = second.spec.radius + R + draw_gap(dice);
    const double other_rise = second.start.r.z - R;
    const double other_level = std::sqrt(std::max(0.0, other * other - other_rise * other_rise));
    if (!(d > 0.0) || d >= level + other_level || dice.chance(0.4)) continue;
    // the corner of the triangle over the line between the two
    const double along = (d * d + level * level - other_level * other_level) / (2.0 * d);
    const double across = std::sqrt(std::max(0.0, level * level - along * along));
    const double side = dice.chance(0.5) ? across : -across;
    return on_cloth(a + (along / d) * apart + (side / d) * left_of(apart), R);
  }
  return on_cloth(a + level * dice.direction(), R);
}

/// Where the centres of balls lie that touch a cushion on the side of the table's middle.
struct TouchingLine {
  Vec2 from;
  Vec2 along;  ///< unit
  double length;
};

TouchingLine draw_line(const Scene& scene, double R, Dice& dice) {
  const Cushion& nose = scene.table.cushions[dice.below(scene.table.cushions.size())];
  const double length = norm(nose.to - nose.from);
  const Vec2 along = (1.0 / length) * (nose.to - nose.from);
  const double side = dot(left_of(along), nose.from + nose.to) > 0.0 ? -1.0 : 1.0;
  const double distance = side * (reach(scene.table, R) + draw_gap(dice));
  return {nose.from + distance * left_of(along), along, length};
}

/// Against a cushion; perhaps also against a ball or a second cushion.
Vec3 frozen(const Scene& scene, double R, Dice& dice) {
  const TouchingLine line = draw_line(scene, R, dice);
  double place = dice.between(0.0, line.length);
  if (!scene.balls.empty() && dice.chance(0.4)) {
    const Ball& other = scene.balls[dice.below(scene.balls.size())];
    const Vec2 apart = flat(other.start.r) - line.from;
    const double across = cuelab::cross(line.along, apart);
    const double rise = other.start.r.z - R;
    const double distance = other.spec.radius + R + draw_gap(dice);
    const double off = distance * distance - across * across - rise * rise;
    if (off > 0.0) {
      place = dot(line.along, apart) + (dice.chance(0.5) ? std::sqrt(off) : -std::sqrt(off));
    }
  } else if (dice.chance(0.2)) {
    const TouchingLine second = draw_line(scene, R, dice);
    const double angle = cuelab::cross(line.along, second.along);
    if (angle != 0.0) {
      place = cuelab::cross(second.from - line.from, second.along) / angle;
    }
  }
  return on_cloth(line.from + place * line.along, R);
}

/// Against a jaw, or before a hole.
Vec3 in_jaws(const Scene& scene, double R, Dice& dice) {
  const Table& table = scene.table;
  if (!table.jaws.empty() && dice.chance(0.7)) {
    const Jaw& jaw = table.jaws[dice.below(table.jaws.size())];
    const double distance = jaw.radius + reach(table, R) + draw_gap(dice);
    return on_cloth(jaw.centre + distance * dice.direction(), R);
  }
  const Pocket& pocket = table.pockets[dice.below(table.pockets.size())];
  return on_cloth(pocket.centre + (pocket.radius + dice.between(0.0, 2.0 * R)) * dice.direction(),
                  R);
}

/// On top of a ball that is there already, off its middle by anything from nothing to a radius.
Vec3 on_a_ball(const Scene& scene, double R, Dice& dice) {
  const Ball& below = scene.balls[dice.below(scene.balls.size())];
  const double distance = below.spec.radius + R + std::max(0.0, draw_gap(dice));
  const double off = dice.chance(0.1) ? 0.0 : dice.between(0.0, 0.99) * distance;
  const Vec2 level = off * dice.direction();
  const double up = std::sqrt(distance * distance - off * off);
  const Vec3& r = below.start.r;
  return {r.x + level.x, r.y + level.y, std::max(R, r.z + up)};
}

Vec3 dropped(const Scene& scene, double R, Dice& dice) {
  Vec3 r = scattered(scene, R, dice);
  if (!scene.balls.empty() && dice.chance(0.5)) {
    const Vec3& below = scene.balls[dice.below(scene.balls.size())].start.r;
    r = {below.x + R * dice.sign(), below.y + R * dice.sign(), R};
  }
  r.z += dice.between(0.0, 0.3);
  return r;
}

Vec3 draw_place(const Scene& scene, double R, Arrangement arrangement, Dice& dice) {
  if (arrangement == Arrangement::mixed) {
    arrangement = static_cast<Arrangement>(dice.below(arrangement_count - 1));
  }
  const bool alone = scene.balls.empty();
  switch (arrangement) {
    case Arrangement::touching:
      return alone ? scattered(scene, R, dice) : touching(scene, R, dice);
    case Arrangement::frozen:
      return scene.table.cushions.empty() ? scattered(scene, R, dice) : frozen(scene, R, dice);
    case Arrangement::jaws:
      return scene.table.pockets.empty() ? scattered(scene, R, dice) : in_jaws(scene, R, dice);
    case Arrangement::pile:
      if (alone) return scattered(scene, R, dice);
      return dice.chance(0.5) ? touching(scene, R, dice) : on_a_ball(scene, R, dice);
    case Arrangement::dropped:
      return dropped(scene, R, dice);
    default:
      return scattered(scene, R, dice);
  }
}

bool has_room(const Scene& scene, const Vec3& r, double R) {
  return std::ranges::none_of(scene.balls, [&](const Ball& other) {
    return norm(other.start.r - r) < other.spec.radius + R - touching_on_load;
  });
}

}  // namespace

void place_balls(Scene& scene, const BallSpec& spec, std::size_t count, Arrangement arrangement,
                 Dice& dice) {
  constexpr int attempts = 20;
  const bool unequal = dice.chance(0.15);
  for (std::size_t k = 0; k < count; ++k) {
    BallSpec own = spec;
    if (unequal) {
      const double scale = dice.between(0.8, 1.25);
      own.radius *= scale;
      own.mass *= scale * scale * scale;
      own.inertia *= scale * scale * scale * scale * scale;
    }
    for (int attempt = 0; attempt < attempts; ++attempt) {
      const Vec3 r = draw_place(scene, own.radius, arrangement, dice);
      if (!has_room(scene, r, own.radius)) continue;
      scene.balls.push_back(
          {.id = "b" + std::to_string(scene.balls.size()), .spec = own, .start = {.r = r}});
      if (!find_fault(scene)) break;
      scene.balls.pop_back();
    }
  }
}

}  // namespace cuelab::fuzz
