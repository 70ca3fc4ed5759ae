#include "smooth/recorder.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace cuelab::smooth {
namespace {

/// Velocities along a stored piece are within this of the solution [m/s], spins within this divided
/// by the radius.
constexpr double speed_tolerance = 1e-3;

/// A ball higher than this above the cloth counts as airborne [m].
constexpr double airborne_height = 1e-4;
/// Slip and speed below these count as zero [m/s]: the friction laws let balls creep that slowly.
constexpr double slip_speed = 2e-3;
constexpr double motion_speed = 1e-3;

/// The length that relates spin to velocity: the radius or, without a sphere, the radius of
/// gyration.
double reach_of(const Body& body) {
  if (body.radius > 0.0) return body.radius;
  return std::sqrt(std::max({body.inertia.x, body.inertia.y, body.inertia.z}) / body.mass);
}

}  // namespace

Recorder::Knot Recorder::knot_of(std::uint32_t body, double t, const double* y) const {
  return {t, position_of(y, body), velocity_of(y, body), spin_of(y, body)};
}

BallState Recorder::state_of(std::uint32_t body, const double* y) const {
  BallState s{position_of(y, body), velocity_of(y, body), spin_of(y, body), Motion::airborne};
  const double radius = equations_.body_at(body).radius;
  if (!equations_.system().cloth || s.r.z - radius > airborne_height) return s;
  const Vec2 slip{s.v.x - radius * s.w.y, s.v.y + radius * s.w.x};
  if (norm(slip) > slip_speed) {
    s.motion = Motion::sliding;
  } else if (norm(flat(s.v)) > motion_speed) {
    s.motion = Motion::rolling;
  } else {
    s.motion = radius * std::abs(s.w.z) > motion_speed ? Motion::spinning : Motion::stationary;
  }
  return s;
}

void Recorder::start(const RecorderOptions& options, Trajectory& out, const double* y) {
  tolerance_ = options.tolerance;
  keep_ = options.keep_pieces;
  out_ = &out;
  steps_ = 0;
  tracks_.clear();
  add_bodies(options.t, y);
}

void Recorder::add_bodies(double t, const double* y) {
  const std::size_t first = tracks_.size();
  tracks_.resize(equations_.body_count());
  if (!keep_) return;
  for (std::size_t i = first; i < tracks_.size(); ++i) {
    const auto body = static_cast<std::uint32_t>(i);
    open(body, knot_of(body, t, y), state_of(body, y).motion);
  }
}

void Recorder::open(std::uint32_t body, const Knot& knot, Motion motion) {
  Track& track = tracks_[body];
  track.piece = static_cast<std::uint32_t>(out_->pieces.size());
  track.count = track.stride = 1;
  track.skipped = 0;
  track.knots[0] = track.good = track.last = knot;
  Piece piece;
  piece.t0 = knot.t;
  piece.r0 = knot.r;
  piece.v0 = knot.v;
  piece.w0 = knot.w;
  piece.ball = equations_.index_of(body);
  piece.motion = motion;
  out_->pieces.push_back(piece);
}

void Recorder::close(std::uint32_t body, const Knot& knot) {
  const Track& track = tracks_[body];
  Piece& piece = out_->pieces[track.piece];
  const double h = knot.t - piece.t0;
  if (!(h > 0.0)) return;
  const Cubic c = hermite(piece.r0, piece.v0, knot.r, knot.v, h);
  piece.a = c.a;
  piece.b = c.b;
  piece.dw = (1.0 / h) * (knot.w - piece.w0);
}

