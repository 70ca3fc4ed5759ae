// Colours of balls and tables.

#include <array>
#include <charconv>

#include "cuelab/appearance.hpp"

namespace cuelab {
namespace {

struct ColourPair {
  std::string_view fill;
  std::string_view path;
};

/// 1 to 8; 9 to 15 are 1 to 7 with a stripe.
constexpr std::array<ColourPair, 8> pool{{{"#f5c21b", "#ffd95a"},
                                          {"#1d4fc4", "#86b1ff"},
                                          {"#d8222a", "#ff7468"},
                                          {"#6b2d96", "#cf9dff"},
                                          {"#f07a16", "#ffa552"},
                                          {"#0e7a3c", "#7df0a5"},
                                          {"#8b1a2b", "#f08f9d"},
                                          {"#17171a", "#17171a"}}};

constexpr ColourPair red{"#c9151f", "#ff7468"};

struct NamedColours {
  std::string_view prefix;
  ColourPair paint;
};

/// Cue, carom and snooker balls; "red3" is a red.
constexpr std::array<NamedColours, 9> named{{{"cue", {"#f8f4e8", "#ffffff"}},
                                             {"white", {"#f8f4e8", "#ffffff"}},
                                             {"yellow", {"#f2cb1d", "#ffe066"}},
                                             {"red", red},
                                             {"green", {"#0b7a3b", "#8af5b0"}},
                                             {"brown", {"#7b4a20", "#d9a066"}},
                                             {"blue", {"#1b4fc0", "#86b1ff"}},
                                             {"pink", {"#f19ab2", "#ffc4d3"}},
                                             {"black", {"#17171a", "#17171a"}}}};

constexpr std::array<ColourPair, 6> others{{{"#18a0a8", "#7fe9ef"},
                                            {"#c2379a", "#ff9be0"},
                                            {"#8a9a1b", "#dcec70"},
                                            {"#d8642a", "#ffb287"},
                                            {"#4a5fd0", "#a9b6ff"},
                                            {"#7a6a58", "#d8c8b4"}}};

constexpr std::string_view spot_on_white = "#c8202c";
constexpr std::string_view light_spot = "#fbf6e6";

/// Steel balls have one colour, but their paths and curves differ.
constexpr std::string_view steel = "#c3c9d0";
constexpr std::string_view steel_spot = "#7c8791";
constexpr std::array<std::string_view, 8> steel_paths{"#0072b2", "#d55e00", "#009e73", "#a23b84",
                                                      "#b07d00", "#56a0d8", "#8a4b2a", "#5a5a5a"};

/// The number of a pool ball, or 0.
std::size_t pool_number(std::string_view id) {
  std::size_t value = 0;
  const auto end = std::from_chars(id.data(), id.data() + id.size(), value);
  return end.ptr == id.data() + id.size() && value <= 15 ? value : 0;
}

/// Whether the id is the name itself, or the name and a number as in "red3" or "red-3".
bool is_called(std::string_view id, std::string_view name) {
  if (!id.starts_with(name)) return false;
  return id.find_first_not_of("0123456789-_ ", name.size()) == std::string_view::npos;
}

}  // namespace

BallColours ball_colours(const Scene& scene, std::size_t ball) {
  const std::string& id = scene.balls[ball].id;
  if (!is_pool(scene.system)) {
    return {.fill = steel, .path = steel_paths[ball % steel_paths.size()], .spot = steel_spot};
  }
  if (const std::size_t n = pool_number(id); n != 0) {
    if (scene.table.preset.starts_with("snooker")) {
      return {.fill = red.fill, .path = red.path, .disc = false, .label = id};
    }
    const ColourPair& paint = pool[n <= 8 ? n - 1 : n - 9];
    return {.fill = paint.fill, .path = paint.path, .striped = n > 8, .label = id};
  }
  for (const NamedColours& known : named) {
    if (is_called(id, known.prefix)) {
      const bool white = known.prefix == "cue" || known.prefix == "white";
      return {.fill = known.paint.fill,
              .path = known.paint.path,
              .spot = white ? spot_on_white : light_spot};
    }
  }
  const ColourPair& paint = others[ball % others.size()];
  const bool plain = !id.empty() && static_cast<unsigned char>(id.front()) < 0x80;
  return {.fill = paint.fill,
          .path = paint.path,
          .label = plain ? id.substr(0, 1) : "",
          .spot = light_spot};
}

TableColours table_colours(const Table& table) {
  if (table.preset.starts_with("snooker")) return {"#2f7d4c", "#26683f"};
  if (table.preset.starts_with("carom")) return {"#2c6c99", "#235879"};
  return {"#2a7a76", "#216360"};
}

}  // namespace cuelab
