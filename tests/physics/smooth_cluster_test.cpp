// A few bodies of a system, run from given states until they part: for engines that resolve
// clusters of touching balls by contact forces.
#include <gtest/gtest.h>

#include <limits>

#include "support/smooth_scenes.hpp"

namespace cuelab::testing {
namespace {

constexpr double R = 0.028575;
constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

/// Sixteen balls on a table with walls, all laws damped and with friction.
Scene sixteen_balls() {
  Scene scene = rack_break(1e-3, false);
  scene.smooth = Smooth{};
  return scene;
}

SmoothEngine engine_of(const System& system) {
  auto engine = SmoothEngine::make(system, IntegrationSettings{});
  if (!engine) throw std::runtime_error(engine.error().message());
  return *std::move(engine);
}

SmoothRun run_cluster(SmoothEngine& engine, const SmoothStart& start, SmoothOptions options) {
  SmoothRun out;
  const auto error = engine.run(start, options, out);
  EXPECT_FALSE(error) << error->message();
  return out;
}

/// Two balls that touch, one running into the other off centre and with spin.
std::vector<BallState> oblique_pair() {
  const Vec3 n = (1.0 / 5.0) * Vec3{4.0, 3.0, 0.0};
  const Vec3 r{0.2, -0.1, R};
  return {{.r = r, .v = {2.0, 0.3, 0.0}, .w = {-3.0, 40.0, 25.0}, .motion = Motion::sliding},
          {.r = r + 2.0 * R * n, .v = {-0.1, 0.0, 0.0}, .w = {}, .motion = Motion::sliding}};
}

/// Balls in empty space, every two of which may touch.
System balls_in_space(std::size_t count, const ContactLaw& law) {
  System system = pair_in_space(law, 1.0);
  system.bodies.resize(count, system.bodies[0]);
  system.sphere_pairs.clear();
  for (std::uint32_t b = 1; b < count; ++b) {
    for (std::uint32_t a = 0; a < b; ++a) system.sphere_pairs.push_back({a, b, 0});
  }
  return system;
}

const ContactLaw elastic{.normal = NormalLaw::hertz, .restitution = 1.0, .friction = NoFriction{}};
const ContactLaw rough{.normal = NormalLaw::exact, .restitution = 0.9, .friction = Threlfall{}};

void expect_same_bits(const BallState& a, const BallState& b) {
  EXPECT_EQ(a.r, b.r);
  EXPECT_EQ(a.v, b.v);
  EXPECT_EQ(a.w, b.w);
  EXPECT_EQ(a.motion, b.motion);
}

TEST(SmoothCluster, TwoBallsOfSixteenMoveAsIfAlone) {
  const std::vector<BallState> states = oblique_pair();
  const std::vector<std::uint32_t> bodies = {3, 11};
  SmoothEngine engine = engine_of(pool_system(sixteen_balls()));
  constexpr double t0 = 1.25;
  const SmoothRun cluster = run_cluster(engine, {.t = t0, .bodies = bodies, .states = states},
                                        {.t_max = 2.0, .until_apart = true});

  Scene scene = sixteen_balls();
  scene.balls.clear();
  for (const BallState& s : states)
    add_ball(scene, std::to_string(scene.balls.size()), s.r, s.v, s.w);
  SmoothRun alone;
  ASSERT_FALSE(engine_of(pool_system(scene)).run({.t_max = 1.0, .until_apart = true}, alone));

  const Trajectory& a = cluster.trajectory;
  const Trajectory& b = alone.trajectory;
  ASSERT_EQ(a.final.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) expect_same_bits(a.final[i], b.final[i]);
  EXPECT_EQ(a.cost.steps, b.cost.steps);
  EXPECT_EQ(a.t_end, t0 + b.t_end);
  EXPECT_EQ(a.ledger.error, b.ledger.error);
  for (std::size_t k = 0; k < a.ledger.sinks.size(); ++k) {
    EXPECT_EQ(a.ledger.sinks[k].work, b.ledger.sinks[k].work) << a.ledger.sinks[k].name;
  }

  // the same events and pieces, with the names and the clock of the large system
  ASSERT_EQ(a.events.size(), b.events.size());
  for (std::size_t k = 0; k < a.events.size(); ++k) {
    EXPECT_EQ(a.events[k].t, t0 + b.events[k].t);
    EXPECT_EQ(a.events[k].type, b.events[k].type);
    EXPECT_EQ(a.events[k].ball, bodies[b.events[k].ball]);
    if (b.events[k].other.kind == AgentKind::ball) {
      EXPECT_EQ(a.events[k].other, (Agent{AgentKind::ball, bodies[b.events[k].other.index]}));
    } else {
      EXPECT_EQ(a.events[k].other, b.events[k].other);
    }
  }
  ASSERT_EQ(a.pieces.size(), b.pieces.size());
  for (std::size_t k = 0; k < a.pieces.size(); ++k) {
    EXPECT_EQ(a.pieces[k].t0, t0 + b.pieces[k].t0);
    EXPECT_EQ(a.pieces[k].ball, bodies[b.pieces[k].ball]);
    EXPECT_EQ(a.pieces[k].b, b.pieces[k].b);
  }
}

TEST(SmoothCluster, ConservesMomentumAndAccountsForEnergy) {
  SmoothEngine engine = engine_of(balls_in_space(5, rough));
  const std::vector<BallState> states = oblique_pair();
  const std::vector<std::uint32_t> bodies = {1, 4};
  const SmoothRun run = run_cluster(engine, {.t = 0.0, .bodies = bodies, .states = states},
                                    {.t_max = 1.0, .until_apart = true});
  const BallSpec spec = published_ball();
  Vec3 p, l;
  double energy = 0.0;
  const auto add = [&](const BallState& s, double sign) {
    p += (sign * spec.mass) * s.v;
    l += sign * (spec.mass * cross(s.r, s.v) + spec.inertia * s.w);
    energy += 0.5 * sign * (spec.mass * dot(s.v, s.v) + spec.inertia * dot(s.w, s.w));
  };
  for (const BallState& s : run.trajectory.final) add(s, 1.0);
  for (const BallState& s : states) add(s, -1.0);
  EXPECT_LT(norm(p), 1e-14);
  EXPECT_LT(norm(l), 1e-14);
  double lost = 0.0;
  for (const EnergySink& sink : run.trajectory.ledger.sinks) {
    EXPECT_GT(sink.work, 1e-4) << sink.name;
    lost += sink.work;
  }
  EXPECT_NEAR(energy, -lost, 1e-8);
}

TEST(SmoothCluster, StopsWhereTheContactEnds) {
  SmoothEngine engine = engine_of(balls_in_space(3, elastic));
  const std::vector<std::uint32_t> bodies = {0, 2};
  const std::vector<BallState> states = {{.r = {-2.0 * R, 0.0, 0.0}, .v = {1.0, 0.0, 0.0}}, {}};
  const SmoothRun run = run_cluster(engine, {.t = 7.0, .bodies = bodies, .states = states},
                                    {.t_max = 8.0, .until_apart = true});
  const Trajectory& shot = run.trajectory;
  EXPECT_EQ(shot.stop, StopReason::early_stop);
  ASSERT_EQ(shot.events.size(), 2U);
  EXPECT_EQ(shot.events[1].type, EventType::contact_end);
  EXPECT_EQ(shot.events[1].t, shot.t_end);

  // located: the surfaces have parted by no more than the tolerance of location
  const double gap = norm(shot.final[1].r - shot.final[0].r) - 2.0 * R;
  EXPECT_GE(gap, 0.0);
  EXPECT_LT(gap, 2e-13);
  // Hertz: duration at 1 m/s, and balls of equal mass exchange their velocities
  EXPECT_NEAR((shot.t_end - shot.events[0].t) / 0.45769e-3, 1.0, 1e-4);
  EXPECT_NEAR(shot.final[0].v.x, 0.0, 1e-7);
  EXPECT_NEAR(shot.final[1].v.x, 1.0, 1e-7);
}

TEST(SmoothCluster, DeliversTheRestitutionOfTheLaw) {
  SmoothEngine engine = engine_of(balls_in_space(3, rough));
  const std::vector<std::uint32_t> bodies = {0, 2};
  const std::vector<BallState> states = {{.r = {-2.0 * R, 0.0, 0.0}, .v = {1.5, 0.0, 0.0}}, {}};
  const SmoothRun run = run_cluster(engine, {.t = 0.0, .bodies = bodies, .states = states},
                                    {.t_max = 1.0, .until_apart = true});
  const std::vector<BallState>& final = run.trajectory.final;
  EXPECT_NEAR((final[1].v.x - final[0].v.x) / 1.5, 0.9, 1e-7);
}

TEST(SmoothCluster, ContinuesWhileAnyPairTouches) {
  SmoothEngine engine = engine_of(balls_in_space(6, rough));
  const std::vector<std::uint32_t> bodies = {0, 2, 3, 5};
  std::vector<BallState> states(4);
  for (std::size_t i = 0; i < 4; ++i) states[i].r.x = 2.0 * R * static_cast<double>(i);
  states[0].v.x = 3.0;
  const SmoothRun run = run_cluster(engine, {.t = 0.0, .bodies = bodies, .states = states},
                                    {.t_max = 1.0, .until_apart = true});
  const Trajectory& shot = run.trajectory;
  ASSERT_GE(shot.contacts.size(), 3U);
  for (const ContactRecord& contact : shot.contacts) EXPECT_NE(contact.end, none);
  EXPECT_EQ(shot.events.back().type, EventType::contact_end);
  EXPECT_EQ(shot.events.back().t, shot.t_end);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_GE(shot.final[i].r.x - shot.final[i - 1].r.x, 2.0 * R - 1e-15);
  }
}

TEST(SmoothCluster, WithoutContactRunsToTheEnd) {
  SmoothEngine engine = engine_of(balls_in_space(3, elastic));
  const std::vector<std::uint32_t> bodies = {0, 1};
  const std::vector<BallState> states = {{.r = {-0.1, 0.0, 0.0}, .v = {-1.0, 0.0, 0.0}}, {}};
  const SmoothRun run = run_cluster(engine, {.t = 2.0, .bodies = bodies, .states = states},
                                    {.t_max = 2.1, .until_apart = true});
  EXPECT_EQ(run.trajectory.stop, StopReason::t_max);
  EXPECT_EQ(run.trajectory.t_end, 2.1);
  EXPECT_NEAR(run.trajectory.final[0].r.x, -0.2, 1e-12);
}

TEST(SmoothCluster, StopsOnTheCallersCondition) {
  SmoothEngine engine = engine_of(balls_in_space(3, elastic));
  const std::vector<std::uint32_t> bodies = {1, 2};
  const std::vector<BallState> states = {{.r = {-0.1, 0.0, 0.0}, .v = {1.0, 0.0, 0.0}}, {}};
  double last = 2.0;
  const auto pressed = [&](const StepView& view) {
    EXPECT_GT(view.t, last);
    last = view.t;
    return view.contacts == 1 && view.states[1].v.x > 0.2;
  };
  const SmoothRun run = run_cluster(engine, {.t = 2.0, .bodies = bodies, .states = states},
                                    {.t_max = 3.0, .stop_when = pressed});
  EXPECT_EQ(run.trajectory.stop, StopReason::early_stop);
  EXPECT_EQ(run.trajectory.t_end, last);
  EXPECT_GT(run.trajectory.final[1].v.x, 0.2);
  EXPECT_LT(run.trajectory.final[1].v.x, 0.4);
}

TEST(SmoothCluster, EarlierRunsDoNotAffectLaterOnes) {
  const System system = pool_system(sixteen_balls());
  SmoothEngine engine = engine_of(system);
  const std::vector<BallState> states = oblique_pair();
  const std::vector<std::uint32_t> few = {3, 11};
  const SmoothStart start{.t = 0.0, .bodies = few, .states = states};
  const SmoothOptions apart{.t_max = 1.0, .until_apart = true};
  const SmoothRun first = run_cluster(engine, start, apart);

  SmoothRun whole;
  ASSERT_FALSE(engine.run({.t_max = 0.15}, whole));
  const auto fresh = simulate(system, IntegrationSettings{}, {.t_max = 0.15});
  ASSERT_TRUE(fresh);
  EXPECT_EQ(hash_of(whole.trajectory), hash_of(fresh->trajectory));
  EXPECT_EQ(whole.trajectory.cost.steps, fresh->trajectory.cost.steps);

  const SmoothRun again = run_cluster(engine, start, apart);
  EXPECT_EQ(hash_of(again.trajectory), hash_of(first.trajectory));
  for (std::size_t i = 0; i < 2; ++i) {
    expect_same_bits(again.trajectory.final[i], first.trajectory.final[i]);
  }
}

TEST(SmoothCluster, RejectsInvalidStarts) {
  SmoothEngine engine = engine_of(balls_in_space(3, elastic));
  const std::vector<BallState> states(2);
  SmoothRun out;
  const auto key = [&](const SmoothStart& start, const SmoothOptions& options = {}) {
    const auto error = engine.run(start, options, out);
    return error ? error->key : "";
  };
  const std::vector<std::uint32_t> good = {0, 2};
  const std::vector<std::uint32_t> descending = {2, 0};
  const std::vector<std::uint32_t> twice = {1, 1};
  const std::vector<std::uint32_t> beyond = {0, 3};
  EXPECT_EQ(key({.t = 0.0, .bodies = descending, .states = states}), "start.bodies");
  EXPECT_EQ(key({.t = 0.0, .bodies = twice, .states = states}), "start.bodies");
  EXPECT_EQ(key({.t = 0.0, .bodies = beyond, .states = states}), "start.bodies.1");
  EXPECT_EQ(key({.t = 0.0, .bodies = {}, .states = {}}), "start.bodies");
  EXPECT_EQ(key({.t = 0.0, .bodies = {good.data(), 1}, .states = states}), "start.states");
  EXPECT_EQ(key({.t = nan_value, .bodies = good, .states = states}), "start.t");
  EXPECT_EQ(key({.t = 2.0, .bodies = good, .states = states}, {.t_max = 1.0}), "options.t_max");
  std::vector<BallState> wrong = states;
  wrong[1].w.y = nan_value;
  EXPECT_EQ(key({.t = 0.0, .bodies = good, .states = wrong}), "start.states.1");

  System joined = balls_in_space(3, elastic);
  joined.springs.push_back({.a = {.body = 0, .point = {}}, .b = {.body = none, .point = {}}});
  engine = engine_of(joined);
  EXPECT_EQ(key({.t = 0.0, .bodies = good, .states = states}), "start.bodies");
}

}  // namespace
}  // namespace cuelab::testing
