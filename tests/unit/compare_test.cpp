// Matching of events and distances of paths, on trajectories made by hand.
#include "cuelab/compare.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cuelab {
namespace {

using testing::ElementsAre;

EventSpan hit(double t, std::uint32_t a, std::uint32_t b, double until = 0.0) {
  return {t, std::max(t, until), EventType::ball_ball, a, {AgentKind::ball, b}};
}

EventSpan bounce(double t, std::uint32_t ball, std::uint32_t cushion = 0) {
  return {t, t, EventType::ball_cushion, ball, {AgentKind::cushion, cushion}};
}

// --- matching ------------------------------------------------------------------------------------

TEST(CompareEvents, EqualRunsMatchCompletely) {
  const std::vector<EventSpan> run{hit(0.1, 0, 1), bounce(0.4, 0), hit(0.7, 0, 1)};
  const EventMatch match = match_events(run, run);
  EXPECT_THAT(match.a, ElementsAre(0, 1, 2));
  EXPECT_EQ(match.count, 3U);
  EXPECT_FALSE(match.first);
}

TEST(CompareEvents, NearlySimultaneousEventsMayBeSwapped) {
  const std::vector<EventSpan> a{hit(0.1, 0, 1), bounce(0.4, 0), bounce(0.402, 1), hit(0.9, 0, 1)};
  std::vector<EventSpan> b{hit(0.1, 0, 1), bounce(0.401, 1), bounce(0.404, 0), hit(0.9, 0, 1)};
  const EventMatch match = match_events(a, b);
  EXPECT_THAT(match.a, ElementsAre(0, 2, 1, 3));
  EXPECT_THAT(match.b, ElementsAre(0, 2, 1, 3));
  EXPECT_FALSE(match.first);

  // a fifth of a second apart, another order is another course
  b = {hit(0.1, 0, 1), bounce(0.401, 1), bounce(0.604, 0), hit(0.9, 0, 1)};
  const EventMatch other = match_events(a, b);
  EXPECT_EQ(other.count, 3U);
  ASSERT_TRUE(other.first);
}

TEST(CompareEvents, SwapsAreFoundInRunsThatHaveDriftedApart) {
  const double drift = 0.1;
  const std::vector<EventSpan> a{hit(1.0, 0, 1), bounce(2.0, 0), bounce(2.001, 1)};
  const std::vector<EventSpan> b{hit(1.0 + drift, 0, 1), bounce(2.0 + drift, 1),
                                 bounce(2.001 + drift, 0)};
  EXPECT_EQ(match_events(a, b).count, 3U);
}

TEST(CompareEvents, AMissingHitIsTheFirstDivergence) {
  const std::vector<EventSpan> a{hit(0.1, 0, 1), hit(0.5, 0, 2), bounce(0.8, 1), bounce(1.2, 0)};
  const std::vector<EventSpan> b{hit(0.1, 0, 1), bounce(0.8, 1), bounce(1.2, 0)};
  const EventMatch match = match_events(a, b);
  EXPECT_THAT(match.a, ElementsAre(0, unmatched, 1, 2));
  EXPECT_THAT(match.b, ElementsAre(0, 2, 3));
  EXPECT_EQ(match.count, 3U);
  ASSERT_TRUE(match.first);
  EXPECT_EQ(match.first->t, 0.5);
  EXPECT_EQ(match.first->a, 1U);
  EXPECT_EQ(match.first->b, 1U) << "the second run goes on with the bounce";

  // the same seen from the other side: an extra hit
  const EventMatch reverse = match_events(b, a);
  EXPECT_THAT(reverse.a, ElementsAre(0, 2, 3));
  ASSERT_TRUE(reverse.first);
  EXPECT_EQ(reverse.first->t, 0.5);
  EXPECT_EQ(reverse.first->a, 1U);
  EXPECT_EQ(reverse.first->b, 1U);
}

TEST(CompareEvents, AHitOnAnotherBallDivergesInBothRuns) {
  const std::vector<EventSpan> a{hit(0.1, 0, 1), hit(0.5, 1, 2)};
  const std::vector<EventSpan> b{hit(0.1, 0, 1), hit(0.5, 1, 3), bounce(0.9, 3)};
  const EventMatch match = match_events(a, b);
  EXPECT_EQ(match.count, 1U);
  ASSERT_TRUE(match.first);
  EXPECT_EQ(match.first->a, 1U);
  EXPECT_EQ(match.first->b, 1U);
}

TEST(CompareEvents, OneRunMayEndEarlier) {
  const std::vector<EventSpan> a{hit(0.1, 0, 1)};
  const std::vector<EventSpan> b{hit(0.1, 0, 1), bounce(0.9, 1)};
  const auto first = match_events(a, b).first;
  ASSERT_TRUE(first);
  EXPECT_EQ(first->a, a.size()) << "no event is left";
  EXPECT_EQ(first->b, 1U);
}

TEST(CompareEvents, OfTwoPossiblePartnersTheNearerInTimeIsTaken) {
  const std::vector<EventSpan> a{bounce(1.0, 0)};
  const std::vector<EventSpan> b{bounce(0.8, 0), bounce(1.01, 0)};
  EXPECT_THAT(match_events(a, b).a, ElementsAre(1));
}

TEST(CompareEvents, TheSameEventMuchLaterIsAnother) {
  const std::vector<EventSpan> a{bounce(1.0, 0)};
  const std::vector<EventSpan> b{bounce(1.0 + 1.01 * match_window, 0)};
  EXPECT_EQ(match_events(a, b).count, 0U);

  // but late in a run the times may differ by more
  const std::vector<EventSpan> late_a{bounce(5.0, 0)};
  const std::vector<EventSpan> late_b{bounce(5.9, 0)};
  EXPECT_EQ(match_events(late_a, late_b).count, 1U);
}

TEST(CompareEvents, ALastingContactMatchesAnImpactWithinIt) {
  // touching balls: the smooth engine's contact begins long before the blow arrives
  const std::vector<EventSpan> event{hit(0.3, 0, 1), hit(0.3, 1, 2), hit(0.3, 2, 3)};
  const std::vector<EventSpan> smooth{hit(0.0, 2, 3, 0.301), hit(0.3, 0, 1), hit(0.3, 1, 2)};
  EXPECT_FALSE(match_events(event, smooth).first);
  EXPECT_FALSE(match_events(smooth, event).first);
}

// --- impacts -------------------------------------------------------------------------------------

/// Two balls on a long cloth; the first moves along x.
struct TwoBalls {
  Scene scene;
  Trajectory run;

