#include "study/assemble.hpp"

#include <fmt/format.h>

namespace cuelab::study {
namespace {

/// Follows the points in order.
void note_points(Summary& summary, const Study& study, std::span<const PointTally> points) {
  for (const PointTally& point : points) {
    for (std::size_t i = 0; i < status_count; ++i) summary.runs[i] += point.runs[i];
    for (std::size_t k = 0; k < study.metrics.size(); ++k) {
      const Estimate found = estimate_of(point.metrics[k], is_chance(study.metrics[k].kind));
      summary.metrics[k].join(point.metrics[k]);
      Estimate& best = summary.best_estimate[k];
      if (found.count > 0 && (best.count == 0 || found.value > best.value)) {
        best = found;
        summary.best[k] = point.point;
      }
      if (!summary.maps.empty()) summary.maps[k].push_back(found);
    }
  }
}

}  // namespace

std::string missing_text(const ChunkIndex& chunks, std::uint64_t first, std::uint64_t last) {
  std::string text;
  constexpr std::size_t longest = 60;
  for (std::uint64_t k = first; k < last; ++k) {
    if (chunks.contains(k)) continue;
    const std::uint64_t begin = k;
    while (k + 1 < last && !chunks.contains(k + 1)) ++k;
    if (text.size() > longest) return text + ", ...";
    text += (text.empty() ? "" : ", ") +
            (k == begin ? fmt::format("{}", k) : fmt::format("{}-{}", begin, k));
  }
  return text;
}

Result<Summary> assemble(const Study& study, const ChunkIndex& chunks, const PointSink& sink) {
  const std::size_t metrics = study.metrics.size();
  Summary summary;
  summary.metrics.resize(metrics);
  summary.best.resize(metrics);
  summary.best_estimate.resize(metrics);
  summary.counts = empty_tally(study);
  if (study.points <= most_drawn_points) summary.maps.resize(metrics);

  // the last point of a chunk may go on in the next one
  std::optional<PointTally> open;
  for (std::uint64_t k = 0; k < study.chunks(); ++k) {
    const auto place = chunks.find(k);
    if (place == chunks.end()) return Error{"", "", fmt::format("chunk {} is missing", k)};
    const auto bytes = read_chunk(place->second);
    if (!bytes) return bytes.error();
    auto tally = decode(*bytes, study);
    if (!tally) return Error{place->second.file, "", fmt::format("chunk {} is malformed", k)};
    std::vector<PointTally>& points = tally->points;
    if (open && !points.empty()) {
      open->join(points.front());
      points.front() = *std::move(open);
    }
    open.reset();
    if (!points.empty() && points.back().total() < study.samples) {
      open = std::move(points.back());
      points.pop_back();
    }
    note_points(summary, study, points);
    if (auto fault = sink(points, tally->shots)) return *std::move(fault);
    points.clear();
    tally->shots.clear();
    summary.counts.join(*std::move(tally));
  }
  return summary;
}

}  // namespace cuelab::study
