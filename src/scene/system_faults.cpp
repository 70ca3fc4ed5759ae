#include <cmath>
#include <string>

#include "cuelab/scene.hpp"
#include "math/elementary.hpp"
#include "scene/parameters.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

using Fault = std::optional<Error>;

Fault fault(const char* key, std::string what) {
  return Error{.file = "", .key = std::string("system.") + key, .what = std::move(what)};
}

/// All digits: two lengths that differ must look different.
std::string exact_mm(double length) { return number_text(1e3 * length) + " mm"; }

// a little more than 90 and 360 degrees, for rounding
constexpr Range release_range{.min = 0.0, .max = 1.571};          // [rad]
constexpr Range defect_angle_range{.min = -6.284, .max = 6.284};  // [rad]

struct Size {
  const char* key;
  double value;
  Range range;
};

Fault find_bad_size(std::initializer_list<Size> sizes) {
  for (const Size& size : sizes) {
    if (size.range.contains(size.value)) continue;
    if (!std::isfinite(size.value)) return fault(size.key, "is not a finite number");
    return fault(size.key, "is " + number_text(size.value) + ", must be " + range_text(size.range));
  }
  return std::nullopt;
}

struct ModelFault {
  Fault operator()(const PoolSystem& /*pool*/) const { return std::nullopt; }

  Fault operator()(const BouncingBall& ball) const {
    if (auto bad = find_bad_size({{"radius", ball.radius, part_length},
                                  {"mass", ball.mass, mass_range},
                                  {"height", ball.height, small_length},
                                  {"tube_radius", ball.tube_radius, part_length}})) {
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
    if (auto bad = find_bad_size({{"radius", cradle.radius, part_length},
                                  {"mass", cradle.mass, mass_range},
                                  {"length", cradle.length, part_length},
                                  {"spread", cradle.spread, part_length},
                                  {"gap", cradle.gap, small_length},
                                  {"release", cradle.release, release_range}})) {
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
      return fault("bore", "is " + exact_mm(bearing.bore) + ", must be below the inner race's " +
                               exact_mm(D - d));
    }
    if (!(D + d < bearing.outside)) {
      return fault("outside", "is " + exact_mm(bearing.outside) +
                                  ", must be above the outer race's " + exact_mm(D + d));
    }
    const double distance = D * sin_cos(pi / static_cast<double>(bearing.count)).sin;
    if (bearing.count > 1 && !(distance > d)) {
      return fault("count", "is " + std::to_string(bearing.count) + ": the balls, " + exact_mm(d) +
                                " thick, would be " + exact_mm(distance) + " apart");
    }
    if (!(bearing.interference < 0.1 * d)) {
      return fault("interference", "is " + exact_mm(bearing.interference) +
                                       ", must be below a tenth of the balls' diameter");
    }
    return find_bad_extra(bearing);
  }

  static Fault find_bad_number(const BallBearing& bearing) {
    return find_bad_size({{"ball_diameter", bearing.ball_diameter, part_length},
                          {"mean_diameter", bearing.mean_diameter, part_length},
                          {"bore", bearing.bore, part_length},
                          {"outside", bearing.outside, part_length},
                          {"density", bearing.density, density_range},
                          {"interference", bearing.interference, small_length},
                          {"frequency", bearing.frequency, frequency_range},
                          {"ramp", bearing.ramp, ramp_range},
                          {"cage_stiffness", bearing.cage_stiffness, stiffness_range},
                          {"cage_damping", bearing.cage_damping, damping_range},
                          {"axial_load", bearing.axial_load, axial_load_range},
                          {"defect_angle", bearing.defect_angle, defect_angle_range},
                          {"defect_width", bearing.defect_width, small_length},
                          {"defect_height", bearing.defect_height, small_length}});
  }

  /// Axial load and defect, which only some bearings have.
  static Fault find_bad_extra(const BallBearing& bearing) {
    if (bearing.axial_load > 0.0 && bearing.races == BallBearing::Races::spheres) {
      return fault("axial_load", "is " + number_text(bearing.axial_load) +
                                     ", but only races = \"cylinders\" bear one");
    }
    const bool small = bearing.defect_width < 0.5 * bearing.ball_diameter &&
                       bearing.defect_height < 0.25 * bearing.defect_width;
    if (bearing.defect != BallBearing::Defect::none && !small) {
      return fault("defect_width",
                   "is " + exact_mm(bearing.defect_width) +
                       ", must be below the balls' radius and above four times defect_height");
    }
    // for a lower ridge, the chord between its edges would protrude farther than the ridge
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
                         "; the others simulate only pool tables"};
  }
  return std::visit(ModelFault{}, scene.system.model);
}

}  // namespace cuelab
