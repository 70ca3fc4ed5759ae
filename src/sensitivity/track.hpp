#pragma once

#include "cuelab/sensitivity.hpp"
#include "laws/cloth/free_motion.hpp"

namespace cuelab::sensitivity {

/// The present motion of a ball and its derivatives: a piece in duals. Its start time is one, too,
/// so the state at a fixed time has the derivatives that count at that time.
template <std::size_t N>
struct Track {
  using S = Dual<N>;
  S t0{};
  Vec3Of<S> r0{};
  Vec3Of<S> v0{};
  Vec3Of<S> a{};
  Vec3Of<S> w0{};
  Vec2Of<S> dw{};
  S spin_decay{};
  S end{};    ///< when the motion ends by itself; may be infinite [s]
  S since{};  ///< when the ball took this course
  Motion motion = Motion::stationary;
  bool continues = false;  ///< `end` ends the piece, not the motion
  Undefined undefined = Undefined::no;
  bool is_bent = false;  ///< no parabola: valid only at t0, see bent_track.hpp
  Flow flow{};           ///< of a bent piece
  double dw_z = 0.0;     ///< rate of w_z besides its decay [rad/s^2]
  std::uint32_t piece = none;
};

/// State on a track at time t, which may have derivatives; as `state_on`.
template <std::size_t N, class T>
DualState<Dual<N>> state_on(const Track<N>& track, const T& t) {
  using S = Dual<N>;
  const S s = t - track.t0;
  DualState<S> out;
  out.r = track.r0 + s * (track.v0 + s * track.a);
  out.v = track.v0 + (2.0 * s) * track.a;
  out.w = {track.w0.x + s * track.dw.x, track.w0.y + s * track.dw.y, track.w0.z};
  out.motion = track.motion;
  out.w.z += track.dw_z * s;
  if (track.is_bent) return out;
  const S spin = abs(out.w.z) - track.spin_decay * s;
  out.w.z = spin > 0.0 ? copysign(spin, out.w.z) : S(0.0);
  return out;
}

/// Moves the derivatives of a state from a fixed time to a time with the derivatives dt.
template <std::size_t N>
void shift(DualState<Dual<N>>& s, const Track<N>& track, const typename Dual<N>::Derivatives& dt) {
  const auto add = [&](Dual<N>& x, double rate) {
    for (std::size_t i = 0; i < N / lane_count; ++i) x.d.lanes[i] += rate * dt.lanes[i];
  };
  const Vec3 v = value_of(s.v);
  const Vec3 a = value_of(track.a);
  add(s.r.x, v.x);
  add(s.r.y, v.y);
  add(s.r.z, v.z);
  add(s.v.x, 2.0 * a.x);
  add(s.v.y, 2.0 * a.y);
  add(s.v.z, 2.0 * a.z);
  add(s.w.x, track.dw.x.value);
  add(s.w.y, track.dw.y.value);
  add(s.w.z, track.dw_z);
  if (s.w.z.value != 0.0) add(s.w.z, -std::copysign(track.spin_decay.value, s.w.z.value));
}

/// Replaces the values, not the derivatives.
template <std::size_t N>
void set_values(DualVec3<Dual<N>>& x, const Vec3& value) {
  x.x.value = value.x;
  x.y.value = value.y;
  x.z.value = value.z;
}

}  // namespace cuelab::sensitivity
