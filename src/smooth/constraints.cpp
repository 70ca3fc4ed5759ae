// Equations of motion with joints. As M is block-diagonal, the multipliers follow from the Schur
// complement S = D M^-1 D^T of eq. 2.20, whose size is the number of equations; S couples two rows
// only through a body they share.
#include "smooth/constraints.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/rotation.hpp"

namespace cuelab::smooth {
namespace {

constexpr double phi_tolerance = 1e-12;  ///< of corrected positions [m], [rad]
constexpr int most_corrections = 50;
/// Of the penalty iteration: relative to the largest acceleration, absolute if that is below 1.
constexpr double change_tolerance = 1e-12;
constexpr int most_iterations = 100;

std::size_t total_rows(const System& system) {
  std::size_t rows = 0;
  for (const Joint& joint : system.joints) rows += row_count(joint);
  return rows;
}

/// Equal moments of inertia about all axes: J is a number and there is no gyroscopic moment.
bool is_ball(const Body& body) {
  return body.inertia.x == body.inertia.y && body.inertia.y == body.inertia.z;
}

Quat inverse(const Quat& e) { return {e.w, -e.x, -e.y, -e.z}; }

Vec3 times(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
Vec3 over(const Vec3& a, const Vec3& b) { return {a.x / b.x, a.y / b.y, a.z / b.z}; }

/// M^-1 times a wrench; J = A diag(inertia) A^T [Gismeros2022, eq. 2.14].
Wrench per_mass(const Body& body, const double* y, std::size_t index, const Wrench& wrench) {
  const Vec3 a = (1.0 / body.mass) * wrench.force;
  if (is_ball(body)) return {a, (1.0 / body.inertia.x) * wrench.moment};
  const Quat e = normalized(orientation_of(y, index));
  return {a, rotate(e, over(rotate(inverse(e), wrench.moment), body.inertia))};
}

double dot(const Wrench& a, const Wrench& b) {
  return cuelab::dot(a.force, b.force) + cuelab::dot(a.moment, b.moment);
}

void add_scaled(double s, const Wrench& a, Wrench& to) {
  to.force += s * a.force;
  to.moment += s * a.moment;
}

double greatest(const Vec3& a) {
  return std::max({std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)});
}

double greatest(const std::vector<Wrench>& wrenches) {
  double result = 0.0;
  for (const Wrench& w : wrenches) {
    result = std::max({result, greatest(w.force), greatest(w.moment)});
  }
  return result;
}

}  // namespace

Wrench newton_euler(const Body& body, const Quat& e, const Vec3& w, const Wrench& applied) {
  const Vec3 a = (1.0 / body.mass) * applied.force;
  if (is_ball(body)) return {a, (1.0 / body.inertia.x) * applied.moment};
  // in the axes of the body, where J is diagonal; as w x w = 0, the rate of w rotates like a vector
  const Quat unit = normalized(e);
  const Vec3 spin = rotate(inverse(unit), w);
  const Vec3 moment =
      rotate(inverse(unit), applied.moment) - cross(spin, times(body.inertia, spin));
  return {a, rotate(unit, over(moment, body.inertia))};
}

Constraints::Constraints(const System& system)
    : settings_(system.constraints),
      bodies_(system.bodies),
      rows_(total_rows(system)),
      responses_(rows_.size()),
      targets_(rows_.size()),
      multipliers_(rows_.size()),
      step_(rows_.size()),
      change_(system.bodies.size()),
      trial_(room_for(system.bodies.size())),
      matrix_(rows_.size()),
      rank_(rows_.size()) {
  std::size_t row = 0;
  for (const Joint& joint : system.joints) {
    joints_.push_back(placed(joint, system.bodies));
    if (is_driven(joint)) driven_.push_back(row);
    row += row_count(joint);
  }
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    store_motion(
        trial_.data(), k,
        {bodies_[k].position, bodies_[k].orientation, bodies_[k].velocity, bodies_[k].spin});
  }
  evaluate(0.0, trial_.data());
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    const auto holds = [k](const JointRow& r) { return r.body_a == k || r.body_b == k; };
    if (std::any_of(rows_.begin(), rows_.end(), holds)) joined_.push_back(k);
  }
}

void Constraints::evaluate(double t, const double* y) {
  JointRow* next = rows_.data();
  for (const PlacedJoint& joint : joints_) {
    joint_rows(joint, t, y, next);
    next += row_count(joint.joint);
  }
}

