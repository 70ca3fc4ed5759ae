#include "io/scene_reader.hpp"

namespace cuelab {
namespace {

using nlohmann::json;

double number_at(const json& table, const char* key) { return table.at(key).get<double>(); }

BallFriction read_ball_friction(const json& friction) {
  if (friction.is_string()) return {};  // "alciatore", the default fit
  if (friction.is_object()) {
    return {.a = number_at(friction, "a"),
            .b = number_at(friction, "b"),
            .c = number_at(friction, "c")};
  }
  return {.a = friction.get<double>(), .b = 0.0, .c = 0.0};
}

BallBallLaw read_ball_ball(const json& table) {
  const double restitution = number_at(table, "restitution");
  const auto law = table.at("law").get<std::string>();
  if (law == "frictionless") return Frictionless{.restitution = restitution};
  const BallFriction friction = read_ball_friction(table.at("friction"));
  if (law == "mathavan-2014") return Mathavan2014{.restitution = restitution, .friction = friction};
  if (law == "frictional-along-impulse") {
    return FrictionalAlongImpulse{.restitution = restitution, .friction = friction};
  }
  return Frictional{.restitution = restitution, .friction = friction};
}

CushionLaw read_cushion(const json& table) {
  const auto law = table.at("law").get<std::string>();
  const double restitution = number_at(table, "restitution");
  if (law == "mirror") return Mirror{.restitution = restitution};
  const double friction = number_at(table, "friction");
  if (law == "han-2005") return Han2005{.restitution = restitution, .friction = friction};
  if (law == "impulse") return ImpulseCushion{.restitution = restitution, .friction = friction};
  if (law == "mathavan-2010") return Mathavan2010{.restitution = restitution, .friction = friction};
  return Stronge{.restitution = restitution,
                 .friction = friction,
                 .omega_ratio = number_at(table, "omega_ratio")};
}

}  // namespace

Physics read_physics(const json& physics) {
  Physics result;
  result.gravity = number_at(physics, "gravity");
  const json& cloth = physics.at("cloth");
  if (cloth.at("law") == "coulomb") {
    result.cloth = {.sliding = number_at(cloth, "sliding"),
                    .rolling = number_at(cloth, "rolling"),
                    .spinning = number_at(cloth, "spinning")};
  }
  result.ball_ball = read_ball_ball(physics.at("ball_ball"));
  result.cushion = read_cushion(physics.at("cushion"));
  const json& slate = physics.at("slate");
  result.slate = {.restitution = number_at(slate, "restitution"),
                  .friction = number_at(slate, "friction"),
                  .min_bounce = number_at(slate, "min_bounce")};
  return result;
}

}  // namespace cuelab
