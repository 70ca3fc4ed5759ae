#include "support/smooth_scenes.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace cuelab::testing {
namespace {

constexpr double half_length = 1.27;
constexpr double half_width = 0.635;
constexpr double break_speed = 10.729;
constexpr double foot = 0.635;

Scene break_scene(bool held) {
  Scene scene = published_scene();
  add_walls(scene);
  scene.smooth.held = held;
  scene.run.t_max = 3.0;
  add_ball(scene, "cue", {-foot, 0.0, cue_height}, {break_speed, 0.0, 0.0});
  return scene;
}

Body body_of(const BallSpec& spec, const Vec3& r, const Vec3& v) {
  return {.id = "ball",
          .mass = spec.mass,
          .inertia = {spec.inertia, spec.inertia, spec.inertia},
          .radius = spec.radius,
          .position = r,
          .orientation = {},
          .velocity = v,
          .spin = {}};
}

ContactKind kind_of(const ContactLaw& law, double stiffness) {
  return {.stiffness = stiffness, .law = law, .normal_sink = 0, .friction_sink = 1};
}

SmoothRun checked(Result<SmoothRun> result) {
  if (!result) throw std::runtime_error(result.error().message());
  return *std::move(result);
}

}  // namespace

BallSpec published_ball() { return {.radius = 0.028575, .mass = 0.17, .inertia = 5.5e-5}; }

Scene published_scene() {
  Scene scene;
  Smooth& smooth = scene.smooth;
  smooth.integration.reference_velocity.kind = ReferenceVelocity::Kind::initial;
  smooth.ball_ball = {.normal = NormalLaw::lankarani_nikravesh,
                      .restitution = 0.93,
                      .friction = Threlfall{.coefficient = 0.06, .v0 = 0.01}};
  smooth.ball_cloth = {.normal = NormalLaw::hertz,
                       .restitution = 1.0,
                       .friction = Ambrosio{.coefficient = 0.2, .v0 = 1e-4, .v1 = 1e-3}};
  smooth.cushion = {
      .normal = NormalLaw::lankarani_nikravesh, .restitution = 0.85, .friction = NoFriction{}};
  smooth.rolling = 0.0;
  smooth.spinning = 0.0;
  smooth.ball = {.young = 3.8e9, .poisson = 0.375};
  return scene;
}

void add_walls(Scene& scene) {
  Table& table = scene.table;
  table.length = 2.0 * half_length;
  table.width = 2.0 * half_width;
  table.cushion_height = 0.036;
  table.contact = CushionContact::plane;
  table.cushions = {{"left", {-half_length, half_width}, {half_length, half_width}},
                    {"right", {half_length, -half_width}, {-half_length, -half_width}},
                    {"head", {-half_length, -half_width}, {-half_length, half_width}},
                    {"foot", {half_length, half_width}, {half_length, -half_width}}};
}

void add_ball(Scene& scene, const std::string& id, const Vec3& r, const Vec3& v, const Vec3& w) {
  scene.balls.push_back(
      {id, published_ball(), {.r = r, .v = v, .w = w, .motion = Motion::sliding}});
}

Scene four_ball_break(double gap, bool held) {
  Scene scene = break_scene(held);
  const double R = published_ball().radius;
  const double d = 2.0 * R + gap;
  const double row = foot + 0.5 * std::sqrt(3.0) * d;
  add_ball(scene, "yellow", {foot, 0.0, R});
  add_ball(scene, "red", {row, -0.5 * d, R});
  add_ball(scene, "blue", {row, 0.5 * d, R});
  return scene;
}

Scene rack_break(double gap, bool held) {
  Scene scene = break_scene(held);
  const double R = published_ball().radius;
  const double d = 2.0 * R + gap;
  for (int row = 0; row < 5; ++row) {
    for (int k = 0; k <= row; ++k) {
      add_ball(scene, std::to_string(scene.balls.size()),
               {foot + 0.5 * std::sqrt(3.0) * d * row, d * (k - 0.5 * row), R});
    }
  }
  return scene;
}

System pair_in_space(const ContactLaw& law, double speed) {
  const BallSpec spec = published_ball();
  System system;
  system.bodies = {body_of(spec, {-2.0 * spec.radius - 1e-3, 0.0, 0.0}, {speed, 0.0, 0.0}),
                   body_of(spec, {}, {})};
  system.kinds = {kind_of(law, ball_ball_stiffness)};
  system.sphere_pairs = {{0, 1, 0}};
  system.gravity = {};
  system.sinks = {"damping", "friction"};
  return system;
}

System ball_over_plane(const ContactLaw& law, double stiffness, double height, double speed) {
  const BallSpec spec = published_ball();
  System system;
  system.bodies = {body_of(spec, {0.0, 0.0, spec.radius + height}, {0.0, 0.0, -speed})};
  system.obstacles = {{.body = none, .parts = {{.agent = {AgentKind::part, 0}, .shape = Plane{}}}}};
  system.kinds = {kind_of(law, stiffness)};
  system.obstacle_pairs = {{0, 0, 0}};
  system.sinks = {"damping", "friction"};
  return system;
}

SmoothRun run_of(const Scene& scene, const std::vector<double>& at) {
  SmoothOptions options;
  options.t_max = scene.run.t_max;
  options.max_events = scene.run.max_events;
  options.at = at;
  return checked(simulate(make_system(scene), scene.smooth.integration, options));
}

SmoothRun run_of(const System& system, const IntegrationSettings& settings, double t_max,
                 const std::vector<double>& at) {
  SmoothOptions options;
  options.t_max = t_max;
  options.at = at;
  return checked(simulate(system, settings, options));
}

}  // namespace cuelab::testing
