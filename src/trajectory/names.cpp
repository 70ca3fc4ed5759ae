#include <array>

#include "cuelab/trajectory.hpp"

namespace cuelab {

std::string_view name_of(Motion motion) {
  constexpr std::array<std::string_view, 7> names = {
      "stationary", "spinning", "rolling", "sliding", "airborne", "pocketed", "off-table"};
  return names[static_cast<std::size_t>(motion)];
}

std::string_view name_of(EventType type) {
  constexpr std::array<std::string_view, 11> names = {
      "ball-ball",           "ball-cushion",    "ball-slate",         "ball-pocket",
      "ball-floor",          "sliding-rolling", "rolling-stationary", "rolling-spinning",
      "spinning-stationary", "contact-begin",   "contact-end"};
  return names[static_cast<std::size_t>(type)];
}

std::string_view name_of(StopReason reason) {
  constexpr std::array<std::string_view, 4> names = {"at-rest", "t-max", "event-limit",
                                                     "early-stop"};
  return names[static_cast<std::size_t>(reason)];
}

std::string_view name_of(AgentKind kind) {
  constexpr std::array<std::string_view, 7> names = {"none",   "ball",  "cushion", "jaw",
                                                     "pocket", "cloth", "part"};
  return names[static_cast<std::size_t>(kind)];
}

std::size_t agent_count(AgentKind kind, const Scene& scene) {
  switch (kind) {
    case AgentKind::nothing:
      return 0;
    case AgentKind::ball:
      return scene.balls.size();
    case AgentKind::cushion:
      return scene.table.cushions.size();
    case AgentKind::jaw:
      return scene.table.jaws.size();
    case AgentKind::pocket:
      return scene.table.pockets.size();
    case AgentKind::cloth:
      return 1;
    case AgentKind::part:
      return part_names(scene.system).size();
  }
  return 0;
}

namespace {

std::string_view name_of(const Agent& agent, const Scene& scene) {
  switch (agent.kind) {
    case AgentKind::nothing:
      return "";
    case AgentKind::ball:
      return scene.balls[agent.index].id;
    case AgentKind::cushion:
      return scene.table.cushions[agent.index].id;
    case AgentKind::jaw:
      return scene.table.jaws[agent.index].id;
    case AgentKind::pocket:
      return scene.table.pockets[agent.index].id;
    case AgentKind::cloth:
      return "cloth";
    case AgentKind::part:
      return part_names(scene.system)[agent.index];
  }
  return "";
}

}  // namespace

Agents agents_of(const Event& event, const Scene& scene) {
  return {scene.balls[event.ball].id, name_of(event.other, scene)};
}

}  // namespace cuelab
