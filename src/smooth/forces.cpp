#include "smooth/model.hpp"

#include <algorithm>
#include <cmath>

#include "laws/friction/friction.hpp"
#include "smooth/springs.hpp"

namespace cuelab::smooth {
namespace {

void add3(double* p, const Vec3& a) {
  p[0] += a.x;
  p[1] += a.y;
  p[2] += a.z;
}

/// Rates of the Euler parameters of a body that turns at w, world frame.
void rotation_rate(const double* e, const Vec3& w, double* rate) {
  rate[0] = -0.5 * (w.x * e[1] + w.y * e[2] + w.z * e[3]);
  rate[1] = 0.5 * (w.x * e[0] + w.y * e[3] - w.z * e[2]);
  rate[2] = 0.5 * (w.y * e[0] + w.z * e[1] - w.x * e[3]);
  rate[3] = 0.5 * (w.z * e[0] + w.x * e[2] - w.y * e[1]);
}

/// A moment over the spin it acts against, taken down linearly to zero at slow turning.
double over_spin(double moment, double spin, double radius) {
  return moment / std::max(spin, resistance_speed / radius);
}

}  // namespace

double Model::cloth_normal_force(std::size_t body, double depth, double rate) const {
  NormalForce law = kinds_[cloth_kind_].normal;
  law.stiffness = bodies_[body].cloth_stiffness;
  if (first_cloth_ == none) return elastic_force(law, depth);
  const Contact& contact = contacts[first_cloth_ + body];
  if (!contact.active) return 0.0;
  const double v_ref = running_max_ ? std::max(contact.v_ref, rate) : contact.v_ref;
  const double all = force(law, depth, rate, v_ref);
  return attraction_ ? all : std::max(0.0, all);
}

/// Friction at the lowest point, one radius below the centre, and resistance to rolling and
/// spinning: moments against the turning. As in the event engine a ball that slides is not resisted
/// in its rolling.
Model::ClothLoad Model::friction_on_flat(std::size_t i, double pressed, const double* body) const {
  const BodyData& data = bodies_[i];
  const Vec3 w = load3(body + spin_at);
  const Vec2 slip{body[velocity_at] - data.radius * w.y, body[velocity_at + 1] + data.radius * w.x};
  const double slip_squared = dot(slip, slip);
  const double ratio =
      pressed * friction_over_slip(kinds_[cloth_kind_].friction, std::sqrt(slip_squared));
  const double fx = -ratio * slip.x;
  const double fy = -ratio * slip.y;
  ClothLoad load{.wrench = {{fx, fy, 0.0}, {data.radius * fy, -data.radius * fx, 0.0}},
                 .work = {.friction = ratio * slip_squared}};
  if (!resisting_) return load;
  const double rolling_squared = w.x * w.x + w.y * w.y;
  constexpr double sliding = 0.03;  // slip of a ball that no longer rolls [m/s]
  const double rolls = std::max(0.0, 1.0 - slip_squared / (sliding * sliding));
  const double against_rolling =
      over_spin(rolls * data.rolling_arm * pressed, std::sqrt(rolling_squared), data.radius);
  const double against_spinning =
      over_spin(data.spinning_arm * pressed, std::abs(w.z), data.radius);
  load.wrench.moment -= Vec3{against_rolling * w.x, against_rolling * w.y, against_spinning * w.z};
  load.work.resistance = against_rolling * rolling_squared + against_spinning * w.z * w.z;
  return load;
}

/// The cloth under a body near a hole, where the surface need not be level.
Model::ClothLoad Model::on_rim(std::size_t i, const double* y) const {
  const BodyMotion m = motion_of(y, i);
  const Touch touch = over_cloth(i, m.r);
  if (touch.gap >= 0.0) return {};
  const BodyData& data = bodies_[i];
  const Vec3& normal = touch.normal;
  const double rate = -dot(normal, m.v);
  const double normal_force = cloth_normal_force(i, -touch.gap, rate);
  const Vec3 arm = -data.radius * normal;
  const Vec3 surface = m.v + cross(m.w, arm);
  const Vec3 slip = surface - dot(surface, normal) * normal;
  const double slip_squared = dot(slip, slip);
  const double ratio = std::max(normal_force, 0.0) *
                       friction_over_slip(kinds_[cloth_kind_].friction, std::sqrt(slip_squared));
  const Vec3 friction = -ratio * slip;
  const double elastic = elastic_force({.stiffness = data.cloth_stiffness}, -touch.gap);
  return {.wrench = {normal_force * normal + friction, cross(arm, friction)},
          .work = {.damping = (normal_force - elastic) * rate, .friction = ratio * slip_squared}};
}

/// What the cloth does to a body.
Model::ClothLoad Model::cloth_load(std::size_t i, const double* y) const {
  const BodyData& data = bodies_[i];
  if (data.cloth_stiffness == 0.0) return {};
  if (hole[i] != none && !held_) return on_rim(i, y);
  const double* body = y + body_size * i;
  double normal_force = data.weight;
  double damping = 0.0;
  if (!held_) {
    const double depth = data.radius - body[2];
    if (depth <= 0.0) return {};
    const double rate = -body[velocity_at + 2];
    normal_force = cloth_normal_force(i, depth, rate);
    if (first_cloth_ != none) {  // a damped law
      const double elastic = elastic_force({.stiffness = data.cloth_stiffness}, depth);
      damping = (normal_force - elastic) * rate;
    }
  }
  ClothLoad load = friction_on_flat(i, std::max(normal_force, 0.0), body);
  load.work.damping = damping;
  if (!held_) load.wrench.force.z = normal_force;
  return load;
}

void Model::derivative(double t, const double* y, double* dydt) {
  const Vec3 falling = held_ ? Vec3{} : system_->gravity;
  double damping = 0.0;
  double friction = 0.0;
  double resistance = 0.0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const double* body = y + body_size * i;
    double* rate = dydt + body_size * i;
    if (gone[i] != 0) {
      std::fill_n(rate, body_size, 0.0);
      continue;
    }
    const BodyData& data = bodies_[i];
    const ClothLoad cloth = cloth_load(i, y);
    damping += cloth.work.damping;
    friction += cloth.work.friction;
    resistance += cloth.work.resistance;
    store3(rate, load3(body + velocity_at));
    rotation_rate(body + rotation_at, load3(body + spin_at), rate + rotation_at);
    store3(rate + velocity_at, data.per_mass * (data.mass * falling + cloth.wrench.force));
    store3(rate + spin_at, data.per_inertia * cloth.wrench.moment);
  }
  double* work = dydt + work_at_;
  std::fill(work, dydt + size_, 0.0);
  if (system_->cloth) {
    work[system_->cloth->normal_sink] += damping;
    work[system_->cloth->friction_sink] += friction;
    work[system_->cloth->resistance_sink] += resistance;
  }
  add_contact_forces(y, dydt, work);
  if (!simple_) solve_joined(t, y, dydt, work);
}

