// Invalid systems and options: an error instead of undefined behaviour.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "cuelab/multibody.hpp"

namespace cuelab {
namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

/// A valid system with one of everything.
System sound_system() {
  System system;
  for (const char* id : {"a", "b", "frame"}) {
    system.bodies.push_back({.id = id, .mass = 1.0, .inertia = {1.0, 1.0, 1.0}, .radius = 0.1});
  }
  system.bodies[2].radius = 0.0;
  system.sinks = {"damping", "friction"};
  system.kinds = {{.stiffness = 1e6, .law = {}, .normal_sink = 0, .friction_sink = 1}};
  const Vec3 x{1.0, 0.0, 0.0};
  system.obstacles = {
      {.body = none,
       .parts = {{.agent = {}, .shape = Plane{}},
                 {.agent = {}, .shape = Cuboid{.centre = {}, .half = {1.0, 1.0, 0.0}}},
                 {.agent = {}, .shape = Cylinder{.base = {}, .axis = x, .radius = 1.0}},
                 {.agent = {}, .shape = Tube{.base = {}, .axis = x, .radius = 1.0}},
                 {.agent = {}, .shape = Disc{.centre = {}, .normal = x, .radius = 1.0}},
                 {.agent = {}, .shape = Sphere{.centre = {}, .radius = 1.0}},
                 {.agent = {},
                  .shape =
                      Prism{.corners = {{}, x, {0.0, 1.0, 0.0}}, .extrusion = {0.0, 0.0, 1.0}}}}},
      {.body = 2, .parts = {{.agent = {AgentKind::ball, 2}, .shape = Plane{}}}}};
  system.sphere_pairs = {{0, 1, 0}};
  system.obstacle_pairs = {{0, 1, 0}};
  system.cloth = ClothTop{.stiffness = {1e6, 1e6, 0.0}};
  system.cloth->holes = {{.centre = {}, .radius = 0.2, .depth = 0.3, .agent = {}}};
  const Anchor ground{};
  const Anchor first{.body = 0, .point = x};
  system.joints = {SphericalJoint{.a = first, .b = ground},
                   RevoluteJoint{.a = first, .b = ground, .axis_a = x, .axis_b = x},
                   RodJoint{.a = first, .b = ground, .length = 1.0},
                   PrescribedTranslation{.body = 1, .direction = x, .motion = {}},
                   PrescribedRotation{.body = 1, .axis = x, .motion = {}}};
  system.springs = {
      {.a = first, .b = ground, .rest_length = 1.0, .stiffness = 1.0, .damping = 0.0}};
  return system;
}

struct Case {
  const char* key;
  std::function<void(System&)> spoil;
};

template <class S>
S& shape(System& system, std::size_t part) {
  return std::get<S>(system.obstacles[0].parts[part].shape);
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"system.bodies", [](System& s) { s.bodies.clear(); }},
      {"system.sinks", [](System& s) { s.sinks.resize(max_sinks + 1); }},
      {"system.gravity", [](System& s) { s.gravity.z = nan_value; }},
      {"system.bodies.1.mass", [](System& s) { s.bodies[1].mass = 0.0; }},
      {"system.bodies.1.mass", [](System& s) { s.bodies[1].mass = nan_value; }},
      {"system.bodies.0.inertia", [](System& s) { s.bodies[0].inertia.y = -1.0; }},
      {"system.bodies.0.radius", [](System& s) { s.bodies[0].radius = -0.1; }},
      {"system.bodies.0.position",
       [](System& s) { s.bodies[0].position.x = std::numeric_limits<double>::infinity(); }},
      {"system.bodies.0.velocity", [](System& s) { s.bodies[0].velocity.x = nan_value; }},
      {"system.bodies.0.spin", [](System& s) { s.bodies[0].spin.z = nan_value; }},
      {"system.bodies.2.orientation", [](System& s) { s.bodies[2].orientation.w = 0.0; }},
      {"system.obstacles.1.body", [](System& s) { s.obstacles[1].body = 3; }},
      {"system.obstacles.1.agent", [](System& s) { s.obstacles[1].parts[0].agent.index = 7; }},
      {"system.obstacles.0.parts", [](System& s) { s.obstacles[0].parts.clear(); }},
      {"system.obstacles.0.normal", [](System& s) { shape<Plane>(s, 0).normal.z = 1.1; }},
      {"system.obstacles.0.half", [](System& s) { shape<Cuboid>(s, 1).half.z = -1.0; }},
      {"system.obstacles.0.axes", [](System& s) { shape<Cuboid>(s, 1).axes[1] = {0.0, 0.8, 0.5}; }},
      {"system.obstacles.0.axes", [](System& s) { shape<Cuboid>(s, 1).axes[1] = {0.6, 0.8, 0.0}; }},
      {"system.obstacles.0.axis", [](System& s) { shape<Cylinder>(s, 2).axis = {}; }},
      {"system.obstacles.0.radius", [](System& s) { shape<Tube>(s, 3).radius = 0.0; }},
      {"system.obstacles.0.facing", [](System& s) { shape<Tube>(s, 3).facing = {0.0, 2.0, 0.0}; }},
      {"system.obstacles.0.normal", [](System& s) { shape<Disc>(s, 4).normal = {}; }},
      {"system.obstacles.0.radius", [](System& s) { shape<Sphere>(s, 5).radius = nan_value; }},
      {"system.obstacles.0.corners",
       [](System& s) { shape<Prism>(s, 6).corners[2] = {2.0, 0.0, 0.0}; }},
      {"system.obstacles.0.extrusion", [](System& s) { shape<Prism>(s, 6).extrusion = {}; }},
      {"system.kinds.0.stiffness", [](System& s) { s.kinds[0].stiffness = -1.0; }},
      {"system.kinds.0.restitution", [](System& s) { s.kinds[0].law.restitution = 0.0; }},
      {"system.kinds.0.friction",
       [](System& s) { s.kinds[0].law.friction = Ambrosio{.v0 = 1e-3, .v1 = 1e-3}; }},
      {"system.kinds.0.normal_sink, friction_sink", [](System& s) { s.kinds[0].normal_sink = 2; }},
      {"system.sphere_pairs.0.a, b", [](System& s) { s.sphere_pairs[0].b = 3; }},
      {"system.sphere_pairs.0.a, b", [](System& s) { s.sphere_pairs[0].b = 2; }},
      {"system.sphere_pairs.0.b", [](System& s) { s.sphere_pairs[0].b = 0; }},
      {"system.sphere_pairs.0.kind", [](System& s) { s.sphere_pairs[0].kind = 1; }},
      {"system.obstacle_pairs.0.a", [](System& s) { s.obstacle_pairs[0].a = 3; }},
      {"system.obstacle_pairs.0.obstacle", [](System& s) { s.obstacle_pairs[0].obstacle = 2; }},
      {"system.obstacle_pairs.0.kind", [](System& s) { s.obstacle_pairs[0].kind = 1; }},
      {"system.obstacle_pairs.0.obstacle",
       [](System& s) {
         s.obstacles[1].body = 0;
         s.obstacles[1].parts[0].agent.index = 0;
       }},
      {"system.cloth.stiffness", [](System& s) { s.cloth->stiffness.pop_back(); }},
      {"system.cloth.stiffness.2", [](System& s) { s.cloth->stiffness[2] = 1e6; }},
      {"system.cloth.stiffness.0", [](System& s) { s.cloth->stiffness[0] = nan_value; }},
      {"system.cloth.law.dissipation", [](System& s) { s.cloth->law.dissipation = -1.0; }},
      {"system.cloth.rolling", [](System& s) { s.cloth->rolling = -0.1; }},
      {"system.cloth", [](System& s) { s.cloth->lost_sink = 7; }},
      {"system.cloth.holes.0.radius", [](System& s) { s.cloth->holes[0].radius = 0.0; }},
      {"system.joints.0.a, b", [](System& s) { std::get<SphericalJoint>(s.joints[0]).a.body = 9; }},
      {"system.joints.1.axis_a, axis_b",
       [](System& s) { std::get<RevoluteJoint>(s.joints[1]).axis_b = {}; }},
      {"system.joints.2.length", [](System& s) { std::get<RodJoint>(s.joints[2]).length = 0.0; }},
      {"system.joints.2.a, b", [](System& s) { std::get<RodJoint>(s.joints[2]).a.body = none; }},
      {"system.joints.3.body",
       [](System& s) { std::get<PrescribedTranslation>(s.joints[3]).body = none; }},
      {"system.joints.4.motion.ramp",
       [](System& s) { std::get<PrescribedRotation>(s.joints[4]).motion.ramp = -1.0; }},
      {"system.springs.0.a, b", [](System& s) { s.springs[0].a.body = 3; }},
      {"system.springs.0.damping", [](System& s) { s.springs[0].damping = nan_value; }},
      {"system.constraints.penalty", [](System& s) { s.constraints.penalty = 0.0; }},
  };
  return all;
}

