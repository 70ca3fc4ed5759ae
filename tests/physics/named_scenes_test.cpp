// Every named scene does what its name and first line promise.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "cuelab/cuelab.hpp"

namespace cuelab {
namespace {

/// A scene that was run, and questions about it. Balls and pockets by name.
class Played {
 public:
  explicit Played(const std::string& name) : scene(*load_named_scene(name)) {
    auto result = simulate(scene);
    if (!result) throw std::runtime_error(result.error().message());
    run = std::move(result->trajectory);
  }

  std::uint32_t ball(std::string_view id) const {
    const auto found = std::ranges::find(scene.balls, id, &Ball::id);
    if (found == scene.balls.end()) throw std::runtime_error("no such ball");
    return static_cast<std::uint32_t>(found - scene.balls.begin());
  }

  /// The pocket a ball fell into, "" if it did not.
  std::string pocket_of(std::string_view id) const {
    for (const Event& event : run.events) {
      if (event.type == EventType::ball_pocket && event.ball == ball(id))
        return scene.table.pockets[event.other.index].id;
    }
    return "";
  }
  bool stays(std::string_view id) const {
    const Motion motion = run.final[ball(id)].motion;
    return motion != Motion::pocketed && motion != Motion::off_table;
  }
  std::size_t pocketed() const {
    return static_cast<std::size_t>(
        std::ranges::count(run.final, Motion::pocketed, &BallState::motion));
  }

  /// When two balls first touch; infinite if they do not.
  double first_hit(std::string_view a, std::string_view b) const {
    for (const Event& event : run.events) {
      if (event.other.kind != AgentKind::ball) continue;
      const std::set<std::uint32_t> pair{event.ball, event.other.index};
      if (pair == std::set<std::uint32_t>{ball(a), ball(b)}) return event.t;
    }
    return std::numeric_limits<double>::infinity();
  }

  /// Hits of a ball on cushions and jaws up to a time.
  int cushions(std::string_view id, double until) const {
    return static_cast<int>(std::ranges::count_if(run.events, [&](const Event& event) {
      return event.type == EventType::ball_cushion && event.ball == ball(id) && event.t < until;
    }));
  }

  Vec2 start(std::string_view id) const { return flat(scene.balls[ball(id)].start.r); }
  Vec2 end(std::string_view id) const { return flat(run.final[ball(id)].r); }
  BallState at(std::string_view id, double t) const { return Replay(run).state(ball(id), t); }

  /// How far the cue ball ends beyond the place of its first hit on `object`, along its path [m].
  double travel_after_hit(std::string_view object) const {
    const Vec2 there = flat(at("cue", first_hit("cue", object)).r);
    const Vec2 path = there - start("cue");
    return dot(end("cue") - there, (1.0 / norm(path)) * path);
  }

  /// A point of three-cushion billiards: the cue ball touches both others, and at least three
  /// cushions before the second.
  bool scores_three_cushions(std::string_view cue, std::string_view a, std::string_view b) const {
    const double both = std::max(first_hit(cue, a), first_hit(cue, b));
    return std::isfinite(both) && cushions(cue, both) >= 3 && first_hit(a, b) > both;
  }

  /// Object balls that touched a cushion or fell.
  std::size_t driven_to_cushions() const {
    std::set<std::uint32_t> balls;
    for (const Event& event : run.events) {
      const AgentKind kind = event.other.kind;
      const bool there = kind == AgentKind::cushion || kind == AgentKind::jaw;
      if (event.ball != 0 && (there || kind == AgentKind::pocket)) balls.insert(event.ball);
    }
    return balls.size();
  }

