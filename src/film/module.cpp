#include "film/module.hpp"

#include "film/raster.hpp"

const cuelab::film::Module* cuelab_film_module() {
  using namespace cuelab::film;
  static constexpr Module module{png_from_svg, pdf_from_svg, save_film};
  return &module;
}
