// Outcomes and referees, on scenes and event lists made by hand.
#include "cuelab/outcome.hpp"

#include <gtest/gtest.h>

#include "cuelab/cuelab.hpp"

namespace cuelab {
namespace {

/// A table with balls in a row that never touch, the first of which is the cue ball.
Scene with_balls(const std::vector<std::string>& ids) {
  Scene scene = *make_scene("pool-9ft");
  for (std::size_t i = 0; i < ids.size(); ++i) {
    scene.balls.push_back({.id = ids[i], .spec = {}, .start = {}});
    scene.balls.back().start.r = {-1.0 + 0.1 * static_cast<double>(i), 0.0, 0.028575};
  }
  scene.shot = Shot{};
  return scene;
}

/// A list of events, at 0.1 s from each other.
class Story {
 public:
  explicit Story(std::size_t balls) { run_.final.resize(balls); }
  Story& hit(std::uint32_t a, std::uint32_t b) {
    return add(EventType::ball_ball, a, {AgentKind::ball, b});
  }
  Story& cushion(std::uint32_t ball) {
    return add(EventType::ball_cushion, ball, {AgentKind::cushion, 0});
  }
  Story& pocket(std::uint32_t ball, std::uint32_t where = 2) {
    run_.final[ball].motion = Motion::pocketed;
    return add(EventType::ball_pocket, ball, {AgentKind::pocket, where});
  }
  Story& leave(std::uint32_t ball) {
    run_.final[ball].motion = Motion::off_table;
    return add(EventType::ball_floor, ball, {});
  }
  operator const Trajectory&() const { return run_; }

