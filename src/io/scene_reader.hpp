#pragma once

#include <nlohmann/json.hpp>

#include "cuelab/scene.hpp"
#include "scene/angles.hpp"

namespace cuelab {

/// The scene of a document that passed `validate`: defaults filled in, rack placed, aim worked
/// out. Throws `InputError` where keys contradict each other.
Scene read_scene(nlohmann::json document);

/// `preset` with what the [physics] table of a filled document gives.
Physics read_physics(const nlohmann::json& physics, Physics preset);

/// The [smooth] table of a filled document; the scene's physics completes friction laws that are
/// given in part. Throws `InputError` where keys contradict each other.
Smooth read_smooth(const nlohmann::json& smooth, const Physics& physics);

/// The kind of system of a document, default "pool".
std::string system_kind_of(const nlohmann::json& document);

/// For systems other than a pool table: adds their defaults, and refuses keys of tables and balls.
void add_system_defaults(nlohmann::json& document);

/// The [system] table of a filled document. The scene's engine and laws must be there; its bodies
/// become those of the system. Throws `InputError` when they do not fit together.
void read_system(const nlohmann::json& system, Scene& scene);

}  // namespace cuelab
