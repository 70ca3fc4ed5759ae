#pragma once

#include "cuelab/goal_file.hpp"

namespace cuelab {

/// The scene that a goal file names, relative to that file.
using FindScene = Result<Scene> (*)(const std::string& scene, const std::string& file);

/// Reads the text of a goal file; messages use `name` as the file name.
Result<GoalFile> parse_goal(std::string_view text, Format format, const std::string& name,
                            FindScene find);

}  // namespace cuelab
