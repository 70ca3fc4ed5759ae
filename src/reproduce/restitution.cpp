// The restitution that the force laws deliver, measured in the engine and in closed form.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "laws/normal_force/damping.hpp"
#include "reproduce/catalogue.hpp"

namespace cuelab::reproduction {
namespace {

constexpr double mass = 0.17;             // [kg]
constexpr double inertia = 5.5e-5;        // [kg m^2]
constexpr double stiffness = 3.523609e8;  // of two such balls [N/m^1.5]
constexpr NormalLaw damping_laws[] = {NormalLaw::lankarani_nikravesh, NormalLaw::hunt_crossley,
                                      NormalLaw::flores, NormalLaw::hu_guo, NormalLaw::exact};
constexpr double nominal[] = {0.98, 0.93, 0.9, 0.85, 0.7, 0.5, 0.2};

struct Bounce {
  double restitution = 0.0;
  double duration = 0.0;  ///< [s]
  double depth = 0.0;     ///< [m]
};

/// Two balls in empty space, the first at `speed` toward the other, 1 mm away.
Bounce bounce(Lab& lab, NormalLaw law, double e, double speed) {
  const auto ball = [](double x, double v) {
    return Body{.id = "ball",
                .mass = mass,
                .inertia = {inertia, inertia, inertia},
                .radius = R,
                .position = {x, 0.0, 0.0},
                .velocity = {v, 0.0, 0.0}};
  };
  System system;
  system.bodies = {ball(-2.0 * R - 1e-3, speed), ball(0.0, 0.0)};
  system.kinds = {{.stiffness = stiffness,
                   .law = {.normal = law, .restitution = e, .friction = NoFriction{}},
                   .normal_sink = 0,
                   .friction_sink = 1}};
  system.sphere_pairs = {{0, 1, 0}};
  system.gravity = {};
  system.sinks = {"damping", "friction"};
  IntegrationSettings settings;
  settings.reference_velocity.kind = ReferenceVelocity::Kind::initial;
  SmoothOptions options;
  options.t_max = 3e-3 / speed + 3e-3;
  const Trajectory run = lab.run(system, settings, options).run.trajectory;
  const ContactRecord& contact = run.contacts.at(0);
  return {(run.final[1].v.x - run.final[0].v.x) / speed,
          run.events.at(contact.end).t - run.events.at(contact.begin).t, contact.depth};
}

draw::Plot delivered_plot() {
  draw::Plot plot{"Restitution delivered", {"nominal", ""}, {"delivered", ""}, {}};
  for (const NormalLaw law : {NormalLaw::exact, NormalLaw::lankarani_nikravesh, NormalLaw::flores,
                              NormalLaw::hunt_crossley, NormalLaw::hu_guo}) {
    draw::Series series{.name = std::string(name_of(law)), .points = {}};
    for (int k = 10; k <= 100; ++k) {
      series.points.push_back({k / 100.0, delivered_restitution(damping_factor(law, k / 100.0))});
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

/// Delivered minus nominal restitution of Lankarani and Nikravesh's law.
double lankarani_error(double e) {
  return std::abs(delivered_restitution(damping_factor(NormalLaw::lankarani_nikravesh, e)) - e);
}

/// Hertz and Kuwabara-Kono have no nominal restitution.
void write_others(Lab& lab) {
  lab.section("Laws without a nominal restitution");
  const Bounce hertz = bounce(lab, NormalLaw::hertz, 1.0, 1.0);
  lab.compare("hertz", 0, "", {1e3 * hertz.duration, 1e3 * hertz.depth, hertz.restitution});
  if (lab.brief()) return;
  draw::Series series{.name = "Kuwabara-Kono, 2.2e-6 s", .points = {}, .shown = draw::Shown::both};
  Csv csv({"speed", "restitution"});
  for (const double v : {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0}) {
    const double e = bounce(lab, NormalLaw::kuwabara_kono, 1.0, v).restitution;
    series.points.push_back({v, e});
    csv.add({v, e});
  }
  lab.figure("restitution-kuwabara-kono",
             "A viscoelastic ball loses more at higher speed, in proportion to the fifth root of "
             "the speed. No reference velocity is needed.",
             {"Kuwabara and Kono's law", {"speed", "m/s", true}, {"restitution", ""}, {series}});
  lab.data("restitution-kuwabara-kono", "restitution against speed", csv.text());
}

}  // namespace

void restitution(Lab& lab) {
  lab.text(
      "The damped laws have the form K d^1.5 (1 + c d'/v); each author derives the factor c from "
      "the nominal coefficient of restitution by an approximation. The restitution that actually "
      "results depends on c alone, for any mass, stiffness and speed. Two balls meet at 2 m/s:");
  Grid grid{"Measured in the engine", {"law"}, {}};
  for (const double e : nominal) grid.header.push_back(fmt::format("nominal {}", e));
  std::vector<std::pair<std::size_t, std::vector<double>>> delivered;
  Csv csv({"law", "nominal", "measured", "closed_form"});
  double formula_off = 0.0, lankarani = 0.0, flores = 0.0;
  for (std::size_t k = 0; k < std::size(damping_laws); ++k) {
    const NormalLaw law = damping_laws[k];
    if (lab.brief() && law != NormalLaw::flores) continue;
    std::vector<std::string> row{std::string(name_of(law))};
    std::vector<double> measured;
    for (const double e : nominal) {
      const double closed = delivered_restitution(damping_factor(law, e));
      measured.push_back(bounce(lab, law, e, 2.0).restitution);
      row.push_back(fixed(measured.back(), 4));
      formula_off = std::max(formula_off, std::abs(measured.back() - closed));
      csv.add({std::string(name_of(law))}, {e, measured.back(), closed});
      const double off = std::abs(measured.back() - e);
      if (law == NormalLaw::lankarani_nikravesh && e >= 0.95) lankarani = std::max(lankarani, off);
      if (law == NormalLaw::flores) flores = std::max(flores, off);
    }
    grid.rows.push_back(std::move(row));
    delivered.emplace_back(k, measured);
  }
  lab.grid(std::move(grid));
  for (const auto& [k, measured] : delivered) {
    lab.compare("delivered", k, std::string(name_of(damping_laws[k])), measured);
  }
  lab.data("restitution", "measured and closed form", csv.text());
  lab.figure("restitution-delivered", "Closed form; the law “exact” solves it for c.",
             delivered_plot());
  lab.claim("formula", formula_off < 1e-5 ? Verdict::agrees : Verdict::differs,
            fmt::format("The engine differs from it by at most {:.1e}.", formula_off));
  lab.claim(
      "close_to_one", lankarani < 5e-3 ? Verdict::agrees : Verdict::differs,
      fmt::format("Off by {:.4f} at 0.98, but by {:.4f} at the paper's 0.93, {:.3f} at the "
                  "cushions' 0.85 and {:.2f} at 0.5.",
                  lankarani, lankarani_error(0.93), lankarani_error(0.85), lankarani_error(0.5)));
  lab.claim("entire_range", flores < 0.05 ? Verdict::agrees : Verdict::differs,
            fmt::format("Off by at most {:.3f} down to 0.2.", flores));
  write_others(lab);
}

}  // namespace cuelab::reproduction
