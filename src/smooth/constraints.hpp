#pragma once

#include <cstddef>
#include <vector>

#include "cuelab/multibody.hpp"
#include "smooth/joints.hpp"
#include "smooth/layout.hpp"
#include "smooth/pivoted_cholesky.hpp"

namespace cuelab::smooth {

/// Acceleration and angular acceleration (as `force` and `moment`) of a body without joints, at
/// the orientation e and angular velocity w [Gismeros2022, eqs. 2.12-2.16]. `applied` excludes the
/// gyroscopic moment -w x (J w), which is added here.
Wrench newton_euler(const Body& body, const Quat& e, const Vec3& w, const Wrench& applied);

/// The joints of a system: accelerations that satisfy their equations, and corrections of states
/// that have drifted from them. Allocates on construction only.
class Constraints {
 public:
  explicit Constraints(const System& system);

  /// Number of scalar equations.
  std::size_t rows() const { return rows_.size(); }

  /// Accelerations of all bodies in the state y under the `applied` forces and moments, as in
  /// newton_euler. False if equations depend on each other and the method cannot handle that; the
  /// accelerations are then those without joints.
  bool accelerate(double t, const double* y, const Wrench* applied, Wrench* acceleration);

  /// Moves positions, then velocities, back to the equations [Gismeros2022, eqs. 2.24-2.29].
  /// False, with y unchanged, if equations depend on each other or the iteration does not converge.
  bool correct(double t, double* y);

  /// Largest |Phi|.
  double violation(double t, const double* y);

  /// Power of the prescribed motions on the bodies at the last accelerate(); negative when they
  /// brake [W].
  double drive_power() const { return drive_power_; }

  /// The first instant after t when a prescribed acceleration jumps; infinite if there is none. An
  /// integrator should not step across it [s].
  double next_jump(double t) const;

  /// Number of independent equations when accelerate() or correct() last failed because some were
  /// dependent; rows() before that.
  std::size_t rank() const { return rank_; }

 private:
  /// Effect of one row on its bodies: accelerations per unit multiplier, or the row of D^T itself.
  struct Response {
    Wrench a;
    Wrench b;
  };

  void evaluate(double t, const double* y);
  void set_responses_by_mass(const double* y);
  void set_responses_unweighted();
  void assemble(double softness);
  double response(std::size_t i, std::size_t j, double start) const;
  bool factorise();
  void set_targets(const double* y);
  double residual(std::size_t row, const Wrench* acceleration) const;
  void add(const std::vector<double>& multipliers, Wrench* to) const;
  bool solve_exactly(Wrench* acceleration);
  void solve_by_penalty(Wrench* acceleration);
  void set_drive_power(const double* y);
  double greatest_phi() const;
  void move(double* y);
  bool correct_positions(double t, double* y);
  void correct_velocities(double* y);

  ConstraintSettings settings_;
  std::vector<Body> bodies_;
  std::vector<std::size_t> joined_;  ///< bodies with a joint
  std::vector<PlacedJoint> joints_;
  std::vector<JointRow> rows_;
  std::vector<Response> responses_;
  std::vector<std::size_t> driven_;  ///< rows of prescribed motions
  std::vector<double> targets_;      ///< required values of D a
  std::vector<double> multipliers_;  ///< lambda with M a = g + D^T lambda
  std::vector<double> step_;         ///< of the multipliers
  std::vector<Wrench> change_;       ///< per body
  std::vector<double> trial_;        ///< a state
  PivotedCholesky matrix_;
  double drive_power_ = 0.0;
  std::size_t rank_ = 0;
};

}  // namespace cuelab::smooth
