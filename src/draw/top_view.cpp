#include "draw/top_view.hpp"

#include <cmath>
#include <string>

#include "cuelab/appearance.hpp"
#include "cuelab/draw.hpp"
#include "draw/ball_drawing.hpp"
#include "draw/event_marks.hpp"
#include "draw/page_layout.hpp"
#include "draw/path.hpp"
#include "draw/system_picture.hpp"

namespace cuelab::draw {
namespace {

void rectangle(Svg& svg, const Box& box, double corner_radius, std::string_view fill,
               std::string_view stroke = "none") {
  svg.leaf("rect", {{"x", box.low.x},
                    {"y", box.low.y},
                    {"width", box.width()},
                    {"height", box.height()},
                    {"rx", corner_radius},
                    {"fill", fill},
                    {"stroke", stroke}});
}

/// A box of the cloth in picture coordinates.
Box on_picture(const View& view, const Box& world) {
  const Vec2 a = view(world.low);
  const Vec2 b = view(world.high);
  return {{a.x, b.y}, {b.x, a.y}};
}

void add_outline(PathData& path, const View& view, const CushionOutline& outline) {
  bool first = true;
  for (const OutlineCorner& corner : outline) {
    if (first) {
      path.move(view(corner.at));
    } else if (corner.arc > 0.0) {
      path.arc(view.scale * corner.arc, corner.clockwise, view(corner.at));
    } else {
      path.line(view(corner.at));
    }
    first = false;
  }
}

void draw_cushions(Svg& svg, const View& view, const TableShape& shape,
                   const TableColours& colours) {
  for (const CushionOutline& outline : shape.cushions) {
    PathData front;
    add_outline(front, view, outline);
    PathData whole = front;
    svg.leaf("path", {{"d", whole.close().text()}, {"fill", colours.cushion}});
    svg.leaf("path", {{"d", front.text()},
                      {"fill", "none"},
                      {"stroke", shaded(colours.cloth, 0.35)},
                      {"stroke-width", 1.4},
                      {"stroke-linejoin", "round"}});
  }
  for (const Cushion& c : shape.loose_cushions) {
    PathData line;
    line.move(view(c.from)).line(view(c.to));
    svg.leaf("path", {{"d", line.text()},
                      {"stroke", shaded(colours.cushion, -0.35)},
                      {"stroke-width", 4.0},
                      {"stroke-linecap", "round"}});
  }
  for (const Jaw& jaw : shape.loose_jaws) {
    const Vec2 c = view(jaw.centre);
    svg.leaf("circle", {{"cx", c.x},
                        {"cy", c.y},
                        {"r", std::max(1.0, view.scale * jaw.radius)},
                        {"fill", shaded(colours.cushion, -0.35)}});
  }
}

void draw_pockets(Svg& svg, const View& view, const TableShape& shape) {
  for (const Pocket& pocket : shape.pockets) {
    const Vec2 c = view(pocket.centre);
    const double r = view.scale * pocket.radius;
    svg.leaf("circle", {{"cx", c.x}, {"cy", c.y}, {"r", r + 2.0}, {"fill", "#2b211a"}});
    svg.leaf("circle", {{"cx", c.x}, {"cy", c.y}, {"r", r}, {"fill", "url(#pocket)"}});
  }
}

void draw_diamond(Svg& svg, const View& view, Vec2 at, std::string_view colour) {
  const Vec2 p = view(at);
  const double r = std::max(1.5, view.scale * 0.008);
  PathData diamond;
  diamond.move({p.x - r, p.y}).line({p.x, p.y - r}).line({p.x + r, p.y}).line({p.x, p.y + r});
  svg.leaf("path", {{"d", diamond.close().text()}, {"fill", colour}});
}

/// Spots, and on a snooker table the baulk line with its D.
void draw_markings(Svg& svg, const View& view, const Table& table, const TableShape& shape,
                   std::string_view colour) {
  if (shape.baulk) {
    const auto [x, r, at_low_x] = *shape.baulk;
    PathData lines;
    lines.move(view({x, -0.5 * table.width})).line(view({x, 0.5 * table.width}));
    lines.move(view({x, r})).arc(view.scale * r, !at_low_x, view({x, -r}));
    svg.leaf("path", {{"d", lines.text()},
                      {"fill", "none"},
                      {"stroke", colour},
                      {"stroke-opacity", 0.55},
                      {"stroke-width", 1.2}});
  }
  for (const Vec2 spot : shape.spots) {
    const Vec2 p = view(spot);
    svg.leaf("circle", {{"cx", p.x},
                        {"cy", p.y},
                        {"r", std::max(1.6, view.scale * 0.005)},
                        {"fill", colour},
                        {"fill-opacity", 0.6}});
  }
}

/// Cloth without an edge: a faint grid, so that it reads as a plane.
void draw_grid(Svg& svg, const View& view, double spacing, std::string_view colour) {
  PathData lines;
  const Box& box = view.world;
  for (double x = std::ceil(box.low.x / spacing) * spacing; x < box.high.x; x += spacing) {
    lines.move(view({x, box.low.y})).line(view({x, box.high.y}));
  }
  for (double y = std::ceil(box.low.y / spacing) * spacing; y < box.high.y; y += spacing) {
    lines.move(view({box.low.x, y})).line(view({box.high.x, y}));
  }
  svg.leaf(
      "path",
      {{"d", lines.text()}, {"stroke", colour}, {"stroke-opacity", 0.08}, {"stroke-width", 1.0}});
}

}  // namespace

void define_table(Svg& svg) {
  svg.open("linearGradient", {{"id", "wood"}, {"x1", "0"}, {"y1", "0"}, {"x2", "0"}, {"y2", "1"}});
  svg.leaf("stop", {{"offset", "0"}, {"stop-color", "#7d4b2a"}});
  svg.leaf("stop", {{"offset", "0.5"}, {"stop-color", "#6a3d21"}});
  svg.leaf("stop", {{"offset", "1"}, {"stop-color", "#57301a"}});
  svg.close();
  svg.open("radialGradient", {{"id", "pocket"}});
  svg.leaf("stop", {{"offset", "0.55"}, {"stop-color", "#060606"}});
  svg.leaf("stop", {{"offset", "1"}, {"stop-color", "#1d1a18"}});
  svg.close();
}

void draw_table(Svg& svg, const View& view, const Table& table) {
  const TableColours colours = table_colours(table);
  const TableShape shape = table_shape(table);
  const Vec2 half{0.5 * table.length, 0.5 * table.width};
  const Box cloth_box{-1.0 * half, half};
  svg.open("g", {{"id", "table"}});
  if (shape.framed) {
    const double round = view.scale * 0.055;
    rectangle(svg, on_picture(view, cloth_box.grown(shape.rail_width)), round, "url(#wood)",
              "#3d2112");
    rectangle(svg, on_picture(view, cloth_box.grown(shape.cushion_depth)), 3.0, colours.cloth,
              "#3d2112");
    draw_markings(svg, view, table, shape, colours.markings);
    for (const Vec2 at : shape.diamonds) draw_diamond(svg, view, at, colours.diamonds);
    draw_cushions(svg, view, shape, colours);
  } else {
    rectangle(svg, view.frame(), 6.0, colours.cloth);
    const double larger = std::max(view.world.width(), view.world.height());
    draw_grid(svg, view, larger > 4.0 ? 1.0 : 0.1, colours.markings);
    if (table.length > 0.0 && table.width > 0.0) {
      rectangle(svg, on_picture(view, cloth_box), 0.0, "none", shaded(colours.cloth, 0.3));
    }
    draw_markings(svg, view, table, shape, colours.markings);
    draw_cushions(svg, view, shape, colours);
  }
  draw_pockets(svg, view, shape);
  svg.close();
}

}  // namespace cuelab::draw

namespace cuelab {

std::string draw_top_view(const Scene& scene, const Trajectory& trajectory) {
  using namespace draw;
  constexpr double max_height = 900.0;  // of the table alone [px]
  if (!is_pool(scene.system)) return draw_system(scene, trajectory);
  const Subject subject = subject_of(scene, trajectory);
  const View view = fit_view(subject, {margin, caption_height + 10.0},
                             {picture_width - 2.0 * margin, max_height});
  const Page page{.view = view,
                  .title = title_of(scene),
                  .subtitle = subtitle_of(subject),
                  .legend = legend_of(view, subject)};
  return draw_page(page, [&](Svg& svg) {
    draw_table(svg, view, scene.table);
    draw_starts(svg, view, subject);
    draw_paths(svg, view, subject);
    draw_transitions(svg, view, subject);
    draw_ends(svg, view, subject);
    draw_impacts(svg, view, subject);
  });
}

}  // namespace cuelab
