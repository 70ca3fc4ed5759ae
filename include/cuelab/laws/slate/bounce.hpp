#pragma once

#include <optional>

#include "cuelab/ball.hpp"
#include "cuelab/law_info.hpp"

namespace cuelab {

/// Bounce of a ball on the slate.
struct Slate {
  double restitution = 0.5;
  std::optional<double> friction{};  ///< mu; left out: sliding friction of the cloth
  double min_bounce = 0.005;         ///< rebounds lower than this are left out [m]
  friend bool operator==(const Slate&, const Slate&) = default;
};

inline constexpr Range min_bounce_range{
    .min = 1e-6, .max = 1.0, .reason = "0 would mean infinitely many bounces"};

constexpr LawInfo describe(Slate) {
  return {.name = "bounce",
          .meaning = "restitution and Coulomb friction, at most enough to stop the slip",
          .source = "textbook mechanics",
          .parameters = {parameter<&Slate::restitution>("restitution", fraction, "",
                                                        "vertical speed ratio, after to before"),
                         parameter<&Slate::friction>("friction", friction_range, "",
                                                     "mu of landings; default: that of the cloth, "
                                                     "which the smooth engine always has"),
                         parameter<&Slate::min_bounce>("min_bounce", min_bounce_range, "m",
                                                       "lower rebounds are left out")}};
}

/// A ball that lands on the slate at v: it leaves at v' = e v, or stays if it would rise less than
/// `min_bounce`. Coulomb friction acts against the slip, with the impulse mu m (v + v'), at most
/// enough to stop it. Friction that is left out is that of `CoulombCloth`; `slate_under` fills in
/// that of the scene.
///
/// The hops left out do not change the balance of friction: whatever the hops of a ball that leaves
/// the slate at v' and lies on it after the time t, the slate's impulse is m (g t - v'), which is
/// also what a landing without rebound and the weight from then on give.
BallState bounce(const Slate& slate, const BallSpec& ball, double gravity, BallState s);

/// Friction of the slate with the impulse m * change against the slip, at most enough to stop it;
/// `change` in m/s.
BallState rubbed(const BallSpec& ball, BallState s, double change);

/// Whether a ball is in the air or lies on other bodies.
bool is_above_cloth(const BallSpec& ball, const BallState& s);

/// The state after an impact or a stroke, with its motion: a ball that has been pushed up or down
/// is airborne, and lands at once in the second case; otherwise it stays on the cloth.
BallState released(const BallSpec& ball, BallState s);

}  // namespace cuelab
