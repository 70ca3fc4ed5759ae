#include "smooth/equations.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "math/elementary.hpp"
#include "math/rotation.hpp"
#include "smooth/springs.hpp"

namespace cuelab::smooth {
namespace {

KindLaw kind_law(const ContactLaw& law, double stiffness, std::uint8_t normal_sink,
                 std::uint8_t friction_sink) {
  const NormalForce normal = normal_force(law, stiffness);
  return {.normal = normal,
          .friction = law.friction,
          .law = law,
          .damped = normal.damping > 0.0 || normal.dissipation > 0.0 || law.fall.loss > 0.0,
          .normal_sink = normal_sink,
          .friction_sink = friction_sink};
}

double turning_energy(const Vec3& inertia, const BodyMotion& m) {
  if (inertia.y == inertia.x && inertia.z == inertia.x) return 0.5 * inertia.x * dot(m.w, m.w);
  const Vec3 w = rotate({m.e.w, -m.e.x, -m.e.y, -m.e.z}, m.w);
  return 0.5 * (inertia.x * w.x * w.x + inertia.y * w.y * w.y + inertia.z * w.z * w.z);
}

}  // namespace

// --- setting up ----------------------------------------------------------------------------------

Equations::Equations(const System& system, const IntegrationSettings& settings)
    : system_(&system),
      attraction_(settings.attraction),
      running_max_(settings.reference_velocity.kind == ReferenceVelocity::Kind::running_max),
      abs_tol_(settings.abs_tol) {
  tolerances_.relative = settings.rel_tol;
  for (const ContactKind& kind : system.kinds) {
    kinds_.push_back(kind_law(kind.law, kind.stiffness, kind.normal_sink, kind.friction_sink));
  }
  if (system.cloth) {
    cloth_kind_ = static_cast<std::uint32_t>(kinds_.size());
    kinds_.push_back(
        kind_law(system.cloth->law, 0.0, system.cloth->normal_sink, system.cloth->friction_sink));
    held_ = system.cloth->held;
  }
  if (!system.joints.empty()) constraints.emplace(system);
  std::vector<std::uint32_t> all(system.bodies.size());
  std::iota(all.begin(), all.end(), 0U);
  select(all);
}

void Equations::select(std::span<const std::uint32_t> bodies) {
  selected_.assign(bodies.begin(), bodies.end());
  number_.assign(system_->bodies.size(), none);
  bodies_.clear();
  simple_ = system_->joints.empty() && system_->springs.empty();
  resisting_ = singular = near_hole = false;
  for (const std::uint32_t index : bodies) add_body(index);
  if (!simple_) {
    for (BodyData& data : bodies_) data.per_mass = data.per_inertia = 1.0;
  }
  add_contacts();
  forget_pairs();
  work_at_ = room_for(bodies_.size());
  size_ = (work_at_ + max_sinks + lane_count - 1) / lane_count * lane_count;
  hole.assign(bodies_.size(), none);
  gone.assign(bodies_.size(), 0);
  blocks_.assign((bodies_.size() + lane_count - 1) / lane_count, Block{});
  for (std::size_t i = 0; i < bodies_.size(); ++i) set_lane(i);
  applied_.resize(bodies_.size());
  acceleration_.resize(bodies_.size());
  set_tolerances();
}

void Equations::add_body(std::uint32_t index) {
  const Body& body = system_->bodies[index];
  const Vec3& inertia = body.inertia;
  BodyData data{.mass = body.mass,
                .weight = body.mass * norm(system_->gravity),
                .radius = body.radius,
                .per_mass = 1.0 / body.mass,
                .per_inertia = 1.0 / inertia.x};
  if (system_->cloth && system_->cloth->stiffness[index] > 0.0) {
    const double m_r = body.mass * body.radius;
    data.cloth_stiffness = system_->cloth->stiffness[index];
    // a rolling ball then slows down at rolling * g, its spin at m g R spinning / I
    data.rolling_arm = system_->cloth->rolling * (body.radius + inertia.x / m_r);
    data.spinning_arm = system_->cloth->spinning * body.radius;
    const double root = cube_root(data.weight / data.cloth_stiffness);
    const double energy = elastic_energy({.stiffness = data.cloth_stiffness}, root * root);
    data.sinking_speed = std::sqrt(2.0 * energy / body.mass);
    resisting_ = resisting_ || data.rolling_arm > 0.0 || data.spinning_arm > 0.0;
  }
  if (inertia.y != inertia.x || inertia.z != inertia.x) simple_ = false;
  number_[index] = static_cast<std::uint32_t>(bodies_.size());
  bodies_.push_back(data);
}

/// Sets the constants of a body in its block.
void Equations::set_lane(std::size_t i) {
  Block& block = blocks_[i / lane_count];
  const std::size_t lane = i % lane_count;
  const BodyData& data = bodies_[i];
  block.radius[lane] = data.radius;
  block.touching_height[lane] = data.cloth_height + data.radius;
  block.cloth_stiffness[lane] = data.cloth_stiffness;
  block.weight[lane] = data.cloth_stiffness > 0.0 ? data.weight : 0.0;
  block.rolling_arm[lane] = data.rolling_arm;
  block.spinning_arm[lane] = data.spinning_arm;
  block.per_mass[lane] = data.per_mass;
  block.per_inertia[lane] = data.per_inertia;
  const Vec3 fall = held_ ? Vec3{} : (data.per_mass * data.mass) * system_->gravity;
  block.fall_x[lane] = fall.x;
  block.fall_y[lane] = fall.y;
  block.fall_z[lane] = fall.z;
}

void Equations::raise_cloth() {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    BodyData& data = bodies_[i];
    if (held_ || !(data.cloth_stiffness > 0.0)) continue;
    const double root = cube_root(data.weight / data.cloth_stiffness);
    data.cloth_height = root * root;
    set_lane(i);
  }
}

