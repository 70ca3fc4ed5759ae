#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/study.hpp"
#include "study/metric_values.hpp"

namespace cuelab::study {

/// Count, sum and sum of squared distances from the mean. Adding and joining in a fixed order gives
/// the same bits; sums of chances are exact.
struct Moments {
  std::uint64_t count = 0;
  double sum = 0.0;
  double squares = 0.0;

  void add(double value);
  void join(const Moments& other);
  friend bool operator==(const Moments&, const Moments&) = default;
};

/// The estimate of a chance or of a mean.
Estimate estimate_of(const Moments& moments, bool chance);

inline constexpr std::size_t status_count = 7;

/// The runs of one point, or some of them.
struct PointTally {
  std::uint64_t point = 0;
  std::array<std::uint64_t, status_count> runs{};  ///< per status
  std::vector<Moments> metrics{};

  std::uint64_t total() const;
  void join(const PointTally& other);
  friend bool operator==(const PointTally&, const PointTally&) = default;
};

/// One shot, if they are kept.
struct ShotRow {
  std::array<double, 5> stroke{};  ///< speed [m/s], heading [deg], side, height, elevation [deg]
  std::uint8_t status = 0;
  MetricValues metrics{};
};

/// What a chunk, or a part of it, has found.
struct Tally {
  std::vector<PointTally> points{};                      ///< in order
  std::vector<std::vector<std::uint64_t>> histograms{};  ///< per metric; empty for chances
  std::vector<std::uint64_t> ends{};                     ///< of the cue ball, see EndMap
  std::vector<ShotRow> shots{};                          ///< in order, if they are kept

  /// Joins the tally of the shots that follow, which may have no histograms and ends.
  void join(Tally&& next);
};

/// A tally without runs.
Tally empty_tally(const Study& study);

/// As bytes of a journal, and back; nothing if the bytes are not those of a tally of this study.
std::string encode(const Tally& tally, const Study& study);
std::optional<Tally> decode(std::string_view bytes, const Study& study);

}  // namespace cuelab::study
