// Random shots on patch cloths in the event engine: they end, lose energy, keep balls apart.
#include <gtest/gtest.h>

#include <fmt/core.h>

#include <cstdlib>
#include <limits>
#include <random>

#include "support/audit.hpp"

namespace cuelab::testing {
namespace {

/// 10,000 in the long run.
int shot_count() { return std::getenv("CUELAB_LONG") != nullptr ? 10000 : 60; }

double between(std::mt19937_64& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

/// Any patch that is allowed.
PatchCloth random_patch(std::mt19937_64& random) {
  PatchCloth cloth;
  cloth.coefficient = between(random, 0.1, 0.5);
  cloth.radius = between(random, 0.5e-3, 5e-3);
  cloth.epsilon = std::pow(10.0, between(random, -4.0, -2.0));
  cloth.rolling_velocity = static_cast<RollingVelocity>(random() % 3);
  cloth.resistance = static_cast<RollingResistance>(random() % 2);
  cloth.form = static_cast<PatchForm>(random() % 8);
  do {
    cloth.regularisation = static_cast<Regularisation>(random() % 4);
  } while (!has_regularisation(cloth.form, cloth.regularisation));
  const double most = std::min(1.0, greatest_passive_distortion(cloth, {}));
  cloth.distortion = random() % 5 == 0 ? 0.0 : between(random, 0.05, most);
  return cloth;
}

Scene random_shot(std::mt19937_64& random) {
  Scene scene = *make_scene("pool-9ft");
  scene.physics.cloth = random_patch(random);
  const std::size_t count = 1 + random() % 6;
  while (scene.balls.size() < count) {
    const BallSpec ball;
    const Vec3 r{between(random, -1.1, 1.1), between(random, -0.5, 0.5), ball.radius};
    scene.balls.push_back({std::to_string(scene.balls.size()), ball, {.r = r}});
    if (find_fault(scene)) scene.balls.pop_back();
  }
  scene.shot = Shot{.speed = between(random, 0.2, 6.0),
                    .heading = between(random, -3.14, 3.14),
                    .side = between(random, -0.35, 0.35),
                    .height = between(random, -0.35, 0.35),
                    .elevation = random() % 4 == 0 ? between(random, 0.0, 0.8) : 0.0};
  return scene;
}

/// How far a ball's energy rises within its pieces, relative to the initial energy of all.
double rise_within_pieces(const Scene& scene, const Trajectory& shot) {
  std::vector<double> ends(shot.final.size(), shot.t_end);
  double rise = 0.0;
  for (std::size_t k = shot.pieces.size(); k-- > 0;) {
    const Piece& piece = shot.pieces[k];
    const double h = ends[piece.ball] - piece.t0;
    ends[piece.ball] = piece.t0;
    const bool is_bent = piece.b != Vec3{};  // others are parts of groups that share their energy
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; is_bent && i <= 20; ++i) {
      const BallState s = state_on(piece, piece.t0 + h * i / 20);
      const double energy = kinetic_energy(scene.balls[piece.ball].spec, s);
      rise = std::max(rise, energy - least);
      least = std::min(least, energy);
    }
  }
  return rise / total_energy(scene, struck(scene));
}

TEST(PatchRandom, EveryShotEndsWithoutOverlapOrEnergyGain) {
  std::mt19937_64 random(31);
  double most_steps = 0.0;
  double most_rise = 0.0;
  for (int k = 0; k < shot_count(); ++k) {
    const Scene scene = random_shot(random);
    SCOPED_TRACE(fmt::format("shot {}", k));
    ASSERT_FALSE(find_fault(scene)) << find_fault(scene)->message();
    const Trajectory shot = simulate_event(scene);
    // with next to no resistance balls roll for minutes
    const auto& cloth = std::get<PatchCloth>(scene.physics.cloth);
    const bool rolls_on = coulomb_of(cloth, {}).rolling < 5e-3;
    ASSERT_TRUE(shot.stop == StopReason::at_rest || (rolls_on && shot.stop == StopReason::t_max));
    ASSERT_TRUE(is_sound(shot));
    ASSERT_GT(least_gap(scene, shot), -1e-9);
    const double rise = energy_rise(scene, shot);
    ASSERT_LT(rise, 1e-9);  // of the initial energy; without balls that press on each other 1e-12
    ASSERT_LT(rise_within_pieces(scene, shot), 1e-10);  // 1.4e-11 in 10,000 shots
    most_rise = std::max(most_rise, rise);
    most_steps = std::max(most_steps, static_cast<double>(shot.cost.steps));
  }
  fmt::print("{} shots: at most {} pieces, energy rises by {:.1e}\n", shot_count(), most_steps,
             most_rise);
}

TEST(PatchRandom, MirroredShotsAreMirrored) {
  std::mt19937_64 random(32);
  for (int k = 0; k < 10; ++k) {
    Scene scene = random_shot(random);
    scene.balls.resize(1);  // after two impacts rounding decides
    const Trajectory shot = simulate_event(scene);
    Scene mirrored = scene;
    for (Ball& ball : mirrored.balls) ball.start.r.y = -ball.start.r.y;
    mirrored.shot->heading = -scene.shot->heading;
    mirrored.shot->side = -scene.shot->side;
    const Trajectory other = simulate_event(mirrored);
    ASSERT_EQ(other.events.size(), shot.events.size());
    EXPECT_EQ(other.final[0].r.x, shot.final[0].r.x);
    EXPECT_EQ(other.final[0].r.y, -shot.final[0].r.y);
  }
}

}  // namespace
}  // namespace cuelab::testing
