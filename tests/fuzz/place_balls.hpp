#pragma once

#include "cuelab/scene.hpp"
#include "fuzz/dice.hpp"

namespace cuelab::fuzz {

/// Where balls stand to each other and to the table. The last one mixes the others.
enum class Arrangement : std::uint8_t { scattered, touching, frozen, jaws, pile, dropped, mixed };
inline constexpr std::size_t arrangement_count = 7;

/// Adds up to `count` balls like `spec`, at rest. Balls that find no room are left out.
void place_balls(Scene& scene, const BallSpec& spec, std::size_t count, Arrangement arrangement,
                 Dice& dice);

}  // namespace cuelab::fuzz
