// The event engine stopped, changed and continued. The oracle is the same shot without
// interruption.
#include <gtest/gtest.h>

#include <cmath>

#include "cuelab/cuelab.hpp"

namespace cuelab {
namespace {

/// A named scene; the break with a stroke that amplifies rounding little.
Scene scene_named(const char* name) {
  Scene scene = *load_scene(std::string(CUELAB_SOURCE_DIR "/scenes/") + name + ".toml");
  if (std::string_view(name) == "break_9ball") apply(scene, "shot.heading", -2.8);
  return scene;
}

/// Three balls on an open plane: cue hits 1, which lies in its path; 2 rolls far away.
Scene three_balls() {
  return *parse_scene(R"(
schema = 1
[table]
preset = "pool-9ft"
[[balls]]
id = "cue"
position = [-0.5, 0.0]
[[balls]]
id = "1"
position = [0.3, 0.0]
[[balls]]
id = "2"
position = [-1.0, 0.4]
velocity = [0.0, -0.5, 0.0]
[shot]
ball = "cue"
speed = 2.0
heading = 0.0
)",
                      Format::toml, "three.toml");
}

Trajectory whole_run(const Scene& scene) {
  Trajectory run;
  EventEngine(scene).run(struck(scene), run);
  return run;
}

void expect_same_events(const Trajectory& a, const Trajectory& b, double tolerance) {
  ASSERT_EQ(a.events.size(), b.events.size());
  for (std::size_t k = 0; k < a.events.size(); ++k) {
    ASSERT_EQ(a.events[k].type, b.events[k].type) << k;
    ASSERT_EQ(a.events[k].ball, b.events[k].ball) << k;
    ASSERT_EQ(a.events[k].other, b.events[k].other) << k;
    ASSERT_NEAR(a.events[k].t, b.events[k].t, tolerance) << k;
  }
  EXPECT_EQ(a.stop, b.stop);
  EXPECT_NEAR(a.t_end, b.t_end, tolerance);
  for (std::size_t i = 0; i < a.final.size(); ++i) {
    EXPECT_LT(norm(a.final[i].r - b.final[i].r), tolerance) << i;
  }
}

TEST(InterruptedRun, LookingAheadChangesNothing) {
  const Scene scene = scene_named("break_9ball");
  Trajectory run;
  EventEngine engine(scene);
  engine.begin(struck(scene), run);
  while (const auto next = engine.next()) {
    EXPECT_GE(next->t, engine.now());
    engine.advance_to(0.5 * (engine.now() + next->t));
    engine.put({});
    engine.advance_to(next->t);
    const std::size_t before = run.events.size();
    ASSERT_TRUE(engine.step());
    ASSERT_EQ(engine.now(), next->t);
    if (next->other.kind == AgentKind::nothing) continue;
    ASSERT_GT(run.events.size(), before);
    EXPECT_EQ(run.events[before].ball, next->ball);
    EXPECT_EQ(run.events[before].other, next->other);
  }
  EXPECT_FALSE(engine.step());
  engine.finish();
  EXPECT_EQ(hash_of(run), hash_of(whole_run(scene)));
}

TEST(InterruptedRun, PuttingTheSameStatesAfterEachEventOfABreak) {
  for (const char* name : {"break_9ball", "three_cushion", "jump_over", "masse"}) {
    SCOPED_TRACE(name);
    const Scene scene = scene_named(name);
    const Trajectory whole = whole_run(scene);
    Trajectory run;
    EventEngine engine(scene);
    engine.begin(struck(scene), run);
    std::vector<PlacedBall> all(scene.balls.size());
    while (engine.step()) {
      for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = {i, engine.state(i)};
      engine.put(all);
    }
    engine.finish();
    expect_same_events(whole, run, 1e-10);
    EXPECT_GT(run.pieces.size(), whole.pieces.size());
  }
}

TEST(InterruptedRun, BallsThatAreLeftAloneKeepTheirBits) {
  const Scene scene = three_balls();
  const Trajectory whole = whole_run(scene);
  Trajectory run;
  EventEngine engine(scene);
  engine.begin(struck(scene), run);
  engine.advance_to(0.01);
  const PlacedBall far{2, engine.state(2)};
  engine.put({&far, 1});
  while (engine.step()) {
  }
  engine.finish();
  const Replay a(whole);
  const Replay b(run);
  for (const std::size_t ball : {0U, 1U}) {
    ASSERT_EQ(a.pieces(ball).size(), b.pieces(ball).size());
    EXPECT_EQ(whole.final[ball], run.final[ball]);
  }
  EXPECT_EQ(b.pieces(2).size(), a.pieces(2).size() + 1);
  EXPECT_LT(norm(whole.final[2].r - run.final[2].r), 1e-13);
}

TEST(InterruptedRun, ABallThatIsTakenOutIsNotMet) {
  const Scene scene = three_balls();
  Trajectory run;
  EventEngine engine(scene);
  engine.begin(struck(scene), run);
  auto next = engine.next();
  while (next && next->other != Agent{AgentKind::ball, 1}) {
    ASSERT_TRUE(engine.step());
    next = engine.next();
  }
  ASSERT_TRUE(next);
  engine.advance_to(next->t);
  const BallState resting = engine.state(1);
  const std::uint32_t out[] = {1};
  engine.take_out(out);

  // the cue ball passes where the ball was and meets the far cushion
  const auto hit = [&] {
    return !run.events.empty() && run.events.back().type == EventType::ball_cushion &&
           run.events.back().ball == 0;
  };
  while (!hit()) ASSERT_TRUE(engine.step());
  EXPECT_GT(engine.state(0).r.x, 1.0);
  for (const Event& event : run.events) EXPECT_NE(event.type, EventType::ball_ball);

  // put back it is met on the way back
  const PlacedBall back{1, resting};
  engine.put({&back, 1});
  while (engine.step()) {
  }
  engine.finish();
  const auto met = std::ranges::find(run.events, EventType::ball_ball, &Event::type);
  ASSERT_NE(met, run.events.end());
  EXPECT_NEAR(norm(run.pieces[met->piece].r0 - run.pieces[met->other_piece].r0),
              2.0 * scene.balls[0].spec.radius, 1e-12);
}

TEST(InterruptedRun, TakingOutAndPuttingBackAtOnceIsLikeNothing) {
  const Scene scene = scene_named("break_9ball");
  const Trajectory whole = whole_run(scene);
  Trajectory run;
  EventEngine engine(scene);
  engine.begin(struck(scene), run);
  for (int k = 0; k < 10; ++k) ASSERT_TRUE(engine.step());
  std::vector<std::uint32_t> balls;
  std::vector<PlacedBall> states;
  for (std::uint32_t i = 0; i < 5; ++i) {
    balls.push_back(i);
    states.push_back({i, engine.state(i)});
  }
  engine.take_out(balls);
  engine.put(states);
  while (engine.step()) {
  }
  engine.finish();
  expect_same_events(whole, run, 1e-11);
}

/// A spinning ball that touches another and presses on it.
Scene pressed_pair() {
  return *parse_scene(R"(
schema = 1
[table]
preset = "open"
[[balls]]
id = "cue"
position = [0.0, 0.0]
spin = [0.0, 60.0, 0.0]
[[balls]]
id = "1"
position = [0.05715, 0.0]
)",
                      Format::toml, "pressed.toml");
}

