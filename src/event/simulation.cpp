#include "event/simulation.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "cuelab/laws.hpp"
#include "laws/impacts.hpp"
#include "math/lanes.hpp"
#include "scene/landing.hpp"
#include "trajectory/transition.hpp"

namespace cuelab::event {
namespace {

/// Order of events at the same instant: outdated predictions, then impacts, then transitions.
int rank(NextKind kind) {
  if (kind == NextKind::outdated) return 0;
  return kind == NextKind::motion_end || kind == NextKind::contact_update ? 2 : 1;
}

/// Empties a trajectory; its memory is kept.
void clear(Trajectory& out) {
  out.pieces.clear();
  out.events.clear();
  out.final.clear();
  out.contacts.clear();
  out.cost = {};
  out.ledger = {};
}

bool is_in_play(Motion motion) { return motion != Motion::pocketed && motion != Motion::off_table; }

/// So many steps count as one event toward the limit: balls that ride on others take thousands of
/// them per second for as long as they move.
constexpr std::uint64_t steps_per_event = 2;

/// For assertions: whether bodies with this gap at r touch, or overlap, in an impact.
[[maybe_unused]] bool can_collide(double gap, const Vec3& r) {
  constexpr double widest = 1e-8;     // [m]; ten times the overlap that is guaranteed
  constexpr double rounding = 1e-14;  // of positions and times, relative to the distance
  return gap <= widest + rounding * norm(r);
}

}  // namespace

Simulation::Simulation(const Scene& scene)
    : physics_(scene.physics),
      table_(scene.table),
      t_max_(scene.run.t_max),
      max_events_(scene.run.max_events) {
  const std::size_t n = scene.balls.size();
  paths_.resize(std::max<std::size_t>(1, (n + lane_count - 1) / lane_count) * lane_count);
  for (std::uint32_t k = 0; k < paths_.best.size(); k += lane_count) blocks_.push_back(k);
  std::vector<double> radii;
  for (std::size_t i = 0; i < n; ++i) {
    const BallSpec& spec = scene.balls[i].spec;
    const auto known = std::ranges::find(radii, spec.radius);
    Body body;
    body.spec = spec;
    body.map = static_cast<std::uint32_t>(known - radii.begin());
    if (known == radii.end()) {
      radii.push_back(spec.radius);
      maps_.emplace_back(scene.table, spec.radius);
    }
    bodies_.push_back(body);
    paths_.radius[i] = spec.radius;
  }
}

void Simulation::begin(std::span<const BallState> start, Trajectory& out,
                       const StartOptions& options) {
  assert(start.size() == bodies_.size() && "one start state per ball");
  now_ = options.t0;
  out_ = &out;
  keep_pieces_ = options.record == Record::everything;
  clear(out);
  contacts_.clear();
  spare_.clear();
  updates_ = 0;
  start_energy_ = 0.0;
  changed_.clear();

  for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
    bodies_[i].contact = none;
    bodies_[i].has_push = bodies_[i].is_due = bodies_[i].is_bent = false;
    bodies_[i].update = 0;
    bodies_[i].chatter = {};
    bodies_[i].piece_index = none;
    start_energy_ += std::max(0.0, energy_of(bodies_[i].spec, start[i]));  // some are in pockets
    start_piece(i, start[i]);
  }
  forget_changes();
  strips_.begin(start);
  for (std::uint32_t i = 0; i < bodies_.size(); ++i) predict_own(i);
  for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
    if (travels(bodies_[i].piece.motion)) predict_pairs(i);
  }
}

std::optional<Prediction> Simulation::next_event() {
  while (true) {
    // earliest time, then impacts before transitions, then the first ball
    Lanes least = load(paths_.best.data());
    for (std::size_t k = lane_count; k < paths_.best.size(); k += lane_count) {
      least = min(least, load(&paths_.best[k]));
    }
    const double earliest = std::min(std::min(least[0], least[1]), std::min(least[2], least[3]));
    assert(earliest >= now_ && "time never decreases");
    if (earliest == Paths::never_in_columns) {
      out_->stop = StopReason::at_rest;
      return std::nullopt;
    }
    if (earliest > t_max_) {
      out_->stop = StopReason::t_max;
      now_ = t_max_;
      return std::nullopt;
    }
    std::uint32_t first = none;
    for (std::size_t k = 0; k < paths_.best.size(); k += lane_count) {
      for (unsigned tied = bits(load(&paths_.best[k]) == earliest); tied != 0; tied &= tied - 1) {
        const auto i =
            static_cast<std::uint32_t>(k + static_cast<unsigned>(std::countr_zero(tied)));
        if (first == none || rank(bodies_[i].kind) < rank(bodies_[first].kind)) first = i;
      }
    }
    now_ = earliest;

    // the prediction is outdated: predict again from here on
    Body& body = bodies_[first];
    if (body.kind == NextKind::outdated) {
      take_own(first);
      predict_pairs(first);
      continue;
    }
    if (out_->events.size() + out_->cost.steps / steps_per_event >= max_events_) {
      out_->stop = StopReason::event_limit;
      return std::nullopt;
    }
    const bool with_ball = body.kind == NextKind::ball;
    return Prediction{now_, body.kind, first, with_ball ? body.partner : none};
  }
}

