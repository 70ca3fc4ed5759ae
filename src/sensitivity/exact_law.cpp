#include "sensitivity/exact_law.hpp"

#include "cuelab/laws.hpp"
#include "laws/along_impulse/resolve.hpp"

namespace cuelab::sensitivity {
namespace {

/// Error of each part of an integration along the impulse, in approach speeds: a little above
/// rounding, far below what differences with steps of 1/256 can show.
constexpr double exact = 1e-13;

}  // namespace

PairSpec pair_spec(const Physics& physics, const BallSpec& a, const BallSpec& b, const Pair& pair) {
  return {.a = a,
          .b = b,
          .cloth_friction = 0.5 * (sliding_coefficient(physics.cloth, a, pair.a) +
                                   sliding_coefficient(physics.cloth, b, pair.b))};
}

Pair exactly_resolved(const Physics& physics, const PairSpec& spec, const Pair& pair,
                      const Vec3& n) {
  const PairSpec here = pair_spec(physics, spec.a, spec.b, pair);
  const auto* law = std::get_if<Mathavan2014>(&physics.ball_ball);
  if (law == nullptr) return resolve(physics.ball_ball, here, pair, n);
  return follow_impulse({.restitution = law->restitution,
                         .contact = law->friction,
                         .cloth = here.cloth_friction,
                         .tolerance = exact},
                        here, pair, n);
}

BallState exactly_resolved(const Physics& physics, const BallSpec& ball, const BallState& s,
                           const Vec3& n) {
  const double mu = sliding_coefficient(physics.cloth, ball, s);
  const auto* law = std::get_if<Mathavan2010>(&physics.cushion);
  if (law == nullptr) return resolve(physics.cushion, {ball, n, mu}, s);
  return follow_impulse({.restitution = law->restitution,
                         .contact = {.a = law->friction, .b = 0.0, .c = 0.0},
                         .cloth = mu,
                         .tolerance = exact},
                        ball, s, n);
}

}  // namespace cuelab::sensitivity
