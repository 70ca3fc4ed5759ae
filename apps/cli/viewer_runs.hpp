#pragma once

#include <string>

#include "view/server.hpp"

namespace cuelab::cli {

/// Runs a scene for the viewer: sends "progress" {"t", "t_max"} periodically, then "result" with
/// the recording on one line, or "error" {"message"}. Stops when the page is gone, and
/// after 300,000 events.
void run_for_viewer(const std::string& text, const std::string& engine, const view::Send& send);

}  // namespace cuelab::cli
