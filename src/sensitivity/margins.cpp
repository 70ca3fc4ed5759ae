// How far each parameter is from the next change of the event list.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "cuelab/laws.hpp"
#include "sensitivity/nose.hpp"
#include "sensitivity/track.hpp"

namespace cuelab {
namespace sensitivity {
namespace {

/// Bodies closer than this touch [m]; that is a hit, not a near miss.
constexpr double touching = 1e-9;

/// A recorded piece with its end and its derivatives.
struct Span {
  const Piece* piece = nullptr;
  const PieceTangent* tangents = nullptr;  ///< one per column
  double end = 0.0;                        ///< [s]
  bool known = false;
};

bool moves(const Piece& piece) {
  return piece.motion == Motion::sliding || piece.motion == Motion::rolling ||
         piece.motion == Motion::airborne;
}

bool in_play(const Piece& piece) {
  return piece.motion != Motion::pocketed && piece.motion != Motion::off_table;
}

/// The instants in [t1, t2) at which |d + v s + a s^2|, s = t - t1, is least: local minima, and t1
/// if the distance was `falling` until then.
struct Minima {
  std::array<double, 5> t{};
  std::size_t count = 0;
  void add(double time) {
    if (count < t.size()) t[count++] = time;
  }
};

struct Relative {
  Vec3 d, v, a;
};

Minima least_distance(const Relative& path, double t1, double t2, bool& falling) {
  constexpr int parts = 8;
  constexpr int halvings = 50;
  const auto& [d, v, a] = path;
  const auto slope = [&](double s) { return dot(d + s * (v + s * a), v + (2.0 * s) * a); };
  Minima out;
  const double length = t2 - t1;
  double before = slope(0.0);
  if (falling && before >= 0.0) out.add(t1);
  for (int k = 0; k < parts; ++k) {
    double low = length * k / parts;
    double high = length * (k + 1) / parts;
    const double after = slope(high);
    if (before < 0.0 && after >= 0.0) {
      for (int n = 0; n < halvings; ++n) {
        const double middle = 0.5 * (low + high);
        (slope(middle) < 0.0 ? low : high) = middle;
      }
      out.add(t1 + high);
    }
    before = after;
  }
  falling = before < 0.0;
  return out;
}

class Search {
 public:
  Search(const Scene& scene, const Trajectory& trajectory, const Derivatives& derivatives)
      : scene_(scene),
        trajectory_(trajectory),
        derivatives_(derivatives),
        margins_(derivatives.columns),
        spans_(scene.balls.size()) {
    for (std::uint32_t k = 0; k < trajectory.pieces.size(); ++k) {
      const Piece& piece = trajectory.pieces[k];
      auto& own = spans_[piece.ball];
      if (!own.empty()) own.back().end = piece.t0;
      own.push_back({&piece, derivatives.pieces.data() + k * derivatives.columns, trajectory.t_end,
                     derivatives.piece_undefined[k] == Undefined::no});
    }
  }

  std::vector<Margin> run() {
    for (std::uint32_t a = 0; a < spans_.size(); ++a) {
      for (std::uint32_t b = a + 1; b < spans_.size(); ++b) search_pair(a, b);
      search_table(a);
    }
    for (std::uint32_t e = 0; e < trajectory_.events.size(); ++e) search_hit(e);
    return margins_;
  }

 private:
  double radius(std::uint32_t ball) const { return scene_.balls[ball].spec.radius; }

  /// The derivative of a ball's place at an instant that moves by dt if a piece begins there, else
  /// at a fixed one.
  Vec3 place_tangent(const Span& span, double t, std::size_t c, double dt) const {
    const StateTangent tangent = tangent_on(*span.piece, span.tangents[c], t);
    return tangent.r + dt * state_on(*span.piece, t).v;
  }

  void offer(std::size_t column, double clearance, double gradient, const Margin& found) {
    if (derivatives_.column_undefined[column] != Undefined::no) return;
    if (gradient == 0.0 || !std::isfinite(gradient)) return;
    const double distance = std::abs(clearance / gradient);
    if (!(distance < margins_[column].distance)) return;
    margins_[column] = found;
    margins_[column].distance = distance;
  }

