// The smooth engine on random scenes with random laws: every run must end with finite numbers, a
// closed energy balance and small overlaps.
#include <gtest/gtest.h>

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <random>

#include "cuelab/cuelab.hpp"
#include "support/audit.hpp"

namespace cuelab {
namespace {

constexpr double duration = 0.5;          // [s]
constexpr double deepest_allowed = 0.02;  // [m]
constexpr double most_steps_per_second = 2e6;

/// Scenes per table and way of holding the balls: 40 or 1000 in all.
int rounds() { return std::getenv("CUELAB_LONG") != nullptr ? 100 : 4; }

/// Draws whole scenes; the same seed, the same scene.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  Scene scene(int table, bool held) {
    Scene scene = on_table(table);
    scene.run.t_max = duration;
    draw_laws(scene.smooth);
    scene.smooth.held = held;
    do {
      scene.balls.clear();
      chance(0.5) ? add_rack(scene) : scatter(scene);
    } while (scene.balls.size() < 2 || find_fault(scene));
    return scene;
  }

 private:
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  bool chance(double probability) { return between(0.0, 1.0) < probability; }
  int below(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }

  Scene on_table(int which) {
    constexpr const char* presets[] = {"pool-9ft", "carom-10ft", "snooker-12ft"};
    Scene scene;
    if (which < 3) {
      scene.table = *make_table(presets[which]);
      const TablePreset& preset = *find_preset(presets[which]);
      const double R = preset.ball_radius;
      spec_ = {.radius = R, .mass = preset.ball_mass, .inertia = 0.4 * preset.ball_mass * R * R};
    } else if (which == 3) {
      scene.table.length = 2.0;
      scene.table.width = 1.2;
      scene.table.cushion_height = 0.036;
      scene.table.cushions = {{"left", {-1.0, 0.6}, {1.0, 0.6}},
                              {"right", {1.0, -0.6}, {-1.0, -0.6}},
                              {"head", {-1.0, -0.6}, {-1.0, 0.6}},
                              {"foot", {1.0, 0.6}, {1.0, -0.6}},
                              {"across", {-0.3, 0.3}, {0.2, 0.1}}};
      scene.table.pockets = {{.id = "hole", .centre = {0.5, -0.3}, .radius = 0.06}};
    }
    scene.table.contact = chance(0.5) ? CushionContact::line : CushionContact::plane;
    return scene;
  }

  FrictionLaw friction() {
    switch (below(5)) {
      case 0:
        return NoFriction{};
      case 1:
        return RegularisedCoulomb{};
      case 2:
        return Threlfall{};
      case 3:
        return Ambrosio{};
      default:
        return Alciatore{};
    }
  }

  ContactChoice law() {
    return {.normal = static_cast<NormalLaw>(below(7)),
            .restitution = between(0.2, 1.0),
            .loss = chance(0.5) ? between(0.0, 0.5) : 0.0,
            .loss_speed = between(0.5, 5.0),
            .friction = friction()};
  }

  void draw_laws(Smooth& smooth) {
    smooth.ball_ball = law();
    smooth.cushion = law();
    smooth.ball_cloth = law();
    if (chance(0.5)) smooth.ball_cloth.normal = NormalLaw::hertz;
    if (chance(0.5)) smooth.rolling = smooth.spinning = 0.0;
    smooth.equilibrium = chance(0.5);
    IntegrationSettings& integration = smooth.integration;
    integration.attraction = chance(0.3);
    integration.reference_velocity.kind = static_cast<ReferenceVelocity::Kind>(below(3));
    integration.reference_velocity.floor = between(0.0, 1.0);
  }

  Vec3 direction(double size) {
    return {between(-size, size), between(-size, size), between(-size, size)};
  }