  TwoBalls() {
    scene.balls = {{"a", {}, {.r = {0, 0, 0.028575}, .v = {1, 0, 0}}},
                   {"b", {}, {.r = {1, 0, 0.028575}}}};
    for (std::uint32_t i = 0; i < 2; ++i) {
      const BallState& start = scene.balls[i].start;
      run.pieces.push_back({.r0 = start.r, .v0 = start.v, .ball = i, .motion = Motion::rolling});
      run.final.push_back(start);
    }
    run.t_end = 2.0;
  }

  /// An impact of the two balls after which both stand still.
  void add_hit(double t, std::uint32_t first = 0, std::uint32_t second = 1) {
    const auto next = static_cast<std::uint32_t>(run.pieces.size());
    run.events.push_back(
        {t, EventType::ball_ball, first, {AgentKind::ball, second}, next, next + 1});
    for (const std::uint32_t ball : {first, second}) {
      Piece piece = run.pieces[ball];
      piece.r0 = state_on(piece, t).r;
      piece.v0 = {};
      piece.t0 = t;
      run.pieces.push_back(piece);
    }
  }

  void add_contact(double from, double until, Agent other, ContactRecord contact) {
    contact.begin = static_cast<std::uint32_t>(run.events.size());
    run.events.push_back({from, EventType::contact_begin, 0, other});
    contact.end = static_cast<std::uint32_t>(run.events.size());
    run.events.push_back({until, EventType::contact_end, 0, other});
    run.contacts.push_back(contact);
  }
};

TEST(CompareImpacts, AContactIsOneImpactWithItsDuration) {
  TwoBalls smooth;
  smooth.add_contact(0.5, 0.5003, {AgentKind::ball, 1}, {.approach_speed = 1.0});
  EXPECT_THAT(impacts_of(smooth.scene, smooth.run), ElementsAre(hit(0.5, 0, 1, 0.5003)));

  TwoBalls event;
  event.add_hit(0.5, 1, 0);  // the order of the balls does not count
  EXPECT_THAT(impacts_of(event.scene, event.run), ElementsAre(hit(0.5, 0, 1)));
}

TEST(CompareImpacts, RestingContactsAreNoImpactsUnlessTheyCarryABlow) {
  TwoBalls smooth;
  smooth.add_contact(0.0, 0.5, {AgentKind::ball, 1}, {.peak_force = 0.3});
  EXPECT_TRUE(impacts_of(smooth.scene, smooth.run).empty());
  smooth.run.contacts[0].peak_force = 300.0;
  EXPECT_EQ(impacts_of(smooth.scene, smooth.run).size(), 1U);
}

TEST(CompareImpacts, ABlowThroughTouchingBallsComesAfterTheImpactThatSendsIt) {
  TwoBalls smooth;
  smooth.scene.balls.push_back(smooth.scene.balls[1]);
  smooth.add_contact(0.0, 0.5004, {AgentKind::ball, 2}, {.peak_force = 300.0});
  smooth.add_contact(0.5, 0.5003, {AgentKind::ball, 1}, {.approach_speed = 1.0});
  smooth.add_contact(0.9, 0.9003, {AgentKind::ball, 1}, {.approach_speed = 1.0});
  EXPECT_THAT(impacts_of(smooth.scene, smooth.run),
              ElementsAre(hit(0.5, 0, 1, 0.5003), hit(0.5, 0, 2, 0.5004), hit(0.9, 0, 1, 0.9003)));
}

TEST(CompareImpacts, BallsThatHardlyApproachAreNoImpact) {
  TwoBalls event;
  event.run.pieces[0].v0 = {0.5 * least_impact, 0, 0};
  event.add_hit(0.5);
  EXPECT_TRUE(impacts_of(event.scene, event.run).empty());
}

TEST(CompareImpacts, RepeatedTouchesWithinAMillisecondAreOne) {
  TwoBalls smooth;
  const Agent other{AgentKind::ball, 1};
  smooth.add_contact(0.5, 0.5003, other, {.approach_speed = 1.0});
  smooth.add_contact(0.5005, 0.5007, other, {.approach_speed = 0.1});
  smooth.add_contact(0.7, 0.7003, other, {.approach_speed = 0.1});
  EXPECT_THAT(impacts_of(smooth.scene, smooth.run),
              ElementsAre(hit(0.5, 0, 1, 0.5007), hit(0.7, 0, 1, 0.7003)));
}

TEST(CompareImpacts, TheClothCountsOnlyAsALanding) {
  TwoBalls smooth;
  const Agent cloth{AgentKind::cloth};
  smooth.add_contact(0.0, 0.1, cloth, {.approach_speed = 2.0});  // of the stroke
  smooth.add_contact(0.2, 0.3, cloth, {.approach_speed = 0.1});  // too slow to bounce
  smooth.add_contact(0.4, 0.5, cloth, {.approach_speed = 1.0});
  const auto impacts = impacts_of(smooth.scene, smooth.run);
  EXPECT_THAT(impacts, ElementsAre(EventSpan{0.4, 0.5, EventType::ball_slate, 0, {}}));
}

TEST(CompareImpacts, AFallBeginsWhereTheBallLeavesTheCloth) {
  TwoBalls smooth;
  smooth.scene.table.pockets = {{.id = "hole", .centre = {1.05, 0}, .radius = 0.06, .depth = 0.08}};
  smooth.add_contact(0.0, 1.0, {AgentKind::cloth}, {});
  smooth.run.pieces.push_back({.t0 = 1.0, .r0 = {1.0, 0, 0.028}, .ball = 0});
  smooth.run.events[1].piece = 2;
  // on its way down it touches the facing
  smooth.add_contact(1.02, 1.03, {AgentKind::cushion, 3}, {.approach_speed = 0.5});
  smooth.run.events[2].piece = 2;
  smooth.run.events.push_back({1.08, EventType::ball_pocket, 0, {AgentKind::pocket, 0}});
  EXPECT_THAT(impacts_of(smooth.scene, smooth.run),
              ElementsAre(EventSpan{1.0, 1.08, EventType::ball_pocket, 0, {AgentKind::pocket, 0}}));
}

// --- paths ---------------------------------------------------------------------------------------

TEST(ComparePaths, DeviationIsTheDistanceOfTheCentres) {
  const TwoBalls a;
  TwoBalls b;
  b.run.pieces[0].v0 = {1.0, 0.02, 0.0};
  const Replay run_a(a.run);
  const Replay run_b(b.run);
  const RunPair runs{a.scene, run_a, run_b};
  const std::vector<double> times = comparison_times(a.run, b.run);
  EXPECT_EQ(times.front(), 0.0);
  EXPECT_EQ(times.back(), 2.0);
  const PathDeviation deviation = path_deviation(runs, times);
  EXPECT_NEAR(deviation.max, 0.04, 1e-15);
  EXPECT_NEAR(deviation.balls[0].final, 0.04, 1e-15);
  EXPECT_EQ(deviation.balls[1].max, 0.0);
  EXPECT_EQ(deviation.samples.back().ball, 0U);
  EXPECT_NEAR(deviation.samples.back().rms, 0.04 / std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(*first_exceeds(deviation, runs, 0.01), 0.5, 1e-12);
  EXPECT_FALSE(first_exceeds(deviation, runs, 0.05));
}

TEST(ComparePaths, APocketIsOnePlace) {
  Scene scene;
  scene.table.pockets = {{.id = "hole", .centre = {1.0, 0.0}, .radius = 0.06, .depth = 0.08},
                         {.id = "far", .centre = {-1.0, 0.0}, .radius = 0.06, .depth = 0.08}};
  const BallState below{.r = {1.0, 0.0, -0.08}, .motion = Motion::pocketed};
  const BallState falling{.r = {0.95, 0.0, 0.01}, .motion = Motion::airborne};
  const BallState before{.r = {0.93, 0.0, 0.03}, .motion = Motion::rolling};
  const BallState elsewhere{.r = {-1.0, 0.0, -0.08}, .motion = Motion::pocketed};
  EXPECT_EQ(distance_between(scene, falling, below), 0.0);
  EXPECT_NEAR(distance_between(scene, before, below), 0.01, 1e-15);
  EXPECT_NEAR(distance_between(scene, below, before), 0.01, 1e-15);
  EXPECT_NEAR(distance_between(scene, below, elsewhere), 2.0, 1e-15);
  EXPECT_NEAR(distance_between(scene, falling, before), std::hypot(0.02, 0.02), 1e-15);
}

TEST(ComparePaths, TheHeightCountsUnlessABallIsOffTheTable) {
  const BallState on_cloth{.r = {1.0, 0.0, 0.03}, .motion = Motion::rolling};
  const BallState above{.r = {1.0, 0.04, 0.06}, .motion = Motion::airborne};
  const BallState on_floor{.r = {1.0, 0.04, -0.8}, .motion = Motion::off_table};
  EXPECT_NEAR(distance_between({}, on_cloth, above), 0.05, 1e-15);
  EXPECT_NEAR(distance_between({}, on_cloth, on_floor), 0.04, 1e-15);
}

// --- sensitivity ---------------------------------------------------------------------------------

TEST(CompareSensitivity, IsTheCentralDifferenceWhileTheEventsAreTheSame) {
  const Scene scene;
  const std::vector<double> times{0.0, 1.0, 2.0};
  const auto run = [](double x1, double x2, std::vector<EventSpan> impacts) {
    const auto at = [](double x) { return std::vector<BallState>{{.r = {x, 0.0, 0.0}}}; };
    return SampledRun{{at(0.0), at(x1), at(x2)}, std::move(impacts)};
  };
  const SampledRun base = run(1.0, 2.0, {bounce(1.5, 0)});
  const SampledRun plus = run(1.0 + 3e-6, 2.0 + 8e-6, {bounce(1.5, 0)});
  const SampledRun minus = run(1.0 - 1e-6, 2.0 - 2e-6, {bounce(1.5, 0)});
  const Amplification known = amplification({scene, plus, base, minus, 1e-6, 0.03}, times);
  ASSERT_EQ(known.values.size(), 3U);
  EXPECT_NEAR(known.values[1], 2.0, 1e-9);
  EXPECT_NEAR(known.values[2], 5.0, 1e-9);
  EXPECT_FALSE(known.differs);
  EXPECT_EQ(predictable_until(known, times, 0.01, 0.03), 2.0);
  EXPECT_FALSE(predictable_until(known, times, 0.005, 0.03));

  const SampledRun other = run(1.0 - 1e-6, 2.0 - 2e-6, {bounce(1.5, 1)});
  const Amplification cut = amplification({scene, plus, base, other, 1e-6, 0.03}, times);
  EXPECT_EQ(cut.values.size(), 2U);
  EXPECT_EQ(cut.differs, 1.5);

  const SampledRun far = run(1.1, 2.0, {bounce(1.5, 0)});
  const Amplification left = amplification({scene, far, base, minus, 1e-6, 0.03}, times);
  EXPECT_EQ(left.values.size(), 1U);
  EXPECT_EQ(left.left_the_range, 1.0);
}

TEST(CompareSensitivity, TheLargerStepIsUsedAsFarAsItGoes) {
  const Amplification larger{.values = {0.0, 1.0}, .left_the_range = 2.0};
  const Amplification smaller{.values = {0.1, 1.1, 2.1}, .differs = 3.0};
  const Amplification both = joined(larger, smaller);
  EXPECT_THAT(both.values, ElementsAre(0.0, 1.0, 2.1));
  EXPECT_EQ(both.differs, 3.0);
  EXPECT_FALSE(both.left_the_range);
}

TEST(CompareSensitivity, ExponentAndDigits) {
  EXPECT_NEAR(growth_exponent(100.0, 2.0), std::log(10.0), 1e-15);
  EXPECT_LT(growth_exponent(0.1, 2.0), 0.0);
  EXPECT_EQ(growth_exponent(0.0, 2.0), 0.0);
  EXPECT_NEAR(digits_needed(30.0, 0.03), 3.0, 1e-14);
  EXPECT_EQ(digits_needed(0.01, 0.03), 0.0);
}

}  // namespace
}  // namespace cuelab