TEST(InterruptedRun, LookingAheadAtALastingContactChangesNothing) {
  const Scene scene = pressed_pair();
  const Trajectory whole = whole_run(scene);
  ASSERT_GT(whole.cost.steps, 10U) << "the balls press on each other for a while";
  Trajectory run;
  EventEngine engine(scene);
  engine.begin(struck(scene), run);
  while (const auto next = engine.next()) {
    engine.advance_to(next->t);
    ASSERT_TRUE(engine.step());
  }
  engine.finish();
  EXPECT_EQ(hash_of(run), hash_of(whole));
}

TEST(InterruptedRun, ABallOfALastingContactCanBeTakenOut) {
  const Scene scene = pressed_pair();
  Trajectory run;
  EventEngine engine(scene);
  engine.begin(struck(scene), run);
  while (run.cost.steps < 5) ASSERT_TRUE(engine.step());
  const double speed = engine.state(0).v.x;
  ASSERT_GT(speed, 0.0);
  const std::uint32_t out[] = {1};
  engine.take_out(out);

  // without the other ball in the way only the cloth accelerates it, at mu_s g
  const double begin = engine.now();
  engine.advance_to(begin + 0.01);
  const double gained = CoulombCloth{}.sliding * scene.physics.gravity * 0.01;
  EXPECT_NEAR(engine.state(0).v.x, speed + gained, 1e-12);
  while (engine.step()) {
  }
  EXPECT_EQ(engine.state(0).motion, Motion::stationary);

  // put back elsewhere, rolling, it comes to rest
  BallState rolling{
      .r = {-1.0, 1.0, 0.028575}, .v = {0.5, 0.0, 0.0}, .w = {0.0, 0.5 / 0.028575, 0.0}};
  rolling.motion = Motion::rolling;
  const PlacedBall back{1, rolling};
  engine.put({&back, 1});
  while (engine.step()) {
  }
  engine.finish();
  EXPECT_EQ(run.stop, StopReason::at_rest);
  const double way = 0.5 * 0.5 / (2.0 * CoulombCloth{}.rolling * scene.physics.gravity);
  EXPECT_NEAR(run.final[1].r.x, -1.0 + way, 1e-12);
}