  /// Rests, or moves at up to 15 m/s with spin; may start in the air.
  Ball ball(const Scene& scene, Vec2 at, double moves) {
    Ball ball{std::to_string(scene.balls.size()), spec_, {}};
    ball.start.r = {at.x, at.y, spec_.radius};
    if (!chance(moves)) return ball;
    const double heading = between(-3.14, 3.14);
    const double speed = chance(0.5) ? between(0.0, 3.0) : between(0.0, 15.0);
    ball.start.v = {speed * std::cos(heading), speed * std::sin(heading), 0.0};
    ball.start.w = direction(300.0);
    ball.start.motion = Motion::sliding;
    if (!scene.smooth.held && chance(0.3)) {
      ball.start.r.z += between(0.0, 0.3);
      ball.start.v.z = between(-3.0, 3.0);
      ball.start.motion = Motion::airborne;
    }
    return ball;
  }

  bool is_free(const Scene& scene, Vec2 at) const {
    const auto far = [&](const Ball& b) { return norm(flat(b.start.r) - at) > 2.0 * spec_.radius; };
    return std::ranges::all_of(scene.balls, far);
  }

  Vec2 place(const Scene& scene) {
    const double margin = 1.5 * spec_.radius;
    const double x = scene.table.length > 0.0 ? 0.5 * scene.table.length - margin : 0.3;
    const double y = scene.table.length > 0.0 ? 0.5 * scene.table.width - margin : 0.3;
    return {between(-x, x), between(-y, y)};
  }

  void scatter(Scene& scene) {
    const std::size_t count = 2 + static_cast<std::size_t>(below(15));
    while (scene.balls.size() < count) {
      const Vec2 at = place(scene);
      if (!is_free(scene, at)) continue;
      scene.balls.push_back(ball(scene, at, scene.balls.empty() ? 1.0 : 0.5));
    }
  }

  /// A rack with gaps from none to 1 mm and a ball sent at it.
  void add_rack(Scene& scene) {
    constexpr const char* games[] = {"eight-ball", "nine-ball", "ten-ball", "triangle-3"};
    const double gap = chance(0.3) ? 0.0 : std::pow(10.0, between(-10.0, -3.0));
    const Rack rack{.game = games[below(4)], .at = {0.3, 0.0}, .gap = gap};
    const auto racked = rack_balls(rack, scene.table, spec_.radius);
    if (!racked) return;
    for (const RackedBall& one : *racked) {
      scene.balls.push_back(ball(scene, one.at, 0.0));
    }
    const Vec2 at = place(scene);
    if (!is_free(scene, at)) return scene.balls.clear();
    Ball cue = ball(scene, at, 1.0);
    const double speed = norm(flat(cue.start.v)) / norm(rack.at - at);
    cue.start.v.x = speed * (rack.at.x - at.x);
    cue.start.v.y = speed * (rack.at.y - at.y);
    scene.balls.push_back(cue);
  }

  std::mt19937_64 random_;
  BallSpec spec_;
};

std::string described(const ContactChoice& choice) {
  const ContactLaw law = contact_law(choice);
  return fmt::format("{} {:.3f} friction {}", name_of(law.normal), law.restitution,
                     law.friction.index());
}

std::string described(const Scene& scene) {
  const Smooth s = completed(scene.smooth, scene.physics);
  return fmt::format(
      "{} balls, {} cushions ({}); ball: {}; cushion: {}; cloth: {}, rolling {}; reference {} "
      "{:.3f}{}{}{}",
      scene.balls.size(), scene.table.cushions.size(), name_of(scene.table.contact),
      described(s.ball_ball), described(s.cushion), described(s.ball_cloth), *s.rolling,
      static_cast<int>(s.integration.reference_velocity.kind),
      s.integration.reference_velocity.floor, s.integration.attraction ? ", attraction" : "",
      s.held ? ", held" : "", s.equilibrium ? ", equilibrium" : "");
}

bool is_finite(const Trajectory& shot) {
  return std::ranges::all_of(shot.pieces, [](const Piece& p) {
    return std::isfinite(p.t0) && is_finite(p.r0) && is_finite(p.v0) && is_finite(p.a) &&
           is_finite(p.b) && is_finite(p.w0) && is_finite(p.dw);
  });
}

