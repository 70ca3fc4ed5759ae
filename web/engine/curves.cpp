#include "curves.hpp"

#include <algorithm>
#include <cmath>

namespace cuelab::web {
namespace {

/// Tolerance of the drawn path. Half of the guaranteed error is left for rounding to floats and for
/// paths of uneven curvature [m].
constexpr double path_tolerance = 5e-5;
/// More chords of one piece than this are not drawn; the curve is then less exact.
constexpr double most_chords = 4096.0;
/// Maximum time between points of an energy curve [s]; longer if there would be too many of them.
constexpr double energy_spacing = 0.02;
constexpr double most_energies = 50000.0;

/// A chord over a time h deviates from the curve by at most h^2 / 8 times the acceleration.
int chords_of(const Piece& piece, double duration) {
  const double acceleration = 2.0 * norm(piece.a) + 6.0 * duration * norm(piece.b);
  const double chords = duration * std::sqrt(acceleration / (8.0 * path_tolerance));
  return static_cast<int>(std::clamp(std::ceil(chords), 1.0, most_chords));
}

void add_point(PathPoints& path, const Vec3& r, double t, Motion motion) {
  for (const double x : {r.x, r.y, r.z}) path.points.push_back(static_cast<float>(x));
  path.times.push_back(static_cast<float>(t));
  path.motions.push_back(static_cast<std::uint8_t>(motion));
}

/// Offset of the potential energy: other systems measure heights from another level.
double datum_of(const Scene& scene, const Trajectory& trajectory) {
  if (is_pool(scene.system)) return 0.0;
  const EnergyLedger& ledger = trajectory.ledger;
  return ledger.kinetic + ledger.potential - total_energy(scene, trajectory.final);
}

/// Adds points after the last one of the curve and before `end`, this far apart [s].
template <class EnergyAt>
void fill(std::vector<double>& curve, double end, double spacing, const EnergyAt& energy_at) {
  const double begin = curve[curve.size() - 2];
  const int count = static_cast<int>((end - begin) / spacing);
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

PathPoints path_of(const Replay& replay, std::size_t ball) {
  PathPoints path;
  const std::vector<Piece>& pieces = replay.pieces(ball);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    const double end = i + 1 < pieces.size() ? pieces[i + 1].t0 : replay.t_end();
    const double duration = end - piece.t0;
    const int chords = chords_of(piece, duration);
    for (int k = 0; k < chords; ++k) {
      const double t = piece.t0 + duration * k / chords;
      add_point(path, state_on(piece, t).r, t, piece.motion);
    }
    // a pocketed ball jumps to the bottom of the pocket
    const Vec3 last = state_on(piece, end).r;
    const bool jumps = i + 1 < pieces.size() && norm(pieces[i + 1].r0 - last) > path_tolerance;
    if (jumps || i + 1 == pieces.size()) add_point(path, last, end, piece.motion);
  }
  return path;
}

std::vector<double> energy_curve(const Scene& scene, const Trajectory& trajectory,
                                 const Replay& replay) {
  const double datum = datum_of(scene, trajectory);
  std::vector<BallState> states(replay.ball_count());
  const auto energy_at = [&](double t) {
    for (std::size_t i = 0; i < states.size(); ++i) states[i] = replay.state(i, t);
    return total_energy(scene, states) + datum;
  };

  const double spacing = std::max(energy_spacing, trajectory.t_end / most_energies);

  // forces change the energy continuously; at impacts it has two values
  std::vector<EnergyStep> steps;
  if (!uses_forces(scene.run.engine)) steps = energy_audit(scene, trajectory);
  for (std::size_t i = 0; i < states.size(); ++i) {
    states[i] = state_on(replay.pieces(i).front(), 0.0);
  }
  std::vector<double> curve{0.0, total_energy(scene, states) + datum};
  for (std::size_t k = 0; k < trajectory.events.size(); ++k) {
    const double t = trajectory.events[k].t;
    fill(curve, t, spacing, energy_at);
    if (steps.empty()) {
      curve.insert(curve.end(), {t, energy_at(t)});
    } else {
      curve.insert(curve.end(), {t, steps[k].before + datum, t, steps[k].after + datum});
    }
  }
  fill(curve, trajectory.t_end, spacing, energy_at);
  curve.insert(curve.end(), {trajectory.t_end, total_energy(scene, trajectory.final) + datum});
  return curve;
}

}  // namespace cuelab::web
