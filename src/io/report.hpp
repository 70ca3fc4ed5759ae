#pragma once

#include <nlohmann/json.hpp>

#include "cuelab/io.hpp"

namespace cuelab {

/// The document of a run; with `options.pieces` also what `load_recording` needs.
nlohmann::ordered_json report_document(const Scene& scene, const Trajectory& trajectory,
                                       const ReportOptions& options);

/// The parts of a recording: pieces, and the indices that events carry beside their names.
void add_recording(nlohmann::ordered_json& document, const Scene& scene,
                   const Trajectory& trajectory);

/// Position, velocity, spin and motion of a ball, added to `document`.
void add_state(nlohmann::ordered_json& document, const BallState& state);

}  // namespace cuelab
