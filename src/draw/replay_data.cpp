#include "draw/replay_data.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>

namespace cuelab::draw {
namespace {

constexpr double default_step = 1.0 / 120.0;  ///< between stored instants [s]
constexpr double min_instants = 600.0;        ///< stored for a short motion
constexpr double max_instants = 36000.0;  ///< 5 minutes; a longer motion is stored more coarsely
constexpr double max_samples = 1e7;       ///< instants of all balls together
constexpr double max_turn = 2.0;          ///< between them; half a turn would be ambiguous [rad]
constexpr double max_parts = 8.0;         ///< of a step, for balls that spin very fast

template <class Word>
void append(std::vector<std::uint8_t>& bytes, Word word) {
  for (std::size_t i = 0; i < sizeof(Word); ++i) {
    bytes.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
  }
}

using Row = std::array<std::uint16_t, 7>;

std::uint16_t word_of(double value) {
  return static_cast<std::uint16_t>(std::lround(std::clamp(value, 0.0, 65535.0)));
}

/// The fastest spin of any ball at t [rad/s].
double fastest_spin(const Replay& replay, double t) {
  double fastest = 0.0;
  for (std::size_t b = 0; b < replay.ball_count(); ++b) {
    fastest = std::max(fastest, norm(replay.state(b, t).w));
  }
  return fastest;
}

}  // namespace

std::string base64(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      word = (word << 8U) | (k < count ? bytes[i + k] : std::uint8_t{0});
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= count ? letters[(word >> (18 - 6 * k)) & 63U] : '=';
    }
  }
  return text;
}

std::string packed_doubles(std::span<const double> values) {
  std::vector<std::uint8_t> bytes;
  for (const double value : values) append(bytes, std::bit_cast<std::uint64_t>(value));
  return base64(bytes);
}

std::string packed_floats(std::span<const double> values) {
  std::vector<std::uint8_t> bytes;
  for (const double value : values) {
    append(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
  }
  return base64(bytes);
}

PackedTrack pack_track(std::span<const TrackPoint> track) {
  PackedTrack result;
  const auto coordinates = [](const Vec3& r) { return std::array{r.x, r.y, r.z}; };

  // the range of every coordinate
  std::array<double, 3> high{};
  result.low = high = coordinates(track.front().r);
  for (const TrackPoint& placed : track) {
    const auto r = coordinates(placed.r);
    for (std::size_t k = 0; k < 3; ++k) {
      result.low[k] = std::min(result.low[k], r[k]);
      high[k] = std::max(high[k], r[k]);
    }
  }
  for (std::size_t k = 0; k < 3; ++k) result.step[k] = (high[k] - result.low[k]) / 65535.0;

  std::vector<Row> rows;
  for (const TrackPoint& placed : track) {
    const auto r = coordinates(placed.r);
    Row row{};
    for (std::size_t k = 0; k < 3; ++k) {
      row[k] = result.step[k] > 0.0 ? word_of((r[k] - result.low[k]) / result.step[k])
                                    : std::uint16_t{0};
    }
    const std::array parts{placed.q.w, placed.q.x, placed.q.y, placed.q.z};
    for (std::size_t k = 0; k < 4; ++k) row[3 + k] = word_of(32768.0 + 32767.0 * parts[k]);
    rows.push_back(row);
  }

  // omit the constant parts before and after the motion
  std::size_t last = rows.size() - 1;
  while (result.first < last && rows[result.first + 1] == rows[0]) ++result.first;
  while (last > result.first && rows[last - 1] == rows[last]) --last;
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = result.first; i <= last; ++i) {
    for (const std::uint16_t word : rows[i]) append(bytes, word);
  }
  result.data = base64(bytes);
  return result;
}

std::vector<double> replay_times(const Replay& replay, std::span<const double> events) {
  const double end = replay.t_end();
  const double balls = std::max(1.0, static_cast<double>(replay.ball_count()));
  const double most = std::clamp(max_samples / balls, min_instants, max_instants);
  const double step = std::max(std::min(default_step, end / min_instants), end / most);
  // a motion stored coarsely cannot show its spin anyway
  const double parts_limit = step > default_step ? 1.0 : max_parts;
  std::vector<double> times{0.0};
  const double count = step > 0.0 ? std::ceil(end / step - 1e-9) : 0.0;
  for (double i = 0.0; i < count; i += 1.0) {
    const double from = i * step;
    const double to = std::min(end, from + step);
    const double spin = std::max(fastest_spin(replay, from), fastest_spin(replay, to));
    const double parts = std::clamp(std::ceil(spin * step / max_turn), 1.0, parts_limit);
    for (double k = 1.0; k <= parts; k += 1.0) times.push_back(from + (to - from) * (k / parts));
  }
  times.insert(times.end(), events.begin(), events.end());
  std::ranges::sort(times);
  const auto [first, last] = std::ranges::unique(times);
  times.erase(first, last);
  return times;
}

}  // namespace cuelab::draw
