#include <utility>

#include "cuelab/scene.hpp"
#include "io/key_shapes.hpp"

namespace cuelab {
namespace {

using namespace shapes;

// --- limits: wide enough for any experiment, narrow enough that squares stay finite --------------

constexpr Range any{};
constexpr Range place{.min = -1e3, .max = 1e3};         // [m]
constexpr Range velocity{.min = -1e3, .max = 1e3};      // [m/s]
constexpr Range spin{.min = -1e5, .max = 1e5};          // [rad/s]
constexpr Range size{.min = 0.0, .max = 100.0};         // [m]
constexpr Range ball_radius{.min = 1e-3, .max = 1.0};   // [m]
constexpr Range cue_speed{.min = 0.0, .max = 100.0};    // [m/s]
constexpr Range tip_offset{.min = -1.0, .max = 1.0};    // of R
constexpr Range heading{.min = -360.0, .max = 360.0};   // [deg]
constexpr Range cut{.min = -89.9, .max = 89.9};         // [deg]
constexpr Range elevation{.min = 0.0, .max = 90.0};     // [deg]
constexpr Range small_gap{.min = 0.0, .max = 1.0};      // [m]
constexpr Range seconds{.min = 0.0, .max = 1e6};        // [s]
constexpr Range whole_seed{.min = 0.0, .max = 9.2e18};  // TOML's integers end at 2^63
constexpr Range time_step{.min = shortest_time_step, .max = longest_time_step};
constexpr Range event_count{.min = 1.0, .max = 1e9};
constexpr Range ball_count{.max = static_cast<double>(max_balls)};
constexpr Range part_count{.max = 1024.0};

// --- the sections --------------------------------------------------------------------------------

void add_table(Rows& rows) {
  rows.insert(
      rows.end(),
      {section("table", "{}", "the table: a preset, or parts given one by one"),
       one_of("table.preset", "pool-7ft pool-8ft pool-9ft snooker-12ft carom-10ft open", "",
              "a ready-made table; pool-9ft when nothing else is said"),
       one_of("table.cushion_contact", "line plane", R"("line")",
              "ball meets the nose line at cushion_height, or a vertical wall"),
       num("table.length", size, "", "along x between the noses [m]; for bounds and drawing"),
       num("table.width", size, "", "along y between the noses [m]"),
       num("table.cushion_height", size, "",
           "of the nose above the cloth [m]; the preset's, else 1.27 R"),
       list("table.cushion", part_count, "straight cushions of an explicit table"),
       value("table.cushion[].id", kind::text, any, "name in events; cushion-N when left out"),
       value("table.cushion[].from", kind::pair, place, "one end of the nose line [m]").must(),
       value("table.cushion[].to", kind::pair, place, "the other end [m]").must(),
       list("table.jaw", part_count, "rounded cushion ends of an explicit table"),
       value("table.jaw[].id", kind::text, any, "name in events; jaw-N when left out"),
       value("table.jaw[].centre", kind::pair, place, "centre of the rounding [m]").must(),
       num("table.jaw[].radius", size, "", "of the rounding [m]").must(),
       list("table.pocket", part_count, "holes of an explicit table"),
       value("table.pocket[].id", kind::text, any, "name in events; pocket-N when left out"),
       value("table.pocket[].centre", kind::pair, place, "centre of the hole [m]").must(),
       num("table.pocket[].radius", positive, "", "a ball whose centre is nearer falls [m]").must(),
       num("table.pocket[].depth", size, "0.08", "a fallen ball rests at z = -depth [m]")});
}

void add_balls(Rows& rows) {
  rows.insert(
      rows.end(),
      {section("ball", "", "shared by all balls; the preset's when left out"),
       num("ball.radius", ball_radius, "", "R [m]"), num("ball.mass", positive, "", "m [kg]"),
       num("ball.inertia", positive, "", "about a diameter [kg m^2]; (2/5) m R^2 when left out"),
       list("balls", ball_count, "the balls, in the order that breaks ties"),
       value("balls[].id", kind::text, any, R"(name; "cue", "1", "2", ... when left out)"),
       value("balls[].position", kind::pair | kind::triple, place,
             "centre [m]; z is R when left out")
           .must(),
       value("balls[].velocity", kind::triple, velocity, "for a ball already moving [m/s]"),
       value("balls[].spin", kind::triple, spin, "angular velocity [rad/s]"),
       num("balls[].radius", ball_radius, "", "instead of ball.radius [m]"),
       num("balls[].mass", positive, "", "instead of ball.mass [kg]"),
       num("balls[].inertia", positive, "", "instead of ball.inertia [kg m^2]"),
       section("rack", "", "adds the balls of a game"),
       one_of("rack.game", "eight-ball nine-ball ten-ball triangle-3 snooker carom", "",
              "which balls, and where")
           .must(),
       value("rack.at", kind::pair, place, "apex ball [m]; the foot spot when left out"),
       num("rack.gap", small_gap, "1e-6", "between surfaces [m]"),
       num("rack.jitter", small_gap, "0.0",
           "each ball displaced at random in a disc of this radius [m], at most gap/2"),
       KeyRow{.path = "rack.seed",
              .accepts = kind::integer,
              .range = whole_seed,
              .fallback = "0",
              .doc = "chooses the free places and the displacements"}});
}

void add_shot(Rows& rows) {
  rows.insert(
      rows.end(),
      {section("cue", "{}", "the cue"), num("cue.mass", positive, "0.567", "[kg]"),
       num("cue.tip_radius", not_negative, "0.0106", "for drawing and clearance [m]"),
       num("cue.miscue", fraction, "0.5", "tip offsets above this fraction of R are refused"),
       num("cue.end_mass", not_negative, "0.0057", "for squirt [kg]; 0 turns squirt off"),
       section("shot", "", "the stroke; without it nothing is struck"),
       KeyRow{.path = "shot.ball",
              .accepts = kind::text,
              .fallback = R"("cue")",
              .doc = "id of the struck ball"},
       num("shot.speed", cue_speed, "1.0", "of the cue at impact [m/s]"),
       num("shot.heading", heading, "",
           "of the cue, counter-clockwise from +x [deg]; 0 if left out"),
       value("shot.at", kind::text, any, "id of the ball aimed at, instead of heading"),
       num("shot.cut", cut, "", "with at: angle of the object ball's way, + = left [deg]"),
       num("shot.side", tip_offset, "0.0", "tip offset / R, + = left of the striker"),
       num("shot.height", tip_offset, "0.0", "tip offset / R, + = above centre"),
       num("shot.elevation", elevation, "0.0", "of the butt above the horizontal [deg]")});
}

void add_physics(Rows& rows) {
  rows.insert(
      rows.end(),
      {section("physics", "{}", "laws and coefficients of the event engine"),
       num("physics.gravity", {.min = 0.0, .max = 1e3, .above = true}, "9.81",
           "of every engine [m/s^2]"),
       section("physics.cloth",
               R"({"law":"coulomb","sliding":0.2,"rolling":0.01,"spinning":0.0127})",
               "friction of the cloth; a coefficient left out is 0"),
       one_of("physics.cloth.law", "coulomb patch", R"("coulomb")", "of cloth friction")
           .without("patch"),
       num("physics.cloth.sliding", not_negative, "0.0", "mu_s").only("law", "coulomb"),
       num("physics.cloth.rolling", not_negative, "0.0", "mu_r").only("law", "coulomb"),
       num("physics.cloth.spinning", not_negative, "0.0",
           "mu_sp: spin about the vertical decays at m g R mu_sp / I")
           .only("law", "coulomb"),
       num("physics.cloth.coefficient", not_negative, "0.2", "mu").only("law", "patch"),
       section("physics.ball_ball",
               R"({"law":"frictional","restitution":0.95,"friction":"alciatore"})",
               "collision of two balls; friction left out is none"),
       one_of("physics.ball_ball.law",
              "frictionless frictional frictional-along-impulse mathavan-2014", R"("frictional")",
              "of a ball-ball collision"),
       num("physics.ball_ball.restitution", fraction, "1.0", "normal velocity kept")
           .only("law", "frictionless"),
       num("physics.ball_ball.restitution", fraction, "0.95", "normal velocity kept")
           .only("law", "frictional frictional-along-impulse mathavan-2014"),
       KeyRow{.path = "physics.ball_ball.friction",
              .accepts = kind::number | kind::name | kind::table,
              .range = not_negative,
              .names = "alciatore",
              .fallback = "0.0",
              .doc = "a coefficient, alciatore, or {a, b, c}: mu = a + b exp(-c slip)"}
           .only("law", "frictional frictional-along-impulse mathavan-2014"),
       num("physics.ball_ball.friction.a", not_negative, "0.0", "coefficient at high slip"),
       num("physics.ball_ball.friction.b", not_negative, "0.0", "what low slip adds"),
       num("physics.ball_ball.friction.c", not_negative, "0.0", "how fast that fades [s/m]"),
       section("physics.cushion", R"({"law":"stronge","restitution":0.85,"friction":0.2})",
               "bounce off a cushion; friction left out is none"),
       one_of("physics.cushion.law", "mirror han-2005 impulse mathavan-2010 stronge",
              R"("stronge")", "of a cushion bounce"),
       num("physics.cushion.restitution", fraction, "0.85", "normal velocity kept")
           .only("law", "mirror han-2005 impulse stronge"),
       num("physics.cushion.restitution", fraction, "0.98", "of the work of the normal force")
           .only("law", "mathavan-2010"),
       num("physics.cushion.friction", not_negative, "0.0", "ball on cushion")
           .only("law", "han-2005 impulse mathavan-2010 stronge"),
       num("physics.cushion.omega_ratio", {.min = 1.0, .max = 10.0}, "1.8",
           "tangential over normal frequency of the contact")
           .only("law", "stronge"),
       section("physics.slate", R"({"restitution":0.5,"friction":0.2,"min_bounce":0.005})",
               "bounce off the slate; friction left out is none"),
       num("physics.slate.restitution", fraction, "0.5", "vertical velocity kept"),
       num("physics.slate.friction", not_negative, "0.0", "ball on slate"),
       num("physics.slate.min_bounce", small_gap, "0.005", "lower bounces end as sliding [m]")});
  add_patch_keys(rows, "physics.cloth");
}

void add_engines(Rows& rows) {
  rows.insert(rows.end(),
              {section("hybrid", "{}", "hybrid engine"),
               one_of("hybrid.integrator", "accurate fast", R"("accurate")", "within clusters"),
               one_of("hybrid.cushions", "instant compliant", R"("instant")", "how cushions act"),
               num("hybrid.reach", positive, "1.0", "kappa of the membership rule"),
               section("stepped", "{}", "stepped engine"),
               num("stepped.time_step", time_step, "1e-3", "length of every step [s]"),
               section("run", "{}", "how to run"),
               one_of("run.engine", "event smooth hybrid stepped", R"("event")", "which engine"),
               num("run.t_max", seconds, "60.0", "stop at this time [s]"),
               KeyRow{.path = "run.max_events",
                      .accepts = kind::integer,
                      .range = event_count,
                      .fallback = "100000",
                      .doc = "stop after this many events"}});
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
