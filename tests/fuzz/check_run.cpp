#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/core.h>

#include "fuzz/checks.hpp"

namespace cuelab::fuzz {
namespace {

bool is_finite(const Piece& p) {
  return std::isfinite(p.t0) && is_finite(p.r0) && is_finite(p.v0) && is_finite(p.a) &&
         is_finite(p.b) && is_finite(p.w0) && is_finite(p.dw) &&
         is_finite(Vec3{p.ddw.x, p.ddw.y, 0.0}) && std::isfinite(p.spin_decay);
}

void check_finite(const Trajectory& run, Failures& failures) {
  for (const Piece& piece : run.pieces) {
    if (is_finite(piece)) continue;
    failures.add(Kind::not_finite, fmt::format("piece of ball {} at {}", piece.ball, piece.t0));
  }
  for (const Event& event : run.events) {
    if (std::isfinite(event.t)) continue;
    failures.add(Kind::not_finite, fmt::format("event of ball {}", event.ball));
  }
  for (std::size_t i = 0; i < run.final.size(); ++i) {
    if (is_finite(run.final[i])) continue;
    failures.add(Kind::not_finite, fmt::format("end of ball {}", i));
  }
  if (!std::isfinite(run.t_end)) failures.add(Kind::not_finite, "t_end");
}

void check_times(const Trajectory& run, Failures& failures) {
  double t = 0.0;
  for (const Event& event : run.events) {
    if (!(event.t >= t) || event.t > run.t_end) {
      failures.add(Kind::time_order, fmt::format("event at {:.17g} after {:.17g}, end {:.17g}",
                                                 event.t, t, run.t_end));
    }
    t = event.t;
  }
  t = 0.0;
  for (const Piece& piece : run.pieces) {
    if (!(piece.t0 >= t) || piece.t0 > run.t_end) {
      failures.add(Kind::time_order, fmt::format("piece at {:.17g} after {:.17g}, end {:.17g}",
                                                 piece.t0, t, run.t_end));
    }
    t = piece.t0;
  }
}

/// How far a ball is from where its last piece leads, if it is still in play.
void check_step(const BallState& led, const BallState& is, double t, Failures& failures) {
  constexpr double smallest = 1e-9;  // [m]
  const double step = norm(is.r - led.r);
  if (!in_play(is.motion) || step <= smallest + rounding_at(is.r)) return;
  failures.add(Kind::jump, fmt::format("by {:.3g} m at {:.9g}, from {} to {}", step, t,
                                       name_of(led.motion), name_of(is.motion)));
}

void check_continuity(const Case& c, Failures& failures) {
  for (std::size_t i = 0; i < c.tracks.size(); ++i) {
    const Track& track = c.tracks[i];
    if (track.empty()) {
      failures.add(Kind::jump, fmt::format("ball {} has no piece", i));
      continue;
    }
    check_step(c.start[i], state_on(track[0].piece, track[0].piece.t0), 0.0, failures);
    for (std::size_t k = 1; k < track.size(); ++k) {
      const double t = track[k].piece.t0;
      check_step(state_on(track[k - 1].piece, t), state_on(track[k].piece, t), t, failures);
    }
    const double end = c.run.t_end;
    check_step(state_on(track.back().piece, end), c.run.final[i], end, failures);
  }
}

void check_end(const Case& c, Failures& failures) {
  const StopReason stop = c.run.stop;
  if (stop == StopReason::at_rest || stop == StopReason::t_max) return;
  failures.add(Kind::event_limit, fmt::format("stops for {} at {:.9g} after {} events",
                                              name_of(stop), c.run.t_end, c.run.events.size()));
}

/// Kinetic and potential energy of a ball in play [J]; below the cloth it counts as lying on it.
double energy_of(const Case& c, std::size_t i, const BallState& s) {
  if (!in_play(s.motion)) return 0.0;
  const BallSpec& spec = c.scene.balls[i].spec;
  return kinetic_energy(spec, s) +
         std::max(0.0, potential_energy(spec, s, c.scene.physics.gravity));
}

}  // namespace

bool check_ends(const Case& c, Failures& failures) {
  check_finite(c.run, failures);
  check_times(c.run, failures);
  check_end(c, failures);
  return failures.list().empty();  // runs that reach the limit are too long to look into
}

bool check_form(const Case& c, Failures& failures) {
  if (!check_ends(c, failures)) return false;
  check_continuity(c, failures);
  return !std::ranges::any_of(c.tracks, [](const Track& track) { return track.empty(); });
}

void check_energy(const Case& c, Failures& failures) {
  constexpr double share = 1e-8;   // of the initial energy, the error of lasting contacts
  constexpr double slack = 1e-10;  // [J]
  double initial = 0.0;
  for (std::size_t i = 0; i < c.start.size(); ++i) initial += energy_of(c, i, c.start[i]);

  // after everything that happens at one instant, compared with the least so far
  std::vector<const Piece*> now(c.tracks.size());
  double least = initial;
  for (std::size_t k = 0; k < c.run.pieces.size();) {
    const double t = c.run.pieces[k].t0;
    for (; k < c.run.pieces.size() && c.run.pieces[k].t0 == t; ++k) {
      now[c.run.pieces[k].ball] = &c.run.pieces[k];
    }
    double total = 0.0;
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (now[i] != nullptr) total += energy_of(c, i, state_on(*now[i], t));
    }
    if (total > least + share * initial + slack) {
      failures.add(Kind::energy, fmt::format("rises by {:.3g} J of {:.3g} J at {:.9g}",
                                             total - least, initial, t));
    }
    least = std::min(least, total);
  }
}

}  // namespace cuelab::fuzz
