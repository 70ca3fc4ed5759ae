#include "sensitivity/nose.hpp"

#include <algorithm>
#include <cmath>

namespace cuelab::sensitivity {

Noses noses_of(const Table& table, double radius) {
  Noses noses{.radius = radius,
              .height = table.cushion_height,
              .vertical = table.contact != CushionContact::line};
  const bool level = table.contact == CushionContact::plane;
  noses.sin_theta = level ? 0.0 : std::clamp((table.cushion_height - radius) / radius, -1.0, 1.0);
  noses.cos_theta = std::sqrt(1.0 - noses.sin_theta * noses.sin_theta);
  noses.distance = noses.vertical ? radius : radius * noses.cos_theta;
  return noses;
}

Nose touched_nose(const Table& table, const Noses& noses, Agent part, const BallState& s) {
  if (part.kind == AgentKind::jaw) {
    const Jaw& jaw = table.jaws[part.index];
    return {.is_straight = false, .at = jaw.centre, .normal = {}, .radius = jaw.radius};
  }
  const Cushion& cushion = table.cushions[part.index];
  const double length = norm(cushion.to - cushion.from);
  const Vec2 along = (1.0 / length) * (cushion.to - cushion.from);
  const Vec2 offset = flat(s.r) - cushion.from;
  const double side = cross(along, offset);
  const Nose straight{.is_straight = true,
                      .at = cushion.from,
                      .normal = (side < 0.0 ? -1.0 : 1.0) * left_of(along)};

  // between the ends it is the straight nose; beyond them, or if only an end is near, that end
  const double foot = dot(along, offset);
  if (foot >= 0.0 && foot <= length) {
    const double gap = touch<double>(noses, straight, s).gap;
    constexpr double touching = 1e-7;  // [m]; ends are met beyond the ends, where gaps differ
    if (std::abs(gap) < touching) return straight;
  }
  return {.is_straight = false,
          .at = foot < 0.5 * length ? cushion.from : cushion.to,
          .normal = {},
          .radius = 0.0};
}

}  // namespace cuelab::sensitivity
