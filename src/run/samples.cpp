#include <algorithm>

#include "cuelab/run.hpp"

namespace cuelab {
namespace {

Snapshot final_sample(const Trajectory& trajectory, const Replay* replay, double t) {
  Snapshot sample{.t = t};
  for (std::size_t i = 0; i < trajectory.final.size(); ++i) {
    sample.bodies.push_back(replay != nullptr ? replay->sample(i, t) : Sample{});
    sample.bodies.back().state = trajectory.final[i];
  }
  return sample;
}

Snapshot sample_of_pieces(const Replay& replay, double t) {
  Snapshot sample{.t = t};
  for (std::size_t i = 0; i < replay.ball_count(); ++i) {
    sample.bodies.push_back(replay.sample(i, t));
  }
  return sample;
}

}  // namespace

std::vector<Snapshot> samples_at(const Trajectory& trajectory, std::span<const double> at,
                                 std::span<const Snapshot> exact) {
  if (at.empty()) return {};
  std::optional<Replay> replay;
  if (!trajectory.pieces.empty()) replay.emplace(trajectory);
  std::vector<Snapshot> samples;
  samples.reserve(at.size());
  for (const double t : at) {
    const auto given = std::ranges::find(exact, t, &Snapshot::t);
    if (given != exact.end()) {
      samples.push_back(*given);
    } else if (t >= trajectory.t_end || !replay) {
      samples.push_back(final_sample(trajectory, replay ? &*replay : nullptr, t));
    } else {
      samples.push_back(sample_of_pieces(*replay, t));
    }
  }
  return samples;
}

}  // namespace cuelab
