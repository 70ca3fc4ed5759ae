#include "draw/side_table.hpp"

#include <cmath>
#include <string>

#include "draw/look.hpp"
#include "draw/table_art.hpp"

namespace cuelab::draw {
namespace {

constexpr double cloth_thickness = 3.0;  ///< at any scale, to be seen [px]
constexpr double usual_nose = 0.036;     ///< of tables that give no cushion height [m]
constexpr double apron = 0.05;           ///< wood below the cloth [m]

void polygon(Svg& svg, const View& view, const std::vector<Vec2>& corners, std::string_view fill) {
  PathData path;
  for (const Vec2 corner : corners) {
    path.empty() ? path.move(view(corner)) : path.line(view(corner));
  }
  svg.leaf("path", {{"d", path.shut().text()}, {"fill", fill}});
}

void slab(Svg& svg, const View& view, const Box& box, std::string_view fill) {
  polygon(svg, view, {box.low, {box.high.x, box.low.y}, box.high, {box.low.x, box.high.y}}, fill);
}

double nose_height(const Table& table) {
  return table.cushion_height > 0.0 ? table.cushion_height : usual_nose;
}

/// The least of 1, 2, 5, 10 ... cm that keeps the lines apart [m].
double spacing_for(double scale) {
  constexpr double least = 40.0;  // [px]
  for (double decade = 0.01; decade < 1e4; decade *= 10.0) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (scale * decade * factor >= least) return decade * factor;
    }
  }
  return 1e4;
}

/// Faint lines every so many millimetres above the cloth, with their height.
void draw_heights(Svg& svg, const View& view) {
  const Box frame = view.frame();
  const double spacing = spacing_for(view.scale);
  for (double z = spacing; z < view.world.high.y - 0.2 * spacing; z += spacing) {
    const double y = view({0.0, z}).y;
    PathData line;
    line.move({frame.low.x, y}).line({frame.high.x, y});
    svg.leaf("path", {{"d", line.text()},
                      {"stroke", "#ffffff"},
                      {"stroke-opacity", 0.1},
                      {"stroke-width", 1.0}});
    svg.text("text", number(1000.0 * z) + " mm",
             {{"x", frame.low.x + 6.0},
              {"y", y - 3.0},
              {"font-size", 10.0},
              {"fill", "#ffffff"},
              {"fill-opacity", 0.55}});
  }
}

/// The rail at one end; `side` is -1 at low x and +1 at high x.
void draw_end_rail(Svg& svg, const View& view, const Table& table, double side) {
  const ClothLook cloth = cloth_of(table);
  const double h = nose_height(table);
  const double depth = cushion_depth(table);
  const auto at = [&](double beyond, double z) {
    return Vec2{side * (0.5 * table.length + beyond), z};
  };

  // wood, a little higher than the nose
  const double width = rail_width(table);
  const double top = h + 0.006;
  polygon(svg, view, {at(depth, -apron), at(depth, top), at(width, top), at(width, -apron)},
          "url(#wood)");

  // rubber: a nose that recedes below, or an upright wall
  const bool upright = table.contact == CushionContact::plane;
  const double recess = upright ? 0.0 : 0.45 * depth;
  const double lip = upright ? 0.0 : 0.004;
  polygon(svg, view,
          {at(0.0, h), at(0.15 * depth, h + lip), at(depth, top), at(depth, 0.0), at(recess, 0.0),
           at(0.0, h - lip)},
          shaded(cloth.cushion, 0.15));
}

}  // namespace

void draw_side_table(Svg& svg, const View& view, const Table& table) {
  const ClothLook cloth = cloth_of(table);
  const bool bounded = table.length > 0.0 && !table.cushions.empty();
  svg.open("g", {{"id", "table"}});
  slab(svg, view, view.world, shaded(cloth.bed, -0.6));

  // slate under the cushions too; without bounds it has no end
  const double reach = 0.5 * table.length + cushion_depth(table);
  const double left = bounded ? -reach : view.world.low.x;
  const double right = bounded ? reach : view.world.high.x;
  if (bounded) {
    slab(svg, view, {{left, 0.0}, {right, nose_height(table)}}, shaded(cloth.bed, -0.45));
  }
  slab(svg, view, {{left, -slate_thickness}, {right, 0.0}}, "#7a7f84");
  slab(svg, view, {{left, -cloth_thickness / view.scale}, {right, 0.0}}, shaded(cloth.bed, 0.25));
  if (bounded) {
    draw_end_rail(svg, view, table, -1.0);
    draw_end_rail(svg, view, table, 1.0);
  }
  draw_heights(svg, view);
  svg.close();
}

}  // namespace cuelab::draw