void Constraints::set_responses_by_mass(const double* y) {
  for (std::size_t i = 0; i < rows(); ++i) {
    const JointRow& r = rows_[i];
    if (r.body_a != none) responses_[i].a = per_mass(bodies_[r.body_a], y, r.body_a, r.a);
    if (r.body_b != none) responses_[i].b = per_mass(bodies_[r.body_b], y, r.body_b, r.b);
  }
}

void Constraints::set_responses_unweighted() {
  for (std::size_t i = 0; i < rows(); ++i) responses_[i] = {rows_[i].a, rows_[i].b};
}

/// `start` plus row i of D times response j.
double Constraints::response(std::size_t i, std::size_t j, double start) const {
  const JointRow& r = rows_[i];
  const JointRow& s = rows_[j];
  double sum = start;
  if (r.body_a != none && r.body_a == s.body_a) sum += dot(r.a, responses_[j].a);
  if (r.body_a != none && r.body_a == s.body_b) sum += dot(r.a, responses_[j].b);
  if (r.body_b != none && r.body_b == s.body_a) sum += dot(r.b, responses_[j].a);
  if (r.body_b != none && r.body_b == s.body_b) sum += dot(r.b, responses_[j].b);
  return sum;
}

/// D times the responses, S = D M^-1 D^T or D D^T, plus `softness` on the diagonal; less where S is
/// below 1 / kg, so that the joints of heavy bodies are as stiff relative to their mass as those of
/// a body of 1 kg.
void Constraints::assemble(double softness) {
  for (std::size_t i = 0; i < rows(); ++i) {
    for (std::size_t j = 0; j < i; ++j) matrix_.at(i, j) = response(i, j, 0.0);
    const double own = response(i, i, 0.0);
    matrix_.at(i, i) = response(i, i, softness * (own > 0.0 ? std::min(1.0, own) : 1.0));
  }
}

bool Constraints::factorise() {
  if (matrix_.factorise()) return true;
  rank_ = matrix_.rank();
  return false;
}

/// gamma, with the terms that stabilise the constraints: Baumgarte's [Gismeros2022, eq. 2.23] or
/// those of the penalty system [eq. 2.21].
void Constraints::set_targets(const double* y) {
  const ConstraintSettings& s = settings_;
  double on_rate = 0.0;
  double on_phi = 0.0;
  if (s.method == ConstraintMethod::baumgarte) {
    on_rate = 2.0 * s.alpha;
    on_phi = s.beta * s.beta;
  } else if (s.method == ConstraintMethod::augmented) {
    on_rate = 2.0 * s.mu * s.omega;
    on_phi = s.omega * s.omega;
  }
  for (std::size_t i = 0; i < rows(); ++i) {
    const JointRow& r = rows_[i];
    targets_[i] = r.gamma - on_rate * violation_rate(r, y) - on_phi * r.phi;
  }
}

/// Target minus D a.
double Constraints::residual(std::size_t row, const Wrench* acceleration) const {
  const JointRow& r = rows_[row];
  double result = targets_[row];
  if (r.body_a != none) result -= dot(r.a, acceleration[r.body_a]);
  if (r.body_b != none) result -= dot(r.b, acceleration[r.body_b]);
  return result;
}

/// Adds the responses to these multipliers.
void Constraints::add(const std::vector<double>& multipliers, Wrench* to) const {
  for (std::size_t i = 0; i < rows(); ++i) {
    const JointRow& r = rows_[i];
    if (r.body_a != none) add_scaled(multipliers[i], responses_[i].a, to[r.body_a]);
    if (r.body_b != none) add_scaled(multipliers[i], responses_[i].b, to[r.body_b]);
  }
}

/// [Gismeros2022, eq. 2.20], with the sign of lambda of eq. 2.18: S lambda = target - D M^-1 g.
bool Constraints::solve_exactly(Wrench* acceleration) {
  assemble(0.0);
  if (!factorise()) return false;
  for (std::size_t i = 0; i < rows(); ++i) multipliers_[i] = residual(i, acceleration);
  matrix_.solve(multipliers_.data());
  add(multipliers_, acceleration);
  return true;
}

