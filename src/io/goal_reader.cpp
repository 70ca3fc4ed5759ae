// Goal files: text, document, validation, problem.
#include "io/goal_reader.hpp"

#include <algorithm>

#include "io/document.hpp"
#include "io/input_error.hpp"
#include "io/spelling.hpp"
#include "io/validate.hpp"
#include "scene/text.hpp"

namespace cuelab {

namespace {

using Json = nlohmann::json;
using Names = std::vector<std::string>;

template <class Parts>
Names ids_of(const Parts& parts) {
  Names names;
  for (const auto& part : parts) names.push_back(part.id);
  return names;
}

/// The index of a part of the scene, by its id.
std::uint32_t index_of(const Json& value, const Names& ids, const std::string& key,
                       const std::string& what) {
  const std::string word = value.is_string() ? value.get<std::string>() : "";
  const auto found = std::ranges::find(ids, word);
  if (value.is_string() && found != ids.end()) {
    return static_cast<std::uint32_t>(found - ids.begin());
  }
  std::string all;
  for (const std::string& id : ids) all += (all.empty() ? "" : ", ") + id;
  const std::string near = nearest_word(word, ids);
  refuse(key, "is " + shown(value) + ", no " + what + " of the scene" +
                  (near.empty() ? "" : " (did you mean " + in_quotes(near) + "?)") +
                  (ids.empty() ? "; it has none" : "; available: " + all));
}

std::size_t whole_of(const Json& value) { return static_cast<std::size_t>(value.get<double>()); }

Scene read_goal_scene(const Json& value, const std::string& file, FindScene find) {
  if (value.is_object()) {
    auto scene = parse_scene(value.dump(), Format::json, "");
    if (!scene) {
      const Error& e = scene.error();
      refuse("scene" + (e.key.empty() ? "" : "." + e.key), e.what);
    }
    return *std::move(scene);
  }
  auto scene = find(value.get<std::string>(), file);
  if (!scene) refuse("scene", scene.error().message());
  return *std::move(scene);
}

/// The ball a goal is about; by default the one that is played.
std::uint32_t ball_of(const Json& table, const std::string& path, const ShapingProblem& problem) {
  if (table.contains("ball")) {
    return index_of(table.at("ball"), ids_of(problem.scene.balls), path + ".ball", "ball");
  }
  if (problem.start) return problem.start->ball;
  return problem.scene.shot ? static_cast<std::uint32_t>(problem.scene.shot->ball) : 0;
}

BallStart read_start(const Json& table, const ShapingProblem& problem) {
  return {.ball = table.contains("ball") ? ball_of(table, "start", problem) : 0,
          .speed = number_at(table, "ball_speed"),
          .direction = number_at(table, "direction"),
          .spin_along = number_at(table, "spin_along"),
          .spin_across = number_at(table, "spin_across"),
          .spin_up = number_at(table, "spin_up"),
          .rolling = table.at("rolling").get<bool>()};
}

Unknown read_unknown(const Json& table) {
  Unknown unknown;
  const auto name = table.at("quantity").get<std::string>();
  for (std::size_t i = 0; i < quantity_count; ++i) {
    if (name_of(static_cast<Quantity>(i)) == name) unknown.quantity = static_cast<Quantity>(i);
  }
  unknown.min = number_at(table, "min");
  unknown.max = number_at(table, "max");
  if (table.contains("start")) unknown.start = number_at(table, "start");
  if (table.contains("steps")) unknown.steps = whole_of(table.at("steps"));
  return unknown;
}

Goal::Kind kind_of(const Json& table) {
  const auto name = table.at("kind").get<std::string>();
  Goal::Kind kind = Goal::Kind::gate;
  for (std::size_t i = 0; i < goal_kind_count; ++i) {
    if (name_of(static_cast<Goal::Kind>(i)) == name) kind = static_cast<Goal::Kind>(i);
  }
  return kind;
}

Goal read_goal(const Json& table, const std::string& path, const ShapingProblem& problem) {
  const Scene& scene = problem.scene;
  Goal goal;
  goal.kind = kind_of(table);
  goal.ball = ball_of(table, path, problem);
  if (table.contains("at")) {
    goal.at = {table.at("at").at(0).get<double>(), table.at("at").at(1).get<double>()};
  }
  if (table.contains("tolerance")) goal.tolerance = number_at(table, "tolerance");
  if (table.contains("radius")) goal.radius = number_at(table, "radius");
  if (table.contains("direction")) goal.direction = number_at(table, "direction");
  if (table.contains("other")) {
    goal.other = index_of(table.at("other"), ids_of(scene.balls), path + ".other", "ball");
    if (goal.other == goal.ball) refuse(path + ".other", "must be another ball than `ball`");
  }
  if (table.contains("cut")) goal.cut = number_at(table, "cut");
  if (table.contains("pocket")) {
    goal.pocket =
        index_of(table.at("pocket"), ids_of(scene.table.pockets), path + ".pocket", "pocket");
  }
  if (goal.kind == Goal::Kind::pot && scene.table.pockets.empty()) {
    refuse(path + ".kind", "is \"pot\", but the table of the scene has no pockets");
  }
  for (const Json& item : table.value("cushions", Json::array())) {
    goal.cushions.push_back(
        index_of(item, ids_of(scene.table.cushions), path + ".cushions", "cushion"));
  }
  if (table.contains("min_cushions")) goal.count = whole_of(table.at("min_cushions"));
  return goal;
}

ShapeOptions read_search(const Json& table) {
  ShapeOptions search;
  search.simulations = whole_of(table.at("simulations"));
  search.refined = whole_of(table.at("refined"));
  search.samples = whole_of(table.at("samples"));
  search.solutions = whole_of(table.at("solutions"));
  search.seed = whole_of(table.at("seed"));
  return search;
}

GoalFile goal_from(std::string_view text, Format format, const std::string& file, FindScene find) {
  Json document = parse_document(text, format);
  validate_goal(document);
  fill_goal_defaults(document);
  GoalFile out;
  out.name = document.at("name").get<std::string>();
  ShapingProblem& problem = out.problem;
  problem.scene = read_goal_scene(document.at("scene"), file, find);
  problem.noise = *find_noise_level(document.at("noise").get<std::string>());
  if (document.contains("start")) problem.start = read_start(document.at("start"), problem);
  for (const Json& table : document.at("unknowns")) {
    problem.unknowns.push_back(read_unknown(table));
  }
  const Json& goals = document.at("goals");
  for (std::size_t i = 0; i < goals.size(); ++i) {
    problem.goals.push_back(read_goal(goals[i], "goals." + std::to_string(i), problem));
  }
  out.search = read_search(document.at("search"));
  if (auto fault = find_fault(problem)) throw InputError{*std::move(fault)};
  return out;
}

}  // namespace

Result<GoalFile> parse_goal(std::string_view text, Format format, const std::string& name,
                            FindScene find) {
  return guarded({name}, [&] { return goal_from(text, format, name, find); });
}

}  // namespace cuelab
