#pragma once

#include <nlohmann/json.hpp>

#include "cuelab/ball.hpp"
#include "cuelab/table.hpp"

namespace cuelab::testing {

/// tests/data/law_vectors.json: single laws as computed by another simulator, whose frame has its
/// origin in a corner, x along the width and y along the length of the table. The laws do not
/// depend on the frame; positions on the table must be transformed.
inline constexpr double recorder_width = 0.9906;
inline constexpr double recorder_length = 1.9812;
inline constexpr double recorder_cushion_height = 0.036576;

const nlohmann::json& law_vectors();

/// A state {"r", "v", "w", "s"} in the recorder's own frame.
BallState state_from(const nlohmann::json& object);

/// The same point or direction in our frame: x along the length, y to its left.
BallState in_our_frame(const BallState& s);

/// Largest difference of a component of r, v, w.
double difference(const BallState& a, const BallState& b);

}  // namespace cuelab::testing
