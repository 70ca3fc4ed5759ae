// The deflection of the cue ball by the ball it hits: [Gismeros2022], section 4.2.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuelab/laws/friction/friction.hpp"
#include "reproduce/catalogue.hpp"
#include "reproduce/impacts.hpp"

namespace cuelab::reproduction {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
constexpr double fractions[] = {0.05, 0.125, 0.25, 0.5, 0.75, 0.875, 0.95};
constexpr double slow = 1.34112;  // 3 mph [m/s]
constexpr double fast = 3.12928;  // 7 mph [m/s]

/// One column of results.
struct Case {
  const char* name;
  double speed;
  bool rolling;
  bool alciatore;
};
constexpr Case cases[] = {
    {"3 mph, sliding start", slow, false, false}, {"7 mph, sliding start", fast, false, false},
    {"3 mph, rolling start", slow, true, false},  {"7 mph, rolling start", fast, true, false},
    {"3 mph, sliding start", slow, false, true},  {"7 mph, sliding start", fast, false, true},
    {"3 mph, rolling start", slow, true, true},   {"7 mph, rolling start", fast, true, true}};

/// Deflection of a rolling ball without losses [Gismeros2022, eq. 4.1]; sin phi = 1 - f [degrees].
double rule(double f) {
  const double sine = 1.0 - f;
  return std::atan(sine * std::sqrt(1.0 - sine * sine) / (sine * sine + 0.4)) / degree;
}

Scene shot(const Lab& lab, const Case& what, double f) {
  Scene scene = lab.scene();
  const double start = what.speed == slow ? 0.0 : -0.635;
  BallState& cue = scene.balls[0].start;
  cue.r.x = start;
  cue.v = {what.speed, 0.0, 0.0};
  cue.w = what.rolling ? Vec3{0.0, what.speed / R, 0.0} : Vec3{};
  scene.balls[1].start.r = {start + 0.635, 2.0 * R * (1.0 - f), R};
  if (what.alciatore) scene.smooth.ball_ball.friction = Alciatore{};
  return scene;
}

struct Deflection {
  double angle = 0.0;    ///< away from the object ball [degrees]
  double speed = 0.0;    ///< at the impact [m/s]
  double rolling = 0.0;  ///< spin / spin of rolling, at the impact
};

Deflection deflect(Lab& lab, const Case& what, double f) {
  const Trajectory run = lab.run(shot(lab, what, f)).run.trajectory;
  const Impact impact = impacts_of(run, 0, 1).at(0);
  const Vec3 v = run.final[0].v;
  return {std::atan2(-v.y, v.x) / degree, impact.before.v.x,
          impact.before.w.y * R / impact.before.v.x};
}

using Table = std::vector<std::vector<Deflection>>;  // [fraction][case]

void write_figure(Lab& lab, const Table& table, bool alciatore) {
  const char* law = alciatore ? "Alciatore" : "Threlfall";
  draw::Plot plot{fmt::format("Deflection, friction by {}", law),
                  {"ball-hit fraction", ""},
                  {"deflection", "degrees"},
                  {{.name = "Eq. 4.1", .points = {}}}};
  for (int k = 0; k <= 200; ++k) plot.series[0].points.push_back({k / 200.0, rule(k / 200.0)});
  for (std::size_t c = 0; c < std::size(cases); ++c) {
    if (cases[c].alciatore != alciatore) continue;
    draw::Series series{.name = cases[c].name, .shown = draw::Shown::points};
    for (std::size_t k = 0; k < table.size(); ++k) {
      series.points.push_back({fractions[k], table[k][c].angle});
    }
    plot.series.push_back(std::move(series));
  }
  lab.figure(fmt::format("thirty-degree-rule-{}", alciatore ? "alciatore" : "threlfall"),
             fmt::format("Fig. 19{} of the paper, with shots that start rolling added.",
                         alciatore ? "b" : "a"),
             std::move(plot));
}

void write_table(Lab& lab, const Table& table) {
  Csv csv({"friction", "start", "speed", "fraction", "eq_4_1", "deflection", "impact_speed",
           "rolling_share"});
  Grid grid{"Deflection [degrees]; T: Threlfall, A: Alciatore", {"fraction", "Eq. 4.1"}, {}};
  for (const Case& c : cases) {
    grid.header.push_back(fmt::format("{} {} {}", c.speed == slow ? "3 mph" : "7 mph",
                                      c.rolling ? "roll" : "slide", c.alciatore ? "A" : "T"));
  }
  for (std::size_t k = 0; k < table.size(); ++k) {
    std::vector<std::string> row{fmt::format("{}", fractions[k]), fixed(rule(fractions[k]), 2)};
    for (std::size_t c = 0; c < std::size(cases); ++c) {
      const Deflection& d = table[k][c];
      row.push_back(fixed(d.angle, 2));
      csv.add({cases[c].alciatore ? "alciatore" : "threlfall",
               cases[c].rolling ? "rolling" : "sliding"},
              {cases[c].speed, fractions[k], rule(fractions[k]), d.angle, d.speed, d.rolling});
    }
    grid.rows.push_back(std::move(row));
  }
  lab.grid(std::move(grid));
  lab.data("thirty-degree-rule", "all deflections", csv.text());
}

/// Coefficient of friction against slip: the scene's laws and the paper's other one.
void write_friction_laws(Lab& lab) {
  lab.section("The friction laws (Fig. 6)");
  const FrictionLaw cloth = *lab.scene().smooth.ball_cloth.friction;
  const std::pair<const char*, FrictionLaw> laws[] = {
      {"Threlfall", Threlfall{}}, {"Ambrósio, on the cloth", cloth}, {"Alciatore", Alciatore{}}};
  draw::Plot plot{"Coefficient of friction", {"slip speed", "m/s", true}, {"coefficient", ""}, {}};
  for (const auto& [name, law] : laws) {
    draw::Series series{.name = name, .points = {}};
    for (int k = -100; k <= 20; ++k) {
      const double slip = std::pow(10.0, 0.05 * k);
      series.points.push_back({slip, friction_coefficient(law, slip)});
    }
    plot.series.push_back(std::move(series));
  }
  lab.figure("friction-laws",
             "Threlfall's and Alciatore's laws act between balls, Ambrósio's on the cloth.",
             std::move(plot));
}

void compare_all(Lab& lab, const Table& table) {
  const auto label = [](std::size_t k) { return fmt::format("f = {}", fractions[k]); };
  for (std::size_t k = 0; k < table.size(); ++k) {
    lab.compare("rule", k, label(k), {table[k][0].angle, table[k][4].angle});
  }
  for (std::size_t k = 0; k < table.size(); ++k) {
    lab.compare("rule_fast", k, label(k), {table[k][3].angle, table[k][7].angle});
  }
  for (std::size_t k = 0; k < table.size(); ++k) {
    lab.compare("sliding", k, label(k), {table[k][0].angle, table[k][4].angle, table[k][1].angle});
  }
  for (std::size_t k = 0; k < table.size(); ++k) {
    lab.compare("rolling", k, label(k),
                {table[k][2].angle, table[k][6].angle, table[k][3].angle, table[k][7].angle});
  }
}

/// The fraction with the greatest deflection of a case.
double greatest(const Table& table, std::size_t c) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < table.size(); ++k) {
    if (table[k][c].angle > table[best][c].angle) best = k;
  }
  return fractions[best];
}

