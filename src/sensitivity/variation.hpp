#pragma once

#include <cmath>

#include "cuelab/scene_number.hpp"
#include "sensitivity/difference.hpp"

namespace cuelab::sensitivity {

/// A number of a scene that is varied: a scene, shared by several, with it moved by h times
/// `scale()`. `reset` after use.
class Variation {
 public:
  Variation(Scene& scene, const SceneNumber& number)
      : scene_(&scene), number_(&number), value_(number.get(scene)) {
    constexpr double from_zero = 0.1;  // scale of a number that is zero, in its unit
    scale_ = value_ != 0.0 ? std::abs(value_) : from_zero;
    const Range& range = number.range();
    constexpr double at_bound = 1e-9;  // of the scale
    if (value_ + at_bound * scale_ > range.max) sides_ = Sides::below;
    if (value_ - at_bound * scale_ < range.min) sides_ = Sides::above;
  }

  double scale() const { return scale_; }

  /// The derivative, times the scale, of f(scene, y), which sets y for a varied scene and returns
  /// false if that is on another branch.
  template <std::size_t M, class F>
  std::optional<std::array<double, M>> slope(F f) {
    const auto found = slope_of<M>(
        [&](double h, std::array<double, M>& y) {
          return !number_->set(*scene_, value_ + h * scale_) && f(*scene_, y);
        },
        sides_);
    number_->set(*scene_, value_);
    return found;
  }

  /// The same by one difference of the second order, for functions that are smooth but rounded:
  /// central, or to the one side where the number may go.
  template <std::size_t M, class F>
  std::optional<std::array<double, M>> difference(F f) {
    constexpr double step = 1e-4;  // of the scale
    const double h = sides_ == Sides::below ? -step : step;
    const std::array<double, 3> at =
        sides_ == Sides::both ? std::array{-h, h, 0.0} : std::array{0.0, h, 2.0 * h};
    const std::array<double, 3> weight = sides_ == Sides::both
                                             ? std::array{-0.5 / h, 0.5 / h, 0.0}
                                             : std::array{-1.5 / h, 2.0 / h, -0.5 / h};
    std::array<double, M> sum{};
    bool exists = true;
    for (std::size_t k = 0; k < at.size() && exists; ++k) {
      std::array<double, M> y{};
      exists = !number_->set(*scene_, value_ + at[k] * scale_) && f(*scene_, y);
      for (std::size_t i = 0; i < M; ++i) sum[i] += weight[k] * y[i];
    }
    number_->set(*scene_, value_);
    return exists ? std::optional(sum) : std::nullopt;
  }

 private:
  Scene* scene_;
  const SceneNumber* number_;
  double value_ = 0.0;
  double scale_ = 1.0;
  Sides sides_ = Sides::both;
};

}  // namespace cuelab::sensitivity
