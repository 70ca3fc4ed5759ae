#pragma once

#include <optional>

#include "sensitivity/motion.hpp"

namespace cuelab::sensitivity {

/// Velocity and spin after a landing that does or does not rise again, as `put` gives them; false
/// if it is the other.
inline bool bounced_numbers(const Physics& physics, const BallSpec& ball, const BallState& before,
                            bool rises, std::array<double, 6>& y) {
  const BallState after = bounce(slate_under(physics, ball, before), ball, physics.gravity, before);
  put(ball, after, y.data());
  return rises == (after.motion == Motion::airborne);
}

/// A landing in duals; as `bounce`.
template <std::size_t N>
std::optional<DualState<Dual<N>>> bounced(const Physics& physics, const BallSpec& ball,
                                          const DualState<Dual<N>>& before, bool rises) {
  using S = Dual<N>;
  const BallState at = value_of(before);
  const Slate slate = slate_under(physics, ball, at);
  DualState<S> after = before;
  if (physics.slate.friction || std::holds_alternative<CoulombCloth>(physics.cloth)) {
    const S landing = -before.v.z;
    after.v.z = rises ? slate.restitution * landing : S(0.0);
    after = rubbed_on_slate<S>(ball, after, *slate.friction * (landing + after.v.z));
  } else {
    // friction that depends on the state
    after = constant(bounce(slate, ball, physics.gravity, at), before);
    for (std::size_t c = 0; c < N; ++c) {
      const double size = column_size(ball, before, c) / speed_scale(ball, at);
      if (size == 0.0) continue;
      const auto slope = slope_of<6>([&](double h, std::array<double, 6>& y) {
        return bounced_numbers(physics, ball, moved(before, c, h / size), rises, y);
      });
      if (!slope) return {};
      add_column(ball, after, c, size, slope->data());
    }
  }
  after.r.z = S(ball.radius);
  return after;
}

}  // namespace cuelab::sensitivity
