// A ball bearing: [Gismeros2021], section 3, Fig. 8; and the same with a defect on a race.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "reproduce/catalogue.hpp"
#include "reproduce/spectrum.hpp"

namespace cuelab::reproduction {
namespace {

constexpr double settling = 0.01;               // from the end of the drive's ramp [s]
constexpr std::size_t samples_per_turn = 1000;  // of the cage
constexpr double highest = 16.0;                // end of the spectra / frequency of the outer race

constexpr double hann_width = 1.44;  // full width of a peak at half maximum, in lines

using Defect = BallBearing::Defect;

BallBearing& bearing_of(Scene& scene) { return std::get<BallBearing>(scene.system.model); }

/// Frequencies for rolling without slip, inner race at rest [Hz]. The points of a ball that
/// touch the races move at 0 and 2 pi f (D + d)/2, its centre at half of that.
struct Kinematics {
  explicit Kinematics(const BallBearing& bearing)
      : race(bearing.frequency),
        cage(0.5 * race * (1.0 + bearing.ball_diameter / bearing.mean_diameter)),
        inner_pass(static_cast<double>(bearing.count) * cage),
        outer_pass(static_cast<double>(bearing.count) * (race - cage)) {}
  double race;
  double cage;
  double inner_pass;  ///< balls passing a point of the inner race
  double outer_pass;  ///< balls passing a point of the outer race, which is faster than they are
};

// --- runs and measured signals -------------------------------------------------------------------

/// Samples over some revolutions of the cage, once the drive has reached its speed.
SmoothRun turned(Lab& lab, const Scene& scene, double turns) {
  const auto& bearing = std::get<BallBearing>(scene.system.model);
  const double from = bearing.ramp + settling;
  const double span = turns / Kinematics(bearing).cage;
  const auto count = static_cast<std::size_t>(turns * samples_per_turn);
  std::vector<double> at;
  for (std::size_t k = 0; k <= count; ++k) {
    at.push_back(from + span * static_cast<double>(k) / static_cast<double>(count));
  }
  SmoothOptions options;
  options.t_max = at.back();
  options.at = at;
  options.keep_pieces = false;
  return lab.run(make_system(scene), scene.smooth.integration, options).run;
}

double step_of(const SmoothRun& run) { return run.snapshots[1].t - run.snapshots[0].t; }

/// Orbital frequency of the first ball [Hz]. The race turns from z towards x.
double cage_frequency(const SmoothRun& run) {
  double angle = 0.0;
  for (std::size_t k = 1; k < run.snapshots.size(); ++k) {
    const Vec3& from = run.snapshots[k - 1].bodies[0].state.r;
    const Vec3& to = run.snapshots[k].bodies[0].state.r;
    angle += std::atan2(to.x * from.z - to.z * from.x, to.x * from.x + to.z * from.z);
  }
  return angle / (turn * (run.snapshots.back().t - run.snapshots.front().t));
}

/// Acceleration of the first ball along x, averaged between samples [m/s^2].
Signal acceleration(const SmoothRun& run) {
  Signal signal{.step = step_of(run)};
  for (std::size_t k = 1; k < run.snapshots.size(); ++k) {
    const double change =
        run.snapshots[k].bodies[0].state.v.x - run.snapshots[k - 1].bodies[0].state.v.x;
    signal.values.push_back(change / signal.step);
  }
  return signal;
}

/// Force of the balls on the inner race, perpendicular to the axis, without its mean [N].
std::vector<Vec2> load_changes(const SmoothRun& run) {
  std::vector<Vec2> loads;
  Vec2 sum{};
  for (const Snapshot& snapshot : run.snapshots) {
    loads.push_back({snapshot.loads[0].x, snapshot.loads[0].z});
    sum = sum + loads.back();
  }
  const Vec2 mean = (1.0 / static_cast<double>(loads.size())) * sum;
  for (Vec2& load : loads) load = load - mean;
  return loads;
}

/// Its magnitude [N].
Signal envelope(const SmoothRun& run) {
  Signal signal{.step = step_of(run)};
  for (const Vec2& load : load_changes(run)) signal.values.push_back(norm(load));
  return signal;
}

/// One of its components [N].
Signal component(const SmoothRun& run) {
  Signal signal{.step = step_of(run)};
  for (const Vec2& load : load_changes(run)) signal.values.push_back(load.x);
  return signal;
}

// --- figures -------------------------------------------------------------------------------------

/// Vertical lines at a frequency and its multiples up to the end of the spectrum.
draw::Series marks(const std::string& name, double frequency, double end, Vec2 heights,
                   std::size_t style) {
  constexpr double gap = std::numeric_limits<double>::quiet_NaN();
  draw::Series series{.name = name, .points = {}, .style = style, .width = 1.2};
  for (double f = frequency; f <= end; f += frequency) {
    series.points.insert(series.points.end(), {{f, heights.x}, {f, heights.y}, {gap, gap}});
  }
  return series;
}

double top_of(const std::vector<Vec2>& spectrum) {
  return std::ranges::max_element(spectrum, {}, &Vec2::y)->y;
}

Csv spectrum_file(const std::vector<Vec2>& spectrum) {
  Csv csv({"frequency", "density"});
  for (const Vec2& point : spectrum) csv.add({point.x, point.y});
  return csv;
}

/// The healthy bearing: one peak, at the cage's frequency.
void write_acceleration(Lab& lab, const SmoothRun& run, const Kinematics& theory) {
  lab.section("Acceleration of a ball of the healthy bearing (Fig. 8)");
  const Signal signal = acceleration(run);
  const double end = highest * theory.race;
  const double resolution = 1.0 / signal.duration();
  const Vec2 peak = strongest(power_spectrum(signal, end), 0.0, end);
  const std::vector<Vec2> lines = whole_lines(power_spectrum(signal, end));
  // beyond the width of the peak
  double second = 0.0;
  for (const Vec2& line : lines) {
    if (std::abs(line.x - peak.x) > 1.5 * resolution) second = std::max(second, line.y);
  }
  lab.figure(
      "bearing-acceleration",
      fmt::format("Along one direction perpendicular to the axis, over {:.0f} revolutions of the "
                  "cage, which gives lines {:.1f} Hz apart (Hann window, which makes a peak three "
                  "lines wide). Averages over {:.0f} µs, which remove the oscillation of the "
                  "contacts at 21 kHz.",
                  signal.duration() * theory.cage, resolution, 1e6 * signal.step),
      {"Power spectral density of a ball's acceleration",
       {"frequency", "Hz"},
       {"density", "(m/s²)²/Hz", true},
       {{.name = "ball 1", .points = lines, .width = 1.6, .shown = draw::Shown::both},
        marks(fmt::format("cage, f/2 (1 + d/D) = {:.2f} Hz", theory.cage), theory.cage,
              1.5 * theory.cage, {lines.back().y, peak.y}, 2)}});
  lab.data("bearing-acceleration", "power spectral density [Hz, (m/s²)²/Hz]",
           spectrum_file(lines).text());
  const bool single = second < 1e-3 * peak.y;
  const bool at_cage = std::abs(peak.x - theory.cage) < 0.5 * resolution;
  lab.claim("peak", single && at_cage ? Verdict::agrees : Verdict::differs,
            fmt::format("At {:.2f} Hz, the cage at {:.2f} Hz, resolution {:.1f} Hz; nothing else "
                        "up to {:.0f} Hz has more than {:.0e} of its density.",
                        peak.x, theory.cage, resolution, end, second / peak.y));
}

/// One of the two races.
struct Race {
  Defect defect;
  const char* name;
  double pass;  ///< ball-pass frequency [Hz]
};

void write_defect(Lab& lab, const Race& race, const SmoothRun& run, const SmoothRun& healthy,
                  const Kinematics& theory) {
  const double end = highest * theory.race;
  const std::vector<Vec2> spectrum = power_spectrum(envelope(run), end);
  const std::vector<Vec2> control = power_spectrum(envelope(healthy), end);
  const double least = 1.5 * theory.cage;
  const double resolution = 1.0 / envelope(run).duration();
  const Vec2 found = strongest(spectrum, least, end);
  const Vec2 beside = strongest(control, least, end);
  const bool outer = race.defect == Defect::outer;
  const std::string file = fmt::format("bearing-{}-defect", race.name);

  draw::Plot plot{
      fmt::format("Ridge on the {} race: envelope of the load on the inner race", race.name),
      {"frequency", "Hz"},
      {"density", "N²/Hz"},
      {{.name = "with the ridge", .points = spectrum, .width = 1.6},
       {.name = "healthy", .points = control, .width = 1.6}}};
  plot.series.push_back(marks(fmt::format("ball pass, {:.2f} Hz, and multiples", race.pass),
                              race.pass, end, {0.0, top_of(spectrum)}, 2));
  if (outer) {
    plot.series.push_back({.name = "one component of the load",
                           .points = power_spectrum(component(run), end),
                           .style = 3,
                           .width = 1.2});
  }
  lab.figure(
      file,
      fmt::format("The strongest line from {:.0f} to {:.0f} Hz is at {:.2f} Hz, the top of a "
                  "peak that is {:.1f} Hz wide at half its height.{}",
                  least, end, found.x, hann_width * resolution,
                  outer ? " The direction of the load rotates with the race: a single component "
                          "has sidebands at the race's frequency instead."
                        : ""),
      std::move(plot));
  lab.data(file, "envelope's power spectral density [Hz, N²/Hz]", spectrum_file(spectrum).text());
  lab.compare("pass", outer ? 1 : 0, fmt::format("ridge on the {} race", race.name),
              {found.x / race.pass});
  lab.claim(outer ? "outer" : "inner",
            std::abs(found.x - race.pass) < 0.02 * race.pass && beside.y < 1e-6 * found.y
                ? Verdict::agrees
                : Verdict::differs,
            fmt::format("At {:.2f} Hz, {:.2f} N²/Hz; without the ridge nothing above {:.0e} "
                        "N²/Hz.",
                        found.x, found.y, beside.y));
}

/// The direction of the load rotates with a ridge on the outer race: one component is the pulses of
/// the envelope times a cosine.
void write_component(Lab& lab, const SmoothRun& run, const Kinematics& theory) {
  const Signal signal = component(run);
  const double end = highest * theory.race;
  const double half_line = 0.5 / signal.duration();
  const double pass = theory.outer_pass;
  const std::vector<Vec2> spectrum = power_spectrum(signal, end);
  const Vec2 found = strongest(spectrum, 1.5 * theory.cage, end);
  const double share = strongest(spectrum, pass - half_line, pass + half_line).y / found.y;
  const double multiple = pass * std::round(found.x / pass);
  const double beside = std::abs(found.x - multiple);
  const bool moved = std::abs(beside - theory.race) < half_line && share < 0.05;
  lab.claim("component", moved ? Verdict::agrees : Verdict::differs,
            fmt::format("Its strongest line, at {:.2f} Hz, lies {:.2f} Hz from {:.2f} Hz; at "
                        "{:.2f} Hz it has {:.0e} of that density.",
                        found.x, beside, multiple, pass, share));
}

/// Ridges of the same size on either race.
void write_defects(Lab& lab, const Scene& scene, double turns, const SmoothRun& healthy) {
  const auto& bearing = std::get<BallBearing>(scene.system.model);
  const Kinematics theory(bearing);
  lab.section("A defect on a race");
  lab.text(fmt::format(
      "A ridge {} mm wide and {} µm high lies across a race. With n balls, each point of the fixed "
      "inner race is passed n f_cage = n f/2 (1 + d/D) = {:.2f} times a second, each point of the "
      "outer race, which is faster than the balls, n (f - f_cage) = n f/2 (1 - d/D) = {:.2f} "
      "times. "
      "A pit would be passed as often: the position of the defect sets the frequency, its shape "
      "only the strength of the multiples.",
      1e3 * bearing.defect_width, 1e6 * bearing.defect_height, theory.inner_pass,
      theory.outer_pass));
  lab.text(
      "Each ball passes the ridge at 1/n of that frequency; the load on the fixed inner race, the "
      "sum over the balls, shows the full frequency. Its direction follows the ridge, so the "
      "envelope is analysed: the magnitude of the load's change, from two components. The search "
      "is blind: the strongest line between 1.5 f_cage and 16 f counts.");
  for (const Race& race : {Race{Defect::inner, "inner", theory.inner_pass},
                           Race{Defect::outer, "outer", theory.outer_pass}}) {
    Scene damaged = scene;
    bearing_of(damaged).defect = race.defect;
    const SmoothRun run = turned(lab, damaged, turns);
    write_defect(lab, race, run, healthy, theory);
    if (race.defect == Defect::outer) write_component(lab, run, theory);
  }
}

/// With cylindrical races and shoulders that bear an axial load.
double spatial_cage_ratio(Lab& lab, Scene scene) {
  bearing_of(scene).races = BallBearing::Races::cylinders;
  bearing_of(scene).axial_load = 20.0;
  return cage_frequency(turned(lab, scene, 0.5)) / Kinematics(bearing_of(scene)).cage;
}

/// The lower the slip at which friction begins, the less the balls creep.
void write_creep(Lab& lab, Scene scene) {
  bearing_of(scene).frequency = 10.0;
  auto& friction = std::get<Ambrosio>(*scene.smooth.ball_cloth.friction);
  const double rolling = Kinematics(bearing_of(scene)).cage;
  Grid grid{fmt::format("Creep at 10 Hz; without slip the cage turns at {:.4f} Hz", rolling),
            {"no friction below a slip of [m/s]", "cage [Hz]", "creep [%]"},
            {}};
  for (const double v0 : {1e-3, 5e-3}) {
    friction.v0 = v0;
    friction.v1 = 10.0 * v0;
    const double cage = cage_frequency(turned(lab, scene, 0.75));
    grid.rows.push_back({brief_text(v0), fixed(cage, 4), fixed(100.0 * (1.0 - cage / rolling), 2)});
  }
  lab.grid(std::move(grid));
}

}  // namespace

void bearing(Lab& lab) {
  Scene scene = lab.scene();
  if (lab.brief()) {  // as many revolutions in less time
    bearing_of(scene).frequency = 100.0;
    bearing_of(scene).ramp = 0.01;
  }
  const double turns = lab.brief() ? 2.0 : 4.0;
  const Kinematics theory(bearing_of(scene));
  lab.text(fmt::format(
      "The inner race is fixed, the outer one is driven at {} Hz after a ramp of {:.0f} ms; "
      "springs "
      "between neighbouring balls represent the cage. Balls that roll without slip orbit at "
      "f/2 (1 + d/D); Ambrósio's law has no friction below a slip v0, so the balls creep. Between "
      "spherical races all forces lie in one plane; between cylindrical ones the balls are free "
      "along the axis, and shoulders bear an axial load of 20 N.",
      theory.race, 1e3 * bearing_of(scene).ramp));
  const SmoothRun healthy = turned(lab, scene, turns);
  lab.compare("cage", 0, "in one plane", {cage_frequency(healthy) / theory.cage});
  lab.compare("cage", 1, "in space, with an axial load", {spatial_cage_ratio(lab, scene)});
  if (!lab.brief()) write_creep(lab, scene);
  write_acceleration(lab, healthy, theory);
  write_defects(lab, scene, turns, healthy);
}

}  // namespace cuelab::reproduction
