#pragma once

#include "smooth/equations.hpp"

namespace cuelab::smooth {

/// Finds contacts that begin or end. Skips each pair until the earliest time at which it could
/// touch, given the remaining energy.
class ContactDetector {
 public:
  ContactDetector(Equations& equations, const IntegrationSettings& settings);

  /// Starts over with the bodies that the equations now select.
  void reset();

  /// Measures all pairs that could touch within `horizon` from now; `energy` bounds the speeds [J].
  void detect(double t, const double* y, double horizon, double energy);

  /// The longest step from the state of the last detect() that cannot skip a contact [s].
  double longest_step() const { return longest_step_; }

  /// Finds the contacts to toggle: inactive ones that overlap, active ones that do not.
  bool find_toggles(const double* y);
  /// The result of find_toggles.
  const std::vector<std::uint32_t>& toggling() const { return toggling_; }

  /// True if the contact must be toggled at this gap.
  static bool must_toggle(const Contact& contact, double gap) {
    return contact.active ? gap > 0.0 : gap < 0.0;
  }

  /// Begins a contact and sets its reference velocity, or ends it.
  void begin(std::uint32_t contact, double closing);
  void end(std::uint32_t contact);
  /// Takes a body out of play: nothing touches it from now on.
  void remove(std::uint32_t body);

  /// After an accepted step: reference velocities follow the greatest approach speed.
  void update_reference_velocities(const double* y);

  std::uint64_t pair_tests() const { return pair_tests_; }

 private:
  void measure(std::uint32_t index, double t, const double* y, double fastest);
  void find_near_holes(double t, const double* y, double horizon, double fastest);
  void bound_by_fall(const double* y);

  Equations& equations_;
  ReferenceVelocity reference_;
  double least_mass_ = 0.0;
  double depth_energy_ = 0.0;  ///< upper bound of the energy gained by falling into pockets [J]
  bool bounded_ = true;        ///< the energy bounds the speeds: no joint drives the system and no
                               ///< body can fall forever
  double longest_step_ = 0.0;
  double next_check_ = 0.0;          ///< earliest safe_until of the pairs that are skipped
  std::vector<std::uint32_t> near_;  ///< not touching, but measured every step
  std::vector<std::uint32_t> toggling_;
  std::vector<double> clear_of_holes_;  ///< per body: cannot be over a hole before this time [s]
  std::uint64_t pair_tests_ = 0;
};

}  // namespace cuelab::smooth
