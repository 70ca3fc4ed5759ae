#include <utility>

#include "cuelab/scene.hpp"
#include "io/law_keys.hpp"
#include "scene/parameters.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

using namespace shapes;

// --- limits: wide enough for any experiment, narrow enough that squares stay finite --------------

constexpr Range any{};
constexpr Range cut{.min = -89.9, .max = 89.9};     // [deg]
constexpr Range small_gap{.min = 0.0, .max = 1.0};  // [m]
constexpr Range positive_gap{.min = 0.0, .max = 1.0, .above = true};
constexpr Range whole_seed{.min = 0.0, .max = 9.2e18};  // TOML's integers end at 2^63
constexpr Range event_count{.min = 1.0, .max = 1e9};
constexpr Range ball_count{.max = static_cast<double>(max_balls)};
constexpr Range part_count{.max = 1024.0};

// --- the sections --------------------------------------------------------------------------------

void add_table(Rows& rows) {
  rows.insert(
      rows.end(),
      {section("table", "{}", "the table: a preset, or parts given one by one"),
       one_of("table.preset", "pool-7ft pool-8ft pool-9ft snooker-12ft carom-10ft open", "",
              "a ready-made table; default pool-9ft unless parts are given"),
       one_of("table.cushion_contact", "line plane slanted-plane", R"("line")",
              "contact at the nose line at cushion_height, or with a vertical wall; slanted: "
              "pushed as by the nose"),
       num("table.length", length_range, "",
           "along x between the noses [m]; for bounds and drawing"),
       num("table.width", length_range, "", "along y between the noses [m]"),
       num("table.cushion_height", length_range, "",
           "height of the nose above the cloth [m]; default: the preset's, else 1.27 R"),
       list("table.cushion", part_count, "straight cushions of an explicit table"),
       value("table.cushion[].id", kind::text, any, "name in events; default cushion-N"),
       value("table.cushion[].from", kind::pair, coordinate_range, "one end of the nose line [m]")
           .must(),
       value("table.cushion[].to", kind::pair, coordinate_range, "the other end [m]").must(),
       list("table.jaw", part_count, "rounded cushion ends of an explicit table"),
       value("table.jaw[].id", kind::text, any, "name in events; default jaw-N"),
       value("table.jaw[].centre", kind::pair, coordinate_range, "centre of the rounding [m]")
           .must(),
       num("table.jaw[].radius", length_range, "", "radius of the rounding [m]").must(),
       list("table.pocket", part_count, "holes of an explicit table"),
       value("table.pocket[].id", kind::text, any, "name in events; default pocket-N"),
       value("table.pocket[].centre", kind::pair, coordinate_range, "centre of the hole [m]")
           .must(),
       num("table.pocket[].radius", hole_range, "",
           "a ball falls if its centre is closer than this [m]")
           .must(),
       num("table.pocket[].depth", length_range, "0.08",
           "a pocketed ball rests at z = -depth [m]")});
}

void add_balls(Rows& rows) {
  rows.insert(
      rows.end(),
      {section("ball", "", "shared by all balls; default: the preset's"),
       num("ball.radius", radius_range, "", "R [m]"),
       num("ball.mass", mass_range, "", "m [kg]"),
       num("ball.inertia", inertia_range, "",
           "moment of inertia about a diameter [kg m^2]; default (2/5) m R^2"),
       list("balls", ball_count, "the balls, in the order that breaks ties"),
       value("balls[].id", kind::text, any, R"(name; default "cue", "1", "2", ...)"),
       value("balls[].position", kind::pair | kind::triple, coordinate_range,
             "centre [m]; z is optional, default R")
           .must(),
       value("balls[].velocity", kind::triple, velocity_range, "initial velocity [m/s]"),
       value("balls[].spin", kind::triple, spin_range, "initial angular velocity [rad/s]"),
       num("balls[].radius", radius_range, "", "instead of ball.radius [m]"),
       num("balls[].mass", mass_range, "", "instead of ball.mass [kg]"),
       num("balls[].inertia", inertia_range, "", "instead of ball.inertia [kg m^2]"),
       section("rack", "", "adds the balls of a game"),
       one_of("rack.game", "eight-ball nine-ball ten-ball triangle-3 snooker carom", "",
              "game whose balls are racked")
           .must(),
       value("rack.at", kind::pair, coordinate_range,
             "position of the apex ball [m]; default: the foot spot"),
       KeyRow{.path = "rack.gap",
              .accepts = kind::number | kind::table,
              .range = small_gap,
              .fallback = "1e-6",
              .doc = "gap between surfaces [m], or the distribution of gaps"},
       one_of("rack.gap.distribution", "exponential uniform", "",
              "each two neighbours draw a gap; what no rack can have is evened out")
           .must(),
       num("rack.gap.mean", positive_gap, "", "mean, before the cut at max [m]")
           .only("distribution", "exponential")
           .must(),
       num("rack.gap.max", positive_gap, "",
           "largest gap [m], at most a tenth of the radius; default 10 mean")
           .only("distribution", "exponential"),
       num("rack.gap.max", positive_gap, "", "largest gap [m], at most a tenth of the radius")
           .only("distribution", "uniform")
           .must(),
       num("rack.jitter", small_gap, "0.0",
           "each ball displaced at random in a disc of this radius [m], at most gap/2"),
       KeyRow{.path = "rack.seed",
              .accepts = kind::integer,
              .range = whole_seed,
              .fallback = "0",
              .doc = "random seed for the free places and the displacements"}});
}

