#pragma once

#include <string>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab::web {

/// A scene as the page's `Scene`, in JSON.
std::string scene_text(const Scene& scene);

/// Engine, end, stop reason, hash and cost of a run with its scene, in JSON.
std::string run_text(const Scene& scene, const Trajectory& trajectory);

/// The page's events and contacts, in JSON.
std::string events_text(const Scene& scene, const Trajectory& trajectory, const Replay& replay);

/// The keys of scene files as the page's `KeyDoc`, in JSON.
std::string keys_text();

}  // namespace cuelab::web