std::optional<Prediction> Simulation::peek() {
  const double present = now_;
  const std::optional<Prediction> next = next_event();
  now_ = present;
  return next;
}

Agent Simulation::met_in(const Prediction& event) const {
  if (event.kind == NextKind::ball) return {AgentKind::ball, event.other};
  return event.kind == NextKind::table ? bodies_[event.ball].table.part : Agent{};
}

void Simulation::resolve(const Prediction& event) {
  assert(event.t == now_ && "the event happens now");
  assert(event.ball < bodies_.size() && "a ball of the scene");
  switch (event.kind) {
    case NextKind::ball:
      collide(event.ball, event.other);
      break;
    case NextKind::table:
      hit_table(event.ball);
      break;
    case NextKind::contact_update:
      bodies_[event.ball].is_due = true;
      mark_changed(event.ball);
      break;
    default:
      end_motion(event.ball);
      break;
  }
}

void Simulation::repredict() {
  if (contacts_.size() != spare_.size()) [[unlikely]]
    review_contacts();
  mark_outdated();
  for (const std::uint32_t ball : changed_) predict_own(ball);
  for (const std::uint32_t ball : changed_) predict_pairs(ball);
  forget_changes();
}

void Simulation::forget_changes() {
  for (const std::uint32_t ball : changed_) bodies_[ball].turn = 0;
  changed_.clear();
}

void Simulation::advance_to(double t) {
  assert(t >= now_ && "time goes forward");
  now_ = t;
}

void Simulation::take_out(std::uint32_t ball) {
  assert(ball < bodies_.size() && "a ball of the scene");
  release_from_contacts(ball);
  Body& body = bodies_[ball];
  cut(ball);
  const BallState last = state(ball);
  if (body.is_bent) close_piece(body);
  body.in_play = false;
  body.t_end = never;
  body.piece = {.t0 = now_, .r0 = last.r, .ball = ball, .motion = Motion::stationary};
  paths_.remove(ball);
  mark_changed(ball);
}

void Simulation::put(std::uint32_t ball, const BallState& state) {
  assert(ball < bodies_.size() && "a ball of the scene");
  start_piece(ball, state);
}

void Simulation::finish() {
  out_->t_end = now_;
  out_->cost.events = out_->events.size();
  out_->final.clear();
  for (std::uint32_t ball = 0; ball < bodies_.size(); ++ball) {
    Body& body = bodies_[ball];
    cut(ball);
    out_->final.push_back(state_of(body));
    if (body.is_bent) close_piece(body);
  }
}

/// The ball goes on from this state, now.
void Simulation::start_piece(std::uint32_t ball, const BallState& state, const Push* push) {
  assert(ball < bodies_.size() && "a ball of the scene");
  assert(is_finite(state) && "states are finite");
  Body& body = bodies_[ball];
  if (body.has_push || body.is_bent) [[unlikely]]
    close_piece(body);
  const Flow flow = push != nullptr
                        ? pressed_flow_of(physics_.cloth, body.spec,
                                          {physics_.gravity, flat(push->acceleration)}, state)
                        : flow_of(physics_.cloth, body.spec, {.gravity = physics_.gravity}, state);
  body.is_pushed = body.has_push = push != nullptr;
  body.continues = flow.continues && !body.is_pushed;
  body.t_end = body.is_pushed ? push->until : now_ + flow.duration;

  // field by field: no copy of a whole piece, and its cubic part stays zero
  Piece& piece = body.piece;
  piece.t0 = now_;
  piece.r0 = state.r;
  piece.v0 = state.v;
  piece.a = flow.a;
  piece.w0 = state.w;
  piece.dw.x = flow.dw.x;
  piece.dw.y = flow.dw.y;
  piece.dw.z = flow.dw_z;
  piece.spin_decay = flow.spin_decay;
  piece.ball = ball;
  piece.motion = state.motion;
  if (body.is_pushed && state.motion == Motion::airborne) carry(body, *push);
  if (flow.is_bent && !body.is_pushed) [[unlikely]] {
    // a parabola to the end of the law's path
    body.is_bent = true;
    body.bend = flow.b;
    body.length = flow.duration;
    piece.a -= (0.5 * body.length) * Vec3{flow.b.x, flow.b.y, 0.0};
  }
  body.in_play = is_in_play(state.motion);
  if (body.in_play) {
    paths_.set(ball, body.piece);
  } else {
    paths_.remove(ball);
  }
  if (keep_pieces_) {
    body.piece_index = static_cast<std::uint32_t>(out_->pieces.size());
    out_->pieces.push_back(body.piece);
  }
  mark_changed(ball);
}

