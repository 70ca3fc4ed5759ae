// A ball bearing: balls between a fixed inner and a driven outer race, springs as the cage. The
// axis is y; angles in the plane of the balls are measured from x towards z.
#include <cmath>
#include <string>

#include "cuelab/multibody.hpp"
#include "laws/normal_force/normal_force.hpp"
#include "math/elementary.hpp"

namespace cuelab {
namespace {

/// Width of the races / diameter of the balls, an estimate. The outer race is driven, so its mass
/// does not affect the motion.
constexpr double race_length = 1.5;
/// Length of the spring that exerts the axial load: so long and soft that its force is constant
/// [m].
constexpr double load_spring_length = 10.0;

enum BearingSink : std::uint8_t { drive_and_cage, damping, friction };
/// Indices in part_names().
enum PartIndex : std::uint8_t {
  inner_race,
  inner_defect,
  outer_defect,
  inner_shoulder,
  outer_shoulder
};

Agent part(PartIndex index) { return {AgentKind::part, index}; }

constexpr Vec3 axis{0.0, 1.0, 0.0};

/// The point at this angle and distance from the axis.
Vec3 at_angle(double angle, double radius) {
  const SinCos turned = sin_cos(angle);
  return {radius * turned.cos, 0.0, radius * turned.sin};
}

/// Sizes and stiffnesses.
struct Plan {
  double ball = 0.0;            ///< radius of a ball [m]
  double inner = 0.0;           ///< radius of the inner race [m]
  double outer = 0.0;           ///< radius of the outer race [m]
  double centres = 0.0;         ///< radius of the circle of the balls' centres [m]
  double mass = 0.0;            ///< of a ball [kg]
  double inner_k = 0.0;         ///< stiffnesses [N/m^1.5]
  double outer_k = 0.0;         ///< [N/m^1.5]
  double shoulder_k = 0.0;      ///< [N/m^1.5]
  double shoulder_depth = 0.0;  ///< of a ball in each shoulder under the axial load [m]
};

/// The depth d where F = K d^1.5.
double depth_under(double force, double stiffness) {
  const double root = cube_root(force / stiffness);
  return root * root;
}

Plan plan_of(const BallBearing& spec, const Smooth& smooth) {
  Plan plan;
  plan.ball = 0.5 * spec.ball_diameter;
  plan.inner = 0.5 * (spec.mean_diameter - spec.ball_diameter) + spec.interference;
  plan.outer = 0.5 * (spec.mean_diameter + spec.ball_diameter) - spec.interference;
  plan.mass = solid_mass(spec.density, plan.ball);

  // along the axis a cylinder is straight: the geometric mean of the two relative radii
  const auto stiffness = [&](double across) {
    const bool spheres = spec.races == BallBearing::Races::spheres;
    return hertz_stiffness(smooth.ball, smooth.cloth,
                           spheres ? across : std::sqrt(across * plan.ball));
  };
  plan.inner_k = stiffness(plan.ball * plan.inner / (plan.ball + plan.inner));
  plan.outer_k = stiffness(plan.ball * plan.outer / (plan.outer - plan.ball));
  plan.shoulder_k = hertz_stiffness(smooth.ball, smooth.cloth, plan.ball);
  plan.shoulder_depth =
      depth_under(spec.axial_load / static_cast<double>(spec.count), plan.shoulder_k);

  // both races press equally: the overlap is shared between them
  const double ratio = depth_under(plan.inner_k, plan.outer_k);
  plan.centres = plan.inner + plan.ball - 2.0 * spec.interference / (1.0 + ratio);
  return plan;
}

void add_balls(System& system, const BallBearing& spec, const Plan& plan) {
  const double inertia = 0.4 * plan.mass * plan.ball * plan.ball;
  for (std::size_t i = 0; i < spec.count; ++i) {
    const double angle = 2.0 * pi * static_cast<double>(i) / static_cast<double>(spec.count);
    system.bodies.push_back({.id = std::to_string(i + 1),
                             .mass = plan.mass,
                             .inertia = {inertia, inertia, inertia},
                             .radius = plan.ball,
                             .position = at_angle(angle, plan.centres)});
  }
}

void add_outer_race(System& system, const BallBearing& spec, const Plan& plan) {
  const double outside = 0.5 * spec.outside;
  const double length = race_length * spec.ball_diameter;
  const double squares = outside * outside + plan.outer * plan.outer;
  const double mass = spec.density * pi * length * (outside * outside - plan.outer * plan.outer);
  const double across = mass * (squares / 4.0 + length * length / 12.0);
  system.bodies.push_back(
      {.id = "outer race", .mass = mass, .inertia = {across, 0.5 * mass * squares, across}});
}

/// The outer race rotates about its axis; under an axial load it may also move along it.
void add_drive(System& system, const BallBearing& spec, std::uint32_t race) {
  const Ramp motion{.speed = 2.0 * pi * spec.frequency, .ramp = spec.ramp};
  system.joints.emplace_back(PrescribedRotation{.body = race, .axis = axis, .motion = motion});
  if (spec.axial_load == 0.0) {
    system.joints.emplace_back(RevoluteJoint{.a = {.body = race, .point = {}},
                                             .b = {.body = none, .point = {}},
                                             .axis_a = axis,
                                             .axis_b = axis});
    return;
  }
  for (const Vec3& across : {Vec3{1.0, 0.0, 0.0}, Vec3{0.0, 0.0, 1.0}}) {
    system.joints.emplace_back(
        PrescribedTranslation{.body = race, .direction = across, .motion = {}});
    system.joints.emplace_back(PrescribedRotation{.body = race, .axis = across, .motion = {}});
  }
  system.springs.push_back({.a = {.body = race, .point = {}},
                            .b = {.body = none, .point = load_spring_length * axis},
                            .rest_length = 0.0,
                            .stiffness = spec.axial_load / load_spring_length,
                            .damping = 0.0});
}

void add_cage(System& system, const BallBearing& spec, const Plan& plan) {
  const auto count = static_cast<std::uint32_t>(spec.count);
  if (count < 2 || spec.cage_stiffness == 0.0) return;
  const double distance = 2.0 * plan.centres * sin_cos(pi / static_cast<double>(count)).sin;
  const double critical = 2.0 * std::sqrt(spec.cage_stiffness * plan.mass);
  for (std::uint32_t i = 0; i < (count == 2 ? 1 : count); ++i) {
    system.springs.push_back({.a = {.body = i, .point = {}},
                              .b = {.body = (i + 1) % count, .point = {}},
                              .rest_length = distance,
                              .stiffness = spec.cage_stiffness,
                              .damping = spec.cage_damping * critical});
  }
}

// --- races ---------------------------------------------------------------------------------------

/// A ridge on a race of this radius: an arc of the circle through its two edges on the race and its
/// top, which protrudes by the height.
Shape ridge(const BallBearing& spec, double race_radius, bool outer) {
  const double top = race_radius + (outer ? -spec.defect_height : spec.defect_height);
  const double edge = race_radius * sin_cos(0.5 * spec.defect_width / race_radius).cos;
  const double from_top = race_radius * race_radius + top * (top - 2.0 * edge);  // squared
  const double radius = from_top / (2.0 * std::abs(top - edge));
  const Vec3 centre = at_angle(spec.defect_angle, outer ? top + radius : top - radius);
  if (spec.races == BallBearing::Races::spheres) {
    return Sphere{.centre = centre, .radius = radius, .hollow = false};
  }
  const double length = race_length * spec.ball_diameter;
  return Cylinder{.base = centre - (0.5 * length) * axis, .axis = length * axis, .radius = radius};
}

/// The race itself: the outside of the inner one, the inside of the outer one.
Shape race_shape(const BallBearing& spec, double radius, bool outer) {
  if (spec.races == BallBearing::Races::spheres) {
    return Sphere{.centre = {}, .radius = radius, .hollow = outer};
  }
  const double length = race_length * spec.ball_diameter;
  const Vec3 base = (-0.5 * length) * axis;
  if (outer) return Tube{.base = base, .axis = length * axis, .radius = radius};
  return Cylinder{.base = base, .axis = length * axis, .radius = radius};
}

/// Every ball may touch the obstacle that was added last.
void pair_with_balls(System& system, const BallBearing& spec, const ContactKind& kind) {
  system.kinds.push_back(kind);
  const auto obstacle = static_cast<std::uint32_t>(system.obstacles.size() - 1);
  const auto last_kind = static_cast<std::uint32_t>(system.kinds.size() - 1);
  for (std::uint32_t i = 0; i < spec.count; ++i) {
    system.obstacle_pairs.push_back({i, obstacle, last_kind});
  }
}

void add_races(System& system, const BallBearing& spec, const Plan& plan, const ContactLaw& law) {
  const auto race = static_cast<std::uint32_t>(spec.count);  // a body
  Obstacle inner{.body = none, .parts = {{part(inner_race), race_shape(spec, plan.inner, false)}}};
  if (spec.defect == BallBearing::Defect::inner) {
    inner.parts.push_back({part(inner_defect), ridge(spec, plan.inner, false)});
  }
  system.obstacles.push_back(std::move(inner));
  pair_with_balls(system, spec, {plan.inner_k, law, damping, friction});

  const Agent driven{AgentKind::ball, race};
  Obstacle outer{.body = race, .parts = {{driven, race_shape(spec, plan.outer, true)}}};
  if (spec.defect == BallBearing::Defect::outer) {
    outer.parts.push_back({part(outer_defect), ridge(spec, plan.outer, true)});
  }
  system.obstacles.push_back(std::move(outer));
  pair_with_balls(system, spec, {plan.outer_k, law, damping, friction});
}

/// Flat shoulders on either side, pressed against the balls by the axial load.
void add_shoulders(System& system, const BallBearing& spec, const Plan& plan,
                   const ContactLaw& law) {
  const auto race = static_cast<std::uint32_t>(spec.count);
  const double reach = plan.ball - plan.shoulder_depth;
  const ContactKind kind{plan.shoulder_k, law, damping, friction};
  const Plane fixed{.point = reach * axis, .normal = -axis};
  const Plane driven{.point = -reach * axis, .normal = axis};
  system.obstacles.push_back({.body = none, .parts = {{part(inner_shoulder), fixed}}});
  pair_with_balls(system, spec, kind);
  system.obstacles.push_back({.body = race, .parts = {{part(outer_shoulder), driven}}});
  pair_with_balls(system, spec, kind);
}

}  // namespace

System ball_bearing_system(const Scene& scene, const BallBearing& spec) {
  const Plan plan = plan_of(spec, scene.smooth);
  System system;
  system.gravity = {0.0, 0.0, -scene.physics.gravity};
  system.sinks = {"drive and cage", "damping", "friction"};
  add_balls(system, spec, plan);
  add_outer_race(system, spec, plan);
  add_drive(system, spec, static_cast<std::uint32_t>(spec.count));
  add_cage(system, spec, plan);
  const ContactLaw law = contact_law(completed(scene.smooth, scene.physics).ball_cloth);
  add_races(system, spec, plan, law);
  if (spec.axial_load > 0.0) add_shoulders(system, spec, plan, law);
  return system;
}

}  // namespace cuelab
