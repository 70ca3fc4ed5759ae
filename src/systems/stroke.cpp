// The stroke of a cue on a ball that lies on the cloth: tip, cue, ball and cloth as bodies.
#include <algorithm>
#include <cmath>

#include "cuelab/multibody.hpp"
#include "laws/normal_force/normal_force.hpp"
#include "math/elementary.hpp"
#include "strike/press.hpp"

namespace cuelab {
namespace {

/// From the tip to the mass of the cue behind it [m]: so far that the direction of the force
/// between them does not change as the tip is carried aside.
constexpr double shaft_length = 100.0;
/// Moment of inertia of the tip [kg m^2]: so great that it does not turn.
constexpr double tip_moment = 1.0;
/// The tip has left for good this far from the ball [m].
constexpr double clear_of_ball = 1e-4;
/// The ball has left the cloth if it is no deeper than this [m]; a level cue does not press it.
constexpr double clear_of_cloth = 1e-9;
/// No stroke lasts longer [s].
constexpr double longest_stroke = 0.1;
/// Tolerance of the integration: the errors are far below those of the regularised friction.
constexpr double stroke_tolerance = 1e-7;

enum StrokeBody : std::uint8_t { struck_ball, tip, shaft };
enum StrokeSink : std::uint8_t { tip_damping, tip_friction, bed_damping, bed_friction };

Body ball_of(const BallSpec& spec, const BallState& resting) {
  return {.id = "ball",
          .mass = spec.mass,
          .inertia = {spec.inertia, spec.inertia, spec.inertia},
          .radius = spec.radius,
          .position = {resting.r.x, resting.r.y, spec.radius}};
}

/// The end of the cue against the ball, and the rest of its mass behind it: together the mass of
/// the cue along its axis, only the end's inertia across it.
void add_cue(System& system, const Scene& scene) {
  const Cue& cue = scene.cue;
  const Shot& shot = *scene.shot;
  const BallSpec& ball = scene.balls[shot.ball].spec;
  const SinCos heading = sin_cos(shot.heading);
  const SinCos tilt = sin_cos(shot.elevation);
  const Vec3 along{tilt.cos * heading.cos, tilt.cos * heading.sin, -tilt.sin};
  const Vec3 left{-heading.sin, heading.cos, 0.0};
  const Vec3 up = cross(along, left);

  const double offset2 = shot.side * shot.side + shot.height * shot.height;
  const Vec3 contact =
      shot.side * left + shot.height * up - std::sqrt(std::max(0.0, 1.0 - offset2)) * along;
  CueEnd end = cue_end(ball, cue, shot);
  end.mass = std::max(end.mass, least_end_mass * ball.mass);
  const Vec3 centre = system.bodies[struck_ball].position + (ball.radius + end.radius) * contact;
  system.bodies.push_back({.id = "tip",
                           .mass = end.mass,
                           .inertia = {tip_moment, tip_moment, tip_moment},
                           .radius = end.radius,
                           .position = centre,
                           .velocity = shot.speed * along});
  system.bodies.push_back({.id = "shaft",
                           .mass = cue.mass - end.mass,
                           .position = centre - shaft_length * along,
                           .velocity = shot.speed * along});
  system.joints.emplace_back(
      RodJoint{.a = {.body = tip}, .b = {.body = shaft}, .length = shaft_length});
}

}  // namespace

System stroke_system(const Scene& scene) {
  const Ball& ball = scene.balls[scene.shot->ball];
  const Smooth smooth = completed(scene.smooth, scene.physics);
  const Cue& cue = scene.cue;
  System system;
  system.gravity = {};
  system.sinks = {"tip damping", "tip friction", "cloth damping", "cloth friction"};
  system.bodies.push_back(ball_of(ball.spec, ball.start));
  add_cue(system, scene);
  const RegularisedCoulomb chalk{
      .coefficient = cue.friction,
      .v0 = std::max(tip_creep * scene.shot->speed, positive_slip_speed.min)};
  const ContactLaw leather{
      .normal = NormalLaw::exact, .restitution = cue.restitution, .friction = chalk};
  system.kinds.push_back({cue.stiffness, leather, tip_damping, tip_friction});
  system.sphere_pairs.push_back({struck_ball, tip, 0});
  system.cloth = ClothTop{
      .stiffness = {hertz_stiffness(smooth.ball, smooth.cloth, ball.spec.radius), 0.0, 0.0},
      .law = contact_law(smooth.ball_cloth),
      .normal_sink = bed_damping,
      .friction_sink = bed_friction,
      .resistance_sink = bed_friction,
      .lost_sink = bed_damping};
  return system;
}

Result<SmoothRun> run_stroke(const Scene& scene) {
  const System system = stroke_system(scene);
  const double reach = system.bodies[struck_ball].radius + system.bodies[tip].radius;
  IntegrationSettings settings = scene.smooth.integration;
  settings.integrator = Integrator::dormand_prince;
  settings.rel_tol = stroke_tolerance;
  const auto has_left = [&](const StepView& view) {
    const BallState& ball = view.states[struck_ball];
    const Vec3 apart = view.states[tip].r - ball.r;
    const Vec3 leaving = view.states[tip].v - ball.v;
    return norm(apart) > reach + clear_of_ball && dot(apart, leaving) > 0.0 &&
           ball.r.z > system.bodies[struck_ball].radius - clear_of_cloth;
  };
  return simulate(system, settings,
                  {.t_max = longest_stroke, .keep_pieces = false, .stop_when = has_left});
}

}  // namespace cuelab
