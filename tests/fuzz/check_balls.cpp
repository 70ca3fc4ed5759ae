#include <algorithm>

#include <fmt/core.h>

#include "fuzz/checks.hpp"
#include "fuzz/parabola.hpp"

namespace cuelab::fuzz {
namespace {

double reach_of(const Scene& scene, std::size_t a, std::size_t b) {
  return scene.balls[a].spec.radius + scene.balls[b].spec.radius;
}

/// Follows two balls over the time their pieces share.
void check_pair(const Case& c, std::size_t a, std::size_t b, Failures& failures) {
  const Track& first = c.tracks[a];
  const Track& second = c.tracks[b];
  const double reach = reach_of(c.scene, a, b);
  for (std::size_t i = 0, j = 0; i < first.size() && j < second.size();) {
    const Stretch& p = first[i];
    const Stretch& q = second[j];
    const double from = std::max(p.piece.t0, q.piece.t0);
    const double time = std::min(p.until, q.until) - from;
    if (p.until <= q.until) ++i;
    if (q.until <= p.until) ++j;
    if (time < 0.0 || !in_play(p.piece.motion) || !in_play(q.piece.motion)) continue;

    const Parabola one = path_from(p.piece, from);
    const Parabola other = path_from(q.piece, from);
    const Parabola between{other.r - one.r, other.v - one.v, other.a - one.a};
    if (norm(between.r) - between.travel(time) > reach) continue;
    const double gap = least_distance(between, time) - reach;
    if (gap < -deepest - rounding_at(one.r)) {
      failures.add(
          Kind::ball_overlap,
          fmt::format("balls {} and {} by {:.4g} m between {:.9g} and {:.9g}, {} and {}", a, b,
                      -gap, from, from + time, name_of(p.piece.motion), name_of(q.piece.motion)));
    }
  }
}

}  // namespace

void check_balls(const Case& c, Failures& failures) {
  for (std::size_t a = 0; a < c.tracks.size(); ++a) {
    for (std::size_t b = 0; b < a && !failures.has(Kind::ball_overlap); ++b) {
      check_pair(c, b, a, failures);
    }
  }
  for (const Event& event : c.run.events) {
    if (event.type != EventType::ball_ball) continue;
    const std::size_t a = event.ball;
    const std::size_t b = event.other.index;
    if (event.piece >= c.run.pieces.size() || event.other_piece >= c.run.pieces.size()) continue;
    const Vec3 r = state_on(c.run.pieces[event.piece], event.t).r;
    const double gap =
        norm(state_on(c.run.pieces[event.other_piece], event.t).r - r) - reach_of(c.scene, a, b);
    if (gap <= deepest + rounding_at(r)) continue;
    failures.add(Kind::phantom, fmt::format("balls {} and {} hit at {:.9g} with a gap of {:.4g} m",
                                            a, b, event.t, gap));
  }
}

}  // namespace cuelab::fuzz
