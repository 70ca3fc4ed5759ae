#include "fuzz/check_impacts.hpp"

#include <fmt/core.h>

#include "fuzz/draw_impact.hpp"
#include "fuzz/isometry.hpp"

namespace cuelab::fuzz {
namespace {

constexpr double allowed = 1e-9;  // relative to speeds, energies and impulses

bool finite(const BallState& s) {
  return std::isfinite(norm(s.r)) && std::isfinite(norm(s.v)) && std::isfinite(norm(s.w));
}

/// How far two states differ in speed [m/s].
double difference(const BallSpec& ball, const BallState& a, const BallState& b) {
  return norm(a.v - b.v) + ball.radius * norm(a.w - b.w);
}

/// A limit and what it is for.
struct Comparison {
  Kind kind;
  const char* what;
  double value;
  double limit;
};

void compare(const Comparison& c, Failures& failures) {
  if (c.value <= c.limit) return;
  failures.add(c.kind, fmt::format("{} {:.4g}, allowed {:.4g}", c.what, c.value, c.limit));
}

double energy_of(const PairSpec& spec, const Pair& pair) {
  return kinetic_energy(spec.a, pair.a) + kinetic_energy(spec.b, pair.b);
}

Isometry draw_isometry(Dice& dice, bool mirrors) {
  return {.turn = mirrors ? SinCos{} : sin_cos(dice.angle()), .mirrors = mirrors};
}

/// Impulses that act between the balls alone keep momentum, about the contact angular momentum,
/// and stay within the cone.
void check_impulses(const PairImpact& impact, const Pair& after, double mu, Failures& failures) {
  const auto& [spec, before, n] = impact;
  const Vec3 J_a = spec.a.mass * (after.a.v - before.a.v);
  const Vec3 J_b = spec.b.mass * (after.b.v - before.b.v);
  const double scale = std::max(spec.a.mass * norm(before.a.v), spec.b.mass * norm(before.b.v)) +
                       norm(J_a) + norm(J_b);
  compare({Kind::momentum, "changes by", norm(J_a + J_b), allowed * scale}, failures);

  const double J_n = dot(J_b, n);
  const double J_t = norm(J_b - J_n * n);
  compare({Kind::friction, "impulse", J_t, (1.0 + allowed) * mu * J_n + allowed * scale}, failures);

  const Vec3 arm_a = spec.a.radius * n;
  const Vec3 turn_a = spec.a.inertia * (after.a.w - before.a.w) - cross(arm_a, J_a);
  const Vec3 turn_b = spec.b.inertia * (after.b.w - before.b.w) + cross(spec.b.radius * n, J_b);
  const double spin = spec.a.inertia * (norm(after.a.w) + norm(before.a.w)) +
                      spec.b.inertia * (norm(after.b.w) + norm(before.b.w)) +
                      (spec.a.radius + spec.b.radius) * scale;
  compare({Kind::momentum, "angular, about the contact, changes by", norm(turn_a) + norm(turn_b),
           allowed * spin},
          failures);
}

/// Without the cloth's friction momentum along the cloth is kept.
void check_level_momentum(const PairImpact& impact, const Pair& after, Failures& failures) {
  const auto& [spec, before, n] = impact;
  const Vec2 change =
      flat(spec.a.mass * (after.a.v - before.a.v)) + flat(spec.b.mass * (after.b.v - before.b.v));
  const double scale = spec.a.mass * (norm(before.a.v) + norm(after.a.v)) +
                       spec.b.mass * (norm(before.b.v) + norm(after.b.v));
  compare({Kind::momentum, "along the cloth changes by", norm(change), allowed * scale}, failures);
}

}  // namespace

std::vector<Failure> check_ball_ball(std::string_view name, std::uint64_t seed, Mode mode) {
  Dice dice(seed, mode == Mode::extreme ? 1 : 0);
  BallBallLaw law = *make_law<BallBallLaw>(name);
  draw_parameters(info_of(law), address_of(law), dice, mode);
  const PairImpact impact = draw_pair_impact(dice, mode);
  const auto& [spec, before, n] = impact;
  const Pair after = resolve(law, spec, before, n);

  Failures failures;
  if (!finite(after.a) || !finite(after.b)) {
    failures.add(Kind::not_finite, "state after the impact");
    return failures.list();
  }
  const double energy = energy_of(spec, before);
  compare({Kind::energy, "gained", energy_of(spec, after) - energy, allowed * energy}, failures);
  const double lively = std::max(liveliness(spec.a, before.a), liveliness(spec.b, before.b));
  compare({Kind::approach, "speed", dot(after.a.v - after.b.v, n), allowed * lively}, failures);

  // without friction of the cloth, as in the air, impulses act between the balls alone
  PairSpec smooth = spec;
  smooth.cloth_friction = 0.0;
  const Pair alone = resolve(law, smooth, before, n);
  const bool both_fly = before.a.motion == Motion::airborne && before.b.motion == Motion::airborne;
  if (both_fly) check_impulses(impact, after, greatest_friction(law), failures);
  check_level_momentum(impact, alone, failures);

  for (const bool mirrors : {false, true}) {
    const Isometry moved = draw_isometry(dice, mirrors);
    const Pair other = resolve(law, spec, {moved(before.a), moved(before.b)}, moved(n));
    const double off = std::max(difference(spec.a, moved(after.a), other.a),
                                difference(spec.b, moved(after.b), other.b));
    compare({mirrors ? Kind::mirror : Kind::rotation, "differs by", off, allowed * lively},
            failures);
  }
  return failures.list();
}

std::vector<Failure> check_cushion(std::string_view name, std::uint64_t seed, Mode mode) {
  Dice dice(seed, mode == Mode::extreme ? 1 : 0);
  CushionLaw law = *make_law<CushionLaw>(name);
  draw_parameters(info_of(law), address_of(law), dice, mode);
  const auto [at, before] = draw_nose_impact(dice, mode);
  const BallState after = resolve(law, at, before);

  Failures failures;
  if (!finite(after)) {
    failures.add(Kind::not_finite, "state after the impact");
    return failures.list();
  }
  const double energy = kinetic_energy(at.ball, before);
  compare({Kind::energy, "gained", kinetic_energy(at.ball, after) - energy, allowed * energy},
          failures);
  const double lively = liveliness(at.ball, before);
  const bool flies = before.motion == Motion::airborne;
  compare({Kind::approach, "speed", -dot(after.v, at.n), allowed * lively}, failures);
  if (flies) {
    const Vec3 J = at.ball.mass * (after.v - before.v);
    const double J_n = dot(J, at.n);
    compare({Kind::friction, "impulse", norm(J - J_n * at.n),
             greatest_friction(law) * J_n + allowed * at.ball.mass * lively},
            failures);
  }
  for (const bool mirrors : {false, true}) {
    const Isometry moved = draw_isometry(dice, mirrors);
    CushionImpact there = at;
    there.n = moved(at.n);
    const BallState other = resolve(law, there, moved(before));
    compare({mirrors ? Kind::mirror : Kind::rotation, "differs by",
             difference(at.ball, moved(after), other), allowed * lively},
            failures);
  }
  return failures.list();
}

}  // namespace cuelab::fuzz
