// A sphere against every shape: values computed by hand.
#include "smooth/geometry.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace cuelab::smooth {
namespace {

void expect_gap(const SurfaceGap& t, double gap, const Vec3& normal) {
  EXPECT_NEAR(t.gap, gap, 1e-14);
  EXPECT_NEAR(t.normal.x, normal.x, 1e-14);
  EXPECT_NEAR(t.normal.y, normal.y, 1e-14);
  EXPECT_NEAR(t.normal.z, normal.z, 1e-14);
}

TEST(SphereGeometry, PlaneByHand) {
  const Plane plane{.point = {0.0, 0.0, 1.0}, .normal = {0.0, 0.6, 0.8}};
  expect_gap(gap_to(plane, {7.0, 0.6, 1.8}, 0.25), 0.75, {0.0, 0.6, 0.8});
  expect_gap(gap_to(plane, {7.0, -0.6, 0.2}, 0.25), -1.25, {0.0, 0.6, 0.8});
}

TEST(SphereGeometry, SpheresByHand) {
  expect_gap(gap_between_spheres({3.0, 4.0, 0.0}, 1.0, {0.0, 0.0, 0.0}, 2.0), 2.0, {0.6, 0.8, 0.0});
  expect_gap(gap_between_spheres({0.0, 0.0, -1.0}, 1.0, {0.0, 0.0, 0.0}, 2.0), -2.0,
             {0.0, 0.0, -1.0});
  expect_gap(gap_between_spheres({1.0, 1.0, 1.0}, 1.0, {1.0, 1.0, 1.0}, 2.0), -3.0,
             {0.0, 0.0, 1.0});
}

TEST(SphereGeometry, SphereShapesByHand) {
  const Sphere ball{.centre = {1.0, 0.0, 0.0}, .radius = 2.0, .hollow = false};
  expect_gap(gap_to(ball, {1.0, 3.0, 4.0}, 0.5), 2.5, {0.0, 0.6, 0.8});
  expect_gap(gap_to(ball, {1.0, 0.0, -1.5}, 0.5), -1.0, {0.0, 0.0, -1.0});
  const Sphere hole{.centre = {1.0, 0.0, 0.0}, .radius = 2.0, .hollow = true};
  expect_gap(gap_to(hole, {1.0, 0.0, 1.25}, 0.5), 0.25, {0.0, 0.0, -1.0});
  expect_gap(gap_to(hole, {4.0, 0.0, 0.0}, 0.5), -1.5, {-1.0, 0.0, 0.0});
}

TEST(SphereGeometry, BoxFaceEdgeAndCorner) {
  const Cuboid cuboid{.centre = {1.0, 1.0, 1.0}, .half = {1.0, 2.0, 3.0}};
  expect_gap(gap_to(cuboid, {2.5, 0.0, 1.0}, 0.25), 0.25, {1.0, 0.0, 0.0});
  expect_gap(gap_to(cuboid, {1.5, -1.5, 3.0}, 0.25), 0.25, {0.0, -1.0, 0.0});
  expect_gap(gap_to(cuboid, {2.3, 1.0, 4.4}, 0.25), 0.25, {0.6, 0.0, 0.8});
  expect_gap(gap_to(cuboid, {-1.0, -3.0, -4.0}, 1.0), 2.0, {-1.0 / 3.0, -2.0 / 3.0, -2.0 / 3.0});
  expect_gap(gap_to(cuboid, {1.0, 2.9, 1.0}, 0.25), -0.35, {0.0, 1.0, 0.0});  // inside
}

TEST(SphereGeometry, ThinBoxFromBothSidesAndItsRim) {
  const Cuboid wall{.centre = {0.0, 0.0, 0.0}, .half = {0.0, 2.0, 1.0}};
  expect_gap(gap_to(wall, {0.5, 1.0, 0.0}, 0.25), 0.25, {1.0, 0.0, 0.0});
  expect_gap(gap_to(wall, {-0.5, 1.0, 0.0}, 0.25), 0.25, {-1.0, 0.0, 0.0});
  expect_gap(gap_to(wall, {-0.3, 1.0, 1.4}, 0.25), 0.25, {-0.6, 0.0, 0.8});
  expect_gap(gap_to(wall, {0.0, 2.5, 0.0}, 0.25), 0.25, {0.0, 1.0, 0.0});
}

TEST(SphereGeometry, PrismFacesEdgesAndCorners) {
  // right angle at the origin, sides 4 along x and 3 along y, from z = 0 up to 2
  const Vec3 o{0.0, 0.0, 0.0};
  const Vec3 a{4.0, 0.0, 0.0};
  const Vec3 b{0.0, 3.0, 0.0};
  const Vec3 up{0.0, 0.0, 2.0};
  const Vec3 top = up;
  const std::array<Prism, 6> orders = {{{{o, a, b}, up},
                                        {{o, b, a}, up},
                                        {{a, o, b}, up},
                                        {{b, a, o}, up},
                                        {{o + top, a + top, b + top}, -up},
                                        {{b + top, a + top, o + top}, -up}}};
  for (const Prism& prism : orders) {
    expect_gap(gap_to(prism, {1.0, -0.5, 1.0}, 0.1), 0.4, {0.0, -1.0, 0.0});
    expect_gap(gap_to(prism, {-0.5, 1.0, 1.0}, 0.1), 0.4, {-1.0, 0.0, 0.0});
    expect_gap(gap_to(prism, {2.6, 2.3, 1.0}, 0.1), 0.9, {0.6, 0.8, 0.0});  // slanted face
    expect_gap(gap_to(prism, {1.0, 1.0, 2.5}, 0.1), 0.4, {0.0, 0.0, 1.0});
    expect_gap(gap_to(prism, {1.0, 1.0, -0.5}, 0.1), 0.4, {0.0, 0.0, -1.0});
    expect_gap(gap_to(prism, {-0.6, -0.8, 1.0}, 0.1), 0.9, {-0.6, -0.8, 0.0});  // upright edge
    expect_gap(gap_to(prism, {5.0, 0.0, 1.0}, 0.1), 0.9, {1.0, 0.0, 0.0});
    expect_gap(gap_to(prism, {1.0, -0.6, 2.8}, 0.1), 0.9, {0.0, -0.6, 0.8});  // level edge
    expect_gap(gap_to(prism, {-1.0, -2.0, 4.0}, 0.1), 2.9, {-1.0 / 3.0, -2.0 / 3.0, 2.0 / 3.0});
    expect_gap(gap_to(prism, {0.2, 1.0, 1.0}, 0.1), -0.3, {-1.0, 0.0, 0.0});  // inside
  }
}

TEST(SphereGeometry, CushionEndHasFaceEdgeAndCorner) {
  // about the upright edge at the origin: long side facing -y, short side facing (0.8, -0.6)
  const Prism end{{{0.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}, {0.6, 0.8, 0.0}}, {0.0, 0.0, 1.0}};
  expect_gap(gap_to(end, {-0.1, -0.5, 0.5}, 0.25), 0.25, {0.0, -1.0, 0.0});
  expect_gap(gap_to(end, {0.3, -0.4, 0.5}, 0.25), 0.25, {0.6, -0.8, 0.0});
  expect_gap(gap_to(end, {0.46, -0.22, 0.5}, 0.25), 0.25, {0.8, -0.6, 0.0});
}

TEST(SphereGeometry, ThinPrismIsATriangle) {
  const Prism plate{{{0.0, 0.0, 1.0}, {4.0, 0.0, 1.0}, {0.0, 3.0, 1.0}}, {}};
  expect_gap(gap_to(plate, {1.0, 1.0, 1.5}, 0.25), 0.25, {0.0, 0.0, 1.0});
  expect_gap(gap_to(plate, {1.0, 1.0, 0.5}, 0.25), 0.25, {0.0, 0.0, -1.0});
}

TEST(SphereGeometry, CylinderSideEndAndRim) {
  const Cylinder post{.base = {1.0, 0.0, 0.0}, .axis = {0.0, 0.0, 4.0}, .radius = 2.0};
  expect_gap(gap_to(post, {1.0, 3.0, 1.0}, 0.25), 0.75, {0.0, 1.0, 0.0});
  expect_gap(gap_to(post, {2.0, 0.0, 4.5}, 0.25), 0.25, {0.0, 0.0, 1.0});
  expect_gap(gap_to(post, {2.0, 0.0, -0.5}, 0.25), 0.25, {0.0, 0.0, -1.0});
  expect_gap(gap_to(post, {3.6, 0.0, 4.8}, 0.25), 0.75, {0.6, 0.0, 0.8});
  expect_gap(gap_to(post, {-0.8, 0.0, 2.0}, 0.25), -0.45, {-1.0, 0.0, 0.0});  // inside, by the side
  expect_gap(gap_to(post, {1.5, 0.0, 0.1}, 0.25), -0.35, {0.0, 0.0, -1.0});   // by the end
}

TEST(SphereGeometry, TubeFromInsideAndBeyondItsEnds) {
  const Tube hole{.base = {0.0, 0.0, -3.0}, .axis = {0.0, 0.0, 3.0}, .radius = 2.0, .facing = {}};
  expect_gap(gap_to(hole, {0.0, 1.25, -1.0}, 0.5), 0.25, {0.0, -1.0, 0.0});
  expect_gap(gap_to(hole, {-1.75, 0.0, -1.0}, 0.5), -0.25, {1.0, 0.0, 0.0});
  expect_gap(gap_to(hole, {1.4, 0.0, 0.8}, 0.5), 0.5, {-0.6, 0.0, 0.8});
  expect_gap(gap_to(hole, {1.4, 0.0, -3.8}, 0.5), 0.5, {-0.6, 0.0, -0.8});
  expect_gap(gap_to(hole, {2.75, 0.0, -1.0}, 0.5), 0.25, {1.0, 0.0, 0.0});  // from behind
  expect_gap(gap_to(hole, {2.0, 0.0, -1.0}, 0.5), -0.5, {-1.0, 0.0, 0.0});  // on the wall
}

TEST(SphereGeometry, TubeWithAnArcOnly) {
  // the quarter of the wall within 45 degrees of +x
  const double half = std::sqrt(0.5);
  const Tube back{.base = {0.0, 0.0, 0.0},
                  .axis = {0.0, 0.0, 1.0},
                  .radius = 1.0,
                  .facing = {1.0, 0.0, 0.0},
                  .least_cosine = half};
  expect_gap(gap_to(back, {0.48, 0.36, 0.5}, 0.25), 0.15, {-0.8, -0.6, 0.0});
  // beyond the arc: its upright end lines at (half, +-half)
  expect_gap(gap_to(back, {half, half + 0.5, 0.5}, 0.25), 0.25, {0.0, 1.0, 0.0});
  expect_gap(gap_to(back, {half - 0.8, -half - 0.6, 0.5}, 0.25), 0.75, {-0.8, -0.6, 0.0});
  expect_gap(gap_to(back, {-1.0, 0.0, 0.5}, 0.0), std::sqrt(2.0 + std::sqrt(2.0)),
             (-1.0 / std::sqrt(2.0 + std::sqrt(2.0))) * Vec3{1.0 + half, half, 0.0});
  expect_gap(gap_to(back, {0.0, 0.0, 0.5}, 0.25), 0.75, {-1.0, 0.0, 0.0});  // on the axis
}

TEST(SphereGeometry, DiscFromBothSidesAndItsRim) {
  const Disc plate{.centre = {0.0, 0.0, 1.0}, .normal = {0.0, 0.0, 1.0}, .radius = 2.0};
  expect_gap(gap_to(plate, {1.0, 1.0, 1.5}, 0.25), 0.25, {0.0, 0.0, 1.0});
  expect_gap(gap_to(plate, {1.0, 1.0, 0.5}, 0.25), 0.25, {0.0, 0.0, -1.0});
  expect_gap(gap_to(plate, {0.0, -2.6, 0.2}, 0.25), 0.75, {0.0, -0.6, -0.8});
  expect_gap(gap_to(plate, {3.0, 0.0, 1.0}, 0.25), 0.75, {1.0, 0.0, 0.0});
}

TEST(SphereGeometry, RimOfAHoleInThePlate) {
  const Vec2 hole{1.0, 2.0};
  expect_gap(gap_to_rim(hole, 0.5, {3.0, 2.0, 0.75}, 0.5), 0.25, {0.0, 0.0, 1.0});
  expect_gap(gap_to_rim(hole, 0.5, {1.2, 2.0, 0.4}, 0.5), 0.0, {-0.6, 0.0, 0.8});
  expect_gap(gap_to_rim(hole, 0.5, {1.0, 1.75, -0.4}, 0.2), 0.05, {0.0, 1.0, 0.0});
  expect_gap(gap_to_rim(hole, 0.5, {1.0, 2.625, -0.5}, 0.25), -0.375, {0.0, -1.0, 0.0});
  expect_gap(gap_to_rim(hole, 0.5, {1.0, 3.0, -0.125}, 0.25), -0.375, {0.0, 0.0, 1.0});
  // over the middle of the hole any horizontal direction is valid
  const SurfaceGap middle = gap_to_rim(hole, 0.5, {1.0, 2.0, 0.0}, 0.25);
  EXPECT_DOUBLE_EQ(middle.gap, 0.25);
  EXPECT_DOUBLE_EQ(norm(middle.normal), 1.0);
}

TEST(SphereGeometry, NormalsAreUnitVectorsWhereDirectionsDegenerate) {
  const Vec3 o{};
  const Vec3 z{0.0, 0.0, 1.0};
  const std::array<Shape, 9> shapes = {Cuboid{.centre = o, .half = {1.0, 1.0, 1.0}},
                                       Cuboid{.centre = o, .half = {1.0, 0.0, 1.0}},
                                       Cuboid{.centre = o, .half = {0.0, 0.0, 0.0}},
                                       Prism{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, z},
                                       Cylinder{.base = o, .axis = z, .radius = 1.0},
                                       Tube{.base = o, .axis = z, .radius = 1.0, .facing = {}},
                                       Disc{.centre = o, .normal = z, .radius = 1.0},
                                       Sphere{.centre = o, .radius = 1.0},
                                       Sphere{.centre = o, .radius = 1.0, .hollow = true}};
  // corners, middles and points on edges and axes, exactly and within the smallest numbers
  for (const double tiny : {0.0, 1e-300, 1e-170, -1e-150, 1e-18}) {
    for (const double x : {-1.0, 0.0, 0.5, 1.0}) {
      for (const double y : {-1.0, 0.0, 0.5, 1.0}) {
        for (const double height : {-1.0, 0.0, 0.5, 1.0}) {
          const Vec3 at{x + tiny, y + 2.0 * tiny, height + tiny};
          for (const Shape& shape : shapes) {
            ASSERT_NEAR(norm(gap_to(shape, at, 0.1).normal), 1.0, 1e-14) << shape.index();
          }
          ASSERT_NEAR(norm(gap_to_rim({0.0, 0.0}, 1.0, at, 0.1).normal), 1.0, 1e-14);
          ASSERT_NEAR(norm(gap_between_spheres(at, 0.1, o, 0.1).normal), 1.0, 1e-14);
        }
      }
    }
  }
}

}  // namespace
}  // namespace cuelab::smooth
