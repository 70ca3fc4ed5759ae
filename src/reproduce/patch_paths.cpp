// Paths of balls on the patch cloth: side spin, massé shots, and where each law lets them rest.
#include "reproduce/patch_paths.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "cuelab/laws/cloth/patch.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab::reproduction {
namespace {

struct Start {
  Vec2 v{};
  Vec3 w{};
};
Start roll(double side) { return {{1.5, 0.0}, {0.0, 1.5 / R, side}}; }
Start stun(double side) { return {{1.5, 0.0}, {0.0, 0.0, side}}; }
Start masse(double side) { return {{1.0, 0.0}, {-60.0, 0.0, side}}; }

Scene scene_of(const Lab& lab, const Start& start, PatchForm form = PatchForm::exact,
               RollingVelocity velocity = RollingVelocity::patch) {
  Scene scene = lab.scene();
  scene.balls[0].start.v = {start.v.x, start.v.y, 0.0};
  scene.balls[0].start.w = start.w;
  auto& cloth = std::get<PatchCloth>(scene.physics.cloth);
  cloth.form = form;
  cloth.rolling_velocity = velocity;
  return scene;
}

Vec2 rest_of(const Trajectory& run) { return {run.final[0].r.x, run.final[0].r.y}; }

Vec2 place(const Trajectory& run, double t) {
  const Vec3 r = Replay(run).state(0, t).r;
  return {r.x, r.y};
}

/// The path of a run; across it in units of `unit` metres.
draw::Series path_of(const Trajectory& run, std::string name, double unit) {
  draw::Series series{.name = std::move(name), .points = {}};
  const Replay replay(run);
  const double end = run.t_end;
  for (int k = 0; k <= 300; ++k) {
    const Vec3 r = replay.state(0, end * k / 300.0).r;
    series.points.push_back({r.x, r.y / unit});
  }
  return series;
}

std::string mm(double metres) { return fixed(1e3 * metres, 2); }

}  // namespace

void write_side_spin(Lab& lab) {
  lab.section("Side spin bends a path");
  struct Case {
    const char* name;
    Start start;
    RollingVelocity velocity = RollingVelocity::patch;
  };
  const std::array<Case, 10> cases = {
      Case{"roll without side spin", roll(0.0)},
      Case{"roll with 40 rad/s", roll(40.0)},
      Case{"roll with 80 rad/s", roll(80.0)},
      Case{"roll with -80 rad/s", roll(-80.0)},
      Case{"roll with 150 rad/s", roll(150.0)},
      Case{"stun with 80 rad/s", stun(80.0)},
      Case{"stun with 150 rad/s", stun(150.0)},
      Case{"roll with 40 rad/s (surface)", roll(40.0), RollingVelocity::surface},
      Case{"roll with 80 rad/s (surface)", roll(80.0), RollingVelocity::surface},
      Case{"roll with 150 rad/s (surface)", roll(150.0), RollingVelocity::surface}};
  draw::Plot plot{"Balls at 1.5 m/s with side spin", {"along the shot", "m"}, {"across", "mm"}, {}};
  Grid grid{"Rest of a ball at 1.5 m/s, level cue", {"start", "x [m]", "y [mm]"}, {}};
  Csv csv({"start", "x", "y"});
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const Case& c = cases[k];
    const Trajectory run =
        lab.shoot(scene_of(lab, c.start, PatchForm::exact, c.velocity)).trajectory;
    const Vec2 rest = rest_of(run);
    grid.rows.push_back({c.name, fixed(rest.x, 4), mm(rest.y)});
    csv.add({c.name}, {rest.x, rest.y});
    lab.compare("side_spin", k, c.name, {rest.x, rest.y});
    if (k != 4 && k != 6 && k != 9) plot.series.push_back(path_of(run, c.name, 1e-3));
  }
  lab.grid(std::move(grid));
  lab.figure("patch-friction-side-spin",
             "Left spin (positive) bends the path to the right. The axis across the shot is "
             "stretched.",
             std::move(plot));
  lab.data("patch-friction-side-spin", "rest positions with side spin", csv.text());
  lab.text(
      "Without the shift of the pressure all these paths are straight, as they are on the plain "
      "cloth. The deflection grows about as the square of the spin. It is four and a half times "
      "larger if the ball's surface, instead of the motion of the patch, directs the shift. The "
      "pages of the paper that would say which of them it uses were not available.");
}