TEST(SystemFault, AValidSystemHasNone) {
  const auto fault = find_fault(sound_system());
  EXPECT_FALSE(fault) << fault->message();
}

TEST(SystemFault, EveryFaultIsReported) {
  for (const Case& c : cases()) {
    System system = sound_system();
    c.spoil(system);
    const auto fault = find_fault(system);
    ASSERT_TRUE(fault) << c.key;
    EXPECT_EQ(fault->key, c.key) << fault->what;
    EXPECT_FALSE(fault->what.empty());
    const auto run = simulate(system, {}, {});
    ASSERT_FALSE(run) << c.key;
    EXPECT_EQ(run.error().key, c.key);
    EXPECT_FALSE(SmoothEngine::make(system, {})) << c.key;
  }
}

System free_ball() {
  System system;
  system.bodies = {{.id = "ball", .mass = 1.0, .inertia = {1.0, 1.0, 1.0}, .radius = 0.1}};
  return system;
}

TEST(SystemFault, OptionsAndSettingsAreChecked) {
  const auto key = [](const SmoothOptions& options, const IntegrationSettings& settings = {}) {
    const auto run = simulate(free_ball(), settings, options);
    return run ? "" : run.error().key;
  };
  const std::vector<double> good = {0.0, 0.1, 0.1};
  const std::vector<double> descending = {0.1, 0.05};
  const std::vector<double> early = {-0.1, 0.1};
  const std::vector<double> not_a_number = {0.1, nan_value};
  EXPECT_EQ(key({.t_max = 0.2, .at = good}), "");
  EXPECT_EQ(key({.t_max = 0.0}), "");
  EXPECT_EQ(key({.t_max = -1.0}), "options.t_max");
  EXPECT_EQ(key({.t_max = nan_value}), "options.t_max");
  EXPECT_EQ(key({.at = descending}), "options.at");
  EXPECT_EQ(key({.at = early}), "options.at");
  EXPECT_EQ(key({.at = not_a_number}), "options.at");
  EXPECT_EQ(key({.tolerance = nan_value}), "options.tolerance");
  EXPECT_EQ(key({}, {.rel_tol = 0.0}), "smooth.rel_tol");
  EXPECT_EQ(key({}, {.abs_tol = -1.0}), "smooth.abs_tol");
  EXPECT_EQ(key({}, {.max_step = nan_value}), "smooth.max_step");
}

TEST(SystemFault, ABodyThatTheClothDoesNotSupportFallsThroughIt) {
  for (const NormalLaw law : {NormalLaw::hertz, NormalLaw::exact}) {
    System system = free_ball();
    system.bodies[0].radius = 0.0;
    system.cloth = ClothTop{.stiffness = {0.0}, .law = {.normal = law, .restitution = 0.5}};
    system.cloth->rolling = 0.01;
    const auto run = simulate(system, {}, {.t_max = 0.5});
    ASSERT_TRUE(run) << run.error().message();
    EXPECT_NEAR(run->trajectory.final[0].r.z, -0.5 * 9.81 * 0.25, 1e-9);
  }
}

}  // namespace
}  // namespace cuelab
