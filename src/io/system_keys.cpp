#include "cuelab/scene.hpp"
#include "io/key_shapes.hpp"

namespace cuelab {
namespace {

using namespace shapes;

constexpr Range length{.min = 0.0, .max = 1e3, .above = true};   // [m]
constexpr Range small_length{.min = 0.0, .max = 1.0};            // [m]
constexpr Range mass{.min = 0.0, .max = 1e6, .above = true};     // [kg]
constexpr Range density{.min = 0.0, .max = 1e6, .above = true};  // [kg/m^3]
constexpr Range swing{.min = 0.0, .max = 90.0};                  // [deg]
constexpr Range turn{.min = -360.0, .max = 360.0};               // [deg]
constexpr Range hertz{.min = 0.0, .max = 1e4};                   // [Hz]
constexpr Range seconds{.min = 0.0, .max = 1e3};                 // [s]
constexpr Range stiffness{.min = 0.0, .max = 1e12};              // [N/m]
constexpr Range newton{.min = 0.0, .max = 1e6};                  // [N]

KeyRow whole(std::string path, Range range, std::string_view fallback, std::string_view doc) {
  return {.path = std::move(path),
          .accepts = kind::integer,
          .range = range,
          .fallback = fallback,
          .doc = doc};
}

/// Adds rows that only one kind of system has.
class RowsOf {
 public:
  RowsOf(Rows& rows, std::string_view kind) : rows_(rows), kind_(kind) {}
  void add(KeyRow row) { rows_.push_back(std::move(row).only("kind", kind_)); }

 private:
  Rows& rows_;
  std::string_view kind_;
};

void add_bouncing_ball(Rows& all) {
  RowsOf rows(all, "bouncing-ball");
  rows.add(one_of("system.surface", "plane tube", R"("plane")",
                  "a level plane, or the inside of a level tube"));
  rows.add(num("system.radius", length, "0.028575", "of the ball [m]"));
  rows.add(num("system.mass", mass, "0.170097", "of the ball [kg]"));
  rows.add(num("system.height", small_length, "0.5", "of the drop [m]"));
  rows.add(num("system.tube_radius", length, "0.4", "inside [m]"));
}

void add_newtons_cradle(Rows& all) {
  RowsOf rows(all, "newtons-cradle");
  rows.add(whole("system.count", {.min = 1.0, .max = 100.0}, "5", "how many balls"));
  rows.add(whole("system.released", {.min = 0.0, .max = 100.0}, "1", "how many start at an angle"));
  rows.add(whole("system.strings", {.min = 1.0, .max = 2.0}, "2", "per ball: two in a V, or one"));
  rows.add(num("system.radius", length, "0.0125", "of a ball [m]"));
  rows.add(num("system.mass", mass, "", "of a ball [kg]; by the density when left out"));
  rows.add(num("system.density", density, "", "[kg/m^3]; 7850 when left out"));
  rows.add(num("system.length", length, "0.15", "from the axis of the swing to a centre [m]"));
  rows.add(num("system.spread", length, "0.05", "of two strings, to either side [m]"));
  rows.add(num("system.gap", small_length, "0.0", "between surfaces [m]"));
  rows.add(num("system.release", swing, "45.0", "angle of the released balls [deg]"));
}

void add_ball_bearing(Rows& all) {
  RowsOf rows(all, "ball-bearing");
  rows.add(one_of("system.races", "spheres cylinders", R"("spheres")",
                  "spheres keep the balls in one plane, on cylinders they may leave it"));
  rows.add(whole("system.count", {.min = 1.0, .max = 100.0}, "8", "how many balls"));
  rows.add(num("system.ball_diameter", length, "7.938e-3", "[m]"));
  rows.add(num("system.mean_diameter", length, "31.438e-3", "of the circle of centres [m]"));
  rows.add(num("system.bore", length, "15.875e-3", "[m]"));
  rows.add(num("system.outside", length, "47e-3", "outside diameter [m]"));
  rows.add(num("system.density", density, "7850.0", "[kg/m^3]"));
  rows.add(num("system.interference", small_length, "2e-6", "of a ball with each race [m]"));
  rows.add(num("system.frequency", hertz, "10.0", "of the driven outer race [Hz]"));
  rows.add(num("system.ramp", seconds, "0.02", "time until it turns that fast [s]"));
  rows.add(num("system.cage_stiffness", stiffness, "1e6", "between neighbouring balls [N/m]"));
  rows.add(num("system.cage_damping", not_negative, "0.02", "ratio to critical damping"));
  rows.add(num("system.axial_load", newton, "0.0", "on the outer race, with cylinders [N]"));
  rows.add(one_of("system.defect", "none inner outer", R"("none")", "a ridge along one race"));
  rows.add(num("system.defect_angle", turn, "0.0", "where it starts, from x towards z [deg]"));
  rows.add(num("system.defect_width", small_length, "5e-4", "[m]"));
  rows.add(num("system.defect_height", small_length, "5e-6", "[m]"));
}

}  // namespace

void add_system_keys(Rows& rows) {
  rows.insert(rows.end(),
              {section("system", "{}", "what is simulated"),
               one_of("system.kind", "pool newtons-cradle ball-bearing bouncing-ball", R"("pool")",
                      "a pool table, or a system that brings its own bodies, runs with the smooth "
                      "engine and, but for bouncing-ball, has steel for default"),
               one_of("system.constraints", "lagrange augmented baumgarte direct-correction",
                      R"("baumgarte")", "how joints are kept")});
  add_newtons_cradle(rows);
  add_ball_bearing(rows);
  add_bouncing_ball(rows);
}

}  // namespace cuelab
