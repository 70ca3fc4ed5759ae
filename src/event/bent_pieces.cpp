// Pieces of laws whose paths are not parabolas. Contacts are searched for on the parabola with the
// same start and end; impacts take place on it, with the velocities of the law.
#include "event/simulation.hpp"

namespace cuelab::event {

/// The state of a ball on a bent piece: where the piece leads, with the velocities of the law. Of
/// the law's path r + v s + a s^2 + b s^2 (s - 3/2 h) the piece is the parabola with the same end.
void Simulation::bend(const Body& body, BallState& s) const {
  const double t = now_ - body.piece.t0;
  const Vec2 dv = (t * (3.0 * t - 2.0 * body.length)) * body.bend;
  const Vec2 dw = (t * (t - body.length)) * turn_with(body.spec, body.bend);
  s.v += Vec3{dv.x, dv.y, 0.0};
  s.w += Vec3{dw.x, dw.y, 0.0};
}

/// A bent piece that something ends early: it takes the velocities of the law at this instant,
/// which a cubic to its planned end has not.
void Simulation::cut(std::uint32_t ball) {
  constexpr double shortest = 1e-9;  // [s]; no velocity changes in that time
  Body& body = bodies_[ball];
  Piece& piece = body.piece;
  const double t = now_ - piece.t0;
  const auto* cloth = std::get_if<PatchCloth>(&physics_.cloth);
  if (!body.is_bent || cloth == nullptr || now_ == body.t_end || t < shortest) return;
  const BallState start{piece.r0, piece.v0, piece.w0, piece.motion};
  const auto [v, w] = velocities_after(*cloth, body.spec, physics_.gravity, start, t);
  body.bend = (1.0 / (t * t)) * (v - flat(piece.v0) - (2.0 * t) * flat(piece.a));
  body.length = t;
  piece.dw = (1.0 / t) * (w - piece.w0);
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
  const Vec2 b = (turn / t) * body.bend;
  piece.a -= t * Vec3{b.x, b.y, 0.0};
  piece.b = {b.x, b.y, 0.0};
  piece.ddw = turn_with(body.spec, b);
  const Vec2 dw = (t - body.length) * turn_with(body.spec, body.bend) - t * piece.ddw;
  piece.dw = body.piece.dw + Vec3{dw.x, dw.y, 0.0};
}

}  // namespace cuelab::event
