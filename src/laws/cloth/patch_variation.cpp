#include "laws/cloth/patch_variation.hpp"

#include <algorithm>

namespace cuelab::patch {

FrozenStep::FrozenStep(const PatchMotion& motion, const Rates& y, double h) : y_(y), h_(h) {
  const Rates f0 = motion.rates(y);
  is_stiff_ = is_stiff(motion, y, f0);
  if (!is_stiff_) return;
  matrix_.differentiate(motion, y, f0);
  matrix_.invert(h);
}

EndNumbers FrozenStep::from(const PatchMotion& motion, const Rates& y) const {
  const Rates f0 = motion.rates(y);
  const StepEnd end =
      is_stiff_ ? step_from(motion, y, f0, h_, matrix_) : explicit_step_from(motion, y, f0, h_);
  return {end.y[0], end.y[1], end.y[2], end.y[3], end.y[4], end.way.x, end.way.y};
}

std::array<EndNumbers, rate_count> FrozenStep::derivatives(const PatchMotion& motion) const {
  // of the scales on which friction changes: a compromise of the second order and of rounding
  constexpr double step = 3e-5;
  const EndNumbers end = from(motion, y_);
  const double slip = std::min(motion.slip(y_), norm(Vec2{end[u_x], end[u_y]}));
  const double speed = std::min(motion.rolling_speed(y_), norm(Vec2{end[p_x], end[p_y]}));
  const double slip_step = step * (motion.slip_scale(y_) + slip);
  const double speed_step = step * (motion.cloth.epsilon + speed);
  const Rates sizes =
      Rates::of(slip_step, slip_step, slip_step / motion.cloth.radius, speed_step, speed_step);
  std::array<EndNumbers, rate_count> out{};
  for (std::size_t j = 0; j < rate_count; ++j) {
    Rates up = y_;
    Rates down = y_;
    up.add(j, sizes[j]);
    down.add(j, -sizes[j]);
    const EndNumbers above = from(motion, up);
    const EndNumbers below = from(motion, down);
    const double per = 1.0 / (up[j] - down[j]);
    for (std::size_t i = 0; i < end_count; ++i) out[j][i] = per * (above[i] - below[i]);
  }
  return out;
}

}  // namespace cuelab::patch
