// The system that a scene describes.
#include "cuelab/multibody.hpp"

namespace cuelab {
namespace {

struct Build {
  const Scene& scene;
  System operator()(const PoolSystem& /*pool*/) const { return pool_system(scene); }
  System operator()(const BouncingBall& spec) const { return bouncing_ball_system(scene, spec); }
  System operator()(const NewtonsCradle& spec) const { return newtons_cradle_system(scene, spec); }
  System operator()(const BallBearing& spec) const { return ball_bearing_system(scene, spec); }
};

}  // namespace

System make_system(const Scene& scene) {
  System system = std::visit(Build{scene}, scene.system.model);
  system.constraints.method = scene.system.constraints;
  return system;
}

void name_bodies(Scene& scene) {
  if (is_pool(scene.system)) return;
  scene.balls.clear();
  for (Body& body : make_system(scene).bodies) {
    const BallSpec spec{.radius = body.radius, .mass = body.mass, .inertia = body.inertia.y};
    scene.balls.push_back({.id = std::move(body.id),
                           .spec = spec,
                           .start = {body.position, body.velocity, body.spin, Motion::airborne}});
  }
  // the outer race has no contact sphere; its radius is for drawing
  if (const auto* bearing = std::get_if<BallBearing>(&scene.system.model)) {
    scene.balls.back().spec.radius = 0.5 * bearing->outside;
  }
}

}  // namespace cuelab
