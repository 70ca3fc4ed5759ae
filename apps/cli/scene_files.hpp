#pragma once

#include <string>
#include <vector>

#include "cuelab/result.hpp"

namespace cuelab::cli {

/// A scene that can be called by name.
struct NamedScene {
  std::string name;  ///< file name without its ending
  std::string path;
};

/// The scenes in ./scenes and in those that came with the program, by name; the first folder
/// that has a name wins.
std::vector<NamedScene> named_scenes();

/// The file a user means: a path, or the bare name of one of `named_scenes`.
Result<std::string> find_scene(const std::string& given);

}  // namespace cuelab::cli