  void search_pair(std::uint32_t a, std::uint32_t b) {
    std::size_t i = 0;
    std::size_t j = 0;
    bool falling = false;
    while (i < spans_[a].size() && j < spans_[b].size()) {
      const Span& one = spans_[a][i];
      const Span& two = spans_[b][j];
      const double t1 = std::max(one.piece->t0, two.piece->t0);
      const double t2 = std::min(one.end, two.end);
      if (!one.known || !two.known || !in_play(*one.piece) || !in_play(*two.piece)) {
        falling = false;
      } else if (t2 > t1) {
        search_approach({a, b}, one, two, falling);
      }
      if (one.end <= two.end) ++i;
      if (two.end <= one.end) ++j;
    }
  }

  void search_approach(std::pair<std::uint32_t, std::uint32_t> balls, const Span& one,
                       const Span& two, bool& falling) {
    const auto [a, b] = balls;
    const double t1 = std::max(one.piece->t0, two.piece->t0);
    const double t2 = std::min(one.end, two.end);
    const BallState from = state_on(*one.piece, t1);
    const BallState to = state_on(*two.piece, t1);
    const Minima minima = least_distance(
        {to.r - from.r, to.v - from.v, two.piece->a - one.piece->a}, t1, t2, falling);
    for (std::size_t k = 0; k < minima.count; ++k) {
      const double t = minima.t[k];
      const Vec3 apart = state_on(*two.piece, t).r - state_on(*one.piece, t).r;
      const double distance = norm(apart);
      const double clearance = distance - radius(a) - radius(b);
      if (clearance < touching) continue;
      const Span* begins = t == t1 ? (one.piece->t0 == t1 ? &one : &two) : nullptr;
      for (std::size_t c = 0; c < margins_.size(); ++c) {
        const double dt = begins != nullptr ? begins->tangents[c].t0 : 0.0;
        const Vec3 change = place_tangent(two, t, c, dt) - place_tangent(one, t, c, dt);
        offer(c, clearance, dot(apart, change) / distance,
              {.kind = Margin::Kind::near_miss, .t = t, .ball = a, .other = {AgentKind::ball, b}});
      }
    }
  }

  /// A ball on the cloth near cushions, jaws and pockets.
  void search_table(std::uint32_t ball) {
    const Noses noses = noses_of(scene_.table, radius(ball));
    const auto& table = scene_.table;
    for (std::uint32_t k = 0; k < table.jaws.size(); ++k) {
      const double reach = table.jaws[k].radius + noses.distance;
      search_disc(ball, table.jaws[k].centre, reach, {AgentKind::jaw, k});
    }
    for (std::uint32_t k = 0; k < table.pockets.size(); ++k) {
      search_disc(ball, table.pockets[k].centre, table.pockets[k].radius, {AgentKind::pocket, k});
    }
    for (std::uint32_t k = 0; k < table.cushions.size(); ++k) search_cushion(ball, noses, k);
  }

  static bool on_cloth(const Span& span) {
    return span.known && in_play(*span.piece) && span.piece->motion != Motion::airborne;
  }

  void search_disc(std::uint32_t ball, Vec2 centre, double reach, Agent part) {
    bool falling = false;
    for (const Span& span : spans_[ball]) {
      const Piece& piece = *span.piece;
      falling = falling && on_cloth(span);
      if (!on_cloth(span) || !(span.end > piece.t0)) continue;
      const Vec3 offset{piece.r0.x - centre.x, piece.r0.y - centre.y, 0.0};
      const Minima minima =
          least_distance({offset, piece.v0, piece.a}, piece.t0, span.end, falling);
      for (std::size_t k = 0; k < minima.count; ++k) {
        const double t = minima.t[k];
        const Vec2 out = flat(state_on(piece, t).r) - centre;
        offer_all(ball, span, t, norm(out) - reach, (1.0 / norm(out)) * out, part);
      }
    }
  }

