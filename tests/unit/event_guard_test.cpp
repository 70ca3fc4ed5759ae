// What callers of the event engine and readers of its trajectories can get wrong.
#include <gtest/gtest.h>

#include "cuelab/cuelab.hpp"

namespace cuelab {
namespace {

Scene cut_shot() { return *load_scene(CUELAB_SOURCE_DIR "/scenes/cut_left_side.toml"); }

TEST(EventGuard, AnOutcomeAfterAFullRunNamesNoPieces) {
  const Scene scene = cut_shot();
  EventEngine engine(scene);
  Trajectory full;
  engine.run(*scene.shot, full);
  ASSERT_NE(full.events[0].piece, none);

  Trajectory outcome;
  engine.run(*scene.shot, outcome, Record::outcome);
  EXPECT_TRUE(outcome.pieces.empty());
  ASSERT_EQ(outcome.events.size(), full.events.size());
  for (const Event& event : outcome.events) {
    EXPECT_EQ(event.piece, none);
    EXPECT_EQ(event.other_piece, none);
  }
  EXPECT_NE(hash_of(outcome), 0U);
  EXPECT_EQ(outcome.final, full.final);
}

TEST(EventGuard, ASceneWithoutBallsIsAtRest) {
  Scene scene = cut_shot();
  scene.balls.clear();
  scene.shot.reset();
  Trajectory run;
  EventEngine(scene).run(struck(scene), run);
  EXPECT_EQ(run.stop, StopReason::at_rest);
  EXPECT_EQ(run.t_end, 0.0);
  EXPECT_TRUE(run.events.empty());
  EXPECT_TRUE(run.final.empty());
}

TEST(EventGuard, AShotNeedsNoSceneOfItsOwn) {
  Scene scene = cut_shot();
  EventEngine engine(scene);
  for (const double heading : {0.1, 0.2, 0.3}) {
    scene.shot->heading = heading;
    Trajectory expected;
    engine.run(struck(scene), expected);
    Trajectory shot;
    engine.run(*scene.shot, shot);
    EXPECT_EQ(hash_of(shot), hash_of(expected)) << heading;
  }
}

#ifndef NDEBUG
TEST(EventGuardDeathTest, OneStartStatePerBall) {
  const Scene scene = cut_shot();
  std::vector<BallState> start = struck(scene);
  start.pop_back();
  Trajectory run;
  EXPECT_DEATH(EventEngine(scene).run(start, run), "one start state per ball");
}

TEST(EventGuardDeathTest, AShotAtABallOfTheScene) {
  const Scene scene = cut_shot();
  Trajectory run;
  EXPECT_DEATH(EventEngine(scene).run(Shot{.ball = 99}, run), "a ball of the scene");
}

TEST(EventGuardDeathTest, OnlyRunsThatKeptTheirPiecesAreReplayedAndAudited) {
  const Scene scene = cut_shot();
  Trajectory run;
  EventEngine(scene).run(struck(scene), run, Record::outcome);
  EXPECT_DEATH(Replay{run}, "kept its pieces");
  EXPECT_DEATH(energy_audit(scene, run), "kept its pieces");
}

TEST(EventGuardDeathTest, TimeDoesNotPassAnEvent) {
  const Scene scene = cut_shot();
  Trajectory run;
  EventEngine engine(scene);
  engine.begin(struck(scene), run);
  EXPECT_DEATH(engine.advance_to(engine.next()->t + 1.0), "an event comes first");
}
#endif

}  // namespace
}  // namespace cuelab
