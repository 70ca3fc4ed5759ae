#include "smooth/equations.hpp"

#include <algorithm>
#include <cmath>

#include "laws/cloth/patch_depth.hpp"
#include "laws/friction/over_slip.hpp"
#include "smooth/springs.hpp"

namespace cuelab::smooth {
namespace {

/// A resisting moment divided by the spin it acts against; proportional to the spin at low speed.
Lanes over_spin(Lanes moment, Lanes spin, Lanes radius) {
  return moment * radius / max(spin * radius, splat(resistance_speed));
}

/// Rates of the Euler parameters of four bodies, from the parameters and angular velocities.
void rotation_rates(const double* y, double* rate) {
  const Lanes half = splat(0.5);
  const auto e = [&](std::size_t k) { return load(y + (rotation_at + k) * lane_count); };
  const auto w = [&](std::size_t k) { return load(y + (spin_at + k - 1) * lane_count); };
  const auto put = [&](std::size_t k, Lanes value) {
    store(rate + (rotation_at + k) * lane_count, half * value);
  };
  put(0, -(w(1) * e(1) + w(2) * e(2) + w(3) * e(3)));
  put(1, w(1) * e(0) + w(2) * e(3) - w(3) * e(2));
  put(2, w(2) * e(0) + w(3) * e(1) - w(1) * e(3));
  put(3, w(3) * e(0) + w(1) * e(2) - w(2) * e(1));
}

}  // namespace

// --- the cloth -----------------------------------------------------------------------------------

/// Normal forces at these depths; zero where the depth is not positive.
Lanes Equations::cloth_normal_force(std::size_t block, Lanes depth, Lanes rate) const {
  const Lanes nothing = splat(0.0);
  const Lanes root = sqrt(max(depth, nothing));
  const Lanes stiffness = blocks_[block].cloth_stiffness;
  if (first_cloth_ == none) return stiffness * max(depth, nothing) * root;

  // a damped law
  Lanes v_ref = splat(1.0);
  Lanes damping = splat(0.0);
  Lanes touching = splat(0.0);
  const std::size_t first = block * lane_count;
  for (std::size_t k = 0; k < lane_count && first + k < bodies_.size(); ++k) {
    const Contact& contact = contacts[first_cloth_ + first + k];
    if (contact.active) {
      v_ref[k] = contact.v_ref;
      damping[k] = contact.damping;
      touching[k] = 1.0;
    }
  }
  if (running_max_) v_ref = max(v_ref, rate);
  const NormalForce& law = kinds_[cloth_kind_].normal;
  const Lanes all =
      stiffness * root * (depth * (1.0 + damping * (rate / v_ref)) + 1.5 * law.dissipation * rate);
  return touching * (attraction_ ? all : max(all, nothing));
}

/// Friction at the lowest point, one radius below the centre, and moments that resist rolling and
/// spinning. As in the event engine, a sliding ball has no rolling resistance.
void Equations::add_friction(const Block& block, const double* y, Lanes pressed,
                             ClothLoad& load) const {
  if (system_->cloth->patch) [[unlikely]] {
    add_patch_friction(block, y, pressed, load);
    return;
  }
  const Lanes vx = cuelab::load(y + velocity_at * lane_count);
  const Lanes vy = cuelab::load(y + (velocity_at + 1) * lane_count);
  const Lanes wx = cuelab::load(y + spin_at * lane_count);
  const Lanes wy = cuelab::load(y + (spin_at + 1) * lane_count);
  const Lanes slip_x = vx - block.radius * wy;
  const Lanes slip_y = vy + block.radius * wx;
  const Lanes slip_squared = slip_x * slip_x + slip_y * slip_y;
  const Lanes ratio =
      pressed * friction_over_slip(kinds_[cloth_kind_].friction, sqrt(slip_squared));
  load.force_x = -ratio * slip_x;
  load.force_y = -ratio * slip_y;
  load.moment_x = block.radius * load.force_y;
  load.moment_y = -block.radius * load.force_x;
  load.friction = ratio * slip_squared;
  if (!resisting_) return;

  constexpr double sliding = 0.03;  // slip of a ball that no longer rolls [m/s]
  const Lanes wz = cuelab::load(y + (spin_at + 2) * lane_count);
  const Lanes rolls = max(1.0 - slip_squared / (sliding * sliding), splat(0.0));
  const Lanes rolling_squared = wx * wx + wy * wy;
  const Lanes against_rolling =
      over_spin(rolls * block.rolling_arm * pressed, sqrt(rolling_squared), block.radius);
  const Lanes against_spinning =
      over_spin(block.spinning_arm * pressed, cuelab::abs(wz), block.radius);
  load.moment_x -= against_rolling * wx;
  load.moment_y -= against_rolling * wy;
  load.moment_z -= against_spinning * wz;
  load.resistance = against_rolling * rolling_squared + against_spinning * wz * wz;
}

/// The same for a contact patch.
void Equations::add_patch_friction(const Block& block, const double* y, Lanes pressed,
                                   ClothLoad& load) const {
  const PatchCloth& patch = *system_->cloth->patch;
  const bool deepens = patch.patch_radius == PatchRadius::depth && !held_;
  for (std::size_t k = 0; k < lane_count; ++k) {
    if (!(pressed[k] > 0.0)) continue;
    const auto at = [&](std::size_t component) { return y[component * lane_count + k]; };
    const double R = block.radius[k];
    const double depth = block.touching_height[k] - at(2);
    const double a = deepens ? patch_radius_at(R, depth) : patch.radius;
    const Vec2 v{at(velocity_at), at(velocity_at + 1)};
    const Vec3 w{at(spin_at), at(spin_at + 1), at(spin_at + 2)};
    const PatchLoad one = load_of(patch, {R, a, pressed[k]}, v, w);
    load.force_x[k] = one.force.x;
    load.force_y[k] = one.force.y;
    load.moment_x[k] = one.moment.x;
    load.moment_y[k] = one.moment.y;
    load.moment_z[k] = one.moment.z;
    load.friction[k] = one.friction;
    load.resistance[k] = one.resistance;
  }
}

/// Forces and moments of the cloth on the bodies of a block; `y` points at the block.
Equations::ClothLoad Equations::cloth_load(std::size_t index, const double* y) const {
  const Block& block = blocks_[index];
  ClothLoad load;
  if (held_) {
    add_friction(block, y, block.weight, load);
    return load;
  }
  const Lanes depth = block.touching_height - cuelab::load(y + 2 * lane_count);
  const Lanes rate = -cuelab::load(y + (velocity_at + 2) * lane_count);
  const Lanes normal_force = cloth_normal_force(index, depth, rate);
  add_friction(block, y, max(normal_force, splat(0.0)), load);
  load.force_z = normal_force;
  if (first_cloth_ != none) {
    const Lanes inside = max(depth, splat(0.0));
    load.damping = (normal_force - block.cloth_stiffness * inside * sqrt(inside)) * rate;
  }
  return load;
}

/// The same for one body near a hole, where the surface need not be horizontal.
void Equations::put_on_rim(std::size_t i, const double* y, ClothLoad& load) const {
  const std::size_t lane = i % lane_count;
  const BodyMotion m = motion_of(y, i);
  const SurfaceGap nearest = over_cloth(i, m.r);
  const Vec3& normal = nearest.normal;
  const BodyData& data = bodies_[i];
  const Lanes depth = splat(std::max(-nearest.gap, 0.0));
  const double rate = -dot(normal, m.v);
  const double normal_force = cloth_normal_force(i / lane_count, depth, splat(rate))[lane];
  const double elastic = elastic_force({.stiffness = data.cloth_stiffness}, depth[0]);
  const Vec3 arm = -data.radius * normal;
  const Vec3 surface = m.v + cross(m.w, arm);
  const Vec3 slip = surface - dot(surface, normal) * normal;
  const double slip_squared = dot(slip, slip);
  const double ratio = std::max(normal_force, 0.0) *
                       friction_over_slip(kinds_[cloth_kind_].friction, std::sqrt(slip_squared));
  const Vec3 friction = -ratio * slip;
  const Vec3 force = normal_force * normal + friction;
  const Vec3 moment = cross(arm, friction);
  load.force_x[lane] = force.x;
  load.force_y[lane] = force.y;
  load.force_z[lane] = force.z;
  load.moment_x[lane] = moment.x;
  load.moment_y[lane] = moment.y;
  load.moment_z[lane] = moment.z;
  load.damping[lane] = (normal_force - elastic) * rate;
  load.friction[lane] = ratio * slip_squared;
  load.resistance[lane] = 0.0;
}

Equations::ClothLoad Equations::with_rims(std::size_t block, const double* y,
                                          ClothLoad load) const {
  const std::size_t end = std::min((block + 1) * lane_count, bodies_.size());
  for (std::size_t i = block * lane_count; i < end; ++i) {
    if (hole[i] != none) put_on_rim(i, y, load);
  }
  return load;
}

// --- all bodies ----------------------------------------------------------------------------------

void Equations::derivative(double t, const double* y, double* dydt) {
  Lanes damping = splat(0.0);
  Lanes friction = splat(0.0);
  Lanes resistance = splat(0.0);
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const Block& block = blocks_[b];
    const double* from = y + b * block_size;
    double* to = dydt + b * block_size;
    ClothLoad cloth;
    if (cloth_kind_ != none) {
      cloth = cloth_load(b, from);
      if (near_hole && !held_) cloth = with_rims(b, y, cloth);
      damping += cloth.damping;
      friction += cloth.friction;
      resistance += cloth.resistance;
    }
    std::copy_n(from + velocity_at * lane_count, 3 * lane_count, to);
    if (turning_) {
      rotation_rates(from, to);
    } else {
      std::fill_n(to + rotation_at * lane_count, 4 * lane_count, 0.0);
    }
    const auto put = [&](std::size_t component, Lanes value) {
      store(to + component * lane_count, value);
    };
    put(velocity_at, block.fall_x + block.per_mass * cloth.force_x);
    put(velocity_at + 1, block.fall_y + block.per_mass * cloth.force_y);
    put(velocity_at + 2, block.fall_z + block.per_mass * cloth.force_z);
    put(spin_at, block.per_inertia * cloth.moment_x);
    put(spin_at + 1, block.per_inertia * cloth.moment_y);
    put(spin_at + 2, block.per_inertia * cloth.moment_z);
  }
  double* work = dydt + work_at_;
  std::fill(work, dydt + size_, 0.0);
  if (cloth_kind_ != none) {
    work[system_->cloth->normal_sink] += sum(damping);
    work[system_->cloth->friction_sink] += sum(friction);
    work[system_->cloth->resistance_sink] += sum(resistance);
  }
  add_contact_forces(y, dydt, work);
  if (!simple_) solve_joined(t, y, dydt, work);
}

