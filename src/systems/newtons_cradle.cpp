// Newton's cradle: balls in a row, each a spatial pendulum on one or two rods.
#include <cmath>
#include <string>

#include "cuelab/multibody.hpp"
#include "laws/normal_force/normal_force.hpp"
#include "math/elementary.hpp"

namespace cuelab {
namespace {

void add_ball(System& system, const NewtonsCradle& spec, std::uint32_t index) {
  const double middle = 0.5 * static_cast<double>(spec.count - 1);
  const double x = (static_cast<double>(index) - middle) * (2.0 * spec.radius + spec.gap);
  const SinCos swing = sin_cos(index < spec.released ? spec.release : 0.0);
  const double inertia = 0.4 * spec.mass * spec.radius * spec.radius;
  system.bodies.push_back(
      {.id = std::to_string(index + 1),
       .mass = spec.mass,
       .inertia = {inertia, inertia, inertia},
       .radius = spec.radius,
       .position = {x - spec.length * swing.sin, 0.0, spec.length * (1.0 - swing.cos)}});

  // two rods to points on either side of the plane of swing leave one degree of freedom
  const double spread = spec.strings == 2 ? spec.spread : 0.0;
  const double rod = std::sqrt(spec.length * spec.length + spread * spread);
  for (std::size_t k = 0; k < spec.strings; ++k) {
    const Vec3 pivot{x, k == 0 ? -spread : spread, spec.length};
    system.joints.emplace_back(RodJoint{
        .a = {.body = index, .point = {}}, .b = {.body = none, .point = pivot}, .length = rod});
  }
}

}  // namespace

System newtons_cradle_system(const Scene& scene, const NewtonsCradle& spec) {
  System system;
  system.gravity = {0.0, 0.0, -scene.physics.gravity};
  system.sinks = {"damping", "friction"};
  const Material& material = scene.smooth.ball;
  system.kinds.push_back({.stiffness = hertz_stiffness(material, material, 0.5 * spec.radius),
                          .law = contact_law(completed(scene.smooth, scene.physics).ball_ball),
                          .normal_sink = 0,
                          .friction_sink = 1});
  for (std::uint32_t i = 0; i < spec.count; ++i) {
    add_ball(system, spec, i);
    for (std::uint32_t k = 0; k < i; ++k) system.sphere_pairs.push_back({k, i, 0});
  }
  return system;
}

}  // namespace cuelab
