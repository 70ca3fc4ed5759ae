#pragma once

#include <span>
#include <string>
#include <vector>

#include "cuelab/scene.hpp"

namespace cuelab::cli {

/// Names of the engines that can run.
std::vector<std::string> built_engines();

/// What keeps `simulate` from running a valid scene, as "key: ...", or "".
std::string find_hindrance(const Scene& scene);

/// Loads a scene that is to be simulated: refuses engines and laws that are not built yet.
/// `engine` is the value of --engine, "" to take the scene's own.
Result<Scene> load_for_run(const std::string& path, const std::string& engine,
                           std::vector<std::string> overrides);

}  // namespace cuelab::cli
