#pragma once

#include "smooth/model.hpp"

namespace cuelab::smooth {

/// Keeps an eye on everything that may begin or cease to touch, at the price of looking only at
/// what can: pairs that are too far apart to meet soon are left alone until they could.
class Watch {
 public:
  Watch(Model& model, const IntegrationSettings& settings);

  /// Looks at all pairs that could meet within `horizon` from now. `energy` bounds the speeds [J].
  void survey(double t, const double* y, double horizon, double energy);

  /// The longest step from the surveyed state that cannot pass over a contact [s].
  double longest_step() const { return longest_step_; }

  /// True when some pair touches that should not, or the other way round.
  bool any_flip(const double* y);
  /// The contacts that any_flip found.
  const std::vector<std::uint32_t>& flipping() const { return flipping_; }

  /// True when the contact's state disagrees with this gap.
  static bool disagrees(const Contact& contact, double gap) {
    return contact.active ? gap > 0.0 : gap < 0.0;
  }

  /// Begins a contact: the reference velocity is set. Or ends it.
  void begin(std::uint32_t contact, double closing);
  void end(std::uint32_t contact);
  /// A body leaves play: nothing touches it any more.
  void remove(std::uint32_t body);

  /// After an accepted step: reference velocities follow the greatest approach speed.
  void follow(const double* y);

  std::uint64_t pair_tests() const { return pair_tests_; }

 private:
  void look(std::uint32_t index, double t, const double* y, double fastest);
  void look_for_holes(double t, const double* y, double horizon, double fastest);
  void look_at_fall(const double* y);

  Model& model_;
  ReferenceVelocity reference_;
  double least_mass_ = 0.0;
  double depth_energy_ = 0.0;  ///< what falling into pockets can add [J]
  bool bounded_ = true;        ///< the energy bounds the speeds: nothing drives the system, and
                               ///< nothing falls without end
  double longest_step_ = 0.0;
  double next_look_ = 0.0;           ///< earliest safe_until of the pairs left alone
  std::vector<std::uint32_t> near_;  ///< not touching, but looked at every step
  std::vector<std::uint32_t> flipping_;
  std::vector<double> clear_of_holes_;  ///< per body: over no hole before this time [s]
  std::uint64_t pair_tests_ = 0;
};

}  // namespace cuelab::smooth
