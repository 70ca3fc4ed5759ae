#pragma once

#include <optional>

#include "cuelab/laws.hpp"
#include "laws/ball_ball/rough_impact.hpp"
#include "laws/cushion/rigid_rebound.hpp"
#include "laws/cushion/rubber_steps.hpp"
#include "laws/cushion/stronge_contact.hpp"
#include "sensitivity/difference.hpp"
#include "sensitivity/exact_law.hpp"
#include "sensitivity/variation.hpp"

namespace cuelab::sensitivity {

// The laws of impact in duals: those with a closed form directly, the others by differences along
// each column.

/// Velocities and spins as numbers of the same unit, and back.
inline void put(const BallSpec& ball, const BallState& s, double* out) {
  out[0] = s.v.x;
  out[1] = s.v.y;
  out[2] = s.v.z;
  out[3] = ball.radius * s.w.x;
  out[4] = ball.radius * s.w.y;
  out[5] = ball.radius * s.w.z;
}

template <std::size_t N>
void add_column(const BallSpec& ball, DualState<Dual<N>>& s, std::size_t column, double factor,
                const double* slope) {
  s.v.x.d[column] += factor * slope[0];
  s.v.y.d[column] += factor * slope[1];
  s.v.z.d[column] += factor * slope[2];
  s.w.x.d[column] += factor / ball.radius * slope[3];
  s.w.y.d[column] += factor / ball.radius * slope[4];
  s.w.z.d[column] += factor / ball.radius * slope[5];
}

template <std::size_t N>
Vec3 column_of(const DualVec3<Dual<N>>& a, std::size_t column) {
  return {a.x.d[column], a.y.d[column], a.z.d[column]};
}

/// A state moved along one of its columns.
template <std::size_t N>
BallState moved(const DualState<Dual<N>>& s, std::size_t column, double h) {
  BallState out = value_of(s);
  out.v += h * column_of(s.v, column);
  out.w += h * column_of(s.w, column);
  return out;
}

template <std::size_t N>
Vec3 turned(const DualVec3<Dual<N>>& n, std::size_t column, double h) {
  const Vec3 out = value_of(n) + h * column_of(n, column);
  return (1.0 / norm(out)) * out;
}

/// Size of a column of a state, as a speed.
template <std::size_t N>
double column_size(const BallSpec& ball, const DualState<Dual<N>>& s, std::size_t column) {
  return norm(column_of(s.v, column)) + ball.radius * norm(column_of(s.w, column));
}

inline double speed_scale(const BallSpec& ball, const BallState& s) {
  return norm(s.v) + ball.radius * norm(s.w);
}

template <std::size_t N>
DualState<Dual<N>> constant(const BallState& value, const DualState<Dual<N>>& before) {
  DualState<Dual<N>> s;
  s.r = before.r;
  s.v = value.v;
  s.w = value.w;
  s.motion = value.motion;
  return s;
}

template <std::size_t N>
using DualPairResult = std::optional<DualPair<Dual<N>>>;

/// Two balls after their impact by the scene's law, without what the slate does then.
template <std::size_t N>
DualPairResult<N> collided(const Physics& physics, const PairSpec& spec,
                           const DualPair<Dual<N>>& before, const DualVec3<Dual<N>>& n) {
  using S = Dual<N>;
  if (const auto* law = std::get_if<Frictionless>(&physics.ball_ball)) {
    return smooth_impact<S>(law->restitution, spec, before, n);
  }
  if (const auto* law = std::get_if<Frictional>(&physics.ball_ball)) {
    return rough_impact<S>(law->restitution, spec, before, n, [&](const SlipOf<S>& slip) {
      return coulomb_impulse<S>(law->friction, slip);
    });
  }
  if (const auto* law = std::get_if<FrictionalAlongImpulse>(&physics.ball_ball)) {
    return rough_impact<S>(law->restitution, spec, before, n, [&](const SlipOf<S>& slip) {
      return impulse_along<S>(law->friction, slip);
    });
  }
  const Pair at{value_of(before.a), value_of(before.b)};
  const Vec3 normal = value_of(n);
  const Pair value = resolve(physics.ball_ball, spec, at, normal);
  DualPair<S> after{constant(value.a, before.a), constant(value.b, before.b)};
  const double scale = speed_scale(spec.a, at.a) + speed_scale(spec.b, at.b);
  for (std::size_t c = 0; c < N; ++c) {
    const double size =
        (column_size(spec.a, before.a, c) + column_size(spec.b, before.b, c)) / scale +
        norm(column_of(n, c));
    if (size == 0.0) continue;
    const auto slope = slope_of<12>([&](double h, std::array<double, 12>& y) {
      const Pair from{moved(before.a, c, h / size), moved(before.b, c, h / size)};
      const Vec3 along = turned(n, c, h / size);
      if (!(dot(from.a.v - from.b.v, along) > 0.0)) return false;
      const Pair to = exactly_resolved(physics, spec, from, along);
      put(spec.a, to.a, y.data());
      put(spec.b, to.b, y.data() + 6);
      return true;
    });
    if (!slope) return {};
    add_column(spec.a, after.a, c, size, slope->data());
    add_column(spec.b, after.b, c, size, slope->data() + 6);
  }
  return after;
}

/// A ball after its impact on a cushion by the scene's law, without what the slate does then.
template <std::size_t N>
std::optional<DualState<Dual<N>>> rebounded(const Physics& physics, const BallSpec& ball,
                                            const DualState<Dual<N>>& before,
                                            const DualVec3<Dual<N>>& n) {
  using S = Dual<N>;
  const BallState at = value_of(before);
  const DualCushionImpact<S> impact{ball, n, sliding_coefficient(physics.cloth, ball, at)};
  if (const auto* law = std::get_if<Mirror>(&physics.cushion)) {
    return mirrored<S>(law->restitution, impact, before);
  }
  if (const auto* law = std::get_if<ImpulseCushion>(&physics.cushion)) {
    return impulsive<S>(law->restitution, law->friction, impact, before);
  }
  if (const auto* law = std::get_if<Han2005>(&physics.cushion)) {
    return held_on_cloth<S>(impact, before,
                            impulsive<S>(law->restitution, law->friction, impact, before));
  }
  if (const auto* law = std::get_if<Mathavan2009>(&physics.cushion)) {
    return impulsive<S>(measured_rebound<S>(-dot(before.v, n)), law->friction, impact, before);
  }
  const auto* rubber = std::get_if<RubberCushion>(&physics.cushion);
  if (rubber != nullptr && std::holds_alternative<CoulombCloth>(physics.cloth)) {
    const auto after = rubbed_back<S>(*rubber, impact, before);
    if (after) return after;  // else unusual, left to a law without a closed form
  }
  if (const auto* law = std::get_if<Stronge>(&physics.cushion)) {
    return compliant<S>(*law, impact, before);
  }
  const BallState value = resolve(physics.cushion, {ball, value_of(n), impact.cloth_friction}, at);
  DualState<S> after = constant(value, before);
  const double scale = speed_scale(ball, at);
  for (std::size_t c = 0; c < N; ++c) {
    const double size = column_size(ball, before, c) / scale + norm(column_of(n, c));
    if (size == 0.0) continue;
    const auto slope = slope_of<6>([&](double h, std::array<double, 6>& y) {
      const BallState from = moved(before, c, h / size);
      const Vec3 along = turned(n, c, h / size);
      if (!(dot(from.v, along) < 0.0)) return false;
      put(ball, exactly_resolved(physics, ball, from, along), y.data());
      return true;
    });
    if (!slope) return {};
    add_column(ball, after, c, size, slope->data());
  }
  return after;
}

}  // namespace cuelab::sensitivity
