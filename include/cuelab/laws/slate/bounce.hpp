#pragma once

#include "cuelab/ball.hpp"
#include "cuelab/law_info.hpp"

namespace cuelab {

/// Bounce of a ball on the slate.
struct Slate {
  double restitution = 0.5;
  double friction = 0.2;
  double min_bounce = 0.005;  ///< bounces lower than this are suppressed [m]
  friend bool operator==(const Slate&, const Slate&) = default;
};

inline constexpr Range min_bounce_range{
    .min = 1e-6, .max = 1.0, .reason = "0 would mean infinitely many bounces"};

constexpr LawInfo describe(Slate) {
  return {.name = "bounce",
          .meaning = "restitution and Coulomb friction, at most enough to stop the slip",
          .source = "textbook mechanics",
          .parameters = {
              parameter<&Slate::restitution>("restitution", fraction, "",
                                             "vertical speed ratio, after to before"),
              parameter<&Slate::friction>("friction", friction_range, "", "mu, ball on slate"),
              parameter<&Slate::min_bounce>("min_bounce", min_bounce_range, "m",
                                            "lower bounces are suppressed")}};
}

/// A ball that lands on the slate: restitution of the vertical velocity, Coulomb friction against
/// the slip, at most enough to stop it. After a bounce lower than `min_bounce` the ball stays on
/// the cloth.
BallState bounce(const Slate& slate, const BallSpec& ball, double gravity, BallState s);

/// Whether a ball is in the air or lies on other bodies.
bool is_above_cloth(const BallSpec& ball, const BallState& s);

/// The state after an impact or a stroke, with its motion: airborne if the ball moves up or down
/// fast enough to bounce, otherwise kept on the cloth. A ball in the air stays there.
BallState released(const Slate& slate, const BallSpec& ball, double gravity, BallState s);

}  // namespace cuelab
