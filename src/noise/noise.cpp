#include "cuelab/noise.hpp"

#include <algorithm>
#include <cmath>

#include "math/elementary.hpp"
#include "math/philox.hpp"

namespace cuelab {
namespace {

constexpr double degree = pi / 180.0;
constexpr double steepest = 89.0 * degree;

/// [Archibald2010]
constexpr Noise computational_pool{.side = 0.5e-3,
                                   .height = 0.5e-3,
                                   .elevation = 0.1 * degree,
                                   .heading = 0.125 * degree,
                                   .speed = 0.075};

constexpr Noise times(const Noise& noise, double factor) {
  return {.side = noise.side * factor,
          .height = noise.height * factor,
          .elevation = noise.elevation * factor,
          .heading = noise.heading * factor,
          .speed = noise.speed * factor};
}

constexpr std::string_view tournaments =
    "C. Archibald, A. Altman, M. Greenspan, Y. Shoham, Computational pool: a new challenge for "
    "game theory pragmatics, AI Magazine 31 (4), 2010";
/// There in parts of the radius of a pool ball.
constexpr double pool_radius = 0.028575;
constexpr Noise course{.side = 0.003 * pool_radius,
                       .height = 0.003 * pool_radius,
                       .elevation = 0.1 * degree,
                       .heading = 0.1 * degree,
                       .speed = 0.1};
constexpr std::string_view course_source =
    "eight-ball environment of the course AI3603, Shanghai Jiao Tong University, 2025, "
    "github.com/SJTU-RL2/AI3603-Billiards, poolenv.py";
constexpr std::string_view own_factor = "computational-pool times a factor of our own choice";

constexpr std::array<NoiseLevel, 6> levels = {{
    {.name = "none", .meaning = "every stroke as asked for", .source = "", .noise = {}},
    {.name = "computational-pool",
     .meaning = "the tournaments of computational pool",
     .source = tournaments,
     .noise = computational_pool},
    {.name = "computational-pool-half",
     .meaning = "half of it: a steadier arm",
     .source = own_factor,
     .noise = times(computational_pool, 0.5)},
    {.name = "computational-pool-double",
     .meaning = "twice that: a club player",
     .source = own_factor,
     .noise = times(computational_pool, 2.0)},
    {.name = "computational-pool-fivefold",
     .meaning = "five times that: a beginner",
     .source = own_factor,
     .noise = times(computational_pool, 5.0)},
    {.name = "course-eight-ball",
     .meaning = "programs of a university course: the tip almost exact, the speed less so",
     .source = course_source,
     .noise = course},
}};

}  // namespace

std::array<double, 2> uniform_pair(const Draw& draw, std::uint32_t block) {
  const PhiloxBlock bits = philox_block(draw.seed, draw.shot, draw.sample, block);
  return {open_unit(bits[0], bits[1]), open_unit(bits[2], bits[3])};
}

std::array<double, 2> normal_pair(const Draw& draw, std::uint32_t block) {
  const std::array<double, 2> u = uniform_pair(draw, block);
  const double radius = std::sqrt(-2.0 * log(u[0]));
  const SinCos direction = sin_cos(2.0 * pi * u[1]);
  return {radius * direction.cos, radius * direction.sin};
}

Noise scaled(const Noise& noise, double factor) { return times(noise, factor); }

std::span<const NoiseLevel> noise_levels() { return levels; }

const NoiseLevel* find_noise_level(std::string_view name) {
  for (const NoiseLevel& level : levels) {
    if (level.name == name) return &level;
  }
  return nullptr;
}

Shot executed(const Shot& shot, const Noise& noise, const Draw& draw, double radius) {
  if (noise == Noise{}) return shot;
  // each error has its own deviate, whatever the others are
  const auto [across, up] = normal_pair(draw, 0);
  const auto [around, above] = normal_pair(draw, 1);
  const auto [faster, unused] = normal_pair(draw, 2);
  static_cast<void>(unused);
  Shot result = shot;
  result.side += across * noise.side / radius;
  result.height += up * noise.height / radius;
  result.heading += around * noise.heading;
  if (noise.elevation > 0.0) {
    result.elevation = std::clamp(shot.elevation + above * noise.elevation, 0.0,
                                  std::max(steepest, shot.elevation));
  }
  result.speed = std::max(0.0, shot.speed + faster * noise.speed);
  return result;
}

}  // namespace cuelab
