// Pieces of laws whose paths are not parabolas. Contacts are searched for on the parabola with the
// same start and end; impacts take place on it, with the velocities of the law.
#include "event/simulation.hpp"

namespace cuelab::event {
namespace {

/// Friction that changes v by dv changes w_xy by -k / R z x dv; here dv = -3 b t (h - t).
Vec3 bend_of_spin(const BallSpec& ball, const Vec2& b) {
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  const Vec2 bend = (3.0 * k / ball.radius) * left_of(b);
  return {bend.x, bend.y, 0.0};
}

}  // namespace

/// The state of a ball on a bent piece: where the piece leads, with the velocities of the law. Of
/// the law's path r + v s + a s^2 + b s^2 (s - 3/2 h) the piece is the parabola with the same end.
void Simulation::bend(const Body& body, BallState& s) const {
  const double t = now_ - body.piece.t0;
  const Vec2 dv = (t * (3.0 * t - 2.0 * body.length)) * body.bend;
  s.v += Vec3{dv.x, dv.y, 0.0};
  s.w += (t * (body.length - t)) * bend_of_spin(body.spec, body.bend);
}

/// A piece under contact forces or a bent one ends: what the forces did is added up; the recorded
/// bent piece becomes the cubic with its positions and the velocities of the law at both ends.
void Simulation::close_piece(Body& body) {
  if (body.has_push) {
    body.gained = gain_of(body);
    body.is_due = body.is_due || body.piece.t0 < now_;
  }
  if (!body.is_bent) return;
  body.is_bent = false;
  const double t = now_ - body.piece.t0;
  if (body.piece_index == none || !(t > 0.0)) return;
  const double turn = 3.0 * t - 2.0 * body.length;
  Piece& piece = out_->pieces[body.piece_index];
  piece.a -= turn * Vec3{body.bend.x, body.bend.y, 0.0};
  piece.b = (turn / t) * Vec3{body.bend.x, body.bend.y, 0.0};
  piece.dw += (body.length - t) * bend_of_spin(body.spec, body.bend);
}

}  // namespace cuelab::event
