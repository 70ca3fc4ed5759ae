#include "draw/way.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace cuelab::draw {
namespace {

/// A motion that lasts for less of the way through space than this is not told apart [m].
constexpr double shortest_motion = 0.01;

bool is_moving(Motion motion) {
  return motion == Motion::rolling || motion == Motion::sliding || motion == Motion::airborne;
}

/// A piece with the time it ends.
struct Span {
  const Piece* piece;
  double until;
  Motion motion;

  double duration() const { return until - piece->t0; }
  Vec2 at(double t) const { return flat(state_on(*piece, t).r); }
  Vec2 from() const { return flat(piece->r0); }
  Vec2 to() const { return at(until); }
};
using Spans = std::span<Span>;

std::vector<Span> moving_spans(const std::vector<Piece>& pieces, double t_end) {
  std::vector<Span> spans;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const double until = i + 1 < pieces.size() ? pieces[i + 1].t0 : t_end;
    if (!is_moving(pieces[i].motion) || until <= pieces[i].t0) continue;
    spans.push_back({&pieces[i], until, pieces[i].motion});
  }
  return spans;
}

/// The parabola over the time T of a piece. With r = r0 + v0 s + a s^2 the control point is
/// where the end tangents meet, r0 + v0 T / 2: the curve is exact.
Stretch parabola_of(const Span& span) {
  const Vec2 from = span.from();
  const Vec2 v = flat(span.piece->v0);
  const double duration = span.duration();
  const Vec2 to = from + duration * (v + duration * flat(span.piece->a));
  return {from, from + (0.5 * duration) * v, to, span.motion};
}

/// The parabola that passes the middle of a stretch at half its time.
Stretch parabola_through(Vec2 from, Vec2 middle, Vec2 to, Motion motion) {
  return {from, 2.0 * middle - 0.5 * (from + to), to, motion};
}

/// A cubic piece as parabolas that meet it at begin, middle and end. On a stretch of time h they
/// are nowhere farther from it than |b| h^3 / (12 sqrt(3)).
void add_cubic(std::vector<Stretch>& way, const Span& span) {
  constexpr int most = 64;
  const double T = span.duration();
  const double off = norm(span.piece->b) * T * T * T / 20.0;
  int count = 1;
  while (count < most && off > way_tolerance * count * count * count) ++count;
  const double h = T / count;
  const auto at = [&](double steps) { return span.at(span.piece->t0 + steps * h); };
  for (int i = 0; i < count; ++i) {
    way.push_back(parabola_through(at(i), at(i + 0.5), at(i + 1), span.motion));
  }
}

/// The first spans that have one motion.
Spans first_motion(Spans spans) {
  std::size_t count = 0;
  while (count < spans.size() && spans[count].motion == spans.front().motion) ++count;
  return spans.first(count);
}

double length_of(Spans spans) {
  double sum = 0.0;
  for (const Span& s : spans) {
    const Vec3 middle = state_on(*s.piece, s.piece->t0 + 0.5 * s.duration()).r;
    sum += norm(middle - s.piece->r0) + norm(state_on(*s.piece, s.until).r - middle);
  }
  return sum;
}

/// Gives short motions the one before them; the first, the one after.
void join_short_motions(Spans spans) {
  for (std::size_t i = 0; i < spans.size();) {
    const Spans one = first_motion(spans.subspan(i));
    const std::size_t next = i + one.size();
    if (length_of(one) < shortest_motion) {
      const bool has_next = next < spans.size();
      const Motion neighbour = i > 0      ? spans[i - 1].motion
                               : has_next ? spans[next].motion
                                          : one.front().motion;
      for (Span& s : one) s.motion = neighbour;
    }
    i = next;
  }
}

Vec2 on(const Stretch& s, double u) {
  const double w = 1.0 - u;
  return (w * w) * s.from + (2.0 * u * w) * s.control + (u * u) * s.to;
}

/// One parabola in time for all spans.
Stretch joined(Spans spans) {
  const double half = 0.5 * (spans.front().piece->t0 + spans.back().until);
  const auto middle = std::ranges::find_if(spans, [&](const Span& s) { return s.until >= half; });
  return parabola_through(spans.front().from(), middle->at(half), spans.back().to(),
                          spans.front().motion);
}

/// Whether that parabola stays near the way.
bool fits(const Stretch& stretch, Spans spans) {
  const double begin = spans.front().piece->t0;
  const double whole = spans.back().until - begin;
  return std::ranges::all_of(spans, [&](const Span& s) {
    return std::ranges::all_of(std::initializer_list<double>{0.25, 0.5, 0.75, 1.0}, [&](double u) {
      const double t = s.piece->t0 + u * s.duration();
      return norm(on(stretch, (t - begin) / whole) - s.at(t)) <= way_tolerance;
    });
  });
}

/// How many of the first spans one parabola can stand for: twice as many while that works, then
/// the limit by halving.
std::size_t longest_fit(Spans spans) {
  const auto works = [&](std::size_t n) {
    return n == 1 || fits(joined(spans.first(n)), spans.first(n));
  };
  std::size_t good = 1;
  while (2 * good <= spans.size() && works(2 * good)) good *= 2;
  std::size_t bad = std::min(2 * good, spans.size() + 1);
  while (bad - good > 1) {
    const std::size_t n = good + (bad - good) / 2;
    (works(n) ? good : bad) = n;
  }
  return good;
}

std::vector<Stretch> fewest_parabolas(Spans spans) {
  std::vector<Stretch> way;
  while (!spans.empty()) {
    const Spans one = first_motion(spans);
    const std::size_t count = longest_fit(one);
    if (count == 1) {
      add_cubic(way, spans.front());
    } else {
      way.push_back(joined(spans.first(count)));
    }
    spans = spans.subspan(count);
  }
  return way;
}

/// Whether the ball stays where it is for all that can be seen.
bool hardly_moves(Spans spans) {
  const Vec3 start = spans.front().piece->r0;
  return std::ranges::all_of(spans, [&](const Span& s) {
    return norm(state_on(*s.piece, s.until).r - start) < way_tolerance;
  });
}

}  // namespace

std::vector<Stretch> way_of(const std::vector<Piece>& pieces, double t_end) {
  std::vector<Span> spans = moving_spans(pieces, t_end);
  std::vector<Stretch> way;
  if (std::ranges::none_of(spans, [](const Span& s) { return s.piece->b != Vec3{}; })) {
    for (const Span& s : spans) way.push_back(parabola_of(s));
    return way;
  }
  if (hardly_moves(spans)) return way;
  join_short_motions(spans);
  return fewest_parabolas(spans);
}

}  // namespace cuelab::draw
