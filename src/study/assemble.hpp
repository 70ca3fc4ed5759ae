#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "study/journal.hpp"
#include "study/tally.hpp"

namespace cuelab::study {

/// What a whole study found, beside its points.
struct Summary {
  std::array<std::uint64_t, status_count> runs{};  ///< per status
  std::vector<Moments> metrics{};                  ///< over all points
  std::vector<std::uint64_t> best{};  ///< per metric: the point with the greatest value
  std::vector<Estimate> best_estimate{};
  Tally counts{};  ///< histograms and ends
  /// Per metric, the estimates of all points in order; empty unless asked for.
  std::vector<std::vector<Estimate>> maps{};
};

/// Takes points and shots as they become complete, in order.
using PointSink = std::function<std::optional<Error>(std::span<const PointTally> points,
                                                     std::span<const ShotRow> shots)>;

/// Studies of more points are not drawn.
inline constexpr std::uint64_t most_drawn_points = 1'000'000;

/// Joins all chunks of a study, in order. Needs no more memory than a chunk does. Error if a chunk
/// is missing or damaged.
Result<Summary> assemble(const Study& study, const ChunkIndex& chunks, const PointSink& sink);

/// The chunks that are missing, as "3-5, 9"; "" if none. Only those from `first` to before `last`.
std::string missing_text(const ChunkIndex& chunks, std::uint64_t first, std::uint64_t last);

}  // namespace cuelab::study
