#pragma once

#include <nlohmann/json.hpp>

#include "cuelab/scene.hpp"

namespace cuelab {

/// A scene as a document with the keys of scene files, every value written out.
nlohmann::ordered_json scene_document(const Scene& scene);

/// Vectors as [x, y] and [x, y, z].
nlohmann::ordered_json as_list(Vec2 a);
nlohmann::ordered_json as_list(const Vec3& a);

}  // namespace cuelab
