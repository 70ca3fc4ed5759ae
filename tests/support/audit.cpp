#include "support/audit.hpp"

#include <algorithm>
#include <cmath>

#include "support/gap_oracle.hpp"

namespace cuelab::testing {
namespace {

bool in_play(const Piece& piece) {
  return piece.motion != Motion::pocketed && piece.motion != Motion::off_table;
}

/// Whether two pieces come within reach at all, by their bounding circles.
bool come_near(const BallState& a, const BallState& b, const Vec3& acceleration, double time,
               double reach) {
  const double travel = norm(b.v - a.v) * time + norm(acceleration) * time * time;
  return norm(b.r - a.r) < reach + travel;
}

double least_gap(const Replay& replay, std::size_t a, std::size_t b, double reach) {
  double least = 1.0;
  const auto& first = replay.pieces(a);
  const auto& second = replay.pieces(b);
  for (std::size_t i = 0, j = 0; i < first.size() && j < second.size();) {
    const double end_i = i + 1 < first.size() ? first[i + 1].t0 : replay.t_end();
    const double end_j = j + 1 < second.size() ? second[j + 1].t0 : replay.t_end();
    const double from = std::max(first[i].t0, second[j].t0);
    const double time = std::min(end_i, end_j) - from;
    if (time > 0.0 && in_play(first[i]) && in_play(second[j])) {
      const BallState p = state_on(first[i], from);
      const BallState q = state_on(second[j], from);
      const Vec3 acceleration = second[j].a - first[i].a;
      if (come_near(p, q, acceleration, time, reach)) {
        const GapOracle oracle(q.r - p.r, q.v - p.v, acceleration, reach);
        least = std::min(least, oracle.least_gap(time));
      }
    }
    if (end_i <= end_j) ++i;
    if (end_j <= end_i) ++j;
  }
  return least;
}

}  // namespace

Trajectory as_searched(Trajectory shot) {
  std::vector<double> ends(shot.final.size(), shot.t_end);
  for (std::size_t k = shot.pieces.size(); k-- > 0;) {
    Piece& piece = shot.pieces[k];
    piece.a += (ends[piece.ball] - piece.t0) * piece.b;
    piece.b = {};
    ends[piece.ball] = piece.t0;
  }
  return shot;
}

double least_gap(const Scene& scene, const Trajectory& shot) {
  const Replay replay(as_searched(shot));
  double least = 1.0;
  for (std::size_t a = 0; a < scene.balls.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double reach = scene.balls[a].spec.radius + scene.balls[b].spec.radius;
      least = std::min(least, least_gap(replay, a, b, reach));
    }
  }
  return least;
}

double energy_rise(const Scene& scene, const Trajectory& shot) {
  const std::vector<EnergyStep> audit = energy_audit(scene, shot);
  const double initial = total_energy(scene, struck(scene));
  double last = initial;
  double rise = 0.0;
  for (std::size_t k = 0; k < audit.size();) {
    // between instants, at every impact, and over all that happens at one instant: balls that
    // press on each other may start to roll together and then share what they lose
    std::size_t end = k;
    for (; end < audit.size() && shot.events[end].t == shot.events[k].t; ++end) {
      const EventType type = shot.events[end].type;
      const bool impact = type == EventType::ball_ball || type == EventType::ball_cushion;
      if (impact) rise = std::max(rise, audit[end].after - audit[end].before);
    }
    rise = std::max({rise, audit[k].before - last, audit[end - 1].after - audit[k].before});
    last = audit[end - 1].after;
    k = end;
  }
  rise = std::max(rise, total_energy(scene, shot.final) - last);
  return rise / initial;
}

bool is_sound(const Trajectory& shot) {
  double t = 0.0;
  for (const Event& event : shot.events) {
    if (!(event.t >= t)) return false;
    t = event.t;
  }
  return std::ranges::all_of(shot.final, [](const BallState& s) {
    return std::isfinite(norm(s.r)) && std::isfinite(norm(s.v)) && std::isfinite(norm(s.w));
  });
}

}  // namespace cuelab::testing
