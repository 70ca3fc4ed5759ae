#pragma once

#include "film/film.hpp"

namespace cuelab::film {

/// Name of the module's file. The module alone needs librsvg and cairo, whose loading takes longer
/// than most runs; the program loads it when it needs pixels.
inline constexpr const char* module_file = "cuelab-film.so";

/// The functions that the program takes from the module; see raster.hpp and film.hpp.
struct Module {
  Result<std::string> (*png_from_svg)(const std::string& svg, int width);
  Result<std::string> (*pdf_from_svg)(const std::string& svg);
  Result<std::monostate> (*save_film)(const std::string& path, const Recording& recording,
                                      const FilmOptions& options);
};

}  // namespace cuelab::film

extern "C" const cuelab::film::Module* cuelab_film_module();
