#include "io/scene_reader.hpp"

#include <fmt/format.h>

#include <utility>

#include "io/document.hpp"
#include "io/input_error.hpp"
#include "io/law_document.hpp"
#include "io/validate.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

using nlohmann::json;

/// Nose height of an explicit table that gives none: 63.5 % of the ball's diameter (WPA).
constexpr double nose_over_radius = 1.27;

double number_or(const json& table, const char* key, double fallback) {
  const auto found = table.find(key);
  return found == table.end() ? fallback : found->get<double>();
}

std::string text_or(const json& table, const char* key, const std::string& fallback) {
  const auto found = table.find(key);
  return found == table.end() ? fallback : found->get<std::string>();
}

Vec2 pair_of(const json& value) { return {value[0].get<double>(), value[1].get<double>()}; }

template <class T>
T unwrap(Result<T> result) {
  if (!result) throw InputError{result.error()};
  return *std::move(result);
}

/// Name of the preset, or "" for a table given by its parts.
std::string preset_of(const json& table) {
  if (table.contains("preset")) return table.at("preset").get<std::string>();
  for (const char* key : {"length", "width", "cushion_height", "cushion", "jaw", "pocket"}) {
    if (table.contains(key)) return "";
  }
  return "pool-9ft";
}

Table read_parts(const json& table, double ball_radius) {
  Table result;
  result.length = number_or(table, "length", 0.0);
  result.width = number_or(table, "width", 0.0);
  if ((result.length > 0.0) != (result.width > 0.0)) {
    refuse(result.length > 0.0 ? "table.width" : "table.length",
           "is missing or 0; give both length and width or neither");
  }
  result.cushion_height = number_or(table, "cushion_height", nose_over_radius * ball_radius);
  const auto id_of = [](const json& part, const char* kind, std::size_t count) {
    return text_or(part, "id", fmt::format("{}-{}", kind, count + 1));
  };
  for (const json& part : table.value("cushion", json::array())) {
    result.cushions.push_back({.id = id_of(part, "cushion", result.cushions.size()),
                               .from = pair_of(part.at("from")),
                               .to = pair_of(part.at("to"))});
  }
  for (const json& part : table.value("jaw", json::array())) {
    result.jaws.push_back({.id = id_of(part, "jaw", result.jaws.size()),
                           .centre = pair_of(part.at("centre")),
                           .radius = part.at("radius").get<double>()});
  }
  for (const json& part : table.value("pocket", json::array())) {
    result.pockets.push_back({.id = id_of(part, "pocket", result.pockets.size()),
                              .centre = pair_of(part.at("centre")),
                              .radius = part.at("radius").get<double>(),
                              .depth = part.at("depth").get<double>()});
  }
  add_default_spots(result);
  return result;
}

Table read_table(const json& table, const std::string& preset, double ball_radius) {
  Table result;
  if (preset.empty()) {
    result = read_parts(table, ball_radius);
  } else {
    for (const char* key : {"length", "width", "cushion", "jaw", "pocket"}) {
      if (table.contains(key)) {
        refuse(std::string("table.") + key, "is given beside table.preset; give one or the other");
      }
    }
    result = unwrap(make_table(preset));
    result.cushion_height = number_or(table, "cushion_height", result.cushion_height);
  }
  for (const CushionContact contact : {CushionContact::plane, CushionContact::slanted_plane}) {
    if (table.at("cushion_contact") == name_of(contact)) result.contact = contact;
  }
  return result;
}

/// A ball with its own radius or mass has the inertia of a solid one unless it gives its own.
BallSpec read_spec(const json& entry, const BallSpec& shared) {
  BallSpec spec;
  spec.radius = number_or(entry, "radius", shared.radius);
  spec.mass = number_or(entry, "mass", shared.mass);
  const bool own = entry.contains("radius") || entry.contains("mass");
  const double solid = 0.4 * spec.mass * spec.radius * spec.radius;
  spec.inertia = number_or(entry, "inertia", own ? solid : shared.inertia);
  return spec;
}

Ball read_ball(const json& entry, std::size_t index, const BallSpec& shared) {
  Ball ball;
  ball.id = text_or(entry, "id", index == 0 ? "cue" : std::to_string(index));
  ball.spec = read_spec(entry, shared);
  const json& position = entry.at("position");
  const Vec2 at = pair_of(position);
  const double z = position.size() == 3 ? position[2].get<double>() : ball.spec.radius;
  ball.start.r = {at.x, at.y, z};
  if (entry.contains("velocity")) ball.start.v = triple_of(entry.at("velocity"));
  if (entry.contains("spin")) ball.start.w = triple_of(entry.at("spin"));
  return ball;
}

RackGaps read_gaps(const json& table) {
  if (table.at("distribution") == "uniform") {
    return {.law = RackGaps::Law::uniform, .max = table.at("max").get<double>()};
  }
  const auto mean = table.at("mean").get<double>();
  return {.mean = mean, .max = number_or(table, "max", 10.0 * mean)};
}

