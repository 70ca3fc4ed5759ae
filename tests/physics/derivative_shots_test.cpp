// Derivatives of random shots against extrapolated differences of the engine itself, margins, and
// shots that have no derivative.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>

#include "cuelab/cuelab.hpp"
#include "laws/along_impulse/resolve.hpp"
#include "sensitivity/difference.hpp"

namespace cuelab {
namespace {

constexpr std::size_t most_balls = 7;

/// 400 shots; in long runs 100,000, or as many as CUELAB_SHOTS says.
int shot_count() {
  if (const char* shots = std::getenv("CUELAB_SHOTS")) return std::atoi(shots);
  return std::getenv("CUELAB_LONG") != nullptr ? 100'000 : 400;
}

/// The laws that are integrated along the impulse, without the engine's tolerance, which
/// differences of the engine would show.
Pair exact_mathavan_2014(const void* /*context*/, const PairSpec& spec, const Pair& pair,
                         const Vec3& n) {
  const Mathavan2014 law;
  return follow_impulse({.restitution = law.restitution,
                         .contact = law.friction,
                         .cloth = spec.cloth_friction,
                         .tolerance = 1e-13},
                        spec, pair, n);
}
BallState exact_mathavan_2010(const void* /*context*/, const CushionImpact& at,
                              const BallState& s) {
  const Mathavan2010 law;
  return follow_impulse({.restitution = law.restitution,
                         .contact = {.a = law.friction, .b = 0.0, .c = 0.0},
                         .cloth = at.cloth_friction,
                         .tolerance = 1e-13},
                        at.ball, s, at.n);
}

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}
  double between(double a, double b) {
    return a + (b - a) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }
  std::size_t below(std::size_t n) { return random_() % n; }

 private:
  std::mt19937_64 random_;
};

/// Two to seven balls on a table, any laws, a shot roughly at the second ball.
Scene random_shot(Dice& dice) {
  constexpr std::array tables = {"pool-9ft", "pool-7ft", "snooker-12ft", "carom-10ft"};
  const std::array<BallBallLaw, 4> pairs = {Frictionless{0.95}, Frictional{},
                                            FrictionalAlongImpulse{},
                                            CustomBallBall{exact_mathavan_2014, nullptr}};
  const std::array<CushionLaw, 7> cushions = {Mirror{},
                                              Han2005{},
                                              ImpulseCushion{},
                                              Mathavan2009{},
                                              CustomCushion{exact_mathavan_2010, nullptr},
                                              RubberCushion{},
                                              Stronge{}};
  Scene scene = *make_scene(tables[dice.below(tables.size())]);
  scene.physics.ball_ball = pairs[dice.below(pairs.size())];
  scene.physics.cushion = cushions[dice.below(cushions.size())];
  const TablePreset& preset = *find_preset(scene.table.preset);
  BallSpec spec{.radius = preset.ball_radius, .mass = preset.ball_mass};
  const std::size_t count = 2 + dice.below(most_balls - 1);
  while (scene.balls.size() < count) {
    Ball ball;
    ball.id = std::to_string(scene.balls.size());
    ball.spec = spec;
    ball.start.r = {dice.between(-0.45, 0.45) * scene.table.length,
                    dice.between(-0.45, 0.45) * scene.table.width, spec.radius};
    const bool free = std::ranges::all_of(scene.balls, [&](const Ball& other) {
      return norm(other.start.r - ball.start.r) > 2.1 * spec.radius;
    });
    if (free) scene.balls.push_back(ball);
  }
  const double offset = dice.between(-1.7, 1.7) * spec.radius;
  const Vec3 apart = scene.balls[1].start.r - scene.balls[0].start.r;
  const bool raised = dice.below(3) == 0;
  scene.shot = Shot{.speed = dice.between(0.5, 6.0),
                    .heading = std::atan2(apart.y, apart.x) + offset / norm(apart),
                    .side = dice.between(-0.35, 0.35),
                    .height = dice.between(-0.35, 0.35),
                    .elevation = raised ? dice.between(0.05, 0.6) : 0.0};
  return scene;
}

/// What every ball goes through, in order.
using Histories = std::map<std::uint32_t, std::vector<std::array<std::uint32_t, 3>>>;

Histories histories(const Trajectory& run) {
  Histories out;
  for (const Event& e : run.events) {
    const auto type = static_cast<std::uint32_t>(e.type);
    const auto kind = static_cast<std::uint32_t>(e.other.kind);
    out[e.ball].push_back({type, kind, e.other.index});
    if (e.other.kind == AgentKind::ball) out[e.other.index].push_back({type, kind, e.ball});
  }
  return out;
}

