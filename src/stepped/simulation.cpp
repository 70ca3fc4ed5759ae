#include "stepped/simulation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "cuelab/laws.hpp"
#include "laws/impacts.hpp"
#include "scene/landing.hpp"
#include "trajectory/transition.hpp"

namespace cuelab::stepped {
namespace {

constexpr std::uint64_t steps_between_reports = 4096;

}  // namespace

Simulation::Simulation(const Scene& scene) : scene_(scene) {
  const std::vector<BallState> start = struck(scene);
  std::vector<double> radii;
  for (std::uint32_t i = 0; i < start.size(); ++i) {
    const BallSpec& spec = scene.balls[i].spec;
    const auto known = std::ranges::find(radii, spec.radius);
    places_.push_back({.radius = spec.radius});
    bodies_.push_back({.spec = spec, .parts = static_cast<std::size_t>(known - radii.begin())});
    if (known == radii.end()) {
      radii.push_back(spec.radius);
      parts_.emplace_back(scene.table, spec.radius);
    }
    start_piece(i, start[i]);
  }
}

bool Simulation::should_continue(const SteppedOptions& options) {
  const bool report = options.progress && out_.cost.steps % steps_between_reports == 0;
  const auto spins = [](const Body& body) { return body.piece.motion == Motion::spinning; };
  if (std::ranges::none_of(places_, &Place::travels) && std::ranges::none_of(bodies_, spins)) {
    out_.stop = StopReason::at_rest;
  } else if (now_ >= scene_.run.t_max) {
    out_.stop = StopReason::t_max;
  } else if (stop_condition_holds(options) || (report && !options.progress(now_))) {
    out_.stop = StopReason::early_stop;
  } else if (is_full()) {
    out_.stop = StopReason::event_limit;
  } else {
    return true;
  }
  return false;
}

bool Simulation::stop_condition_holds(const SteppedOptions& options) {
  if (!options.stop_when || events_seen_ == out_.events.size()) return false;
  events_seen_ = out_.events.size();
  states_.clear();
  for (const Body& body : bodies_) states_.push_back(state_on(body.piece, now_));
  return options.stop_when({.t = now_, .events = out_.events, .states = states_});
}

void Simulation::advance() {
  ++out_.cost.steps;
  // a multiple of the step, so that rounding errors do not accumulate
  now_ =
      std::min(static_cast<double>(out_.cost.steps) * scene_.stepped.time_step, scene_.run.t_max);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!places_[i].travels) continue;
    const Piece& piece = bodies_[i].piece;
    const double s = now_ - piece.t0;
    places_[i].r = piece.r0 + s * (piece.v0 + s * piece.a);
  }
  std::swap(contacts_, last_contacts_);
  contacts_.clear();
}

void Simulation::end_motions() {
  for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i].t_end <= now_ && !is_full()) end_motion(i);
  }
}

void Simulation::collide_with_table() {
  for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
    if (!places_[i].travels) continue;
    if (!parts_[bodies_[i].parts].is_clear(flat(places_[i].r))) collide_with_parts(i);
  }
}

void Simulation::collide_balls() {
  const auto n = static_cast<std::uint32_t>(bodies_.size());
  for (std::uint32_t i = 0; i < n; ++i) {
    if (!places_[i].in_play) continue;
    for (std::uint32_t j = i + 1; j < n; ++j) {
      const Place& a = places_[i];
      const Place& b = places_[j];
      if (!b.in_play || !(a.travels || b.travels)) continue;
      ++out_.cost.pair_tests;
      const Vec3 apart = b.r - a.r;
      const double reach = a.radius + b.radius;
      if (dot(apart, apart) < reach * reach && !is_full()) collide(i, j);
    }
  }
}

Trajectory Simulation::finish() && {
  out_.t_end = now_;
  out_.cost.events = out_.events.size();
  for (const Body& body : bodies_) out_.final.push_back(state_on(body.piece, now_));
  return std::move(out_);
}

bool Simulation::is_full() const {
  return out_.events.size() + unrecorded_collisions_ >= scene_.run.max_events;
}

/// Continues the ball from this state at the current time.
void Simulation::start_piece(std::uint32_t ball, const BallState& state) {
  assert(ball < bodies_.size() && "a ball of the scene");
  assert(is_finite(state) && "states are finite");
  Body& body = bodies_[ball];
  const Physics& physics = scene_.physics;
  const Flow flow = flow_of(physics.cloth, body.spec, {.gravity = physics.gravity}, state);
  body.t_end = now_ + flow.duration;
  body.continues = flow.continues;
  places_[ball].r = state.r;
  places_[ball].travels = state.motion == Motion::rolling || state.motion == Motion::sliding ||
                          state.motion == Motion::airborne;
  body.piece = {.t0 = now_,
                .r0 = state.r,
                .v0 = state.v,
                .a = flow.a,
                .b = {},
                .w0 = state.w,
                .dw = {flow.dw.x, flow.dw.y, flow.dw_z},
                .spin_decay = flow.spin_decay,
                .ball = ball,
                .motion = state.motion};
  body.piece_index = static_cast<std::uint32_t>(out_.pieces.size());
  out_.pieces.push_back(body.piece);
}

