#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene_files.hpp"

namespace cuelab::cli {

/// Names of the available engines.
std::vector<std::string> engine_names();

/// Error for an unknown engine that an option names; nothing for "".
std::optional<Error> find_engine_fault(const std::string& engine, const std::string& option);

/// Why `simulate` cannot run a valid scene, as "key: ..."; "" if it can.
std::string unsupported_text(const Scene& scene);

/// Loads a scene for a run; an error if its engine or a law is not available. `engine` overrides
/// the scene's engine unless it is "".
Result<Scene> load_for_run(const SceneSource& source, const std::string& engine,
                           std::vector<std::string> overrides);

}  // namespace cuelab::cli
