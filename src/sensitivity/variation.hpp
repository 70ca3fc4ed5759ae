#pragma once

#include <cmath>
#include <utility>

#include "cuelab/scene_number.hpp"
#include "sensitivity/difference.hpp"

namespace cuelab::sensitivity {

/// A number of a scene that is varied: the scene with it moved by h times `scale()`.
class Variation {
 public:
  Variation(Scene scene, SceneNumber number)
      : scene_(std::move(scene)), number_(std::move(number)), value_(number_.get(scene_)) {
    constexpr double from_zero = 0.1;  // scale of a number that is zero, in its unit
    scale_ = value_ != 0.0 ? std::abs(value_) : from_zero;
    const Range& range = number_.range();
    constexpr double at_bound = 1e-9;  // of the scale
    if (value_ + at_bound * scale_ > range.max) sides_ = Sides::below;
    if (value_ - at_bound * scale_ < range.min) sides_ = Sides::above;
  }

  double scale() const { return scale_; }
  Sides sides() const { return sides_; }
  bool changes_laws() const { return number_.affects() == SceneNumber::Affects::laws; }

  /// Null if the number is out of its range there.
  const Scene* at(double h) { return number_.set(scene_, value_ + h * scale_) ? nullptr : &scene_; }

 private:
  Scene scene_;
  SceneNumber number_;
  double value_ = 0.0;
  double scale_ = 1.0;
  Sides sides_ = Sides::both;
};

}  // namespace cuelab::sensitivity
