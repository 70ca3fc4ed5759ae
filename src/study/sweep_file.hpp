#pragma once

#include <string>

#include "hdf5/module.hpp"
#include "study/assemble.hpp"

namespace cuelab::study {

/// Builds the HDF5 file of a study from its chunks, and a CSV file of its points if `csv` is not
/// "". Both are written beside their names, checked, and renamed into place.
Result<Summary> write_sweep(const Study& study, const ChunkIndex& chunks, const std::string& path,
                            const std::string& csv, const hdf5::Module& module);

}  // namespace cuelab::study
