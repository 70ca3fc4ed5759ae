// The second program: recomputes the figures of experiments/*/expected.toml whose evidence is
// "second-program". Prints one line per row: experiment, key, row, figures. check.py compares them
// with the recorded ones. It is written from the equations of docs/smooth.md, shares no code with
// the library, and differs from it in method: extrapolation of order 12 instead of a Runge-Kutta
// pair of order 5, contacts located by bisecting steps instead of on dense output, no rotation
// parameters, and angles instead of joints.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>

#include "balls.hpp"
#include "cradle.hpp"
#include "patch.hpp"

namespace oracle {
namespace {

double tolerance = 1e-12;  // of a step: 1 m/s, 1 cm and 30 rad/s times this

void print(const std::string& experiment, const std::string& key, std::size_t row,
           const std::vector<Real>& figures) {
  std::printf("%s %s %zu", experiment.c_str(), key.c_str(), row);
  for (const Real& figure : figures) std::printf(" %.12Lg", static_cast<long double>(figure));
  std::printf("\n");
  std::fflush(stdout);
}

// --- the pool table of [Gismeros2022] ------------------------------------------------------------

Real compliance(Real young, Real poisson) { return (1 - poisson * poisson) / young; }

/// Balls of phenolic resin, cloth and rubber, with the paper's laws; an endless table.
Balls pool() {
  const Real resin = compliance(3.8e9L, 0.375L), cloth = compliance(3.1e9L, 0.38L),
             rubber = compliance(7e6L, 0.5L);
  Balls balls;
  const Real R = balls.radius;
  balls.ball_ball = {.stiffness = hertz_stiffness(2 * resin, R / 2),
                     .damping = lankarani_nikravesh(0.93L)};
  balls.ball_wall = {.stiffness = hertz_stiffness(resin + rubber, R),
                     .damping = lankarani_nikravesh(0.85L)};
  balls.cloth_stiffness = hertz_stiffness(resin + cloth, R);
  balls.ball_friction = {Friction::Kind::threlfall, 0.06L, 0.01L};
  balls.cloth_friction = {Friction::Kind::ambrosio, 0.2L, 1e-4L, 1e-3L};
  return balls;
}

Integrator<Balls> begin(Balls& balls) {
  balls.contacts.assign(
      balls.count() * (balls.count() - 1) / 2 + balls.count() * balls.walls.size(), Contact{});
  return {balls, balls.start, tolerance};
}

// no observer
constexpr auto unseen = [](Real, const State&, Real, const State&) {};

// --- the break of four balls ---------------------------------------------------------------------

constexpr std::size_t cue = 0, yellow = 1, red = 2;

/// Cue ball, yellow, red and blue; `gap` between the surfaces of the last three [m].
Balls four_balls(Real gap, bool held) {
  Balls balls = pool();
  balls.held = held;
  balls.walls = {
      {{-1, 0, 0}, 1.27L}, {{1, 0, 0}, 1.27L}, {{0, -1, 0}, 0.635L}, {{0, 1, 0}, 0.635L}};
  const Real R = balls.radius, side = 2 * R + gap, height = side * sqrt(Real(3)) / 2;
  balls.add({-0.635L, 0, held ? R : Real(0.028576L)}, {10.729L, 0, 0});
  balls.add({0.635L, 0, R});
  balls.add({0.635L + height, -side / 2, R});
  balls.add({0.635L + height, side / 2, R});
  return balls;
}

void breaks() {
  const Real gaps[] = {1e-9L, 1e-7L, 2.1325735e-4L};
  for (const bool held : {false, true}) {
    for (std::size_t row = 0; row < 3; ++row) {
      Balls balls = four_balls(gaps[row], held);
      auto run = begin(balls);
      Real first = 0, speed = 0;
      run.advance(Real(0.118L), [&](Real, const State& a, Real t, const State& b) {
        if (first > 0 || !(balls.of_pair(b, b, cue, yellow).depth > 0)) return;
        first = t;
        speed = balls.of_pair(a, a, cue, yellow).rate;
      });
      if (!held && row == 0) print("four-ball-break", "impact", 0, {first, speed});
      print("four-ball-break", held ? "after_held" : "after_free", row,
            {Balls::v(run.y, cue).x, Balls::v(run.y, yellow).x, Balls::v(run.y, red).x,
             abs(Balls::v(run.y, red).y)});
      run.advance(Real(1), unseen);
      const Real x = Balls::r(run.y, yellow).x;
      print("four-ball-break", held ? "course_held" : "course_free", row, {x});
      if (!held && row == 2) print("integrators", "yellow", 0, {x});
    }
  }
}

void laws() {
  for (std::size_t row = 0; row < 4; ++row) {
    std::vector<Real> figures;
    for (const Real gap : {Real(1e-9L), Real(1e-6L), Real(2.1325735e-4L)}) {
      Balls balls = four_balls(gap, true);
      balls.ball_ball.greatest_speed = row == 1;
      if (row >= 2) balls.ball_ball.damping = 0;
      if (row == 3) balls.ball_ball.dissipation = 2.2e-6L;
      auto run = begin(balls);
      run.advance(Real(0.118L), unseen);
      figures.push_back(Balls::v(run.y, yellow).x);
    }
    print("four-ball-break", "laws", row, figures);
  }
}

// --- the thirty-degree rule ----------------------------------------------------------------------

Real deflection(Real fraction, bool fast, bool rolling, bool alciatore) {
  Balls balls = pool();
  if (alciatore) balls.ball_friction = {Friction::Kind::alciatore};
  const Real R = balls.radius, speed = fast ? 3.12928L : 1.34112L;
  balls.add({-0.635L, 0, 0.028576L}, {speed, 0, 0}, {0, rolling ? speed / R : Real(0), 0});
  balls.add({0, 2 * R * (1 - fraction), R});
  auto run = begin(balls);
  run.advance(Real(3), unseen);
  const Vec v = Balls::v(run.y, cue);
  return std::atan2(static_cast<long double>(-v.y), static_cast<long double>(v.x)) * 180 /
         std::acos(-1.0L);
}

void deflections() {
  const Real fractions[] = {0.05L, 0.125L, 0.25L, 0.5L, 0.75L, 0.875L, 0.95L};
  for (std::size_t row = 0; row < 7; ++row) {
    const Real f = fractions[row];
    print("thirty-degree-rule", "sliding", row,
          {deflection(f, false, false, false), deflection(f, false, false, true),
           deflection(f, true, false, false)});
    print("thirty-degree-rule", "rolling", row,
          {deflection(f, false, true, false), deflection(f, false, true, true),
           deflection(f, true, true, false), deflection(f, true, true, true)});
  }
}

// --- the cushion ---------------------------------------------------------------------------------

struct Rebound {
  Real before = 0, after = 0, duration = 0, depth = 0, hop = 0;
};

Rebound rebound(Real speed, bool rolling, bool held, bool rough) {
  Balls balls = pool();
  balls.held = held;
  balls.walls = {{{0, -1, 0}, 0.635L}};
  if (rough) {
    balls.ball_wall.damping = lankarani_nikravesh(0.98L);
    balls.wall_friction = {Friction::Kind::ambrosio, 0.14L, 1e-4L, 1e-3L};
  }
  const Real R = balls.radius;
  balls.add({1, 0.55L, 0.028576L}, {0, speed, 0}, {rolling ? -speed / R : Real(0), 0, 0});
  auto run = begin(balls);
  Rebound result;
  Real begun = -1;
  run.advance(Real(0.1L) / speed + Real(0.35L), [&](Real t0, const State& a, Real t1,
                                                    const State& b) {
    const Overlap from = balls.of_wall(a, a, 0, balls.walls[0]);
    const Overlap to = balls.of_wall(b, b, 0, balls.walls[0]);
    const Real deepest = peak(from.depth, from.rate, to.depth, to.rate, t1 - t0);
    if (deepest > result.depth) result.depth = deepest;
    if (begun < 0 && to.depth > 0) {
      begun = t1;
      result.before = to.rate;
    } else if (begun >= 0 && !(result.duration > 0) && !(to.depth > 0)) {
      result.duration = t1 - begun;
      result.after = -to.rate;
    }
    const Real top =
        peak(Balls::r(a, 0).z, Balls::v(a, 0).z, Balls::r(b, 0).z, Balls::v(b, 0).z, t1 - t0) - R;
    if (top > result.hop) result.hop = top;
  });
  return result;
}

void cushions() {
  const struct {
    bool rolling, held, rough;
  } settings[] = {{false, false, false},
                  {false, true, false},
                  {true, false, false},
                  {false, false, true},
                  {true, false, true}};
  std::vector<Real> hops;
  for (std::size_t row = 0; row < 5; ++row) {
    const auto& s = settings[row];
    const Rebound shot = rebound(2.724L, s.rolling, s.held, s.rough);
    print("cushion-shot", "speeds", row, {shot.before, shot.after});
    print("cushion-shot", "contact", row, {1000 * shot.duration, 1000 * shot.depth});
    if (s.rough) hops.push_back(1000 * shot.hop);
  }
  print("cushion-shot", "hop", 0, hops);
  const Real speeds[] = {0.5L, 1, 1.5L, 2, 2.5L, 3, 3.5L, 4, 5};
  for (std::size_t row = 0; row < 9; ++row) {
    print("cushion-shot", "rebound", row,
          {rebound(speeds[row], true, false, true).after,
           rebound(speeds[row], false, false, true).after});
  }
}

// --- Newton's cradle -----------------------------------------------------------------------------

void cradles() {
  const auto swing = [](Real gap, Real damping, bool greatest_speed) {
    Cradle cradle;
    cradle.gap = gap;
    cradle.law = {.stiffness = hertz_stiffness(2 * compliance(210e9L, 0.3L), cradle.radius / 2),
                  .damping = damping,
                  .greatest_speed = greatest_speed};
    return first_swing(cradle, tolerance);
  };
  const Real c = lankarani_nikravesh(0.93L);
  print("newtons-cradle", "apex", 0, {swing(0, 0, false)});
  print("newtons-cradle", "running_max", 0,
        {swing(0, c, true), swing(1e-9L, c, true), swing(1e-6L, c, true), swing(1e-4L, c, true)});
  print("newtons-cradle", "initial", 0,
        {swing(1e-9L, c, false), swing(1e-6L, c, false), swing(1e-4L, c, false)});
}

// --- shaped paths on it --------------------------------------------------------------------------

/// A start by speed, direction, spin along and across it, and about the vertical.
PatchShot start(double V, double phi, double along, double across, double up) {
  const double c = std::cos(phi), s = std::sin(phi);
  return {V * c, V * s, along * c - across * s, along * s + across * c, up};
}

void shapes() {
  const auto add = [](std::size_t row, const PatchShot& shot,
                      const std::vector<std::array<double, 2>>& gates) {
    const std::vector<double> passes = patch_passes(shot, gates);
    print("shaping", "paths", row, {passes.begin(), passes.end()});
    return passes;
  };
  const double R = 0.028575;
  const auto a = add(0, start(0.491419, 0.254344, 0, 0.491419 / R, 60), {});
  const auto b2 = add(1, start(0.804308, 0.599784, 48.50572, 0, 80), {{0.3, 0.05}});
  // starts that do it
  if (std::hypot(a[0] - 1.2, a[1] - 0.3) < 1e-5) {
    print("shaping", "solutions", 0, {0.491419L, 0.254344L});
  }
  if (std::hypot(b2[0], b2[1] - 2.5, b2[2]) < 1e-5) {
    print("shaping", "solutions", 1, {0.804308L, 0.599784L, 48.50572L * R});
  }
  add(2, start(1.1, 0.5, 55, -20, 90), {{0.9047732, -0.02246061}, {1.819788, -0.1639054}});
  const auto b = add(3, start(0.361207, 0.928009, 40.6776, 0, 80), {{0.25, 0.06}});
  print("shaping", "least_miss", 0, {std::hypot(b[0], b[1] - 0.9, b[2])});
}

// --- the patch cloth -----------------------------------------------------------------------------

void patches() {
  for (int form = 0; form < 7; ++form) {
    const auto e = patch_errors(form);
    print("patch-friction", "errors", static_cast<std::size_t>(form), {e[0], e[1], e[2], e[3]});
  }
  const double roll = 1.5 / 0.028575;
  const PatchShot side[] = {{1.5, 0, 0, roll, 0},        {1.5, 0, 0, roll, 40},
                            {1.5, 0, 0, roll, 80},       {1.5, 0, 0, roll, -80},
                            {1.5, 0, 0, roll, 150},      {1.5, 0, 0, 0, 80},
                            {1.5, 0, 0, 0, 150},         {1.5, 0, 0, roll, 40, true},
                            {1.5, 0, 0, roll, 80, true}, {1.5, 0, 0, roll, 150, true}};
  for (std::size_t row = 0; row < std::size(side); ++row) {
    const auto end = patch_run(side[row]);
    print("patch-friction", "side_spin", row, {end[2], end[3]});
  }
  const double spins[] = {0, 100, 200, 400};
  for (std::size_t row = 0; row < std::size(spins); ++row) {
    const auto end = patch_run({1, 0, -60, 0, spins[row]});
    print("patch-friction", "masse", row, {end[0], end[1], end[2], end[3]});
  }
}

}  // namespace
}  // namespace oracle

/// oracle [tolerance [part]]: part is breaks, laws, deflections, cushions, cradles or
/// patches, shapes; all if absent.
int main(int argc, char** argv) {
  if (argc > 1) oracle::tolerance = std::strtod(argv[1], nullptr);
  const std::string part = argc > 2 ? argv[2] : "";
  if (part.empty() || part == "laws") oracle::laws();
  if (part.empty() || part == "breaks") oracle::breaks();
  if (part.empty() || part == "cushions") oracle::cushions();
  if (part.empty() || part == "cradles") oracle::cradles();
  if (part.empty() || part == "deflections") oracle::deflections();
  if (part.empty() || part == "patches") oracle::patches();
  if (part.empty() || part == "shapes") oracle::shapes();
  return 0;
}
