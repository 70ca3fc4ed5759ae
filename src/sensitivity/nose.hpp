#pragma once

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"
#include "laws/scalar.hpp"

namespace cuelab::sensitivity {

/// The noses of a table as balls of one radius meet them; as in the event engine's TableMap.
struct Noses {
  double radius = 0.0;     ///< R of the ball [m]
  double height = 0.0;     ///< of the noses [m]
  double sin_theta = 0.0;  ///< downward inclination of the normal for a ball on the cloth
  double cos_theta = 1.0;
  double distance = 0.0;  ///< of the centre of a touching ball on the cloth [m]
  bool vertical = false;  ///< walls
};

Noses noses_of(const Table& table, double radius);

/// A straight nose seen from the ball's side, or a rounded end (radius 0: the end of a straight
/// one).
struct Nose {
  bool is_straight = false;
  Vec2 at;              ///< a point of it, or its centre [m]
  Vec2 normal;          ///< of a straight nose, toward the ball
  double radius = 0.0;  ///< of a rounded one [m]
};

/// The part of a cushion or jaw that a ball in this state touches.
Nose touched_nose(const Table& table, const Noses& noses, Agent part, const BallState& s);

/// The gap between a ball and a nose, and the direction in which the nose pushes.
template <class S>
struct NoseTouch {
  S gap{};
  Vec3Of<S> normal{};   ///< unit, toward the ball
  Vec3Of<S> outward{};  ///< gradient of the gap
};

template <class S>
NoseTouch<S> touch(const Noses& noses, const Nose& nose, const StateOf<S>& s) {
  // across the nose
  Vec2Of<S> out{nose.normal.x, nose.normal.y};
  const Vec2Of<S> offset{s.r.x - nose.at.x, s.r.y - nose.at.y};
  S across{};
  if (nose.is_straight) {
    across = nose.normal.x * offset.x + nose.normal.y * offset.y;
  } else {
    const S distance = norm(offset);
    out = (1.0 / distance) * offset;
    across = distance - nose.radius;
  }
  const Vec3Of<S> level{out.x, out.y, S(0.0)};
  if (s.motion != Motion::airborne) {
    return {.gap = across - noses.distance,
            .normal = {noses.cos_theta * out.x, noses.cos_theta * out.y, S(-noses.sin_theta)},
            .outward = level};
  }
  if (noses.vertical) return {.gap = across - noses.radius, .normal = level, .outward = level};

  // in the air also over it
  using std::sqrt;
  const S over = s.r.z - noses.height;
  const S distance = sqrt(across * across + over * over);
  const S part = across / distance;
  const Vec3Of<S> n{part * out.x, part * out.y, over / distance};
  return {.gap = distance - noses.radius, .normal = n, .outward = n};
}

}  // namespace cuelab::sensitivity
