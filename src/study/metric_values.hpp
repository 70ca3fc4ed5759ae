#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "cuelab/batch.hpp"
#include "cuelab/study.hpp"

namespace cuelab::study {

inline constexpr std::size_t most_metrics = 30;

/// The values of all metrics in one run; bit k of `defined` says whether there is a value k.
/// Chances are 0 or 1.
struct MetricValues {
  std::uint32_t defined = 0;
  std::array<double, most_metrics> value{};
};

/// Of a miscue every chance is missed, and numbers are undefined; of other runs that are not
/// `done` everything is undefined.
MetricValues evaluate(std::span<const Metric> metrics, const ShotRun& run);

/// Where the cue ball lies at the end, unless it fell or left the table.
std::optional<Vec2> cue_end(const ShotRun& run);

/// Equal parts of a range; what lies outside counts in the first or last.
struct Bins {
  double low = 0.0;
  double high = 1.0;
  std::size_t count = 1;

  std::size_t index_of(double value) const;
};

/// For the values of a metric that is a number.
Bins bins_of(const Metric& metric, const Table& table);

/// The parts of the cloth along x and y where cue balls that end there are counted.
struct EndMap {
  Bins x;
  Bins y;
  std::size_t size() const { return x.count * y.count; }
  std::size_t index_of(Vec2 p) const { return y.index_of(p.y) * x.count + x.index_of(p.x); }
};
EndMap end_map_of(const Table& table);

}  // namespace cuelab::study
