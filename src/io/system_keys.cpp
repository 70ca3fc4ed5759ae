#include "cuelab/scene.hpp"
#include "io/key_shapes.hpp"
#include "scene/parameters.hpp"

namespace cuelab {
namespace {

using namespace shapes;

constexpr Range swing{.min = 0.0, .max = 90.0};     // [deg]
constexpr Range turn{.min = -360.0, .max = 360.0};  // [deg]

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
  rows.add(num("system.radius", part_length, "0.028575", "radius of the ball [m]"));
  rows.add(num("system.mass", mass_range, "0.170097", "mass of the ball [kg]"));
  rows.add(num("system.height", small_length, "0.5", "height of the drop [m]"));
  rows.add(num("system.tube_radius", part_length, "0.4", "inner radius of the tube [m]"));
}

void add_newtons_cradle(Rows& all) {
  RowsOf rows(all, "newtons-cradle");
  rows.add(whole("system.count", {.min = 1.0, .max = 100.0}, "5", "number of balls"));
  rows.add(whole("system.released", {.min = 0.0, .max = 100.0}, "1",
                 "number of balls released at an angle"));
  rows.add(whole("system.strings", {.min = 1.0, .max = 2.0}, "2",
                 "strings per ball: two in a V, or one"));
  rows.add(num("system.radius", part_length, "0.0125", "radius of a ball [m]"));
  rows.add(num("system.mass", mass_range, "", "mass of a ball [kg]; default: from the density"));
  rows.add(num("system.density", density_range, "", "density of the balls [kg/m^3]; default 7850"));
  rows.add(num("system.length", part_length, "0.15", "from the axis of the swing to a centre [m]"));
  rows.add(num("system.spread", part_length, "0.05",
               "offset of the two strings' anchors to either side [m]"));
  rows.add(num("system.gap", small_length, "0.0", "gap between surfaces [m]"));
  rows.add(num("system.release", swing, "45.0", "angle of the released balls [deg]"));
}

void add_ball_bearing(Rows& all) {
  RowsOf rows(all, "ball-bearing");
  rows.add(one_of("system.races", "spheres cylinders", R"("spheres")",
                  "spheres keep the balls in one plane, on cylinders they may leave it"));
  rows.add(whole("system.count", {.min = 1.0, .max = 100.0}, "8", "number of balls"));
  rows.add(num("system.ball_diameter", part_length, "7.938e-3", "diameter of a ball [m]"));
  rows.add(num("system.mean_diameter", part_length, "31.438e-3",
               "diameter of the circle of centres [m]"));
  rows.add(num("system.bore", part_length, "15.875e-3", "bore diameter [m]"));
  rows.add(num("system.outside", part_length, "47e-3", "outside diameter [m]"));
  rows.add(num("system.density", density_range, "7850.0", "density [kg/m^3]"));
  rows.add(num("system.interference", small_length, "2e-6",
               "interference of a ball with each race [m]"));
  rows.add(num("system.frequency", frequency_range, "10.0",
               "rotation frequency of the driven outer race [Hz]"));
  rows.add(num("system.ramp", ramp_range, "0.02", "time to reach that frequency [s]"));
  rows.add(num("system.cage_stiffness", stiffness_range, "1e6",
               "stiffness between neighbouring balls [N/m]"));
  rows.add(num("system.cage_damping", damping_range, "0.02",
               "damping between neighbouring balls, ratio to critical damping"));
  rows.add(num("system.axial_load", axial_load_range, "0.0",
               "axial load on the outer race, with cylinders [N]"));
  rows.add(one_of("system.defect", "none inner outer", R"("none")", "a ridge along one race"));
  rows.add(num("system.defect_angle", turn, "0.0",
               "angle at which the defect starts, from x towards z [deg]"));
  rows.add(num("system.defect_width", small_length, "5e-4", "width of the defect [m]"));
  rows.add(num("system.defect_height", small_length, "5e-6", "height of the defect [m]"));
}

}  // namespace

void add_system_keys(Rows& rows) {
  rows.insert(rows.end(),
              {section("system", "{}", "what is simulated"),
               one_of("system.kind", "pool newtons-cradle ball-bearing bouncing-ball", R"("pool")",
                      "a pool table, or a system with its own bodies, which runs with the smooth "
                      "engine; the default material is steel except for bouncing-ball"),
               one_of("system.constraints", "lagrange augmented baumgarte direct-correction",
                      R"("baumgarte")", "how joints are enforced")});
  add_newtons_cradle(rows);
  add_ball_bearing(rows);
  add_bouncing_ball(rows);
}

}  // namespace cuelab
