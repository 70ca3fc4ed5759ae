// Curves over time: what they show against the trajectory itself.
#include <gmock/gmock.h>

#include <algorithm>
#include <string>

#include "cuelab/event_engine.hpp"
#include "cuelab/io.hpp"
#include "cuelab/run.hpp"
#include "draw/curves.hpp"

namespace cuelab::draw {
namespace {

using testing::HasSubstr;

Scene scene_of(const std::string& name, std::vector<std::string> overrides = {}) {
  return *load_scene(CUELAB_SOURCE_DIR "/scenes/" + name + ".toml", overrides);
}

const Panel& panel(const std::vector<Panel>& panels, const std::string& title) {
  return *std::ranges::find_if(panels, [&](const Panel& p) { return p.title.starts_with(title); });
}

TEST(Curves, SpeedsJumpWhereTheMotionDoes) {
  const Scene scene = scene_of("cut_left_side");
  const Trajectory trajectory = simulate_event(scene);
  const std::vector<Panel> panels = panels_of(scene, trajectory);
  const auto impact = std::ranges::find(trajectory.events, EventType::ball_ball, &Event::type);
  ASSERT_NE(impact, trajectory.events.end());
  const Curve& curve = panel(panels, "speed").curves[impact->other.index];
  std::vector<double> at_impact;
  for (const Vec2 p : curve.points) {
    if (p.x == impact->t) at_impact.push_back(p.y);
  }
  // the object ball lies still, then leaves, pushed down and stopped by the slate at once
  ASSERT_GE(at_impact.size(), 2U);
  EXPECT_EQ(at_impact[0], 0.0);
  EXPECT_EQ(at_impact[1], norm(trajectory.pieces[impact->other_piece].v0));
  EXPECT_TRUE(std::ranges::is_sorted(curve.points, {}, &Vec2::x));
}

TEST(Curves, EnergiesAddUpToThatOfTheShot) {
  const Scene scene = scene_of("jump_over");
  const Trajectory trajectory = simulate_event(scene);
  const std::vector<Panel> panels = panels_of(scene, trajectory);
  double sum = 0.0;
  for (const Curve& curve : panel(panels, "energy").curves) sum += curve.points.front().y;
  EXPECT_NEAR(sum, total_energy(scene, struck(scene)), 1e-12);
}

TEST(Curves, ABallThatLeavesPlayHasNoCurveAfterwards) {
  const Scene scene = *load_scene(CUELAB_SOURCE_DIR "/tests/data/scenes/into_the_corner.toml");
  const Trajectory trajectory = simulate_event(scene);
  const auto fall = std::ranges::find(trajectory.events, EventType::ball_pocket, &Event::type);
  ASSERT_NE(fall, trajectory.events.end());
  const std::vector<Panel> panels = panels_of(scene, trajectory);
  EXPECT_EQ(panel(panels, "speed").curves[fall->ball].points.back().x, fall->t);
}

TEST(Curves, EveryEndedContactIsAStemWithItsPeakForce) {
  const Scene scene = scene_of("bouncing_ball", {"run.t_max=1.0"});
  const auto run = simulate(scene);
  ASSERT_TRUE(run);
  const std::vector<Panel> panels = panels_of(scene, run->trajectory);
  const Panel& force = panel(panels, "peak normal force");
  EXPECT_THAT(force.title, HasSubstr("[N]"));
  ASSERT_EQ(force.curves.size(), 1U);
  ASSERT_EQ(force.curves[0].points.size(), 2U);  // bounces at 0.32 s and 0.77 s
  EXPECT_EQ(force.curves[0].points[0].y, run->trajectory.contacts[0].peak_force);
  EXPECT_NEAR(force.curves[0].points[0].x, 0.3195, 1e-4);
}

TEST(Curves, ARaceIsNotABall) {
  const Scene scene = scene_of("bearing", {"run.t_max=0.001"});
  const auto run = simulate(scene);
  ASSERT_TRUE(run);
  EXPECT_EQ(panel(panels_of(scene, run->trajectory), "speed").curves.size(), 8U);
}

}  // namespace
}  // namespace cuelab::draw
