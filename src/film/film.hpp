#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <variant>

#include "cuelab/animation.hpp"
#include "cuelab/io.hpp"

namespace cuelab::film {

/// Content and format of a film.
struct FilmOptions {
  Viewpoint viewpoint = Viewpoint::top;
  FilmSpan span{};
  int width = 1280;  ///< [px]
  bool gif = false;
  /// Called after every frame with the number of frames done and the total; return false to stop.
  std::function<bool(std::size_t done, std::size_t all)> progress{};
};

/// Writes the film of a recording through ffmpeg, as a temporary file that is renamed when it is
/// complete. Ignores SIGPIPE meanwhile.
Result<std::monostate> save_film(const std::string& path, const Recording& recording,
                                 const FilmOptions& options);

}  // namespace cuelab::film
