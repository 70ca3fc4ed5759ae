// A ball dropped on a plane or inside a tube.
#include <cmath>

#include "cuelab/multibody.hpp"
#include "laws/normal_force/normal_force.hpp"

namespace cuelab {
namespace {

/// The tube extends this far to either side of the ball [m].
constexpr double tube_reach = 1.0;

Shape surface_of(const BouncingBall& spec) {
  if (spec.surface == BouncingBall::Surface::plane) return Plane{};
  return Tube{.base = {0.0, -tube_reach, spec.tube_radius},
              .axis = {0.0, 2.0 * tube_reach, 0.0},
              .radius = spec.tube_radius};
}

/// On a plane the ball's radius; in a tube the geometric mean of the ball's radius (along the tube)
/// and the relative radius (across it).
double effective_radius(const BouncingBall& spec) {
  if (spec.surface == BouncingBall::Surface::plane) return spec.radius;
  const double across = spec.radius * spec.tube_radius / (spec.tube_radius - spec.radius);
  return std::sqrt(spec.radius * across);
}

}  // namespace

System bouncing_ball_system(const Scene& scene, const BouncingBall& spec) {
  const double inertia = 0.4 * spec.mass * spec.radius * spec.radius;
  System system;
  system.gravity = {0.0, 0.0, -scene.physics.gravity};
  system.sinks = {"damping", "friction"};
  system.bodies.push_back({.id = "ball",
                           .mass = spec.mass,
                           .inertia = {inertia, inertia, inertia},
                           .radius = spec.radius,
                           .position = {0.0, 0.0, spec.radius + spec.height}});
  const Smooth& smooth = scene.smooth;
  system.kinds.push_back(
      {.stiffness = hertz_stiffness(smooth.ball, smooth.cloth, effective_radius(spec)),
       .law = contact_law(completed(smooth, scene.physics).ball_cloth),
       .normal_sink = 0,
       .friction_sink = 1});
  system.obstacles.push_back(
      {.body = none, .parts = {{.agent = {AgentKind::part, 0}, .shape = surface_of(spec)}}});
  system.obstacle_pairs.push_back({.a = 0, .obstacle = 0, .kind = 0});
  return system;
}

}  // namespace cuelab