/// A ball in the air under contact forces: it may land before they change.
void Simulation::carry(Body& body, const Push& push) {
  Piece& piece = body.piece;
  piece.a += 0.5 * push.acceleration;
  piece.dw = push.spin_rate;
  const double landing =
      now_ + time_to_fall(piece.r0.z - body.spec.radius, piece.v0.z, -2.0 * piece.a.z);
  if (landing > body.t_end) return;
  body.t_end = landing;
  body.is_pushed = false;
}

void Simulation::record(EventType type, std::uint32_t ball, Agent other) {
  const bool two_balls = other.kind == AgentKind::ball;
  out_->events.push_back({.t = now_,
                          .type = type,
                          .ball = ball,
                          .other = other,
                          .piece = bodies_[ball].piece_index,
                          .other_piece = two_balls ? bodies_[other.index].piece_index : none});
}

void Simulation::collide(std::uint32_t first, std::uint32_t second) {
  assert(second < bodies_.size() && second != first && "another ball of the scene");
  const Body& a = bodies_[first];
  const Body& b = bodies_[second];
  cut(first);
  cut(second);
  const Pair before{state_of(a), state_of(b)};
  assert(can_collide(norm(before.b.r - before.a.r) - (a.spec.radius + b.spec.radius), before.a.r) &&
         "the balls touch");
  bodies_[first].chatter.count(now_);
  bodies_[second].chatter.count(now_);
  const PairImpact met =
      meet(physics_, a.spec, b.spec, before, std::max(calm_speed(first), calm_speed(second)));
  start_piece(first, met.after.a);
  start_piece(second, met.after.b);
  record(EventType::ball_ball, first, {AgentKind::ball, second});
  if (met.sticks) add_contact({.ball = first, .other = {AgentKind::ball, second}});
}

void Simulation::hit_table(std::uint32_t ball) {
  const Body& body = bodies_[ball];
  cut(ball);
  const BallState before = state_of(body);
  const TableHit hit = body.table;
  if (hit.part.kind == AgentKind::pocket) {
    fall(ball, hit.part.index);
    return;
  }
  assert(can_collide(maps_[body.map].gap_to(hit.surface, before).gap, before.r) &&
         "the ball touches the nose");
  const NoseContact at{hit.normal, maps_[body.map].sin_theta(), hit.flight_normal};
  bodies_[ball].chatter.count(now_);
  const Rebound back = rebound(physics_, body.spec, at, before, calm_speed(ball));
  start_piece(ball, back.after);
  record(EventType::ball_cushion, ball, hit.part);
  if (!back.sticks) return;
  if (lies_on_jaw(hit.part, before)) {
    leave_table(ball);
  } else {
    add_contact({.ball = ball, .other = hit.part, .surface = hit.surface});
  }
}

/// Whether a ball in the air is over a jaw, which has no surface but its rim.
bool Simulation::lies_on_jaw(Agent part, const BallState& s) const {
  if (part.kind != AgentKind::jaw) return false;
  const Jaw& jaw = table_.jaws[part.index];
  return norm(flat(s.r) - jaw.centre) < jaw.radius;
}

void Simulation::leave_table(std::uint32_t ball) {
  start_piece(ball, lost_at(flat(state(ball).r)));
  record(EventType::ball_floor, ball);
}

void Simulation::fall(std::uint32_t ball, std::uint32_t pocket) {
  assert(pocket < table_.pockets.size() && "a pocket of the table");
  start_piece(ball, fallen_into(table_.pockets[pocket]));
  record(EventType::ball_pocket, ball, {AgentKind::pocket, pocket});
}

/// An airborne ball comes down: in a pocket, beyond the cushions, or on the slate.
void Simulation::land(std::uint32_t ball) {
  const Body& body = bodies_[ball];
  const BallState before = state(ball);
  const Landing landing = landing_at(table_, flat(before.r));
  switch (landing.ground) {
    case Ground::hole:
      fall(ball, landing.pocket);
      break;
    case Ground::floor:
      leave_table(ball);
      break;
    case Ground::cloth:
      start_piece(ball, bounce(slate_under(physics_, body.spec, before), body.spec,
                               physics_.gravity, before));
      record(EventType::ball_slate, ball);
      break;
  }
}

void Simulation::end_motion(std::uint32_t ball) {
  const Body& body = bodies_[ball];
  if (body.piece.motion == Motion::airborne) {
    land(ball);
    return;
  }
  const BallState before = state_of(body);
  if (body.continues) {  // a piece has ended, not the motion
    ++out_->cost.steps;
    start_piece(ball, before);
    return;
  }
  const BallState after = ended(physics_.cloth, body.spec, before);
  start_piece(ball, after);
  record(transition_type(before.motion, after.motion), ball);
}

}  // namespace cuelab::event
