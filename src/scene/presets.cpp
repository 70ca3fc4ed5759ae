#include <string>
#include <variant>

#include "cuelab/scene.hpp"
#include "scene/pocket_table.hpp"

namespace cuelab {
namespace {

constexpr double inch = 0.0254;  // [m]

constexpr double pool_ball_radius = 1.125 * inch;  // 2 1/4 in ball
constexpr double pool_ball_mass = 0.170097;        // 6 oz [kg]
constexpr double snooker_ball_radius = 0.02625;    // 52.5 mm ball
constexpr double snooker_ball_mass = 0.1406;       // [Mathavan2010]
constexpr double carom_ball_radius = 0.03075;      // 61.5 mm ball
constexpr double carom_ball_mass = 0.21;           // UMB: 205-220 g

/// WPA: nose at 62.5-64.5 % of the ball's diameter; the middle, 63.5 %, to 0.01 mm.
constexpr double pool_cushion_height = 0.03629;
/// Width of a cushion from feather strip to nose, and so the depth of a facing (WPA: 1 7/8-2 in).
constexpr double pool_facing_depth = 2.0 * inch;
/// Estimate: the pool specifications do not give the radius of the points.
constexpr double pool_jaw_radius = 0.005;

/// WPA pockets: middle of the ranges of mouth and shelf; hole radii are estimates.
constexpr PocketSpec wpa_corner{.mouth = 4.5625 * inch,
                                .cut = 142.0,
                                .jaw_radius = pool_jaw_radius,
                                .shelf = 1.625 * inch,
                                .hole_radius = 0.062,
                                .facing_depth = pool_facing_depth};
constexpr PocketSpec wpa_side{.mouth = 5.0625 * inch,
                              .cut = 104.0,
                              .jaw_radius = pool_jaw_radius,
                              .shelf = 0.1875 * inch,
                              .hole_radius = 0.0645,
                              .facing_depth = pool_facing_depth};

/// BCA pockets at the lower limit of the mouth; hole radii are estimates.
constexpr PocketSpec bca_corner{.mouth = 4.875 * inch,
                                .cut = 142.0,
                                .jaw_radius = pool_jaw_radius,
                                .shelf = 1.625 * inch,
                                .hole_radius = 0.064,
                                .facing_depth = pool_facing_depth};
constexpr PocketSpec bca_side{.mouth = 5.375 * inch,
                              .cut = 103.0,
                              .jaw_radius = pool_jaw_radius,
                              .shelf = 0.1875 * inch,
                              .hole_radius = 0.068,
                              .facing_depth = pool_facing_depth};

/// The official snooker templates are not public; throat, jaw radius and hole are those of
/// pooltool's generic snooker table. Corner facings run parallel (45 degrees to both rails).
constexpr double sqrt_half = 0.70710678118654752440;
constexpr PocketSpec snooker_corner{.mouth = 0.08014,
                                    .cut = 135.0,
                                    .jaw_radius = 0.0889,
                                    .shelf = 0.01852,
                                    .hole_radius = 0.0889,
                                    .facing_depth = 0.085 * sqrt_half};
constexpr PocketSpec snooker_side{.mouth = 0.08457,
                                  .cut = 90.0,
                                  .jaw_radius = 0.0669,
                                  .shelf = -0.0016,
                                  .hole_radius = 0.05319,
                                  .facing_depth = 0.075};

/// Head, centre and foot spot: a quarter of the length from the ends on the long string.
void add_string_spots(Table& table) {
  table.spots.push_back({.id = "head", .at = {-0.25 * table.length, 0.0}});
  table.spots.push_back({.id = "centre", .at = {0.0, 0.0}});
  table.spots.push_back({.id = "foot", .at = {0.25 * table.length, 0.0}});
}

Table pool_table(double length, double width, const PocketSpec& corner, const PocketSpec& side) {
  Table table = pocket_table({.length = length,
                              .width = width,
                              .cushion_height = pool_cushion_height,
                              .corner = corner,
                              .side = side});
  add_string_spots(table);
  return table;
}

Table snooker_table() {
  constexpr double length = 3.569;      // 11 ft 8 1/2 in
  constexpr double width = 1.778;       // 5 ft 10 in
  constexpr double baulk = 0.737;       // from the bottom cushion to the baulk line
  constexpr double d_radius = 0.292;    // of the D, whose ends are the yellow and green spots
  constexpr double black = 0.324;       // from the top cushion to the black spot
  constexpr double pink_to_red = 5e-4;  // room between pink and the first red: close, not touching

  Table table = pocket_table({.length = length,
                              .width = width,
                              .cushion_height = 1.4 * snooker_ball_radius,
                              .corner = snooker_corner,
                              .side = snooker_side});
  const double baulk_x = -0.5 * length + baulk;
  const double pink_x = 0.25 * length;  // midway between the centre and the top cushion
  table.spots = {{.id = "brown", .at = {baulk_x, 0.0}},
                 {.id = "yellow", .at = {baulk_x, -d_radius}},
                 {.id = "green", .at = {baulk_x, d_radius}},
                 {.id = "blue", .at = {0.0, 0.0}},
                 {.id = "pink", .at = {pink_x, 0.0}},
                 {.id = "black", .at = {0.5 * length - black, 0.0}},
                 {.id = "red_apex", .at = {pink_x + 2.0 * snooker_ball_radius + pink_to_red, 0.0}}};
  return table;
}

Table carom_table() {
  constexpr double half_length = 1.42;
  constexpr double half_width = 0.71;
  constexpr double start_offset = 0.1825;  // start spots beside the head spot [unverified]

  Table table;
  table.length = 2.0 * half_length;
  table.width = 2.0 * half_width;
  table.cushion_height = 0.037;
  table.cushions = {
      {.id = "nose_foot", .from = {half_length, -half_width}, .to = {half_length, half_width}},
      {.id = "nose_head", .from = {-half_length, -half_width}, .to = {-half_length, half_width}},
      {.id = "nose_long_left", .from = {-half_length, half_width}, .to = {half_length, half_width}},
      {.id = "nose_long_right",
       .from = {-half_length, -half_width},
       .to = {half_length, -half_width}}};
  add_string_spots(table);
  const double head_x = -0.25 * table.length;
  table.spots.push_back({.id = "start_left", .at = {head_x, start_offset}});
  table.spots.push_back({.id = "start_right", .at = {head_x, -start_offset}});
  return table;
}

// --- coefficients --------------------------------------------------------------------------------

/// Cloth, balls and cushions of one kind of table, for the default laws. Friction between balls is
/// that of the law: no measurement tells the kinds of balls apart.
struct PresetCoefficients {
  CoulombCloth cloth{};
  double ball_restitution = 0.95;
  CushionLaw cushion = Physics{}.cushion;
  std::string_view source;
};

/// mu_sp with which the spin of a solid ball about the vertical decays at 10 rad/s^2
/// [AlciatoreTPB2].
constexpr double spinning_of(double radius) { return 10.0 * 0.4 * radius / 9.81; }

const PresetCoefficients pool_coefficients{
    .source =
        "billiards.colostate.edu: sliding 0.15-0.4, rolling 0.005-0.015, balls 0.92-0.98; "
        "0.2 and 0.01 as in Technical Proof B.6; spin decays at 5-15 rad/s^2, about 10 in "
        "Technical Proof B.2 (0.0127 is 10.9); cushion: Sudo 2002, Technical Proof B.28"};

const PresetCoefficients snooker_coefficients{
    .cloth = {.sliding = 0.212, .rolling = 0.0127, .spinning = spinning_of(snooker_ball_radius)},
    .ball_restitution = 0.94,
    .cushion = snooker_rubber,
    .source =
        "Mathavan et al. 2009: sliding 1.75-2.40 m/s^2, rolling 0.124-0.126 m/s^2, collisions of "
        "balls (their angles ask for a restitution of 0.92, their speeds for 0.97); 2010: sliding "
        "0.212, rebounds from the cushion; spinning not measured: 10 rad/s^2, Technical Proof B.2"};

const PresetCoefficients carom_coefficients{
    .cloth = {.sliding = 0.2, .rolling = 0.005, .spinning = 0.0048},
    .ball_restitution = 0.95,
    .cushion = carom_rubber,
    .source =
        "ball tracks of a three-cushion match, 182 shots (github.com/tailuge/billiards): "
        "sliding 0.19-0.21, rolling 0.0041 + 0.0012 v, spinning 0.0042-0.0053, balls "
        "0.94-0.957, rebounds from the cushion; heated cloth"};

Physics physics_of(const PresetCoefficients& from) {
  Physics physics;
  physics.cloth = from.cloth;
  std::visit(
      [&](auto& law) {
        if constexpr (requires { law.restitution; }) law.restitution = from.ball_restitution;
      },
      physics.ball_ball);
  physics.cushion = from.cushion;
  return physics;
}

// --- the presets ---------------------------------------------------------------------------------

Table shape_of(std::string_view preset) {
  if (preset == "pool-7ft") return pool_table(78.0 * inch, 39.0 * inch, bca_corner, bca_side);
  if (preset == "pool-8ft") return pool_table(92.0 * inch, 46.0 * inch, wpa_corner, wpa_side);
  if (preset == "pool-9ft") return pool_table(100.0 * inch, 50.0 * inch, wpa_corner, wpa_side);
  if (preset == "snooker-12ft") return snooker_table();
  if (preset == "carom-10ft") return carom_table();
  return {};
}

}  // namespace

const std::vector<TablePreset>& table_presets() {
  static const std::vector<TablePreset> presets = {
      {.name = "pool-7ft",
       .summary = "bar table, 78 x 39 in, BCA pockets",
       .source = "play area of pooltool's 7-foot table (bar boxes vary, 74-82 in); BCA mouths "
                 "4 7/8 and 5 3/8 in, cuts 142 and 103 deg; jaw radius, holes, depth estimated",
       .ball_radius = pool_ball_radius,
       .ball_mass = pool_ball_mass,
       .physics = physics_of(pool_coefficients),
       .physics_source = pool_coefficients.source},
      {.name = "pool-8ft",
       .summary = "pool table, 92 x 46 in, WPA pockets",
       .source = "WPA equipment specifications: mouths 4 9/16 and 5 1/16 in, cuts 142 and 104 deg, "
                 "shelves 1 5/8 and 3/16 in; jaw radius, holes, depth estimated",
       .ball_radius = pool_ball_radius,
       .ball_mass = pool_ball_mass,
       .physics = physics_of(pool_coefficients),
       .physics_source = pool_coefficients.source},
      {.name = "pool-9ft",
       .summary = "pool table, 100 x 50 in, WPA pockets",
       .source = "WPA equipment specifications: mouths 4 9/16 and 5 1/16 in, cuts 142 and 104 deg, "
                 "shelves 1 5/8 and 3/16 in; jaw radius, holes, depth estimated",
       .ball_radius = pool_ball_radius,
       .ball_mass = pool_ball_mass,
       .physics = physics_of(pool_coefficients),
       .physics_source = pool_coefficients.source},
      {.name = "snooker-12ft",
       .summary = "snooker table, 3569 x 1778 mm",
       .source = "WPBSA play area and spots; pockets after pooltool's generic table (the official "
                 "templates are not public); nose at 7R/5 [Mathavan2010]",
       .ball_radius = snooker_ball_radius,
       .ball_mass = snooker_ball_mass,
       .physics = physics_of(snooker_coefficients),
       .physics_source = snooker_coefficients.source},
      {.name = "carom-10ft",
       .summary = "carom table, 2.84 x 1.42 m, no pockets",
       .source = "UMB: 2.84 x 1.42 m, nose 37 mm, ball 61.5 mm and 205-220 g; start spots 18.25 cm "
                 "beside the head spot not verified",
       .ball_radius = carom_ball_radius,
       .ball_mass = carom_ball_mass,
       .physics = physics_of(carom_coefficients),
       .physics_source = carom_coefficients.source},
      {.name = "open",
       .summary = "a cloth without edge",
       .source = "no parts; pool balls",
       .ball_radius = pool_ball_radius,
       .ball_mass = pool_ball_mass,
       .physics = physics_of(pool_coefficients),
       .physics_source = pool_coefficients.source}};
  return presets;
}

const TablePreset* find_preset(std::string_view name) {
  for (const TablePreset& preset : table_presets()) {
    if (preset.name == name) return &preset;
  }
  return nullptr;
}

Result<Table> make_table(std::string_view preset) {
  if (find_preset(preset) == nullptr) {
    std::string known;
    for (const TablePreset& p : table_presets()) {
      known += (known.empty() ? "" : ", ") + std::string(p.name);
    }
    return Error{.file = "",
                 .key = "table.preset",
                 .what = "is \"" + std::string(preset) + "\", must be one of " + known};
  }
  Table table = shape_of(preset);
  table.preset = preset;
  return table;
}

Result<Scene> make_scene(std::string_view preset) {
  Result<Table> table = make_table(preset);
  if (!table) return table.error();
  Scene scene;
  scene.table = *std::move(table);
  scene.physics = find_preset(preset)->physics;
  return scene;
}

void add_default_spots(Table& table) {
  if (table.length > 0.0) add_string_spots(table);
}

const Spot* find_spot(const Table& table, std::string_view id) {
  for (const Spot& spot : table.spots) {
    if (spot.id == id) return &spot;
  }
  return nullptr;
}

}  // namespace cuelab
