#pragma once

#include "film/module.hpp"
#include "view/server.hpp"

namespace cuelab::cli {

// Modules are shared libraries that the program loads only when it needs them, from its own folder
// or, when installed, from ../lib/cuelab. The error names the file that is missing.

/// PNG, PDF and films; not built without librsvg and cairo.
Result<const film::Module*> load_film_module();

/// The viewer's server.
Result<decltype(&cuelab_view_serve)> load_view_server();

}  // namespace cuelab::cli
