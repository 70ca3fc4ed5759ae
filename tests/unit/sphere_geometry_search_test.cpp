// A sphere against every shape, described independently as patches of surface that are searched for
// the point nearest to its centre.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "smooth/geometry.hpp"

namespace cuelab::smooth {
namespace {

constexpr double full_turn = 6.283185307179586;

// right-handed and tilted against the axes of the world
constexpr Vec3 tilted_u{2.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0};
constexpr Vec3 tilted_v{-2.0 / 3.0, 2.0 / 3.0, 1.0 / 3.0};
constexpr Vec3 tilted_w{-1.0 / 3.0, -2.0 / 3.0, 2.0 / 3.0};

/// A patch of surface over the unit square; `closed`: periodic in u.
struct Patch {
  std::function<Vec3(double u, double v)> point;
  bool closed = false;
};

/// An independent description of a shape: its surface, and which points are inside.
struct Subject {
  std::string name;
  std::function<SurfaceGap(const Vec3&, double)> gap_to;
  std::vector<Patch> surface;
  std::function<bool(const Vec3&)> inside;
};

/// The least distance from a patch: the best of a grid, then a search of ever shorter steps.
double distance_to(const Patch& patch, const Vec3& x) {
  constexpr int cells = 16;
  double best = std::numeric_limits<double>::infinity();
  double u = 0.0;
  double v = 0.0;
  const auto improve = [&](double p, double q) {
    if (!patch.closed) p = std::clamp(p, 0.0, 1.0);
    q = std::clamp(q, 0.0, 1.0);
    const double d = norm(x - patch.point(p, q));
    if (d >= best) return false;
    best = d;
    u = p;
    v = q;
    return true;
  };
  for (int i = 0; i <= cells; ++i) {
    for (int j = 0; j <= cells; ++j) improve(double(i) / cells, double(j) / cells);
  }
  for (double step = 1.0 / cells; step > 1e-8;) {
    bool better = false;
    for (const double du : {-step, 0.0, step, 0.25, 0.5, 0.75}) {  // far ones: off a pole
      for (const double dv : {-step, 0.0, step}) better = improve(u + du, v + dv) || better;
    }
    if (!better) step *= 0.5;
  }
  return best;
}

double searched_gap(const Subject& subject, const Vec3& x, double radius) {
  double distance = std::numeric_limits<double>::infinity();
  for (const Patch& patch : subject.surface) distance = std::min(distance, distance_to(patch, x));
  return (subject.inside(x) ? -distance : distance) - radius;
}

/// Point of the tilted frame about `origin`.
Vec3 tilted(const Vec3& origin, double a, double b, double c) {
  return origin + a * tilted_u + b * tilted_v + c * tilted_w;
}

/// The parallelogram at `corner` with sides p and q.
Patch parallelogram(const Vec3& corner, const Vec3& p, const Vec3& q) {
  return {[=](double u, double v) { return corner + u * p + v * q; }};
}

Patch three_cornered(const Vec3& a, const Vec3& b, const Vec3& c) {
  return {[=](double u, double v) { return a + u * (b - a) + v * (1.0 - u) * (c - a); }};
}

/// The disc of radius r about the tilted axis, at height c.
Patch round_end(const Vec3& origin, double r, double c) {
  return {[=](double u, double v) {
            const double angle = full_turn * u;
            return tilted(origin, v * r * std::cos(angle), v * r * std::sin(angle), c);
          },
          true};
}

/// The cylinder about the tilted axis up to height c, up to an angle to both sides of its first
/// direction.
Patch round_wall(const Vec3& origin, double r, double c, double half_angle = 0.5 * full_turn) {
  return {[=](double u, double v) {
            const double angle = half_angle * (2.0 * u - 1.0);
            return tilted(origin, r * std::cos(angle), r * std::sin(angle), c * v);
          },
          half_angle == 0.5 * full_turn};
}

Patch globe(const Vec3& centre, double r) {
  return {[=](double u, double v) {
            const double z = std::cos(0.5 * full_turn * v);
            const double s = std::sin(0.5 * full_turn * v);
            return centre + r * Vec3{s * std::cos(full_turn * u), s * std::sin(full_turn * u), z};
          },
          true};
}

/// The plate from z = 0 down with a round hole: its top and the wall of the hole, 3 m of each.
Patch plate_top(const Vec3& hole, double radius) {
  return {[=](double u, double v) {
            const double r = radius + 3.0 * v;
            return Vec3{hole.x + r * std::cos(full_turn * u), hole.y + r * std::sin(full_turn * u),
                        0.0};
          },
          true};
}
Patch hole_wall(const Vec3& hole, double radius) {
  return {[=](double u, double v) {
            return Vec3{hole.x + radius * std::cos(full_turn * u),
                        hole.y + radius * std::sin(full_turn * u), -3.0 * v};
          },
          true};
}

template <class S>
std::function<SurfaceGap(const Vec3&, double)> through_variant(const S& shape) {
  return [shape](const Vec3& x, double radius) { return gap_to(Shape{shape}, x, radius); };
}

const Vec3 place{0.1, -0.2, 0.3};
bool nowhere(const Vec3&) { return false; }

Subject box_subject(const Vec3& half, const std::string& name) {
  const Vec3 u = half.x * tilted_u;
  const Vec3 v = half.y * tilted_v;
  const Vec3 w = half.z * tilted_w;
  const Vec3 low = place - u - v - w;
  const Vec3 high = place + u + v + w;
  return {name,
          through_variant(Cuboid{.centre = place, .half = half, .axes = {tilted_u, tilted_v}}),
          {parallelogram(low, 2.0 * u, 2.0 * v), parallelogram(low, 2.0 * v, 2.0 * w),
           parallelogram(low, 2.0 * w, 2.0 * u), parallelogram(high, -2.0 * u, -2.0 * v),
           parallelogram(high, -2.0 * v, -2.0 * w), parallelogram(high, -2.0 * w, -2.0 * u)},
          [half](const Vec3& x) {
            const Vec3 d = x - place;
            return std::abs(dot(d, tilted_u)) < half.x && std::abs(dot(d, tilted_v)) < half.y &&
                   std::abs(dot(d, tilted_w)) < half.z;
          }};
}

Subject prism_subject() {
  const Vec3 a = tilted(place, -0.8, -0.3, 0.0);
  const Vec3 b = tilted(place, 0.9, -0.5, 0.0);
  const Vec3 c = tilted(place, 0.2, 0.7, 0.0);
  const Vec3 up = 0.6 * tilted_w;
  const auto left_of_edge = [](const Vec3& p, const Vec3& q, const Vec3& x) {
    return dot(cross(q - p, x - p), tilted_w) > 0.0;
  };
  return {"prism",
          through_variant(Prism{{a, c, b}, up}),
          {parallelogram(a, b - a, up), parallelogram(b, c - b, up), parallelogram(c, a - c, up),
           three_cornered(a, b, c), three_cornered(a + up, b + up, c + up)},
          [=](const Vec3& x) {
            const double height = dot(x - place, tilted_w);
            return height > 0.0 && height < 0.6 && left_of_edge(a, b, x) && left_of_edge(b, c, x) &&
                   left_of_edge(c, a, x);
          }};
}

std::vector<Subject> round_subjects() {
  const Vec3 axis = 0.9 * tilted_w;
  const auto distance_from_axis = [](const Vec3& x) { return norm(cross(x - place, tilted_w)); };
  const Tube whole{.base = place, .axis = axis, .radius = 0.6, .facing = {}};
  Tube narrow = whole;
  narrow.facing = tilted_u;
  narrow.least_cosine = std::cos(0.7);
  Tube wide = narrow;
  wide.least_cosine = std::cos(2.2);
  return {
      {"cylinder",
       through_variant(Cylinder{.base = place, .axis = axis, .radius = 0.6}),
       {round_end(place, 0.6, 0.0), round_end(place, 0.6, 0.9), round_wall(place, 0.6, 0.9)},
       [=](const Vec3& x) {
         const double height = dot(x - place, tilted_w);
         return height > 0.0 && height < 0.9 && distance_from_axis(x) < 0.6;
       }},
      {"tube", through_variant(whole), {round_wall(place, 0.6, 0.9)}, nowhere},
      {"narrow arc", through_variant(narrow), {round_wall(place, 0.6, 0.9, 0.7)}, nowhere},
      {"wide arc", through_variant(wide), {round_wall(place, 0.6, 0.9, 2.2)}, nowhere},
      {"disc",
       through_variant(Disc{.centre = place, .normal = tilted_w, .radius = 0.6}),
       {round_end(place, 0.6, 0.0)},
       nowhere},
      {"sphere",
       through_variant(Sphere{.centre = place, .radius = 0.6}),
       {globe(place, 0.6)},
       [](const Vec3& x) { return norm(x - place) < 0.6; }},
      {"hollow sphere",
       through_variant(Sphere{.centre = place, .radius = 0.6, .hollow = true}),
       {globe(place, 0.6)},
       [](const Vec3& x) { return norm(x - place) > 0.6; }},
      {"rim",
       [](const Vec3& x, double r) { return gap_to_rim({place.x, place.y}, 0.6, x, r); },
       {plate_top(place, 0.6), hole_wall(place, 0.6)},
       [](const Vec3& x) { return x.z < 0.0 && norm(flat(x - place)) > 0.6; }},
  };
}

std::vector<Subject> subjects() {
  std::vector<Subject> all = round_subjects();
  all.push_back(box_subject({0.9, 0.5, 0.3}, "cuboid"));
  all.push_back(box_subject({0.9, 0.0, 0.5}, "thin cuboid"));
  all.push_back(prism_subject());
  all.push_back({"plane",
                 through_variant(Plane{.point = place, .normal = tilted_w}),
                 {parallelogram(tilted(place, -5.0, -5.0, 0.0), 10.0 * tilted_u, 10.0 * tilted_v)},
                 [](const Vec3& x) { return dot(x - place, tilted_w) < 0.0; }});
  return all;
}

class RandomPoints {
 public:
  Vec3 near_place() { return place + Vec3{side_(random_), side_(random_), side_(random_)}; }
  Vec3 direction() {
    for (;;) {
      const Vec3 d{side_(random_), side_(random_), side_(random_)};
      const double length = norm(d);
      if (length > 0.1 && length < 1.0) return (1.0 / length) * d;
    }
  }

