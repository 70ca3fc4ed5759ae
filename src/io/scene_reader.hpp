#pragma once

#include <nlohmann/json.hpp>

#include "cuelab/scene.hpp"

namespace cuelab {

/// The scene of a document that passed `validate`: defaults filled in, rack placed, aim worked
/// out. Throws `InputError` where keys contradict each other.
Scene read_scene(nlohmann::json document);

/// The laws of the [physics] table of a filled document.
Physics read_physics(const nlohmann::json& physics);

/// The [smooth] table of a filled document. Throws `InputError` where keys contradict each other.
Smooth read_smooth(const nlohmann::json& smooth);

/// Degrees of files to radians of scenes and back: `degrees` finds the number that `radians` turns
/// into exactly this angle, if there is one (else a neighbour).
double radians(double degrees);
double degrees(double radians);

}  // namespace cuelab
