#pragma once

#include <functional>

#include "cuelab/scene.hpp"

namespace cuelab::fuzz {

/// Removes balls and parts of the table, chooses default laws and rounds numbers as long as the
/// scene still fails. Tries at most `trials` scenes, none of them faulty.
Scene shrunk(Scene scene, const std::function<bool(const Scene&)>& fails, int trials = 1000);

}  // namespace cuelab::fuzz
