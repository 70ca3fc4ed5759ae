#pragma once

#include <optional>

#include "smooth/constraints.hpp"
#include "smooth/contact.hpp"
#include "smooth/stepper.hpp"

namespace cuelab::smooth {

/// Slip and rolling speeds below this are resisted in proportion, so that balls come to rest
/// smoothly instead of chattering [m/s].
inline constexpr double resistance_speed = 1e-3;

/// The equations of motion of a system: gaps -> forces -> accelerations.
class Model {
 public:
  Model(const System& system, const IntegrationSettings& settings);

  std::size_t size() const { return size_; }
  /// Where the work of the sinks begins in the state.
  std::size_t work_at() const { return work_at_; }
  std::size_t body_count() const { return bodies_.size(); }
  const System& system() const { return *system_; }
  State start() const;
  Tolerances tolerances() const;
  /// The equations as a stepper wants them; the model must stay where it is.
  Rhs rhs();

  void derivative(double t, const double* y, double* dydt);

  /// Takes a body out of play: it stays where it is.
  void remove(std::size_t body);

  /// Energy at this state [J].
  struct Energy {
    double kinetic = 0.0;
    double potential = 0.0;
    double elastic = 0.0;
    double sum() const { return kinetic + potential + elastic; }
  };
  Energy energy(const double* y) const;

  /// How the bodies of a contact meet in this state.
  Meeting meet(const Contact& contact, const double* y) const;
  /// The part of an obstacle a contact is with, as in Event::other; else the contact's own name.
  std::uint32_t part_touched(const Contact& contact, const double* y) const;
  /// The normal force of an active contact [N].
  double normal_force_of(const Contact& contact, const Meeting& meeting) const;

  /// What the spheres exert on each obstacle, normal forces and friction [N].
  std::vector<Vec3> loads(const double* y) const;

  /// The approach speed that leads to this overlap without losses: sqrt(0.8 K d^2.5 / m) [m/s].
  double speed_into(const Contact& contact, const Meeting& meeting) const;

  /// What the reference velocity of a contact is at least: touch_speed_bound, 1e-4 m/s where
  /// forces may pull; on the cloth the speed into the static indentation, so that a ball
  /// at rest is not held as in glue [m/s].
  double least_reference(const Contact& contact) const;

  /// Gap of a body's sphere over the cloth, pockets included.
  Touch over_cloth(std::size_t body, const Vec3& centre) const;

  std::vector<Contact> contacts;      ///< everything that may touch
  std::vector<std::uint32_t> active;  ///< those that do, ascending
  std::vector<std::uint32_t> hole;    ///< per body: the hole it is near, or none
  bool near_hole = false;             ///< any of them is
  std::vector<std::uint8_t> gone;     ///< per body: out of play, does not move
  std::optional<Constraints> constraints;
  bool singular = false;  ///< the joints' equations could not be solved

  const KindLaw& law(const Contact& contact) const { return kinds_[contact.kind]; }
  bool cloth_is_located() const { return cloth_kind_ != none && kinds_[cloth_kind_].damped; }

 private:
  struct BodyData {
    double mass = 0.0, weight = 0.0, radius = 0.0;
    /// 1/m and 1/I in a simple system; else 1: forces are collected first, then solved for
    double per_mass = 1.0, per_inertia = 1.0;
    double cloth_stiffness = 0.0;
    double rolling_arm = 0.0;   ///< rolling resistance moment over normal force [m]
    double spinning_arm = 0.0;  ///< spinning resistance moment over normal force [m]
  };
  /// The part of an obstacle a sphere is deepest in.
  struct Deepest {
    Touch touch;
    std::uint32_t name = none;
  };

  void add_body(const Body& body);
  void add_contacts();
  /// What the equations of four bodies side by side need, lane by lane; all zero where there is no
  /// body, or one out of play.
  struct Block {
    Lanes radius, cloth_stiffness, weight, rolling_arm, spinning_arm;
    Lanes per_mass, per_inertia;
    Lanes fall_x, fall_y, fall_z;  ///< what gravity adds to the rates of velocity
  };
  /// What the cloth does to four bodies, and the power it takes [W].
  struct ClothLoad {
    Lanes force_x{}, force_y{}, force_z{};
    Lanes moment_x{}, moment_y{}, moment_z{};
    Lanes damping{}, friction{}, resistance{};
  };
  void set_lane(std::size_t body);
  // the first three make up most of a run and are folded into derivative()
  [[gnu::always_inline]] inline Lanes cloth_normal_force(std::size_t block, Lanes depth,
                                                         Lanes rate) const;
  [[gnu::always_inline]] inline void add_friction(const Block& block, const double* y,
                                                  Lanes pressed, ClothLoad& load) const;
  [[gnu::always_inline]] inline ClothLoad cloth_load(std::size_t block, const double* y) const;
  ClothLoad with_rims(std::size_t block, const double* y, ClothLoad load) const;
  void put_on_rim(std::size_t body, const double* y, ClothLoad& load) const;
  void add_contact_forces(const double* y, double* dydt, double* work) const;
  void add_wrench(double* dydt, std::size_t body, const Wrench& wrench) const;
  Deepest deepest(const Obstacle& obstacle, const double* y, const Vec3& centre,
                  double radius) const;
  NormalForce normal_law(const Contact& contact) const;
  void solve_joined(double t, const double* y, double* dydt, double* work);

  const System* system_;
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
  bool simple_ = true;      ///< no joints or springs, every body alike in all directions
  bool resisting_ = false;  ///< the cloth resists rolling or spinning
  double abs_tol_ = 1.0;
  double rel_tol_ = 1e-9;
  std::vector<Wrench> applied_, acceleration_;
};

}  // namespace cuelab::smooth
