#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "scene/faults.hpp"
#include "scene/geometry.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

using PartFault = std::optional<Error>;

PartFault part_fault(std::string key, std::string what) {
  return Error{.file = "", .key = std::move(key), .what = std::move(what)};
}

/// Shorter cushions have no direction [m].
constexpr double shortest_cushion = 1e-6;

/// Of a jaw, for the smooth engine [m].
constexpr double smallest_rounding = 1e-6;

/// Length and width, if given, are at least this [m].
constexpr double smallest_table = 1e-3;

/// A nose closer to the cloth or to the top of a ball than this is met from below or above, not
/// from the side [R].
constexpr double nose_margin = 0.05;

PartFault find_bad_bounds(const Table& table) {
  if (table.length == 0.0 && table.width == 0.0) return std::nullopt;
  for (const auto& [key, size] :
       {std::pair("table.length", table.length), std::pair("table.width", table.width)}) {
    if (size >= smallest_table) continue;
    return part_fault(key, "is " + number_text(size) + ", must be at least " +
                               number_text(smallest_table) +
                               "; give both length and width or "
                               "neither");
  }
  return std::nullopt;
}

PartFault find_short_cushion(const Table& table) {
  for (const Cushion& part : table.cushions) {
    const double length = norm(part.to - part.from);
    if (length == 0.0) {
      return part_fault("table.cushion", "cushion " + in_quotes(part.id) + " has no length");
    }
    if (length < shortest_cushion) {
      return part_fault("table.cushion", "cushion " + in_quotes(part.id) + " is " + in_mm(length) +
                                             " long, must be at least " + in_mm(shortest_cushion));
    }
  }
  return std::nullopt;
}

/// A jaw of radius 0 is a point; the contact forces of the smooth engine need a rounding.
PartFault find_sharp_jaw(const Scene& scene) {
  if (scene.run.engine != Engine::smooth) return std::nullopt;
  for (std::size_t i = 0; i < scene.table.jaws.size(); ++i) {
    const double radius = scene.table.jaws[i].radius;
    if (radius >= smallest_rounding) continue;
    return part_fault("table.jaw." + std::to_string(i) + ".radius",
                      "is " + number_text(radius) + ", must be at least " +
                          number_text(smallest_rounding) + " for the smooth engine");
  }
  return std::nullopt;
}

PartFault find_shared_id(const Table& table) {
  std::vector<std::string_view> ids;
  ids.reserve(table.cushions.size() + table.jaws.size() + table.pockets.size());
  for (const Cushion& part : table.cushions) ids.push_back(part.id);
  for (const Jaw& part : table.jaws) ids.push_back(part.id);
  for (const Pocket& part : table.pockets) ids.push_back(part.id);
  std::ranges::sort(ids);
  const auto twice = std::ranges::adjacent_find(ids);
  if (twice == ids.end()) return std::nullopt;
  return part_fault("table", "two parts have the id " + in_quotes(*twice) + "; ids must differ");
}

/// The nose must be met from the side by every ball.
PartFault find_bad_nose(const Scene& scene) {
  const Table& table = scene.table;
  if (table.contact != CushionContact::line) return std::nullopt;
  if (table.cushions.empty() && table.jaws.empty()) return std::nullopt;
  for (const Ball& ball : scene.balls) {
    const double R = ball.spec.radius;
    if (std::abs(table.cushion_height - R) <= (1.0 - nose_margin) * R) continue;
    return part_fault("table.cushion_height", "is " + number_text(table.cushion_height) +
                                                  ", must be between " + number_text(nose_margin) +
                                                  " R and " + number_text(2.0 - nose_margin) +
                                                  " R, " + rounded_text(nose_margin * R) + " and " +
                                                  rounded_text((2.0 - nose_margin) * R) +
                                                  " for ball " + in_quotes(ball.id));
  }
  return std::nullopt;
}

/// Two noses that cross, farther than `margin` from all their ends.
bool do_cross(const Cushion& a, const Cushion& b, double margin) {
  const Vec2 u = a.to - a.from;
  const Vec2 v = b.to - b.from;
  const double turn = cross(u, v);
  if (turn == 0.0) return false;
  const Vec2 between = b.from - a.from;
  const double on_a = cross(between, v) / turn * norm(u);
  const double on_b = cross(between, u) / turn * norm(v);
  return on_a > margin && on_a < norm(u) - margin && on_b > margin && on_b < norm(v) - margin;
}

PartFault find_crossing(const Scene& scene) {
  // nearer to an end than a radius, the crossing is a corner like any other
  double margin = std::numeric_limits<double>::infinity();
  for (const Ball& ball : scene.balls) margin = std::min(margin, ball.spec.radius);
  const std::vector<Cushion>& parts = scene.table.cushions;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!do_cross(parts[i], parts[j], margin)) continue;
      return part_fault("table.cushion", "cushions " + in_quotes(parts[j].id) + " and " +
                                             in_quotes(parts[i].id) +
                                             " cross; they may meet only at their ends");
    }
  }
  return std::nullopt;
}

}  // namespace

PartFault find_table_fault(const Scene& scene) {
  if (auto found = find_bad_bounds(scene.table)) return found;
  if (auto found = find_short_cushion(scene.table)) return found;
  if (auto found = find_sharp_jaw(scene)) return found;
  if (auto found = find_shared_id(scene.table)) return found;
  if (auto found = find_bad_nose(scene)) return found;
  return find_crossing(scene);
}

}  // namespace cuelab