/// [Gismeros2022, eq. 2.21] until eq. 2.22 holds. As
///   (M + p D^T D)^-1 p D^T = M^-1 D^T (S + 1/p)^-1,
/// one iteration is a_{i+1} = a_i + M^-1 D^T (S + 1/p)^-1 (target - D a_i). The matrix is positive
/// definite however the equations depend on each other.
void Constraints::solve_by_penalty(Wrench* acceleration) {
  assemble(1.0 / settings_.penalty);
  matrix_.factorise();
  std::fill(multipliers_.begin(), multipliers_.end(), 0.0);
  double scale = 1.0;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    for (std::size_t i = 0; i < rows(); ++i) step_[i] = residual(i, acceleration);
    matrix_.solve(step_.data());
    std::fill(change_.begin(), change_.end(), Wrench{});
    add(step_, change_.data());
    for (std::size_t i = 0; i < rows(); ++i) multipliers_[i] += step_[i];
    for (std::size_t k = 0; k < change_.size(); ++k) {
      add_scaled(1.0, change_[k], acceleration[k]);
    }
    const double change = greatest(change_);
    scale = std::max(scale, change);  // the first change has the size of the accelerations
    if (change <= change_tolerance * scale) return;
  }
}

/// Multiplier times speed of the rows of prescribed motions.
void Constraints::set_drive_power(const double* y) {
  drive_power_ = 0.0;
  for (const std::size_t i : driven_) drive_power_ += multipliers_[i] * rate_along(rows_[i], y);
}

bool Constraints::accelerate(double t, const double* y, const Wrench* applied,
                             Wrench* acceleration) {
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    acceleration[k] = newton_euler(bodies_[k], orientation_of(y, k), spin_of(y, k), applied[k]);
  }
  drive_power_ = 0.0;
  if (rows_.empty()) return true;

  evaluate(t, y);
  set_responses_by_mass(y);
  set_targets(y);
  if (settings_.method == ConstraintMethod::augmented) {
    solve_by_penalty(acceleration);
  } else if (!solve_exactly(acceleration)) {
    return false;
  }
  set_drive_power(y);
  return true;
}

double Constraints::next_jump(double t) const {
  double next = std::numeric_limits<double>::infinity();
  for (const PlacedJoint& joint : joints_) {
    const double end = ramp_end(joint.joint);
    if (end > t) next = std::min(next, end);
  }
  return next;
}

double Constraints::greatest_phi() const {
  double result = 0.0;
  for (const JointRow& r : rows_) result = std::max(result, std::fabs(r.phi));
  return result;
}

double Constraints::violation(double t, const double* y) {
  evaluate(t, y);
  return greatest_phi();
}

/// Moves the positions by D^T times the step: displacements and rotation vectors, world frame.
void Constraints::move(double* y) {
  std::fill(change_.begin(), change_.end(), Wrench{});
  add(step_, change_.data());
  for (const std::size_t k : joined_) {
    BodyMotion m = motion_of(y, k);
    m.r += change_[k].force;
    m.e = normalized(from_rotation_vector(change_[k].moment) * m.e);
    store_motion(y, k, m);
  }
}

/// [Gismeros2022, eq. 2.28] with the inverse of D D^T, iterated.
bool Constraints::correct_positions(double t, double* y) {
  for (int k = 0; k < most_corrections; ++k) {
    evaluate(t, y);
    set_responses_unweighted();
    assemble(0.0);
    if (!factorise()) return false;
    if (greatest_phi() <= phi_tolerance) return true;
    for (std::size_t i = 0; i < rows(); ++i) step_[i] = -rows_[i].phi;
    matrix_.solve(step_.data());
    move(y);
  }
  return false;
}

/// [Gismeros2022, eq. 2.29], with the matrix of the corrected positions.
void Constraints::correct_velocities(double* y) {
  for (std::size_t i = 0; i < rows(); ++i) step_[i] = -violation_rate(rows_[i], y);
  matrix_.solve(step_.data());
  std::fill(change_.begin(), change_.end(), Wrench{});
  add(step_, change_.data());
  for (const std::size_t k : joined_) {
    BodyMotion m = motion_of(y, k);
    m.v += change_[k].force;
    m.w += change_[k].moment;
    store_motion(y, k, m);
  }
}

bool Constraints::correct(double t, double* y) {
  if (rows_.empty()) return true;
  std::copy_n(y, trial_.size(), trial_.begin());
  if (!correct_positions(t, trial_.data())) return false;
  correct_velocities(trial_.data());
  std::copy_n(trial_.begin(), trial_.size(), y);
  return true;
}

}  // namespace cuelab::smooth