/// Forces between spheres and between spheres and obstacles. A held ball keeps its height: the
/// table bears the vertical part.
void Equations::add_contact_forces(const double* y, double* dydt, double* work) {
  add_pair_forces(y, dydt, work);
  for (const std::uint32_t index : active) {
    const Contact& contact = contacts[index];
    if (contact.partner != Partner::obstacle) continue;
    const ContactState m = contact_state(contact, y);
    if (m.gap >= 0.0) continue;
    const KindLaw& law = kinds_[contact.kind];
    const double normal_force = normal_force_of(contact, {m.gap, m.closing});
    const double ratio =
        std::max(normal_force, 0.0) * friction_over_slip(law.friction, norm(m.slip));
    Vec3 friction = -ratio * m.slip;
    Vec3 push = normal_force * m.normal;
    if (held_) friction.z = push.z = 0.0;
    work[law.normal_sink] += (normal_force - elastic_force(law.normal, -m.gap)) * m.closing;
    work[law.friction_sink] -= dot(friction, m.velocity);

    // the normal force acts through the centre of a sphere
    const Vec3 on_a = push + friction;
    add_wrench(dydt, contact.a, {on_a, cross(m.arm_a, friction)});
    if (const std::uint32_t body = system_->obstacles[contact.other].body; body != none) {
      add_wrench(dydt, body, {-on_a, -cross(m.arm_b, on_a)});
    }
  }
}

