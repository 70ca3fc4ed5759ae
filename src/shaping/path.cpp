#include "shaping/path.hpp"

#include <algorithm>
#include <array>

namespace cuelab::shaping {
namespace {

constexpr int scan_steps = 8;  // per piece; a piece turns by less than a half-circle
constexpr int root_steps = 60;

Vec2 place(const Piece& piece, double t) { return flat(state_on(piece, t).r); }

double square(const Piece& piece, double t, Vec2 to) {
  const Vec2 d = place(piece, t) - to;
  return dot(d, d);
}

/// Least distance between two times by golden section around the best of a few samples.
double nearest_time(const Piece& piece, Vec2 to, double from, double until) {
  double best = from;
  double least = square(piece, from, to);
  const double step = (until - from) / scan_steps;
  for (int i = 1; i <= scan_steps; ++i) {
    const double t = i == scan_steps ? until : from + i * step;
    const double d = square(piece, t, to);
    if (d < least) {
      least = d;
      best = t;
    }
  }
  // root of the rate of change of the squared distance, by the Illinois method
  double low = std::max(from, best - step);
  double high = std::min(until, best + step);
  const auto rate = [&](double t) {
    const BallState s = state_on(piece, t);
    return dot(flat(s.r) - to, flat(s.v));
  };
  double below = rate(low);
  double above = rate(high);
  if (!(below < 0.0) || !(above > 0.0)) {
    return square(piece, low, to) < square(piece, best, to) ? low : best;
  }
  double t = low;
  int side = 0;
  for (int i = 0; i < root_steps && high - low > 1e-15 * high; ++i) {
    t = (low * above - high * below) / (above - below);
    const double value = rate(t);
    if (value == 0.0) break;
    if (value < 0.0) {
      low = t;
      below = value;
      if (side < 0) above *= 0.5;
      side = -1;
    } else {
      high = t;
      above = value;
      if (side > 0) below *= 0.5;
      side = 1;
    }
  }
  return t;
}

/// No point of the piece is nearer: speeds are largest at an end of a piece.
double least_square(const Piece& piece, Vec2 to, double from, double until) {
  const BallState first = state_on(piece, from);
  const BallState last = state_on(piece, until);
  const double reach = std::max(norm(flat(first.v)), norm(flat(last.v))) * (until - from);
  const double least = norm(flat(first.r) - to) - 1.01 * reach;
  return least > 0.0 ? least * least : 0.0;
}

}  // namespace

Vec2 heading_at(const Trajectory& trajectory, std::uint32_t ball, double t) {
  Vec2 heading{1.0, 0.0};
  for (const Piece& piece : trajectory.pieces) {
    if (piece.t0 > t) break;
    if (piece.ball == ball && norm(flat(piece.v0)) > 0.0) heading = flat(piece.v0);
  }
  return (1.0 / norm(heading)) * heading;
}

std::optional<Approach> closest_approach(const Trajectory& trajectory, std::uint32_t ball, Vec2 to,
                                         double from, double until) {
  until = std::min(until, trajectory.t_end);
  const Piece* nearest = nullptr;
  double t_best = 0.0;
  double least = 0.0;
  const auto try_piece = [&](const Piece& piece, double end) {
    const double begin = std::max(piece.t0, from);
    end = std::min(end, until);
    if (end < begin || piece.motion == Motion::pocketed || piece.motion == Motion::off_table) {
      return;
    }
    if (nearest != nullptr && least_square(piece, to, begin, end) >= least) return;
    const double t = nearest_time(piece, to, begin, end);
    const double d = square(piece, t, to);
    if (nearest != nullptr && d >= least) return;
    nearest = &piece;
    least = d;
    t_best = t;
  };
  const Piece* before = nullptr;
  for (const Piece& piece : trajectory.pieces) {
    if (piece.ball != ball) continue;
    if (before != nullptr) try_piece(*before, piece.t0);
    before = &piece;
  }
  if (before != nullptr) try_piece(*before, trajectory.t_end);
  if (nearest == nullptr) return {};

  const BallState s = state_on(*nearest, t_best);
  const double speed = norm(flat(s.v));
  const Vec2 way = speed > 1e-9 ? (1.0 / speed) * flat(s.v) : heading_at(trajectory, ball, t_best);
  const Vec2 gap = to - flat(s.r);
  const double distance = norm(gap);
  const double sign = cross(way, gap) < 0.0 ? -1.0 : 1.0;
  // at distance 0 the derivative is that of the signed distance: across the path
  const Vec2 out = distance > 1e-12 ? (1.0 / distance) * gap : sign * left_of(way);
  return Approach{sign * distance, t_best, (-sign) * out, flat(s.v)};
}

}  // namespace cuelab::shaping
