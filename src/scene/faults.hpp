#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "cuelab/scene.hpp"

namespace cuelab {

// The parts of find_fault(Scene).

/// The first number of the scene that is not finite or out of its range.
std::optional<Error> find_number_fault(const Scene& scene);

/// What is wrong with the table of a scene: parts that the engines cannot treat.
std::optional<Error> find_table_fault(const Scene& scene);

}  // namespace cuelab
