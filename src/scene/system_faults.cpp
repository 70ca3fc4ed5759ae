#include <cmath>
#include <string>

#include "cuelab/scene.hpp"
#include "math/elementary.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

using Fault = std::optional<Error>;

Fault fault(const char* key, std::string what) {
  return Error{.file = "", .key = std::string("system.") + key, .what = std::move(what)};
}

/// A length in mm.
std::string in_mm(double length) { return number_text(1e3 * length) + " mm"; }

struct Size {
  const char* key;
  double value;
  bool may_be_zero = false;
};

Fault find_bad_size(std::initializer_list<Size> sizes) {
  for (const Size& size : sizes) {
    const bool ok = size.value > 0.0 || (size.may_be_zero && size.value == 0.0);
    if (ok && std::isfinite(size.value)) continue;
    return fault(size.key, "is " + number_text(size.value) + ", must be a finite number " +
                               (size.may_be_zero ? "that is not negative" : "above 0"));
  }
  return std::nullopt;
}

struct ModelFault {
  Fault operator()(const PoolSystem& /*pool*/) const { return std::nullopt; }

  Fault operator()(const BouncingBall& ball) const {
    if (auto bad = find_bad_size({{"radius", ball.radius},
                                  {"mass", ball.mass},
                                  {"height", ball.height, true},
                                  {"tube_radius", ball.tube_radius}})) {
      return bad;
    }
    const double room = 2.0 * (ball.tube_radius - ball.radius);
    if (ball.surface == BouncingBall::Surface::tube && !(ball.height < room)) {
      return fault("height", "is " + number_text(ball.height) + ", must be below " +
                                 number_text(room) + ", the room for the ball in the tube");
    }
    return std::nullopt;
  }

  Fault operator()(const NewtonsCradle& cradle) const {
    if (auto bad = find_bad_size({{"radius", cradle.radius},
                                  {"mass", cradle.mass},
                                  {"length", cradle.length},
                                  {"spread", cradle.spread},
                                  {"gap", cradle.gap, true},
                                  {"release", cradle.release, true}})) {
      return bad;
    }
    if (cradle.count == 0 || cradle.count >= max_balls) {
      return fault("count", "is " + std::to_string(cradle.count) + ", must be from 1 to " +
                                std::to_string(max_balls - 1));
    }
    if (cradle.released > cradle.count) {
      return fault("released", "is " + std::to_string(cradle.released) +
                                   ", must be at most count, " + std::to_string(cradle.count));
    }
    if (cradle.strings != 1 && cradle.strings != 2) {
      return fault("strings", "is " + std::to_string(cradle.strings) + ", must be 1 or 2");
    }
    return std::nullopt;
  }

  Fault operator()(const BallBearing& bearing) const {
    if (auto bad = find_bad_number(bearing)) return bad;
    if (bearing.count == 0 || bearing.count >= max_balls) {
      return fault("count", "is " + std::to_string(bearing.count) + ", must be from 1 to " +
                                std::to_string(max_balls - 1));
    }
    const double d = bearing.ball_diameter;
    const double D = bearing.mean_diameter;
    if (!(D - d > bearing.bore)) {
      return fault(
          "bore", "is " + in_mm(bearing.bore) + ", must be below the inner race's " + in_mm(D - d));
    }
    if (!(D + d < bearing.outside)) {
      return fault("outside", "is " + in_mm(bearing.outside) + ", must be above the outer race's " +
                                  in_mm(D + d));
    }
    const double distance = D * sin_cos(pi / static_cast<double>(bearing.count)).sin;
    if (bearing.count > 1 && !(distance > d)) {
      return fault("count", "is " + std::to_string(bearing.count) + ": the balls, " + in_mm(d) +
                                " thick, would be " + in_mm(distance) + " apart");
    }
    if (!(bearing.interference < 0.1 * d)) {
      return fault("interference", "is " + in_mm(bearing.interference) +
                                       ", must be below a tenth of the balls' diameter");
    }
    return find_bad_extra(bearing);
  }

  static Fault find_bad_number(const BallBearing& bearing) {
    return find_bad_size({{"ball_diameter", bearing.ball_diameter},
                          {"mean_diameter", bearing.mean_diameter},
                          {"bore", bearing.bore},
                          {"outside", bearing.outside},
                          {"density", bearing.density},
                          {"interference", bearing.interference, true},
                          {"frequency", bearing.frequency, true},
                          {"ramp", bearing.ramp, true},
                          {"cage_stiffness", bearing.cage_stiffness, true},
                          {"cage_damping", bearing.cage_damping, true},
                          {"axial_load", bearing.axial_load, true},
                          {"defect_width", bearing.defect_width},
                          {"defect_height", bearing.defect_height}});
  }

  /// What only some bearings have.
  static Fault find_bad_extra(const BallBearing& bearing) {
    if (bearing.axial_load > 0.0 && bearing.races == BallBearing::Races::spheres) {
      return fault("axial_load", "is " + number_text(bearing.axial_load) +
                                     ", but only races = \"cylinders\" bear one");
    }
    const bool small = bearing.defect_width < 0.5 * bearing.ball_diameter &&
                       bearing.defect_height < 0.25 * bearing.defect_width;
    if (bearing.defect != BallBearing::Defect::none && !small) {
      return fault("defect_width",
                   "is " + in_mm(bearing.defect_width) +
                       ", must be below the balls' radius and above four times defect_height");
    }
    // lower than that, the chord between the edges would stand out further than the ridge
    const double chord = bearing.defect_width * bearing.defect_width /
                         (4.0 * (bearing.mean_diameter + bearing.ball_diameter));
    if (bearing.defect == BallBearing::Defect::outer && !(bearing.defect_height > 1.1 * chord)) {
      return fault("defect_height", "is " + number_text(bearing.defect_height) +
                                        ", must be above " + rounded_text(1.1 * chord) +
                                        " for a ridge this wide on the outer race");
    }
    return std::nullopt;
  }
};

}  // namespace

Fault find_system_fault(const Scene& scene) {
  if (is_pool(scene.system)) return std::nullopt;
  if (scene.run.engine != Engine::smooth) {
    return Error{.file = "",
                 .key = "run.engine",
                 .what = "is " + in_quotes(name_of(scene.run.engine)) +
                         ", must be \"smooth\" for " + in_quotes(kind_of(scene.system)) +
                         "; the others know pool tables only"};
  }
  return std::visit(ModelFault{}, scene.system.model);
}

}  // namespace cuelab
