#pragma once

#include <string>
#include <variant>

#include "cuelab/io.hpp"
#include "cuelab/moving.hpp"

namespace cuelab::cli {

struct FilmWishes {
  Sight sight = Sight::top;
  FilmSpan span{};
  int width = 1280;  ///< [px]
  bool gif = false;
  bool quiet = false;  ///< no progress bar
};

/// Writes the film of a recording, a whole file or nothing.
Result<std::monostate> save_film(const std::string& path, const Recording& recording,
                                 const FilmWishes& wishes);

}  // namespace cuelab::cli