/// Derivatives of all final positions by differences of whole runs; nothing if they have no
/// reliable limit, because the events change or a law has a corner nearby.
std::optional<std::array<double, 3 * most_balls>> differences(const Scene& scene,
                                                              const SceneNumber& number,
                                                              double scale) {
  const Histories expected = histories(simulate_event(scene));
  const double value = number.get(scene);
  Scene varied = scene;
  const auto found = sensitivity::slope_of<3 * most_balls>(
      [&](double h, std::array<double, 3 * most_balls>& y) {
        if (number.set(varied, value + h * scale)) return false;
        const Trajectory run = simulate_event(varied);
        for (std::size_t ball = 0; ball < run.final.size(); ++ball) {
          y[3 * ball] = run.final[ball].r.x;
          y[3 * ball + 1] = run.final[ball].r.y;
          y[3 * ball + 2] = run.final[ball].r.z;
        }
        return histories(run) == expected;
      },
      // a level cue can only be raised
      number.key() == "shot.elevation" && value == 0.0 ? sensitivity::Sides::above
                                                       : sensitivity::Sides::both);
  return found;
}

TEST(DerivativeShots, AgreeWithDifferencesOfTheEngine) {
  Dice dice(20261118);
  constexpr double agreement = 1e-8;
  std::size_t compared = 0;
  std::size_t undefined = 0;
  std::size_t uncertain = 0;
  for (int shot = 0; shot < shot_count(); ++shot) {
    const Scene scene = random_shot(dice);
    if (find_fault(scene)) continue;
    const Trajectory run = simulate_event(scene);
    std::vector<std::pair<const char*, double>> keys{{"shot.speed", 1.0},
                                                     {"shot.heading", 0.3},
                                                     {"shot.side", 0.1},
                                                     {"shot.elevation", 1.0},
                                                     {"balls.1.position.0", 0.1}};
    if (shot % 4 == 0) keys.emplace_back("physics.cloth.sliding", 0.1);
    std::vector<SceneNumber> numbers;
    for (const auto& [key, scale] : keys) numbers.push_back(*SceneNumber::find(scene, key));
    const auto d = differentiate(scene, run, numbers);
    ASSERT_TRUE(d);
    for (std::size_t c = 0; c < numbers.size(); ++c) {
      const auto expected = differences(scene, numbers[c], keys[c].second);
      if (!expected) continue;
      double size = 0.0;
      for (const double x : *expected) size = std::max(size, std::abs(x));
      for (std::size_t ball = 0; ball < scene.balls.size(); ++ball) {
        if (!d->is_defined(ball, c)) {
          ++undefined;
          continue;
        }
        const Vec3 difference{(*expected)[3 * ball], (*expected)[3 * ball + 1],
                              (*expected)[3 * ball + 2]};
        const Vec3 exact = keys[c].second * d->final[ball * numbers.size() + c].r;
        if (norm(exact - difference) > agreement * size) {
          // differences that change with their step are no reference
          const auto other = differences(scene, numbers[c], 0.6 * keys[c].second);
          Vec3 change = difference;
          if (other) {
            change -= (1.0 / 0.6) *
                      Vec3{(*other)[3 * ball], (*other)[3 * ball + 1], (*other)[3 * ball + 2]};
          }
          if (norm(change) > 0.25 * agreement * size) {
            ++uncertain;
            continue;
          }
        }
        EXPECT_LE(norm(exact - difference), agreement * size)
            << "shot " << shot << " ball " << ball << ' ' << keys[c].first;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 5U * static_cast<std::size_t>(shot_count()));
  EXPECT_LT(undefined, compared / 20);
  EXPECT_LE(uncertain, compared / 1000);
  RecordProperty("compared", static_cast<int>(compared));
  RecordProperty("undefined", static_cast<int>(undefined));
  RecordProperty("uncertain", static_cast<int>(uncertain));
}

Scene two_balls(double offset) {
  Scene scene = *make_scene("open");
  for (const Vec3 at : {Vec3{0.0, 0.0, 0.028575}, Vec3{0.5, offset, 0.028575}}) {
    Ball ball;
    ball.id = std::to_string(scene.balls.size());
    ball.start.r = at;
    scene.balls.push_back(ball);
  }
  scene.shot = Shot{.speed = 2.0, .heading = 0.0};
  return scene;
}

TEST(DerivativeShots, MarginIsTheDistanceToTheNextHitOrMiss) {
  // passes at 4R: a turn of asin(2R / d) toward the ball hits it; to first order (4R - 2R) / x
  constexpr double R = 0.028575;
  constexpr double degrees = 180.0 / 3.14159265358979323846;
  const Scene miss = two_balls(4.0 * R);
  const Trajectory missed = simulate_event(miss);
  const std::vector<SceneNumber> heading{*SceneNumber::find(miss, "shot.heading")};
  const auto d = differentiate(miss, missed, heading);
  ASSERT_TRUE(d);
  const Margin margin = margins(miss, missed, *d)[0];
  EXPECT_EQ(margin.kind, Margin::Kind::near_miss);
  EXPECT_EQ(margin.other, (Agent{AgentKind::ball, 1}));
  EXPECT_NEAR(margin.distance, 2.0 * R / 0.5 * degrees, 1e-9);

  // hits with an offset of R: a turn by R / x away from it misses
  const Scene hit = two_balls(R);
  const Trajectory met = simulate_event(hit);
  const auto h = differentiate(hit, met, heading);
  ASSERT_TRUE(h);
  const Margin graze = margins(hit, met, *h)[0];
  EXPECT_EQ(graze.kind, Margin::Kind::hit);
  EXPECT_NEAR(graze.distance, R / 0.5 * degrees, 1e-9);
}

TEST(DerivativeShots, EventsChangeBeyondTheMarginOnly) {
  Dice dice(4);
  int checked = 0;
  for (int shot = 0; shot < 300; ++shot) {
    const Scene scene = random_shot(dice);
    if (find_fault(scene)) continue;
    const Trajectory run = simulate_event(scene);
    const SceneNumber heading = *SceneNumber::find(scene, "shot.heading");
    const auto d = differentiate(scene, run, std::array{heading});
    ASSERT_TRUE(d);
    bool known = true;
    for (std::size_t ball = 0; ball < scene.balls.size(); ++ball) known &= d->is_defined(ball);
    if (!known) continue;
    const double margin = margins(scene, run, *d)[0].distance;
    for (const double part : {-0.1, 0.1}) {  // to first order
      Scene near = scene;
      ASSERT_FALSE(heading.set(near, heading.get(scene) + part * std::min(margin, 1.0)));
      const auto changed = histories(simulate_event(near));
      // impacts and falls; spins may end before or after rolling
      const auto impacts = [](const Histories& all) {
        Histories out;
        for (const auto& [ball, list] : all) {
          for (const auto& e : list) {
            if (e[1] != 0) out[ball].push_back(e);
          }
        }
        return out;
      };
      checked += impacts(changed) == impacts(histories(run)) ? 1 : 0;
    }
  }
  EXPECT_GT(checked, 570);  // of 600
}

TEST(DerivativeShots, MarkedWhereThereIsNone) {
  // a row of touching balls: the last one takes the velocity; moving one of them opens a gap or
  // overlaps
  Scene row = *load_named_scene("frozen_row");
  row.run.engine = Engine::event;
  const Trajectory run = simulate_event(row);
  const auto pushed =
      differentiate(row, run, std::array{*SceneNumber::find(row, "balls.0.velocity.0")});
  ASSERT_TRUE(pushed);
  ASSERT_TRUE(pushed->is_defined(0) && pushed->is_defined(5));
  EXPECT_NEAR(pushed->final[5].v.x, 1.0, 1e-12);
  EXPECT_NEAR(pushed->final[0].v.x, 0.0, 1e-12);
  const auto moved =
      differentiate(row, run, std::array{*SceneNumber::find(row, "balls.3.position.0")});
  ASSERT_TRUE(moved);
  EXPECT_FALSE(moved->is_defined(3));

  // other engines have none
  Scene stepped = two_balls(0.0);
  const std::vector<SceneNumber> speed{*SceneNumber::find(stepped, "shot.speed")};
  stepped.run.engine = Engine::stepped;
  EXPECT_FALSE(differentiate(stepped, simulate_event(stepped), speed));
}

TEST(DerivativeShots, NeighboursOfABreakGrowApartAsTheDerivativeSays) {
  constexpr double turn = 1e-10;  // degrees
  Scene scene = *load_named_scene("break_9ball");
  scene.run.engine = Engine::event;
  const SceneNumber heading = *SceneNumber::find(scene, "shot.heading");
  double first = 0.0;
  double last = 0.0;
  for (const double t : {0.2, 0.5, 1.0, 2.0}) {
    scene.run.t_max = t;
    const Trajectory run = simulate_event(scene);
    const auto d = differentiate(scene, run, std::array{heading});
    ASSERT_TRUE(d);
    Scene neighbour = scene;
    ASSERT_FALSE(heading.set(neighbour, heading.get(scene) + turn));
    const Trajectory other = simulate_event(neighbour);
    ASSERT_EQ(histories(other), histories(run));
    double growth = 0.0;
    last = 0.0;
    for (std::size_t ball = 0; ball < scene.balls.size(); ++ball) {
      ASSERT_TRUE(d->is_defined(ball));
      growth = std::max(growth, norm(other.final[ball].r - run.final[ball].r) / turn);
      last = std::max(last, norm(d->final[ball].r));
    }
    EXPECT_NEAR(growth / last, 1.0, 0.01) << t;
    if (first == 0.0) first = last;
  }
  EXPECT_GT(last, 10.0 * first);
}

/// Positions of all balls at the end, in one vector.
std::vector<double> places_of(const Trajectory& run) {
  std::vector<double> out;
  for (const BallState& ball : run.final) out.insert(out.end(), {ball.r.x, ball.r.y, ball.r.z});
  return out;
}

using Direction = std::array<double, 4>;

/// The direction that a matrix, row by row, stretches most, of length 1, and by how much.
std::pair<Direction, double> most_stretched(const std::vector<Direction>& rows) {
  Direction v{0.5, 0.5, 0.5, 0.5};
  double stretch = 0.0;
  for (int round = 0; round < 500; ++round) {
    Direction next{};
    for (const Direction& row : rows) {
      double along = 0.0;
      for (std::size_t c = 0; c < v.size(); ++c) along += row[c] * v[c];
      for (std::size_t c = 0; c < v.size(); ++c) next[c] += row[c] * along;
    }
    double size = 0.0;
    for (const double x : next) size += x * x;
    size = std::sqrt(size);
    stretch = std::sqrt(size);
    for (std::size_t c = 0; c < v.size(); ++c) v[c] = next[c] / size;
  }
  return {v, stretch};
}

TEST(DerivativeShots, NoNeighbourOfABreakGoesFartherThanTheLargestSingularValue) {
  constexpr double step = 1e-9;
  constexpr std::array<std::pair<const char*, double>, 4> keys{
      {{"shot.speed", 1.0}, {"shot.heading", 1.0}, {"shot.side", 0.1}, {"shot.height", 0.1}}};
  Scene scene = *load_named_scene("break_9ball");
  scene.run.engine = Engine::event;
  std::vector<SceneNumber> numbers;
  for (const auto& [key, scale] : keys) numbers.push_back(*SceneNumber::find(scene, key));
  Dice dice(9);
  std::vector<double> growth;
  for (const double t : {0.3, 0.6, 1.2}) {
    scene.run.t_max = t;
    const Trajectory run = simulate_event(scene);
    const auto d = differentiate(scene, run, numbers);
    ASSERT_TRUE(d);
    std::vector<Direction> rows(3 * scene.balls.size());
    for (std::size_t ball = 0; ball < scene.balls.size(); ++ball) {
      ASSERT_TRUE(d->is_defined(ball));
      for (std::size_t c = 0; c < keys.size(); ++c) {
        const Vec3 r = keys[c].second * d->final[ball * keys.size() + c].r;
        rows[3 * ball][c] = r.x;
        rows[3 * ball + 1][c] = r.y;
        rows[3 * ball + 2][c] = r.z;
      }
    }
    const auto [most, value] = most_stretched(rows);
    growth.push_back(value);
    const std::vector<double> here = places_of(run);
    for (int k = 0; k < 9; ++k) {
      Direction way = most;
      double size = 1.0;
      if (k > 0) {
        for (double& x : way) x = dice.between(-1.0, 1.0);
        size = std::sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2] + way[3] * way[3]);
      }
      Scene neighbour = scene;
      for (std::size_t c = 0; c < keys.size(); ++c) {
        const double change = step * keys[c].second * way[c] / size;
        ASSERT_FALSE(numbers[c].set(neighbour, numbers[c].get(scene) + change));
      }
      const Trajectory other = simulate_event(neighbour);
      if (histories(other) != histories(run)) continue;
      const std::vector<double> there = places_of(other);
      double apart = 0.0;
      for (std::size_t i = 0; i < here.size(); ++i) {
        apart += (there[i] - here[i]) * (there[i] - here[i]);
      }
      apart = std::sqrt(apart) / step;
      if (k == 0) {
        EXPECT_NEAR(apart / value, 1.0, 0.01) << t;
      } else {
        EXPECT_LE(apart, 1.01 * value) << t;
      }
    }
  }
  // a finite-time exponent of several per second
  EXPECT_GT(std::log(growth[2] / growth[0]) / 0.9, 1.0);
}

}  // namespace
}  // namespace cuelab
