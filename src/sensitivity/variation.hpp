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

 private:
  Scene* scene_;
  const SceneNumber* number_;
  double value_ = 0.0;
  double scale_ = 1.0;
  Sides sides_ = Sides::both;
};

}  // namespace cuelab::sensitivity
