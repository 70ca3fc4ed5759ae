#pragma once

#include <array>
#include <optional>
#include <span>

#include "smooth/constraints.hpp"
#include "smooth/contact.hpp"
#include "smooth/stepper.hpp"

namespace cuelab::smooth {

/// Below this speed, friction and rolling resistance are proportional to the speed, so that balls
/// come to rest smoothly instead of chattering [m/s].
inline constexpr double resistance_speed = 1e-3;

/// The equations of motion of some or all bodies of a system: gaps -> forces -> accelerations.
/// Within the equations the selected bodies are numbered from 0; a contact's `a` and `other` are
/// such numbers. Must not be moved while a stepper uses rhs().
class Equations {
 public:
  /// Selects all bodies.
  Equations(const System& system, const IntegrationSettings& settings);

  /// Sets up the equations of these bodies of the system (ascending indices), without active
  /// contacts, as if the others did not exist. With joints, springs or obstacles carried by bodies,
  /// all bodies must be selected. Allocates only while its buffers grow.
  void select(std::span<const std::uint32_t> bodies);

  std::size_t size() const { return size_; }
  /// Offset in the state of the work of the sinks.
  std::size_t work_at() const { return work_at_; }
  std::size_t body_count() const { return bodies_.size(); }
  const System& system() const { return *system_; }
  /// The index of a selected body in the system, and its description there.
  std::uint32_t index_of(std::size_t body) const { return selected_[body]; }
  const Body& body_at(std::size_t body) const { return system_->bodies[selected_[body]]; }
  /// The number of a body of the system here; none if it is not selected.
  std::uint32_t number_of(std::uint32_t index) const { return number_[index]; }
  /// The initial states of the selected bodies in the system.
  void write_start(State& y) const;
  const Tolerances& tolerances() const { return tolerances_; }
  /// The equations as a function for steppers.
  Rhs rhs();

  void derivative(double t, const double* y, double* dydt);

  /// Leaves the Euler parameters as they are, where only spins matter.
  void ignore_orientation() { turning_ = false; }

  /// Takes a body out of play: it no longer moves.
  void remove(std::size_t body);

  /// Makes the cloth carry every body that lies on it at z = R: it is higher by the static
  /// indentation.
  void raise_cloth();
  /// Height of the cloth under a body [m].
  double cloth_height(std::size_t body) const { return bodies_[body].cloth_height; }

  /// Energy at this state [J].
  struct Energy {
    double kinetic = 0.0;
    double potential = 0.0;
    double elastic = 0.0;
    double sum() const { return kinetic + potential + elastic; }
  };
  Energy energy(const double* y) const;

  /// Relative position and motion of the bodies of a contact in this state.
  ContactState contact_state(const Contact& contact, const double* y) const;
  /// Gap and closing speed alone, which need no spins. Obstacles must be fixed.
  Approach approach_of(const Contact& contact, const double* y) const;
  /// Gap between the sphere of a contact's body, with its centre here, and the contact's obstacle.
  SurfaceGap gap_to_obstacle(const Contact& contact, const double* y, const Vec3& centre) const;
  /// The part of the obstacle that is touched; for other contacts, their agent.
  Agent part_touched(const Contact& contact, const double* y) const;
  /// The normal force of an active contact [N].
  double normal_force_of(const Contact& contact, const Approach& at) const;

  /// The force that the spheres exert on each obstacle, normal and friction [N].
  std::vector<Vec3> loads(const double* y) const;

  /// The approach speed that leads to this overlap without losses: sqrt(0.8 K d^2.5 / m) [m/s].
  double speed_into(const Contact& contact, double gap) const;

  /// Sets a contact's reference velocity and the damping that belongs to it.
  void set_reference(Contact& contact, double v_ref) const;

  /// Lower bound of a contact's reference velocity: touch_speed_bound, or 1e-4 m/s where forces may
  /// be attractive; on the cloth the speed that leads to the static indentation, so that damping
  /// does not glue a resting ball to it [m/s].
  double least_reference(const Contact& contact) const;

  /// Gap between a body's sphere and the cloth, holes included.
  SurfaceGap over_cloth(std::size_t body, const Vec3& centre) const;

  std::vector<Contact> contacts;      ///< every pair that may touch
  std::vector<std::uint32_t> active;  ///< indices of those that do, ascending
  std::vector<std::uint32_t> hole;    ///< per body: the hole it is near, or none
  bool near_hole = false;             ///< some body is near a hole
  std::vector<std::uint8_t> gone;     ///< per body: out of play, does not move
  std::optional<Constraints> constraints;
  bool singular = false;  ///< the joints' equations could not be solved

  /// Vectors of four bodies or pairs side by side.
  struct Lanes3 {
    Lanes x, y, z;
  };

  const KindLaw& law(const Contact& contact) const { return kinds_[contact.kind]; }
  bool uses_running_max() const { return running_max_; }
  /// A body's contact with the cloth, if its law is damped.
  Contact* cloth_contact(std::size_t body) {
    return first_cloth_ == none ? nullptr : &contacts[first_cloth_ + body];
  }
  bool cloth_is_located() const { return cloth_kind_ != none && kinds_[cloth_kind_].damped; }

