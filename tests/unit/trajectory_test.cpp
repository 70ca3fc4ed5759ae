#include <gtest/gtest.h>

#include "cuelab/cuelab.hpp"
#include "math/rotation.hpp"

namespace cuelab {
namespace {

Scene nine_ball() { return *load_scene(CUELAB_SOURCE_DIR "/scenes/break_9ball.toml"); }

TEST(Trajectory, SamplesMeetTheEventStates) {
  const Scene scene = nine_ball();
  const Trajectory shot = simulate_event(scene);
  const Replay replay(shot);
  for (std::size_t i = 0; i < scene.balls.size(); ++i) {
    EXPECT_EQ(replay.state(i, shot.t_end), shot.final[i]);
    EXPECT_EQ(replay.state(i, 0.0), struck(scene)[i]);
  }
}

TEST(Trajectory, VelocityIsTheDerivativeOfPosition) {
  const Trajectory shot = simulate_event(nine_ball());
  const Replay replay(shot);
  const double h = 1e-5;
  for (double t = 0.05; t < shot.t_end; t += 0.37) {
    const BallState before = replay.state(0, t - h);
    const BallState after = replay.state(0, t + h);
    if (before.motion != after.motion) continue;
    const Vec3 slope = (0.5 / h) * (after.r - before.r);
    EXPECT_LT(norm(slope - replay.state(0, t).v), 1e-8) << t;
  }
}

TEST(Trajectory, ARollingBallTurnsOnceEveryCircumference) {
  Scene scene;
  scene.balls = {
      {"ball", {}, {.r = {0, 0, 0.028575}, .v = {1.0, 0, 0}, .w = {0, 1.0 / 0.028575, 0}}}};
  scene.physics.cloth = CoulombCloth{.rolling = 0.0};
  scene.run.t_max = 2.0;
  const Replay replay(simulate_event(scene));
  const double quarter = 0.5 * 3.14159265358979323846 * 0.028575;  // of the way, at 1 m/s
  // after a quarter turn forward the point that was on top points forward
  const Vec3 top = rotate(replay.sample(0, quarter).orientation, {0, 0, 1});
  EXPECT_NEAR(top.x, 1.0, 1e-12);
  EXPECT_NEAR(top.z, 0.0, 1e-12);
  const Quat full = replay.sample(0, 4.0 * quarter).orientation;
  EXPECT_NEAR(std::abs(full.w), 1.0, 1e-12);
}

TEST(Trajectory, OrientationTurnsAtTheSpin) {
  const Trajectory shot =
      simulate_event(*load_scene(CUELAB_SOURCE_DIR "/scenes/cut_left_side.toml"));
  const Replay replay(shot);
  const double h = 1e-6;
  for (const double t : {0.1, 0.3, 0.9, 1.7}) {
    const Quat a = replay.sample(0, t - h).orientation;
    const Quat b = replay.sample(0, t + h).orientation;
    const Quat step = b * Quat{a.w, -a.x, -a.y, -a.z};
    const Vec3 w = replay.state(0, t).w;
    const Vec3 turned{step.x / h, step.y / h, step.z / h};  // 2 sin(|w| h) / (2 h) along w
    EXPECT_LT(norm(turned - w), 1e-6 * (1.0 + norm(w))) << t;
  }
}

TEST(Trajectory, TheHashChangesWithASingleBit) {
  const Scene scene = nine_ball();
  Trajectory shot = simulate_event(scene);
  const std::uint64_t hash = hash_of(shot);
  EXPECT_EQ(hash_of(simulate_event(scene)), hash);
  shot.events[3].t = std::nextafter(shot.events[3].t, 1e9);
  EXPECT_NE(hash_of(shot), hash);
}

TEST(Trajectory, TheFinalSceneKeepsTheBallsLeftOnTheTable) {
  const Scene scene = nine_ball();
  const Trajectory shot = simulate_event(scene);
  const Scene rest = final_scene(scene, shot);
  EXPECT_FALSE(rest.shot);
  std::size_t fallen = 0;
  for (const BallState& s : shot.final) fallen += s.motion == Motion::pocketed ? 1 : 0;
  EXPECT_EQ(rest.balls.size() + fallen, scene.balls.size());
  EXPECT_FALSE(find_fault(rest)) << find_fault(rest)->message();
  EXPECT_TRUE(simulate_event(rest).events.empty());
}

TEST(Trajectory, TheAuditAddsUpToWhatIsLost) {
  const Scene scene = nine_ball();
  const Trajectory shot = simulate_event(scene);
  const auto audit = energy_audit(scene, shot);
  ASSERT_EQ(audit.size(), shot.events.size());
  EXPECT_LT(audit.front().before, total_energy(scene, struck(scene)));
  EXPECT_NEAR(audit.back().after, total_energy(scene, shot.final), 1e-12);
}

}  // namespace
}  // namespace cuelab
