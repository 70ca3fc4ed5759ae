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

Agents agents_of(const Event& event, const Scene& scene) {
  const std::string_view first = scene.balls[event.ball].id;
  if (event.other == none) return {first, ""};
  if (event.type == EventType::ball_ball) return {first, scene.balls[event.other].id};
  std::size_t part = event.other;
  if (event.type == EventType::contact_begin || event.type == EventType::contact_end) {
    if (part < scene.balls.size()) return {first, scene.balls[part].id};
    part -= scene.balls.size();
    const auto names = part_names(scene.system);
    if (part < names.size()) return {first, names[part]};
  }
  const Table& table = scene.table;
  if (part < table.cushions.size()) return {first, table.cushions[part].id};
  part -= table.cushions.size();
  if (part < table.jaws.size()) return {first, table.jaws[part].id};
  part -= table.jaws.size();
  if (part < table.pockets.size()) return {first, table.pockets[part].id};
  return {first, "cloth"};
}

}  // namespace cuelab
