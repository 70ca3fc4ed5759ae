#include "draw/wall.hpp"

#include <cmath>

namespace cuelab::draw {
namespace {

/// The least power of ten times 1, 2 or 5 that keeps the lines apart [m].
double grid_spacing(double scale) {
  constexpr double least = 45.0;  // [px]
  for (double decade = 1e-4; decade < 1e4; decade *= 10.0) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (scale * decade * factor >= least) return decade * factor;
    }
  }
  return 1e4;
}

}  // namespace

void draw_wall(Svg& svg, const View& view) {
  const Box frame = view.frame();
  svg.leaf("rect", {{"x", frame.low.x},
                    {"y", frame.low.y},
                    {"width", frame.width()},
                    {"height", frame.height()},
                    {"fill", "#eaeef1"}});
  const double step = grid_spacing(view.scale);
  PathData lines;
  const Box& box = view.world;
  for (double x = std::ceil(box.low.x / step) * step; x < box.high.x; x += step) {
    lines.move(view({x, box.low.y})).line(view({x, box.high.y}));
  }
  for (double y = std::ceil(box.low.y / step) * step; y < box.high.y; y += step) {
    lines.move(view({box.low.x, y})).line(view({box.high.x, y}));
  }
  svg.leaf("path", {{"d", lines.text()}, {"stroke", "#d5dce1"}, {"stroke-width", 1.0}});
}

void draw_block(Svg& svg, const View& view, const Box& box, std::string_view fill,
                double rounding) {
  const Vec2 upper_left = view({box.low.x, box.high.y});
  svg.leaf("rect", {{"x", upper_left.x},
                    {"y", upper_left.y},
                    {"width", view.scale * box.width()},
                    {"height", view.scale * box.height()},
                    {"rx", rounding},
                    {"fill", fill},
                    {"stroke", "#000000"},
                    {"stroke-opacity", 0.35}});
}

}  // namespace cuelab::draw
