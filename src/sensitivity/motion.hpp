#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "cuelab/laws.hpp"
#include "sensitivity/difference.hpp"
#include "sensitivity/impact.hpp"
#include "sensitivity/track.hpp"

namespace cuelab::sensitivity {

// Free motion and the response of the cloth, in duals.

template <std::size_t N>
bool is_finite(const DualVec3<Dual<N>>& a) {
  double sum = 0.0;
  for (std::size_t c = 0; c < N; ++c) sum += a.x.d[c] + a.y.d[c] + a.z.d[c];
  return std::isfinite(sum);
}

/// Whether every derivative of a state is finite.
template <std::size_t N>
bool is_finite(const DualState<Dual<N>>& s) {
  return is_finite(s.r) && is_finite(s.v) && is_finite(s.w);
}

template <std::size_t N>
void drop_derivatives(Dual<N>& x) {
  x = Dual<N>(x.value);
}

/// A state on the cloth with the motion that the record has. A ball that rolls keeps rolling when
/// it is disturbed: the cloth stops the slip, which for small slips takes no time. A ball at rest
/// that is disturbed stops at once; without friction it does neither. False if the derivative does
/// not exist.
template <std::size_t N>
bool settle(const BallSpec& ball, double mu, DualState<Dual<N>>& s, Motion motion) {
  using S = Dual<N>;
  s.motion = motion;
  if (motion == Motion::airborne) return true;
  s.r.z = S(ball.radius);
  s.v.z = S(0.0);
  if (motion == Motion::sliding) return true;
  if (mu == 0.0 && motion != Motion::rolling) return true;
  if (motion == Motion::rolling) {
    const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
    DualVec2<S> slip = slip_over_cloth<S>(ball, s);
    slip.x.value = slip.y.value = 0.0;
    if (mu == 0.0) {  // it would slide on for ever
      double most = 0.0;
      for (std::size_t c = 0; c < N; ++c) {
        most = std::max({most, std::abs(slip.x.d[c]), std::abs(slip.y.d[c])});
      }
      return most <= still_speed;
    }
    const DualVec2<S> change = (-1.0 / (1.0 + k)) * slip;
    s.v += DualVec3<S>{change.x, change.y, S(0.0)};
    s.w.x = -s.v.y / ball.radius;
    s.w.y = s.v.x / ball.radius;
    return true;
  }
  for (S* x : {&s.v.x, &s.v.y, &s.w.x, &s.w.y}) drop_derivatives(*x);
  if (motion == Motion::stationary) drop_derivatives(s.w.z);
  return true;
}

/// Flight until the landing; as `time_to_fall`.
template <std::size_t N>
DualFlow<Dual<N>> flight(const BallSpec& ball, double gravity, const DualState<Dual<N>>& s) {
  using S = Dual<N>;
  DualFlow<S> flow;
  flow.a = Vec3{0.0, 0.0, -0.5 * gravity};
  const S height = s.r.z - ball.radius;
  const S square = s.v.z * s.v.z + 2.0 * gravity * height;
  if (gravity <= 0.0 && (s.v.z.value >= 0.0 || square < 0.0)) {
    flow.duration = S(std::numeric_limits<double>::infinity());
    return flow;
  }
  const S root = square > 0.0 ? sqrt(square) : S(0.0);
  if (s.v.z.value < 0.0) {
    flow.duration = 2.0 * height / (root - s.v.z);
    if (flow.duration.value < 0.0) flow.duration.value = 0.0;
  } else {
    flow.duration = (s.v.z + root) / gravity;
  }
  return flow;
}

/// Numbers of a flow without its duration, and the duration.
inline std::array<double, 6> rates_of(const BallSpec& ball, const Flow& flow) {
  return {flow.a.x,
          flow.a.y,
          flow.a.z,
          ball.radius * flow.dw.x,
          ball.radius * flow.dw.y,
          ball.radius * flow.spin_decay};
}

template <std::size_t N>
void add_column(const BallSpec& ball, DualFlow<Dual<N>>& flow, std::size_t c, double factor,
                const std::array<double, 6>& slope) {
  flow.a.x.d[c] += factor * slope[0];
  flow.a.y.d[c] += factor * slope[1];
  flow.a.z.d[c] += factor * slope[2];
  flow.dw.x.d[c] += factor / ball.radius * slope[3];
  flow.dw.y.d[c] += factor / ball.radius * slope[4];
  flow.spin_decay.d[c] += factor / ball.radius * slope[5];
}

/// Adds the derivatives of a flow's rates and duration along one column; false if there are none.
template <std::size_t N>
bool add_flow_column(const BallSpec& ball, DualFlow<Dual<N>>& flow, std::size_t c, double factor,
                     const std::optional<std::array<double, 6>>& rates,
                     const std::optional<std::array<double, 1>>& duration) {
  if (!rates || !duration) return false;
  add_column(ball, flow, c, factor, *rates);
  flow.duration.d[c] += factor * (*duration)[0];
  return true;
}

/// The duration as a number with a derivative: 0 for motions that never end.
inline double finite_duration(const Flow& flow) {
  return std::isfinite(flow.duration) ? flow.duration : 0.0;
}

/// The free motion of a ball from a state; nothing if its derivative does not exist.
template <std::size_t N>
std::optional<DualFlow<Dual<N>>> free_flow(const Physics& physics, const BallSpec& ball,
                                           const DualState<Dual<N>>& s) {
  using S = Dual<N>;
  const bool on_cloth =
      s.motion == Motion::sliding || s.motion == Motion::rolling || s.motion == Motion::spinning;
  if (s.motion == Motion::airborne) return flight(ball, physics.gravity, s);
  if (!on_cloth) {
    DualFlow<S> rest;
    rest.duration = S(std::numeric_limits<double>::infinity());
    return rest;
  }
  const Environment around{.gravity = physics.gravity};
  if (const auto* cloth = std::get_if<CoulombCloth>(&physics.cloth)) {
    return coulomb_flow<S>(*cloth, ball, around, s);
  }
  const BallState at = value_of(s);
  const Flow value = flow_of(physics.cloth, ball, around, at);
  DualFlow<S> flow;
  flow.a = value.a;
  flow.dw = {value.dw.x, value.dw.y};
  flow.spin_decay = value.spin_decay;
  flow.duration = value.duration;
  flow.continues = value.continues;
  for (std::size_t c = 0; c < N; ++c) {
    const double size = column_size(ball, s, c) / speed_scale(ball, at);
    if (size == 0.0) continue;
    const auto there = [&](double h) {
      return flow_of(physics.cloth, ball, around, moved(s, c, h / size));
    };
    const auto rates = slope_of<6>([&](double h, std::array<double, 6>& y) {
      y = rates_of(ball, there(h));
      return true;
    });
    const auto duration = slope_of<1>([&](double h, std::array<double, 1>& y) {
      y[0] = finite_duration(there(h));
      return true;
    });
    const bool exists = add_flow_column(ball, flow, c, size, rates, duration);
    if (!exists) return {};
  }
  return flow;
}

}  // namespace cuelab::sensitivity