 private:
  Story& add(EventType type, std::uint32_t ball, Agent other) {
    const double t = 0.1 * static_cast<double>(run_.events.size() + 1);
    run_.events.push_back({.t = t, .type = type, .ball = ball, .other = other});
    return *this;
  }
  Trajectory run_{};
};

TEST(Outcome, CountsWhatHappened) {
  const Scene scene = with_balls({"cue", "1", "2"});
  const Outcome outcome = outcome_of(scene, Story(3)
                                                .cushion(0)
                                                .hit(1, 0)
                                                .cushion(0)
                                                .cushion(1)
                                                .hit(0, 2)
                                                .cushion(0)
                                                .pocket(1, 4)
                                                .leave(2)
                                                .pocket(0));
  EXPECT_EQ(outcome.first_hit, 1U);
  EXPECT_EQ(outcome.balls_hit, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(outcome.cushions_before, 1U);
  EXPECT_EQ(outcome.cushions_after, 2U);
  EXPECT_EQ(outcome.cushions_before_second, 2U);
  EXPECT_TRUE(outcome.cushion_after_hit);
  EXPECT_EQ(outcome.at_cushion, (std::vector<std::uint32_t>{1}));
  ASSERT_EQ(outcome.pocketed.size(), 2U);
  EXPECT_EQ(outcome.pocketed[0].ball, 1U);
  EXPECT_EQ(outcome.pocketed[0].pocket, 4U);
  EXPECT_EQ(outcome.off_table, (std::vector<std::uint32_t>{2}));
  EXPECT_TRUE(outcome.scratch);
  EXPECT_FALSE(outcome.three_cushion_point);
}

TEST(Outcome, SpreadAndPosition) {
  const Scene scene = with_balls({"cue", "1"});
  Trajectory run;
  run.final.resize(2);
  run.final[0].r = {0.3, 0.4, 0.0};
  run.final[1].r = {-0.3, -0.4, 0.0};
  const Outcome outcome = outcome_of(scene, run);
  EXPECT_NEAR(outcome.spread, 0.5, 1e-15);
  EXPECT_EQ(outcome.cue_position, (Vec2{0.3, 0.4}));
  EXPECT_FALSE(outcome.first_hit);
}

std::string said(const Scene& scene, const Trajectory& run, const Rules& rules) {
  return text_of(judge(scene, run, rules));
}

TEST(Referee, EightBall) {
  const Scene scene = with_balls({"cue", "1", "8", "9"});
  const Rules open{}, solids{.target = Target::solids}, stripes{.target = Target::stripes};
  EXPECT_EQ(said(scene, Story(4).hit(0, 1).cushion(1), open), "legal");
  EXPECT_EQ(said(scene, Story(4).hit(0, 2).cushion(1), open), "foul: wrong-ball");
  EXPECT_EQ(said(scene, Story(4).hit(0, 3).cushion(1), solids), "foul: wrong-ball");
  EXPECT_EQ(said(scene, Story(4).cushion(0).hit(0, 3), stripes), "foul: no-rail");
  EXPECT_EQ(said(scene, Story(4).cushion(0), stripes), "foul: no-hit");
  EXPECT_EQ(said(scene, Story(4).hit(0, 1).pocket(1).pocket(0), solids), "foul: scratch");
  EXPECT_EQ(said(scene, Story(4).hit(0, 1).cushion(0).leave(3), solids), "foul: off-table");
  EXPECT_TRUE(judge(scene, Story(4).hit(0, 1).pocket(1), solids).success);
  EXPECT_FALSE(judge(scene, Story(4).hit(0, 1).pocket(3), solids).success);

  const Ruling early = judge(scene, Story(4).hit(0, 1).pocket(1).pocket(2), solids);
  EXPECT_EQ(text_of(early), "foul: early-eight");
  EXPECT_TRUE(early.loses);

  const Scene last = with_balls({"cue", "8", "9"});
  EXPECT_TRUE(judge(last, Story(3).hit(0, 1).pocket(1), solids).wins);
  const Ruling scratched = judge(last, Story(3).hit(0, 1).pocket(1).pocket(0), solids);
  EXPECT_FALSE(scratched.wins);
  EXPECT_TRUE(scratched.loses);
}

TEST(Referee, Breaks) {
  const Scene scene = with_balls({"cue", "1", "2", "3", "4", "9"});
  const Rules rules{.game = Game::nine_ball, .is_break = true};
  EXPECT_EQ(said(scene, Story(6).hit(0, 1).cushion(1).cushion(2).cushion(3), rules),
            "foul: bad-break");
  EXPECT_EQ(said(scene, Story(6).hit(0, 1).cushion(1).cushion(2).cushion(3).cushion(4), rules),
            "legal");
  EXPECT_TRUE(judge(scene, Story(6).hit(0, 1).pocket(5), rules).wins);
}

TEST(Referee, NineBall) {
  const Scene scene = with_balls({"cue", "3", "5", "9"});
  const Rules rules{.game = Game::nine_ball};
  EXPECT_EQ(said(scene, Story(4).hit(0, 2).cushion(2), rules), "foul: wrong-ball");
  const Ruling combination = judge(scene, Story(4).hit(0, 1).hit(1, 3).pocket(3), rules);
  EXPECT_TRUE(combination.legal && combination.wins && combination.success);
  EXPECT_FALSE(judge(scene, Story(4).hit(0, 2).pocket(3), rules).wins);
}

TEST(Referee, ThreeCushion) {
  const Scene scene = with_balls({"white", "yellow", "red"});
  const Rules rules{.game = Game::three_cushion};
  const auto points = [&](const Trajectory& run) { return judge(scene, run, rules).points; };
  EXPECT_EQ(points(Story(3).hit(0, 2).cushion(0).cushion(0).cushion(0).hit(0, 1)), 1);
  EXPECT_EQ(points(Story(3).cushion(0).cushion(0).hit(0, 2).cushion(0).hit(0, 1)), 1);
  EXPECT_EQ(points(Story(3).hit(0, 2).cushion(0).cushion(0).hit(0, 1).cushion(0)), 0);
  EXPECT_EQ(points(Story(3).hit(0, 2).cushion(0).cushion(0).cushion(0).hit(2, 1)), 0);
  EXPECT_TRUE(judge(scene, Story(3).cushion(0), rules).legal);
}

TEST(Referee, Snooker) {
  const Scene scene = with_balls({"white", "1", "2", "yellow", "blue", "black"});
  const Rules red{.game = Game::snooker}, colour{Game::snooker, false, Target::colour, "blue"};
  EXPECT_EQ(judge(scene, Story(6).hit(0, 1).pocket(1).pocket(2), red).points, 2);
  const Ruling black = judge(scene, Story(6).hit(0, 5), red);
  EXPECT_EQ(text_of(black), "foul: wrong-ball");
  EXPECT_EQ(black.points, 7);
  EXPECT_EQ(judge(scene, Story(6).hit(0, 1).pocket(4), red).points, 5);
  EXPECT_EQ(judge(scene, Story(6), red).points, 4);
  EXPECT_EQ(judge(scene, Story(6).hit(0, 4).pocket(4), colour).points, 5);
  EXPECT_TRUE(judge(scene, Story(6).hit(0, 4).pocket(4), colour).success);
  EXPECT_EQ(said(scene, Story(6).hit(0, 4).pocket(3), colour), "foul: wrong-pot");
  const Scene colours = with_balls({"white", "yellow", "black"});
  EXPECT_EQ(judge(colours, Story(3).hit(0, 1).pocket(1), red).points, 2);
  EXPECT_EQ(said(colours, Story(3).hit(0, 2), red), "foul: wrong-ball");
}

TEST(Referee, ScenesOfTheLibrary) {
  const Scene carom = *load_scene(std::string(CUELAB_SOURCE_DIR "/scenes/carom_opening.toml"));
  const Ruling point = judge(carom, simulate_event(carom), {.game = Game::three_cushion});
  EXPECT_EQ(point.points, 1);
  const Scene rack = *load_scene(std::string(CUELAB_SOURCE_DIR "/scenes/break_9ball.toml"));
  const auto broken = simulate(rack, {.record = Record::outcome});
  const Outcome outcome = outcome_of(rack, broken->trajectory);
  EXPECT_EQ(rack.balls[*outcome.first_hit].id, "1");
  EXPECT_EQ(outcome.pocketed.size(), 3U);  // as the file says
}

}  // namespace
}  // namespace cuelab