/// Whether one piece can span from the first knot to `end`: tested at the knot nearest to the
/// middle, where the error of a cubic is largest.
bool Recorder::fits(std::uint32_t body, const Knot& end) const {
  const Track& track = tracks_[body];
  const Knot& first = track.knots[0];
  const double h = end.t - first.t;
  const double middle = first.t + 0.5 * h;
  std::size_t best = 1;
  for (std::size_t k = 2; k < track.count; ++k) {
    if (std::abs(track.knots[k].t - middle) < std::abs(track.knots[best].t - middle)) best = k;
  }
  const Knot& knot = track.knots[best];
  const double s = knot.t - first.t;
  const Cubic c = hermite(first.r, first.v, end.r, end.v, h);
  const Vec3 r = first.r + s * (first.v + s * (c.a + s * c.b));
  const Vec3 v = first.v + s * (2.0 * c.a + (3.0 * s) * c.b);
  const Vec3 w = first.w + (s / h) * (end.w - first.w);
  const double reach = reach_of(equations_.body_at(body));
  const Vec3 dr = r - knot.r;
  const Vec3 dv = v - knot.v;
  const Vec3 dw = reach * (w - knot.w);
  return dot(dr, dr) <= tolerance_ * tolerance_ &&
         dot(dv, dv) <= speed_tolerance * speed_tolerance &&
         dot(dw, dw) <= speed_tolerance * speed_tolerance;
}

/// Tests the current piece every other step. If it no longer fits, it ends where it last did.
void Recorder::step(double t, const double* y) {
  if (!keep_) return;
  const bool trying = ++steps_ % 2 == 0;
  for (std::uint32_t i = 0; i < tracks_.size(); ++i) {
    Track& track = tracks_[i];
    if (track.still) continue;
    const Knot knot = knot_of(i, t, y);
    if (trying && track.count > 1) {
      const Motion motion = state_of(i, y).motion;
      if (fits(i, knot) && motion == out_->pieces[track.piece].motion) {
        track.good = knot;
      } else {
        const Knot last = track.last;
        const Knot end = track.good.t > track.knots[0].t ? track.good : last;
        close(i, end);
        open(i, end, motion);
        if (last.t > end.t) append(track, last);
      }
    }
    append(track, knot);
  }
}

void Recorder::append(Track& track, const Knot& knot) {
  track.last = knot;
  if (++track.skipped < track.stride) return;
  track.skipped = 0;
  if (track.count == max_knots) {  // keep every other: they stay spread over the whole piece
    for (std::size_t k = 1; k < max_knots / 2; ++k) track.knots[k] = track.knots[2 * k];
    track.count = max_knots / 2;
    track.stride *= 2;
  }
  track.knots[track.count++] = knot;
}

std::uint32_t Recorder::cut(std::uint32_t body, double t, const double* y) {
  if (!keep_) return none;
  Track& track = tracks_[body];
  const Knot knot = knot_of(body, t, y);
  if (out_->pieces[track.piece].t0 == t) return track.piece;
  close(body, knot);
  open(body, knot, state_of(body, y).motion);
  return track.piece;
}

void Recorder::stop(std::uint32_t body, double t, const double* y) {
  if (keep_) close(body, knot_of(body, t, y));
  tracks_[body].still = true;
}

std::uint32_t Recorder::rest(std::uint32_t body, double t, const BallState& at) {
  if (!keep_) return none;
  open(body, {t, at.r, at.v, at.w}, at.motion);
  tracks_[body].still = true;
  return tracks_[body].piece;
}

void Recorder::finish(double t, const double* y) {
  if (!keep_) return;
  for (std::uint32_t i = 0; i < tracks_.size(); ++i) {
    if (!tracks_[i].still) close(i, knot_of(i, t, y));
  }
}

void PieceSorter::sort(Trajectory& trajectory) {
  std::vector<Piece>& pieces = trajectory.pieces;
  order_.resize(pieces.size());
  std::iota(order_.begin(), order_.end(), 0U);
  std::ranges::sort(order_, {}, [&](std::uint32_t k) { return std::pair(pieces[k].t0, k); });
  place_.resize(order_.size());
  sorted_.resize(order_.size());
  for (std::uint32_t k = 0; k < order_.size(); ++k) {
    place_[order_[k]] = k;
    sorted_[k] = pieces[order_[k]];
  }
  pieces.swap(sorted_);
  for (Event& event : trajectory.events) {
    if (event.piece != none) event.piece = place_[event.piece];
    if (event.other_piece != none) event.other_piece = place_[event.other_piece];
  }
}

}  // namespace cuelab::smooth
