#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cuelab/moving.hpp"

namespace cuelab::draw {

/// Bytes as text (RFC 4648, with padding).
std::string base64(std::span<const std::uint8_t> bytes);

/// Numbers as text, low byte first.
std::string packed_doubles(std::span<const double> values);
std::string packed_floats(std::span<const double> values);

/// Where a ball is and how it is turned, in the picture's axes.
struct Placed {
  Vec3 r{};
  Quat q{};
};

/// A ball's motion in 14 bytes per instant: three coordinates, which are low + step * u, and four
/// parts of the quaternion, which are (u - 32768) / 32767, each u 16 bits with the low byte first.
/// Equal instants at both ends are left out: the first stored one is number `first`.
struct PackedTrack {
  std::size_t first = 0;
  std::array<double, 3> low{};
  std::array<double, 3> step{};
  std::string data{};
};
PackedTrack packed(std::span<const Placed> track);

/// The instants a replay stores: a grid fine enough for the eye and for the fastest spin, the
/// events given, and the end.
std::vector<double> replay_times(const Replay& replay, std::span<const double> events);

}  // namespace cuelab::draw
