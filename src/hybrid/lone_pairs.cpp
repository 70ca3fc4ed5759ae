// Two balls that collide with nothing else near.
#include <algorithm>
#include <cmath>

#include "cuelab/laws.hpp"
#include "hybrid/simulation.hpp"

namespace cuelab::hybrid {
namespace {

/// By how much the line of centres may turn until the middle of the contact [rad]: velocities are
/// wrong by about the square of it, a tenth of which the accurate integrator's tolerance allows. A
/// cut of 45 degrees at 4 m/s turns it by 0.006.
double most_turn(const Hybrid& settings) {
  if (settings.integrator == Hybrid::Integrator::fast) return 0.02;
  return std::min(0.02, std::sqrt(10.0 * settings.rel_tol));
}

}  // namespace

/// Resolves the impact of the members if it needs no integration: not where the cloth's answer is
/// integrated, too.
bool Simulation::resolve_alone(const Opening& opening) {
  if (cluster_.integrates_landings()) return false;
  if (members_.size() != 2 || !is_free(0, opening) || !is_free(1, opening)) return false;
  const std::uint32_t a = members_[0];
  const std::uint32_t b = members_[1];
  const auto end = lone_impacts_[kind_of_pair_[a * specs_.size() + b]].resolve(
      {&physics_, {specs_[a], specs_[b]}, {states_[0], states_[1]}}, most_turn(settings_));
  if (!end) return false;
  const double t_end = opening.t + end->duration;
  if (t_end > t_max_) return false;
  // an event of others meanwhile could bring about impacts with these two, or near them
  const std::optional<NextEvent> next = event_.next();
  if (next && next->t <= t_end) return false;

  begin_contact(*end, opening);
  event_.advance_to(t_end);
  end_contact(t_end);
  placed_.assign({{a, end->balls.a}, {b, end->balls.b}});
  is_member_[a] = is_member_[b] = 0;
  event_.put(placed_);
  return true;
}

/// Whether a member lies on the cloth and cannot reach a cushion during the impact.
bool Simulation::is_free(std::size_t member, const Opening& opening) const {
  const BallState& s = states_[member];
  const BallSpec& spec = specs_[members_[member]];
  const double path = (norm(s.v) + opening.speed) * opening.contact_time;
  return !is_above_cloth(spec, s) && !cluster_.is_near_cushion(s.r, spec.radius + path);
}

/// Records the contact and the paths of the balls while it lasts.
void Simulation::begin_contact(const LoneImpact::End& end, const Opening& opening) {
  Trajectory& out = *out_;
  Event event{.t = opening.t,
              .type = EventType::contact_begin,
              .ball = members_[0],
              .other = {AgentKind::ball, members_[1]}};
  out.contacts.push_back({.begin = static_cast<std::uint32_t>(out.events.size()),
                          .approach_speed = opening.speed,
                          .peak_force = end.peak_force,
                          .depth = end.depth});
  if (keep_pieces_) {
    event.piece = static_cast<std::uint32_t>(out.pieces.size());
    event.other_piece = event.piece + 1;
    for (std::size_t k = 0; k < 2; ++k) {
      const BallState& from = states_[k];
      const BallState& to = k == 0 ? end.balls.a : end.balls.b;
      const double h = end.duration;
      const smooth::Cubic path = smooth::hermite(from.r, from.v, to.r, {to.v.x, to.v.y, 0.0}, h);
      out.pieces.push_back({.t0 = opening.t,
                            .r0 = from.r,
                            .v0 = from.v,
                            .a = path.a,
                            .b = path.b,
                            .w0 = from.w,
                            .dw = (1.0 / h) * (to.w - from.w),
                            .ball = members_[k],
                            .motion = Motion::sliding});
    }
  }
  out.events.push_back(event);
}

/// The balls part; they are put back in this order.
void Simulation::end_contact(double t_end) {
  Trajectory& out = *out_;
  Event event{.t = t_end,
              .type = EventType::contact_end,
              .ball = members_[0],
              .other = {AgentKind::ball, members_[1]}};
  if (keep_pieces_) {
    event.piece = static_cast<std::uint32_t>(out.pieces.size());
    event.other_piece = event.piece + 1;
  }
  out.contacts.back().end = static_cast<std::uint32_t>(out.events.size());
  out.events.push_back(event);
}

}  // namespace cuelab::hybrid
