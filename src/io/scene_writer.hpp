#pragma once

#include <nlohmann/json.hpp>

#include "cuelab/scene.hpp"

namespace cuelab {

/// A scene as a document with the keys of scene files, every value written out. Throws `InputError`
/// when it has a law that files cannot hold.
nlohmann::ordered_json scene_document(const Scene& scene);

/// The [physics] table of such a document.
nlohmann::ordered_json physics_document(const Physics& physics);

/// A friction law of the smooth engine as the value of its key.
nlohmann::ordered_json friction_document(const FrictionLaw& law);

/// The [smooth] table of such a document.
nlohmann::ordered_json smooth_document(const Smooth& smooth);

/// The [system] table.
nlohmann::ordered_json system_document(const SystemSpec& system);

/// Vectors as [x, y] and [x, y, z].
nlohmann::ordered_json as_list(Vec2 a);
nlohmann::ordered_json as_list(const Vec3& a);

}  // namespace cuelab