  Scene scene;
  Trajectory run;
};

constexpr double never = std::numeric_limits<double>::infinity();

TEST(NamedScenes, DrawComesBack) {
  const Played shot("dead_straight_draw");
  EXPECT_EQ(shot.pocket_of("1"), "corner_foot_left");
  EXPECT_TRUE(shot.stays("cue"));
  EXPECT_LT(shot.travel_after_hit("1"), -0.4);
}

TEST(NamedScenes, StunStopsDead) {
  const Played shot("stun_shot");
  EXPECT_EQ(shot.pocket_of("1"), "corner_foot_left");
  EXPECT_LT(std::abs(shot.travel_after_hit("1")), 0.03);
}

TEST(NamedScenes, FollowRollsOn) {
  const Played shot("follow_shot");
  EXPECT_EQ(shot.pocket_of("1"), "corner_foot_left");
  EXPECT_TRUE(shot.stays("cue"));
  EXPECT_GT(shot.travel_after_hit("1"), 0.2);
}

TEST(NamedScenes, ThrowMissesThePocketAndSideCancelsIt) {
  const Played plain("throw_without_side");
  const Played side("throw_with_side");
  ASSERT_TRUE(plain.scene.shot && side.scene.shot);
  EXPECT_EQ(plain.scene.shot->heading, side.scene.shot->heading);
  EXPECT_EQ(plain.scene.shot->side, 0.0);
  EXPECT_NE(side.scene.shot->side, 0.0);
  EXPECT_EQ(plain.pocket_of("1"), "");
  EXPECT_EQ(side.pocket_of("1"), "corner_foot_left");
}

TEST(NamedScenes, TheSecondOfTwoFrozenBallsFalls) {
  const Played shot("frozen_combination");
  EXPECT_NEAR(norm(shot.start("1") - shot.start("2")), 2.0 * shot.scene.balls[1].spec.radius, 1e-9);
  EXPECT_NE(shot.pocket_of("2"), "");
  EXPECT_TRUE(shot.stays("cue"));
  EXPECT_EQ(shot.first_hit("cue", "2"), never);
}

TEST(NamedScenes, TheBankGoesIntoTheSidePocketOffOneCushion) {
  const Played shot("bank_shot");
  EXPECT_EQ(shot.pocket_of("1").substr(0, 4), "side");
  EXPECT_EQ(shot.cushions("1", never), 1);
  EXPECT_TRUE(shot.stays("cue"));
}

TEST(NamedScenes, TheJumpClearsTheBlockerLandsAndPots) {
  const Played shot("jump_over");
  const double R = shot.scene.balls[0].spec.radius;
  EXPECT_EQ(shot.first_hit("cue", "blocker"), never);
  double t = 0.0;
  while (shot.at("cue", t).r.x < shot.start("blocker").x) t += 1e-3;
  EXPECT_GT(shot.at("cue", t).r.z, 3.0 * R);
  const bool lands = std::ranges::any_of(shot.run.events, [&](const Event& event) {
    return event.type == EventType::ball_slate && event.ball == 0 && event.t > t &&
           event.t < shot.first_hit("cue", "target");
  });
  EXPECT_TRUE(lands);
  EXPECT_NE(shot.pocket_of("target"), "");
  EXPECT_TRUE(shot.stays("cue"));
}

TEST(NamedScenes, TheMasseCurvesAroundTheBlocker) {
  const Played shot("masse");
  const double hit = shot.first_hit("cue", "yellow");
  ASSERT_LT(hit, never);
  EXPECT_GT(shot.first_hit("cue", "red"), hit);
  EXPECT_EQ(shot.cushions("cue", hit), 0);
  // the straight line between the two balls passes through the blocker; the path is far from it
  const Vec2 line = shot.start("yellow") - shot.start("cue");
  const Vec2 across = (1.0 / norm(line)) * left_of(line);
  EXPECT_LT(std::abs(dot(shot.start("red") - shot.start("cue"), across)), 0.02);
  double bow = 0.0;
  for (double t = 0.0; t < hit; t += 0.01) {
    bow = std::max(bow, std::abs(dot(flat(shot.at("cue", t).r) - shot.start("cue"), across)));
  }
  EXPECT_GT(bow, 0.09);
}

TEST(NamedScenes, ThreeCushionsScore) {
  EXPECT_TRUE(Played("three_cushion").scores_three_cushions("white", "yellow", "red"));
}

TEST(NamedScenes, TheCaromOpeningScores) {
  const Played shot("carom_opening");
  EXPECT_TRUE(shot.scores_three_cushions("white", "red", "yellow"));
  EXPECT_LT(shot.first_hit("white", "red"), shot.first_hit("white", "yellow"));
}

TEST(NamedScenes, TheLagComesBackToTheHeadCushion) {
  const Played shot("lag");
  const double R = shot.scene.balls[0].spec.radius;
  EXPECT_EQ(shot.cushions("cue", never), 1);
  EXPECT_LT(shot.end("cue").x - R + 0.5 * shot.scene.table.length, 0.08);
}

TEST(NamedScenes, TheCutPots) {
  const Played shot("cut_left_side");
  EXPECT_EQ(shot.pocket_of("1").substr(0, 6), "corner");
  EXPECT_TRUE(shot.stays("cue"));
}

/// Legal and lively: a ball falls, the cue ball stays, at least four balls reach a cushion.
TEST(NamedScenes, BreaksPotABallAndSpreadTheRack) {
  for (const char* name : {"break_8ball", "break_8ball_bar_table", "break_9ball", "break_10ball"}) {
    SCOPED_TRACE(name);
    const Played shot(name);
    EXPECT_GE(shot.pocketed(), 1U);
    EXPECT_TRUE(shot.stays("cue"));
    EXPECT_GE(shot.driven_to_cushions(), 4U);
  }
}

TEST(NamedScenes, TheSnookerBreakOffReturnsToBaulk) {
  const Played shot("snooker_opening");
  EXPECT_EQ(shot.pocketed(), 0U);
  EXPECT_LT(shot.end("white").x, -0.5 * shot.scene.table.length + 0.737);
  double first_red = never;
  double first_colour = never;
  for (const Ball& ball : shot.scene.balls) {
    const bool red = ball.id.find_first_not_of("0123456789") == std::string::npos;
    double& first = red ? first_red : first_colour;
    if (ball.id != "white") first = std::min(first, shot.first_hit("white", ball.id));
  }
  EXPECT_LT(first_red, first_colour);
}

TEST(NamedScenes, OnlyTheLastOfTheFrozenRowLeaves) {
  const Played shot("frozen_row");
  EXPECT_NEAR(shot.at("5", 1.0).v.x, 1.0, 1e-9);
  for (const char* id : {"cue", "1", "2", "3", "4"}) EXPECT_NEAR(shot.at(id, 1.0).v.x, 0.0, 1e-9);
}

/// Scenes of the published experiments and of other systems have tests of their own.
TEST(NamedScenes, EachHasALineOnWhatToLookForAndATest) {
  const std::set<std::string_view> tested = {"bank_shot",
                                             "bearing",
                                             "bearing_defect",
                                             "bouncing_ball",
                                             "break_10ball",

                                             "break_8ball",
                                             "break_8ball_bar_table",
                                             "break_9ball",
                                             "carom_opening",
                                             "curve_with_side",
                                             "cut_left_side",
                                             "dead_straight_draw",
                                             "follow_shot",
                                             "four_ball_break",
                                             "frozen_combination",
                                             "frozen_row",
                                             "jump_over",
                                             "lag",
                                             "masse",
                                             "newtons_cradle",
                                             "snooker_opening",
                                             "stun_shot",
                                             "three_cushion",
                                             "throw_with_side",
                                             "throw_without_side"};
  std::set<std::string_view> all;
  for (const NamedScene& scene : named_scenes()) {
    all.insert(scene.name);
    EXPECT_TRUE(scene.text.starts_with("# ")) << scene.name;
  }
  EXPECT_EQ(all, tested);
}

TEST(NamedScenes, CurveWithSideBendsLessWithMoreSpinUnlessFrictionIsPlain) {
  const auto headings = [](const Scene& scene) {
    const Trajectory run = simulate(scene)->trajectory;
    std::vector<double> angles;
    for (const BallState& s : run.final) angles.push_back(std::atan2(s.v.y, s.v.x));
    return angles;
  };
  Scene scene = *load_named_scene("curve_with_side");
  const std::vector<double> patch = headings(scene);
  EXPECT_GT(patch[0], patch[1] + 0.01);
  EXPECT_GT(patch[1], patch[2] + 0.01);
  scene.physics.cloth = CoulombCloth{};
  const std::vector<double> plain = headings(scene);
  EXPECT_NEAR(plain[0], plain[1], 1e-12);
  EXPECT_NEAR(plain[0], plain[2], 1e-12);
}

}  // namespace
}  // namespace cuelab
