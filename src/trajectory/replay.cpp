#include <algorithm>
#include <cassert>
#include <cmath>

#include "cuelab/trajectory.hpp"
#include "math/rotation.hpp"

namespace cuelab {
namespace {

/// Orientation after a time h on a piece. The spin about the vertical may stop earlier.
Quat turned(const Quat& q, const Piece& piece, double h) {
  const double rate = std::copysign(piece.spin_decay, piece.w0.z);
  const double spin = std::abs(piece.w0.z);
  const double stop = piece.spin_decay > 0.0 ? spin / piece.spin_decay : 0.0;
  const Vec3 slowing{piece.dw.x, piece.dw.y, -rate};
  if (piece.spin_decay == 0.0) {
    const Vec2 more = (2.0 / 3.0 * h) * piece.ddw;  // turns as far as ddw does in this time
    return turn(q, piece.w0, piece.dw + Vec3{more.x, more.y, 0.0}, h);
  }
  if (h <= stop) return turn(q, piece.w0, slowing, h);
  const Vec3 at_stop{piece.w0.x + stop * piece.dw.x, piece.w0.y + stop * piece.dw.y, 0.0};
  return turn(turn(q, piece.w0, slowing, stop), at_stop, {piece.dw.x, piece.dw.y, 0.0}, h - stop);
}

}  // namespace

Replay::Replay(const Trajectory& trajectory)
    : tracks_(trajectory.final.size()), t_end_(trajectory.t_end) {
  for (const Piece& piece : trajectory.pieces) tracks_[piece.ball].pieces.push_back(piece);
  for (Track& track : tracks_) {
    assert(!track.pieces.empty() && "the run kept its pieces");
    Quat q;
    for (std::size_t k = 0; k < track.pieces.size(); ++k) {
      if (k > 0) {
        const Piece& last = track.pieces[k - 1];
        q = turned(q, last, track.pieces[k].t0 - last.t0);
      }
      track.orientations.push_back(q);
    }
  }
}

std::size_t Replay::piece_at(const Track& track, double t) {
  const auto after = std::ranges::upper_bound(track.pieces, t, {}, &Piece::t0);
  return after == track.pieces.begin() ? 0
                                       : static_cast<std::size_t>(after - track.pieces.begin()) - 1;
}

BallState Replay::state(std::size_t ball, double t) const {
  t = std::clamp(t, 0.0, t_end_);
  const Track& track = tracks_[ball];
  return state_on(track.pieces[piece_at(track, t)], t);
}

Sample Replay::sample(std::size_t ball, double t) const {
  t = std::clamp(t, 0.0, t_end_);
  const Track& track = tracks_[ball];
  const std::size_t k = piece_at(track, t);
  const Piece& piece = track.pieces[k];
  return {state_on(piece, t), turned(track.orientations[k], piece, t - piece.t0)};
}

Scene final_scene(const Scene& scene, const Trajectory& trajectory) {
  Scene rest = scene;
  rest.shot.reset();
  rest.balls.clear();
  for (std::size_t i = 0; i < scene.balls.size(); ++i) {
    const BallState& s = trajectory.final[i];
    if (s.motion == Motion::pocketed || s.motion == Motion::off_table) continue;
    const BallSpec& spec = scene.balls[i].spec;
    rest.balls.push_back({scene.balls[i].id, spec, s});
    // balls of the smooth engine sink into the cloth under their weight
    constexpr double indentation = 1e-4;  // [m]
    double& z = rest.balls.back().start.r.z;
    if (z < spec.radius && spec.radius - z < indentation) z = spec.radius;
  }
  return rest;
}

}  // namespace cuelab
