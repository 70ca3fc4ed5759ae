#include "smooth/springs.hpp"

#include "smooth/joints.hpp"

namespace cuelab::smooth {
namespace {

void add_force(const Anchor& anchor, const Vec3& arm, const Vec3& force, Wrench* wrenches) {
  if (anchor.body == none) return;
  wrenches[anchor.body].force += force;
  wrenches[anchor.body].moment += cross(arm, force);
}

}  // namespace

SpringSums add_springs(const System& system, const double* y, Wrench* wrenches) {
  SpringSums sums;
  for (const Spring& spring : system.springs) {
    const AnchorMotion a = motion_of(spring.a, y);
    const AnchorMotion b = motion_of(spring.b, y);
    const Vec3 gap = a.p - b.p;
    const double length = norm(gap);
    const double stretch = length - spring.rest_length;
    sums.energy += 0.5 * spring.stiffness * stretch * stretch;
    if (!(length > 0.0)) continue;

    const Vec3 n = (1.0 / length) * gap;
    const double rate = dot(n, a.v - b.v);
    const Vec3 pull = (spring.stiffness * stretch + spring.damping * rate) * n;
    sums.damper_power += spring.damping * rate * rate;
    add_force(spring.a, a.arm, -pull, wrenches);
    add_force(spring.b, b.arm, pull, wrenches);
  }
  return sums;
}

}  // namespace cuelab::smooth
