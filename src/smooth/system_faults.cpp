// find_fault(System): checks everything in a caller's system on which the engine relies.
#include <cmath>
#include <string>

#include "cuelab/multibody.hpp"

namespace cuelab {
namespace {

/// What is wrong with one element of a list: the member and the requirement it breaks.
struct Complaint {
  const char* member;
  const char* what;
};
using Check = std::optional<Complaint>;

constexpr const char* not_finite = "must be a finite number";
constexpr const char* not_positive = "must be a finite number above 0";
constexpr const char* negative = "must be a finite number, at least 0";
constexpr const char* not_unit = "must be a unit vector";
constexpr const char* no_body = "the system has no such body";

/// Directions must have unit length within this.
constexpr double unit_tolerance = 1e-9;

bool positive(double x) { return std::isfinite(x) && x > 0.0; }
bool not_negative(double x) { return std::isfinite(x) && x >= 0.0; }
bool unit(const Vec3& a) { return std::abs(norm(a) - 1.0) <= unit_tolerance; }
bool some_length(const Vec3& a) { return positive(norm(a)); }

// --- shapes --------------------------------------------------------------------------------------

Check check(const Plane& plane) {
  if (!is_finite(plane.point)) return Complaint{"point", not_finite};
  if (!unit(plane.normal)) return Complaint{"normal", not_unit};
  return {};
}

Check check(const Cuboid& cuboid) {
  if (!is_finite(cuboid.centre)) return Complaint{"centre", not_finite};
  const Vec3& half = cuboid.half;
  if (!not_negative(half.x) || !not_negative(half.y) || !not_negative(half.z)) {
    return Complaint{"half", negative};
  }
  if (!unit(cuboid.axes[0]) || !unit(cuboid.axes[1])) return Complaint{"axes", not_unit};
  if (std::abs(dot(cuboid.axes[0], cuboid.axes[1])) > unit_tolerance) {
    return Complaint{"axes", "must be perpendicular to each other"};
  }
  return {};
}

Check check(const Prism& prism) {
  for (const Vec3& corner : prism.corners) {
    if (!is_finite(corner)) return Complaint{"corners", not_finite};
  }
  const Vec3 area = cross(prism.corners[1] - prism.corners[0], prism.corners[2] - prism.corners[0]);
  if (!some_length(area)) return Complaint{"corners", "must not lie on one line"};
  if (!some_length(prism.extrusion)) return Complaint{"extrusion", "must have a length"};
  return {};
}

Check check(const Cylinder& cylinder) {
  if (!is_finite(cylinder.base)) return Complaint{"base", not_finite};
  if (!some_length(cylinder.axis)) return Complaint{"axis", "must have a length"};
  if (!positive(cylinder.radius)) return Complaint{"radius", not_positive};
  return {};
}

Check check(const Tube& tube) {
  if (!is_finite(tube.base)) return Complaint{"base", not_finite};
  if (!some_length(tube.axis)) return Complaint{"axis", "must have a length"};
  if (!positive(tube.radius)) return Complaint{"radius", not_positive};
  if (tube.facing != Vec3{} && !unit(tube.facing)) return Complaint{"facing", not_unit};
  if (!std::isfinite(tube.least_cosine)) return Complaint{"least_cosine", not_finite};
  return {};
}

Check check(const Disc& disc) {
  if (!is_finite(disc.centre)) return Complaint{"centre", not_finite};
  if (!unit(disc.normal)) return Complaint{"normal", not_unit};
  if (!positive(disc.radius)) return Complaint{"radius", not_positive};
  return {};
}

Check check(const Sphere& sphere) {
  if (!is_finite(sphere.centre)) return Complaint{"centre", not_finite};
  if (!positive(sphere.radius)) return Complaint{"radius", not_positive};
  return {};
}

// --- laws ----------------------------------------------------------------------------------------

struct FrictionCheck {
  Check operator()(const NoFriction&) const { return {}; }
  Check operator()(const RegularisedCoulomb& law) const {
    return rising(law.coefficient, 0.0, law.v0);
  }
  Check operator()(const Threlfall& law) const { return rising(law.coefficient, 0.0, law.v0); }
  Check operator()(const Ambrosio& law) const { return rising(law.coefficient, law.v0, law.v1); }
  Check operator()(const Alciatore& law) const {
    if (!not_negative(law.b) || !not_negative(law.c)) return Complaint{"friction", negative};
    return rising(law.a, 0.0, law.v0);
  }

  /// A coefficient that is reached between two slip speeds.
  static Check rising(double coefficient, double from, double to) {
    if (!not_negative(coefficient) || !not_negative(from)) return Complaint{"friction", negative};
    if (!std::isfinite(to) || !(to > from)) {
      return Complaint{"friction", "must be reached at a slip speed above where it begins"};
    }
    return {};
  }
};

Check check(const ContactLaw& law) {
  const bool uses_restitution =
      law.normal != NormalLaw::hertz && law.normal != NormalLaw::kuwabara_kono;
  if (uses_restitution && !(law.restitution > 0.0 && law.restitution <= 1.0)) {
    return Complaint{"restitution", "must be above 0 and at most 1"};
  }
  if (uses_restitution && !loss_range.contains(law.fall.loss)) {
    return Complaint{"loss", "must be between 0 and 0.9"};
  }
  if (uses_restitution && !loss_speed_range.contains(law.fall.speed)) {
    return Complaint{"loss_speed", "must be between 0.01 and 1000 m/s"};
  }
  if (!not_negative(law.dissipation)) return Complaint{"dissipation", negative};
  return std::visit(FrictionCheck{}, law.friction);
}

// --- elements of a system ------------------------------------------------------------------------

/// Checks of single elements, with the system they belong to.
struct ElementChecks {
  const System& system;

