// The equations of the joints. A point at the arm s from the centre of a body has the velocity
// v + w x s and the acceleration a + alpha x s + w x (w x s); the last term goes to gamma.
#include "smooth/joints.hpp"

#include <cmath>

#include "math/rotation.hpp"

namespace cuelab::smooth {
namespace {

Vec3 spin_of_anchor(const Anchor& anchor, const double* y) {
  return anchor.body == none ? Vec3{} : spin_of(y, anchor.body);
}

/// A direction fixed in a body, or in the world.
Vec3 direction_of(std::uint32_t body, const Vec3& direction, const double* y) {
  return body == none ? direction : rotate(normalized(orientation_of(y, body)), direction);
}

/// A unit vector perpendicular to a unit vector.
Vec3 any_across(const Vec3& n) {
  const double x = std::fabs(n.x), y = std::fabs(n.y), z = std::fabs(n.z);
  const Vec3 away = x <= y && x <= z ? Vec3{1, 0, 0} : y <= z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  const Vec3 c = cross(n, away);
  return (1.0 / norm(c)) * c;
}

/// The two ends of a joint, and the motion of the first relative to the second.
struct Ends {
  AnchorMotion a, b;
  Vec3 gap;    ///< from the second to the first [m]
  Vec3 rate;   ///< its derivative [m/s]
  Vec3 swing;  ///< the part of its second derivative due to the spins [m/s^2]
};

Ends ends_of(const Anchor& first, const Anchor& second, const double* y) {
  const AnchorMotion a = motion_of(first, y);
  const AnchorMotion b = motion_of(second, y);
  const Vec3 wa = spin_of_anchor(first, y);
  const Vec3 wb = spin_of_anchor(second, y);
  const Vec3 swing = cross(wa, cross(wa, a.arm)) - cross(wb, cross(wb, b.arm));
  return {a, b, a.p - b.p, a.v - b.v, swing};
}

/// Row of n . (second derivative of the gap) = n . swing + ...; n . (alpha x s) = alpha . (s x n).
JointRow gap_row(const Anchor& a, const Anchor& b, const Ends& ends, const Vec3& n) {
  JointRow row{.body_a = a.body, .body_b = b.body};
  row.a = {n, cross(ends.a.arm, n)};
  row.b = {-n, -cross(ends.b.arm, n)};
  row.gamma = -dot(n, ends.swing);
  return row;
}

/// The points coincide: gap = 0, three rows.
void coincidence_rows(const Anchor& a, const Anchor& b, const double* y, JointRow* rows) {
  const Ends ends = ends_of(a, b, y);
  constexpr Vec3 axes[3]{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Vec3& n : axes) {
    *rows = gap_row(a, b, ends, n);
    rows->phi = dot(n, ends.gap);
    ++rows;
  }
}

/// A direction c of body a stays perpendicular to a direction u of body b: c . u = 0. Its
/// derivative is (c x u) . (w_a - w_b).
JointRow right_angle_row(const RevoluteJoint& joint, const Vec3& across, const double* y) {
  const Vec3 c = direction_of(joint.a.body, across, y);
  const Vec3 u = direction_of(joint.b.body, joint.axis_b, y);
  const Vec3 wa = spin_of_anchor(joint.a, y);
  const Vec3 wb = spin_of_anchor(joint.b, y);
  const Vec3 n = cross(c, u);
  const Vec3 n_rate = cross(cross(wa, c), u) + cross(c, cross(wb, u));

  JointRow row{.body_a = joint.a.body, .body_b = joint.b.body};
  row.a.moment = n;
  row.b.moment = -n;
  row.phi = dot(c, u);
  row.gamma = -dot(n_rate, wa - wb);
  return row;
}

void write_rows(const SphericalJoint& joint, const PlacedJoint&, double, const double* y,
                JointRow* rows) {
  coincidence_rows(joint.a, joint.b, y, rows);
}

void write_rows(const RevoluteJoint& joint, const PlacedJoint& placed, double, const double* y,
                JointRow* rows) {
  coincidence_rows(joint.a, joint.b, y, rows);
  rows[3] = right_angle_row(joint, placed.across[0], y);
  rows[4] = right_angle_row(joint, placed.across[1], y);
}

/// (|gap|^2 - L^2) / (2 L) = 0: nearly the change of length. The row of a rod of length 0 is empty.
void write_rows(const RodJoint& joint, const PlacedJoint&, double, const double* y,
                JointRow* rows) {
  const Ends ends = ends_of(joint.a, joint.b, y);
  const double f = joint.length > 0.0 ? 1.0 / joint.length : 0.0;
  *rows = gap_row(joint.a, joint.b, ends, f * ends.gap);
  rows->phi = 0.5 * (f * dot(ends.gap, ends.gap) - joint.length);
  rows->gamma -= f * dot(ends.rate, ends.rate);
}

void write_rows(const PrescribedTranslation& joint, const PlacedJoint& placed, double t,
                const double* y, JointRow* rows) {
  *rows = {.body_a = joint.body};
  rows->a.force = joint.direction;
  rows->phi = dot(joint.direction, position_of(y, joint.body)) - placed.start -
              ramp_distance(joint.motion, t);
  rows->nu = ramp_speed(joint.motion, t);
  rows->gamma = ramp_acceleration(joint.motion, t);
}

/// An equation of the velocities only: Phi stays 0.
void write_rows(const PrescribedRotation& joint, const PlacedJoint&, double t, const double*,
                JointRow* rows) {
  *rows = {.body_a = joint.body};
  rows->a.moment = joint.axis;
  rows->nu = ramp_speed(joint.motion, t);
  rows->gamma = ramp_acceleration(joint.motion, t);
}

}  // namespace

AnchorMotion motion_of(const Anchor& anchor, const double* y) {
  if (anchor.body == none) return {{}, anchor.point, {}};
  const Vec3 arm = direction_of(anchor.body, anchor.point, y);
  return {arm, position_of(y, anchor.body) + arm,
          velocity_of(y, anchor.body) + cross(spin_of(y, anchor.body), arm)};
}

PlacedJoint placed(const Joint& joint, std::span<const Body> bodies) {
  PlacedJoint result{.joint = joint};
  if (const auto* revolute = std::get_if<RevoluteJoint>(&joint)) {
    result.across[0] = any_across(revolute->axis_a);
    result.across[1] = cross(revolute->axis_a, result.across[0]);
  } else if (const auto* drive = std::get_if<PrescribedTranslation>(&joint)) {
    result.start = dot(drive->direction, bodies[drive->body].position);
  }
  return result;
}

std::size_t row_count(const Joint& joint) {
  if (std::holds_alternative<SphericalJoint>(joint)) return 3;
  return std::holds_alternative<RevoluteJoint>(joint) ? most_joint_rows : 1;
}

bool is_driven(const Joint& joint) {
  return std::holds_alternative<PrescribedTranslation>(joint) ||
         std::holds_alternative<PrescribedRotation>(joint);
}

void joint_rows(const PlacedJoint& placed, double t, const double* y, JointRow* rows) {
  std::visit([&](const auto& joint) { write_rows(joint, placed, t, y, rows); }, placed.joint);
}

double rate_along(const JointRow& row, const double* y) {
  double rate = 0.0;
  if (row.body_a != none) {
    rate +=
        dot(row.a.force, velocity_of(y, row.body_a)) + dot(row.a.moment, spin_of(y, row.body_a));
  }
  if (row.body_b != none) {
    rate +=
        dot(row.b.force, velocity_of(y, row.body_b)) + dot(row.b.moment, spin_of(y, row.body_b));
  }
  return rate;
}

double ramp_speed(const Ramp& ramp, double t) {
  return t < ramp.ramp ? ramp.speed * (t / ramp.ramp) : ramp.speed;
}

double ramp_acceleration(const Ramp& ramp, double t) {
  return t < ramp.ramp ? ramp.speed / ramp.ramp : 0.0;
}

double ramp_distance(const Ramp& ramp, double t) {
  return t < ramp.ramp ? 0.5 * ramp.speed * t * (t / ramp.ramp)
                       : ramp.speed * (t - 0.5 * ramp.ramp);
}

double ramp_end(const Joint& joint) {
  if (const auto* drive = std::get_if<PrescribedTranslation>(&joint)) return drive->motion.ramp;
  if (const auto* drive = std::get_if<PrescribedRotation>(&joint)) return drive->motion.ramp;
  return 0.0;
}

}  // namespace cuelab::smooth