void Equations::remove(std::size_t i) {
  gone[i] = 1;
  hole[i] = none;
  bodies_[i].cloth_stiffness = bodies_[i].per_mass = bodies_[i].per_inertia = 0.0;
  forget_pairs();
  set_lane(i);
}

void Equations::add_contacts() {
  contacts.clear();
  active.clear();
  for (const SpherePair& pair : system_->sphere_pairs) {
    if (number_[pair.a] == none || number_[pair.b] == none) continue;
    contacts.push_back({.partner = Partner::sphere,
                        .a = number_[pair.a],
                        .other = number_[pair.b],
                        .kind = pair.kind,
                        .agent = {AgentKind::ball, pair.b}});
  }
  for (const ObstaclePair& pair : system_->obstacle_pairs) {
    if (number_[pair.a] == none) continue;
    contacts.push_back({.partner = Partner::obstacle,
                        .a = number_[pair.a],
                        .other = pair.obstacle,
                        .kind = pair.kind});
  }
  first_cloth_ = none;
  if (!system_->cloth || held_ || !cloth_is_located()) return;
  first_cloth_ = static_cast<std::uint32_t>(contacts.size());
  for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
    contacts.push_back({.partner = Partner::cloth,
                        .a = i,
                        .kind = cloth_kind_,
                        .agent = {AgentKind::cloth},
                        .safe_until = bodies_[i].cloth_stiffness > 0.0 ? 0.0 : never});
  }
}

void Equations::write_start(State& y) const {
  y.assign(size_, 0.0);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = body_at(i);
    store_motion(y.data(), i, {body.position, body.orientation, body.velocity, body.spin});
  }
}

/// Absolute tolerances for a relative tolerance of 1e-9. They are proportional to it, so that one
/// number sets the accuracy of a run.
void Equations::set_tolerances() {
  constexpr double length = 1e-12;   // [m]
  constexpr double rotation = 1e-9;  // Euler parameters
  constexpr double speed = 1e-10;    // [m/s]
  constexpr double turning = 3e-9;   // [rad/s]
  constexpr double work = 1e-9;      // [J]
  const double scale = abs_tol_ * (tolerances_.relative / 1e-9);
  tolerances_.absolute.assign(size_, scale * work);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    for (std::size_t k = 0; k < body_size; ++k) {
      const double size = k < rotation_at   ? length
                          : k < velocity_at ? rotation
                          : k < spin_at     ? speed
                                            : turning;
      tolerances_.absolute[place_of(i, k)] = scale * size;
    }
  }
}

