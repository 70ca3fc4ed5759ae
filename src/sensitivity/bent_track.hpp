#pragma once

#include "laws/cloth/patch_variation.hpp"
#include "sensitivity/motion.hpp"
#include "sensitivity/variation.hpp"

namespace cuelab::sensitivity {

// Motion on a patch: no closed form, but steps of an integrator, whose derivatives are those of the
// step with a fixed length.

/// Replaces a bent track by its expansion about the time t, `at` being the recorded state there.
/// False if the derivatives do not exist.
template <std::size_t N>
bool expand(const Physics& physics, const BallSpec& ball, const BallState& at, double t,
            std::span<Variation* const> variations, Track<N>& track) {
  using S = Dual<N>;
  using namespace patch;
  const PatchMotion motion{std::get<PatchCloth>(physics.cloth), ball, physics.gravity};
  const double h = t - track.t0.value;
  DualState<S> start;
  start.v = track.v0;
  start.w = track.w0;
  const DualVec2<S> u = slip_over_cloth<S>(ball, start);
  const std::array<S, rate_count> from{u.x, u.y, start.w.z, start.v.x - motion.share * u.x,
                                       start.v.y - motion.share * u.y};
  const Rates y = motion.variables(value_of(start));
  const FrozenStep step(motion, y, h);
  const auto slopes = step.derivatives(motion);
  std::array<S, end_count> to{};
  for (std::size_t i = 0; i < end_count; ++i) {
    for (std::size_t j = 0; j < rate_count; ++j) to[i] += slopes[j][i] * (from[j] - from[j].value);
  }
  for (std::size_t c = 0; c < variations.size() && c < N; ++c) {
    if (variations[c] == nullptr) continue;
    const auto slope =
        variations[c]->template difference<end_count>([&](const Scene& varied, EndNumbers& end) {
          const auto* cloth = std::get_if<PatchCloth>(&varied.physics.cloth);
          if (cloth == nullptr) return false;
          end = step.from(PatchMotion{*cloth, ball, varied.physics.gravity}, y);
          return true;
        });
    if (!slope) return false;
    for (std::size_t i = 0; i < end_count; ++i) {
      to[i].d[c] += (*slope)[i] / variations[c]->scale();
    }
  }

  // at the fixed time t
  const Rates rates = motion.rates(motion.variables(at));
  const Vec2 dv = motion.velocity(rates);
  const Vec3 dw = motion.angular_velocity(rates);
  const S late = track.t0.value - track.t0;
  const DualVec2<S> v{to[p_x] + motion.share * to[u_x], to[p_y] + motion.share * to[u_y]};
  const Vec3 place = at.r;
  track.r0 =
      DualVec3<S>{track.r0.x - track.r0.x.value + to[rate_count] + at.v.x * late,
                  track.r0.y - track.r0.y.value + to[rate_count + 1] + at.v.y * late, S(0.0)} +
      DualVec3<S>(place);
  track.v0 = DualVec3<S>{v.x + dv.x * late, v.y + dv.y * late, S(0.0)} + DualVec3<S>(at.v);
  const double per = 1.0 / ball.radius;
  track.w0 = DualVec3<S>{per * (to[u_y] - v.y) + dw.x * late, per * (v.x - to[u_x]) + dw.y * late,
                         to[spin] + dw.z * late} +
             DualVec3<S>(at.w);
  track.a = Vec3{0.5 * dv.x, 0.5 * dv.y, 0.0};
  track.dw = {S(dw.x), S(dw.y)};
  track.dw_z = dw.z;
  track.spin_decay = S(0.0);
  track.t0 = S(t);
  return true;
}

/// The derivatives of a bent piece in one column: the cubic with the start's, which `d` has already,
/// and those of the track, expanded about its end.
template <std::size_t N>
void fill_between(const Piece& piece, const BallSpec& ball, const Track<N>& track, std::size_t c,
                  PieceTangent& d) {
  const double h = track.t0.value - piece.t0;
  const BallState at = state_on(piece, track.t0.value);
  const double per = 1.0 / h;
  const Vec3 way = column_of(track.r0, c) - d.r0 - h * d.v0 + d.t0 * at.v;
  const Vec3 gain = column_of(track.v0, c) - d.v0 + d.t0 * (2.0 * piece.a + (6.0 * h) * piece.b);
  d.b = (per * per) * (gain - (2.0 * per) * way);
  d.a = (per * per) * way - h * d.b;
  d.ddw = turn_with(ball, flat(d.b));
  const Vec2 turn = (2.0 * h * d.t0) * piece.ddw - (h * h) * d.ddw;
  d.dw = per * (column_of(track.w0, c) - d.w0 + d.t0 * piece.dw + Vec3{turn.x, turn.y, 0.0});
}

}  // namespace cuelab::sensitivity
