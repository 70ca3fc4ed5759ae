// Friction of a contact patch and the paths it gives: [Kudra2016].
#include "cuelab/laws/cloth/patch_friction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "cuelab/laws/cloth/patch.hpp"
#include "reproduce/catalogue.hpp"
#include "reproduce/patch_paths.hpp"

namespace cuelab::reproduction {
namespace {

constexpr double pi = std::numbers::pi;

struct Form {
  const char* name;
  PatchForm form;
  bool has_shift;
};
constexpr Form forms[] = {{"pade-1", PatchForm::pade_1, false},
                          {"pade-2", PatchForm::pade_2, false},
                          {"pade-3", PatchForm::pade_3, false},
                          {"ellipsoid", PatchForm::ellipsoid, false},
                          {"generalised", PatchForm::generalised, false},
                          {"rolling", PatchForm::rolling, true},
                          {"fitted", PatchForm::fitted, true}};

/// Slip along x with the ratio tan(alpha) to the spin, alpha = i / n of a right angle.
PatchSlip slip_at(int i, int n) {
  const double alpha = 0.5 * pi * i / n;
  return {{std::sin(alpha), 0.0}, std::cos(alpha)};
}

Vec2 shift(double d, double gamma) { return {d * std::cos(gamma), d * std::sin(gamma)}; }

struct Errors {
  double T = 0.0, mean_T = 0.0;
  double M = 0.0, mean_M = 0.0;
};

/// Greatest and mean difference from the exact form, over ratios of slip and spin and directions of
/// the shift.
Errors errors_of(PatchForm form, const std::vector<double>& shifts) {
  constexpr int ratios = 360, directions = 48;
  Errors e;
  int count = 0;
  for (const double d : shifts) {
    for (int j = 0; j < (d > 0.0 ? directions : 1); ++j) {
      const int weight = d > 0.0 ? 1 : directions;
      for (int i = 1; i < ratios; ++i) {
        const PatchSlip slip = slip_at(i, ratios);
        const Vec2 shifted = shift(d, 2.0 * pi * j / directions);
        const PatchFriction a = friction_of(form, slip, shifted);
        const PatchFriction b = exact_friction(slip, shifted);
        const double T = norm(a.T - b.T), M = std::abs(a.M - b.M);
        e.T = std::max(e.T, T);
        e.M = std::max(e.M, M);
        e.mean_T += weight * T;
        e.mean_M += weight * M;
        count += weight;
      }
    }
  }
  e.mean_T /= count;
  e.mean_M /= count;
  return e;
}

void compare_exact(Lab& lab) {
  // d_e = 1 and d_n = 1 give all five functions of the ratio 1
  const PatchSlip slip{{1.0, 0.0}, 1.0};
  const PatchFriction even = exact_friction(slip, {});
  const PatchFriction ahead = exact_friction(slip, {1.0, 0.0});
  const PatchFriction left = exact_friction(slip, {0.0, 1.0});
  lab.compare("at_one", 0, "", {even.T.x, even.T.x - left.T.x, ahead.T.y, even.M, even.M - left.M});
  double most = 0.0;
  for (int i = 1; i < 40; ++i) {
    for (int j = 0; j < 8; ++j) {
      const Vec2 d = shift(0.8, 0.25 * pi * j);
      const PatchFriction a = exact_friction(slip_at(i, 40), d);
      const PatchFriction b = friction_by_quadrature(slip_at(i, 40), d);
      most = std::max({most, norm(a.T - b.T), std::abs(a.M - b.M)});
    }
  }
  lab.compare("quadrature", 0, "", {most});
}

void compare_errors(Lab& lab) {
  Grid grid{
      "Errors, in mu N and mu N a; the greatest moment is 0.589",
      {"form", "shift d", "force, greatest", "force, mean", "moment, greatest", "moment, mean"},
      {}};
  for (std::size_t k = 0; k < std::size(forms); ++k) {
    const Form& form = forms[k];
    const std::vector<double> shifts =
        form.has_shift ? std::vector{0.0, 0.25, 0.5, 0.75, 1.0} : std::vector{0.0};
    const Errors e = errors_of(form.form, shifts);
    grid.rows.push_back({form.name, form.has_shift ? "0 to 1" : "0", fixed(e.T, 4),
                         fixed(e.mean_T, 4), fixed(e.M, 4), fixed(e.mean_M, 4)});
    lab.compare("errors", k, form.name, {e.T, e.mean_T, e.M, e.mean_M});
  }
  lab.grid(std::move(grid));
}

void write_forms(Lab& lab) {
  constexpr int n = 200;
  draw::Plot force{
      "Friction force, no shift", {"slip / (a spin)", "", true}, {"force", "mu N"}, {}};
  draw::Plot moment{
      "Friction moment, no shift", {"slip / (a spin)", "", true}, {"moment", "mu N a"}, {}};
  draw::Plot error{
      "Error of the force, no shift", {"slip / (a spin)", "", true}, {"error", "mu N", true}, {}};
  draw::Plot surface{"Limit surface", {"force", "mu N"}, {"moment", "mu N a"}, {}};
  Csv csv({"form", "ratio", "force", "moment"});
  const auto add = [&](const std::string& name, PatchForm form, std::size_t style) {
    draw::Series T{.name = name, .style = style}, M = T, E = T, S = T;
    for (int i = 0; i <= n; ++i) {
      const double k = std::pow(10.0, -2.0 + 4.0 * i / n);
      const PatchSlip slip{{k, 0.0}, 1.0};
      const PatchFriction f = friction_of(form, slip, {});
      T.points.push_back({k, f.T.x});
      M.points.push_back({k, f.M});
      E.points.push_back({k, norm(f.T - exact_friction(slip, {}).T)});
      csv.add({name}, {k, f.T.x, f.M});
    }
    for (int i = 0; i <= n; ++i) {
      const PatchFriction f = friction_of(form, slip_at(i, n), {});
      S.points.push_back({f.T.x, f.M});
    }
    if (form != PatchForm::exact) error.series.push_back(std::move(E));
    force.series.push_back(std::move(T));
    moment.series.push_back(std::move(M));
    surface.series.push_back(std::move(S));
  };
  add("exact", PatchForm::exact, 0);
  for (std::size_t k = 0; k < std::size(forms); ++k) add(forms[k].name, forms[k].form, k + 1);
  lab.figure("patch-friction-force",
             "Force of every form. Without shift \"generalised\" and \"fitted\" have the same.",
             std::move(force));
  lab.figure("patch-friction-moment", "Moment of every form.", std::move(moment));
  lab.figure("patch-friction-error", "Error of the force against the exact form.",
             std::move(error));
  lab.data("patch-friction-curves", "forces and moments", csv.text());
  lab.section("Limit surface");
  lab.figure("patch-friction-surface",
             "Force and moment that the patch can transmit together, without shift. A form without "
             "a potential may lie outside: it promises more than the patch has.",
             std::move(surface));
  draw::Plot shifted{"Limit surface with shift, exact form",
                     {"force along the slip", "mu N"},
                     {"moment", "mu N a"},
                     {}};
  const std::array<std::pair<const char*, Vec2>, 4> shifts = {
      std::pair{"d = 0", Vec2{}},
      {"d = 0.65, along the slip", {0.65, 0.0}},
      {"d = 0.65, left of it", {0.0, 0.65}},
      {"d = 0.65, right of it", {0.0, -0.65}}};
  for (const auto& [name, d] : shifts) {
    draw::Series series{.name = name, .points = {}};
    for (int i = 0; i <= 4 * n; ++i) {
      const double alpha = 0.5 * pi * i / n;
      const PatchFriction f = exact_friction({{std::sin(alpha), 0.0}, std::cos(alpha)}, d);
      series.points.push_back({f.T.x, f.M});
    }
    shifted.series.push_back(std::move(series));
  }
  lab.figure("patch-friction-surface-shifted",
             "With the pressure beside the middle, slip alone has a moment. A shift along the slip "
             "changes neither: its curve covers that without shift.",
             std::move(shifted));
}

/// Greatest error of the force by a regularisation over directions, at rho / epsilon; d = 0.5.
double softening(PatchForm form, Regularisation kind, double rho) {
  double most = 0.0;
  for (int i = 0; i <= 90; ++i) {
    const PatchSlip unit = slip_at(i, 90);
    const PatchSlip slip{rho * unit.v, rho * unit.w};
    for (int g = 0; g < 24; ++g) {
      const Vec2 d = shift(0.5, g * pi / 12.0);
      const PatchFriction full = friction_of(form, slip, d);
      const PatchFriction soft = regularised_friction(form, kind, 1.0, slip, d);
      most = std::max(most, norm(full.T - soft.T));
    }
  }
  return most;
}

void write_regularisations(Lab& lab) {
  lab.section("Regularisation at rest");
  struct Row {
    const char* name;
    PatchForm form;
    Regularisation kind;
  };
  constexpr Row rows[] = {{"tanh", PatchForm::exact, Regularisation::tanh},
                          {"root", PatchForm::exact, Regularisation::root},
                          {"power", PatchForm::exact, Regularisation::power},
                          {"inside generalised", PatchForm::generalised, Regularisation::inside},
                          {"inside pade-1", PatchForm::pade_1, Regularisation::inside}};
  draw::Plot plot{"Error of the force by regularisation",
                  {"rho / epsilon", "", true},
                  {"error", "mu N", true},
                  {}};
  for (std::size_t k = 0; k < std::size(rows); ++k) {
    const Row& row = rows[k];
    lab.compare("regularisation", k, row.name,
                {softening(row.form, row.kind, 1.0), softening(row.form, row.kind, 5.0),
                 softening(row.form, row.kind, 30.0)});
    draw::Series series{.name = row.name, .points = {}};
    for (int i = 0; i <= 60; ++i) {
      const double rho = std::pow(10.0, -1.0 + 0.05 * i);
      series.points.push_back({rho, std::max(softening(row.form, row.kind, rho), 1e-12)});
    }
    plot.series.push_back(std::move(series));
  }
  lab.figure("patch-friction-regularisation",
             "rho joins slip and spin; below epsilon friction falls with it. Each against its own "
             "form without regularisation, d = 0.5; drawn down to 1e-12.",
             std::move(plot));
}

/// The shift that published coefficients imply.
void write_coefficients(Lab& lab) {
  lab.section("Published coefficients as a patch");
  struct Set {
    const char* name;
    BallSpec ball;
    CoulombCloth cloth;
  };
  const auto set = [](const char* name, double radius, double sliding) {
    BallSpec ball;
    ball.radius = radius;
    ball.inertia = 0.4 * ball.mass * radius * radius;
    const double spinning = 10.0 * 0.4 / 9.0 * radius;
    return Set{name, ball, {.sliding = sliding, .rolling = 0.01, .spinning = spinning}};
  };
  const Set sets[] = {set("pool", 0.028575, 0.2), set("snooker", 0.02619375, 0.5),
                      set("billiard", 0.030487, 0.5)};
  Grid grid{
      "Coefficients of pooltool as a patch", {"set", "patch a [mm]", "shift d", "pressure"}, {}};
  for (std::size_t k = 0; k < std::size(sets); ++k) {
    const auto& [name, ball, cloth] = sets[k];
    const double a = 16.0 * cloth.spinning * ball.radius / (3.0 * pi * cloth.sliding);
    const double d = 7.0 * cloth.rolling * ball.radius / a;
    const bool accepted = static_cast<bool>(patch_of(cloth, ball));
    grid.rows.push_back({name, fixed(1e3 * a, 3), fixed(d, 3),
                         accepted ? "positive" : "negative in a part; refused"});
    lab.compare("coefficients", k, name, {1e3 * a, d, accepted ? 1.0 : 0.0});
  }
  lab.grid(std::move(grid));
  lab.text(
      "Rolling needs the pressure shifted by d = 7 mu_r R / a, spinning fixes a. Above d = 1 a "
      "part of the patch would have to pull: no patch with Hertz's pressure has these three "
      "coefficients at once.");
}

}  // namespace

void patch_friction(Lab& lab) {
  lab.text(
      "A ball touches the cloth in a disc. Of the paper only the first pages were available. They "
      "give the pressure (Eq. 1), its direction (Eq. 2) and the couple of rolling resistance "
      "(Eq. 3), and say that approximations of the integrals are used to shape trajectories. "
      "Everything below is derived from these three equations: the closed form, the constants of "
      "the approximations, the regularisations and the paths. No figure below is printed in the "
      "paper, and that the form \"rolling\" is the paper's is not verified.");
  lab.section("Force and moment of every form");
  compare_exact(lab);
  compare_errors(lab);
  if (!lab.brief()) write_forms(lab);
  write_regularisations(lab);
  if (lab.brief()) {
    check_some_paths(lab);
  } else {
    write_side_spin(lab);
    write_masse(lab);
    write_rest_per_law(lab);
  }
  write_coefficients(lab);
}

}  // namespace cuelab::reproduction
