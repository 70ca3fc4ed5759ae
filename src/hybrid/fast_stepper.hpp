#pragma once

#include <vector>

#include "smooth/equations.hpp"

namespace cuelab::hybrid {

/// Verlet steps of fixed length on the smooth engine's equations: half a drift, the normal forces
/// at the middle, friction, half a drift. Friction acts as an impulse that at most stops the slip,
/// so that sticking contacts, which force adaptive methods to short steps, are stable at any step.
/// Contacts are swept in turn, forwards and backwards: results depend on the order of the balls by
/// about a thousandth of the speed.
class FastStepper {
 public:
  explicit FastStepper(smooth::Equations& equations) : equations_(equations) {}

  /// Continues with the bodies and active contacts that the equations select, from this state.
  void restart(const smooth::State& y);

  /// Equal steps of about `h` until `duration` has passed or a contact begins or ends.
  struct Progress {
    double time = 0.0;  ///< [s]
    std::uint64_t steps = 0;
  };
  Progress run(double h, double duration, smooth::State& y);

 private:
  /// A body and its constants.
  struct Ball {
    Vec3 r, v, w;
    Vec3 dv;                 ///< change of the velocity in this step, without friction [m/s]
    double support = 0.0;    ///< normal force of the cloth [N]
    double elastic = 0.0;    ///< its elastic part [N]
    double damping = 0.0;    ///< of the cloth's law, over its reference velocity [s/m]
    double stiffness = 0.0;  ///< of the cloth; 0: not on it
    double radius = 0.0;
    double touching_height = 0.0;  ///< of the centre of a ball that touches the cloth [m]
    double per_mass = 0.0;
    double per_inertia = 0.0;
    Vec3 weight;         ///< acceleration due to gravity, where it acts [m/s^2]
    bool taken = false;  ///< scratch of order_sweep
  };
  /// A contact at the middle of the step.
  struct Touch {
    std::uint32_t contact = 0;
    std::uint32_t a = 0, b = none;  ///< bodies; b is none for an obstacle
    double damping = 0.0;           ///< factor of its law
    double v_ref = 0.0;             ///< reference velocity of the damping [m/s]
    Vec3 n;                         ///< unit, toward ball a
    double arm_a = 0.0;             ///< distances of the point of contact from the centres [m]
    double arm_b = 0.0;
    double depth = 0.0;     ///< [m]
    double elastic = 0.0;   ///< elastic force [N]
    double force = 0.0;     ///< normal force [N]
    double slip = 0.0;      ///< when friction last acted [m/s]
    double friction = 0.0;  ///< coefficient
  };

  void step(double h, double* work);
  void read(const smooth::State& y);
  void write(smooth::State& y) const;
  void drift(double h);
  /// When contacts that are found have begun: earlier ones keep their reference velocities.
  enum class Begin : std::uint8_t { now, earlier };
  bool find_touches(const smooth::State& y, Begin begin);
  bool measure(const smooth::Contact& contact, const smooth::State& y, Touch& touch) const;
  void set_reference(Touch& touch, double v_ref);
  void press(double h);
  double closing(const Touch& touch) const;
  double support_of(const Ball& ball) const;
  void note_damping(double h, double* work) const;
  void order_sweep();
  Vec3 slip_of(const Touch& touch) const;
  void find_friction();
  void rub(Touch& touch, double h, double& work);
  void rub_cloth(Ball& ball, double h, double* work) const;
  void rub_patch(Ball& ball, double h, double* work) const;

  smooth::Equations& equations_;
  bool held_ = false;
  std::vector<Ball> balls_;
  std::vector<Touch> touches_;
  std::vector<std::uint32_t> sweep_;  ///< the touches in the order in which friction acts
  std::vector<std::uint8_t> listed_;  ///< scratch of order_sweep: touches in it
  bool changed_ = false;              ///< a contact has begun or ended in this step
  bool forwards_ = true;
};

}  // namespace cuelab::hybrid
