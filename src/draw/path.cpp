#include "draw/path.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "cuelab/appearance.hpp"
#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {
namespace {

/// A motion over a shorter distance than this gets no line style of its own [m].
constexpr double shortest_motion = 0.01;

bool is_moving(Motion motion) {
  return motion == Motion::rolling || motion == Motion::sliding || motion == Motion::airborne;
}

/// A piece and its end time.
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

/// The parabola of a piece of duration T. With r = r0 + v0 s + a s^2 the control point is where the
/// end tangents meet, r0 + v0 T / 2: the curve is exact.
PathSegment parabola_of(const Span& span) {
  const Vec2 from = span.from();
  const Vec2 v = flat(span.piece->v0);
  const double duration = span.duration();
  const Vec2 to = from + duration * (v + duration * flat(span.piece->a));
  return {from, from + (0.5 * duration) * v, to, span.motion};
}

/// The parabola that passes `middle` at half its time.
PathSegment parabola_through(Vec2 from, Vec2 middle, Vec2 to, Motion motion) {
  return {from, 2.0 * middle - 0.5 * (from + to), to, motion};
}

/// A cubic piece as parabolas that meet it at start, middle and end. On a segment of duration h the
/// error is at most |b| h^3 / (12 sqrt(3)).
void add_cubic(std::vector<PathSegment>& path, const Span& span) {
  constexpr int most = 64;
  const double T = span.duration();
  const double off = norm(span.piece->b) * T * T * T / 20.0;
  int count = 1;
  while (count < most && off > path_tolerance * count * count * count) ++count;
  const double h = T / count;
  const auto at = [&](double steps) { return span.at(span.piece->t0 + steps * h); };
  for (int i = 0; i < count; ++i) {
    path.push_back(parabola_through(at(i), at(i + 0.5), at(i + 1), span.motion));
  }
}

/// The first spans with the same motion.
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

/// Replaces short motions by the one before; a short first motion by the one after.
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

Vec2 on(const PathSegment& s, double u) {
  const double w = 1.0 - u;
  return (w * w) * s.from + (2.0 * u * w) * s.control + (u * u) * s.to;
}

/// One parabola in time for all spans.
PathSegment joined(Spans spans) {
  const double half = 0.5 * (spans.front().piece->t0 + spans.back().until);
  const auto middle = std::ranges::find_if(spans, [&](const Span& s) { return s.until >= half; });
  return parabola_through(spans.front().from(), middle->at(half), spans.back().to(),
                          spans.front().motion);
}

/// Whether that parabola is within the tolerance of the path.
bool fits(const PathSegment& segment, Spans spans) {
  const double begin = spans.front().piece->t0;
  const double whole = spans.back().until - begin;
  return std::ranges::all_of(spans, [&](const Span& s) {
    return std::ranges::all_of(std::initializer_list<double>{0.25, 0.5, 0.75, 1.0}, [&](double u) {
      const double t = s.piece->t0 + u * s.duration();
      return norm(on(segment, (t - begin) / whole) - s.at(t)) <= path_tolerance;
    });
  });
}

/// How many of the first spans one parabola can replace: doubling while it fits, then bisection.
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

std::vector<PathSegment> fewest_parabolas(Spans spans) {
  std::vector<PathSegment> path;
  while (!spans.empty()) {
    const Spans one = first_motion(spans);
    const std::size_t count = longest_fit(one);
    if (count == 1) {
      add_cubic(path, spans.front());
    } else {
      path.push_back(joined(spans.first(count)));
    }
    spans = spans.subspan(count);
  }
  return path;
}

/// Whether the ball moves by less than the tolerance.
bool is_nearly_still(Spans spans) {
  const Vec3 start = spans.front().piece->r0;
  return std::ranges::all_of(spans, [&](const Span& s) {
    return norm(state_on(*s.piece, s.until).r - start) < path_tolerance;
  });
}

/// Curves flatter than this are drawn as lines [px].
constexpr double flat_enough = 0.02;

void add_segment(PathData& path, const View& view, const PathSegment& s) {
  const Vec2 from = view(s.from);
  const Vec2 control = view(s.control);
  const Vec2 to = view(s.to);
  const Vec2 chord = to - from;
  const double length = norm(chord);
  // a ball that returns along the same line turns beyond the end: keep the curve
  const double along = dot(control - from, chord);
  const bool between = along >= 0.0 && along <= length * length;
  if (between && std::abs(cross(chord, control - from)) < flat_enough * length) {
    path.line(to);
  } else {
    path.quadratic(control, to);
  }
}

/// Segments with the same motion, each starting where the last ended.
void draw_line(Svg& svg, const std::string& data, const LineStyle& style,
               const BallColours& colours) {
  const bool dark = colours.path == colours.fill && colours.path != "#ffffff";
  const auto stroke = [&](std::string_view colour, double width, double opacity) {
    svg.leaf("path", {{"d", data},
                      {"stroke", colour},
                      {"stroke-width", width},
                      {"stroke-opacity", opacity},
                      {"stroke-dasharray", style.dashes}});
  };
  // an outline darker or lighter than the cloth, the line, and a white core for stripes
  stroke(dark ? "#ffffff" : "#062a29", style.width + 1.6, dark ? 0.35 : 0.4);
  stroke(colours.path, style.width, 1.0);
  if (colours.striped) stroke("#ffffff", 0.4 * style.width, 1.0);
}

}  // namespace

std::vector<PathSegment> path_of(const std::vector<Piece>& pieces, double t_end) {
  std::vector<Span> spans = moving_spans(pieces, t_end);
  std::vector<PathSegment> path;
  if (std::ranges::none_of(spans, [](const Span& s) { return s.piece->b != Vec3{}; })) {
    for (const Span& s : spans) path.push_back(parabola_of(s));
    return path;
  }
  if (is_nearly_still(spans)) return path;
  join_short_motions(spans);
  return fewest_parabolas(spans);
}

LineStyle line_style(Motion motion, Viewpoint viewpoint) {
  if (viewpoint == Viewpoint::side) return {"none", motion == Motion::airborne ? 2.6 : 1.0};
  if (motion == Motion::sliding) return {"5 3.5"};
  if (motion == Motion::airborne) return {"0.1 4.5"};
  return {"none"};
}

void draw_paths(Svg& svg, const View& view, const Subject& subject) {
  svg.open("g", {{"id", "paths"},
                 {"fill", "none"},
                 {"stroke-linecap", "round"},
                 {"stroke-linejoin", "round"}});
  for (std::size_t b = 0; b < subject.paths.size(); ++b) {
    const std::vector<PathSegment>& path = subject.paths[b];
    const BallColours colours = ball_colours(subject.scene, b);
    for (std::size_t i = 0; i < path.size();) {
      const Motion motion = path[i].motion;
      PathData line;
      line.move(view(path[i].from));
      for (; i < path.size() && path[i].motion == motion; ++i) add_segment(line, view, path[i]);
      draw_line(svg, line.text(), line_style(motion, subject.viewpoint), colours);
    }
  }
  svg.close();
}

}  // namespace cuelab::draw