TEST(InterruptedRun, ALaterStartShiftsTimesOnly) {
  const Scene scene = scene_named("three_cushion");
  const Trajectory whole = whole_run(scene);
  constexpr double t0 = 7.25;
  Trajectory run;
  EventEngine engine(scene);
  engine.begin(struck(scene), run, {.t0 = t0});
  while (engine.step()) {
  }
  engine.finish();
  EXPECT_EQ(run.pieces[0].t0, t0);
  for (Event& event : run.events) event.t -= t0;
  run.t_end -= t0;
  expect_same_events(whole, run, 1e-10);
}

TEST(InterruptedRun, ABallOutOfPlayStaysOutOfPlay) {
  const Scene scene = three_balls();
  std::vector<BallState> start = struck(scene);
  start[1].motion = Motion::pocketed;
  Trajectory run;
  EventEngine(scene).run(start, run);
  for (const Event& event : run.events) EXPECT_NE(event.type, EventType::ball_ball);
  EXPECT_EQ(run.final[1].motion, Motion::pocketed);
}

TEST(Append, TwoHalvesMakeTheWhole) {
  const Scene scene = scene_named("three_cushion");
  const Trajectory whole = whole_run(scene);
  Trajectory first;
  EventEngine engine(scene);
  engine.begin(struck(scene), first);
  for (int k = 0; k < 4; ++k) ASSERT_TRUE(engine.step());
  engine.finish();
  Trajectory second;
  engine.begin(first.final, second, {.t0 = first.t_end});
  while (engine.step()) {
  }
  engine.finish();
  const std::size_t pieces = first.pieces.size();
  append(first, second);

  EXPECT_EQ(first.pieces.size(), pieces + second.pieces.size());
  EXPECT_EQ(first.cost.events, whole.cost.events);
  expect_same_events(whole, first, 1e-10);
  const Replay a(whole);
  const Replay b(first);
  for (std::size_t ball = 0; ball < a.ball_count(); ++ball) {
    for (double t = 0.0; t < whole.t_end; t += 0.05) {
      ASSERT_LT(norm(a.state(ball, t).r - b.state(ball, t).r), 1e-9) << ball << " " << t;
    }
  }
  EXPECT_EQ(energy_audit(scene, first).size(), first.events.size());
}

TEST(Append, PartsThatOverlapAreMergedByTimeWithTheirIndices) {
  const auto piece = [](double t0, std::uint32_t ball) {
    Piece p;
    p.t0 = t0;
    p.ball = ball;
    return p;
  };
  const auto event = [](double t, std::uint32_t ball, std::uint32_t at) {
    return Event{.t = t, .type = EventType::ball_slate, .ball = ball, .piece = at};
  };
  Trajectory whole;
  whole.pieces = {piece(0.0, 0), piece(0.0, 1), piece(0.0, 2), piece(3.0, 0)};
  whole.events = {event(3.0, 0, 3)};
  whole.final.resize(3);
  whole.t_end = 4.0;
  Trajectory part;
  part.pieces = {piece(0.0, 0), piece(0.0, 1), piece(1.5, 1)};
  part.events = {
      {.t = 0.5, .type = EventType::contact_begin, .ball = 0, .other = {AgentKind::ball, 1}},
      {.t = 1.5,
       .type = EventType::contact_end,
       .ball = 0,
       .other = {AgentKind::ball, 1},
       .other_piece = 2}};
  part.contacts = {{.begin = 0, .end = 1}};
  part.final.resize(2);
  part.final[1].r.x = 0.5;
  part.t_end = 2.0;
  part.stop = StopReason::early_stop;
  const std::uint32_t balls[] = {1, 2};
  append(whole, part, {.shift = 2.0, .balls = balls});

  std::vector<double> times;
  for (const Piece& p : whole.pieces) times.push_back(p.t0);
  EXPECT_EQ(times, (std::vector<double>{0.0, 0.0, 0.0, 2.0, 2.0, 3.0, 3.5}));
  ASSERT_EQ(whole.events.size(), 3U);
  EXPECT_EQ(whole.events[0].t, 2.5);
  EXPECT_EQ(whole.events[0].ball, 1U);
  EXPECT_EQ(whole.events[0].other, (Agent{AgentKind::ball, 2}));
  EXPECT_EQ(whole.events[1].t, 3.0);
  EXPECT_EQ(whole.pieces[whole.events[1].piece].ball, 0U);
  EXPECT_EQ(whole.pieces[whole.events[2].other_piece].t0, 3.5);
  EXPECT_EQ(whole.contacts[0].begin, 0U);
  EXPECT_EQ(whole.contacts[0].end, 2U);
  EXPECT_EQ(whole.final[2].r.x, 0.5);
  EXPECT_EQ(whole.t_end, 4.0);
  EXPECT_EQ(whole.stop, StopReason::early_stop);
}

}  // namespace
}  // namespace cuelab
