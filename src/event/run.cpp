#include "event/run.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "laws/cloth/flow.hpp"
#include "laws/impacts.hpp"
#include "laws/slate/bounce.hpp"
#include "math/lanes.hpp"
#include "scene/landing.hpp"
#include "trajectory/transition.hpp"

namespace cuelab {
namespace {

/// Among events at the same instant: look again first, then impacts, then transitions.
int rank(Kind kind) {
  if (kind == Kind::stale) return 0;
  return kind == Kind::transition || kind == Kind::renewal ? 2 : 1;
}

bool travels(Motion motion) {
  return motion == Motion::rolling || motion == Motion::sliding || motion == Motion::airborne;
}

}  // namespace

Run::Run(const Scene& scene)
    : physics_(scene.physics),
      table_(scene.table),
      t_max_(scene.run.t_max),
      max_events_(scene.run.max_events) {
  const std::size_t n = scene.balls.size();
  paths_.resize((n + lane_count - 1) / lane_count * lane_count);
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

void Run::begin(std::span<const BallState> start, Trajectory& out, Record record) {
  now_ = 0.0;
  out_ = &out;
  keep_pieces_ = record == Record::everything;
  out.pieces.clear();
  out.events.clear();
  out.final.clear();
  out.cost = {};
  touches_.clear();
  renewal_ = false;
  changed_.clear();

  for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
    bodies_[i].in_play = true;
    bodies_[i].pressed = false;
    start_piece(i, start[i]);
  }
  forget_changes();
  for (std::uint32_t i = 0; i < bodies_.size(); ++i) predict_own(i);
  for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
    if (travels(bodies_[i].piece.motion)) predict_pairs(i);
  }
}

std::optional<Prediction> Run::next_event() {
  while (true) {
    // earliest time, then impacts before transitions, then the first ball
    Lanes least = load(paths_.best.data());
    for (std::size_t k = lane_count; k < paths_.best.size(); k += lane_count) {
      least = min(least, load(&paths_.best[k]));
    }
    const double earliest = std::min(std::min(least[0], least[1]), std::min(least[2], least[3]));
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

    // a ball whose partner has gone elsewhere looks again from here on
    Body& body = bodies_[first];
    if (body.kind == Kind::stale) {
      take_own(first);
      predict_pairs(first);
      continue;
    }
    if (out_->events.size() + out_->cost.steps >= max_events_) {
      out_->stop = StopReason::event_limit;
      return std::nullopt;
    }
    const bool with_ball = body.kind == Kind::pair;
    return Prediction{now_, body.kind, first, with_ball ? body.partner : none};
  }
}

void Run::resolve(const Prediction& event) {
  switch (event.kind) {
    case Kind::pair:
      collide(event.ball, event.other);
      break;
    case Kind::part:
      hit_table(event.ball);
      break;
    case Kind::renewal:
      renewal_ = true;
      break;
    default:
      end_motion(event.ball);
      break;
  }
}

void Run::repredict() {
  if (renewal_is_due()) renew_touches();

  for (Body& body : bodies_) {
    const bool lost = body.kind == Kind::pair && body.turn == 0 && bodies_[body.partner].turn != 0;
    if (lost) body.kind = Kind::stale;
  }
  for (const std::uint32_t ball : changed_) predict_own(ball);
  for (const std::uint32_t ball : changed_) predict_pairs(ball);
  forget_changes();
}

void Run::forget_changes() {
  for (const std::uint32_t ball : changed_) bodies_[ball].turn = 0;
  changed_.clear();
}

void Run::finish() {
  out_->t_end = now_;
  out_->cost.events = out_->events.size();
  for (const Body& body : bodies_) out_->final.push_back(state_on(body.piece, now_));
}

/// The ball goes on from this state, now.
void Run::start_piece(std::uint32_t ball, const BallState& state, const Push& push) {
  Body& body = bodies_[ball];
  const Flow flow = flow_of(body.spec, physics_.cloth, physics_.gravity, state, push.acceleration);
  body.t_end = push.until != never ? push.until : now_ + flow.duration;
  body.piece = {.t0 = now_,
                .r0 = state.r,
                .v0 = state.v,
                .a = flow.a,
                .b = {},
                .w0 = state.w,
                .dw = {flow.dw.x, flow.dw.y, 0.0},
                .spin_decay = flow.spin_decay,
                .ball = ball,
                .motion = state.motion};
  if (body.in_play) {
    paths_.set(ball, body.piece);
  } else {
    paths_.remove(ball);
  }
  if (keep_pieces_) {
    body.piece_index = static_cast<std::uint32_t>(out_->pieces.size());
    out_->pieces.push_back(body.piece);
  }
  if (body.turn == 0) {
    changed_.push_back(ball);
    body.turn = static_cast<std::uint32_t>(changed_.size());
  }
}

