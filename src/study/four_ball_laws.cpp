#include "study/four_ball_laws.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cuelab::study {
namespace {

using Kind = ReferenceVelocity::Kind;

struct Law {
  const char* name;
  NormalLaw normal;
  Kind reference;
};
constexpr Law laws[] = {
    {"Lankarani-Nikravesh, initial speed (published)", NormalLaw::lankarani_nikravesh,
     Kind::initial},
    {"Lankarani-Nikravesh, greatest speed so far", NormalLaw::lankarani_nikravesh,
     Kind::running_max},
    {"Hertz, no damping", NormalLaw::hertz, Kind::initial},
    {"Kuwabara-Kono, 2.2e-6 s", NormalLaw::kuwabara_kono, Kind::initial},
};
constexpr double law_gaps[] = {0.0, 1e-9, 1e-6, 2.1325735e-4};

/// Without friction the published law at no gap tends to the impact of rigid balls.
void compare_rigid(Lab& lab) {
  Scene scene = break_scene(lab, 0.0, true);
  scene.run.t_max = 0.116;
  scene.smooth.integration.rel_tol = 1e-10;
  scene.smooth.ball_ball.friction = NoFriction{};
  scene.smooth.ball_cloth.friction = NoFriction{};
  const auto& final = lab.run(scene).run.trajectory.final;
  lab.compare("rigid", 0, "", {final[0].v.x, final[1].v.x});
}

draw::Series curve_of(Lab& lab, const Law& law) {
  draw::Series series{.name = law.name, .shown = draw::Shown::both};
  for (const double gap : {1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3}) {
    Scene scene = break_scene(lab, gap, true);
    scene.run.t_max = 0.118;
    scene.smooth.ball_ball.normal = law.normal;
    scene.smooth.integration.reference_velocity.kind = law.reference;
    series.points.push_back({gap, lab.run(scene).run.trajectory.final[1].v.x});
  }
  return series;
}

}  // namespace

Scene break_scene(const Lab& lab, double gap, bool held) {
  Scene scene = lab.scene({fmt::format("rack.gap={:.17g}{}", gap, gap == 0.0 ? ".0" : ""),
                           fmt::format("smooth.vertical=\"{}\"", held ? "held" : "free")});
  return scene;
}

void write_laws(Lab& lab) {
  lab.section("Why the yellow ball turns with the gap");
  lab.text(
      "The published law divides the damping by the approach speed at the instant of contact. "
      "Balls 1e-9 m apart touch at less than 1 mm/s and are then driven together at metres per "
      "second: the damping is thousands of times too strong, and the contact turns plastic. With "
      "no damping, with a damping that does not divide by that speed, or with the greatest speed "
      "so far in its place, the yellow ball comes back from every gap of the paper and from "
      "touching "
      "balls, and the limit of a vanishing gap exists. The forward course is an artefact of the "
      "reference velocity.");
  Grid grid{"Yellow ball along x at 0.118 s [m/s], vertical held",
            {"law between the balls", "gap 0", "1e-9 m", "1e-6 m", "2.13e-4 m"},
            {}};
  std::vector<std::vector<double>> table;
  for (const Law& law : laws) {
    std::vector<std::string> row{law.name};
    std::vector<double> values;
    for (const double gap : law_gaps) {
      Scene scene = break_scene(lab, gap, true);
      scene.run.t_max = 0.118;
      scene.smooth.ball_ball.normal = law.normal;
      scene.smooth.integration.reference_velocity.kind = law.reference;
      values.push_back(lab.run(scene).run.trajectory.final[1].v.x);
      row.push_back(fixed(values.back(), 3));
    }
    grid.rows.push_back(std::move(row));
    table.push_back(std::move(values));
  }
  lab.grid(std::move(grid));
  for (std::size_t k = 0; k < std::size(laws); ++k) {
    lab.compare("laws", k, laws[k].name, {table[k][1], table[k][2], table[k][3]});
  }
  compare_rigid(lab);
  if (!lab.brief()) {
    draw::Plot plot{
        "Yellow ball just after the break", {"gap", "m", true}, {"velocity along x", "m/s"}, {}};
    for (const Law& law : laws) plot.series.push_back(curve_of(lab, law));
    plot.series[0].name = "L.-N., initial speed (published)";
    plot.series[1].name = "L.-N., greatest speed so far";
    lab.figure("four-ball-break-laws",
               "Only the published reference velocity makes the direction depend on gaps far "
               "below a micrometre. At a millimetre the balls meet one after the other, and all "
               "laws agree.",
               std::move(plot));
  }
  const bool backward = std::all_of(table.begin() + 1, table.end(), [](const auto& row) {
    return std::all_of(row.begin(), row.end(), [](double v) { return v < 0.0; });
  });
  lab.claim("wrong", backward ? Verdict::differs : Verdict::agrees,
            "Backward for every gap from 0 to 2.13e-4 m under every law whose damping does not "
            "divide by the speed at "
            "first touch. As the gap vanishes the published law tends to the simultaneous impact "
            "of rigid balls by Newton's rule, which may be what the non-smooth check computed.");
}

}  // namespace cuelab::study
