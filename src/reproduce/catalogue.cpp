#include "reproduce/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "reproduce/embedded.hpp"

namespace cuelab::reproduction {

const std::vector<Experiment>& catalogue() {
  static const std::vector<Experiment> all = {
      {"four-ball-break", four_ball_break, 75, 30},
      {"thirty-degree-rule", thirty_degree_rule, 56, 7},
      {"cushion-shot", cushion_shot, 23, 5},
      {"restitution", restitution, 46, 8},
      {"integrators", integrators, 19, 5},
      {"bouncing-ball", bouncing_ball, 11, 5},
      {"bearing", bearing, 6, 4},
      {"newtons-cradle", newtons_cradle, 34, 25},
      {"stepped-evolution", stepped_evolution, 152, 130},
      {"patch-friction", patch_friction, 54, 3},
      {"shaping", shaping_problems, 8, 8},
      {"break-statistics", break_statistics, 62'120, 978},
  };
  return all;
}

std::string_view embedded_file(std::string_view path) {
  for (const auto* files : {&embedded_files(), &scene_files()}) {
    const auto found = std::ranges::find(*files, path, &EmbeddedFile::path);
    if (found != files->end()) return found->text;
  }
  throw std::logic_error(fmt::format("no embedded file {}", path));
}

}  // namespace cuelab::reproduction
