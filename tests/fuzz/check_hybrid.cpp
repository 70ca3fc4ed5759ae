// What the hybrid engine promises: the event engine's promises outside clusters. Within them bodies
// overlap as their forces ask, and are shifted by micrometres where slow contacts end.
#include <algorithm>
#include <cmath>
#include <ctime>

#include <fmt/core.h>

#include "cuelab/hybrid.hpp"
#include "fuzz/check_scene.hpp"
#include "fuzz/checks.hpp"

namespace cuelab::fuzz {
namespace {

double energy_of(const Scene& scene, const std::vector<BallState>& states) {
  double sum = 0.0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (!in_play(states[i].motion)) continue;
    sum += kinetic_energy(scene.balls[i].spec, states[i]) +
           std::max(0.0, potential_energy(scene.balls[i].spec, states[i], scene.physics.gravity));
  }
  return sum;
}

void check_balance(const Case& c, Failures& failures) {
  constexpr double share = 1e-3;  // of the initial energy: errors of the fast integrator
  constexpr double slack = 1e-9;  // [J]
  const double initial = energy_of(c.scene, c.start);
  const double final = energy_of(c.scene, c.run.final);
  if (final > initial * (1.0 + 1e-8) + slack) {
    failures.add(Kind::energy, fmt::format("from {:.6g} J to {:.6g} J", initial, final));
  }
  if (!(c.run.ledger.error <= share * initial + slack)) {
    failures.add(Kind::energy,
                 fmt::format("ledger off by {:.3g} J of {:.3g} J", c.run.ledger.error, initial));
  }
}

/// Two balls in contact, for a time.
struct Contact {
  std::uint32_t a, b;
  double from, until;
};

std::vector<Contact> contacts_of(const Trajectory& run) {
  constexpr double step = 1e-4;  // contacts are recorded at the end of the step they begin in [s]
  std::vector<Contact> contacts;
  for (const ContactRecord& record : run.contacts) {
    const Event& begin = run.events[record.begin];
    if (begin.other.kind != AgentKind::ball) continue;
    const double end = record.end == none ? run.t_end : run.events[record.end].t;
    const auto [a, b] = std::minmax(begin.ball, begin.other.index);
    contacts.push_back({a, b, begin.t - step, end});
  }
  return contacts;
}

/// Balls that are not in contact do not overlap when something happens.
void check_overlaps(const Case& c, Failures& failures) {
  const Replay replay(c.run);
  const std::vector<Contact> contacts = contacts_of(c.run);
  const auto touch = [&](std::uint32_t a, std::uint32_t b, double t) {
    return std::ranges::any_of(contacts, [&](const Contact& contact) {
      return contact.a == a && contact.b == b && contact.from <= t && t <= contact.until;
    });
  };
  for (const Event& event : c.run.events) {
    if (event.type == EventType::contact_begin || event.type == EventType::contact_end) continue;
    for (std::uint32_t b = 0; b < c.start.size(); ++b) {
      const BallState s_b = replay.state(b, event.t);
      for (std::uint32_t a = 0; a < b; ++a) {
        const BallState s_a = replay.state(a, event.t);
        const double gap =
            norm(s_a.r - s_b.r) - c.scene.balls[a].spec.radius - c.scene.balls[b].spec.radius;
        if (gap >= -deepest - rounding_at(s_a.r)) continue;
        if (!in_play(s_a.motion) || !in_play(s_b.motion) || touch(a, b, event.t)) continue;
        failures.add(Kind::ball_overlap,
                     fmt::format("{} and {} by {:.3g} m at {:.9g}", a, b, -gap, event.t));
      }
    }
  }
}

}  // namespace

Verdict check_hybrid(const Scene& scene) {
  Verdict verdict;
  const std::clock_t begin = std::clock();
  const std::vector<BallState> start = struck(scene);
  const Trajectory run = simulate_hybrid(scene);
  const double taken = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  verdict.cost = {taken, run.events.size(), run.cost.steps};
  const std::vector<Track> tracks = tracks_of(run);
  const Case c{scene, start, run, tracks};
  if (!check_ends(c, verdict.failures)) return verdict;
  check_balance(c, verdict.failures);
  check_overlaps(c, verdict.failures);
  return verdict;
}

}  // namespace cuelab::fuzz