void Run::record(EventType type, std::uint32_t ball, std::uint32_t other, bool other_is_ball) {
  out_->events.push_back({.t = now_,
                          .type = type,
                          .ball = ball,
                          .other = other,
                          .piece = bodies_[ball].piece_index,
                          .other_piece = other_is_ball ? bodies_[other].piece_index : none});
}

void Run::collide(std::uint32_t first, std::uint32_t second) {
  const Body& a = bodies_[first];
  const Body& b = bodies_[second];
  const Pair before{state_on(a.piece, now_), state_on(b.piece, now_)};
  const Meeting met = meet(physics_, {a.spec, b.spec, physics_.cloth.sliding}, before);
  start_piece(first, met.after.a);
  start_piece(second, met.after.b);
  record(EventType::ball_ball, first, second, true);
  if (met.sticks) {
    add_touch({.ball = first, .other = second, .reach = norm(flat(before.b.r - before.a.r))});
  }
}

void Run::hit_table(std::uint32_t ball) {
  const Body& body = bodies_[ball];
  const BallState before = state_on(body.piece, now_);
  const TableHit hit = body.table;
  if (hit.kind == PartKind::pocket) {
    fall(ball, hit.index - part_index_of_pocket(table_, 0));
    return;
  }
  const NoseContact at{hit.normal, maps_[body.map].sin_theta(), hit.flight_normal};
  const Rebound back = rebound(physics_, body.spec, at, before);
  start_piece(ball, back.after);
  record(EventType::ball_cushion, ball, hit.index, false);
  if (back.sticks) {
    add_touch({.ball = ball,
               .part = hit.index,
               .reach = hit.reach,
               .centre = hit.reach == never ? Vec2{} : flat(before.r) - hit.reach * hit.normal,
               .normal = hit.normal});
  }
}

void Run::fall(std::uint32_t ball, std::size_t pocket) {
  bodies_[ball].in_play = false;
  start_piece(ball, fallen_into(table_.pockets[pocket]));
  record(EventType::ball_pocket, ball, part_index_of_pocket(table_, pocket), false);
}

/// A ball comes down: into a pocket, beyond the cushions, or on the slate.
void Run::land(std::uint32_t ball) {
  Body& body = bodies_[ball];
  const BallState before = state_on(body.piece, now_);
  const Landing landing = landing_at(table_, flat(before.r));
  switch (landing.ground) {
    case Ground::hole:
      fall(ball, landing.pocket);
      break;
    case Ground::floor:
      body.in_play = false;
      start_piece(ball, lost_at(flat(before.r)));
      record(EventType::ball_floor, ball, none, false);
      break;
    case Ground::cloth:
      start_piece(ball, bounce(physics_.slate, body.spec, physics_.gravity, before));
      record(EventType::ball_slate, ball, none, false);
      break;
  }
}

void Run::end_motion(std::uint32_t ball) {
  const Body& body = bodies_[ball];
  if (body.piece.motion == Motion::airborne) {
    land(ball);
    return;
  }
  const BallState before = state_on(body.piece, now_);
  const BallState after = ended(body.spec, before);
  start_piece(ball, after);
  record(transition_type(before.motion, after.motion), ball, none, false);
}

/// The next event of a ball apart from other balls.
void Run::predict_own(std::uint32_t ball) {
  Body& body = bodies_[ball];
  body.table = {};
  if (travels(body.piece.motion)) {
    const Piece& piece = body.piece;
    const double window = std::min(body.t_end, beyond_end()) - now_;
    const TableMap& map = maps_[body.map];
    body.table =
        piece.motion == Motion::airborne
            ? map.first_hit(FlightPath{piece.r0, piece.v0, piece.a}, window, out_->cost.roots)
            : map.first_hit(PlanarPath{flat(piece.r0), flat(piece.v0), flat(piece.a)}, window,
                            out_->cost.roots, held_part(ball));
    body.table.t += now_;
  }
  take_own(ball);
}

/// Its own next event becomes what the ball expects.
void Run::take_own(std::uint32_t ball) {
  Body& body = bodies_[ball];
  body.partner = none;
  if (body.table.t <= body.t_end && body.table.t != never) {
    body.kind = Kind::part;
    paths_.best[ball] = body.table.t;
  } else if (body.t_end != never) {
    body.kind = body.pressed ? Kind::renewal : Kind::transition;
    paths_.best[ball] = body.t_end;
  } else {
    // coasts for ever or rests; look no further than the end of the run
    const bool moves = travels(body.piece.motion) || body.piece.motion == Motion::spinning;
    body.kind = Kind::nothing;
    paths_.best[ball] = moves ? beyond_end() : Paths::never_in_columns;
  }
}

}  // namespace cuelab
