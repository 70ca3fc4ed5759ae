#include "hybrid/cluster.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "hybrid/contact_time.hpp"

namespace cuelab::hybrid {
namespace {

using smooth::Contact;
using smooth::Partner;

/// Bodies that approach each other with less than this between them touch when a cluster opens [m].
constexpr double opening_gap = 1e-11;
/// The fast integrator takes this part of the time between two searches as its step.
constexpr double fast_step = 0.1;
/// Part of a ball's speed with which an impact may press it into the cloth; a nose, 0.14.
constexpr double vertical_share = 0.2;
/// Shorter steps are not taken [s]: far below a thousandth of any contact.
constexpr double shortest_step = 1e-12;
/// The first step is this part of the time between two searches, so that forces set in smoothly.
constexpr double first_step = 0.08;
/// A cluster that lasts longer than this is ended [s]: several times a cushion's contact.
constexpr double longest_cluster = 0.1;
/// One that takes more steps, too: balls driven deep into small cushions.
constexpr std::uint64_t most_steps = 20000;
/// Balls that have not touched after this many intervals will not.
constexpr double patience = 16.0;

IntegrationSettings cluster_settings(const Scene& scene) {
  IntegrationSettings settings = scene.smooth.integration;
  settings.integrator = Integrator::dormand_prince;
  settings.rel_tol = scene.hybrid.rel_tol;
  return settings;
}

}  // namespace

// --- opening -------------------------------------------------------------------------------------

Cluster::Cluster(const System& system, const Scene& scene)
    : system_(system),
      equations_(system, cluster_settings(scene)),
      stepper_(equations_.rhs(), equations_.tolerances(), equations_.size()),
      fast_(equations_),
      recorder_(equations_),
      is_fast_(scene.hybrid.integrator == Hybrid::Integrator::fast),
      held_(system.cloth && system.cloth->held),
      integrates_landings_(scene.hybrid.compliant_cushions && system.cloth && !held_) {
  equations_.ignore_orientation();  // spheres; the pieces turn with their spins
  const ReferenceVelocity& reference = scene.smooth.integration.reference_velocity;
  if (reference.kind == ReferenceVelocity::Kind::floor) reference_floor_ = reference.floor;
  for (const Obstacle& obstacle : system.obstacles) {
    Box box{.low = {HUGE_VAL, HUGE_VAL}, .high = {-HUGE_VAL, -HUGE_VAL}};
    const auto cover = [&](Vec2 at, double reach) {
      box.low = {std::min(box.low.x, at.x - reach), std::min(box.low.y, at.y - reach)};
      box.high = {std::max(box.high.x, at.x + reach), std::max(box.high.y, at.y + reach)};
    };
    for (const Part& part : obstacle.parts) {
      if (part.agent.kind == AgentKind::cushion) {
        const Cushion& cushion = scene.table.cushions[part.agent.index];
        cover(cushion.from, 0.0);
        cover(cushion.to, 0.0);
      } else if (part.agent.kind == AgentKind::jaw) {
        const Jaw& jaw = scene.table.jaws[part.agent.index];
        cover(jaw.centre, jaw.radius);
      }
      box.is_cushion = box.is_cushion || part.agent.kind != AgentKind::pocket;
    }
    boxes_.push_back(box);
  }
}

void Cluster::open(const ClusterStart& start, const ClusterOutput& out) {
  out_ = out;
  t_ = start_ = start.t;
  longest_contact_ = start.contact_time;
  has_touched_ = failed_ = bounces_ = false;
  touching_ = 0;
  counts_ = {};
  balls_.assign(start.balls.begin(), start.balls.end());
  members_.assign(balls_.size(), Member{});
  equations_.select(balls_);
  equations_.raise_cloth();
  y_.assign(equations_.size(), 0.0);
  load(start.states, 0);
  if (is_fast_) follow_cloth();
  check_interval_ = longest_interval();
  candidates_.clear();
  find_candidates();
  for (Candidate& candidate : candidates_) {
    if (candidate.at.gap < opening_gap && candidate.at.closing > 0.0) candidate.touches = true;
  }
  for (std::size_t k = 0; k < size(); ++k) {
    members_[k].above = start.states[k].motion == Motion::airborne;
  }
  update_cloth();
  restart();
  recorder_.start({.t = t_, .keep_pieces = out.keep_pieces}, *out.trajectory, y_.data());
}

/// The steps of the fast integrator must also follow the cloth, which answers when a nose or
/// another ball presses a ball down.
void Cluster::follow_cloth() {
  if (held_ || !system_.cloth) return;
  for (std::size_t i = 0; i < size(); ++i) {
    const double stiffness = system_.cloth->stiffness[ball(i)];
    const double speed = vertical_share * norm(smooth::velocity_of(y_.data(), i));
    if (!(stiffness > 0.0) || !(speed > 0.0)) continue;
    longest_contact_ =
        std::min(longest_contact_, contact_time(equations_.body_at(i).mass, stiffness, speed));
  }
}

/// Writes the states of the members from `first` on.
void Cluster::load(std::span<const BallState> states, std::size_t first) {
  for (std::size_t k = 0; k < states.size(); ++k) {
    const BallState& s = states[k];
    smooth::store_motion(y_.data(), first + k, {s.r, Quat{}, s.v, s.w});
  }
}

/// Continues with other bodies.
void Cluster::restart() {
  if (is_fast_) {
    fast_.restart(y_);
    return;
  }
  earlier_ = counts_;
  stepper_.resize(equations_.tolerances(), equations_.size());
  stepper_.restart(t_ - start_, y_, first_step * check_interval_);
}

void Cluster::absorb(std::uint32_t ball, const BallState& state) {
  // the equations are set up again: state and contacts of the present members are carried over
  const std::size_t count = size();
  old_y_ = y_;
  old_contacts_ = equations_.contacts;
  const std::vector<double>::const_iterator sinks =
      old_y_.begin() + static_cast<std::ptrdiff_t>(equations_.work_at());
  kept_ = candidates_;
  balls_.push_back(ball);
  members_.push_back({});
  gone_ = equations_.gone;
  equations_.select(balls_);
  equations_.raise_cloth();
  for (std::size_t i = 0; i < count; ++i) {
    if (gone_[i] != 0) equations_.remove(i);
  }
  y_.assign(equations_.size(), 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    smooth::store_motion(y_.data(), i, smooth::motion_of(old_y_.data(), i));
  }
  std::copy_n(sinks, max_sinks, y_.begin() + static_cast<std::ptrdiff_t>(equations_.work_at()));
  load({&state, 1}, count);

  candidates_.clear();
  for (const Candidate& old : kept_) {
    const Contact& was = old_contacts_[old.contact];
    const auto is_same = [&](const Contact& c) {
      return c.partner == was.partner && c.a == was.a && c.other == was.other;
    };
    const auto found = std::ranges::find_if(equations_.contacts, is_same);
    assert(found != equations_.contacts.end() && "contacts of the members stay");
    found->v_ref = was.v_ref;
    found->damping = was.damping;
    candidates_.push_back(old);
    candidates_.back().contact = static_cast<std::uint32_t>(found - equations_.contacts.begin());
  }
  for (const Contact& was : old_contacts_) {
    if (was.partner == Partner::cloth) *equations_.cloth_contact(was.a) = was;
  }
  members_.back().above = state.motion == Motion::airborne;
  find_candidates();
  update_cloth();
  restart();
  recorder_.add_bodies(t_, y_.data());
}

void Cluster::remove(std::size_t member) {
  for (Candidate& candidate : candidates_) {
    const Contact& contact = equations_.contacts[candidate.contact];
    const bool is_its =
        contact.a == member || (contact.partner == Partner::sphere && contact.other == member);
    if (is_its) candidate.touches = false;
  }
  record_changes();
  recorder_.stop(static_cast<std::uint32_t>(member), t_, y_.data());
  smooth::store3(y_.data(), member, smooth::velocity_at, {});
  smooth::store3(y_.data(), member, smooth::spin_at, {});
  equations_.remove(member);
  find_candidates();
  restart();
}

// --- stepping ------------------------------------------------------------------------------------

void Cluster::step(double latest) {
  const double until = std::min(latest, next_check_);
  const double h_max = until - t_;
  if (h_max < shortest_step) {
    // nothing changes in so short a time
  } else if (is_fast_) {
    const FastStepper::Progress done = fast_.run(fast_step * check_interval_, h_max, y_);
    t_ += done.time;
    counts_.steps += done.steps;
    counts_.rhs += done.steps;
  } else {
    if (!stepper_.step(h_max)) {
      failed_ = true;
      return;
    }
    t_ = start_ + stepper_.end();
    y_ = stepper_.state();
    const smooth::StepCounts counts = stepper_.counts();
    counts_ = {.steps = earlier_.steps + counts.steps,
               .rhs = earlier_.rhs + counts.rhs,
               .rejected = earlier_.rejected + counts.rejected};
  }
  if (until - t_ < shortest_step) t_ = until;
  update_contacts();
  update_cloth();
  if (integrates_landings_) update_landings();
  if (t_ >= next_check_) find_candidates();
  recorder_.step(t_, y_.data());
}

bool Cluster::is_over() const {
  if (failed_ || t_ - start_ > longest_cluster || counts_.steps > most_steps) return true;
  if (touching_ == 0 && bounces_) return false;
  if (touching_ == 0) return has_touched_ || t_ - start_ > patience * check_interval_;
  return all_slow();
}

// --- results -------------------------------------------------------------------------------------

void Cluster::record_changes() {
  Trajectory& out = *out_.trajectory;
  for (std::size_t k = 0; k < size(); ++k) {
    if (!members_[k].landed) continue;
    members_[k].landed = false;
    const auto body = static_cast<std::uint32_t>(k);
    out.events.push_back({.t = t_,
                          .type = EventType::ball_slate,
                          .ball = ball(k),
                          .piece = recorder_.cut(body, t_, y_.data())});
  }
  for (Candidate& candidate : candidates_) {
    Contact& contact = equations_.contacts[candidate.contact];
    if (candidate.touches != (candidate.record != none)) {
      if (candidate.touches) contact.agent = equations_.part_touched(contact, y_.data());
      Event event{.t = t_,
                  .type = candidate.touches ? EventType::contact_begin : EventType::contact_end,
                  .ball = equations_.index_of(contact.a),
                  .other = contact.agent};
      event.piece = recorder_.cut(contact.a, t_, y_.data());
      if (contact.partner == Partner::sphere) {
        event.other_piece = recorder_.cut(contact.other, t_, y_.data());
      }
      const auto index = static_cast<std::uint32_t>(out.events.size());
      out.events.push_back(event);
      if (candidate.touches) {
        candidate.record = static_cast<std::uint32_t>(out.contacts.size());
        out.contacts.push_back(
            {.begin = index, .approach_speed = std::max(candidate.approach, 0.0)});
      } else {
        out.contacts[candidate.record].end = index;
        candidate.record = none;
      }
    }
    if (!candidate.touches) continue;
    ContactRecord& record = out.contacts[candidate.record];
    record.depth = std::max(record.depth, -candidate.at.gap);
    record.peak_force =
        std::max(record.peak_force, equations_.normal_force_of(contact, candidate.at));
  }
}

void Cluster::close() {
  // contacts that still touch end here
  for (Candidate& candidate : candidates_) candidate.touches = false;
  record_changes();
  recorder_.finish(t_, y_.data());
}

BallState Cluster::state(std::size_t member) const {
  const double* y = y_.data();
  return {smooth::position_of(y, member), smooth::velocity_of(y, member),
          smooth::spin_of(y, member), Motion::airborne};
}

smooth::SurfaceGap Cluster::gap_to_obstacle(std::uint32_t obstacle, const Vec3& centre,
                                            double radius) const {
  smooth::SurfaceGap best{HUGE_VAL, {}};
  for (const Part& part : system_.obstacles[obstacle].parts) {
    const smooth::SurfaceGap nearest = smooth::gap_to(part.shape, centre, radius);
    if (nearest.gap < best.gap) best = nearest;
  }
  return best;
}

double Cluster::cloth_speed(std::size_t member) const {
  if (held_) return 0.0;
  const double* y = y_.data();
  const Body& body = equations_.body_at(member);
  const double rest = equations_.cloth_height(member);
  const double depth = rest + body.radius - smooth::position_of(y, member).z;
  if (depth <= 0.0) return 0.0;
  const double stiffness = system_.cloth->stiffness[ball(member)];
  const double gravity = norm(system_.gravity);
  const NormalForce law{.stiffness = stiffness};
  const double stored = (elastic_energy(law, depth) - elastic_energy(law, rest)) / body.mass -
                        gravity * (depth - rest);
  const double rising = smooth::velocity_of(y, member).z;
  return std::sqrt(rising * rising + 2.0 * std::max(stored, 0.0));
}

}  // namespace cuelab::hybrid
