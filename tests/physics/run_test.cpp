// simulate(scene, options): the same options mean the same in every engine.
#include "cuelab/run.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "cuelab/io.hpp"

namespace cuelab {
namespace {

class Run : public ::testing::TestWithParam<Engine> {
 protected:
  static Scene scene_of(const char* balls, const char* table = "open") {
    const std::string text = fmt::format(
        "schema = 1\n[table]\npreset = \"{}\"\n{}\n[stepped]\ntime_step = 1e-4\n", table, balls);
    auto scene = parse_scene(text, Format::toml, "run.toml");
    EXPECT_TRUE(scene) << (scene ? "" : scene.error().message());
    scene->run.engine = GetParam();
    return *std::move(scene);
  }

  /// A ball that hits another after about 0.1 s, and one that hits nothing.
  static Scene hit() {
    return scene_of(
        "[[balls]]\nid = \"cue\"\nposition = [0.0, 0.0]\nvelocity = [1.0, 0.0, 0.0]\n"
        "[[balls]]\nid = \"1\"\nposition = [0.15, 0.01]\n"
        "[[balls]]\nid = \"2\"\nposition = [0.0, 1.0]\n");
  }

  static Trajectory run(const Scene& scene, const RunOptions& options = {}) {
    auto result = simulate(scene, options);
    EXPECT_TRUE(result) << (result ? "" : result.error().message());
    return result ? std::move(result->trajectory) : Trajectory{};
  }
};

bool is_hit(const Event& event) { return event.other.kind == AgentKind::ball; }

TEST_P(Run, EndsAtTheTimeLimitOfTheOptions) {
  const Trajectory part = run(hit(), {.t_max = 0.0625});
  EXPECT_EQ(part.stop, StopReason::t_max);
  EXPECT_EQ(part.t_end, 0.0625);
}

TEST_P(Run, ReachingTheEventLimitIsAnError) {
  Scene scene = hit();
  const auto by_option = simulate(scene, {.max_events = 2});
  scene.run.max_events = 2;
  const auto by_scene = simulate(scene);
  ASSERT_FALSE(by_option);
  ASSERT_FALSE(by_scene);
  EXPECT_EQ(by_scene.error().key, "run.max_events");
  EXPECT_TRUE(by_scene.error().what.starts_with("reached 2 events, contact steps included"));
  EXPECT_EQ(by_option.error().message(), by_scene.error().message());
}

TEST_P(Run, ConditionsOfTheCallerComeBeforeTheEventLimit) {
  const RunOptions options{.max_events = 2, .stop = {.event_count = 2}};
  EXPECT_EQ(run(hit(), options).stop, StopReason::early_stop);
}

TEST_P(Run, EndsAtTheFirstHit) {
  const Scene scene = hit();
  const Trajectory part = run(scene, {.stop = {.first_hit = true}});
  EXPECT_EQ(part.stop, StopReason::early_stop);
  ASSERT_FALSE(part.events.empty());
  EXPECT_TRUE(is_hit(part.events.back()));
  EXPECT_EQ(std::ranges::count_if(part.events, is_hit), 1);
  EXPECT_GT(part.t_end, 0.08);
  EXPECT_LT(part.t_end, 0.12);
  EXPECT_EQ(part.final.size(), 3U);
}

TEST_P(Run, EndsWhenABallIsPocketed) {
  const Scene scene = scene_of(
      "[[balls]]\nid = \"far\"\nposition = [-1.0, 0.0]\nvelocity = [0.0, 0.5, 0.0]\n"
      "[[balls]]\nid = \"near\"\nposition = [1.0, 0.365]\nvelocity = [1.0, 1.0, 0.0]\n",
      "pool-9ft");
  const Trajectory part = run(scene, {.stop = {.first_pocketed = true}});
  EXPECT_EQ(part.stop, StopReason::early_stop);
  ASSERT_FALSE(part.events.empty());
  EXPECT_EQ(part.events.back().type, EventType::ball_pocket);
  EXPECT_EQ(part.events.back().ball, 1U);
  EXPECT_EQ(part.final[1].motion, Motion::pocketed);
  EXPECT_NE(part.final[0].motion, Motion::stationary);
}

TEST_P(Run, EndsWhenTheGivenBallHasStopped) {
  Scene scene = scene_of(
      "[[balls]]\nid = \"slow\"\nposition = [0.0, 0.0]\nvelocity = [0.05, 0.0, 0.0]\n"
      "[[balls]]\nid = \"fast\"\nposition = [0.0, 1.0]\nvelocity = [1.0, 0.0, 0.0]\n"
      "[[balls]]\nid = \"still\"\nposition = [0.0, -1.0]\n");
  const Trajectory part = run(scene, {.stop = {.at_rest = 0}});
  EXPECT_EQ(part.stop, StopReason::early_stop);
  EXPECT_EQ(part.final[0].motion, Motion::stationary);
  EXPECT_NE(part.final[1].motion, Motion::stationary);
  // slides to 5/7 of its speed, then rolls to rest
  const double rolls = 5.0 / 7.0 * 0.05 / (0.01 * 9.81);
  EXPECT_NEAR(part.t_end, rolls, 0.03 * rolls);

  // a ball that never moves does not end the run
  EXPECT_EQ(run(scene, {.t_max = 0.5, .stop = {.at_rest = 2}}).stop, StopReason::t_max);
}

TEST_P(Run, EndsAfterACountOfEvents) {
  const Trajectory part = run(hit(), {.stop = {.event_count = 2}});
  EXPECT_EQ(part.stop, StopReason::early_stop);
  EXPECT_GE(part.events.size(), 2U);
}

TEST_P(Run, EndsWhenTheProgressCallbackSaysSo) {
  Scene scene = *load_scene(CUELAB_SOURCE_DIR "/scenes/break_8ball.toml");
  scene.run.engine = GetParam();
  scene.run.t_max = 3.0;
  scene.stepped.time_step = 1e-5;
  double last = -1.0;
  const Trajectory part = run(scene, {.progress = [&](double t) {
                                EXPECT_GE(t, last);
                                last = t;
                                return t < 0.2;
                              }});
  EXPECT_EQ(part.stop, StopReason::early_stop);
  EXPECT_GE(part.t_end, 0.2);
  EXPECT_LT(part.t_end, 1.5);
}

TEST_P(Run, SamplesComeInTheRequestedOrderAndDoNotDependOnTheRecord) {
  const Scene scene = hit();
  const std::vector<double> at = {0.3, 0.05, 0.3, 0.0, 1000.0};
  const auto full = simulate(scene, {.at = at});
  ASSERT_TRUE(full);
  ASSERT_EQ(full->samples.size(), at.size());
  for (std::size_t k = 0; k < at.size(); ++k) EXPECT_EQ(full->samples[k].t, at[k]);
  EXPECT_EQ(full->samples[0].bodies[1].state, full->samples[2].bodies[1].state);
  EXPECT_EQ(full->samples[3].bodies[0].state.r.x, 0.0);
  EXPECT_NEAR(full->samples[1].bodies[0].state.r.x, 0.0475, 5e-4);  // 1 m/s, 0.2 g
  EXPECT_EQ(full->samples[4].bodies[0].state, full->trajectory.final[0]);

  const auto outcome = simulate(scene, {.at = at, .record = Record::outcome});
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(outcome->trajectory.pieces.empty());
  EXPECT_EQ(outcome->trajectory.final, full->trajectory.final);
  EXPECT_EQ(outcome->trajectory.events.size(), full->trajectory.events.size());
  EXPECT_NE(hash_of(outcome->trajectory), 0U) << "names no pieces";
  for (std::size_t k = 0; k < at.size(); ++k) {
    EXPECT_EQ(outcome->samples[k].bodies[0].state, full->samples[k].bodies[0].state) << at[k];
  }
}

TEST_P(Run, AnInvalidSceneOrOptionIsAnError) {
  Scene overlap = hit();
  overlap.balls[1].start.r = overlap.balls[0].start.r;
  EXPECT_FALSE(simulate(overlap));
  const Scene scene = hit();
  EXPECT_EQ(simulate(scene, {.t_max = -1.0}).error().key, "t_max");
  EXPECT_EQ(simulate(scene, {.at = {0.1, -0.1}}).error().key, "at");
  EXPECT_EQ(simulate(scene, {.stop = {.at_rest = 3}}).error().key, "stop.at_rest");
}

INSTANTIATE_TEST_SUITE_P(Engines, Run,
                         ::testing::Values(Engine::event, Engine::smooth, Engine::stepped),
                         [](const auto& test) { return std::string(name_of(test.param)); });

TEST(RunErrors, ALawThatIsNotBuilt) {
  Scene scene = *load_scene(CUELAB_SOURCE_DIR "/scenes/cut_left_side.toml");
  scene.not_built = "physics.cloth: \"patch\" is not built yet";
  EXPECT_FALSE(simulate(scene));
}

}  // namespace
}  // namespace cuelab