Rhs Equations::rhs() {
  return {
      .evaluate = [](void* equations, double t, const double* y,
                     double* dydt) { static_cast<Equations*>(equations)->derivative(t, y, dydt); },
      .equations = this};
}

// --- geometry ------------------------------------------------------------------------------------

SurfaceGap Equations::over_cloth(std::size_t body, const Vec3& centre) const {
  const double radius = bodies_[body].radius;
  if (hole[body] == none) {
    return {centre.z - (bodies_[body].cloth_height + radius), {0.0, 0.0, 1.0}};
  }
  const Hole& near = system_->cloth->holes[hole[body]];
  return gap_to_rim(near.centre, near.radius, centre, radius);
}

ContactState Equations::contact_state(const Contact& contact, const double* y) const {
  ContactState m;
  const BodyData& a = bodies_[contact.a];
  const Vec3 centre = position_of(y, contact.a);
  Vec3 velocity = velocity_of(y, contact.a);
  SurfaceGap nearest;
  std::uint32_t body_b = none;
  if (contact.partner == Partner::sphere) {
    body_b = contact.other;
    const double radius_b = bodies_[body_b].radius;
    const Vec3 centre_b = position_of(y, body_b);
    nearest = gap_between_spheres(centre, a.radius, centre_b, radius_b);
    // the contact point is in the middle of the overlap
    m.arm_a = -(a.radius + 0.5 * nearest.gap) * nearest.normal;
    m.arm_b = (radius_b + 0.5 * nearest.gap) * nearest.normal;
  } else if (contact.partner == Partner::cloth) {
    nearest = over_cloth(contact.a, centre);
    m.arm_a = -a.radius * nearest.normal;
  } else {
    const Obstacle& obstacle = system_->obstacles[contact.other];
    body_b = obstacle.body;
    nearest = deepest(obstacle, y, centre, a.radius).nearest;
    m.arm_a = -a.radius * nearest.normal;
    if (body_b != none) m.arm_b = centre + m.arm_a - position_of(y, body_b);
  }
  velocity += cross(spin_of(y, contact.a), m.arm_a);
  if (body_b != none) velocity -= velocity_of(y, body_b) + cross(spin_of(y, body_b), m.arm_b);
  const double along = dot(velocity, nearest.normal);
  m.gap = nearest.gap;
  m.normal = nearest.normal;
  m.closing = -along;
  m.velocity = velocity;
  m.slip = velocity - along * nearest.normal;
  return m;
}

Approach Equations::approach_of(const Contact& contact, const double* y) const {
  const double radius = bodies_[contact.a].radius;
  const Vec3 centre = position_of(y, contact.a);
  Vec3 velocity = velocity_of(y, contact.a);
  SurfaceGap nearest;
  if (contact.partner == Partner::sphere) {
    nearest = gap_between_spheres(centre, radius, position_of(y, contact.other),
                                  bodies_[contact.other].radius);
    velocity -= velocity_of(y, contact.other);
  } else if (contact.partner == Partner::cloth) {
    nearest = over_cloth(contact.a, centre);
  } else {
    nearest = deepest(system_->obstacles[contact.other], y, centre, radius).nearest;
  }
  return {nearest.gap, -dot(velocity, nearest.normal)};
}

