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
  Story& cushion(std::uint32_t ball, std::uint32_t which = 0) {
    return add(EventType::ball_cushion, ball, {AgentKind::cushion, which});
  }
  Story& jaw(std::uint32_t ball) { return add(EventType::ball_cushion, ball, {AgentKind::jaw, 0}); }
  /// The next event follows this long after the one before it.
  Story& after(double pause) {
    pause_ = pause;
    return *this;
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
    t_ += pause_;
    pause_ = 0.1;
    run_.events.push_back({.t = t_, .type = type, .ball = ball, .other = other});
    return *this;
  }
  Trajectory run_{};
  double t_ = 0.0;
  double pause_ = 0.1;
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

TEST(Outcome, ContactsAtOnce) {
  const Scene scene = with_balls({"cue", "1"});
  const auto cushions = [&](const Trajectory& run) {
    return outcome_of(scene, run).cushions_before;
  };
  // a nose and its jaw, or one nose twice, are one cushion; two noses of a corner are two
  EXPECT_EQ(cushions(Story(2).cushion(0).after(1e-4).jaw(0)), 1U);
  EXPECT_EQ(cushions(Story(2).cushion(0, 3).after(1e-4).cushion(0, 3)), 1U);
  EXPECT_EQ(cushions(Story(2).cushion(0, 3).after(1e-4).cushion(0, 4)), 2U);
  EXPECT_EQ(cushions(Story(2).cushion(0, 3).after(1e-2).cushion(0, 3)), 2U);
  // what another ball does in between changes nothing
  EXPECT_EQ(cushions(Story(2).cushion(0).after(1e-4).cushion(1).after(1e-4).cushion(0)), 1U);
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

// World Standardized Rules of the WPA: 3 (eight-ball) and 6 (fouls)
TEST(Referee, EightBall) {
  const Scene scene = with_balls({"cue", "1", "8", "9"});
  const Rules open{}, solids{.target = Target::solids}, stripes{.target = Target::stripes};
  EXPECT_EQ(said(scene, Story(4).hit(0, 1).cushion(1), open), "legal");
  EXPECT_EQ(said(scene, Story(4).hit(0, 3).cushion(0), open), "legal");
  EXPECT_EQ(said(scene, Story(4).hit(0, 2).cushion(1), open), "foul: wrong-ball");
  EXPECT_EQ(said(scene, Story(4).hit(0, 1).cushion(1), solids), "legal");
  EXPECT_EQ(said(scene, Story(4).hit(0, 3).cushion(1), solids), "foul: wrong-ball");
  EXPECT_EQ(said(scene, Story(4).hit(0, 1).cushion(1), stripes), "foul: wrong-ball");
  EXPECT_EQ(said(scene, Story(4).hit(0, 2).cushion(1), stripes), "foul: wrong-ball");
  EXPECT_EQ(said(scene, Story(4).cushion(0).hit(0, 3), stripes), "foul: no-rail");
  EXPECT_EQ(said(scene, Story(4).hit(0, 3).pocket(3), stripes), "legal");
  EXPECT_EQ(said(scene, Story(4).cushion(0), stripes), "foul: no-hit");
  EXPECT_EQ(said(scene, Story(4).hit(0, 1).pocket(1).pocket(0), solids), "foul: scratch");
  EXPECT_EQ(said(scene, Story(4).hit(0, 1).cushion(1).leave(0), solids), "foul: scratch");
  EXPECT_EQ(said(scene, Story(4).hit(0, 1).cushion(0).leave(3), solids), "foul: off-table");
  EXPECT_TRUE(judge(scene, Story(4).hit(0, 1).pocket(1), solids).success);
  EXPECT_FALSE(judge(scene, Story(4).hit(0, 1).pocket(3), solids).success);
  EXPECT_FALSE(judge(scene, Story(4).hit(0, 1).pocket(1).pocket(0), solids).success);
  EXPECT_TRUE(judge(scene, Story(4).hit(0, 3).pocket(3), stripes).success);
  EXPECT_TRUE(judge(scene, Story(4).hit(0, 1).pocket(3), open).success);
  EXPECT_FALSE(judge(scene, Story(4).hit(0, 1).cushion(1), open).success);
  EXPECT_FALSE(judge(scene, Story(4).hit(0, 1).pocket(1), solids).wins);
}

TEST(Referee, TheEight) {
  const Rules solids{.target = Target::solids}, stripes{.target = Target::stripes};
  const Scene scene = with_balls({"cue", "1", "8", "9"});
  const Ruling early = judge(scene, Story(4).hit(0, 1).pocket(1).pocket(2), solids);
  EXPECT_EQ(text_of(early), "foul: early-eight");
  EXPECT_TRUE(early.loses);
  EXPECT_TRUE(judge(scene, Story(4).hit(0, 1).cushion(0).leave(2), solids).loses);
  EXPECT_FALSE(judge(scene, Story(4).hit(0, 1).cushion(0).leave(3), solids).loses);
  EXPECT_FALSE(judge(scene, Story(4).hit(0, 1).pocket(1).pocket(0), solids).loses);

  const Scene last = with_balls({"cue", "8", "9"});
  const Ruling won = judge(last, Story(3).hit(0, 1).pocket(1), solids);
  EXPECT_TRUE(won.wins && won.success && !won.loses);
  EXPECT_EQ(said(last, Story(3).hit(0, 2).cushion(2), solids), "foul: wrong-ball");
  EXPECT_TRUE(judge(last, Story(3).hit(0, 2).hit(2, 1).pocket(1), solids).loses);
  EXPECT_FALSE(judge(last, Story(3).hit(0, 1).cushion(1), solids).success);
  EXPECT_FALSE(judge(last, Story(3).hit(0, 1).pocket(1), stripes).wins);
  const Ruling scratched = judge(last, Story(3).hit(0, 1).pocket(1).pocket(0), solids);
  EXPECT_FALSE(scratched.wins);
  EXPECT_TRUE(scratched.loses);
  // a ball that fell before the shot is not on the table
  Scene played = scene;
  played.balls[1].start.motion = Motion::pocketed;
  EXPECT_TRUE(judge(played, Story(4).hit(0, 2).pocket(2), solids).wins);
}

TEST(Referee, Breaks) {
  const Scene scene = with_balls({"cue", "1", "2", "3", "4", "8", "9"});
  const Rules nine{.game = Game::nine_ball, .is_break = true}, eight{.is_break = true};
  const auto three = [] { return Story(7).hit(0, 1).cushion(1).cushion(2).cushion(3); };
  for (const Rules& rules : {nine, eight}) {
    EXPECT_EQ(said(scene, three(), rules), "foul: bad-break");
    // neither the cue ball nor a ball's second cushion is a fourth
    EXPECT_EQ(said(scene, three().cushion(0).cushion(3), rules), "foul: bad-break");
    EXPECT_EQ(said(scene, three().cushion(4), rules), "legal");
    EXPECT_EQ(said(scene, Story(7).hit(0, 1).pocket(4), rules), "legal");
    EXPECT_EQ(said(scene, Story(7).hit(0, 1).pocket(4).pocket(0), rules), "foul: scratch");
    EXPECT_EQ(said(scene, Story(7).hit(0, 1).pocket(0), rules), "foul: scratch, bad-break");
    EXPECT_TRUE(judge(scene, Story(7).hit(0, 1).pocket(4), rules).success);
    EXPECT_FALSE(judge(scene, three().cushion(4), rules).success);
  }
  EXPECT_EQ(said(scene, Story(7).hit(0, 2).pocket(4), nine), "foul: wrong-ball");
  EXPECT_EQ(said(scene, Story(7).hit(0, 2).pocket(4), eight), "legal");
  EXPECT_TRUE(judge(scene, Story(7).hit(0, 1).pocket(6), nine).wins);
  // the eight on the break neither wins nor loses
  const Ruling golden = judge(scene, Story(7).hit(0, 1).pocket(5), eight);
  EXPECT_TRUE(golden.legal && golden.success && !golden.wins && !golden.loses);
  EXPECT_FALSE(judge(scene, Story(7).hit(0, 1).pocket(5).pocket(0), eight).loses);
}

// 2 (nine-ball) and 6 (fouls)
TEST(Referee, NineBall) {
  const Scene scene = with_balls({"cue", "3", "5", "9"});
  const Rules rules{.game = Game::nine_ball};
  EXPECT_EQ(said(scene, Story(4).hit(0, 2).cushion(2), rules), "foul: wrong-ball");
  EXPECT_EQ(said(scene, Story(4).hit(0, 1).hit(0, 2).cushion(2), rules), "legal");
  EXPECT_EQ(said(scene, Story(4).cushion(0).hit(0, 1), rules), "foul: no-rail");
  EXPECT_EQ(said(scene, Story(4).hit(0, 1).cushion(0).leave(3), rules), "foul: off-table");
  EXPECT_EQ(said(scene, Story(4).cushion(0).pocket(0), rules), "foul: scratch, no-hit");
  const Ruling combination = judge(scene, Story(4).hit(0, 1).hit(1, 3).pocket(3), rules);
  EXPECT_TRUE(combination.legal && combination.wins && combination.success);
  EXPECT_FALSE(judge(scene, Story(4).hit(0, 2).pocket(3), rules).wins);
  EXPECT_FALSE(judge(scene, Story(4).hit(0, 1).pocket(3).pocket(0), rules).wins);
  const Ruling other = judge(scene, Story(4).hit(0, 1).pocket(2), rules);
  EXPECT_TRUE(other.success && !other.wins);
  EXPECT_FALSE(judge(scene, Story(4).hit(0, 1).cushion(2), rules).success);
  Scene played = scene;
  played.balls[1].start.motion = Motion::pocketed;
  EXPECT_EQ(said(played, Story(4).hit(0, 2).cushion(2), rules), "legal");
}

TEST(Referee, ThreeCushion) {
  const Scene scene = with_balls({"white", "yellow", "red"});
  const Rules rules{.game = Game::three_cushion};
  const auto points = [&](const Trajectory& run) { return judge(scene, run, rules).points; };
  EXPECT_EQ(points(Story(3).hit(0, 2).cushion(0).cushion(0).cushion(0).hit(0, 1)), 1);
  EXPECT_EQ(points(Story(3).cushion(0).cushion(0).hit(0, 2).cushion(0).hit(0, 1)), 1);
  EXPECT_EQ(points(Story(3).cushion(0).cushion(0).cushion(0).hit(0, 2).hit(0, 1)), 1);
  EXPECT_EQ(points(Story(3).hit(0, 2).cushion(0).cushion(0).hit(0, 1).cushion(0)), 0);
  EXPECT_EQ(points(Story(3).hit(0, 2).cushion(0).cushion(0).cushion(0).hit(2, 1)), 0);
  EXPECT_EQ(points(Story(3).hit(0, 2).cushion(0).cushion(0).cushion(0).hit(0, 2)), 0);
  EXPECT_EQ(points(Story(3).hit(0, 2).cushion(2).cushion(2).cushion(2).hit(0, 1)), 0);
  EXPECT_TRUE(judge(scene, Story(3).cushion(0), rules).legal);
  const Ruling off =
      judge(scene, Story(3).cushion(0).cushion(0).cushion(0).hit(0, 2).hit(0, 1).leave(1), rules);
  EXPECT_EQ(text_of(off), "foul: off-table");
  EXPECT_TRUE(off.points == 0 && !off.success);
}

// Rules of snooker, sections 2.10 (ball on) and 3.10 to 3.12 (fouls and penalties)
TEST(Referee, Snooker) {
  const Scene scene = with_balls({"white", "1", "2", "yellow", "blue", "black"});
  const Rules red{.game = Game::snooker}, blue{Game::snooker, false, Target::colour, "blue"};
  const auto points = [&](const Trajectory& run, const Rules& rules) {
    return judge(scene, run, rules).points;
  };
  EXPECT_EQ(points(Story(6).hit(0, 1).pocket(1).pocket(2), red), 2);
  // a legal shot needs no cushion
  EXPECT_EQ(said(scene, Story(6).hit(0, 1), red), "legal");
  EXPECT_FALSE(judge(scene, Story(6).hit(0, 1), red).success);
  EXPECT_EQ(said(scene, Story(6).hit(0, 5), red), "foul: wrong-ball");
  EXPECT_EQ(points(Story(6).hit(0, 5), red), 7);
  EXPECT_EQ(points(Story(6).hit(0, 3), red), 4);
  EXPECT_EQ(points(Story(6).hit(0, 1).pocket(4), red), 5);
  EXPECT_EQ(points(Story(6).hit(0, 1).pocket(0), red), 4);
  EXPECT_EQ(points(Story(6).hit(0, 1).leave(5), red), 7);
  EXPECT_EQ(points(Story(6), red), 4);
  EXPECT_EQ(points(Story(6), blue), 5);
  EXPECT_EQ(points(Story(6).hit(0, 4).pocket(4), blue), 5);
  EXPECT_TRUE(judge(scene, Story(6).hit(0, 4).pocket(4), blue).success);
  EXPECT_EQ(said(scene, Story(6).hit(0, 4).pocket(3), blue), "foul: wrong-pot");
  EXPECT_EQ(said(scene, Story(6).hit(0, 4).pocket(1), blue), "foul: wrong-pot");
  EXPECT_EQ(said(scene, Story(6).hit(0, 1), blue), "foul: wrong-ball");
}

TEST(Referee, SnookerColours) {
  const Scene scene = with_balls({"white", "1", "yellow", "green", "black"});
  // no colour named: the first one hit is on
  const Rules any{Game::snooker, false, Target::colour, ""};
  EXPECT_EQ(judge(scene, Story(5).hit(0, 3).pocket(3), any).points, 3);
  EXPECT_EQ(judge(scene, Story(5).hit(0, 2).pocket(2).pocket(0), any).points, 4);
  EXPECT_EQ(judge(scene, Story(5).hit(0, 4).pocket(0), any).points, 7);
  EXPECT_EQ(judge(scene, Story(5).hit(0, 1), any).points, 7);
  EXPECT_EQ(judge(scene, Story(5), any).points, 7);
  // without reds the lowest colour is on
  const Rules rules{.game = Game::snooker};
  const Scene colours = with_balls({"white", "yellow", "black"});
  EXPECT_EQ(judge(colours, Story(3).hit(0, 1).pocket(1), rules).points, 2);
  EXPECT_EQ(said(colours, Story(3).hit(0, 2), rules), "foul: wrong-ball");
  const Scene last = with_balls({"white", "black"});
  EXPECT_EQ(judge(last, Story(2).hit(0, 1).pocket(1), rules).points, 7);
  EXPECT_EQ(judge(last, Story(2), rules).points, 7);
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
