// law_figures OUT_DIR : draws the pictures of docs/laws.md into OUT_DIR and prints its tables.
#include <fmt/core.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "cuelab/laws.hpp"
#include "cuelab/table.hpp"
#include "draw/plot.hpp"

namespace {

using namespace cuelab;

constexpr double degree = std::numbers::pi / 180.0;
constexpr double mph = 0.44704;  // [m/s]
constexpr double cloth_friction = 0.2;
constexpr std::size_t samples = 161;  // points of a curve

/// x along the table into the cushion, or along the line of centres.
BallState rolling(const BallSpec& ball, Vec2 v) {
  return {.r = {},
          .v = {v.x, v.y, 0.0},
          .w = {-v.y / ball.radius, v.x / ball.radius, 0.0},
          .motion = Motion::rolling};
}

Vec2 heading(double speed, double angle) {
  return {speed * std::cos(angle * degree), speed * std::sin(angle * degree)};
}

template <class Law>
struct Named {
  const char* name;
  Law law;
};

/// The curve of f over from..to.
template <class F>
draw::Series curve(std::string name, double from, double to, F f) {
  draw::Series series{.name = std::move(name)};
  for (std::size_t k = 0; k < samples; ++k) {
    const double x = from + (to - from) * static_cast<double>(k) / (samples - 1);
    series.points.push_back({x, f(x)});
  }
  return series;
}

// --- cushions ----------------------------------------------------------------------------------
constexpr double e_cushion = 0.85;
constexpr double mu_cushion = 0.2;
const std::vector<Named<CushionLaw>> cushion_laws = {
    {"mirror", Mirror{e_cushion}},
    {"han-2005", Han2005{e_cushion, mu_cushion}},
    {"impulse", ImpulseCushion{e_cushion, mu_cushion}},
    {"mathavan-2010", Mathavan2010{e_cushion, mu_cushion}},
    {"stronge", Stronge{e_cushion, mu_cushion}},
    {"rubber (default)", RubberCushion{}}};

CushionImpact at_nose() {
  const BallSpec ball;
  const double sin_th = make_table("pool-9ft")->cushion_height / ball.radius - 1.0;
  return {.ball = ball,
          .n = {-std::sqrt(1.0 - sin_th * sin_th), 0.0, -sin_th},
          .cloth_friction = cloth_friction};
}

/// A rolling ball without side spin hits the nose at an angle from the normal [deg].
BallState rebound(const CushionLaw& law, double speed, double angle) {
  const CushionImpact at = at_nose();
  return resolve(law, at, rolling(at.ball, heading(speed, angle)));
}

double rebound_speed(const CushionLaw& law, double speed) {
  return norm(flat(rebound(law, speed, 0.0).v));
}

/// From the normal, positive onward.
double rebound_angle(const CushionLaw& law, double angle) {
  const Vec3 v = rebound(law, 2.0, angle).v;
  return std::atan2(v.y, -v.x) / degree;
}

/// After a perpendicular impact of a sliding ball with side spin only [rad/s]; from the normal,
/// positive to the right when facing the cushion.
double side_angle(const CushionLaw& law, double side) {
  const BallState before{
      .r = {}, .v = {2.0, 0.0, 0.0}, .w = {0.0, 0.0, side}, .motion = Motion::sliding};
  const Vec3 v = resolve(law, at_nose(), before).v;
  return std::atan2(-v.y, -v.x) / degree;
}

// --- throw -------------------------------------------------------------------------------------
constexpr double e_ball = 0.95;
const std::vector<Named<BallBallLaw>> ball_laws = {
    {"frictionless", Frictionless{e_ball}},
    {"frictional", Frictional{e_ball, {}}},
    {"frictional-along-impulse", FrictionalAlongImpulse{e_ball, {}}},
    {"mathavan-2014", Mathavan2014{e_ball, {}}}};

struct Cut {
  double speed;  ///< of the cue ball [m/s]
  bool rolls;    ///< otherwise it slides without spin
};

/// Angle between the object ball's path and the line of centres [deg].
double thrown(const BallBallLaw& law, const Cut& cut, double angle) {
  const PairSpec spec{.a = {}, .b = {}, .cloth_friction = cloth_friction};
  Pair pair{.a = rolling(spec.a, heading(cut.speed, angle)), .b = {}};
  if (!cut.rolls) {
    pair.a.w = {};
    pair.a.motion = Motion::sliding;
  }
  const Vec3 v = resolve(law, spec, pair, {1.0, 0.0, 0.0}).b.v;
  return std::atan2(v.y, v.x) / degree;
}

std::vector<draw::Series> throw_curves(bool rolls) {
  std::vector<draw::Series> all;
  for (const double speed : {0.45, 2.0}) {
    for (std::size_t i = 0; i < ball_laws.size(); ++i) {
      const auto& [name, law] = ball_laws[i];
      const bool frictionless = i == 0;  // one curve for all speeds
      if (frictionless && speed > 1.0) continue;
      all.push_back(curve(frictionless ? name : fmt::format("{}, {} m/s", name, speed), 0.0, 85.0,
                          [&](double angle) { return thrown(law, {speed, rolls}, angle); }));
      all.back().style = i;
      all.back().width = speed < 1.0 ? 2.8 : 1.4;
    }
  }
  return all;
}

// --- output ------------------------------------------------------------------------------------
template <class F>
std::vector<draw::Series> cushion_curves(double from, double to, F value) {
  std::vector<draw::Series> all;
  for (const auto& [name, law] : cushion_laws) {
    all.push_back(curve(name, from, to, [&](double x) { return value(law, x); }));
  }
  return all;
}

bool write(const std::filesystem::path& path, const draw::Plot& plot) {
  std::ofstream file(path, std::ios::binary);
  file << draw::plot_svg(plot);
  file.close();
  return !file.fail();
}

template <class Law>
void print_row(const Named<Law>& row, std::initializer_list<double> values) {
  fmt::print("| {} |", row.name);
  for (const double value : values) {
    const bool zero = std::abs(value) < 5e-4;  // avoids "-0.000"
    fmt::print(" {:.3f} |", zero ? 0.0 : value);
  }
  fmt::print("\n");
}

void print_tables() {
  fmt::print(
      "| cushion law | 1 m/s | 2 m/s | 3 m/s | v_z at 2 m/s | 30 deg | 45 deg | 60 deg |"
      " 40 rad/s |\n|---|---|---|---|---|---|---|---|---|\n");
  for (const auto& row : cushion_laws) {
    print_row(row, {rebound_speed(row.law, 1.0), rebound_speed(row.law, 2.0),
                    rebound_speed(row.law, 3.0), rebound(row.law, 2.0, 0.0).v.z,
                    rebound_angle(row.law, 30.0), rebound_angle(row.law, 45.0),
                    rebound_angle(row.law, 60.0), side_angle(row.law, 40.0)});
  }
  fmt::print(
      "\n| throw at 30 deg | stun 0.45 | stun 2 | roll 0.45 | roll 2 |\n|---|---|---|---|---|\n");
  for (const auto& row : ball_laws) {
    print_row(row, {thrown(row.law, {0.45, false}, 30.0), thrown(row.law, {2.0, false}, 30.0),
                    thrown(row.law, {0.45, true}, 30.0), thrown(row.law, {2.0, true}, 30.0)});
  }
  fmt::print(
      "\n| e = 1, 30 deg | stun 1 mph | 3 mph | 7 mph | roll 1 mph | 3 mph | 7 mph |\n"
      "|---|---|---|---|---|---|---|\n");
  const std::vector<Named<BallBallLaw>> elastic = {
      {"frictional", Frictional{1.0, {}}},
      {"frictional-along-impulse", FrictionalAlongImpulse{1.0, {}}},
      {"mathavan-2014", Mathavan2014{1.0, {}}}};
  for (const auto& row : elastic) {
    print_row(row,
              {thrown(row.law, {1.0 * mph, false}, 30.0), thrown(row.law, {3.0 * mph, false}, 30.0),
               thrown(row.law, {7.0 * mph, false}, 30.0), thrown(row.law, {1.0 * mph, true}, 30.0),
               thrown(row.law, {3.0 * mph, true}, 30.0), thrown(row.law, {7.0 * mph, true}, 30.0)});
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: law_figures OUT_DIR\n");
    return 2;
  }
  const std::filesystem::path out = argv[1];
  const draw::Axis angle{"rebound angle from the normal", "deg"};
  const draw::Axis cut{"cut angle", "deg"};
  const draw::Axis throw_axis{"throw of the object ball", "deg"};
  const bool written =
      write(out / "law_cushion_speed.svg", {"Perpendicular hit of a rolling ball",
                                            {"speed before", "m/s"},
                                            {"speed after", "m/s"},
                                            cushion_curves(0.2, 4.0, rebound_speed)}) &&
      write(out / "law_cushion_angle.svg", {"Rolling ball without side at 2 m/s",
                                            {"angle of incidence from the normal", "deg"},
                                            angle,
                                            cushion_curves(0.0, 80.0, rebound_angle)}) &&
      write(out / "law_cushion_side.svg", {"Perpendicular hit of a sliding ball with side at 2 m/s",
                                           {"side spin, positive to the right", "rad/s"},
                                           angle,
                                           cushion_curves(-80.0, 80.0, side_angle)}) &&
      write(out / "law_throw.svg",
            {"Throw by a cue ball without spin", cut, throw_axis, throw_curves(false)}) &&
      write(out / "law_throw_roll.svg",
            {"Throw by a rolling cue ball", cut, throw_axis, throw_curves(true)});
  if (!written) {
    fmt::print(stderr, "law_figures: cannot write to {}\n", out.string());
    return 1;
  }
  print_tables();
  return 0;
}
