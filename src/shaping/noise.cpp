#include "shaping/noise.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "shaping/path.hpp"

namespace cuelab {
namespace {

constexpr std::array<std::string_view, 4> levels{"none", "expert", "computational pool", "novice"};

/// SplitMix64: one well-mixed word per counter.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

/// Uniform in (0, 1].
double uniform(std::uint64_t seed, std::uint64_t number, std::uint64_t draw) {
  const std::uint64_t bits = mixed(mixed(mixed(seed) + number) + draw);
  return (static_cast<double>(bits >> 11U) + 1.0) * 0x1p-53;
}

/// A standard normal number, by Box and Muller.
double normal(std::uint64_t seed, std::uint64_t number, std::uint64_t draw) {
  const double radius = std::sqrt(-2.0 * log(uniform(seed, number, 2 * draw)));
  return radius * sin_cos(2.0 * pi * uniform(seed, number, 2 * draw + 1)).cos;
}

}  // namespace

std::span<const std::string_view> noise_names() { return levels; }

std::optional<ExecutionNoise> find_noise(std::string_view name) {
  constexpr std::array<double, 4> factors{0.0, 0.5, 1.0, 2.0};
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i] != name) continue;
    ExecutionNoise noise;
    noise.name = name;
    for (double* sigma : {&noise.tip, &noise.elevation, &noise.heading, &noise.speed}) {
      *sigma *= factors[i];
    }
    return noise;
  }
  return {};
}

namespace shaping {

ShapingProblem disturbed(const ShapingProblem& problem, std::span<const double> x,
                         std::uint64_t seed, std::uint64_t number) {
  const auto draw = [&](std::uint64_t i) { return normal(seed, number, i); };
  const ExecutionNoise& noise = problem.noise;
  ShapingProblem out;
  out.scene = scene_of(problem, x);
  out.goals = problem.goals;
  if (out.scene.shot) {
    Shot& shot = *out.scene.shot;
    const double radius = out.scene.balls[shot.ball].spec.radius;
    shot.side += draw(0) * noise.tip / radius;
    shot.height += draw(1) * noise.tip / radius;
    shot.elevation += draw(2) * noise.elevation * degree;
    shot.elevation = std::clamp(std::abs(shot.elevation), 0.0, 0.5 * pi);
    shot.heading += draw(3) * noise.heading * degree;
    shot.speed = std::max(0.01, shot.speed + draw(4) * noise.speed);
  }
  if (problem.start) {
    Ball& ball = out.scene.balls[problem.start->ball];
    const double speed = norm(ball.start.v);
    const double factor = speed > 0.0 ? std::max(0.01, speed + draw(4) * noise.speed) / speed : 1.0;
    const SinCos turn = sin_cos(draw(3) * noise.heading * degree);
    const auto turned = [&](const Vec3& a) {
      return Vec3{turn.cos * a.x - turn.sin * a.y, turn.sin * a.x + turn.cos * a.y, a.z};
    };
    ball.start.v = factor * turned(ball.start.v);
    ball.start.w = turned(ball.start.w);
  }
  return out;
}

}  // namespace shaping

double chance_of(const ShapingProblem& problem, std::span<const double> x, std::size_t samples,
                 std::uint64_t seed) {
  std::size_t made = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    made += attempt(shaping::disturbed(problem, x, seed, i), {}).satisfied ? 1 : 0;
  }
  return samples == 0 ? 0.0 : static_cast<double>(made) / static_cast<double>(samples);
}

}  // namespace cuelab
