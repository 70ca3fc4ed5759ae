#include <algorithm>

#include <fmt/core.h>

#include "fuzz/checks.hpp"
#include "fuzz/table_gaps.hpp"

namespace cuelab::fuzz {
namespace {

Passage passage_of(const Case& c, const Stretch& stretch) {
  const Piece& piece = stretch.piece;
  return {.path = path_from(piece, piece.t0),
          .time = std::max(0.0, stretch.time()),
          .R = c.scene.balls[piece.ball].spec.radius,
          .airborne = piece.motion == Motion::airborne};
}

template <class Part>
void check_part(const Case& c, const Part& part, const Passage& way, const Piece& piece,
                Failures& failures) {
  const double gap = least_gap(c.scene.table, part, way);
  if (gap >= -deepest - rounding_at(piece.r0)) return;
  failures.add(way.airborne ? Kind::air_overlap : Kind::table_overlap,
               fmt::format("ball {} in {} by {:.4g} m between {:.9g} and {:.9g}, {}", piece.ball,
                           part.id, -gap, piece.t0, piece.t0 + way.time, name_of(piece.motion)));
}

void check_stretch(const Case& c, const Stretch& stretch, Failures& failures) {
  const Passage way = passage_of(c, stretch);
  for (const Cushion& part : c.scene.table.cushions) {
    check_part(c, part, way, stretch.piece, failures);
  }
  for (const Jaw& part : c.scene.table.jaws) check_part(c, part, way, stretch.piece, failures);
}

/// The gap between a ball and the part it hits, just after.
double gap_at(const Case& c, const Event& event, const Piece& piece) {
  Passage way = passage_of(c, {piece, piece.t0});
  const Table& table = c.scene.table;
  const std::uint32_t k = event.other.index;
  if (event.other.kind == AgentKind::cushion && k < table.cushions.size()) {
    return least_gap(table, table.cushions[k], way);
  }
  if (event.other.kind == AgentKind::jaw && k < table.jaws.size()) {
    return least_gap(table, table.jaws[k], way);
  }
  return 0.0;
}

void check_hits(const Case& c, Failures& failures) {
  for (const Event& event : c.run.events) {
    if (event.type != EventType::ball_cushion || event.piece >= c.run.pieces.size()) continue;
    const Piece& piece = c.run.pieces[event.piece];
    const double gap = gap_at(c, event, piece);
    if (gap <= deepest + rounding_at(piece.r0)) continue;
    failures.add(Kind::phantom,
                 fmt::format("ball {} hits {} at {:.9g} with a gap of {:.4g} m", event.ball,
                             agents_of(event, c.scene).second, event.t, gap));
  }
}

void check_place(const Case& c, std::size_t i, const BallState& s, Failures& failures) {
  const double R = c.scene.balls[i].spec.radius;
  if (!in_play(s.motion) || s.motion == Motion::airborne) return;
  const Table& table = c.scene.table;
  if (!is_behind_cushions(table, flat(s.r), R) || !is_closed(table, R)) return;
  const bool at_start = is_behind_cushions(table, flat(c.start[i].r), R);
  failures.add(at_start ? Kind::misplaced : Kind::outside,
               fmt::format("ball {} {} at ({:.6g}, {:.6g})", i, name_of(s.motion), s.r.x, s.r.y));
}

}  // namespace

void check_table(const Case& c, Failures& failures) {
  for (std::size_t i = 0; i < c.tracks.size(); ++i) {
    for (std::size_t k = 0; k < c.tracks[i].size(); ++k) {
      const Stretch& stretch = c.tracks[i][k];
      if (!in_play(stretch.piece.motion)) continue;
      check_stretch(c, stretch, failures);
      check_place(c, i, state_on(stretch.piece, stretch.piece.t0), failures);
    }
    check_place(c, i, c.run.final[i], failures);
  }
  check_hits(c, failures);
}

}  // namespace cuelab::fuzz
