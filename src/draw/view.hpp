#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "cuelab/draw.hpp"
#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"
#include "draw/event_marks.hpp"
#include "draw/path.hpp"

namespace cuelab::draw {

/// An axis-parallel rectangle.
struct Box {
  Vec2 low;
  Vec2 high;

  double width() const { return high.x - low.x; }
  double height() const { return high.y - low.y; }
  Box grown(double by) const { return {{low.x - by, low.y - by}, {high.x + by, high.y + by}}; }
  void include(Vec2 p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
};

/// Area shared by two boxes.
inline double overlap(const Box& a, const Box& b) {
  const double w = std::min(a.high.x, b.high.x) - std::max(a.low.x, b.low.x);
  const double h = std::min(a.high.y, b.high.y) - std::max(a.low.y, b.low.y);
  return w > 0.0 && h > 0.0 ? w * h : 0.0;
}

/// Maps the cloth in metres to the picture in pixels, with y downwards.
struct View {
  Box world;           ///< shown part of the plane [m]
  Vec2 corner;         ///< picture coordinates of its upper left corner [px]
  double scale = 1.0;  ///< [px/m]

  Vec2 operator()(Vec2 p) const {
    return {corner.x + scale * (p.x - world.low.x), corner.y + scale * (world.high.y - p.y)};
  }
  /// The shown part in picture coordinates.
  Box frame() const {
    return {corner, {corner.x + scale * world.width(), corner.y + scale * world.height()}};
  }
};

/// Everything that a picture shows, computed once.
struct Subject {
  const Scene& scene;
  const Trajectory& trajectory;
  Replay replay;
  std::vector<std::vector<PathSegment>> paths;  ///< per ball, only where it moves
  std::vector<EventMark> marks;
  Viewpoint viewpoint = Viewpoint::top;  ///< determines the line styles
};

Subject subject_of(const Scene& scene, const Trajectory& trajectory);

/// Chooses what to show: the framed table, or the bounds of table, motion and some points together.
View fit_view(const Subject& subject, Vec2 corner, Vec2 room, std::span<const Vec2> points = {});

}  // namespace cuelab::draw
