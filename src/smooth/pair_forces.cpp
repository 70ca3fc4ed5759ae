// Forces between spheres, four pairs at a time: most of the work of a rack. The arithmetic of each
// pair is that of contact_state, so that both give the same bits.
#include <algorithm>
#include <array>

#include "laws/friction/over_slip.hpp"
#include "smooth/equations.hpp"

namespace cuelab::smooth {
namespace {

/// Vectors of four pairs side by side.
struct Lanes3 {
  Lanes x, y, z;
};

Lanes3 operator+(const Lanes3& a, const Lanes3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Lanes3 operator-(const Lanes3& a, const Lanes3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Lanes3 operator*(Lanes s, const Lanes3& a) { return {s * a.x, s * a.y, s * a.z}; }
Lanes dot(const Lanes3& a, const Lanes3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Lanes3 cross(const Lanes3& a, const Lanes3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Vec3 lane_of(const Lanes3& a, std::size_t k) { return {a.x[k], a.y[k], a.z[k]}; }

/// A vector of four bodies, given by the places of their first component in the state.
using Places = std::array<std::size_t, lane_count>;
Lanes gather(const double* y, const Places& at, std::size_t offset) {
  return Lanes{y[at[0] + offset], y[at[1] + offset], y[at[2] + offset], y[at[3] + offset]};
}
Lanes3 gather3(const double* y, const Places& at, std::size_t component) {
  const std::size_t first = component * lane_count;
  return {gather(y, at, first), gather(y, at, first + lane_count),
          gather(y, at, first + 2 * lane_count)};
}

}  // namespace

void Equations::add_pair_forces(const double* y, double* dydt, double* work) const {
  PairGroup group;
  for (const std::uint32_t index : active) {
    const Contact& contact = contacts[index];
    if (contact.partner != Partner::sphere) continue;
    const Vec3 apart = position_of(y, contact.a) - position_of(y, contact.other);
    const double reach = bodies_[contact.a].radius + bodies_[contact.other].radius;
    if (cuelab::dot(apart, apart) >= reach * reach) continue;
    // the laws of a group must be the same
    if (group.count > 0 && contacts[group.contacts[0]].kind != contact.kind) {
      add_group(group, y, dydt, work);
      group.count = 0;
    }
    group.contacts[group.count++] = index;
    if (group.count < lane_count) continue;
    add_group(group, y, dydt, work);
    group.count = 0;
  }
  if (group.count > 0) add_group(group, y, dydt, work);
}

void Equations::add_group(const PairGroup& group, const double* y, double* dydt,
                          double* work) const {
  // lanes without a pair repeat the first one
  Places a{}, b{};
  Lanes radius_a, radius_b, v_ref, damping;
  for (std::size_t k = 0; k < lane_count; ++k) {
    const Contact& contact = contacts[group.contacts[k < group.count ? k : 0]];
    a[k] = place_of(contact.a, 0);
    b[k] = place_of(contact.other, 0);
    radius_a[k] = bodies_[contact.a].radius;
    radius_b[k] = bodies_[contact.other].radius;
    v_ref[k] = contact.v_ref;
    damping[k] = contact.damping;
  }
  const KindLaw& law = kinds_[contacts[group.contacts[0]].kind];

  // relative position and motion
  const Lanes3 apart = gather3(y, a, 0) - gather3(y, b, 0);
  const Lanes distance = sqrt(dot(apart, apart));
  const Lanes3 up{splat(0.0), splat(0.0), splat(1.0)};
  const LaneMask has_direction = distance > splat(least_length);
  const Lanes per_distance = 1.0 / distance;
  const Lanes3 n{cuelab::select(has_direction, per_distance * apart.x, up.x),
                 cuelab::select(has_direction, per_distance * apart.y, up.y),
                 cuelab::select(has_direction, per_distance * apart.z, up.z)};
  const Lanes gap = distance - (radius_a + radius_b);
  const Lanes3 arm_a = (-(radius_a + 0.5 * gap)) * n;
  const Lanes3 arm_b = (radius_b + 0.5 * gap) * n;
  const Lanes3 velocity = gather3(y, a, velocity_at) + cross(gather3(y, a, spin_at), arm_a) -
                          (gather3(y, b, velocity_at) + cross(gather3(y, b, spin_at), arm_b));
  const Lanes along = dot(velocity, n);
  const Lanes closing = -along;
  const Lanes3 slip = velocity - along * n;

  // normal force and friction
  if (running_max_) v_ref = max(v_ref, closing);
  const Lanes depth = max(-gap, splat(0.0));
  const Lanes root = sqrt(depth);
  const double stiffness = law.normal.stiffness;
  const Lanes all =
      stiffness * root *
      (depth * (1.0 + damping * (closing / v_ref)) + 1.5 * law.normal.dissipation * closing);
  const Lanes normal_force = attraction_ ? all : max(all, splat(0.0));
  const Lanes ratio =
      max(normal_force, splat(0.0)) * friction_over_slip(law.friction, sqrt(dot(slip, slip)));
  Lanes3 friction = (-ratio) * slip;
  Lanes3 push = normal_force * n;
  if (held_) friction.z = push.z = splat(0.0);
  const Lanes damped = (normal_force - stiffness * depth * root) * closing;
  const Lanes rubbed = dot(friction, velocity);

  const Lanes3 on_a = push + friction;
  const Lanes3 moment_a = cross(arm_a, friction);
  const Lanes3 moment_b = cross(arm_b, friction);
  for (std::size_t k = 0; k < group.count; ++k) {
    const Contact& contact = contacts[group.contacts[k]];
    work[law.normal_sink] += damped[k];
    work[law.friction_sink] -= rubbed[k];
    add_wrench(dydt, contact.a, {lane_of(on_a, k), lane_of(moment_a, k)});
    add_wrench(dydt, contact.other, {-lane_of(on_a, k), -lane_of(moment_b, k)});
  }
}

}  // namespace cuelab::smooth
