#include "describe.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cuelab/io.hpp"
#include "cuelab/multibody.hpp"
#include "drawing.hpp"
#include "io/keys.hpp"
#include "io/scene_reader.hpp"
#include "io/scene_writer.hpp"
#include "io/text_format.hpp"

namespace cuelab::web {
namespace {

using nlohmann::ordered_json;

ordered_json table_document(const Table& table) {
  ordered_json document{{"preset", table.preset},
                        {"length", table.length},
                        {"width", table.width},
                        {"cushionHeight", table.cushion_height}};
  document["cushions"] = cushions_document(table.cushions);
  document["jaws"] = jaws_document(table.jaws);
  document["pockets"] = ordered_json::array();
  document["spots"] = ordered_json::array();
  for (const Pocket& part : table.pockets) {
    document["pockets"].push_back({{"id", part.id},
                                   {"centre", as_list(part.centre)},
                                   {"radius", part.radius},
                                   {"depth", part.depth}});
  }
  for (const Spot& spot : table.spots) {
    document["spots"].push_back({{"id", spot.id}, {"at", as_list(spot.at)}});
  }
  document["drawing"] = table_drawing(table);
  return document;
}

ordered_json balls_document(const Scene& scene) {
  ordered_json document = ordered_json::array();
  for (std::size_t i = 0; i < scene.balls.size(); ++i) {
    const Ball& ball = scene.balls[i];
    document.push_back({{"id", ball.id},
                        {"radius", ball.spec.radius},
                        {"mass", ball.spec.mass},
                        {"position", as_list(ball.start.r)},
                        {"colours", ball_drawing(scene, i)}});
  }
  return document;
}

ordered_json shot_document(const Shot& shot) {
  return {{"ball", shot.ball}, {"speed", shot.speed},   {"heading", degrees(shot.heading)},
          {"side", shot.side}, {"height", shot.height}, {"elevation", degrees(shot.elevation)}};
}

/// The anchors of a cradle's rods.
ordered_json anchors_document(const System& system) {
  ordered_json anchors = ordered_json::array();
  for (const Joint& joint : system.joints) {
    if (const auto* rod = std::get_if<RodJoint>(&joint)) anchors.push_back(as_list(rod->b.point));
  }
  return anchors;
}

/// Radius of the race that is the first part of an obstacle.
double race_radius(const Obstacle& obstacle) {
  const Shape& shape = obstacle.parts.front().shape;
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return sphere->radius;
  if (const auto* tube = std::get_if<Tube>(&shape)) return tube->radius;
  return std::get<Cylinder>(shape).radius;
}

struct SystemDocument {
  const Scene& scene;

  ordered_json operator()(const PoolSystem& /*pool*/) const { return {{"kind", "pool"}}; }
  ordered_json operator()(const BouncingBall& spec) const {
    const bool plane = spec.surface == BouncingBall::Surface::plane;
    return {{"kind", "bouncing-ball"},
            {"surface", plane ? "plane" : "tube"},
            {"tubeRadius", spec.tube_radius}};
  }
  ordered_json operator()(const NewtonsCradle& spec) const {
    return {{"kind", "newtons-cradle"},
            {"length", spec.length},
            {"spread", spec.spread},
            {"strings", spec.strings},
            {"anchors", anchors_document(make_system(scene))}};
  }
  ordered_json operator()(const BallBearing& spec) const {
    const System system = make_system(scene);
    const char* const defects[] = {"none", "inner", "outer"};
    return {{"kind", "ball-bearing"},
            {"innerRadius", race_radius(system.obstacles[0])},
            {"outerRadius", race_radius(system.obstacles[1])},
            {"bore", spec.bore},
            {"outside", spec.outside},
            {"ballCount", spec.count},
            {"race", spec.count},
            {"defect", defects[static_cast<int>(spec.defect)]},
            {"defectAngle", spec.defect_angle}};
  }
};

ordered_json scene_value(const Scene& scene) {
  return {{"name", scene.name},
          {"table", table_document(scene.table)},
          {"balls", balls_document(scene)},
          {"shot", scene.shot ? shot_document(*scene.shot) : ordered_json()},
          {"system", std::visit(SystemDocument{scene}, scene.system.model)},
          {"engine", name_of(scene.run.engine)},
          {"json", *scene_to_json(scene)},
          {"toml", *scene_to_toml(scene)},
          {"notBuilt", scene.not_built}};
}

ordered_json agents_document(const Event& event, const Scene& scene) {
  const Agents agents = agents_of(event, scene);
  const bool two_balls = event.other.kind == AgentKind::ball;
  const std::int64_t other = two_balls ? std::int64_t{event.other.index} : -1;
  return {{"agents", {agents.first, agents.second}}, {"ball", event.ball}, {"other", other}};
}

ordered_json kinds_document(unsigned accepts) {
  constexpr std::pair<unsigned, const char*> kinds[] = {
      {kind::number, "number"}, {kind::integer, "integer"}, {kind::text, "text"},
      {kind::name, "name"},     {kind::pair, "pair"},       {kind::triple, "triple"},
      {kind::table, "table"},   {kind::tables, "tables"}};
  ordered_json document = ordered_json::array();
  for (const auto& [bit, name] : kinds) {
    if ((accepts & bit) != 0) document.push_back(name);
  }
  return document;
}

ordered_json key_document(const KeyRow& row) {
  ordered_json document{{"path", row.path},
                        {"kinds", kinds_document(row.accepts)},
                        {"names", words(row.names)},
                        {"notBuilt", words(row.not_built)},
                        {"allowed", allowed_text(row)},
                        {"fallback", row.fallback},
                        {"doc", row.doc},
                        {"only", nullptr}};
  if (!row.selector.empty()) {
    document["only"] = {{"key", row.selector}, {"values", words(row.chosen)}};
  }
  return document;
}

}  // namespace

std::string scene_text(const Scene& scene) { return to_json(scene_value(scene)); }

std::string run_text(const Scene& scene, const Trajectory& trajectory) {
  return to_json(
      {{"scene", scene_value(scene)},
       {"engine", name_of(scene.run.engine)},
       {"tEnd", trajectory.t_end},
       {"stop", name_of(trajectory.stop)},
       {"hash", fmt::format("{:016x}", hash_of(trajectory))},
       {"cost", {{"events", trajectory.cost.events}, {"steps", trajectory.cost.steps}}}});
}

std::string events_text(const Scene& scene, const Trajectory& trajectory, const Replay& replay) {
  ordered_json events = ordered_json::array();
  for (const Event& event : trajectory.events) {
    ordered_json entry = agents_document(event, scene);
    entry["t"] = event.t;
    entry["type"] = name_of(event.type);
    entry["at"] = as_list(replay.state(event.ball, event.t).r);
    events.push_back(std::move(entry));
  }
  ordered_json contacts = ordered_json::array();
  for (const ContactRecord& contact : trajectory.contacts) {
    const Event& begin = trajectory.events[contact.begin];
    ordered_json entry = agents_document(begin, scene);
    entry["begin"] = begin.t;
    entry["end"] = contact.end == none ? trajectory.t_end : trajectory.events[contact.end].t;
    entry["peakForce"] = contact.peak_force;
    entry["depth"] = contact.depth;
    contacts.push_back(std::move(entry));
  }
  return to_json({{"events", std::move(events)}, {"contacts", std::move(contacts)}});
}

std::string keys_text() {
  ordered_json keys = ordered_json::array();
  for (const KeyRow& row : key_rows()) keys.push_back(key_document(row));
  return to_json(keys);
}

}  // namespace cuelab::web
