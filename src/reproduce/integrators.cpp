// The break of four balls under four integrators: accuracy and cost.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/catalogue.hpp"
#include "reproduce/four_ball_laws.hpp"

namespace cuelab::reproduction {
namespace {

constexpr double gap = 2.1325735e-4;  // [m]
constexpr double end = 1.0;           // [s]

struct IntegratorTrial {
  std::string name;
  double tolerance = 0.0;  ///< or the step of rk4 [s]
  Integrator integrator = Integrator::dormand_prince;
  Timed timed;
  double deviation = 0.0;  ///< of the worst ball from the reference after one second [m]

  const Trajectory& run() const { return timed.run.trajectory; }
};

IntegratorTrial try_out(Lab& lab, Integrator integrator, double tolerance) {
  Scene scene = break_scene(lab, gap, false);
  scene.run.t_max = end;
  IntegrationSettings& settings = scene.smooth.integration;
  settings.integrator = integrator;
  const bool fixed_step = integrator == Integrator::rk4;
  (fixed_step ? settings.max_step : settings.rel_tol) = tolerance;
  return {.name = std::string(name_of(integrator)),
          .tolerance = tolerance,
          .integrator = integrator,
          .timed = lab.run(scene)};
}

std::vector<IntegratorTrial> trials(Lab& lab) {
  std::vector<IntegratorTrial> all;
  std::vector<double> tolerances = {1e-6, 1e-8, 1e-9, 1e-10, 1e-11};
  if (lab.brief()) tolerances = {1e-8, 1e-11};
  std::vector<Integrator> adaptive = {Integrator::dormand_prince};
  if (has_sundials()) {
    adaptive.push_back(Integrator::erkstep);
    if (!lab.brief()) adaptive.push_back(Integrator::adams);
  }
  for (const Integrator integrator : adaptive) {
    for (const double tolerance : tolerances) all.push_back(try_out(lab, integrator, tolerance));
  }
  if (!lab.brief()) {
    for (const double step : {1e-5, 2e-6, 5e-7}) {
      all.push_back(try_out(lab, Integrator::rk4, step));
    }
  }
  return all;
}

void write_table(Lab& lab, const std::vector<IntegratorTrial>& all) {
  Grid grid{"One second of the free break, gap 2.13e-4 m",
            {"integrator, tolerance", "steps", "right-hand sides", "energy error [J]",
             "position error [m]", "|y| of the cue ball [m]", "time [s]"},
            {}};
  Csv csv({"integrator", "tolerance_or_step", "steps", "rhs", "energy_error_J", "deviation_m",
           "cue_y_m"});
  for (const IntegratorTrial& trial : all) {
    const Trajectory& run = trial.run();
    const double y = std::abs(run.final[0].r.y);
    const bool step = trial.integrator == Integrator::rk4;
    grid.rows.push_back(
        {fmt::format("{}, {}{}", trial.name, step ? "step " : "", brief_text(trial.tolerance)),
         std::to_string(run.cost.steps), std::to_string(run.cost.rhs_evaluations),
         brief_text(run.ledger.error), brief_text(trial.deviation), brief_text(y),
         fixed(trial.timed.seconds, 3)});
    csv.add({trial.name},
            {trial.tolerance, static_cast<double>(run.cost.steps),
             static_cast<double>(run.cost.rhs_evaluations), run.ledger.error, trial.deviation, y});
  }
  lab.grid(std::move(grid));
  lab.data("integrators", "cost and errors", csv.text());
}

/// A curve per integrator.
template <class X, class Y>
draw::Plot plot_of(const std::vector<IntegratorTrial>& all, draw::Plot plot, X x, Y y) {
  for (const IntegratorTrial& trial : all) {
    if (plot.series.empty() || plot.series.back().name != trial.name) {
      plot.series.push_back({.name = trial.name, .points = {}, .shown = draw::Shown::both});
    }
    plot.series.back().points.push_back({x(trial), y(trial)});
  }
  return plot;
}

/// Number of right-hand sides.
double rhs(const IntegratorTrial& t) { return static_cast<double>(t.run().cost.rhs_evaluations); }

/// Energy errors of the adaptive integrators at one tolerance.
struct Spread {
  double least = 1e9, greatest = 0.0;  ///< [J]
};

Spread spread_at(const std::vector<IntegratorTrial>& all, double tolerance) {
  Spread spread;
  for (const IntegratorTrial& trial : all) {
    if (trial.integrator == Integrator::rk4 || trial.tolerance != tolerance) continue;
    spread.least = std::min(spread.least, trial.run().ledger.error);
    spread.greatest = std::max(spread.greatest, trial.run().ledger.error);
  }
  return spread;
}

void judge(Lab& lab, const std::vector<IntegratorTrial>& all) {
  for (const IntegratorTrial& trial : all) {
    if (trial.tolerance != 1e-11) continue;
    lab.compare("yellow", 0, trial.name, {trial.run().final[1].r.x});
  }
  const Spread rough = spread_at(all, 1e-8), fine = spread_at(all, 1e-11);
  lab.claim("decisive", fine.greatest < 0.1 * rough.least ? Verdict::agrees : Verdict::differs,
            fmt::format("The tolerance, not the method, decides how well energy is conserved: at "
                        "1e-8 the errors of the adaptive integrators are {} to {} J, at 1e-11 {} "
                        "to {} J.",
                        brief_text(rough.least), brief_text(rough.greatest), brief_text(fine.least),
                        brief_text(fine.greatest)));
}

}  // namespace

void integrators(Lab& lab) {
  lab.text(
      "The same break with the default Dormand-Prince pair, the same pair and Adams' method "
      "from SUNDIALS, and the classical Runge-Kutta method with a fixed step. The reference is "
      "Dormand-Prince at 1e-12. The energy error is the greatest deviation of the sum of kinetic, "
      "potential and elastic energy and all dissipated work from the initial energy.");
  std::vector<IntegratorTrial> all = trials(lab);
  const IntegratorTrial reference = try_out(lab, Integrator::dormand_prince, 1e-12);
  for (IntegratorTrial& trial : all) {
    for (std::size_t b = 0; b < trial.run().final.size(); ++b) {
      const Vec3 off = trial.run().final[b].r - reference.run().final[b].r;
      trial.deviation = std::max(trial.deviation, norm(off));
    }
  }
  write_table(lab, all);
  lab.figure(
      "integrators-energy", "Energy error against work.",
      plot_of(all, {"Energy error", {"right-hand sides", "", true}, {"error", "J", true}, {}}, rhs,
              [](const IntegratorTrial& t) { return t.run().ledger.error; }));
  lab.figure("integrators-place",
             "Greatest distance of a ball from its position in the reference run.",
             plot_of(all,
                     {"Position after one second",
                      {"right-hand sides", "", true},
                      {"position error", "m", true},
                      {}},
                     rhs, [](const IntegratorTrial& t) { return t.deviation; }));
  judge(lab, all);
}

}  // namespace cuelab::reproduction
