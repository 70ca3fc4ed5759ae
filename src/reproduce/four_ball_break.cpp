// The break of four balls of [Gismeros2022], section 4.1.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/catalogue.hpp"
#include "reproduce/four_ball_laws.hpp"
#include "reproduce/impacts.hpp"

namespace cuelab::reproduction {
namespace {

constexpr std::uint32_t cue = 0, yellow = 1, red = 2, blue = 3;
constexpr double after_break = 0.118;   // [s]
constexpr double loose = 2.1325735e-4;  // the paper's "random" gap [m]
constexpr double first_hop = 0.2;       // the first hop is over [s]
constexpr std::size_t samples = 1200;   // of three seconds

/// A gap of Table 3, its row there, and its row among the values of the second program.
struct Gap {
  double size;
  std::size_t row;
  std::optional<std::size_t> known;
};
constexpr Gap gaps[] = {{1e-9, 0, 0}, {1e-8, 1, {}}, {1e-7, 2, 1}, {1e-6, 3, {}}, {loose, 4, 2}};

std::vector<Gap> gaps_of(const Lab& lab) {
  if (lab.brief()) return {gaps[0], gaps[4]};
  return {std::begin(gaps), std::end(gaps)};
}

const char* vertical(bool held) { return held ? "held" : "free"; }

/// The runs with one gap, vertical free or held.
struct Course {
  Gap gap;
  bool held = false;
  Timed broken;  ///< to 0.118 s, at a fine tolerance
  Timed whole;   ///< three seconds

