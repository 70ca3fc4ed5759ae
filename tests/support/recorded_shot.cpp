#include "support/recorded_shot.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace cuelab::testing {
namespace {

constexpr double tie = 1e-6;       // [s]
constexpr double at_start = 1e-9;  // [s]

/// The events without the recorder's note that a ball begins rolling.
std::vector<RecordedEvent> without_start(const std::vector<RecordedEvent>& events) {
  std::vector<RecordedEvent> kept;
  for (const RecordedEvent& event : events) {
    if (event.t < at_start && event.type == "sliding-rolling") continue;
    kept.push_back(event);
  }
  return kept;
}

bool same(const RecordedEvent& a, const RecordedEvent& b) {
  if (a.type != b.type || a.agents.size() != b.agents.size()) return false;
  return std::is_permutation(a.agents.begin(), a.agents.end(), b.agents.begin());
}

std::string text_of(const RecordedEvent& event) {
  std::ostringstream text;
  text << event.t << " s " << event.type;
  for (const std::string& agent : event.agents) text << " " << agent;
  return text.str();
}

}  // namespace

RecordedShot read_recorded_shot(const std::string& path) {
  std::ifstream file(path);
  const auto document = nlohmann::json::parse(file);
  // the recorder takes cushions as walls but pushes balls as by their noses
  nlohmann::json with_noses = document.at("scene");
  with_noses["table"]["cushion_contact"] = "slanted-plane";
  const auto scene = parse_scene(with_noses.dump(), Format::json, path);
  if (!scene) throw std::runtime_error(scene.error().message());
  RecordedShot shot{document.at("scene").at("name"), *scene, {}};
  for (const auto& event : document.at("expected").at("events")) {
    shot.events.push_back({event.at("t"), event.at("type"), event.at("agents")});
  }
  return shot;
}

std::vector<RecordedEvent> simulated(const Scene& scene) {
  std::vector<RecordedEvent> events;
  for (const Event& event : simulate_event(scene).events) {
    const Agents agents = agents_of(event, scene);
    RecordedEvent converted{event.t, std::string(name_of(event.type)), {std::string(agents.first)}};
    if (!agents.second.empty()) converted.agents.emplace_back(agents.second);
    events.push_back(converted);
  }
  return events;
}

Agreement compare(const std::vector<RecordedEvent>& recorded,
                  const std::vector<RecordedEvent>& ours) {
  const std::vector<RecordedEvent> theirs = without_start(recorded);
  std::vector<RecordedEvent> left = without_start(ours);
  Agreement result;
  const std::size_t own_count = left.size();
  for (const RecordedEvent& want : theirs) {
    // the next event of ours, or one that ties with it
    auto found = left.end();
    for (auto it = left.begin(); it != left.end() && it->t <= left.front().t + tie; ++it) {
      if (same(*it, want)) {
        found = it;
        break;
      }
    }
    if (found == left.end()) {
      result.first_difference =
          "recorded " + text_of(want) +
          (left.empty() ? ", ours has ended" : ", ours " + text_of(left.front()));
      return result;
    }
    const double dt = std::abs(found->t - want.t);
    if (want.type == "ball-ball") ++result.ball_hits;
    if (result.ball_hits < 2 || (result.ball_hits == 2 && want.type == "ball-ball")) {
      result.dt_to_second = std::max(result.dt_to_second, dt);
    }
    if (result.ball_hits < 3 || (result.ball_hits == 3 && want.type == "ball-ball")) {
      result.dt_to_third = std::max(result.dt_to_third, dt);
    }
    result.dt_all = std::max(result.dt_all, dt);
    ++result.events;
    left.erase(found);
  }
  result.whole = theirs.size() == own_count;
  if (!left.empty()) result.first_difference = "recorded has ended, ours " + text_of(left.front());
  return result;
}

}  // namespace cuelab::testing
