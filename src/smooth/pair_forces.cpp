// Forces between spheres, four pairs at a time: most of the work of a rack. The arithmetic of each
// pair is that of contact_state, so that both give the same bits. Each stage runs over all groups
// before the next, so that the processor can overlap them.
#include <algorithm>
#include <cstring>

#include "laws/friction/over_slip.hpp"
#include "smooth/equations.hpp"

namespace cuelab::smooth {
namespace {

using Lanes3 = Equations::Lanes3;

Lanes3 operator+(const Lanes3& a, const Lanes3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Lanes3 operator-(const Lanes3& a, const Lanes3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Lanes3 operator*(Lanes s, const Lanes3& a) { return {s * a.x, s * a.y, s * a.z}; }
Lanes dot(const Lanes3& a, const Lanes3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Lanes3 cross(const Lanes3& a, const Lanes3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// A vector of four bodies, given by the places of their first components in the state.
using Places = std::array<std::size_t, lane_count>;
[[gnu::always_inline]] inline Lanes gather(const double* y, const Places& at, std::size_t offset) {
  return Lanes{y[at[0] + offset], y[at[1] + offset], y[at[2] + offset], y[at[3] + offset]};
}
[[gnu::always_inline]] inline Lanes3 gather3(const double* y, const Places& at,
                                             std::size_t component) {
  const std::size_t first = component * lane_count;
  return {gather(y, at, first), gather(y, at, first + lane_count),
          gather(y, at, first + 2 * lane_count)};
}

}  // namespace

void Equations::add_pair_forces(const double* y, double* dydt, double* work) {
  const std::span<PairGroup> groups = find_groups(y);
  for (PairGroup& group : groups) press(group, y);
  for (PairGroup& group : groups) {
    const FrictionLaw& law = kinds_[group.pairs[0]->kind].friction;
    group.ratio = max(group.normal_force, splat(0.0)) *
                  friction_over_slip(law, sqrt(dot(group.slip, group.slip)));
  }
  for (const PairGroup& group : groups) add_loads(group, dydt, work);
}

/// The active pairs of spheres with what does not change while they are.
void Equations::list_pairs() {
  listed_ = active;
  pairs_.clear();
  for (const std::uint32_t index : active) {
    const Contact& contact = contacts[index];
    if (contact.partner != Partner::sphere) continue;
    const BodyData& a = bodies_[contact.a];
    const BodyData& b = bodies_[contact.other];
    const double reach = a.radius + b.radius;
    pairs_.push_back({.contact = index,
                      .kind = contact.kind,
                      .a = place_of(contact.a, 0),
                      .b = place_of(contact.other, 0),
                      .radius_a = a.radius,
                      .radius_b = b.radius,
                      .squared_reach = reach * reach,
                      .per_mass_a = a.per_mass,
                      .per_mass_b = b.per_mass,
                      .per_inertia_a = a.per_inertia,
                      .per_inertia_b = b.per_inertia});
  }
  if (groups_.size() < pairs_.size()) groups_.resize(pairs_.size());
}

/// Puts the pairs that overlap into groups with the same laws.
std::span<Equations::PairGroup> Equations::find_groups(const double* y) {
  if (listed_ != active) list_pairs();
  PairGroup* const first = groups_.data();
  PairGroup* next = first;  // the group after the last
  std::uint32_t kind = none;
  for (const Pair& pair : pairs_) {
    const double* r_a = y + pair.a;
    const double* r_b = y + pair.b;
    const Vec3 apart{r_a[0] - r_b[0], r_a[lane_count] - r_b[lane_count],
                     r_a[2 * lane_count] - r_b[2 * lane_count]};
    if (cuelab::dot(apart, apart) >= pair.squared_reach) continue;
    if (kind != pair.kind || next[-1].count == lane_count) {
      kind = pair.kind;
      next->pairs.fill(&pair);  // lanes without a pair repeat the first one
      next->count = 0;
      ++next;
    }
    next[-1].pairs[next[-1].count++] = &pair;
  }
  return {first, next};
}

/// Relative position and motion, and the normal forces.
void Equations::press(PairGroup& group, const double* y) const {
  Places a{};
  Places b{};
  Lanes radius_a, radius_b, v_ref, damping;
  for (std::size_t k = 0; k < lane_count; ++k) {
    const Pair& pair = *group.pairs[k];
    const Contact& contact = contacts[pair.contact];
    a[k] = pair.a;
    b[k] = pair.b;
    radius_a[k] = pair.radius_a;
    radius_b[k] = pair.radius_b;
    v_ref[k] = contact.v_ref;
    damping[k] = contact.damping;
  }
  const Lanes3 apart = gather3(y, a, 0) - gather3(y, b, 0);
  const Lanes distance = sqrt(dot(apart, apart));
  const LaneMask has_direction = distance > splat(least_length);
  const Lanes per_distance = 1.0 / distance;
  group.n = {cuelab::select(has_direction, per_distance * apart.x, splat(0.0)),
             cuelab::select(has_direction, per_distance * apart.y, splat(0.0)),
             cuelab::select(has_direction, per_distance * apart.z, splat(1.0))};
  const Lanes gap = distance - (radius_a + radius_b);
  group.arm_a = (-(radius_a + 0.5 * gap)) * group.n;
  group.arm_b = (radius_b + 0.5 * gap) * group.n;
  group.velocity = gather3(y, a, velocity_at) + cross(gather3(y, a, spin_at), group.arm_a) -
                   (gather3(y, b, velocity_at) + cross(gather3(y, b, spin_at), group.arm_b));
  const Lanes along = dot(group.velocity, group.n);
  const Lanes closing = -along;
  group.slip = group.velocity - along * group.n;

  if (running_max_) v_ref = max(v_ref, closing);
  const NormalForce& law = kinds_[group.pairs[0]->kind].normal;
  const Lanes depth = max(-gap, splat(0.0));
  const Lanes root = sqrt(depth);
  const Lanes all = law.stiffness * root *
                    (depth * (1.0 + damping * (closing / v_ref)) + 1.5 * law.dissipation * closing);
  group.normal_force = attraction_ ? all : max(all, splat(0.0));
  group.damped = (group.normal_force - law.stiffness * depth * root) * closing;
}

/// Adds the forces on both bodies of each pair. The normal force acts through the centres.
void Equations::add_loads(const PairGroup& group, double* dydt, double* work) const {
  const KindLaw& law = kinds_[group.pairs[0]->kind];
  Lanes3 friction = (-group.ratio) * group.slip;
  Lanes3 push = group.normal_force * group.n;
  if (held_) friction.z = push.z = splat(0.0);
  const Lanes rubbed = dot(friction, group.velocity);
  const Lanes3 on_a = push + friction;
  const Lanes3 moment_a = cross(group.arm_a, friction);
  const Lanes3 moment_b = cross(group.arm_b, friction);
  // as numbers side by side, which are faster to read one by one
  std::array<Lanes, 9> side_by_side{on_a.x,     on_a.y,     on_a.z,     moment_a.x, moment_a.y,
                                    moment_a.z, moment_b.x, moment_b.y, moment_b.z};
  std::array<double, 9 * lane_count> numbers;
  std::memcpy(numbers.data(), side_by_side.data(), sizeof numbers);
  double damped = work[law.normal_sink];
  for (std::size_t k = 0; k < group.count; ++k) damped += group.damped[k];
  work[law.normal_sink] = damped;
  double friction_work = work[law.friction_sink];
  for (std::size_t k = 0; k < group.count; ++k) friction_work -= rubbed[k];
  work[law.friction_sink] = friction_work;
  for (std::size_t k = 0; k < group.count; ++k) {
    const Pair& pair = *group.pairs[k];
    double* a = dydt + pair.a + velocity_at * lane_count;
    double* b = dydt + pair.b + velocity_at * lane_count;
    static_assert(spin_at == velocity_at + 3);
    for (std::size_t i = 0; i < 3; ++i) {
      const double force = numbers[i * lane_count + k];
      a[i * lane_count] += pair.per_mass_a * force;
      b[i * lane_count] -= pair.per_mass_b * force;
      a[(3 + i) * lane_count] += pair.per_inertia_a * numbers[(3 + i) * lane_count + k];
      b[(3 + i) * lane_count] -= pair.per_inertia_b * numbers[(6 + i) * lane_count + k];
    }
  }
}

}  // namespace cuelab::smooth
