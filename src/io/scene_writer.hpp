#pragma once

#include <nlohmann/json.hpp>

#include "cuelab/scene.hpp"

namespace cuelab {

/// A scene as a document with the keys of scene files, every value written out.
nlohmann::ordered_json scene_document(const Scene& scene);

/// The [smooth] table of such a document.
nlohmann::ordered_json smooth_document(const Smooth& smooth);

/// The [system] table.
nlohmann::ordered_json system_document(const SystemSpec& system);

/// Vectors as [x, y] and [x, y, z].
nlohmann::ordered_json as_list(Vec2 a);
nlohmann::ordered_json as_list(const Vec3& a);

}  // namespace cuelab
