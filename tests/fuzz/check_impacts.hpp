#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "fuzz/dice.hpp"
#include "fuzz/failure.hpp"

namespace cuelab::fuzz {

/// Draws one impact from a seed, resolves it by the law of that name and checks it: finite, no
/// energy gained, no approach left, momentum kept where the cloth takes no part, friction within
/// its cone, the same when turned about the vertical or mirrored.
std::vector<Failure> check_ball_ball(std::string_view law, std::uint64_t seed, Mode mode);
std::vector<Failure> check_cushion(std::string_view law, std::uint64_t seed, Mode mode);

}  // namespace cuelab::fuzz