void add_shot(Rows& rows) {
  rows.push_back(section("cue", "{}", "the cue"));
  const Cue cue;
  add_parameter_rows(rows, "cue", law_info<Cue>.parameters, &cue);
  rows.insert(rows.end(),
              {section("shot", "", "the stroke; without it no ball is struck"),
               KeyRow{.path = "shot.ball",
                      .accepts = kind::text,
                      .fallback = R"("cue")",
                      .doc = "id of the struck ball"},
               value("shot.at", kind::text, any, "id of the ball aimed at, instead of heading"),
               num("shot.cut", cut, "",
                   "with at: angle of the object ball's path to the cue ball's, + = left [deg]")});
  const Shot shot;
  for (const ParameterInfo& p : shot_parameters) {
    // with `at` there is no heading; without both it is 0
    if (p.name == "heading") {
      rows.push_back(row_without_default("shot", p));
    } else {
      add_parameter_rows(rows, "shot", {p}, &shot);
    }
  }
}

/// A table with a choice of laws: the key `law` and the parameters of every law.
template <class Set>
void add_laws(Rows& rows, const std::string& path, const Set& fallback, const std::string& doc) {
  rows.push_back(section(
      path, "{}", doc + "; omitted parameters: the preset's, those of another law its defaults"));
  KeyRow law = one_of(path + ".law", law_names(laws_in<Set>()), in_quotes(info_of(fallback).name),
                      "law for the " + doc);
  law.by_reader = true;
  rows.push_back(std::move(law));
  add_parameter_rows(rows, path, laws_in<Set>());
}

void add_physics(Rows& rows) {
  const Physics fallback;
  rows.push_back(section(
      "physics", "{}", "laws and coefficients; those of the smooth engine are derived from them"));
  add_parameter_rows(rows, "physics", physics_parameters, &fallback);
  add_laws(rows, "physics.cloth", fallback.cloth, "friction of the cloth");
  add_laws(rows, "physics.ball_ball", fallback.ball_ball, "collision of two balls");
  add_laws(rows, "physics.cushion", fallback.cushion, "bounce off a cushion");
  rows.push_back(section("physics.slate", "{}", "bounce off the slate"));
  add_parameter_rows(rows, "physics.slate", law_info<Slate>.parameters, &fallback.slate);
}

void add_engines(Rows& rows) {
  const Scene fallback;
  rows.push_back(section("hybrid", "{}", "hybrid engine"));
  rows.push_back(one_of("hybrid.integrator", "accurate fast", R"("accurate")",
                        "integrator of touching balls"));
  rows.push_back(one_of("hybrid.cushions", "instant compliant", R"("instant")",
                        "impacts on cushions, and landings: by their laws, or integrated"));
  add_parameter_rows(rows, "hybrid", hybrid_parameters, &fallback.hybrid);
  rows.push_back(section("stepped", "{}", "stepped engine"));
  add_parameter_rows(rows, "stepped", stepped_parameters, &fallback.stepped);
  rows.push_back(section("run", "{}", "run settings"));
  rows.push_back(one_of("run.engine", "event smooth hybrid stepped", R"("event")",
                        "engine; with a rack the default is hybrid"));
  add_parameter_rows(rows, "run", run_parameters, &fallback.run);
  rows.push_back({.path = "run.max_events",
                  .accepts = kind::integer,
                  .range = event_count,
                  .fallback = std::to_string(fallback.run.max_events),
                  .doc = "reaching this many events, contact steps included, is an error"});
}

Rows make_rows() {
  Rows rows;
  rows.push_back(KeyRow{.path = "schema",
                        .accepts = kind::integer,
                        .range = {.min = 1.0, .max = 1.0},
                        .doc = "version of this format, 1"}
                     .must());
  rows.push_back(
      KeyRow{.path = "name", .accepts = kind::text, .fallback = R"("")", .doc = "a title"});
  add_table(rows);
  add_balls(rows);
  add_shot(rows);
  add_physics(rows);
  add_smooth_keys(rows);
  add_engines(rows);
  add_system_keys(rows);
  return rows;
}

}  // namespace

const std::vector<KeyRow>& key_rows() {
  static const Rows rows = make_rows();
  return rows;
}

}  // namespace cuelab