  bool is_body(std::uint32_t index) const { return index < system.bodies.size(); }
  bool is_body_or_none(std::uint32_t index) const { return index == none || is_body(index); }
  /// Without named sinks all may be the first.
  bool is_sink(std::uint8_t index) const { return index == 0 || index < system.sinks.size(); }
  bool has_sphere(std::uint32_t body) const { return system.bodies[body].radius > 0.0; }

  Check operator()(const Body& body) const {
    if (!positive(body.mass)) return Complaint{"mass", not_positive};
    const Vec3& inertia = body.inertia;
    if (!positive(inertia.x) || !positive(inertia.y) || !positive(inertia.z)) {
      return Complaint{"inertia", not_positive};
    }
    if (!not_negative(body.radius)) return Complaint{"radius", negative};
    if (!is_finite(body.position)) return Complaint{"position", not_finite};
    if (!is_finite(body.velocity)) return Complaint{"velocity", not_finite};
    if (!is_finite(body.spin)) return Complaint{"spin", not_finite};
    const Quat& e = body.orientation;
    const double square = e.w * e.w + e.x * e.x + e.y * e.y + e.z * e.z;
    if (!(std::abs(square - 1.0) <= 2.0 * unit_tolerance)) {
      return Complaint{"orientation", "must be a unit quaternion"};
    }
    return {};
  }

  Check operator()(const Obstacle& obstacle) const {
    if (!is_body_or_none(obstacle.body)) return Complaint{"body", no_body};
    if (obstacle.parts.empty()) return Complaint{"parts", "must not be empty"};
    for (const Part& part : obstacle.parts) {
      if (part.agent.kind == AgentKind::ball && part.agent.index != obstacle.body) {
        return Complaint{"agent", "may be a body only if that body carries the obstacle"};
      }
      const auto fault = std::visit([](const auto& shape) { return check(shape); }, part.shape);
      if (fault) return fault;
    }
    return {};
  }

  Check operator()(const ContactKind& kind) const {
    if (!not_negative(kind.stiffness)) return Complaint{"stiffness", negative};
    if (!is_sink(kind.normal_sink) || !is_sink(kind.friction_sink)) {
      return Complaint{"normal_sink, friction_sink", "the system has no such sink"};
    }
    return check(kind.law);
  }

  Check operator()(const SpherePair& pair) const {
    if (!is_body(pair.a) || !is_body(pair.b)) return Complaint{"a, b", no_body};
    if (pair.a == pair.b) return Complaint{"b", "must be a body other than a"};
    if (!has_sphere(pair.a) || !has_sphere(pair.b)) {
      return Complaint{"a, b", "a body of radius 0 cannot touch"};
    }
    return check_kind(pair.kind);
  }

  Check operator()(const ObstaclePair& pair) const {
    if (!is_body(pair.a)) return Complaint{"a", no_body};
    if (!has_sphere(pair.a)) return Complaint{"a", "a body of radius 0 cannot touch"};
    if (pair.obstacle >= system.obstacles.size()) {
      return Complaint{"obstacle", "the system has no such obstacle"};
    }
    if (system.obstacles[pair.obstacle].body == pair.a) {
      return Complaint{"obstacle", "must not be carried by the body itself"};
    }
    return check_kind(pair.kind);
  }

  Check operator()(const Hole& hole) const {
    if (!is_finite(Vec3{hole.centre.x, hole.centre.y, hole.depth})) {
      return Complaint{"centre, depth", not_finite};
    }
    if (!positive(hole.radius)) return Complaint{"radius", not_positive};
    return {};
  }

  Check operator()(const Joint& joint) const {
    return std::visit([this](const auto& one) { return check_joint(one); }, joint);
  }

  Check operator()(const Spring& spring) const {
    if (!not_negative(spring.rest_length)) return Complaint{"rest_length", negative};
    if (!not_negative(spring.stiffness)) return Complaint{"stiffness", negative};
    if (!not_negative(spring.damping)) return Complaint{"damping", negative};
    return check_anchors(spring.a, spring.b);
  }

