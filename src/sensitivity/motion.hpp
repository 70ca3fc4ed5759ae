#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "cuelab/laws.hpp"
#include "laws/cloth/patch_steps.hpp"
#include "sensitivity/difference.hpp"
#include "sensitivity/impact.hpp"
#include "sensitivity/track.hpp"
#include "sensitivity/variation.hpp"

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

/// `settle`, except on a patch: there slip and creep are part of the motion.
template <std::size_t N>
bool settle_on(const Physics& physics, const BallSpec& ball, DualState<Dual<N>>& s, Motion motion) {
  const bool moves = motion == Motion::sliding || motion == Motion::rolling;
  if (!moves || !std::holds_alternative<PatchCloth>(physics.cloth)) {
    return settle(ball, sliding_coefficient(physics.cloth, ball, value_of(s)), s, motion);
  }
  s.motion = motion;
  s.r.z = Dual<N>(ball.radius);
  s.v.z = Dual<N>(0.0);
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

/// Adds what a change of the cloth does to the flow from a state; false if it is not smooth.
template <std::size_t N>
bool add_variation(const BallSpec& ball, const BallState& s, Variation& variation, std::size_t c,
                   DualFlow<Dual<N>>& flow) {
  const auto there = [&](const Scene& varied) {
    const Physics& physics = varied.physics;
    return flow_of(physics.cloth, ball, {.gravity = physics.gravity}, s);
  };
  const auto rates = variation.slope<6>([&](const Scene& varied, std::array<double, 6>& y) {
    y = rates_of(ball, there(varied));
    return true;
  });
  const auto duration = variation.slope<1>([&](const Scene& varied, std::array<double, 1>& y) {
    y[0] = finite_duration(there(varied));
    return true;
  });
  return add_flow_column(ball, flow, c, 1.0 / variation.scale(), rates, duration);
}

/// The rest of a rolling motion that counts as stopping: see `stopping` in patch_flow.cpp.
template <std::size_t N>
DualFlow<Dual<N>> stopping_flow(const PatchCloth& cloth, const BallSpec& ball, double gravity,
                                const Flow& flow, const DualState<Dual<N>>& s) {
  using S = Dual<N>;
  const patch::PatchMotion motion{cloth, ball, gravity};
  const double time = cloth.epsilon / motion.rolling_rate;
  const double h = flow.duration;
  const DualVec2<S> v = flat(s.v);
  const DualVec2<S> p = v - motion.share * slip_over_cloth<S>(ball, s);
  const DualVec2<S> a = (1.0 / (h * h)) * (time * p - h * v);
  DualFlow<S> out;
  out.a = {a.x, a.y, S(0.0)};
  out.dw_z = flow.dw_z;
  out.duration = S(h);
  return out;
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
  if (const auto* patch = std::get_if<PatchCloth>(&physics.cloth)) {
    if (s.motion == Motion::rolling && value.duration < std::numeric_limits<double>::infinity()) {
      return stopping_flow(*patch, ball, physics.gravity, value, s);
    }
  }
  DualFlow<S> flow;
  flow.a = value.a;
  flow.dw = {value.dw.x, value.dw.y};
  flow.spin_decay = value.spin_decay;
  flow.duration = value.duration;
  flow.continues = value.continues;
  if (std::holds_alternative<PatchCloth>(physics.cloth)) {  // spins, or rolls for ever
    if (s.motion == Motion::spinning && value.spin_decay > 0.0) {
      const S spin = abs(s.w.z);
      flow.duration += (1.0 / value.spin_decay) * (spin - spin.value);
    }
    return flow;
  }
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
