// Which impacts open a cluster, and who belongs to it.
#include <algorithm>
#include <cmath>

#include "cuelab/laws.hpp"
#include "hybrid/contact_time.hpp"
#include "hybrid/simulation.hpp"

namespace cuelab::hybrid {
namespace {

/// Balls that could come near a cluster within this many intervals join it.
constexpr double absorbed_ahead = 3.0;
/// Slower landings are the event engine's [m/s]: it lets no ball hop with less.
constexpr double slowest_landing = 1e-2;
/// A ball whose centre is this close to its height on the cloth lands there [m].
constexpr double same_height = 1e-6;

}  // namespace

std::optional<Simulation::Opening> Simulation::opening_of(const NextEvent& event) const {
  switch (event.other.kind) {
    case AgentKind::ball:
      return pair_opening(event);
    case AgentKind::cushion:
    case AgentKind::jaw:
      return cushion_opening(event);
    default:
      return {};
  }
}

std::optional<Simulation::Opening> Simulation::pair_opening(const NextEvent& event) const {
  const std::uint32_t a = event.ball;
  const std::uint32_t b = event.other.index;
  const BallState s_a = event_.state(a);
  const BallState s_b = event_.state(b);
  const Vec3 apart = s_b.r - s_a.r;
  const double speed = dot(s_a.v - s_b.v, apart) / norm(apart);
  const bool above = is_above_cloth(specs_[a], s_a) || is_above_cloth(specs_[b], s_b);
  if (speed < (above ? slowest_impact_above_cloth : slowest_impact)) return {};
  const double mass = specs_[a].mass * specs_[b].mass / (specs_[a].mass + specs_[b].mass);
  const double stiffness = system_.kinds[kind_of_pair_[a * specs_.size() + b]].stiffness;
  return Opening{event.t, speed, contact_time(mass, stiffness, speed)};
}

/// Impacts on cushions are compliant if all are, or if the ball may meet another one meanwhile.
std::optional<Simulation::Opening> Simulation::cushion_opening(const NextEvent& event) const {
  if (!settings_.compliant_cushions && !has_neighbours(event.ball)) return {};
  const BallState s = event_.state(event.ball);
  const bool is_jaw = event.other.kind == AgentKind::jaw;
  const std::uint32_t obstacle =
      (is_jaw ? obstacle_of_jaw_ : obstacle_of_cushion_)[event.other.index];
  const BallSpec& spec = specs_[event.ball];
  const smooth::SurfaceGap nearest = cluster_.gap_to_obstacle(obstacle, s.r, spec.radius);
  const double speed = -dot(s.v, nearest.normal);
  const bool above = is_above_cloth(spec, s);
  if (speed < (above ? slowest_impact_above_cloth : slowest_impact)) return {};
  const double stiffness = system_.kinds[kind_of_cushion_[event.ball]].stiffness;
  const Opening opening{event.t, speed, contact_time(spec.mass, stiffness, speed)};
  if (settings_.compliant_cushions) return opening;
  for (std::uint32_t other = 0; other < specs_.size(); ++other) {
    if (other != event.ball && can_meet(other) && is_in_reach(event.ball, other, opening)) {
      return opening;
    }
  }
  return {};
}

/// Landings on the cloth are compliant if the cushions are. The cluster opens where the cloth,
/// which bears a resting ball a little below its surface, is met.
std::optional<Simulation::Opening> Simulation::landing_opening(const NextEvent& event) const {
  if (!settings_.compliant_cushions || !system_.cloth || system_.cloth->held) return {};
  if (event.other.kind != AgentKind::nothing) return {};
  const BallState s = event_.state(event.ball);
  const double stiffness = system_.cloth->stiffness[event.ball];
  if (s.motion != Motion::airborne || !(stiffness > 0.0)) return {};
  const BallSpec& spec = specs_[event.ball];
  const double falls_for = event.t - event_.now();
  const double speed = physics_.gravity * falls_for - s.v.z;
  const double height = s.r.z - 0.5 * (speed - s.v.z) * falls_for - spec.radius;
  if (speed < slowest_landing || std::abs(height) > same_height) return {};
  const double early = resting_depth(spec.mass * physics_.gravity, stiffness) / speed;
  return Opening{std::max(event_.now(), event.t - early), speed,
                 contact_time(spec.mass, stiffness, speed)};
}

/// Whether another ball could come near during an impact on a cushion, however slow.
bool Simulation::has_neighbours(std::uint32_t ball) const {
  const BallState s = event_.state(ball);
  for (std::uint32_t other = 0; other < specs_.size(); ++other) {
    if (other == ball || !can_meet(other)) continue;
    const BallState o = event_.state(other);
    const double path = longest_cushion_contact_ * (2.0 * norm(s.v) + norm(o.v));
    const double reach = specs_[ball].radius + specs_[other].radius + settings_.reach * path;
    const Vec3 apart = o.r - s.r;
    if (dot(apart, apart) < reach * reach) return true;
  }
  return false;
}

bool Simulation::can_meet(std::uint32_t ball) const {
  const Motion motion = event_.state(ball).motion;
  return motion != Motion::pocketed && motion != Motion::off_table;
}

/// Whether two balls can meet while the impact that opens the cluster lasts. During it a struck
/// ball moves by half the speed of approach times the duration; kappa = 1 leaves a factor of two.
bool Simulation::is_in_reach(std::uint32_t member, std::uint32_t other,
                             const Opening& opening) const {
  const BallState a = event_.state(member);
  const BallState b = event_.state(other);
  const Vec3 apart = b.r - a.r;
  const double radii = specs_[member].radius + specs_[other].radius;
  const double squared = dot(apart, apart);
  const double longest =
      radii + settings_.reach * (norm(a.v) + norm(b.v) + opening.speed) * opening.contact_time;
  if (squared > longest * longest) return false;
  const double distance = std::sqrt(squared);
  const double approach = std::max(0.0, dot(a.v - b.v, apart) / distance);
  return distance - radii <= settings_.reach * (approach + opening.speed) * opening.contact_time;
}

/// Adds all balls in reach of the members, and of those added.
void Simulation::gather(const Opening& opening) {
  for (std::size_t k = 0; k < members_.size(); ++k) {
    for (std::uint32_t other = 0; other < specs_.size(); ++other) {
      if (is_member_[other] != 0 || !can_meet(other)) continue;
      if (!is_in_reach(members_[k], other, opening)) continue;
      members_.push_back(other);
      is_member_[other] = 1;
    }
  }
  std::ranges::sort(members_);
}

/// Whether an event of outsiders would open a cluster of its own.
bool Simulation::must_absorb(const NextEvent& event) const {
  if (event.other.kind == AgentKind::ball || landing_opening(event)) return true;
  const bool is_cushion =
      event.other.kind == AgentKind::cushion || event.other.kind == AgentKind::jaw;
  return is_cushion && settings_.compliant_cushions;
}

/// Adds balls that members could reach before the next check, as fast as the fastest of them:
/// others may be struck meanwhile.
void Simulation::absorb_near_balls() {
  const double ahead = absorbed_ahead * cluster_.check_interval();
  double fastest = 0.0;
  for (std::size_t k = 0; k < cluster_.size(); ++k) {
    if (!cluster_.is_gone(k)) fastest = std::max(fastest, norm(cluster_.state(k).v));
  }
  for (std::size_t k = 0; k < cluster_.size(); ++k) {
    if (cluster_.is_gone(k)) continue;
    const BallState member = cluster_.state(k);
    const double radius = specs_[members_[k]].radius;
    for (std::uint32_t other = 0; other < specs_.size(); ++other) {
      if (is_member_[other] != 0 || !can_meet(other)) continue;
      const BallState s = event_.state(other);
      const Vec3 apart = s.r - member.r;
      const double reach = radius + specs_[other].radius + ahead * (fastest + norm(s.v));
      if (dot(apart, apart) < reach * reach) absorb(other);
    }
  }
}

}  // namespace cuelab::hybrid
