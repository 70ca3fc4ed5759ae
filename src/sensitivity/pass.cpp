#include "sensitivity/pass.hpp"

#include <algorithm>
#include <cmath>

#include "cuelab/laws/slate/bounce.hpp"
#include "laws/impacts.hpp"
#include "sensitivity/record.hpp"
#include "sensitivity/slate.hpp"

namespace cuelab::sensitivity {
namespace {

/// Events crossed more slowly than this graze [m/s]: their instants are not differentiable.
constexpr double graze_speed = 1e-7;

/// Derivatives below this are rounding, in units of the parameter.
constexpr double no_derivative = 1e-11;

}  // namespace

template <std::size_t N>
Pass<N>::Pass(const Scene& scene, const Trajectory& trajectory,
              std::span<Variation* const> variations)
    : scene_(scene),
      trajectory_(trajectory),
      variations_(variations),
      patch_(std::get_if<PatchCloth>(&scene.physics.cloth)),
      tracks_(scene.balls.size()) {}

template <std::size_t N>
void Pass<N>::run(std::span<const StateTangent> start, std::size_t first, Derivatives& out) {
  first_ = first;
  count_ = std::min(N, out.columns - first);
  out_ = &out;
  begin(start);
  replay();

  // final states at a fixed time
  for (std::uint32_t ball = 0; ball < tracks_.size(); ++ball) {
    const Track<N>& track = tracks_[ball];
    arrive(ball, trajectory_.t_end);
    if (out.undefined[ball] == Undefined::no) out.undefined[ball] = track.undefined;
    if (track.undefined != Undefined::no) continue;
    const State s = state_on(track, trajectory_.t_end);
    for (std::size_t c = 0; c < count_; ++c) {
      out.final[ball * out.columns + first_ + c] = {column_of(s.r, c), column_of(s.v, c),
                                                    column_of(s.w, c)};
    }
  }
}

template <std::size_t N>
void Pass<N>::begin(std::span<const StateTangent> start) {
  for (std::uint32_t ball = 0; ball < tracks_.size(); ++ball) {
    const Piece& piece = trajectory_.pieces[ball];
    State s;
    s.r = piece.r0;
    s.v = piece.v0;
    s.w = piece.w0;
    for (std::size_t c = 0; c < count_; ++c) {
      const StateTangent& d = start[ball * out_->columns + first_ + c];
      s.r.x.d[c] = d.r.x;
      s.r.y.d[c] = d.r.y;
      s.r.z.d[c] = d.r.z;
      s.v.x.d[c] = d.v.x;
      s.v.y.d[c] = d.v.y;
      s.v.z.d[c] = d.v.z;
      s.w.x.d[c] = d.w.x;
      s.w.y.d[c] = d.w.y;
      s.w.z.d[c] = d.w.z;
    }
    s.motion = piece.motion;
    const Vec3Of<S> place = s.r;
    if (!settle_on(scene_.physics, spec(ball), s, piece.motion)) {
      lose(ball, Undefined::corner);
      continue;
    }
    if (piece.motion != Motion::airborne) s.r.z = place.z;  // pocketed balls lie lower
    go_on(ball, s, S(piece.t0));
  }
}

/// Events in order, and between them pieces that begin without one.
template <std::size_t N>
void Pass<N>::replay() {
  const auto& events = trajectory_.events;
  auto next = static_cast<std::uint32_t>(tracks_.size());
  for (std::uint32_t e = 0; e < events.size(); ++e) {
    for (; next < std::min(events[e].piece, events[e].other_piece); ++next) handle_silent(next);
    handle(e);
    next = events[e].piece + 1;
    if (events[e].other_piece != none) next = std::max(next, events[e].other_piece + 1);
  }
  for (; next < trajectory_.pieces.size(); ++next) handle_silent(next);
}

template <std::size_t N>
void Pass<N>::handle(std::uint32_t index) {
  event_ = index;
  const Event& event = trajectory_.events[index];
  arrive(event.ball, event.t);
  if (event.type == EventType::ball_ball) arrive(event.other.index, event.t);
  Undefined lost = tracks_[event.ball].undefined;
  if (event.type == EventType::ball_ball && lost == Undefined::no) {
    lost = tracks_[event.other.index].undefined;
  }
  if (lost != Undefined::no) {
    lose(event.piece, lost);
    if (event.other_piece != none) lose(event.other_piece, lost);
    return;
  }
  switch (event.type) {
    case EventType::ball_ball:
      return collide(event);
    case EventType::ball_cushion:
      return hit_nose(event);
    case EventType::ball_pocket:
      return fall(event);
    default:
      return end_motion(event);
  }
}

/// A piece that begins without an event: the next part of a motion that is no parabola, or the
/// forces of a lasting contact have changed.
template <std::size_t N>
void Pass<N>::handle_silent(std::uint32_t index) {
  const Piece& piece = trajectory_.pieces[index];
  const Track<N>& track = tracks_[piece.ball];
  arrive(piece.ball, piece.t0);
  if (track.undefined != Undefined::no) return lose(index, track.undefined);
  const bool rests = track.motion == Motion::stationary && piece.motion == Motion::stationary &&
                     piece.r0 == value_of(track.r0);
  if (rests) return store(index);
  if (!track.continues || std::abs(track.end.value - piece.t0) > same_time) {
    return lose(index, Undefined::lasting_contact);
  }
  const S t = track.end;
  go_on(index, state_on(track, t), t);
}

/// The instant at which a gap closes, from its derivatives at a fixed time. `since` is when the
/// bodies' present motions began: those that touched then meet then, whatever changes, unless the
/// change parts them.
template <std::size_t N>
std::optional<typename Pass<N>::S> Pass<N>::time_of(double t, const S& gap, double rate,
                                                    const S& since, Undefined& why) {
  if (t == since.value) {
    for (std::size_t c = 0; c < N; ++c) {
      const double left = gap.d[c] + rate * since.d[c];
      constexpr double rounding = 1e-9;
      if (std::abs(left) > rounding * std::abs(gap.d[c]) + no_derivative) {
        why = Undefined::simultaneous;
        return {};
      }
    }
    return since;
  }
  if (!(std::abs(rate) > graze_speed)) {
    why = Undefined::grazing;
    return {};
  }
  return S::chain(t, -1.0 / rate, gap);
}

template <std::size_t N>
void Pass<N>::collide(const Event& event) {
  const std::uint32_t other = event.other.index;
  const Track<N>& one = tracks_[event.ball];
  const Track<N>& two = tracks_[other];
  const auto lose_both = [&](Undefined reason) {
    lose(event.piece, reason);
    lose(event.other_piece, reason);
  };

  // when
  DualPair<S> before{state_on(one, event.t), state_on(two, event.t)};
  const S gap = norm(before.b.r - before.a.r);
  const Vec3 apart = value_of(before.b.r) - value_of(before.a.r);
  const double rate = dot(value_of(before.b.v) - value_of(before.a.v), apart) / norm(apart);
  const bool tie = one.since.value == two.since.value && one.since.value == event.t &&
                   one.since.d != two.since.d;
  if (tie) return lose_both(Undefined::simultaneous);
  Undefined why = Undefined::no;
  const auto t = time_of(event.t, gap, rate, one.since > two.since ? one.since : two.since, why);
  if (!t) return lose_both(why);
  shift(before.a, one, t->d);
  shift(before.b, two, t->d);

  // what follows
  const bool above = is_above_cloth(spec(event.ball), value_of(before.a)) ||
                     is_above_cloth(spec(other), value_of(before.b));
  if (-rate < (above ? hopping_speed : sticking_speed)) {
    return lose_both(Undefined::lasting_contact);
  }
  const Vec3Of<S> line = before.b.r - before.a.r;
  const Vec3Of<S> n = (1.0 / norm(line)) * line;
  const Pair at{value_of(before.a), value_of(before.b)};
  const PairSpec pair = pair_spec(scene_.physics, spec(event.ball), spec(other), at);
  auto after = collided(scene_.physics, pair, before, n);
  if (!after) return lose_both(Undefined::corner);
  for (std::size_t c = 0; c < count_; ++c) {
    if (variations_[c] == nullptr) continue;
    const auto slope =
        variations_[c]->template slope<12>([&](const Scene& varied, std::array<double, 12>& y) {
          const Pair to = exactly_resolved(varied.physics, pair, at, value_of(n));
          put(pair.a, to.a, y.data());
          put(pair.b, to.b, y.data() + 6);
          return true;
        });
    if (!slope) return lose_both(Undefined::corner);
    add_column(pair.a, after->a, c, 1.0 / variations_[c]->scale(), slope->data());
    add_column(pair.b, after->b, c, 1.0 / variations_[c]->scale(), slope->data() + 6);
  }
  note_time(*t);
  go_on(event.piece, after->a, *t);
  go_on(event.other_piece, after->b, *t);
}

template <std::size_t N>
void Pass<N>::hit_nose(const Event& event) {
  const Track<N>& track = tracks_[event.ball];
  const BallSpec& ball = spec(event.ball);
  const Noses noses = noses_of(scene_.table, ball.radius);

  // when
  State before = state_on(track, event.t);
  const Nose nose = touched_nose(scene_.table, noses, event.other, value_of(before));
  const NoseTouch<S> there = touch<S>(noses, nose, before);
  const double rate = dot(value_of(there.outward), value_of(before.v));
  Undefined why = Undefined::no;
  const auto t = time_of(event.t, there.gap, rate, track.since, why);
  if (!t) return lose(event.piece, why);
  shift(before, track, t->d);

  // what follows
  const bool airborne = track.motion == Motion::airborne;
  if (-rate < (airborne ? hopping_speed : sticking_speed)) {
    return lose(event.piece, Undefined::lasting_contact);
  }
  const Vec3Of<S> n = touch<S>(noses, nose, before).normal;
  auto after = rebounded(scene_.physics, ball, before, n);
  if (!after) return lose(event.piece, Undefined::corner);
  for (std::size_t c = 0; c < count_; ++c) {
    if (variations_[c] == nullptr) continue;
    const auto slope = variations_[c]->template slope<6>([&](const Scene& varied,
                                                             std::array<double, 6>& y) {
      put(ball, exactly_resolved(varied.physics, ball, value_of(before), value_of(n)), y.data());
      return true;
    });
    if (!slope) return lose(event.piece, Undefined::corner);
    add_column(ball, *after, c, 1.0 / variations_[c]->scale(), slope->data());
  }
  if (!airborne && after->v.z < 0.0) after->v.z = S(0.0);
  note_time(*t);
  go_on(event.piece, *after, *t);
}

/// Into a pocket, over its edge or out of the air.
template <std::size_t N>
void Pass<N>::fall(const Event& event) {
  const Track<N>& track = tracks_[event.ball];
  const Piece& piece = trajectory_.pieces[event.piece];
  S t = track.end;
  if (track.motion != Motion::airborne) {
    const Pocket& pocket = scene_.table.pockets[event.other.index];
    const State before = state_on(track, event.t);
    const Vec2Of<S> offset{before.r.x - pocket.centre.x, before.r.y - pocket.centre.y};
    const S distance = norm(offset);
    const double rate = dot(value_of(offset), flat(value_of(before.v))) / distance.value;
    Undefined why = Undefined::no;
    const auto entry = time_of(event.t, distance, rate, track.since, why);
    if (!entry) return lose(event.piece, why);
    t = *entry;
  }
  note_time(t);
  State s;
  s.r = piece.r0;
  s.motion = Motion::pocketed;
  go_on(event.piece, s, t);
}

/// A motion ends by itself, on the cloth or by landing.
template <std::size_t N>
void Pass<N>::end_motion(const Event& event) {
  const Track<N>& track = tracks_[event.ball];
  const S t = track.end;
  if (!(std::abs(t.value - event.t) <= same_time)) {
    return lose(event.piece, Undefined::not_reproduced);
  }
  State s = state_on(track, t);
  // on a patch, where no motion ends sharply, the instant follows from the pieces
  if (patch_ == nullptr || track.motion == Motion::airborne) note_time(t);
  if (event.type == EventType::ball_slate) return land(event, s, t);
  if (event.type == EventType::ball_floor) {
    State lost;
    lost.r = {s.r.x, s.r.y, S(0.0)};
    lost.motion = Motion::off_table;
    return go_on(event.piece, lost, t);
  }
  const Piece& piece = trajectory_.pieces[event.piece];
  if (!settle_on(scene_.physics, spec(event.ball), s, piece.motion)) {
    return lose(event.piece, Undefined::corner);
  }
  // what the end of a motion leaves is rounding
  set_values(s.v, piece.v0);
  set_values(s.w, piece.w0);
  go_on(event.piece, s, t);
}

template <std::size_t N>
void Pass<N>::land(const Event& event, State before, const S& t) {
  const BallSpec& ball = spec(event.ball);
  const bool rises = trajectory_.pieces[event.piece].motion == Motion::airborne;
  auto after = bounced(scene_.physics, ball, before, rises);
  if (!after) return lose(event.piece, Undefined::corner);
  for (std::size_t c = 0; c < count_; ++c) {
    if (variations_[c] == nullptr) continue;
    const auto slope =
        variations_[c]->template slope<6>([&](const Scene& varied, std::array<double, 6>& y) {
          return bounced_numbers(varied.physics, ball, value_of(before), rises, y);
        });
    if (!slope) return lose(event.piece, Undefined::corner);
    add_column(ball, *after, c, 1.0 / variations_[c]->scale(), slope->data());
  }
  go_on(event.piece, *after, t);
}

/// The ball goes on with a recorded piece from this state, unless it is not the piece's.
template <std::size_t N>
void Pass<N>::go_on(std::uint32_t index, State s, const S& t) {
  const Piece& piece = trajectory_.pieces[index];
  const BallSpec& ball = spec(piece.ball);
  const bool impact = s.motion != Motion::pocketed && s.motion != Motion::off_table;
  if (impact && index >= tracks_.size() && !settle_on(scene_.physics, ball, s, piece.motion)) {
    return lose(index, Undefined::corner);
  }
  if (!is_same_state(piece, value_of(s), ball.radius)) {
    return lose(index, Undefined::not_reproduced);
  }
  if (!is_finite(s)) return lose(index, Undefined::corner);
  set_values(s.r, piece.r0);
  set_values(s.v, piece.v0);
  set_values(s.w, piece.w0);
  if (patch_ != nullptr && (s.motion == Motion::sliding || s.motion == Motion::rolling)) {
    const Flow bent = flow_of(*patch_, ball, {.gravity = scene_.physics.gravity}, value_of(s));
    if (bent.is_bent) return go_on_bent(index, s, t, bent);
  }
  auto flow = free_flow(scene_.physics, ball, s);
  // the last stretch of rolling on a patch is shorter than the tolerance
  const bool stops = patch_ != nullptr && s.motion == Motion::rolling;
  for (std::size_t c = 0; c < count_ && flow && !stops; ++c) {
    if (variations_[c] != nullptr && !add_variation(ball, value_of(s), *variations_[c], c, *flow)) {
      flow.reset();
    }
  }
  if (!flow) return lose(index, Undefined::corner);

  // a push of other bodies shows in the rates
  const Vec3 a = value_of(flow->a);
  const Vec3 dw{flow->dw.x.value, flow->dw.y.value, flow->dw_z};
  const bool free = is_same(piece.a, a, same_rate * (1.0 + norm(a))) &&
                    is_same(ball.radius * piece.dw, ball.radius * dw, same_rate * (1.0 + norm(a)));
  if (!free) return lose(index, Undefined::lasting_contact);
  tracks_[piece.ball] = {.t0 = t,
                         .r0 = s.r,
                         .v0 = s.v,
                         .a = flow->a,
                         .w0 = s.w,
                         .dw = flow->dw,
                         .spin_decay = flow->spin_decay,
                         .end = t + flow->duration,
                         .since = t,
                         .motion = piece.motion,
                         .continues = flow->continues,
                         .dw_z = flow->dw_z};
  store(index);
}

/// The same with a piece of a motion that is no parabola.
template <std::size_t N>
void Pass<N>::go_on_bent(std::uint32_t index, const State& s, const S& t, const Flow& flow) {
  const Piece& piece = trajectory_.pieces[index];
  tracks_[piece.ball] = {.t0 = t,
                         .r0 = s.r,
                         .v0 = s.v,
                         .w0 = s.w,
                         .end = t + flow.duration,
                         .since = t,
                         .motion = piece.motion,
                         .continues = flow.continues,
                         .is_bent = true,
                         .flow = flow,
                         .piece = index};
  store(index);
}

/// A ball on a bent piece has come to time t: its track becomes the expansion there, and the stored
/// derivatives become those of the cubic with the derivatives at both ends.
template <std::size_t N>
void Pass<N>::arrive(std::uint32_t ball, double t) {
  Track<N>& track = tracks_[ball];
  const double h = t - track.t0.value;
  if (!track.is_bent || track.undefined != Undefined::no || !(h > 0.0)) return;
  const Piece& piece = trajectory_.pieces[track.piece];
  const BallState at = state_on(piece, t);
  if (!is_bent_by(piece, track.flow, t)) return lose(track.piece, Undefined::lasting_contact);
  if (!expand(scene_.physics, spec(ball), at, t, variations_, track)) {
    return lose(track.piece, Undefined::corner);
  }
  for (std::size_t c = 0; c < count_; ++c) {
    fill_between(piece, spec(ball), track, c,
                 out_->pieces[track.piece * out_->columns + first_ + c]);
  }
}

template <std::size_t N>
void Pass<N>::lose(std::uint32_t index, Undefined reason) {
  tracks_[trajectory_.pieces[index].ball].undefined = reason;
  if (out_->piece_undefined[index] == Undefined::no) out_->piece_undefined[index] = reason;
}

template <std::size_t N>
void Pass<N>::store(std::uint32_t index) {
  const Track<N>& track = tracks_[trajectory_.pieces[index].ball];
  for (std::size_t c = 0; c < count_; ++c) {
    out_->pieces[index * out_->columns + first_ + c] = {
        .t0 = track.t0.d[c],
        .r0 = column_of(track.r0, c),
        .v0 = column_of(track.v0, c),
        .a = column_of(track.a, c),
        .w0 = column_of(track.w0, c),
        .dw = {track.dw.x.d[c], track.dw.y.d[c], 0.0},
        .spin_decay = track.spin_decay.d[c]};
  }
}

template <std::size_t N>
void Pass<N>::note_time(const S& t) {
  for (std::size_t c = 0; c < count_; ++c) {
    out_->event_times[event_ * out_->columns + first_ + c] = t.d[c];
  }
}

template class Pass<4>;
template class Pass<8>;

}  // namespace cuelab::sensitivity