 private:
  std::mt19937_64 random_{7};
  std::uniform_real_distribution<double> side_{-1.5, 1.5};
};

TEST(SphereGeometrySearch, GapIsTheDistanceToTheNearestPointOfTheSurface) {
  RandomPoints points;
  for (const Subject& subject : subjects()) {
    for (int k = 0; k < 150; ++k) {
      const Vec3 x = points.near_place();
      ASSERT_NEAR(subject.gap_to(x, 0.2).gap, searched_gap(subject, x, 0.2), 1e-6)
          << subject.name << " at " << x.x << " " << x.y << " " << x.z;
    }
  }
}

TEST(SphereGeometrySearch, NormalIsTheSlopeOfTheGap) {
  RandomPoints points;
  constexpr double h = 1e-6;
  for (const Subject& subject : subjects()) {
    int kinks = 0;
    for (int k = 0; k < 2000; ++k) {
      const Vec3 x = points.near_place();
      const Vec3 along = points.direction();
      const SurfaceGap here = subject.gap_to(x, 0.2);
      const double ahead = subject.gap_to(x + h * along, 0.2).gap;
      const double behind = subject.gap_to(x - h * along, 0.2).gap;
      ASSERT_NEAR(norm(here.normal), 1.0, 1e-14) << subject.name;
      if (std::abs(ahead - 2.0 * here.gap + behind) > 1e-3 * h) {
        ++kinks;  // within h of where the nearest point jumps
        continue;
      }
      ASSERT_NEAR((ahead - behind) / (2.0 * h), dot(here.normal, along), 1e-3) << subject.name;
    }
    EXPECT_LE(kinks, 20) << subject.name;
  }
}

TEST(SphereGeometrySearch, GapHasNoStepAlongAnyLine) {
  RandomPoints points;
  constexpr double step = 1e-3;
  for (const Subject& subject : subjects()) {
    for (int line = 0; line < 40; ++line) {
      const Vec3 from = points.near_place();
      const Vec3 along = points.direction();
      double before = subject.gap_to(from, 0.2).gap;
      for (int k = 1; k < 2000; ++k) {
        const double gap = subject.gap_to(from + (k * step) * along, 0.2).gap;
        ASSERT_LE(std::abs(gap - before), step * (1.0 + 1e-9)) << subject.name;
        before = gap;
      }
    }
  }
}

TEST(SphereGeometrySearch, ARadiusOnlyShortensTheGap) {
  RandomPoints points;
  for (const Subject& subject : subjects()) {
    const Vec3 x = points.near_place();
    const SurfaceGap bare = subject.gap_to(x, 0.0);
    const SurfaceGap thick = subject.gap_to(x, 0.4);
    EXPECT_NEAR(bare.gap - 0.4, thick.gap, 1e-15) << subject.name;
    EXPECT_EQ(bare.normal, thick.normal) << subject.name;
  }
}

}  // namespace
}  // namespace cuelab::smooth