 private:
  Check check_kind(std::uint32_t kind) const {
    if (kind < system.kinds.size()) return {};
    return Complaint{"kind", "the system has no such kind of contact"};
  }
  Check check_anchors(const Anchor& a, const Anchor& b) const {
    if (!is_body_or_none(a.body) || !is_body_or_none(b.body)) return Complaint{"a, b", no_body};
    if (a.body == b.body) return Complaint{"a, b", "must not belong to the same body"};
    if (!is_finite(a.point) || !is_finite(b.point)) return Complaint{"a, b", not_finite};
    return {};
  }
  Check check_drive(std::uint32_t body, const Vec3& direction, const Ramp& motion) const {
    if (!is_body(body)) return Complaint{"body", no_body};
    if (!unit(direction)) return Complaint{"direction or axis", not_unit};
    if (!std::isfinite(motion.speed)) return Complaint{"motion.speed", not_finite};
    if (!not_negative(motion.ramp)) return Complaint{"motion.ramp", negative};
    return {};
  }
  Check check_joint(const SphericalJoint& joint) const { return check_anchors(joint.a, joint.b); }
  Check check_joint(const RevoluteJoint& joint) const {
    if (!unit(joint.axis_a) || !unit(joint.axis_b)) return Complaint{"axis_a, axis_b", not_unit};
    return check_anchors(joint.a, joint.b);
  }
  Check check_joint(const RodJoint& joint) const {
    if (!positive(joint.length)) return Complaint{"length", not_positive};
    return check_anchors(joint.a, joint.b);
  }
  Check check_joint(const PrescribedTranslation& joint) const {
    return check_drive(joint.body, joint.direction, joint.motion);
  }
  Check check_joint(const PrescribedRotation& joint) const {
    return check_drive(joint.body, joint.axis, joint.motion);
  }
};

// --- the whole -----------------------------------------------------------------------------------

Error fault(const std::string& key, const std::string& what) {
  return {.file = "", .key = "system." + key, .what = what};
}

template <class Element>
std::optional<Error> first_fault(const System& system, const std::string& name,
                                 const std::vector<Element>& list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (const Check wrong = ElementChecks{system}(list[i])) {
      return fault(name + "." + std::to_string(i) + "." + wrong->member, wrong->what);
    }
  }
  return {};
}

std::optional<Error> find_cloth_fault(const System& system, const ClothTop& cloth) {
  if (cloth.stiffness.size() != system.bodies.size()) {
    return fault("cloth.stiffness", "has " + std::to_string(cloth.stiffness.size()) +
                                        " entries for " + std::to_string(system.bodies.size()) +
                                        " bodies");
  }
  for (std::size_t i = 0; i < cloth.stiffness.size(); ++i) {
    const std::string key = "cloth.stiffness." + std::to_string(i);
    if (!not_negative(cloth.stiffness[i])) return fault(key, negative);
    if (cloth.stiffness[i] > 0.0 && system.bodies[i].radius == 0.0) {
      return fault(key, "must be 0: the cloth cannot support a body of radius 0");
    }
  }
  if (const Check wrong = check(cloth.law)) {
    return fault(std::string("cloth.law.") + wrong->member, wrong->what);
  }
  if (!not_negative(cloth.rolling)) return fault("cloth.rolling", negative);
  if (!not_negative(cloth.spinning)) return fault("cloth.spinning", negative);
  if (!not_negative(cloth.half_extent.x) || !not_negative(cloth.half_extent.y)) {
    return fault("cloth.half_extent", negative);
  }
  const ElementChecks checks{system};
  if (!checks.is_sink(cloth.normal_sink) || !checks.is_sink(cloth.friction_sink) ||
      !checks.is_sink(cloth.resistance_sink) || !checks.is_sink(cloth.lost_sink)) {
    return fault("cloth", "the system has no such sink");
  }
  return first_fault(system, "cloth.holes", cloth.holes);
}

std::optional<Error> find_settings_fault(const ConstraintSettings& s) {
  if (!not_negative(s.alpha) || !not_negative(s.beta) || !not_negative(s.omega) ||
      !not_negative(s.mu)) {
    return fault("constraints", "alpha, beta, omega and mu must be finite numbers, at least 0");
  }
  if (!positive(s.penalty)) return fault("constraints.penalty", not_positive);
  return {};
}

}  // namespace

std::optional<Error> find_fault(const System& system) {
  if (system.bodies.empty()) return fault("bodies", "must not be empty");
  if (system.sinks.size() > max_sinks) {
    return fault("sinks", "has " + std::to_string(system.sinks.size()) +
                              " names, must have at most " + std::to_string(max_sinks));
  }
  if (!is_finite(system.gravity)) return fault("gravity", not_finite);
  if (auto wrong = first_fault(system, "bodies", system.bodies)) return wrong;
  if (auto wrong = first_fault(system, "obstacles", system.obstacles)) return wrong;
  if (auto wrong = first_fault(system, "kinds", system.kinds)) return wrong;
  if (auto wrong = first_fault(system, "sphere_pairs", system.sphere_pairs)) return wrong;
  if (auto wrong = first_fault(system, "obstacle_pairs", system.obstacle_pairs)) return wrong;
  if (auto wrong = first_fault(system, "joints", system.joints)) return wrong;
  if (auto wrong = first_fault(system, "springs", system.springs)) return wrong;
  if (auto wrong = find_settings_fault(system.constraints)) return wrong;
  return system.cloth ? find_cloth_fault(system, *system.cloth) : std::nullopt;
}

}  // namespace cuelab
