#include "io/scene_reader.hpp"
#include "io/scene_writer.hpp"

namespace cuelab {
namespace {

using nlohmann::ordered_json;

struct ModelDocument {
  ordered_json operator()(const PoolSystem& /*pool*/) const { return ordered_json::object(); }
  ordered_json operator()(const BouncingBall& ball) const {
    const bool tube = ball.surface == BouncingBall::Surface::tube;
    return {{"surface", tube ? "tube" : "plane"},
            {"radius", ball.radius},
            {"mass", ball.mass},
            {"height", ball.height},
            {"tube_radius", ball.tube_radius}};
  }
  ordered_json operator()(const NewtonsCradle& cradle) const {
    return {{"count", cradle.count},
            {"released", cradle.released},
            {"strings", cradle.strings},
            {"radius", cradle.radius},
            {"mass", cradle.mass},
            {"length", cradle.length},
            {"spread", cradle.spread},
            {"gap", cradle.gap},
            {"release", degrees(cradle.release)}};
  }
  ordered_json operator()(const BallBearing& bearing) const {
    const bool spheres = bearing.races == BallBearing::Races::spheres;
    const char* const defects[] = {"none", "inner", "outer"};
    return {{"races", spheres ? "spheres" : "cylinders"},
            {"count", bearing.count},
            {"ball_diameter", bearing.ball_diameter},
            {"mean_diameter", bearing.mean_diameter},
            {"bore", bearing.bore},
            {"outside", bearing.outside},
            {"density", bearing.density},
            {"interference", bearing.interference},
            {"frequency", bearing.frequency},
            {"ramp", bearing.ramp},
            {"cage_stiffness", bearing.cage_stiffness},
            {"cage_damping", bearing.cage_damping},
            {"axial_load", bearing.axial_load},
            {"defect", defects[static_cast<std::size_t>(bearing.defect)]},
            {"defect_angle", degrees(bearing.defect_angle)},
            {"defect_width", bearing.defect_width},
            {"defect_height", bearing.defect_height}};
  }
};

}  // namespace

ordered_json system_document(const SystemSpec& system) {
  ordered_json document{{"kind", kind_of(system)}, {"constraints", name_of(system.constraints)}};
  document.update(std::visit(ModelDocument{}, system.model));
  return document;
}

}  // namespace cuelab