void Simulation::record(EventType type, std::uint32_t ball, Agent other) {
  const bool two_balls = other.kind == AgentKind::ball;
  out_.events.push_back({.t = now_,
                         .type = type,
                         .ball = ball,
                         .other = other,
                         .piece = bodies_[ball].piece_index,
                         .other_piece = two_balls ? bodies_[other.index].piece_index : none});
}

/// Whether a collision only continues a contact of the last step and so is not an event.
bool Simulation::continues_contact(const LastingContact& contact, bool sticks) {
  if (!sticks) return false;
  contacts_.push_back(contact);
  if (std::ranges::find(last_contacts_, contact) == last_contacts_.end()) return false;
  ++unrecorded_collisions_;
  return true;
}

/// A pushed ball keeps rolling if the cloth can stop the slip due to the push within a step.
BallState Simulation::kept_rolling(std::uint32_t ball, const BallState& state) const {
  if (state.motion != Motion::sliding) return state;
  const BallSpec& spec = bodies_[ball].spec;
  const Physics& physics = scene_.physics;
  const double slide = flow_of(physics.cloth, spec, {.gravity = physics.gravity}, state).duration;
  return slide <= scene_.stepped.time_step ? gripped(spec, state) : state;
}

void Simulation::end_motion(std::uint32_t ball) {
  const Body& body = bodies_[ball];
  const BallState before = state_on(body.piece, now_);
  if (before.motion == Motion::airborne) {
    land(ball, before);
    return;
  }
  if (body.continues) {  // a piece has ended, not the motion
    start_piece(ball, before);
    return;
  }
  const ClothLaw& cloth = scene_.physics.cloth;
  const bool grips = before.motion == Motion::sliding && !std::holds_alternative<PatchCloth>(cloth);
  const BallState after = grips ? gripped(body.spec, before) : ended(cloth, body.spec, before);
  start_piece(ball, after);
  record(transition_type(before.motion, after.motion), ball);
}

/// Lands a ball that came down within the step. On the slate its speed is reduced to that at which
/// it reached the slate, because it is lifted out of it.
void Simulation::land(std::uint32_t ball, BallState before) {
  const Body& body = bodies_[ball];
  const Physics& physics = scene_.physics;
  const Landing landing = landing_at(scene_.table, flat(before.r));
  switch (landing.ground) {
    case Ground::hole:
      fall(ball, landing.pocket);
      break;
    case Ground::floor:
      places_[ball].in_play = false;
      start_piece(ball, lost_at(flat(before.r)));
      record(EventType::ball_floor, ball);
      break;
    case Ground::cloth: {
      const double gained = 2.0 * physics.gravity * (body.spec.radius - before.r.z);
      before.v.z = -std::sqrt(std::max(0.0, before.v.z * before.v.z - gained));
      start_piece(ball, bounce(slate_under(physics, body.spec, before), body.spec, physics.gravity,
                               before));
      record(EventType::ball_slate, ball);
      break;
    }
  }
}

void Simulation::fall(std::uint32_t ball, std::uint32_t pocket) {
  places_[ball].in_play = false;
  start_piece(ball, fallen_into(scene_.table.pockets[pocket]));
  record(EventType::ball_pocket, ball, {AgentKind::pocket, pocket});
}

void Simulation::collide_with_parts(std::uint32_t ball) {
  const TableParts& parts = parts_[bodies_[ball].parts];
  for (std::size_t k = 0; k < parts.size() && places_[ball].in_play && !is_full(); ++k) {
    const BallState before = state_on(bodies_[ball].piece, now_);
    if (const auto contact = parts.contact(k, before)) collide_with_part(ball, *contact, before);
  }
}

void Simulation::collide_with_part(std::uint32_t ball, const PartContact& contact,
                                   const BallState& before) {
  if (contact.part.kind == AgentKind::pocket) {
    fall(ball, contact.part.index);
    return;
  }
  const double approach = before.motion == Motion::airborne
                              ? -dot(before.v, contact.at.flight_normal)
                              : -dot(flat(before.v), contact.at.normal);
  if (approach <= still_speed) return;
  const Rebound back = rebound(scene_.physics, bodies_[ball].spec, contact.at, before);
  start_piece(ball, back.sticks ? kept_rolling(ball, back.after) : back.after);
  if (continues_contact({ball, contact.part}, back.sticks)) return;
  record(EventType::ball_cushion, ball, contact.part);
}

void Simulation::collide(std::uint32_t first, std::uint32_t second) {
  const Body& a = bodies_[first];
  const Body& b = bodies_[second];
  const Pair before{state_on(a.piece, now_), state_on(b.piece, now_)};
  const Vec3 apart = before.b.r - before.a.r;
  const double distance = norm(apart);
  if (dot(before.a.v - before.b.v, apart) <= still_speed * distance) return;
  const Physics& physics = scene_.physics;
  const PairImpact met = meet(physics, a.spec, b.spec, before);
  start_piece(first, met.sticks ? kept_rolling(first, met.after.a) : met.after.a);
  start_piece(second, met.sticks ? kept_rolling(second, met.after.b) : met.after.b);
  const Agent other{AgentKind::ball, second};
  if (continues_contact({first, other}, met.sticks)) return;
  record(EventType::ball_ball, first, other);
}

}  // namespace cuelab::stepped
