#pragma once

#include <optional>

#include "cuelab/multibody.hpp"
#include "cuelab/physics.hpp"

namespace cuelab::hybrid {

/// The course of the impact m d'' = -K d^1.5 (1 + c d'/v) from d' = v, which is the same for all
/// masses, stiffnesses and speeds in units of the time s = (m^2 / (K^2 v))^(1/5) and the depth v s.
struct ImpactCourse {
  double duration = 0.0;  ///< [s]; 3.2179 without damping
  double centre = 0.0;    ///< mean time of the impulse [s]
  double depth = 0.0;     ///< greatest [v s]
  double force = 0.0;     ///< greatest [m v / s]
};
ImpactCourse impact_course(double damping);

/// Two balls that collide with nothing else near: the impact law at the line of centres in the
/// middle of the contact, which is as long as the forces' contact. While the balls touch, they go
/// on at the velocities before and after, so that the line of centres turns by an angle epsilon
/// until the middle. Against the integrated impact, velocities differ by about epsilon^2 of the
/// speed.
class LoneImpact {
 public:
  explicit LoneImpact(const ContactKind& kind);

  /// Two balls on the cloth that touch.
  struct Start {
    const Physics* physics = nullptr;
    PairSpec spec{};
    Pair balls{};
  };
  struct End {
    Pair balls{};
    double duration = 0.0;    ///< [s]
    double depth = 0.0;       ///< greatest [m]
    double peak_force = 0.0;  ///< [N]
  };

  /// The balls when they part. Nothing if the line of centres turns by more than `most_turn` until
  /// the middle [rad], or if the forces of the contact have no such law: then they must be
  /// integrated.
  std::optional<End> resolve(const Start& start, double most_turn) const;

 private:
  std::optional<FrictionalAlongImpulse> law_{};
  ImpactCourse course_{};
  double stiffness_ = 0.0;  ///< [N/m^1.5]
};

}  // namespace cuelab::hybrid