/// What touching bodies do to each other. A held ball keeps its height: what pushes it up or down
/// is borne by the table.
void Model::add_contact_forces(const double* y, double* dydt, double* work) const {
  for (const std::uint32_t index : active) {
    const Contact& contact = contacts[index];
    if (contact.partner == Partner::cloth) continue;
    const Meeting m = meet(contact, y);
    if (m.gap >= 0.0) continue;
    const KindLaw& law = kinds_[contact.kind];
    const double normal_force = normal_force_of(contact, m);
    const double ratio =
        std::max(normal_force, 0.0) * friction_over_slip(law.friction, norm(m.slip));
    Vec3 friction = -ratio * m.slip;
    Vec3 push = normal_force * m.normal;
    if (held_) friction.z = push.z = 0.0;
    work[law.normal_sink] += (normal_force - elastic_force(law.normal, -m.gap)) * m.closing;
    work[law.friction_sink] -= dot(friction, m.velocity);

    // the push goes through the centre of a sphere
    const Vec3 on_a = push + friction;
    add_wrench(dydt, contact.a, {on_a, cross(m.arm_a, friction)});
    if (contact.partner == Partner::sphere) {
      add_wrench(dydt, contact.other, {-on_a, -cross(m.arm_b, friction)});
    } else if (const std::uint32_t body = system_->obstacles[contact.other].body; body != none) {
      add_wrench(dydt, body, {-on_a, -cross(m.arm_b, on_a)});
    }
  }
}

void Model::add_wrench(double* dydt, std::size_t body, const Wrench& wrench) const {
  double* rate = dydt + body_size * body;
  add3(rate + velocity_at, bodies_[body].per_mass * wrench.force);
  add3(rate + spin_at, bodies_[body].per_inertia * wrench.moment);
}

/// Turns the collected forces and moments into accelerations, M a = g + D^T lambda
/// [Gismeros2022, eqs. 2.12 to 2.20].
void Model::solve_joined(double t, const double* y, double* dydt, double* work) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const double* rate = dydt + body_size * i;
    applied_[i] = {load3(rate + velocity_at), load3(rate + spin_at)};
  }
  work[0] += add_springs(*system_, y, applied_.data()).damper_power;
  if (constraints) {
    if (!constraints->accelerate(t, y, applied_.data(), acceleration_.data())) singular = true;
    work[0] -= constraints->drive_power();
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (gone[i] != 0) continue;
    const Wrench result = constraints ? acceleration_[i]
                                      : newton_euler(system_->bodies[i], orientation_of(y, i),
                                                     spin_of(y, i), applied_[i]);
    store3(dydt + body_size * i + velocity_at, result.force);
    store3(dydt + body_size * i + spin_at, result.moment);
  }
}

}  // namespace cuelab::smooth
