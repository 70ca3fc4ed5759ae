#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/animation.hpp"
#include "io/embedded_file.hpp"

namespace cuelab::draw {

/// Bytes as base64 (RFC 4648, with padding).
std::string base64(std::span<const std::uint8_t> bytes);

/// Numbers as base64, little-endian.
std::string packed_doubles(std::span<const double> values);
std::string packed_floats(std::span<const double> values);

/// Position and orientation of a ball, in the picture's axes.
struct TrackPoint {
  Vec3 r{};
  Quat q{};
};

/// A ball's motion in 14 bytes per instant: three coordinates, which are low + step * u, and four
/// parts of the quaternion, which are (u - 32768) / 32767, each u 16 bits, little-endian. Equal
/// instants at both ends are omitted: the first stored one has the index `first`.
struct PackedTrack {
  std::size_t first = 0;
  std::array<double, 3> low{};
  std::array<double, 3> step{};
  std::string data{};
};
PackedTrack pack_track(std::span<const TrackPoint> track);

/// The instants that a replay stores: a grid fine enough for smooth motion and for the fastest
/// spin, the given events, and the end.
std::vector<double> replay_times(const Replay& replay, std::span<const double> events);

/// The files of src/draw/replay.
const std::vector<EmbeddedFile>& replay_files();

}  // namespace cuelab::draw
