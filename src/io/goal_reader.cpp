#include "io/goal_reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/document.hpp"
#include "io/input_error.hpp"
#include "io/spelling.hpp"
#include "io/text_format.hpp"
#include "scene/text.hpp"

namespace cuelab {

namespace {

using Json = nlohmann::json;
using Names = std::vector<std::string>;

std::string list_of(const Names& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string near_text(std::string_view word, const Names& names) {
  const std::string near = nearest_word(word, names);
  return near.empty() ? "" : " (did you mean " + in_quotes(near) + "?)";
}

/// A table of the file: its keys, and what they must be.
class Section {
 public:
  Section(const Json& table, std::string path, const Names& keys)
      : table_(table), path_(std::move(path)) {
    if (!table.is_object()) refuse(path_, "must be a table");
    for (const auto& item : table.items()) {
      if (std::find(keys.begin(), keys.end(), item.key()) != keys.end()) continue;
      refuse(key(item.key()),
             "unknown key" + near_text(item.key(), keys) + "; available: " + list_of(keys));
    }
  }

  std::string key(const std::string& leaf) const {
    return path_.empty() ? leaf : path_ + "." + leaf;
  }
  bool has(const char* leaf) const { return table_.contains(leaf); }
  const Json& at(const char* leaf) const {
    if (!has(leaf)) refuse(key(leaf), "is missing");
    return table_.at(leaf);
  }
  double number(const char* leaf, double least = -1e6, double most = 1e6) const {
    const Json& value = at(leaf);
    const double x = value.is_number() ? value.get<double>() : std::nan("");
    if (!(x >= least && x <= most)) {
      refuse(key(leaf), shown(value) + " is not allowed, must be a number between " +
                            shown(Json(least)) + " and " + shown(Json(most)));
    }
    return x;
  }
  double number_or(const char* leaf, double fallback, double least = -1e6,
                   double most = 1e6) const {
    return has(leaf) ? number(leaf, least, most) : fallback;
  }
  std::size_t count_or(const char* leaf, std::size_t fallback, double least, double most) const {
    if (!has(leaf)) return fallback;
    const double x = number(leaf, least, most);
    if (x != std::floor(x)) refuse(key(leaf), shown(at(leaf)) + " must be a whole number");
    return static_cast<std::size_t>(x);
  }
  std::string text(const char* leaf) const {
    if (!at(leaf).is_string()) refuse(key(leaf), shown(at(leaf)) + " must be a string");
    return at(leaf).get<std::string>();
  }
  std::size_t one_of(const char* leaf, const Names& names, const char* what) const {
    return find(key(leaf), at(leaf), names, what);
  }
  static std::size_t find(const std::string& key, const Json& value, const Names& names,
                          const char* what) {
    const std::string word = value.is_string() ? value.get<std::string>() : "";
    const auto found = std::find(names.begin(), names.end(), word);
    if (!value.is_string() || found == names.end()) {
      refuse(key, shown(value) + " is no " + what + near_text(word, names) + ", must be one of " +
                      list_of(names));
    }
    return static_cast<std::size_t>(found - names.begin());
  }
  Vec2 point(const char* leaf) const {
    const Json& value = at(leaf);
    if (!value.is_array() || value.size() != 2 || !value[0].is_number() || !value[1].is_number()) {
      refuse(key(leaf), shown(value) + " must be [x, y] in m");
    }
    return {value[0].get<double>(), value[1].get<double>()};
  }

 private:
  const Json& table_;
  std::string path_;
};

template <class Parts>
Names ids_of(const Parts& parts) {
  Names names;
  for (const auto& part : parts) names.push_back(part.id);
  return names;
}

Scene read_goal_scene(const Json& value, const std::string& file, FindScene find) {
  if (value.is_object()) {
    auto scene = parse_scene(value.dump(), Format::json, "");
    if (!scene) refuse("scene." + scene.error().key, scene.error().what);
    return *std::move(scene);
  }
  if (!value.is_string()) refuse("scene", shown(value) + " must be a name, a path or a table");
  auto scene = find(value.get<std::string>(), file);
  if (!scene) refuse("scene", scene.error().message());
  return *std::move(scene);
}

/// The ball a goal is about; by default the one that is played.
std::uint32_t ball_of(const Section& section, const char* leaf, const ShapingProblem& problem) {
  if (!section.has(leaf)) {
    if (problem.start) return problem.start->ball;
    return problem.scene.shot ? static_cast<std::uint32_t>(problem.scene.shot->ball) : 0;
  }
  return static_cast<std::uint32_t>(
      section.one_of(leaf, ids_of(problem.scene.balls), "ball of the scene"));
}

BallStart read_start(const Json& value, const ShapingProblem& problem) {
  const Section s(
      value, "start",
      {"ball", "ball_speed", "direction", "spin_along", "spin_across", "spin_up", "rolling"});
  BallStart start;
  if (s.has("ball")) start.ball = ball_of(s, "ball", problem);
  start.speed = s.number_or("ball_speed", 1.0, 0.0, 100.0);
  start.direction = s.number_or("direction", 0.0, -360.0, 360.0);
  start.spin_along = s.number_or("spin_along", 0.0, -1e4, 1e4);
  start.spin_across = s.number_or("spin_across", 0.0, -1e4, 1e4);
  start.spin_up = s.number_or("spin_up", 0.0, -1e4, 1e4);
  if (s.has("rolling")) {
    if (!s.at("rolling").is_boolean()) refuse("start.rolling", "must be true or false");
    start.rolling = s.at("rolling").get<bool>();
  }
  return start;
}

Unknown read_unknown(const Json& value, const std::string& path) {
  const Section s(value, path, {"quantity", "min", "max", "start", "steps"});
  Names names;
  for (std::size_t i = 0; i < quantity_count; ++i) {
    names.emplace_back(name_of(static_cast<Quantity>(i)));
  }
  Unknown unknown;
  unknown.quantity = static_cast<Quantity>(s.one_of("quantity", names, "quantity"));
  constexpr std::array<double, quantity_count> lows{0.01, -360, -0.9, -0.9, 0,
                                                    0.01, -360, -1e4, -1e4, -1e4};
  constexpr std::array<double, quantity_count> highs{20, 360, 0.9, 0.9, 89, 20, 360, 1e4, 1e4, 1e4};
  const auto q = static_cast<std::size_t>(unknown.quantity);
  unknown.min = s.number("min", lows[q], highs[q]);
  unknown.max = s.number("max", lows[q], highs[q]);
  if (s.has("start")) unknown.start = s.number("start", lows[q], highs[q]);
  unknown.steps = s.count_or("steps", 0, 1, 1e5);
  return unknown;
}

Goal read_goal(const Json& value, const std::string& path, const ShapingProblem& problem) {
  Names kinds;
  for (std::size_t i = 0; i < 7; ++i) kinds.emplace_back(name_of(static_cast<Goal::Kind>(i)));
  const std::array<Names, 7> keys{{{"kind", "ball", "at", "tolerance", "direction"},
                                   {"kind", "ball", "at", "radius"},
                                   {"kind", "ball", "other", "min_cushions", "cut", "tolerance"},
                                   {"kind", "ball", "pocket"},
                                   {"kind", "ball", "cushions"},
                                   {"kind", "ball", "min_cushions"},
                                   {"kind", "ball", "at", "tolerance"}}};
  if (!value.is_object() || !value.contains("kind")) refuse(path + ".kind", "is missing");
  const std::size_t kind = Section::find(path + ".kind", value.at("kind"), kinds, "kind of goal");
  const Section s(value, path, keys[kind]);
  const Table& table = problem.scene.table;
  Goal goal;
  goal.kind = static_cast<Goal::Kind>(kind);
  goal.ball = ball_of(s, "ball", problem);
  const bool has_point = goal.kind == Goal::Kind::gate || goal.kind == Goal::Kind::obstacle ||
                         goal.kind == Goal::Kind::stop;
  if (has_point) goal.at = s.point("at");
  const bool is_angle = goal.kind == Goal::Kind::first_hit;
  goal.tolerance = s.number_or("tolerance", is_angle ? 1.0 : 0.01, 0.0, is_angle ? 90.0 : 10.0);
  if (s.has("direction")) goal.direction = s.number("direction", -360.0, 360.0);
  if (goal.kind == Goal::Kind::obstacle) goal.radius = s.number("radius", 0.0, 10.0);
  if (is_angle) {
    if (!s.has("other")) refuse(path + ".other", "is missing");
    goal.other = ball_of(s, "other", problem);
    if (goal.other == goal.ball) refuse(path + ".other", "must be another ball");
    if (s.has("cut")) goal.cut = s.number("cut", -90.0, 90.0);
  }
  if (s.has("pocket")) {
    goal.pocket = static_cast<std::uint32_t>(s.one_of("pocket", ids_of(table.pockets), "pocket"));
  }
  if (goal.kind == Goal::Kind::cushions) {
    const Json& list = s.at("cushions");
    if (!list.is_array()) refuse(path + ".cushions", "must be a list of cushions");
    for (const Json& item : list) {
      goal.cushions.push_back(static_cast<std::uint32_t>(
          Section::find(path + ".cushions", item, ids_of(table.cushions), "cushion")));
    }
  }
  goal.count = s.count_or("min_cushions", 0, 0, 100);
  return goal;
}

GoalFile goal_from(std::string_view text, Format format, const std::string& file, FindScene find) {
  const Json document = parse_document(text, format);
  const Section top(document, "",
                    {"schema", "name", "scene", "start", "unknowns", "goals", "search", "noise"});
  GoalFile out;
  if (top.count_or("schema", 0, 0, 1e6) != 1) refuse("schema", "must be 1");
  if (top.has("name")) out.name = top.text("name");
  out.problem.scene = read_goal_scene(top.at("scene"), file, find);
  if (top.has("start")) out.problem.start = read_start(top.at("start"), out.problem);
  const auto each = [&](const char* leaf, const auto& read) {
    const Json& list = top.at(leaf);
    if (!list.is_array()) refuse(leaf, "must be an array of tables");
    for (std::size_t i = 0; i < list.size(); ++i) {
      read(list[i], std::string(leaf) + "." + std::to_string(i));
    }
  };
  each("unknowns", [&](const Json& value, const std::string& path) {
    out.problem.unknowns.push_back(read_unknown(value, path));
  });
  each("goals", [&](const Json& value, const std::string& path) {
    out.problem.goals.push_back(read_goal(value, path, out.problem));
  });
  if (top.has("search")) {
    const Section s(top.at("search"), "search",
                    {"simulations", "refined", "samples", "solutions", "seed"});
    out.search.simulations = s.count_or("simulations", out.search.simulations, 1, 1e7);
    out.search.refined = s.count_or("refined", out.search.refined, 1, 1e4);
    out.search.samples = s.count_or("samples", out.search.samples, 0, 1e6);
    out.search.solutions = s.count_or("solutions", out.search.solutions, 1, 1000);
    out.search.seed = s.count_or("seed", 1, 0, 4294967295.0);
  }
  if (top.has("noise")) {
    Names names;
    for (const NoiseLevel& level : noise_levels()) names.emplace_back(level.name);
    out.problem.noise = noise_levels()[top.one_of("noise", names, "noise")];
  }
  if (auto fault = find_fault(out.problem)) throw InputError{*std::move(fault)};
  return out;
}

}  // namespace

Result<GoalFile> parse_goal(std::string_view text, Format format, const std::string& name,
                            FindScene find) {
  return guarded({name}, [&] { return goal_from(text, format, name, find); });
}

}  // namespace cuelab