Equations::Deepest Equations::deepest(const Obstacle& obstacle, const double* y, const Vec3& centre,
                                      double radius) const {
  Vec3 local = centre;
  Quat turn;
  if (obstacle.body != none) {
    turn = orientation_of(y, obstacle.body);
    local = rotate({turn.w, -turn.x, -turn.y, -turn.z}, centre - position_of(y, obstacle.body));
  }
  Deepest best;
  best.nearest.gap = HUGE_VAL;
  for (const Part& part : obstacle.parts) {
    const SurfaceGap nearest = gap_to(part.shape, local, radius);
    if (nearest.gap < best.nearest.gap) best = {nearest, part.agent};
  }
  if (obstacle.body != none) best.nearest.normal = rotate(turn, best.nearest.normal);
  return best;
}

SurfaceGap Equations::gap_to_obstacle(const Contact& contact, const double* y,
                                      const Vec3& centre) const {
  return deepest(system_->obstacles[contact.other], y, centre, bodies_[contact.a].radius).nearest;
}

Agent Equations::part_touched(const Contact& contact, const double* y) const {
  if (contact.partner != Partner::obstacle) return contact.agent;
  return deepest(system_->obstacles[contact.other], y, position_of(y, contact.a),
                 bodies_[contact.a].radius)
      .agent;
}

NormalForce Equations::normal_law(const Contact& contact) const {
  NormalForce law = kinds_[contact.kind].normal;
  law.damping = contact.damping;
  if (contact.partner == Partner::cloth) law.stiffness = bodies_[contact.a].cloth_stiffness;
  return law;
}

double Equations::normal_force_of(const Contact& contact, const Approach& at) const {
  const double v_ref = running_max_ ? std::max(contact.v_ref, at.closing) : contact.v_ref;
  const double all = force(normal_law(contact), std::max(0.0, -at.gap), at.closing, v_ref);
  return attraction_ ? all : std::max(0.0, all);
}

double Equations::speed_into(const Contact& contact, double gap) const {
  double mass = bodies_[contact.a].mass;
  if (contact.partner == Partner::sphere) {
    const double other = bodies_[contact.other].mass;
    mass = mass * other / (mass + other);
  }
  return std::sqrt(2.0 * elastic_energy(normal_law(contact), std::max(0.0, -gap)) / mass);
}

void Equations::set_reference(Contact& contact, double v_ref) const {
  const KindLaw& kind = kinds_[contact.kind];
  contact.v_ref = v_ref;
  contact.damping = kind.law.fall.loss > 0.0 ? damping_at(kind.law, v_ref) : kind.normal.damping;
}

double Equations::least_reference(const Contact& contact) const {
  // where forces may be attractive, the smaller bound would glue touching bodies together
  constexpr double pulling_speed_bound = 1e-4;  // [m/s]
  if (contact.partner != Partner::cloth) {
    return attraction_ ? pulling_speed_bound : touch_speed_bound;
  }
  return bodies_[contact.a].sinking_speed;
}

// --- energy --------------------------------------------------------------------------------------

Equations::Energy Equations::energy(const double* y) const {
  Energy sum;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (gone[i] != 0) continue;
    const BodyData& data = bodies_[i];
    const BodyMotion m = motion_of(y, i);
    sum.kinetic += 0.5 * data.mass * dot(m.v, m.v) + turning_energy(body_at(i).inertia, m);
    const Vec3 height{m.r.x, m.r.y, cloth_kind_ != none ? m.r.z - data.radius : m.r.z};
    sum.potential -= data.mass * dot(system_->gravity, height);
    if (data.cloth_stiffness == 0.0 || held_) continue;
    const double gap = over_cloth(i, m.r).gap;
    if (gap < 0.0) sum.elastic += elastic_energy({.stiffness = data.cloth_stiffness}, -gap);
  }
  for (const std::uint32_t index : active) {
    const Contact& contact = contacts[index];
    if (contact.partner == Partner::cloth) continue;
    const double gap = contact_state(contact, y).gap;
    if (gap < 0.0) sum.elastic += elastic_energy(kinds_[contact.kind].normal, -gap);
  }
  if (!system_->springs.empty()) {
    std::vector<Wrench> not_used(bodies_.size());
    sum.elastic += add_springs(*system_, y, not_used.data()).energy;
  }
  return sum;
}

}  // namespace cuelab::smooth
