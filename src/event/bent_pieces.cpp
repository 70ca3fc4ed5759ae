// Pieces of laws whose paths are not parabolas. Contacts are searched for on the parabola with the
// same start and end; impacts take place on it, with the velocities of the law.
#include "event/simulation.hpp"

namespace cuelab::event {

/// The state of a ball on a bent piece: where the piece leads, with the velocities of the law. Of
/// the law's path r + v s + a s^2 + b s^2 (s - 3/2 h) the piece is the parabola with the same end.
BallState Simulation::bent(const Body& body, BallState s) const {
  const double t = now_ - body.piece.t0;
  const Vec2 dv = (t * (3.0 * t - 2.0 * body.length)) * body.bend;
  const Vec2 dw = (t * (body.length - t)) * body.bend_of_w;
  s.v += Vec3{dv.x, dv.y, 0.0};
  s.w += Vec3{dw.x, dw.y, 0.0};
  return s;
}

/// A bent piece ends: the recorded one becomes the cubic with its positions and the velocities of
/// the law at both ends.
void Simulation::close_piece(Body& body) {
  body.is_bent = false;
  const double t = now_ - body.piece.t0;
  if (body.piece_index == none || !(t > 0.0)) return;
  const double turn = 3.0 * t - 2.0 * body.length;
  Piece& piece = out_->pieces[body.piece_index];
  piece.a -= turn * Vec3{body.bend.x, body.bend.y, 0.0};
  piece.b = (turn / t) * Vec3{body.bend.x, body.bend.y, 0.0};
  piece.dw += (body.length - t) * Vec3{body.bend_of_w.x, body.bend_of_w.y, 0.0};
}

}  // namespace cuelab::event