/// The greatest overlap of two balls or of a ball and the cloth [m].
double greatest_depth(const Scene& scene, const SmoothRun& run) {
  const Trajectory& shot = run.trajectory;
  const auto balls = static_cast<std::uint32_t>(scene.balls.size());
  const Table& table = scene.table;
  double depth = 0.0;
  for (const ContactRecord& record : shot.contacts) {
    const AgentKind other = shot.events[record.begin].other.kind;
    const bool counts = other == AgentKind::ball || other == AgentKind::cloth;
    if (counts) depth = std::max(depth, record.depth);
  }
  for (const Snapshot& snapshot : run.snapshots) {
    for (std::size_t i = 0; i < balls; ++i) {
      const BallState& s = snapshot.bodies[i].state;
      const auto holds = [&](const Pocket& p) { return norm(flat(s.r) - p.centre) < p.radius; };
      if (s.motion == Motion::pocketed || std::ranges::any_of(table.pockets, holds)) continue;
      depth = std::max(depth, scene.balls[i].spec.radius - s.r.z);
    }
  }
  return depth;
}

/// The worst values of all runs.
struct Worst {
  double steps = 0.0;      ///< per simulated second
  std::uint64_t seed = 0;  ///< of the scene that took them
  double error = 0.0;      ///< of the energy balance, relative
  double depth = 0.0;      ///< [m]
  double wall = 0.0;       ///< [s]
};

void try_scene(const Scene& scene, std::uint64_t seed, Worst& worst) {
  SmoothOptions options;
  options.t_max = scene.run.t_max;
  options.max_events = scene.run.max_events;
  std::vector<double> instants;
  for (int k = 0; k <= 50; ++k) instants.push_back(0.02 * duration * k);
  options.at = instants;
  double reports = 0.0;  // one every 256 steps
  options.progress = [&](double) { return 256.0 * ++reports < most_steps_per_second * duration; };

  const auto start = std::chrono::steady_clock::now();
  const Result<SmoothRun> run = simulate(make_system(scene), scene.smooth.integration, options);
  const auto end = std::chrono::steady_clock::now();
  ASSERT_TRUE(run) << run.error().message();
  const Trajectory& shot = run->trajectory;
  EXPECT_NE(shot.stop, StopReason::early_stop) << "too many steps, t = " << shot.t_end;
  EXPECT_NE(shot.stop, StopReason::event_limit);
  EXPECT_TRUE(testing::is_sound(shot));
  EXPECT_TRUE(is_finite(shot));
  const double error = shot.ledger.error / shot.ledger.initial;
  EXPECT_LT(error, 1e-5);
  for (const EnergySink& sink : shot.ledger.sinks) {
    if (sink.name == "balls out of play") continue;  // may lie below the cloth
    EXPECT_GT(sink.work, -1e-8 * shot.ledger.initial) << sink.name;
  }
  const double depth = greatest_depth(scene, *run);
  EXPECT_LT(depth, deepest_allowed);
  const double steps = static_cast<double>(shot.cost.steps) / std::max(shot.t_end, 1e-3);
  worst = {.steps = std::max(worst.steps, steps),
           .seed = steps > worst.steps ? seed : worst.seed,
           .error = std::max(worst.error, error),
           .depth = std::max(worst.depth, depth),
           .wall = std::max(worst.wall, std::chrono::duration<double>(end - start).count())};
}

class RandomScenes : public ::testing::TestWithParam<int> {};

TEST_P(RandomScenes, EndWithValidResults) {
  Worst worst;
  for (int k = 0; k < rounds(); ++k) {
    for (const bool held : {false, true}) {
      const std::uint64_t seed = 10000ULL * GetParam() + 2ULL * k + (held ? 1 : 0);
      const Scene scene = Draw(seed).scene(GetParam(), held);
      SCOPED_TRACE(fmt::format("seed {}: {}", seed, described(scene)));
      try_scene(scene, seed, worst);
    }
  }
  fmt::print(
      "worst of {}: {:.0f} steps per second (seed {}), balance {:.1e}, depth {:.2f} mm, "
      "{:.2f} s\n",
      2 * rounds(), worst.steps, worst.seed, worst.error, 1e3 * worst.depth, worst.wall);
}

INSTANTIATE_TEST_SUITE_P(OnEveryTable, RandomScenes, ::testing::Range(0, 5));

}  // namespace
}  // namespace cuelab
