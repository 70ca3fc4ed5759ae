#pragma once

#include <nlohmann/json.hpp>

#include "cuelab/scene.hpp"

namespace cuelab::web {

/// What a picture of the table needs, as the page's `TableDrawing`.
nlohmann::ordered_json table_drawing(const Table& table);

/// The colours of one ball, as the page's `BallColours`.
nlohmann::ordered_json ball_drawing(const Scene& scene, std::size_t ball);

/// Cushions and jaws, as the page's `Cushion` and `Jaw`.
nlohmann::ordered_json cushions_document(const std::vector<Cushion>& cushions);
nlohmann::ordered_json jaws_document(const std::vector<Jaw>& jaws);

}  // namespace cuelab::web
