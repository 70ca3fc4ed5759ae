// A ball bearing: [Gismeros2021], section 3, Fig. 8.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "study/catalogue.hpp"

namespace cuelab::study {
namespace {

constexpr double turn = 2.0 * std::numbers::pi;  // [rad]
constexpr double settled = 0.05;                 // the drive's ramp is over [s]
constexpr std::size_t count = 1024;              // intervals between samples
constexpr std::size_t periods = 4;               // of the cage, for the spectrum
constexpr double highest = 400.0;                // of the spectrum [Hz]

/// Of the centres of balls that roll between the races [Hz].
double rolling_frequency(const Scene& scene) {
  const auto& bearing = std::get<BallBearing>(scene.system.model);
  return 0.5 * bearing.frequency * (1.0 + bearing.ball_diameter / bearing.mean_diameter);
}

/// Samples from `settled` to the end.
SmoothRun turned(Lab& lab, const Scene& scene) {
  std::vector<double> at;
  for (std::size_t k = 0; k <= count; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(count);
    at.push_back(settled + (scene.run.t_max - settled) * share);
  }
  return lab.run(scene, at).run;
}

/// At which the first ball goes round [Hz]. The race turns from z towards x.
double cage_frequency(const SmoothRun& run) {
  double angle = 0.0;
  for (std::size_t k = 1; k < run.snapshots.size(); ++k) {
    const Vec3& from = run.snapshots[k - 1].bodies[0].state.r;
    const Vec3& to = run.snapshots[k].bodies[0].state.r;
    angle += std::atan2(to.x * from.z - to.z * from.x, to.x * from.x + to.z * from.z);
  }
  return angle / (turn * (run.snapshots.back().t - run.snapshots.front().t));
}

/// Power spectral density of the first ball's acceleration along x [Hz, (m/s^2)^2/Hz].
std::vector<Vec2> spectrum(const SmoothRun& run) {
  const double span = run.snapshots.back().t - run.snapshots.front().t;
  std::vector<Vec2> density;
  for (std::size_t line = 1; static_cast<double>(line) / span <= highest; ++line) {
    Vec2 sum{};  // of accelerations times the time between samples
    for (std::size_t k = 0; k < count; ++k) {
      const double change =
          run.snapshots[k + 1].bodies[0].state.v.x - run.snapshots[k].bodies[0].state.v.x;
      const double phase = turn * static_cast<double>(line * k) / static_cast<double>(count);
      sum = sum + change * Vec2{std::cos(phase), std::sin(phase)};
    }
    density.push_back({static_cast<double>(line) / span, 2.0 * dot(sum, sum) / span});
  }
  return density;
}

void write_spectrum(Lab& lab, const SmoothRun& run) {
  lab.section("Acceleration of a ball (Fig. 8)");
  const std::vector<Vec2> density = spectrum(run);
  const auto peak = std::ranges::max_element(density, {}, &Vec2::y);
  const double width = density[0].x;  // of a line [Hz]
  double all = 0.0, near = 0.0;
  Csv csv({"frequency", "density"});
  for (const Vec2& line : density) {
    all += line.y;
    if (std::abs(line.x - peak->x) < 1.5 * width) near += line.y;
    csv.add({line.x, line.y});
  }
  lab.figure(
      "bearing-spectrum",
      "Acceleration across the axis, over four turns of the cage; mean values between "
      "samples 0.6 ms apart, so that the ringing of the contacts is left out. The slope is the "
      "peak's: its turns are not quite whole.",
      {"Power spectral density of a ball's acceleration",
       {"frequency", "Hz"},
       {"density", "(m/s²)²/Hz", true},
       {{.name = "ball 1", .points = density, .width = 1.6}}});
  lab.data("bearing-spectrum", "power spectral density [Hz, (m/s²)²/Hz]", csv.text());
  const bool single = near > 0.99 * all && std::abs(peak->x - cage_frequency(run)) < width;
  lab.claim("peak", single ? Verdict::agrees : Verdict::differs,
            fmt::format("At {:.2f} Hz, the frequency of the cage, with {:.2f} % of the power up to "
                        "{} Hz.",
                        peak->x, 100.0 * near / all, highest));
}

}  // namespace

void bearing(Lab& lab) {
  lab.text(
      "The inner race is fixed, the outer one driven at 10 Hz after a ramp of 20 ms; springs "
      "between neighbouring balls stand for the cage. All forces lie in one plane. Balls that roll "
      "without slip go round at f/2 (1 + d/D); Ambrósio's law has no friction below a slip v0, "
      "and so much they creep.");
  Scene scene = lab.scene();
  const double rolling = rolling_frequency(scene);
  scene.run.t_max = lab.brief() ? 0.1 : settled + static_cast<double>(periods) / rolling;
  const SmoothRun run = turned(lab, scene);
  const double measured = cage_frequency(run);
  lab.compare("cage", 0, "", {measured / rolling});
  if (lab.brief()) return;

  scene.run.t_max = 0.2;
  auto& friction = std::get<Ambrosio>(scene.smooth.ball_cloth.friction);
  for (const std::size_t row : {0U, 1U}) {
    friction.v1 = row == 0 ? 1e-2 : 5e-2;
    friction.v0 = 0.1 * friction.v1;
    lab.compare("creep", row, fmt::format("v0 = {} m/s", friction.v0),
                {cage_frequency(turned(lab, scene))});
  }
  write_spectrum(lab, run);
}

}  // namespace cuelab::study
