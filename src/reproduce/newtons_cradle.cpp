// Newton's cradle: [Gismeros2021], section 5, Fig. 14.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/catalogue.hpp"
#include "reproduce/impacts.hpp"

namespace cuelab::reproduction {
namespace {

constexpr ConstraintMethod methods[] = {ConstraintMethod::lagrange, ConstraintMethod::augmented,
                                        ConstraintMethod::baumgarte,
                                        ConstraintMethod::direct_correction};
constexpr double tolerances[] = {1e-3, 1e-6, 1e-10};
constexpr double cradle_gaps[] = {0.0, 1e-9, 1e-6, 1e-4};  // [m]

/// Height of the first ball at release above its position at rest [m].
double release_height(const Scene& scene) {
  const auto& cradle = std::get<NewtonsCradle>(scene.system.model);
  return cradle.length * (1.0 - std::cos(cradle.release));
}

struct Swing {
  double apex = 0.0;  ///< greatest height of the last ball / height of release
  std::size_t steps = 0;
  bool ended = false;  ///< the run did not stall
};

/// The last ball's first swing. On its string, free at the apex, its energy is its height.
Swing swing(Lab& lab, const Scene& scene) {
  const SmoothRun run = lab.run(scene, sample_times(0.0, scene.run.t_max, 4000)).run;
  Swing result{.steps = run.trajectory.cost.steps,
               .ended = run.trajectory.t_end == scene.run.t_max};
  for (const Snapshot& snapshot : run.snapshots) {
    result.apex = std::max(result.apex, snapshot.bodies.back().state.r.z / release_height(scene));
  }
  return result;
}

/// The greatest deviation of a string from its length [m].
double length_error(const SmoothRun& run, const System& system) {
  double worst = 0.0;
  for (const Snapshot& snapshot : run.snapshots) {
    for (const Joint& joint : system.joints) {
      const auto& rod = std::get<RodJoint>(joint);
      const Vec3& centre = snapshot.bodies[rod.a.body].state.r;
      worst = std::max(worst, std::abs(norm(centre - rod.b.point) - rod.length));
    }
  }
  return worst;
}

/// Relative change of energy over the run.
double energy_change(const Trajectory& run) {
  const EnergyLedger& ledger = run.ledger;
  return (ledger.kinetic + ledger.potential + ledger.elastic) / ledger.initial - 1.0;
}

draw::Series heights(const std::string& name, const SmoothRun& run, std::size_t ball) {
  draw::Series series{.name = name, .points = {}, .width = 1.6};
  for (const Snapshot& snapshot : run.snapshots) {
    series.points.push_back({snapshot.t, 1e3 * snapshot.bodies[ball].state.r.z});
  }
  return series;
}

void write_heights(Lab& lab, const SmoothRun& run) {
  Csv csv({"time", "z1", "z2", "z3", "z4", "z5"});
  for (const Snapshot& snapshot : run.snapshots) {
    std::vector<double> row{snapshot.t};
    for (const Sample& body : snapshot.bodies) row.push_back(body.state.r.z);
    csv.add(row);
  }
  lab.figure(
      "newtons-cradle",
      "Touching elastic balls, Baumgarte's method, 1e-10. All contacts of the chain act at the "
      "same time, so the first impact leaves a little motion in the other balls.",
      {"Height of the balls at the ends",
       {"time", "s"},
       {"height", "mm"},
       {heights("ball 1", run, 0), heights("ball 5", run, 4)}});
  lab.data("newtons-cradle", "heights of the five balls [m]", csv.text());
}

void write_elastic(Lab& lab) {
  lab.section("Elastic impacts (Fig. 14)");
  const double apex = swing(lab, lab.scene()).apex;
  lab.compare("apex", 0, "", {apex});

  const double t_end = lab.brief() ? 1.0 : 10.0;
  Grid energy{fmt::format("Relative change of energy after {} s", t_end), {"method"}, {}};
  Grid length{"Greatest error of a string's length [m]", {"method"}, {}};
  for (const double tolerance : tolerances) {
    energy.header.push_back("tolerance " + brief_text(tolerance));
    length.header.push_back("tolerance " + brief_text(tolerance));
  }
  double least = 1.0, most = -1.0, fine = 0.0;  // changes of energy at 1e-3 and 1e-10
  std::vector<double> kept;                     // changes at 1e-10, by method
  double drift[2] = {};                         // of Lagrange's multipliers [m]
  double stretch = 0.0;                         // of the strings, Baumgarte's method at 1e-10 [m]
  SmoothRun shown;
  for (const ConstraintMethod method : methods) {
    Scene scene = lab.scene();
    scene.system.constraints = method;
    scene.run.t_max = t_end;
    const System system = make_system(scene);
    energy.rows.push_back({std::string(name_of(method))});
    length.rows.push_back({std::string(name_of(method))});
    for (const double tolerance : tolerances) {
      scene.smooth.integration.rel_tol = tolerance;
      SmoothRun run = lab.run(scene, sample_times(0.0, t_end, 1500)).run;
      const double change = energy_change(run.trajectory);
      const double error = length_error(run, system);
      energy.rows.back().push_back(fmt::format("{:+.1e}", change));
      length.rows.back().push_back(fmt::format("{:.0e}", error));
      if (method == ConstraintMethod::lagrange && tolerance == 1e-3) drift[0] = error;
      if (method == ConstraintMethod::lagrange && tolerance == 1e-10) drift[1] = error;
      if (tolerance == 1e-3) {
        least = std::min(least, change);
        most = std::max(most, change);
      }
      if (tolerance != 1e-10) continue;
      fine = std::max(fine, std::abs(change));
      kept.push_back(change);
      if (method != ConstraintMethod::baumgarte) continue;
      stretch = error;
      shown = std::move(run);
    }
  }
  lab.grid(std::move(energy));
  lab.grid(std::move(length));
  for (std::size_t k = 0; k < kept.size(); ++k) {
    lab.compare("energy", 0, std::string(name_of(methods[k])), {kept[k]});
  }
  lab.compare("length", 0, std::string(name_of(ConstraintMethod::baumgarte)), {1e3 * stretch});
  lab.text(
      "The tolerance decides how well energy is conserved; the method affects only the length of "
      "the strings.");
  write_heights(lab, shown);
  lab.claim("reaches", std::abs(apex - 1.0) < 0.03 ? Verdict::agrees : Verdict::differs,
            fmt::format("{:.1f} % of it: touching balls do not collide one after the other.",
                        100.0 * apex));
  lab.claim(
      "lagrange", fine < 1e-6 && drift[1] < 1e-6 ? Verdict::differs : Verdict::agrees,
      fmt::format("They conserve energy as well as the other methods do. The string lengths drift, "
                  "by {:.0e} m at the tolerance 1e-3 and by {:.0e} m at 1e-10.",
                  drift[0], drift[1]));
  lab.claim(
      "gains", least > 0.0 ? Verdict::agrees : Verdict::differs,
      fmt::format("At 1e-3, with located contacts, the energy changes by {:+.0f} to {:+.0f} % "
                  "in {} s, depending on the method.",
                  100.0 * least, 100.0 * most, t_end));
  const double coarse = std::max(std::abs(least), std::abs(most));
  lab.claim("tolerance", fine < 1e-3 * coarse ? Verdict::agrees : Verdict::differs,
            fmt::format("A change of at most {:.0e} at 1e-10, with every method.", fine));
}

/// [Gismeros2021] compares MATLAB's ODE45 and ODE113: a Dormand-Prince pair and Adams' method.
void write_integrators(Lab& lab) {
  if (lab.brief() || !has_sundials()) return;
  lab.section("Integrators");
  constexpr double t_end = 3.0;
  Grid grid{fmt::format("Elastic impacts, Baumgarte's method, {} s", t_end),
            {"integrator, tolerance", "right-hand sides", "change of energy", "time [s]"},
            {}};
  std::size_t better = 0, cheaper = 0, faster = 0;  // runs of Adams' method
  for (const double tolerance : tolerances) {
    std::vector<double> change;
    std::vector<std::uint64_t> cost;
    std::vector<double> seconds;
    for (const Integrator integrator :
         {Integrator::dormand_prince, Integrator::erkstep, Integrator::adams}) {
      Scene scene = lab.scene();
      scene.run.t_max = t_end;
      scene.smooth.integration.integrator = integrator;
      scene.smooth.integration.rel_tol = tolerance;
      const Timed timed = lab.run(scene);
      const Trajectory& run = timed.run.trajectory;
      change.push_back(std::abs(energy_change(run)));
      cost.push_back(run.cost.rhs_evaluations);
      seconds.push_back(timed.seconds);
      grid.rows.push_back({fmt::format("{}, {}", name_of(integrator), brief_text(tolerance)),
                           std::to_string(cost.back()), fmt::format("{:+.1e}", energy_change(run)),
                           fixed(timed.seconds, 3)});
    }
    if (change[2] < change[0]) ++better;
    if (cost[2] < cost[0]) ++cheaper;
    if (seconds[2] < seconds[0]) ++faster;
  }
  lab.grid(std::move(grid));
  const std::size_t count = std::size(tolerances);
  lab.claim("adams", 2 * better > count && cheaper == count ? Verdict::agrees : Verdict::differs,
            fmt::format("At equal tolerance Adams' method needs fewer right-hand sides in {} of {} "
                        "runs, conserves energy better in {} and takes less time in {}: right-hand "
                        "sides are cheap here.",
                        cheaper, count, better, faster));
}

void write_damped(Lab& lab) {
  lab.section("Damped impacts of touching balls, restitution 0.93");
  lab.text(
      "Damped laws divide by a reference velocity: the approach speed at which the contact began. "
      "For balls that touch at rest this is 0/0, and for balls a nanometre apart it is far below "
      "the speed of the impact. With the greatest approach speed so far as reference there is "
      "neither problem: the result is continuous in the gap. A lower bound on the reference also "
      "removes the 0/0, but then the bound decides the result. (The engine's bound is 1e-6 m/s.)");
  Grid grid{"Energy of the last ball / energy of the first, and steps", {"reference"}, {}};
  for (const double gap : cradle_gaps) grid.header.push_back("gap " + brief_text(gap) + " m");
  Csv csv({"reference", "gap", "energy", "steps"});
  using Kind = ReferenceVelocity::Kind;
  struct Remedy {
    std::string name;
    ReferenceVelocity reference;
  };
  const Remedy remedies[] = {
      {"first approach speed", {.kind = Kind::initial}},
      {"greatest approach speed so far", {.kind = Kind::running_max}},
      {"first approach speed, at least 0.1 m/s", {.kind = Kind::floor, .floor = 0.1}}};
  std::vector<double> found[std::size(remedies)];
  bool ended = true;
  for (std::size_t k = 0; k < std::size(remedies); ++k) {
    const auto& [name, reference] = remedies[k];
    std::vector<double>& energies = found[k];
    grid.rows.push_back({name});
    for (const double gap : cradle_gaps) {
      Scene scene = lab.scene();
      std::get<NewtonsCradle>(scene.system.model).gap = gap;
      scene.smooth.ball_ball.normal = NormalLaw::lankarani_nikravesh;
      scene.smooth.ball_ball.restitution = 0.93;
      scene.smooth.integration.reference_velocity = reference;
      const Swing result = swing(lab, scene);
      energies.push_back(result.apex);
      ended = ended && result.ended;
      grid.rows.back().push_back(fmt::format("{:.4f}, {}", result.apex, result.steps));
      csv.add({name}, {gap, result.apex, static_cast<double>(result.steps)});
    }
  }
  lab.grid(std::move(grid));
  lab.data("newtons-cradle-damped", "energy passed on, against the gap", csv.text());
  lab.compare("sequence", 0, "", {found[0][3]});
  lab.compare("running_max", 0, "", found[1]);
  lab.compare("initial", 0, "", {found[0][1], found[0][2], found[0][3]});
  lab.claim(
      "stall", ended ? Verdict::differs : Verdict::agrees,
      fmt::format("No run stalls. But with the first approach speed the result depends on gaps "
                  "too small to measure: {:.3f} without a gap, {:.3f} with 1 nm, {:.3f} with "
                  "1 µm.",
                  found[0][0], found[0][1], found[0][2]));
}

}  // namespace

void newtons_cradle(Lab& lab) {
  write_elastic(lab);
  write_integrators(lab);
  write_damped(lab);
}

}  // namespace cuelab::reproduction