void write_masse(Lab& lab) {
  lab.section("Massé at growing spin");
  draw::Plot plot{"Massé: 1 m/s, 60 rad/s about the direction of the shot, and side spin",
                  {"x", "m"},
                  {"y", "m"},
                  {}};
  Grid grid{"Massé: position after 0.5 s and at rest [m]",
            {"side spin [rad/s]", "x (0.5 s)", "y (0.5 s)", "x", "y"},
            {}};
  const std::array<double, 4> spins = {0.0, 100.0, 200.0, 400.0};
  for (std::size_t k = 0; k < spins.size(); ++k) {
    const Trajectory run = lab.shoot(scene_of(lab, masse(spins[k]))).trajectory;
    const Vec2 early = place(run, 0.5), rest = rest_of(run);
    const std::string name = fmt::format("{} rad/s", spins[k]);
    grid.rows.push_back({fmt::format("{}", spins[k]), fixed(early.x, 4), fixed(early.y, 4),
                         fixed(rest.x, 4), fixed(rest.y, 4)});
    lab.compare("masse", k, name, {early.x, early.y, rest.x, rest.y});
    draw::Series series{.name = name, .points = {}};
    const Replay replay(run);
    for (int j = 0; j <= 200; ++j) {
      const Vec3 r = replay.state(0, 0.005 * j).r;
      series.points.push_back({r.x, r.y});
    }
    plot.series.push_back(std::move(series));
  }
  lab.grid(std::move(grid));
  lab.figure("patch-friction-masse",
             "The first second. Spin about the vertical takes its share of the friction, so that a "
             "ball with more of it curves less.",
             std::move(plot));
}

void write_rest_per_law(Lab& lab) {
  lab.section("Rest positions of every law");
  struct Shot {
    const char* name;
    Start start;
  };
  const std::array<Shot, 4> shots = {
      Shot{"roll with 80 rad/s", roll(80.0)}, Shot{"stun with 80 rad/s", stun(80.0)},
      Shot{"massé with 200 rad/s", masse(200.0)}, Shot{"massé with 400 rad/s", masse(400.0)}};
  Grid grid{"Position at rest [m], and its distance from that of the exact form [mm]", {"law"}, {}};
  for (const Shot& shot : shots) grid.header.emplace_back(shot.name);
  Csv csv({"law", "shot", "x", "y", "distance"});
  std::array<Vec2, 4> exact{};
  const auto add = [&](const std::string& law, const auto& scene_for) {
    std::vector<std::string> row{law};
    for (std::size_t k = 0; k < shots.size(); ++k) {
      const Vec2 rest = rest_of(lab.shoot(scene_for(shots[k].start)).trajectory);
      if (law == "exact") exact[k] = rest;
      const double off = norm(rest - exact[k]);
      row.push_back(
          fmt::format("({}, {}), {}", fixed(rest.x, 4), fixed(rest.y, 4), fixed(1e3 * off, 1)));
      csv.add({law, shots[k].name}, {rest.x, rest.y, off});
    }
    grid.rows.push_back(std::move(row));
  };
  const std::array<const char*, 8> names = {"exact",     "pade-1",      "pade-2",  "pade-3",
                                            "ellipsoid", "generalised", "rolling", "fitted"};
  for (std::size_t k = 0; k < names.size(); ++k) {
    add(names[k],
        [&](const Start& start) { return scene_of(lab, start, static_cast<PatchForm>(k)); });
  }
  add("exact (surface)", [&](const Start& start) {
    return scene_of(lab, start, PatchForm::exact, RollingVelocity::surface);
  });
  add("plain Coulomb", [&](const Start& start) {
    Scene scene = scene_of(lab, start);
    scene.physics.cloth =
        coulomb_of(std::get<PatchCloth>(scene.physics.cloth), scene.balls[0].spec);
    return scene;
  });
  lab.grid(std::move(grid));
  lab.data("patch-friction-rest", "rest positions of every law", csv.text());
  lab.text(
      "The forms up to \"generalised\" ignore the shift in the friction but keep its couple, so "
      "that side spin bends none of their rolling paths. The plain cloth takes the coefficients "
      "that slow down a sliding, a rolling and a spinning ball alike.");
}

void check_some_paths(Lab& lab) {
  const auto rest = [&](const Start& start, RollingVelocity velocity) {
    return rest_of(lab.shoot(scene_of(lab, start, PatchForm::exact, velocity)).trajectory);
  };
  const Vec2 patch = rest(roll(80.0), RollingVelocity::patch);
  const Vec2 surface = rest(roll(80.0), RollingVelocity::surface);
  lab.compare("side_spin", 2, "roll with 80 rad/s", {patch.x, patch.y});
  lab.compare("side_spin", 8, "roll with 80 rad/s (surface)", {surface.x, surface.y});
  const Trajectory run = lab.shoot(scene_of(lab, masse(200.0))).trajectory;
  const Vec2 early = place(run, 0.5), end = rest_of(run);
  lab.compare("masse", 2, "200 rad/s", {early.x, early.y, end.x, end.y});
}

}  // namespace cuelab::reproduction
