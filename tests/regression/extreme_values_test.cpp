// Every number of a scene at the ends of its range, alone and with others: the run is refused or
// its results are finite.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "cuelab/cuelab.hpp"

namespace cuelab {
namespace {

constexpr const char* base = R"(
schema = 1
[table]
preset = "pool-9ft"
[[balls]]
id = "cue"
position = [-0.3, 0.02]
[[balls]]
id = "1"
position = [0.2, 0.0]
[[balls]]
id = "2"
position = [0.3, 0.01]
[shot]
speed = 4.0
heading = -2.0
side = 0.2
[run]
t_max = 10.0
max_events = 300
)";

const std::vector<std::string> laws = {
    "physics.ball_ball.law=frictionless",  "physics.ball_ball.law=frictional",
    "physics.ball_ball.law=mathavan-2014", "physics.cushion.law=mirror",
    "physics.cushion.law=han-2005",        "physics.cushion.law=impulse",
    "physics.cushion.law=mathavan-2009",   "physics.cushion.law=mathavan-2010",
    "physics.cushion.law=rubber",          "physics.cushion.law=stronge",
    "table.cushion_contact=plane"};

const std::vector<std::string> keys = {
    "physics.gravity",
    "physics.cloth.sliding",
    "physics.cloth.rolling",
    "physics.cloth.spinning",
    "physics.ball_ball.restitution",
    "physics.ball_ball.friction.a",
    "physics.ball_ball.friction.b",
    "physics.ball_ball.friction.c",
    "physics.cushion.restitution",
    "physics.cushion.friction",
    "physics.cushion.omega_ratio",
    "physics.slate.restitution",
    "physics.slate.friction",
    "physics.slate.min_bounce",
    "cue.mass",
    "cue.end_mass",
    "shot.speed",
    "shot.heading",
    "shot.elevation",
    "balls.0.mass",
    "balls.0.velocity.2",
    "balls.1.mass",
    "balls.1.velocity.0",
    "balls.1.spin.0",
    "balls.2.spin.2",
    "balls.2.position.2",
};

/// Sets a number to an end of its range; false when the laws of the scene do not have it.
bool set_extreme(Scene& scene, const std::string& key, bool high) {
  const auto number = SceneNumber::find(scene, key);
  if (!number) return false;
  const Range& range = number->range();
  EXPECT_FALSE(number->set(scene, high ? range.max : range.min)) << key;
  // the inertia follows the mass
  for (Ball& ball : scene.balls) {
    ball.spec.inertia = 0.4 * ball.spec.mass * ball.spec.radius * ball.spec.radius;
  }
  return true;
}

/// Runs a scene, if it is valid, and checks its results, also of a run cut off by run.max_events.
void check(const Scene& scene, const std::string& what) {
  if (find_fault(scene)) return;
  const bool is_stepped = scene.run.engine == Engine::stepped;
  const Trajectory run = is_stepped ? simulate_stepped(scene) : simulate_event(scene);
  EXPECT_TRUE(std::isfinite(run.t_end)) << what;
  for (const BallState& s : run.final) EXPECT_TRUE(is_finite(s)) << what;
}

TEST(ExtremeValues, OneAtATime) {
  for (const std::string& law : laws) {
    const Scene scene = *parse_scene(base, Format::toml, "scene.toml", {{law}});
    for (const std::string& key : keys) {
      for (const bool high : {false, true}) {
        Scene changed = scene;
        if (!set_extreme(changed, key, high)) continue;
        check(changed, law + " " + key + (high ? " high" : " low"));
      }
    }
  }
}

TEST(ExtremeValues, SeveralTogether) {
  std::mt19937 random(11);
  const int count = std::getenv("CUELAB_LONG") != nullptr ? 100'000 : 2'000;
  for (int i = 0; i < count; ++i) {
    std::string what;
    const std::vector<std::string> chosen{laws[random() % 3], laws[3 + random() % 6]};
    Scene scene = *parse_scene(base, Format::toml, "scene.toml", chosen);
    for (const std::string& law : chosen) what += law + " ";
    for (int k = 0; k < 4; ++k) {
      const std::string& key = keys[random() % keys.size()];
      const bool high = random() % 2 == 0;
      if (set_extreme(scene, key, high)) what += key + (high ? " high, " : " low, ");
    }
    check(scene, what);
    if (i % 10 == 0) {
      scene.run.engine = Engine::stepped;
      scene.run.t_max = 1.0;
      check(scene, "stepped " + what);
    }
  }
}

}  // namespace
}  // namespace cuelab
