#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cuelab/io.hpp"
#include "cuelab/shaping.hpp"

namespace cuelab {

/// What a goal file holds: a problem and how to search.
struct GoalFile {
  std::string name;
  ShapingProblem problem;
  ShapeOptions search;
};

/// Reads a goal file (.toml or .json); see docs/shaping.md. Scenes are found by name, or by a path
/// relative to the goal file.
Result<GoalFile> load_goal(const std::string& path);

/// The same from text; messages use `name` as the file name.
Result<GoalFile> parse_goal(std::string_view text, Format format, const std::string& name);

/// The goal files that come with the library, sorted by name.
std::vector<NamedScene> named_goals();

}  // namespace cuelab