 private:
  struct BodyData {
    double mass = 0.0, weight = 0.0, radius = 0.0;
    /// 1/m and 1/I in a simple system; else 1: forces are collected first, then solved for
    double per_mass = 1.0, per_inertia = 1.0;
    double cloth_stiffness = 0.0;
    double cloth_height = 0.0;   ///< [m]
    double rolling_arm = 0.0;    ///< rolling resistance moment / normal force [m]
    double spinning_arm = 0.0;   ///< spinning resistance moment / normal force [m]
    double sinking_speed = 0.0;  ///< that leads to the static indentation without losses [m/s]
  };
  /// A pair of spheres that may overlap; places in the state and constants of the bodies.
  struct Pair {
    std::uint32_t contact = 0, kind = 0;
    std::size_t a = 0, b = 0;
    double radius_a = 0.0, radius_b = 0.0;
    double squared_reach = 0.0;
    double per_mass_a = 1.0, per_mass_b = 1.0, per_inertia_a = 1.0, per_inertia_b = 1.0;
  };
  /// Four pairs of overlapping spheres with the same laws, one per lane.
  struct PairGroup {
    std::array<const Pair*, lane_count> pairs{};
    std::size_t count = 0;  ///< of pairs; the other lanes are not used
    Lanes3 n{};             ///< unit, toward the first sphere
    Lanes3 arm_a{}, arm_b{};
    Lanes3 velocity{}, slip{};
    Lanes normal_force{};
    Lanes damped{};  ///< power of the damping [W]
    Lanes ratio{};   ///< friction over slip [kg/s]
  };
  /// The part of an obstacle that a sphere penetrates deepest.
  struct Deepest {
    SurfaceGap nearest;
    Agent agent{};
  };

  void add_body(std::uint32_t index);
  void add_contacts();
  void set_tolerances();
  /// The constants of four bodies side by side, one per lane; all zero where there is no body, or
  /// one out of play.
  struct Block {
    Lanes radius, touching_height, cloth_stiffness, weight, rolling_arm, spinning_arm;
    Lanes per_mass, per_inertia;
    Lanes fall_x, fall_y, fall_z;  ///< acceleration due to gravity, or the weight (see BodyData)
  };
  /// Forces and moments of the cloth on four bodies, and the power it dissipates [W].
  struct ClothLoad {
    Lanes force_x{}, force_y{}, force_z{};
    Lanes moment_x{}, moment_y{}, moment_z{};
    Lanes damping{}, friction{}, resistance{};
  };
  void set_lane(std::size_t body);
  // the first three take most of the run time and are inlined into derivative()
  [[gnu::always_inline]] inline Lanes cloth_normal_force(std::size_t block, Lanes depth,
                                                         Lanes rate) const;
  [[gnu::always_inline]] inline void add_friction(const Block& block, const double* y,
                                                  Lanes pressed, ClothLoad& load) const;
  void add_patch_friction(const Block& block, const double* y, Lanes pressed,
                          ClothLoad& load) const;
  [[gnu::always_inline]] inline ClothLoad cloth_load(std::size_t block, const double* y) const;
  ClothLoad with_rims(std::size_t block, const double* y, ClothLoad load) const;
  void put_on_rim(std::size_t body, const double* y, ClothLoad& load) const;
  void add_contact_forces(const double* y, double* dydt, double* work);
  void add_pair_forces(const double* y, double* dydt, double* work);
  void list_pairs();
  void forget_pairs() {
    pairs_.clear();
    listed_.clear();
  }
  std::span<PairGroup> find_groups(const double* y);
  void press(PairGroup& group, const double* y) const;
  void add_loads(const PairGroup& group, double* dydt, double* work) const;
  void add_wrench(double* dydt, std::size_t body, const Wrench& wrench) const {
    add3(dydt, body, velocity_at, bodies_[body].per_mass * wrench.force);
    add3(dydt, body, spin_at, bodies_[body].per_inertia * wrench.moment);
  }
  Deepest deepest(const Obstacle& obstacle, const double* y, const Vec3& centre,
                  double radius) const;
  NormalForce normal_law(const Contact& contact) const;
  void solve_joined(double t, const double* y, double* dydt, double* work);

  const System* system_;
  std::vector<std::uint32_t> selected_;  ///< index in the system of each body
  std::vector<std::uint32_t> number_;    ///< per body of the system: its number here, or none
  std::vector<BodyData> bodies_;
  std::vector<Block> blocks_;
  std::vector<KindLaw> kinds_;
  std::uint32_t cloth_kind_ = none;   ///< the cloth's entry in kinds_
  std::uint32_t first_cloth_ = none;  ///< first of the cloth's contacts, one per body, if located
  std::size_t size_ = 0;
  std::size_t work_at_ = 0;
  bool held_ = false;
  bool attraction_ = false;
  bool running_max_ = false;
  bool turning_ = true;     ///< Euler parameters are integrated
  bool simple_ = true;      ///< no joints or springs, every body with equal moments of inertia
  bool resisting_ = false;  ///< the cloth resists rolling or spinning
  double abs_tol_ = 1.0;
  Tolerances tolerances_;
  std::vector<Wrench> applied_, acceleration_;
  std::vector<Pair> pairs_;            ///< of the active contacts
  std::vector<std::uint32_t> listed_;  ///< active contacts when the pairs were listed
  std::vector<PairGroup> groups_;      ///< scratch of add_pair_forces
};

}  // namespace cuelab::smooth
