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
/// spinning: moments against the turning.
Wrench Model::friction_on_flat(std::size_t i, double normal_force, const Vec3& v, const Vec3& w,
                               ClothWork& work) const {
  const BodyData& data = bodies_[i];
  const KindLaw& law = kinds_[cloth_kind_];
  const double pressed = std::max(normal_force, 0.0);
  const Vec2 slip{v.x - data.radius * w.y, v.y + data.radius * w.x};
  const double slip_squared = dot(slip, slip);
  const double ratio = pressed * friction_over_slip(law.friction, std::sqrt(slip_squared));
  const double fx = -ratio * slip.x;
  const double fy = -ratio * slip.y;
  work.friction += ratio * slip_squared;
  Wrench sum{{fx, fy, 0.0}, {data.radius * fy, -data.radius * fx, 0.0}};
  if (!resisting_) return sum;
  const double rolling_squared = w.x * w.x + w.y * w.y;
  const double against_rolling =
      over_spin(data.rolling_arm * pressed, std::sqrt(rolling_squared), data.radius);
  const double against_spinning =
      over_spin(data.spinning_arm * pressed, std::abs(w.z), data.radius);
  sum.moment -= Vec3{against_rolling * w.x, against_rolling * w.y, against_spinning * w.z};
  work.resistance += against_rolling * rolling_squared + against_spinning * w.z * w.z;
  return sum;
}

/// The same at the rim of a hole, where the surface is not level.
Wrench Model::friction_on_rim(std::size_t i, double normal_force, const Vec3& normal, const Vec3& v,
                              const Vec3& w, ClothWork& work) const {
  const BodyData& data = bodies_[i];
  const KindLaw& law = kinds_[cloth_kind_];
  const double pressed = std::max(normal_force, 0.0);
  const Vec3 arm = -data.radius * normal;
  const Vec3 surface = v + cross(w, arm);
  const Vec3 slip = surface - dot(surface, normal) * normal;
  const double slip_squared = dot(slip, slip);
  const double ratio = pressed * friction_over_slip(law.friction, std::sqrt(slip_squared));
  const Vec3 friction = -ratio * slip;
  work.friction += ratio * slip_squared;
  return {friction, cross(arm, friction)};
}

/// What the cloth does to a body.
Wrench Model::cloth_wrench(std::size_t i, const Vec3& r, const Vec3& v, const Vec3& w,
                           ClothWork& work) const {
  const BodyData& data = bodies_[i];
  if (data.cloth_stiffness == 0.0) return {};
  if (held_) return friction_on_flat(i, data.weight, v, w, work);
  const bool flat_below = hole[i] == none;
  const Touch touch = flat_below ? Touch{r.z - data.radius, {0.0, 0.0, 1.0}} : over_cloth(i, r);
  if (touch.gap >= 0.0) return {};
  const double rate = flat_below ? -v.z : -dot(touch.normal, v);
  const double normal_force = cloth_normal_force(i, -touch.gap, rate);
  if (first_cloth_ != none) {  // a damped law
    const double elastic = elastic_force({.stiffness = data.cloth_stiffness}, -touch.gap);
    work.damping += (normal_force - elastic) * rate;
  }
  if (flat_below) {
    Wrench sum = friction_on_flat(i, normal_force, v, w, work);
    sum.force.z = normal_force;
    return sum;
  }
  Wrench sum = friction_on_rim(i, normal_force, touch.normal, v, w, work);
  sum.force += normal_force * touch.normal;
  return sum;
}

void Model::derivative(double t, const double* y, double* dydt) {
  const Vec3 falling = held_ ? Vec3{} : system_->gravity;
  ClothWork cloth_work;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const double* body = y + body_size * i;
    double* rate = dydt + body_size * i;
    if (gone[i] != 0) {
      std::fill_n(rate, body_size, 0.0);
      continue;
    }
    const BodyData& data = bodies_[i];
    const Vec3 v = load3(body + velocity_at);
    const Vec3 w = load3(body + spin_at);
    const Wrench on_cloth = cloth_wrench(i, load3(body), v, w, cloth_work);
    const Vec3 acceleration = data.per_mass * (data.mass * falling + on_cloth.force);
    const Vec3 turning = data.per_inertia * on_cloth.moment;
    store3(rate, v);
    rotation_rate(body + rotation_at, w, rate + rotation_at);
    store3(rate + velocity_at, acceleration);
    store3(rate + spin_at, turning);
  }
  double* work = dydt + work_at_;
  std::fill(work, dydt + size_, 0.0);
  if (system_->cloth) {
    work[system_->cloth->normal_sink] += cloth_work.damping;
    work[system_->cloth->friction_sink] += cloth_work.friction;
    work[system_->cloth->resistance_sink] += cloth_work.resistance;
  }
  add_contact_forces(y, dydt, work);
  if (!simple_) solve_joined(t, y, dydt, work);
}

void Model::add_contact_forces(const double* y, double* dydt, double* work) const {
  for (const std::uint32_t index : active) {
    const Contact& contact = contacts[index];
    if (contact.partner == Partner::cloth) continue;
    const Meeting m = meet(contact, y);
    if (m.gap >= 0.0) continue;
    const KindLaw& law = kinds_[contact.kind];
    const double normal_force = normal_force_of(contact, m);
    const double slip_speed = norm(m.slip);
    const double ratio = std::max(normal_force, 0.0) * friction_over_slip(law.friction, slip_speed);
    const Vec3 on_a = normal_force * m.normal - ratio * m.slip;
    work[law.normal_sink] += (normal_force - elastic_force(law.normal, -m.gap)) * m.closing;
    work[law.friction_sink] += ratio * slip_speed * slip_speed;

    add_wrench(dydt, contact.a, {on_a, cross(m.arm_a, on_a)});
    const std::uint32_t other =
        contact.partner == Partner::sphere ? contact.other : system_->obstacles[contact.other].body;
    if (other != none) add_wrench(dydt, other, {-on_a, -cross(m.arm_b, on_a)});
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
