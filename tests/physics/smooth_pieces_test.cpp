// The stored pieces of the smooth engine against the integrator's dense output.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cuelab/io.hpp"
#include "cuelab/run.hpp"

namespace cuelab {
namespace {

void expect_pieces_within_tolerance(const std::string& name, const std::string& t_max) {
  SCOPED_TRACE(name);
  const std::string path = fmt::format("{}/scenes/{}.toml", CUELAB_SOURCE_DIR, name);
  const std::vector<std::string> overrides{"run.t_max=" + t_max, "run.engine=\"smooth\""};
  const auto scene = load_scene(path, overrides);
  ASSERT_TRUE(scene) << scene.error().message();
  std::vector<double> at;
  for (int i = 1; i < 997; ++i) at.push_back(scene->run.t_max * i / 997.0);
  const auto run = simulate(*scene, {.at = at});
  ASSERT_TRUE(run) << run.error().message();
  const Replay replay(run->trajectory);
  for (const Snapshot& snapshot : run->samples) {
    for (std::size_t b = 0; b < snapshot.bodies.size(); ++b) {
      const BallState exact = snapshot.bodies[b].state;
      const BallState stored = replay.state(b, snapshot.t);
      // checked at one point of every piece, so slightly more than the tolerances elsewhere
      ASSERT_LT(norm(stored.r - exact.r), 3e-6) << "body " << b << " at " << snapshot.t;
      ASSERT_LT(norm(stored.v - exact.v), 1e-2) << "body " << b << " at " << snapshot.t;
    }
  }
}

TEST(SmoothPieces, StayWithinTheToleranceOfTheMotion) {
  expect_pieces_within_tolerance("bearing", "0.1");
  expect_pieces_within_tolerance("newtons_cradle", "0.7");
  expect_pieces_within_tolerance("bouncing_ball", "1.0");
  expect_pieces_within_tolerance("four_ball_break", "0.6");
}

TEST(SmoothPieces, ADrivenBodyWithoutASphereTurnsAsDriven) {
  const auto scene = load_scene(CUELAB_SOURCE_DIR "/scenes/bearing.toml");
  ASSERT_TRUE(scene);
  const auto run = simulate(*scene);
  ASSERT_TRUE(run);
  const Replay replay(run->trajectory);
  // 10 Hz, reached at a constant rate within 0.02 s
  const double full = 2.0 * 3.14159265358979 * 10.0;
  for (const double t : {0.005, 0.01, 0.02, 0.05, 0.15}) {
    EXPECT_NEAR(replay.state(8, t).w.y, full * std::min(1.0, t / 0.02), 0.2) << t;
  }
}

}  // namespace
}  // namespace cuelab
