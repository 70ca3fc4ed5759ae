#include "reproduce/impacts.hpp"

namespace cuelab::reproduction {

std::vector<Impact> impacts_of(const Trajectory& trajectory) {
  const auto state_at = [&](const Event& event) {
    return state_on(trajectory.pieces.at(event.piece), event.t);
  };
  std::vector<Impact> result;
  for (const ContactRecord& record : trajectory.contacts) {
    const Event& begin = trajectory.events.at(record.begin);
    Impact impact{.t = begin.t,
                  .ball = begin.ball,
                  .other = begin.other,
                  .approach_speed = record.approach_speed,
                  .depth = record.depth,
                  .before = state_at(begin),
                  .after = {}};
    if (record.end != none) {
      const Event& end = trajectory.events.at(record.end);
      impact.duration = end.t - begin.t;
      impact.after = state_at(end);
    }
    result.push_back(impact);
  }
  return result;
}

std::vector<Impact> impacts_of(const Trajectory& trajectory, std::uint32_t ball, Agent other) {
  std::vector<Impact> result = impacts_of(trajectory);
  std::erase_if(result, [&](const Impact& i) { return i.ball != ball || i.other != other; });
  return result;
}

std::vector<Impact> impacts_of(const Trajectory& trajectory, std::uint32_t ball,
                               std::uint32_t other_ball) {
  return impacts_of(trajectory, ball, Agent{AgentKind::ball, other_ball});
}

std::vector<double> sample_times(double from, double to, std::size_t n) {
  std::vector<double> all(n + 1);
  for (std::size_t k = 0; k <= n; ++k) {
    all[k] = from + (to - from) * static_cast<double>(k) / static_cast<double>(n);
  }
  return all;
}

}  // namespace cuelab::reproduction