void judge(Lab& lab, const Table& table) {
  double slow_off = 0.0, slid = 0.0, rolled = 0.0;
  for (std::size_t k = 0; k < table.size(); ++k) {
    const double closed = rule(fractions[k]);
    for (const std::size_t c : {0, 4}) {
      slow_off = std::max(slow_off, std::abs(table[k][c].angle - closed));
    }
    slid = std::max(slid, table[k][1].angle - table[k][0].angle);
    rolled = std::max(rolled, std::abs(table[k][3].angle - table[k][2].angle));
  }
  lab.claim("medium", slow_off < 1.0 ? Verdict::agrees : Verdict::differs,
            fmt::format("Within {:.2f} degrees.", slow_off));
  lab.claim("speed", rolled < 1.0 && slid > 10.0 ? Verdict::differs : Verdict::agrees,
            fmt::format("Up to {:.1f} degrees more with a sliding start, but at most {:.2f} if the "
                        "ball rolls from the start. What matters is the spin, not the energy: at 7 "
                        "mph the ball is still sliding when it arrives.",
                        slid, rolled));
  const double at_slow = greatest(table, 0), at_fast = greatest(table, 1);
  const auto within = [](double f) { return f >= 0.7 && f <= 0.9; };
  lab.claim("greatest", within(at_slow) && within(at_fast) ? Verdict::agrees : Verdict::differs,
            fmt::format("At f = {} for 7 mph, but at f = {} for 3 mph, as for Eq. 4.1 itself.",
                        at_fast, at_slow));
}

}  // namespace

void thirty_degree_rule(Lab& lab) {
  lab.text(
      "The cue ball hits a ball at rest on a fraction f of its width. Its direction three seconds "
      "later is compared with Alciatore's closed form for a rolling ball without losses (Eq. 4.1). "
      "In the paper the cue ball starts sliding, at 3 and at 7 mph.");
  if (lab.brief()) {
    const Deflection d = deflect(lab, cases[0], 0.5);
    lab.compare("arrival", 0, "", {d.speed, d.rolling});
    for (const std::size_t k : {std::size_t{3}, std::size_t{5}}) {
      lab.compare(
          "sliding", k, fmt::format("f = {}", fractions[k]),
          {deflect(lab, cases[0], fractions[k]).angle, deflect(lab, cases[4], fractions[k]).angle,
           deflect(lab, cases[1], fractions[k]).angle});
    }
    return;
  }
  Table table;
  for (const double f : fractions) {
    auto& row = table.emplace_back();
    for (const Case& c : cases) row.push_back(deflect(lab, c, f));
  }
  lab.section("Deflections (Fig. 19)");
  write_figure(lab, table, false);
  write_figure(lab, table, true);
  write_table(lab, table);
  lab.section("Why 3 mph agrees");
  lab.text(fmt::format(
      "After 0.635 m the slow ball has stopped sliding: it arrives at {:.4f} m/s with {:.2f} % of "
      "the spin of rolling, which Eq. 4.1 assumes. The fast ball arrives at {:.3f} m/s with only "
      "{:.1f} %.",
      table[3][0].speed, 100.0 * table[3][0].rolling, table[3][1].speed,
      100.0 * table[3][1].rolling));
  lab.compare("arrival", 0, "", {table[3][0].speed, table[3][0].rolling});
  lab.section("Comparison");
  compare_all(lab, table);
  judge(lab, table);
  write_friction_laws(lab);
}

}  // namespace cuelab::reproduction