  void search_cushion(std::uint32_t ball, const Noses& noses, std::uint32_t index) {
    const Cushion& cushion = scene_.table.cushions[index];
    const double length = norm(cushion.to - cushion.from);
    const Vec2 along = (1.0 / length) * (cushion.to - cushion.from);
    bool falling = false;
    for (const Span& span : spans_[ball]) {
      const Piece& piece = *span.piece;
      falling = falling && on_cloth(span);
      if (!on_cloth(span) || !(span.end > piece.t0)) continue;
      const double side = cross(along, flat(piece.r0) - cushion.from) < 0.0 ? -1.0 : 1.0;
      const Vec2 n = side * left_of(along);
      const auto across = [&](const Vec3& a) { return Vec3{dot(n, flat(a)), 0.0, 0.0}; };
      const Vec3 from{cushion.from.x, cushion.from.y, 0.0};
      const Minima minima =
          least_distance({across(piece.r0 - from), across(piece.v0), across(piece.a)}, piece.t0,
                         span.end, falling);
      for (std::size_t k = 0; k < minima.count; ++k) {
        const Vec2 offset = flat(state_on(piece, minima.t[k]).r) - cushion.from;
        const double foot = dot(along, offset);
        if (foot < 0.0 || foot > length) continue;
        offer_all(ball, span, minima.t[k], dot(n, offset) - noses.distance, n,
                  {AgentKind::cushion, index});
      }
    }
  }

  /// A near miss at time t whose clearance grows along n.
  void offer_all(std::uint32_t ball, const Span& span, double t, double clearance, Vec2 n,
                 Agent part) {
    if (clearance < touching) return;
    const bool begins = t == span.piece->t0;
    for (std::size_t c = 0; c < margins_.size(); ++c) {
      const double dt = begins ? span.tangents[c].t0 : 0.0;
      offer(c, clearance, dot(n, flat(place_tangent(span, t, c, dt))),
            {.kind = Margin::Kind::near_miss, .t = t, .ball = ball, .other = part});
    }
  }

  const Span* span_before(std::uint32_t ball, double t) const {
    const Span* found = nullptr;
    for (const Span& span : spans_[ball]) {
      if (span.piece->t0 < t) found = &span;
    }
    return found != nullptr && found->known ? found : nullptr;
  }

  void search_hit(std::uint32_t index) {
    const Event& event = trajectory_.events[index];
    const Span* one = span_before(event.ball, event.t);
    if (one == nullptr || !moves(*one->piece)) {
      // the first ball may rest: then the other one moves
      if (event.type != EventType::ball_ball || one == nullptr) return;
    }
    if (event.type == EventType::ball_ball) {
      const Span* two = span_before(event.other.index, event.t);
      if (two != nullptr)
        offer_crossing(event, *one, two, radius(event.ball) + radius(event.other.index));
    } else if (event.type == EventType::ball_pocket && one->piece->motion != Motion::airborne) {
      const Pocket& pocket = scene_.table.pockets[event.other.index];
      offer_crossing(event, *one, nullptr, pocket.radius, pocket.centre);
    } else if (event.type == EventType::ball_cushion && one->piece->motion != Motion::airborne) {
      offer_nose(event, *one);
    } else {
      return;
    }
    if (one->piece->motion == Motion::rolling) offer_reach(event, *one);
  }

