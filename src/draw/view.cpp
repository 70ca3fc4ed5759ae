#include "draw/view.hpp"

#include "cuelab/appearance.hpp"

namespace cuelab::draw {
namespace {

/// Bounds of all balls and paths.
Box bounds_of_motion(const Subject& subject) {
  Box box{{1e300, 1e300}, {-1e300, -1e300}};
  double radius = 0.0;
  for (std::size_t b = 0; b < subject.scene.balls.size(); ++b) {
    box.include(flat(subject.scene.balls[b].start.r));
    radius = std::max(radius, subject.scene.balls[b].spec.radius);
    for (const PathSegment& s : subject.paths[b]) {
      for (const Vec2 p : {s.from, s.control, s.to}) box.include(p);
    }
  }
  return box.grown(3.0 * radius);
}

/// Smallest aspect ratio of a picture, so that a straight shot still gives one.
constexpr double flattest = 0.3;

Box not_too_flat(Box box) {
  const double lacking_y = 0.5 * std::max(0.0, flattest * box.width() - box.height());
  const double lacking_x = 0.5 * std::max(0.0, flattest * box.height() - box.width());
  return {{box.low.x - lacking_x, box.low.y - lacking_y},
          {box.high.x + lacking_x, box.high.y + lacking_y}};
}

}  // namespace

Subject subject_of(const Scene& scene, const Trajectory& trajectory) {
  Subject subject{scene,         trajectory, Replay(trajectory), {}, event_marks(scene, trajectory),
                  Viewpoint::top};
  for (std::size_t b = 0; b < scene.balls.size(); ++b) {
    const bool known = b < subject.replay.ball_count();
    subject.paths.push_back(known ? path_of(subject.replay.pieces(b), trajectory.t_end)
                                  : std::vector<PathSegment>{});
  }
  return subject;
}

View fit_view(const Subject& subject, Vec2 corner, Vec2 room, std::span<const Vec2> points) {
  const Table& table = subject.scene.table;
  const Vec2 half{0.5 * table.length, 0.5 * table.width};
  Box box{-1.0 * half, half};
  if (const TableShape shape = table_shape(table); shape.framed) {
    box = box.grown(shape.rail_width);
  } else {
    const Box motion = bounds_of_motion(subject);
    if (table.length <= 0.0) box = motion;
    box.include(motion.low);
    box.include(motion.high);
    for (const Cushion& c : table.cushions) {
      box.include(c.from);
      box.include(c.to);
    }
    for (const Vec2 point : points) box.include(point);
    box = not_too_flat(box).grown(0.02 * std::max(box.width(), box.height()));
  }
  const double scale = std::min(room.x / box.width(), room.y / box.height());
  return {box, {corner.x + 0.5 * (room.x - scale * box.width()), corner.y}, scale};
}

}  // namespace cuelab::draw
