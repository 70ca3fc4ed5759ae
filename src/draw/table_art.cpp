#include "draw/table_art.hpp"

#include <array>
#include <cmath>
#include <string>

#include "draw/look.hpp"
#include "draw/rail.hpp"

namespace cuelab::draw {
namespace {

constexpr double usual_depth = 0.05;          ///< of a cushion without facings [m]
constexpr double deepest = 0.15;              ///< what lies further out is no facing [m]
constexpr double wood_width = 0.082;          ///< [m]
constexpr double wood_behind_pocket = 0.022;  ///< [m]
constexpr const char* sight_colour = "#f3ead2";
constexpr const char* line_colour = "#ffffff";

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

void add_front(PathData& path, const View& view, const RailShape& shape) {
  bool first = true;
  for (const Corner& corner : shape.front) {
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

void draw_cushions(Svg& svg, const View& view, const Table& table) {
  const ClothLook cloth = cloth_of(table);
  const RailPlan plan = has_frame(table) ? plan_rails(table, cushion_depth(table))
                                         : RailPlan{{}, table.cushions, table.jaws};
  for (const RailShape& shape : plan.shapes) {
    PathData front;
    add_front(front, view, shape);
    PathData whole = front;
    svg.leaf("path", {{"d", whole.shut().text()}, {"fill", cloth.cushion}});
    svg.leaf("path", {{"d", front.text()},
                      {"fill", "none"},
                      {"stroke", shaded(cloth.bed, 0.35)},
                      {"stroke-width", 1.4},
                      {"stroke-linejoin", "round"}});
  }
  for (const Cushion& c : plan.loose_cushions) {
    PathData line;
    line.move(view(c.from)).line(view(c.to));
    svg.leaf("path", {{"d", line.text()},
                      {"stroke", shaded(cloth.cushion, -0.35)},
                      {"stroke-width", 4.0},
                      {"stroke-linecap", "round"}});
  }
  for (const Jaw& jaw : plan.loose_jaws) {
    const Vec2 c = view(jaw.centre);
    svg.leaf("circle", {{"cx", c.x},
                        {"cy", c.y},
                        {"r", std::max(1.0, view.scale * jaw.radius)},
                        {"fill", shaded(cloth.cushion, -0.35)}});
  }
}

void draw_pockets(Svg& svg, const View& view, const Table& table) {
  for (const Pocket& pocket : table.pockets) {
    const Vec2 c = view(pocket.centre);
    const double r = view.scale * pocket.radius;
    svg.leaf("circle", {{"cx", c.x}, {"cy", c.y}, {"r", r + 2.0}, {"fill", "#2b211a"}});
    svg.leaf("circle", {{"cx", c.x}, {"cy", c.y}, {"r", r}, {"fill", "url(#pocket)"}});
  }
}

bool is_near_pocket(Vec2 p, const Table& table) {
  return std::any_of(table.pockets.begin(), table.pockets.end(), [&](const Pocket& pocket) {
    return norm(p - pocket.centre) < 2.0 * pocket.radius;
  });
}

void draw_sight(Svg& svg, const View& view, Vec2 at) {
  const Vec2 p = view(at);
  const double r = std::max(1.5, view.scale * 0.008);
  PathData diamond;
  diamond.move({p.x - r, p.y}).line({p.x, p.y - r}).line({p.x + r, p.y}).line({p.x, p.y + r});
  svg.leaf("path", {{"d", diamond.shut().text()}, {"fill", sight_colour}});
}

/// Diamonds at the eighths of the long side and the quarters of the short one.
void draw_sights(Svg& svg, const View& view, const Table& table) {
  if (table.preset.starts_with("snooker")) return;
  const double x = 0.5 * table.length;
  const double y = 0.5 * table.width;
  const double out = 0.5 * (cushion_depth(table) + rail_width(table));
  for (int side = -1; side <= 1; side += 2) {
    for (int k = -3; k <= 3; ++k) {
      const Vec2 at{x * k / 4.0, side * (y + out)};
      if (!is_near_pocket(at, table)) draw_sight(svg, view, at);
    }
    for (int k = -1; k <= 1; ++k) draw_sight(svg, view, {side * (x + out), y * k / 2.0});
  }
}

/// Spots, and on a snooker table the baulk line with its D.
void draw_markings(Svg& svg, const View& view, const Table& table) {
  const Spot* brown = find_spot(table, "brown");
  const Spot* yellow = find_spot(table, "yellow");
  if (brown != nullptr && yellow != nullptr && table.preset.starts_with("snooker")) {
    const double x = brown->at.x;
    const double r = std::abs(yellow->at.y - brown->at.y);
    // the D lies on the side of the nearer end of the table
    const bool clockwise = x > 0.0;
    PathData lines;
    lines.move(view({x, -0.5 * table.width})).line(view({x, 0.5 * table.width}));
    lines.move(view({x, r})).arc(view.scale * r, clockwise, view({x, -r}));
    svg.leaf("path", {{"d", lines.text()},
                      {"fill", "none"},
                      {"stroke", line_colour},
                      {"stroke-opacity", 0.55},
                      {"stroke-width", 1.2}});
  }
  for (const Spot& spot : table.spots) {
    if (spot.id == "red_apex") continue;  // a place in the rack, not a mark on the cloth
    const Vec2 p = view(spot.at);
    svg.leaf("circle", {{"cx", p.x},
                        {"cy", p.y},
                        {"r", std::max(1.6, view.scale * 0.005)},
                        {"fill", line_colour},
                        {"fill-opacity", 0.6}});
  }
}

/// Cloth without an edge: faint lines every so many centimetres, so that it reads as a plane.
void draw_grid(Svg& svg, const View& view, double spacing) {
  PathData lines;
  const Box& box = view.world;
  for (double x = std::ceil(box.low.x / spacing) * spacing; x < box.high.x; x += spacing) {
    lines.move(view({x, box.low.y})).line(view({x, box.high.y}));
  }
  for (double y = std::ceil(box.low.y / spacing) * spacing; y < box.high.y; y += spacing) {
    lines.move(view({box.low.x, y})).line(view({box.high.x, y}));
  }
  svg.leaf("path", {{"d", lines.text()},
                    {"stroke", line_colour},
                    {"stroke-opacity", 0.08},
                    {"stroke-width", 1.0}});
}

}  // namespace

double cushion_depth(const Table& table) {
  double depth = usual_depth;
  for (const Cushion& c : table.cushions) {
    for (const Vec2 p : {c.from, c.to}) {
      const double beyond =
          std::max(std::abs(p.x) - 0.5 * table.length, std::abs(p.y) - 0.5 * table.width);
      if (beyond < deepest) depth = std::max(depth, beyond);
    }
  }
  return depth;
}

double rail_width(const Table& table) {
  // the wood goes around every hole
  double width = cushion_depth(table) + wood_width;
  for (const Pocket& p : table.pockets) {
    const double beyond = std::max(std::abs(p.centre.x) - 0.5 * table.length,
                                   std::abs(p.centre.y) - 0.5 * table.width);
    if (beyond < deepest) width = std::max(width, beyond + p.radius + wood_behind_pocket);
  }
  return width;
}

bool has_frame(const Table& table) {
  if (table.length <= 0.0 || table.width <= 0.0) return false;
  // every edge carries a nose line
  std::array<bool, 4> edges{};
  for (const Cushion& c : table.cushions) {
    const Vec2 m = 0.5 * (c.from + c.to);
    const double dx = 0.5 * table.length - std::abs(m.x);
    const double dy = 0.5 * table.width - std::abs(m.y);
    if (std::abs(dx) < 1e-3) edges[m.x < 0.0 ? 0 : 1] = true;
    if (std::abs(dy) < 1e-3) edges[m.y < 0.0 ? 2 : 3] = true;
  }
  return edges[0] && edges[1] && edges[2] && edges[3];
}

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
  const ClothLook cloth = cloth_of(table);
  const Vec2 half{0.5 * table.length, 0.5 * table.width};
  const Box cloth_box{-1.0 * half, half};
  svg.open("g", {{"id", "table"}});
  if (has_frame(table)) {
    const double round = view.scale * 0.055;
    rectangle(svg, on_picture(view, cloth_box.grown(rail_width(table))), round, "url(#wood)",
              "#3d2112");
    rectangle(svg, on_picture(view, cloth_box.grown(cushion_depth(table))), 3.0, cloth.bed,
              "#3d2112");
    draw_markings(svg, view, table);
    draw_sights(svg, view, table);
    draw_cushions(svg, view, table);
  } else {
    rectangle(svg, view.frame(), 6.0, cloth.bed);
    const double larger = std::max(view.world.width(), view.world.height());
    draw_grid(svg, view, larger > 4.0 ? 1.0 : 0.1);
    if (table.length > 0.0 && table.width > 0.0) {
      rectangle(svg, on_picture(view, cloth_box), 0.0, "none", shaded(cloth.bed, 0.3));
    }
    draw_markings(svg, view, table);
    draw_cushions(svg, view, table);
  }
  draw_pockets(svg, view, table);
  svg.close();
}

}  // namespace cuelab::draw