  /// A path that meets a circle (of another ball, a jaw, a pocket) at distance `reach`: how far it
  /// is from passing, if it went straight on.
  void offer_crossing(const Event& event, const Span& one, const Span* two, double reach,
                      Vec2 centre = {}) {
    using S = Dual<4>;
    for (std::size_t c = 0; c < margins_.size(); ++c) {
      const auto dual = [&](const Span& span) {
        const BallState value = state_on(*span.piece, event.t);
        const StateTangent d = tangent_on(*span.piece, span.tangents[c], event.t);
        DualState<S> s;
        s.r = value.r;
        s.v = value.v;
        s.r.x.d[0] = d.r.x;
        s.r.y.d[0] = d.r.y;
        s.r.z.d[0] = d.r.z;
        s.v.x.d[0] = d.v.x;
        s.v.y.d[0] = d.v.y;
        s.v.z.d[0] = d.v.z;
        return s;
      };
      const DualState<S> a = dual(one);
      DualState<S> b;
      if (two != nullptr) {
        b = dual(*two);
      } else {
        b.r = {S(centre.x), S(centre.y), a.r.z};
        b.v = {S(0.0), S(0.0), a.v.z};
      }
      // least distance of the straight lines; the instant does not matter
      const Vec3Of<S> d = b.r - a.r;
      const Vec3Of<S> v = b.v - a.v;
      const S along = dot(d, v) / dot(v, v);
      const Vec3Of<S> least = d - along * v;
      const S square = dot(least, least);
      if (!(square.value > 0.0)) {
        // through the middle: the distance grows with the change across the path
        const Vec3 across{least.x.d[0], least.y.d[0], least.z.d[0]};
        offer(c, reach, norm(across), hit(event));
        continue;
      }
      const S distance = sqrt(square);
      offer(c, reach - distance.value, distance.d[0], hit(event));
    }
  }

  static Margin hit(const Event& event) {
    return {.kind = Margin::Kind::hit, .t = event.t, .ball = event.ball, .other = event.other};
  }

  void offer_nose(const Event& event, const Span& span) {
    const Noses noses = noses_of(scene_.table, radius(event.ball));
    const BallState s = state_on(*span.piece, event.t);
    const Nose nose = touched_nose(scene_.table, noses, event.other, s);
    if (!nose.is_straight) {
      return offer_crossing(event, span, nullptr, nose.radius + noses.distance, nose.at);
    }
    // how far it is from the ends
    const Cushion& cushion = scene_.table.cushions[event.other.index];
    const double length = norm(cushion.to - cushion.from);
    const Vec2 along = (1.0 / length) * (cushion.to - cushion.from);
    const double foot = dot(along, flat(s.r) - cushion.from);
    for (std::size_t c = 0; c < margins_.size(); ++c) {
      const double dt = derivatives_.event_times[event_index(event) * margins_.size() + c];
      const double change = dot(along, flat(place_tangent(span, event.t, c, dt)));
      offer(c, std::min(foot, length - foot), change, hit(event));
    }
  }

  std::size_t event_index(const Event& event) const {
    return static_cast<std::size_t>(&event - trajectory_.events.data());
  }

  /// A rolling ball that comes to an event: how much further it would have rolled.
  void offer_reach(const Event& event, const Span& span) {
    const BallState s = state_on(*span.piece, event.t);
    const double deceleration = 2.0 * norm(span.piece->a);
    if (!(deceleration > 0.0)) return;
    const double speed = norm(s.v);
    Margin found = hit(event);
    found.kind = Margin::Kind::short_of;
    for (std::size_t c = 0; c < margins_.size(); ++c) {
      const double dt = derivatives_.event_times[event_index(event) * margins_.size() + c];
      const StateTangent d = tangent_on(*span.piece, span.tangents[c], event.t);
      const double change = dot(s.v, d.v + (2.0 * dt) * span.piece->a) / speed;
      offer(c, 0.5 * speed, change, found);
    }
  }

  const Scene& scene_;
  const Trajectory& trajectory_;
  const Derivatives& derivatives_;
  std::vector<Margin> margins_;
  std::vector<std::vector<Span>> spans_;  ///< per ball
};

}  // namespace
}  // namespace sensitivity

std::string_view name_of(Margin::Kind kind) {
  switch (kind) {
    case Margin::Kind::nothing:
      return "nothing";
    case Margin::Kind::near_miss:
      return "near miss";
    case Margin::Kind::hit:
      return "hit";
    case Margin::Kind::short_of:
      return "stops short";
  }
  return "";
}

std::vector<Margin> margins(const Scene& scene, const Trajectory& trajectory,
                            const Derivatives& derivatives) {
  return sensitivity::Search(scene, trajectory, derivatives).run();
}

}  // namespace cuelab