void add_rack(Scene& scene, const json& table, const BallSpec& shared) {
  Rack rack{.game = table.at("game").get<std::string>(),
            .at = {},
            .jitter = table.at("jitter").get<double>(),
            .seed = table.at("seed").get<std::uint64_t>()};
  const json& gap = table.at("gap");
  if (gap.is_object()) {
    rack.gaps = read_gaps(gap);
  } else {
    rack.gap = gap.get<double>();
  }

  // the apex: as given, else on its spot; carom has none
  const bool has_apex = rack.game != "carom";
  if (table.contains("at")) {
    if (!has_apex) refuse("rack.at", "is given, but carom puts its balls on the table's spots");
    rack.at = pair_of(table.at("at"));
  } else if (has_apex) {
    const char* name = rack.game == "snooker" ? "red_apex" : "foot";
    const Spot* spot = find_spot(scene.table, name);
    if (spot == nullptr) {
      refuse("rack.at",
             fmt::format("is missing, and the table has no spot \"{}\"; must be [x, y]", name));
    }
    rack.at = spot->at;
  }
  for (const RackedBall& racked : unwrap(rack_balls(rack, scene.table, shared.radius))) {
    Ball ball{.id = racked.id, .spec = shared, .start = {}};
    ball.start.r = {racked.at.x, racked.at.y, shared.radius};
    scene.balls.push_back(std::move(ball));
  }
}

std::size_t ball_index(const Scene& scene, const json& shot, const char* key) {
  const auto id = shot.at(key).get<std::string>();
  std::string known;
  for (std::size_t i = 0; i < scene.balls.size(); ++i) {
    if (scene.balls[i].id == id) return i;
    constexpr std::size_t longest = 100;
    if (known.size() < longest) known += (known.empty() ? "" : ", ") + scene.balls[i].id;
  }
  refuse(std::string("shot.") + key,
         fmt::format("is \"{}\", must be the id of a ball: {}", id, known));
}

Shot read_shot(const Scene& scene, const json& table) {
  Shot shot{.ball = ball_index(scene, table, "ball"),
            .speed = table.at("speed").get<double>(),
            .heading = radians(number_or(table, "heading", 0.0)),
            .side = table.at("side").get<double>(),
            .height = table.at("height").get<double>(),
            .elevation = radians(table.at("elevation").get<double>())};
  if (!table.contains("at")) {
    if (table.contains("cut")) refuse("shot.cut", "needs shot.at, the ball to be cut");
    return shot;
  }
  if (table.contains("heading")) {
    refuse("shot.heading", "is given beside shot.at; give one or the other");
  }
  const std::size_t object = ball_index(scene, table, "at");
  if (object == shot.ball) {
    refuse("shot.at", fmt::format("is \"{}\", the struck ball itself", scene.balls[object].id));
  }
  const double cut = radians(number_or(table, "cut", 0.0));
  shot.heading = unwrap(aim_at(scene.balls[shot.ball], scene.balls[object], cut));
  return shot;
}

Engine read_engine(const json& run) {
  for (const Engine engine : {Engine::event, Engine::smooth, Engine::hybrid, Engine::stepped}) {
    if (run.at("engine") == name_of(engine)) return engine;
  }
  return Engine::event;
}

Hybrid read_hybrid(const json& table) {
  Hybrid hybrid;
  hybrid.reach = table.at("reach").get<double>();
  hybrid.rel_tol = table.at("rel_tol").get<double>();
  if (table.at("integrator") == "fast") hybrid.integrator = Hybrid::Integrator::fast;
  hybrid.compliant_cushions = table.at("cushions") == "compliant";
  return hybrid;
}

}  // namespace

Scene read_scene(json document) {
  add_system_defaults(document);
  fill_defaults(document);

  // the preset has its own ball and physics; a table of parts has those of the open one
  const std::string preset_name = preset_of(document.at("table"));
  const TablePreset& preset = *find_preset(preset_name.empty() ? "open" : preset_name);
  Scene scene = unwrap(make_scene(preset.name));
  scene.name = document.at("name").get<std::string>();
  scene.not_built = find_not_built(document);

  const BallSpec preset_ball{.radius = preset.ball_radius, .mass = preset.ball_mass};
  const BallSpec shared = read_spec(document.value("ball", json::object()), preset_ball);
  scene.table = read_table(document.at("table"), preset_name, shared.radius);
  scene.physics = read_physics(document.at("physics"), scene.physics);
  scene.smooth = read_smooth(document.at("smooth"), scene.physics);
  scene.stepped.time_step = document.at("stepped").at("time_step").get<double>();
  scene.hybrid = read_hybrid(document.at("hybrid"));

  for (const json& entry : document.value("balls", json::array())) {
    scene.balls.push_back(read_ball(entry, scene.balls.size(), shared));
  }
  if (document.contains("rack")) add_rack(scene, document.at("rack"), shared);
  if (scene.balls.empty() && system_kind_of(document) == "pool") {
    refuse("balls", "a scene needs at least one ball");
  }

  read_parameters(document.at("cue"), law_info<Cue>, &scene.cue);
  if (document.contains("shot")) scene.shot = read_shot(scene, document.at("shot"));
  const json& run = document.at("run");
  scene.run = {.engine = read_engine(run),
               .t_max = run.at("t_max").get<double>(),
               .max_events = run.at("max_events").get<std::size_t>()};
  read_system(document.at("system"), scene);
  return scene;
}

}  // namespace cuelab
