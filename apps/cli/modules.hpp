#pragma once

#include "cluster/module.hpp"
#include "film/module.hpp"
#include "hdf5/module.hpp"
#include "view/server.hpp"

namespace cuelab::cli {

// Modules are shared libraries that the program loads only when it needs them, from its own folder
// or, when installed, from ../lib/cuelab. The error names the file that is missing.

/// PNG, PDF and films; not built without librsvg and cairo.
Result<const film::Module*> load_film_module();

/// The viewer's server.
Result<decltype(&cuelab_view_serve)> load_view_server();

/// Results of studies; not built without HDF5.
Result<const hdf5::Module*> load_hdf5_module();

/// Messages between computers; not built without Open MPI.
Result<const cluster::Module*> load_cluster_module();

}  // namespace cuelab::cli
