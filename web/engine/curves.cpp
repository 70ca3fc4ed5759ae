#include "curves.hpp"

#include <algorithm>
#include <cmath>

namespace cuelab::web {
namespace {

/// Of the drawn way from the true one; with it half the promised error is left to the rounding to
/// floats and to ways that bend unevenly [m].
constexpr double way_tolerance = 5e-5;
/// Between points of an energy curve, at most [s].
constexpr double energy_spacing = 0.02;

/// A chord over a time h departs from the curve by at most h^2 / 8 times the acceleration.
int chords_of(const Piece& piece, double duration) {
  const double acceleration = 2.0 * norm(piece.a) + 6.0 * duration * norm(piece.b);
  const double chords = duration * std::sqrt(acceleration / (8.0 * way_tolerance));
  return std::max(1, static_cast<int>(std::ceil(chords)));
}

void add_point(WayPoints& way, const Vec3& r, double t, Motion motion) {
  for (const double x : {r.x, r.y, r.z}) way.points.push_back(static_cast<float>(x));
  way.times.push_back(static_cast<float>(t));
  way.motions.push_back(static_cast<std::uint8_t>(motion));
}

/// What the balls' kinetic and potential energy leaves out: other systems measure heights from
/// elsewhere.
double datum_of(const Scene& scene, const Trajectory& trajectory) {
  if (is_pool(scene.system)) return 0.0;
  const EnergyLedger& ledger = trajectory.ledger;
  return ledger.kinetic + ledger.potential - total_energy(scene, trajectory.final);
}

/// Adds points after the last one of the curve and before `end`.
template <class EnergyAt>
void fill(std::vector<double>& curve, double end, const EnergyAt& energy_at) {
  const double begin = curve[curve.size() - 2];
  const int count = static_cast<int>((end - begin) / energy_spacing);
  for (int i = 1; i <= count; ++i) {
    const double t = begin + (end - begin) * i / (count + 1);
    curve.insert(curve.end(), {t, energy_at(t)});
  }
}

}  // namespace

void sample_into(std::vector<double>& out, const Replay& replay, const Trajectory& trajectory,
                 double t) {
  out.clear();
  const bool ended = t >= trajectory.t_end;
  for (std::size_t ball = 0; ball < replay.ball_count(); ++ball) {
    const Sample sample = replay.sample(ball, t);
    const BallState& s = ended ? trajectory.final[ball] : sample.state;
    const Quat& q = sample.orientation;
    out.insert(out.end(), {s.r.x, s.r.y, s.r.z, s.v.x, s.v.y, s.v.z, s.w.x, s.w.y, s.w.z, q.w, q.x,
                           q.y, q.z, static_cast<double>(s.motion)});
  }
}

WayPoints way_of(const Replay& replay, std::size_t ball) {
  WayPoints way;
  const std::vector<Piece>& pieces = replay.pieces(ball);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    const double end = i + 1 < pieces.size() ? pieces[i + 1].t0 : replay.t_end();
    const double duration = end - piece.t0;
    const int chords = chords_of(piece, duration);
    for (int k = 0; k < chords; ++k) {
      const double t = piece.t0 + duration * k / chords;
      add_point(way, state_on(piece, t).r, t, piece.motion);
    }
    // a ball that falls into a pocket is there at once
    const Vec3 last = state_on(piece, end).r;
    const bool jumps = i + 1 < pieces.size() && norm(pieces[i + 1].r0 - last) > way_tolerance;
    if (jumps || i + 1 == pieces.size()) add_point(way, last, end, piece.motion);
  }
  return way;
}

std::vector<double> energy_curve(const Scene& scene, const Trajectory& trajectory,
                                 const Replay& replay) {
  const double datum = datum_of(scene, trajectory);
  std::vector<BallState> states(replay.ball_count());
  const auto energy_at = [&](double t) {
    for (std::size_t i = 0; i < states.size(); ++i) states[i] = replay.state(i, t);
    return total_energy(scene, states) + datum;
  };

  // forces change the energy steadily; impacts have two sides
  std::vector<EnergyStep> steps;
  if (scene.run.engine != Engine::smooth) steps = energy_audit(scene, trajectory);
  for (std::size_t i = 0; i < states.size(); ++i) {
    states[i] = state_on(replay.pieces(i).front(), 0.0);
  }
  std::vector<double> curve{0.0, total_energy(scene, states) + datum};
  for (std::size_t k = 0; k < trajectory.events.size(); ++k) {
    const double t = trajectory.events[k].t;
    fill(curve, t, energy_at);
    if (steps.empty()) {
      curve.insert(curve.end(), {t, energy_at(t)});
    } else {
      curve.insert(curve.end(), {t, steps[k].before + datum, t, steps[k].after + datum});
    }
  }
  fill(curve, trajectory.t_end, energy_at);
  curve.insert(curve.end(), {trajectory.t_end, total_energy(scene, trajectory.final) + datum});
  return curve;
}

}  // namespace cuelab::web