std::vector<Vec3> Equations::loads(const double* y) const {
  std::vector<Vec3> sum(system_->obstacles.size());
  for (const std::uint32_t index : active) {
    const Contact& contact = contacts[index];
    if (contact.partner != Partner::obstacle) continue;
    const ContactState m = contact_state(contact, y);
    if (m.gap >= 0.0) continue;
    const double normal_force = normal_force_of(contact, {m.gap, m.closing});
    const double ratio = std::max(normal_force, 0.0) *
                         friction_over_slip(kinds_[contact.kind].friction, norm(m.slip));
    sum[contact.other] += ratio * m.slip - normal_force * m.normal;
  }
  return sum;
}

/// Converts the collected forces and moments to accelerations, M a = g + D^T lambda [Gismeros2022,
/// eqs. 2.12 to 2.20].
void Equations::solve_joined(double t, const double* y, double* dydt, double* work) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    applied_[i] = {velocity_of(dydt, i), spin_of(dydt, i)};
  }
  work[0] += add_springs(*system_, y, applied_.data()).damper_power;
  if (constraints) {
    if (!constraints->accelerate(t, y, applied_.data(), acceleration_.data())) singular = true;
    work[0] -= constraints->drive_power();
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (gone[i] != 0) continue;
    const Wrench result =
        constraints ? acceleration_[i]
                    : newton_euler(body_at(i), orientation_of(y, i), spin_of(y, i), applied_[i]);
    store3(dydt, i, velocity_at, result.force);
    store3(dydt, i, spin_at, result.moment);
  }
}

}  // namespace cuelab::smooth
