#include "event/run.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "laws/ball_ball/resolve.hpp"
#include "laws/cloth/flow.hpp"
#include "laws/cushion/resolve.hpp"
#include "laws/slate/bounce.hpp"
#include "math/lanes.hpp"

namespace cuelab {
namespace {

/// Among events at the same instant: look again first, then impacts, then transitions.
int rank(Kind kind) {
  if (kind == Kind::stale) return 0;
  return kind == Kind::transition || kind == Kind::renewal ? 2 : 1;
}

/// Slow impact of balls of which one is in the air: elastic and without friction, a ball on the
/// cloth held up by the slate. So a ball that lies on others hops down from them in small steps
/// instead of bouncing ever lower.
Pair hopped(const PairSpec& spec, Pair pair, const Vec3& n) {
  const auto along = [&](const BallState& s) {
    return s.motion == Motion::airborne ? n : Vec3{n.x, n.y, 0.0};
  };
  const Vec3 n_a = along(pair.a);
  const Vec3 n_b = along(pair.b);
  const double inverse_mass = dot(n_a, n_a) / spec.a.mass + dot(n_b, n_b) / spec.b.mass;
  const double J = 2.0 * dot(pair.a.v - pair.b.v, n) / inverse_mass;
  pair.a.v -= (J / spec.a.mass) * n_a;
  pair.b.v += (J / spec.b.mass) * n_b;
  return pair;
}

bool travels(Motion motion) {
  return motion == Motion::rolling || motion == Motion::sliding || motion == Motion::airborne;
}

}  // namespace

EventType transition_type(Motion from, Motion to) {
  if (to == Motion::rolling) return EventType::sliding_rolling;
  if (from == Motion::spinning) return EventType::spinning_stationary;
  return to == Motion::spinning ? EventType::rolling_spinning : EventType::rolling_stationary;
}

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
  const Vec3 apart = before.b.r - before.a.r;
  const Vec3 n = (1.0 / norm(apart)) * apart;
  const double approach = dot(before.a.v - before.b.v, n);
  const bool flies = before.a.motion == Motion::airborne || before.b.motion == Motion::airborne;
  const bool sticks = !flies && approach < sticking_speed;
  const PairSpec spec{a.spec, b.spec, physics_.cloth.sliding};
  Pair after = before;
  if (sticks) {
    after = cuelab::resolve(Frictionless{0.0}, spec, before, n);
  } else if (flies && approach < hopping_speed) {
    after = hopped(spec, before, n);
  } else {
    after = cuelab::resolve(physics_.ball_ball, spec, before, n);
  }
  start_piece(first, released(physics_.slate, a.spec, physics_.gravity, after.a));
  start_piece(second, released(physics_.slate, b.spec, physics_.gravity, after.b));
  record(EventType::ball_ball, first, second, true);
  if (sticks) add_touch({.ball = first, .other = second, .reach = norm(flat(apart))});
}

void Run::hit_table(std::uint32_t ball) {
  Body& body = bodies_[ball];
  const BallState before = state_on(body.piece, now_);
  const TableHit hit = body.table;
  if (hit.kind == PartKind::pocket) {
    fall(ball, hit.index);
    return;
  }
  if (before.motion == Motion::airborne) {
    const CushionImpact at{body.spec, hit.flight_normal, physics_.cloth.sliding};
    const BallState after = cuelab::resolve(physics_.cushion, at, before);
    start_piece(ball, released(physics_.slate, body.spec, physics_.gravity, after));
    record(EventType::ball_cushion, ball, hit.index, false);
    return;
  }
  if (-dot(flat(before.v), hit.normal) < sticking_speed) {
    const Vec2 stopped = flat(before.v) - dot(flat(before.v), hit.normal) * hit.normal;
    start_piece(ball, settled(body.spec, {before.r, {stopped.x, stopped.y, 0.0}, before.w}));
    record(EventType::ball_cushion, ball, hit.index, false);
    add_touch({.ball = ball,
               .part = hit.index,
               .reach = hit.reach,
               .centre = hit.reach == never ? Vec2{} : flat(before.r) - hit.reach * hit.normal,
               .normal = hit.normal});
    return;
  }
  // a nose above the ball's centre pushes it down; it leans on the slate while the impact lasts
  const double sin_theta = maps_[body.map].sin_theta();
  const double cos_theta = std::sqrt(1.0 - sin_theta * sin_theta);
  const CushionImpact at{body.spec,
                         {cos_theta * hit.normal.x, cos_theta * hit.normal.y, -sin_theta},
                         physics_.cloth.sliding};
  BallState after = cuelab::resolve(physics_.cushion, at, before);
  after.v.z = std::max(0.0, after.v.z);
  start_piece(ball, released(physics_.slate, body.spec, physics_.gravity, after));
  record(EventType::ball_cushion, ball, hit.index, false);
}

void Run::fall(std::uint32_t ball, std::uint32_t part) {
  const Pocket& hole = table_.pockets[part - table_.cushions.size() - table_.jaws.size()];
  bodies_[ball].in_play = false;
  start_piece(ball, {.r = {hole.centre.x, hole.centre.y, -hole.depth},
                     .v = {},
                     .w = {},
                     .motion = Motion::pocketed});
  record(EventType::ball_pocket, ball, part, false);
}

/// A ball comes down: into a pocket, beyond the cushions, or on the slate.
void Run::land(std::uint32_t ball) {
  Body& body = bodies_[ball];
  const BallState before = state_on(body.piece, now_);
  constexpr double mouth = 0.05;  // the cloth reaches this far out around a pocket [m]
  bool on_cloth = table_.length == 0.0 || (std::abs(before.r.x) <= 0.5 * table_.length &&
                                           std::abs(before.r.y) <= 0.5 * table_.width);
  for (std::size_t k = 0; k < table_.pockets.size(); ++k) {
    const Pocket& pocket = table_.pockets[k];
    const double distance = norm(flat(before.r) - pocket.centre);
    if (distance < pocket.radius) {
      fall(ball, static_cast<std::uint32_t>(table_.cushions.size() + table_.jaws.size() + k));
      return;
    }
    on_cloth = on_cloth || distance < pocket.radius + mouth;
  }
  if (!on_cloth) {
    body.in_play = false;
    start_piece(
        ball, {.r = {before.r.x, before.r.y, 0.0}, .v = {}, .w = {}, .motion = Motion::off_table});
    record(EventType::ball_floor, ball, none, false);
    return;
  }
  start_piece(ball, bounce(physics_.slate, body.spec, physics_.gravity, before));
  record(EventType::ball_slate, ball, none, false);
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
