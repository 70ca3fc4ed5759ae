#include "io/scene_writer.hpp"

#include "cuelab/io.hpp"
#include "io/input_error.hpp"
#include "io/law_document.hpp"
#include "io/scene_reader.hpp"
#include "io/text_format.hpp"

namespace cuelab {
namespace {

using nlohmann::ordered_json;

ordered_json parts_document(const Table& table) {
  ordered_json document;
  document["length"] = table.length;
  document["width"] = table.width;
  document["cushion_height"] = table.cushion_height;
  document["cushion_contact"] = name_of(table.contact);
  for (const Cushion& part : table.cushions) {
    document["cushion"].push_back(
        {{"id", part.id}, {"from", as_list(part.from)}, {"to", as_list(part.to)}});
  }
  for (const Jaw& part : table.jaws) {
    document["jaw"].push_back(
        {{"id", part.id}, {"centre", as_list(part.centre)}, {"radius", part.radius}});
  }
  for (const Pocket& part : table.pockets) {
    document["pocket"].push_back({{"id", part.id},
                                  {"centre", as_list(part.centre)},
                                  {"radius", part.radius},
                                  {"depth", part.depth}});
  }
  return document;
}

/// By its preset's name if only contact and nose height differ from the preset.
ordered_json table_document(const Table& table) {
  if (table.preset.empty()) return parts_document(table);
  const auto preset = make_table(table.preset);
  if (!preset) return parts_document(table);
  Table same = *preset;
  same.contact = table.contact;
  same.cushion_height = table.cushion_height;
  if (!(same == table)) return parts_document(table);

  ordered_json document{{"preset", table.preset}};
  document["cushion_contact"] = name_of(table.contact);
  if (table.cushion_height != preset->cushion_height) {
    document["cushion_height"] = table.cushion_height;
  }
  return document;
}

void add_spec(ordered_json& document, const BallSpec& spec) {
  document["radius"] = spec.radius;
  document["mass"] = spec.mass;
  document["inertia"] = spec.inertia;
}

ordered_json ball_document(const Ball& ball, const BallSpec& shared) {
  ordered_json document{{"id", ball.id}, {"position", as_list(ball.start.r)}};
  if (!(ball.start.v == Vec3{})) document["velocity"] = as_list(ball.start.v);
  if (!(ball.start.w == Vec3{})) document["spin"] = as_list(ball.start.w);
  if (!(ball.spec == shared)) add_spec(document, ball.spec);
  return document;
}

ordered_json shot_document(const Scene& scene, const Shot& shot) {
  return {{"ball", scene.balls[shot.ball].id},
          {"speed", shot.speed},
          {"heading", degrees(shot.heading)},
          {"side", shot.side},
          {"height", shot.height},
          {"elevation", degrees(shot.elevation)}};
}

ordered_json hybrid_document(const Hybrid& hybrid) {
  const bool is_fast = hybrid.integrator == Hybrid::Integrator::fast;
  return {{"integrator", is_fast ? "fast" : "accurate"},
          {"cushions", hybrid.compliant_cushions ? "compliant" : "instant"},
          {"reach", hybrid.reach},
          {"rel_tol", hybrid.rel_tol}};
}

/// Table, balls, cue and stroke: what only pool has.
void add_pool(ordered_json& document, const Scene& scene) {
  document["table"] = table_document(scene.table);
  const BallSpec& shared = scene.balls.front().spec;
  add_spec(document["ball"], shared);
  for (const Ball& ball : scene.balls) document["balls"].push_back(ball_document(ball, shared));
  write_parameters(document["cue"], law_info<Cue>, &scene.cue);
  if (scene.shot && scene.shot->ball < scene.balls.size()) {
    document["shot"] = shot_document(scene, *scene.shot);
  }
}

}  // namespace

ordered_json as_list(Vec2 a) { return ordered_json::array({a.x, a.y}); }
ordered_json as_list(const Vec3& a) { return ordered_json::array({a.x, a.y, a.z}); }

ordered_json scene_document(const Scene& scene) {
  if (!scene.not_built.empty()) refuse("", "cannot be written: " + scene.not_built);
  ordered_json document{{"schema", 1}, {"name", scene.name}};
  if (is_pool(scene.system)) {
    if (scene.balls.empty()) refuse("balls", "a scene needs at least one ball");
    add_pool(document, scene);
  }
  document["system"] = system_document(scene.system);
  document["physics"] = physics_document(scene.physics);
  document["smooth"] = smooth_document(scene.smooth);
  document["stepped"] = {{"time_step", scene.stepped.time_step}};
  document["hybrid"] = hybrid_document(scene.hybrid);
  document["run"] = {{"engine", name_of(scene.run.engine)},
                     {"t_max", scene.run.t_max},
                     {"max_events", scene.run.max_events}};
  return document;
}

Result<std::string> scene_to_toml(const Scene& scene) {
  try {
    return to_toml(scene_document(scene));
  } catch (const InputError& refused) {
    return refused.error;
  }
}

Result<std::string> scene_to_json(const Scene& scene) {
  try {
    return to_json(scene_document(scene));
  } catch (const InputError& refused) {
    return refused.error;
  }
}

}  // namespace cuelab
