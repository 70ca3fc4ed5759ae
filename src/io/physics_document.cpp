#include "cuelab/physics.hpp"

#include "io/law_document.hpp"
#include "io/scene_reader.hpp"
#include "io/scene_writer.hpp"

namespace cuelab {

Physics read_physics(const nlohmann::json& physics, Physics preset) {
  Physics result = preset;
  result.gravity = physics.at("gravity").get<double>();
  result.cloth = read_law(physics.at("cloth"), "physics.cloth", preset.cloth);
  result.ball_ball = read_law(physics.at("ball_ball"), "physics.ball_ball", preset.ball_ball);
  result.cushion = read_law(physics.at("cushion"), "physics.cushion", preset.cushion);
  read_parameters(physics.at("slate"), law_info<Slate>, &result.slate);
  return result;
}

nlohmann::ordered_json physics_document(const Physics& physics) {
  nlohmann::ordered_json slate;
  write_parameters(slate, law_info<Slate>, &physics.slate);
  return {{"gravity", physics.gravity},
          {"cloth", law_document(physics.cloth, "physics.cloth")},
          {"ball_ball", law_document(physics.ball_ball, "physics.ball_ball")},
          {"cushion", law_document(physics.cushion, "physics.cushion")},
          {"slate", std::move(slate)}};
}

}  // namespace cuelab