  double after(std::uint32_t ball) const { return broken.run.trajectory.final[ball].v.x; }
  Vec3 at(std::uint32_t ball, std::size_t k) const {
    return whole.run.snapshots[k].bodies[ball].state.r;
  }
  /// The greatest height above the cloth up to a time [m].
  double rise(std::uint32_t ball, double until = 3.0) const {
    double highest = 0.0;
    for (std::size_t k = 0; k <= samples && whole.run.snapshots[k].t <= until; ++k) {
      highest = std::max(highest, at(ball, k).z - R);
    }
    return highest;
  }
};

/// "free, 1e-9"
std::string name_of(const Course& course) {
  return fmt::format("{}, {}", vertical(course.held), brief_text(course.gap.size));
}

Course course_of(Lab& lab, const Gap& gap, bool held) {
  Course course{.gap = gap, .held = held, .broken = {}, .whole = {}};
  Scene scene = break_scene(lab, gap.size, held);
  course.whole = lab.run(scene, sample_times(0.0, 3.0, samples));
  scene.run.t_max = after_break;
  scene.smooth.integration.rel_tol = 1e-10;
  course.broken = lab.run(scene);
  return course;
}

// --- velocities ------------------------------------------------------------------------------

void write_velocities(Lab& lab, const std::vector<Course>& all) {
  lab.section("After the break (Table 3)");
  lab.text(
      "The cue ball starts at 10.729 m/s and hits the yellow ball, which almost touches the red "
      "and "
      "the blue one. The paper varies the gap between the three. Velocities 4 ms after the first "
      "contact, relative tolerance 1e-10.");
  Grid grid{"Velocities at 0.118 s [m/s]",
            {"vertical, gap [m]", "yellow-red approach", "cue x", "yellow x", "red x", "red y"},
            {}};
  Csv csv({"vertical", "gap_m", "approach_yellow_red", "cue_vx", "yellow_vx", "red_vx", "red_vy"});
  for (const Course& course : all) {
    const Trajectory& run = course.broken.run.trajectory;
    const double touch = impacts_of(run, yellow, red).at(0).approach_speed;
    const Vec3 v = run.final[red].v;
    grid.rows.push_back({name_of(course), brief_text(touch), fixed(course.after(cue), 4),
                         fixed(course.after(yellow), 4), fixed(v.x, 4), fixed(v.y, 4)});
    csv.add({vertical(course.held)},
            {course.gap.size, touch, course.after(cue), course.after(yellow), v.x, v.y});
  }
  lab.grid(std::move(grid));
  lab.data("four-ball-break-velocities", "velocities at 0.118 s", csv.text());

  for (const Course& course : all) {
    if (course.held) continue;
    const Vec3 r = break_scene(lab, course.gap.size, false).balls[red].start.r;
    lab.compare("places", course.gap.row, "gap " + brief_text(course.gap.size) + " m", {r.x, r.y});
  }
  const Impact first = impacts_of(all[0].broken.run.trajectory, cue, yellow).at(0);
  lab.compare("impact", 0, "", {first.t, first.approach_speed});
  for (const Course& course : all) {
    if (!course.gap.known) continue;
    const Vec3 v = course.broken.run.trajectory.final[red].v;
    lab.compare(course.held ? "after_held" : "after_free", *course.gap.known,
                "gap " + brief_text(course.gap.size) + " m",
                {course.after(cue), course.after(yellow), v.x, std::abs(v.y)});
  }
}

void judge_turn(Lab& lab, const std::vector<Course>& all) {
  const bool turns = std::all_of(all.begin(), all.end(), [](const Course& course) {
    return (course.after(yellow) > 0.0) == (course.gap.size < loose);
  });
  lab.claim("turn", turns ? Verdict::agrees : Verdict::differs,
            "The same change of sign with the published force law, vertical free and held.");
}

// --- paths over three seconds -----------------------------------------------------------------

draw::Series series_of(const Course& course, std::uint32_t ball, const std::string& name,
                       double Vec3::* axis, double scale) {
  draw::Series series{.name = name, .width = 1.6};
  const double base = axis == &Vec3::z ? R : 0.0;
  for (std::size_t k = 0; k <= samples; ++k) {
    series.points.push_back(
        {course.whole.run.snapshots[k].t, scale * (course.at(ball, k).*axis - base)});
  }
  return series;
}

void write_heights(Lab& lab, const std::vector<Course>& all) {
  lab.section("Heights (Fig. 10)");
  double least = 1e9, greatest = 0.0;
  for (const Course& course : all) {
    if (course.held) continue;
    for (const std::uint32_t ball : {cue, yellow}) {
      least = std::min(least, course.rise(ball, first_hop));
      greatest = std::max(greatest, course.rise(ball, first_hop));
    }
  }
  lab.text(fmt::format(
      "In the first hop, up to {} s, the cue ball and the yellow ball rise {:.2f} to {:.2f} mm, "
      "whatever the gap: friction between balls that spin against each other lifts them. Later, "
      "higher hops come from balls that meet again while one is in the air; on a cloth without "
      "losses the hopping never ends. Beyond about one second these paths are chaotic: their "
      "maxima change by millimetres with conventions that no paper states, such as the lever arm "
      "of the friction force.",
      first_hop, 1e3 * least, 1e3 * greatest));
  for (const Course& course : all) {
    if (course.held || course.gap.size == 1e-8) continue;  // as in the paper
    lab.figure("four-ball-break-z-" + brief_text(course.gap.size),
               "Heights of the balls' lowest points, gap " + brief_text(course.gap.size) + " m.",
               {"Height, gap " + brief_text(course.gap.size) + " m",
                {"time", "s"},
                {"z - R", "mm"},
                {series_of(course, cue, "cue", &Vec3::z, 1e3),
                 series_of(course, yellow, "yellow", &Vec3::z, 1e3),
                 series_of(course, red, "red", &Vec3::z, 1e3)}});
  }
  Grid grid{"Greatest height over three seconds, and the energy balance",
            {"vertical, gap [m]", "cue [mm]", "yellow [mm]", "lost to friction and damping [J]",
             "remaining [J]", "error of the balance [J]"},
            {}};
  double worst = 0.0;
  for (const Course& course : all) {
    const EnergyLedger& ledger = course.whole.run.trajectory.ledger;
    double taken = 0.0;
    for (const EnergySink& sink : ledger.sinks) taken += sink.work;
    worst = std::max(worst, ledger.error);
    grid.rows.push_back({name_of(course), fixed(1e3 * course.rise(cue), 2),
                         fixed(1e3 * course.rise(yellow), 2), fixed(taken, 4),
                         fixed(ledger.kinetic + ledger.potential + ledger.elastic, 4),
                         brief_text(ledger.error)});
  }
  lab.grid(std::move(grid));
  const auto highest = [](const Course& c) { return std::max(c.rise(cue), c.rise(yellow)); };
  const auto first_free = [&](double gap) -> const Course& {
    return *std::find_if(all.begin(), all.end(),
                         [&](const Course& c) { return !c.held && c.gap.size == gap; });
  };
  const double tight = highest(first_free(1e-9)), wide = highest(first_free(loose));
  lab.claim("rise", tight > 2.0 * wide ? Verdict::agrees : Verdict::differs,
            fmt::format("Up to {:.1f} mm with 1e-9 m, {:.1f} mm with 2.13e-4 m; the table shows "
                        "the gaps between.",
                        1e3 * tight, 1e3 * wide));
  lab.claim("gain", worst < 1e-5 ? Verdict::differs : Verdict::agrees,
            fmt::format("No energy is gained: the balance closes within {:.1e} J of {:.2f} J. What "
                        "lifts the balls is their spin.",
                        worst, all[0].whole.run.trajectory.ledger.initial));
}

void write_courses(Lab& lab, const std::vector<Course>& all) {
  lab.section("The yellow ball along the table (Fig. 11)");
  for (const bool held : {false, true}) {
    draw::Plot plot{
        fmt::format("Yellow ball, vertical {}", vertical(held)), {"time", "s"}, {"x", "m"}, {}};
    for (const Course& course : all) {
      if (course.held != held) continue;
      plot.series.push_back(
          series_of(course, yellow, "gap " + brief_text(course.gap.size) + " m", &Vec3::x, 1.0));
    }
    lab.figure(fmt::format("four-ball-break-x-{}", vertical(held)),
               "Position of the yellow ball; the cushion's face is at 1.27 m.", std::move(plot));
  }
  Csv csv({"vertical", "gap_m", "t", "x_cue", "z_cue", "x_yellow", "z_yellow", "x_red", "y_red",
           "z_red"});
  for (const Course& course : all) {
    for (std::size_t k = 0; k <= samples; k += 4) {
      const Vec3 a = course.at(cue, k), b = course.at(yellow, k), c = course.at(red, k);
      csv.add({vertical(course.held)}, {course.gap.size, course.whole.run.snapshots[k].t, a.x, a.z,
                                        b.x, b.z, c.x, c.y, c.z});
    }
  }
  lab.data("four-ball-break-courses", "positions over three seconds", csv.text());
  for (const Course& course : all) {
    if (!course.gap.known) continue;
    lab.compare(course.held ? "course_held" : "course_free", *course.gap.known,
                "gap " + brief_text(course.gap.size) + " m", {course.at(yellow, samples / 3).x});
  }
}

/// Whether yellow hits red between 0.6 and 0.8 s with a gap of 1e-6 m.
void judge_later_hit(Lab& lab, const std::vector<Course>& all) {
  std::size_t hits = 0;
  std::string pair;
  for (const Course& course : all) {
    if (course.gap.size != 1e-6) continue;
    const Trajectory& run = course.whole.run.trajectory;
    for (const Impact& impact : impacts_of(run, yellow, red)) {
      if (impact.t > 0.6 && impact.t < 0.8) ++hits;
    }
    for (const Impact& impact : impacts_of(run, red, blue)) {
      if (impact.t > 0.6 && impact.t < 0.9) {
        pair +=
            fmt::format(" Red and blue meet at {:.3f} s ({}).", impact.t, vertical(course.held));
      }
    }
  }
  lab.claim("later_hit", hits == 0 ? Verdict::differs : Verdict::agrees,
            fmt::format("Yellow hits red {} times between 0.6 and 0.8 s.{}", hits, pair));
}

// --- methods and cost ------------------------------------------------------------------------

void write_methods(Lab& lab) {
  lab.section("Four solving methods and the symmetry (Figs. 12 to 15)");
  lab.text(
      "The methods differ in how they enforce joint constraints. Free balls have no joints: there "
      "is nothing to enforce, and the four must give the same bits. Differences can then only be "
      "numerical: the break is symmetric, and a ball leaves the x axis only if contacts on the two "
      "sides begin at different times or are summed in a different order. Here contacts that begin "
      "or end at the same time are switched together.");
  const Scene scene = break_scene(lab, loose, false);
  const System system = pool_system(scene);
  Grid grid{"Gap 2.13e-4 m, vertical free, three seconds",
            {"method or integrator", "greatest |y| of the cue ball [m]", "hash of the run"},
            {}};
  std::vector<std::uint64_t> hashes;
  double farthest = 0.0;
  const std::vector<double> at = sample_times(0.0, 3.0, samples);
  const auto run_with = [&](const std::string& name, const System& with,
                            const IntegrationSettings& settings) {
    SmoothOptions options;
    options.t_max = 3.0;
    options.at = at;
    const SmoothRun run = lab.run(with, settings, options).run;
    double worst = 0.0;
    for (const Snapshot& s : run.snapshots) {
      worst = std::max(worst, std::abs(s.bodies[cue].state.r.y));
    }
    farthest = std::max(farthest, worst);
    const std::uint64_t hash = hash_of(run.trajectory);
    grid.rows.push_back({name, brief_text(worst), fmt::format("{:016x}", hash)});
    return hash;
  };
  for (const auto method : {ConstraintMethod::lagrange, ConstraintMethod::augmented,
                            ConstraintMethod::baumgarte, ConstraintMethod::direct_correction}) {
    System with = system;
    with.constraints.method = method;
    hashes.push_back(
        run_with(std::string(cuelab::name_of(method)), with, scene.smooth.integration));
  }
  if (has_sundials() && !lab.brief()) {
    for (const double tolerance : {1e-7, 1e-9}) {
      IntegrationSettings settings = scene.smooth.integration;
      settings.integrator = Integrator::adams;
      settings.rel_tol = tolerance;
      run_with("Adams, tolerance " + brief_text(tolerance), system, settings);
    }
  }
  lab.grid(std::move(grid));
  const bool same = std::all_of(hashes.begin(), hashes.end(),
                                [&](std::uint64_t hash) { return hash == hashes[0]; });
  lab.claim(
      "methods", same && farthest < 1e-6 ? Verdict::differs : Verdict::agrees,
      fmt::format("All four give {} bits. With every method and integrator the cue ball stays "
                  "{} for three seconds.",
                  same ? "the same" : "different",
                  farthest > 0.0 ? fmt::format("within {} m of the axis", brief_text(farthest))
                                 : "exactly on the axis"));
}

/// The ratio of steps of free and held runs, at the small gaps and at the wide one.
void judge_cost(Lab& lab, const std::vector<Course>& all) {
  constexpr double paper_small = 15500.0 / 1730.0, paper_wide = 7700.0 / 440.0;
  constexpr double margin = 0.2;  // of a ratio of averages, stated to two digits
  const auto steps = [](const Course& course) {
    return static_cast<double>(course.whole.run.trajectory.cost.steps);
  };
  double least = 1e9, greatest = 0.0, wide = 0.0;
  Csv csv({"gap_m", "free_steps", "held_steps"});
  for (const Course& free : all) {
    if (free.held) continue;
    const auto held = std::find_if(all.begin(), all.end(), [&](const Course& c) {
      return c.held && c.gap.size == free.gap.size;
    });
    const double ratio = steps(free) / steps(*held);
    csv.add({free.gap.size, steps(free), steps(*held)});
    if (free.gap.size == loose) {
      wide = ratio;
    } else {
      least = std::min(least, ratio);
      greatest = std::max(greatest, ratio);
    }
  }
  lab.data("four-ball-break-cost", "steps of three seconds, vertical free and held", csv.text());
  const auto close = [](double ratio, double paper) {
    return std::abs(ratio / paper - 1.0) < margin;
  };
  const bool agrees =
      close(least, paper_small) && close(greatest, paper_small) && close(wide, paper_wide);
  lab.claim("cheaper", agrees ? Verdict::agrees : Verdict::differs,
            fmt::format("{:.1f} to {:.1f} times fewer steps at the small gaps, {:.1f} times at "
                        "2.13e-4 m: the saving is of that size, but it is {} at the wide gap.",
                        least, greatest, wide, wide < least ? "smaller" : "greater"));
}

void write_cost(Lab& lab, const std::vector<Course>& all) {
  lab.section("Cost (Fig. 16)");
  lab.text(
      "Three simulated seconds on one core. The paper's times are the averages stated in its text, "
      "for MATLAB on other hardware; its Fig. 16 shows 11 609 to 104 252 s with post-processing. "
      "The free runs are expensive because the balls oscillate on the undamped cloth at 394 Hz.");
  Grid grid{
      "", {"vertical, gap [m]", "steps", "right-hand sides", "here [s]", "paper [s]", "ratio"}, {}};
  for (const Course& course : all) {
    const Cost& cost = course.whole.run.trajectory.cost;
    const double paper = course.gap.size == loose ? (course.held ? 440.0 : 7700.0)
                                                  : (course.held ? 1730.0 : 15500.0);
    grid.rows.push_back({name_of(course), std::to_string(cost.steps),
                         std::to_string(cost.rhs_evaluations), fixed(course.whole.seconds, 3),
                         fixed(paper, 0), brief_text(paper / course.whole.seconds)});
  }
  lab.grid(std::move(grid));
  judge_cost(lab, all);
}

}  // namespace

void four_ball_break(Lab& lab) {
  std::vector<Course> all;
  for (const bool held : {false, true}) {
    for (const Gap& gap : gaps_of(lab)) all.push_back(course_of(lab, gap, held));
  }
  write_velocities(lab, all);
  judge_turn(lab, all);
  write_laws(lab, impacts_of(all[0].broken.run.trajectory, yellow, red).at(0).approach_speed);
  write_heights(lab, all);
  write_courses(lab, all);
  if (!lab.brief()) judge_later_hit(lab, all);
  write_methods(lab);
  write_cost(lab, all);
}

}  // namespace cuelab::reproduction
