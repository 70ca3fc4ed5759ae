// The keys of goal files.
#include <utility>

#include "io/key_shapes.hpp"

namespace cuelab {
namespace {

using namespace shapes;

namespace goal_range {
constexpr Range any{};
constexpr Range most_unknowns{.max = 10.0};
constexpr Range most_goals{.max = 100.0};
constexpr Range most_cushions{.max = 100.0};
constexpr Range speeds{.min = 0.01, .max = 20.0};
constexpr Range start_speeds{.min = 0.0, .max = 20.0};
constexpr Range turns{.min = -360.0, .max = 360.0};
constexpr Range offsets{.min = -0.9, .max = 0.9};
constexpr Range elevations{.min = 0.0, .max = 89.0};
constexpr Range spins{.min = -1e4, .max = 1e4};
constexpr Range coordinates{.min = -1000.0, .max = 1000.0};
constexpr Range lengths{.min = 0.0, .max = 10.0};
constexpr Range angles{.min = 0.0, .max = 90.0};
constexpr Range cuts{.min = -90.0, .max = 90.0};
constexpr Range cushion_counts{.min = 0.0, .max = 100.0};
constexpr Range steps{.min = 1.0, .max = 1e5};
constexpr Range simulations{.min = 1.0, .max = 2e7};
constexpr Range candidates{.min = 1.0, .max = 1e4};
constexpr Range samples{.min = 0.0, .max = 1e6};
constexpr Range solutions{.min = 1.0, .max = 1000.0};
constexpr Range seed{.min = 0.0, .max = 4294967295.0};
}  // namespace goal_range

void add_start(Rows& rows) {
  rows.insert(rows.end(),
              {section("start", "", "of a ball that is not struck; instead of a shot"),
               value("start.ball", kind::text, goal_range::any, "id; default: the first ball"),
               num("start.ball_speed", goal_range::start_speeds, "1.0", "[m/s]"),
               num("start.direction", goal_range::turns, "0.0", "of the velocity [deg]"),
               num("start.spin_along", goal_range::spins, "0.0", "about the direction [rad/s]"),
               num("start.spin_across", goal_range::spins, "0.0",
                   "about the left of it; v/R is natural roll [rad/s]"),
               num("start.spin_up", goal_range::spins, "0.0", "about the vertical [rad/s]"),
               KeyRow{.path = "start.rolling",
                      .accepts = kind::flag,
                      .fallback = "false",
                      .doc = "spin_across is always that of natural roll"}});
}

/// A number of an unknown, with the limits of its quantity.
void add_bound(Rows& rows, const std::string& leaf, bool required, const std::string& doc) {
  const std::pair<Range, const char*> limits[] = {
      {goal_range::speeds, "speed ball_speed"},
      {goal_range::turns, "heading direction"},
      {goal_range::offsets, "side height"},
      {goal_range::elevations, "elevation"},
      {goal_range::spins, "spin_along spin_across spin_up"}};
  for (const auto& [range, quantities] : limits) {
    KeyRow row = num("unknowns[]." + leaf, range, "", doc).only("quantity", quantities);
    row.required = required;
    rows.push_back(std::move(row));
  }
}

void add_unknowns(Rows& rows) {
  rows.push_back(list("unknowns", goal_range::most_unknowns, "what may be varied").must());
  rows.push_back(one_of("unknowns[].quantity",
                        "speed heading side height elevation ball_speed direction spin_along "
                        "spin_across spin_up",
                        "", "of the shot, or of the start of a ball")
                     .must());
  add_bound(rows, "min", true, "least value, in the quantity's unit");
  add_bound(rows, "max", true, "greatest value");
  add_bound(rows, "start", false,
            "first guess; if every unknown has one, nothing else is searched");
  rows.push_back(whole("unknowns[].steps", goal_range::steps, "",
                       "of the search over the range; default: chosen"));
}

void add_goals(Rows& rows) {
  rows.insert(
      rows.end(),
      {list("goals", goal_range::most_goals, "what should happen; all of it").must(),
       one_of("goals[].kind", "gate obstacle first_hit pot cushions carom stop", "",
              "see docs/shaping.md")
           .must(),
       value("goals[].ball", kind::text, goal_range::any,
             "id of the ball it is about; default: the one that is played"),
       value("goals[].at", kind::pair, goal_range::coordinates, "a point of the table [m]")
           .only("kind", "gate obstacle stop")
           .must(),
       num("goals[].tolerance", goal_range::lengths, "0.01", "how close to it [m]")
           .only("kind", "gate stop"),
       num("goals[].tolerance", goal_range::angles, "1.0", "of the cut angle [deg]")
           .only("kind", "first_hit"),
       num("goals[].direction", goal_range::turns, "",
           "the ball must pass less than 90 degrees from it [deg]")
           .only("kind", "gate"),
       num("goals[].radius", goal_range::lengths, "", "of the obstacle, without the ball's [m]")
           .only("kind", "obstacle")
           .must(),
       value("goals[].other", kind::text, goal_range::any, "id of the ball to hit first")
           .only("kind", "first_hit")
           .must(),
       num("goals[].cut", goal_range::cuts, "",
           "angle of the line of centres to the path, + to the left [deg]")
           .only("kind", "first_hit"),
       value("goals[].pocket", kind::text, goal_range::any, "id; default: any").only("kind", "pot"),
       value("goals[].cushions", kind::list, goal_range::most_cushions,
             "ids of cushions to touch first, in this order; none: no cushion until the other "
             "goals are decided")
           .only("kind", "cushions")
           .must(),
       whole("goals[].min_cushions", goal_range::cushion_counts, "0",
             "touched before that by the ball")
           .only("kind", "first_hit carom")});
}

void add_search(Rows& rows) {
  rows.insert(rows.end(),
              {section("search", "{}", "how to search"),
               whole("search.simulations", goal_range::simulations, "20000",
                     "over the ranges without `steps`, about"),
               whole("search.refined", goal_range::candidates, "48",
                     "candidates that are refined, at most"),
               whole("search.samples", goal_range::samples, "200",
                     "executions from which a chance of success is counted"),
               whole("search.solutions", goal_range::solutions, "8", "reported, at most"),
               whole("search.seed", goal_range::seed, "1", "of the executions")});
}

Rows make_goal_rows() {
  Rows rows;
  rows.push_back(KeyRow{.path = "schema",
                        .accepts = kind::integer,
                        .range = {.min = 1.0, .max = 1.0},
                        .doc = "version of this format, 1"}
                     .must());
  rows.push_back(
      KeyRow{.path = "name", .accepts = kind::text, .fallback = R"("")", .doc = "a title"});
  rows.push_back(KeyRow{.path = "scene",
                        .accepts = kind::text | kind::table,
                        .doc = "a scene file beside the goal file, a named scene, or its keys"}
                     .must());
  rows.push_back(one_of("noise",
                        "none computational-pool computational-pool-half "
                        "computational-pool-double computational-pool-fivefold",
                        R"("computational-pool")", "errors of execution, for the chance"));
  add_start(rows);
  add_unknowns(rows);
  add_goals(rows);
  add_search(rows);
  for (KeyRow& row : rows) row.path = std::string(goal_root) + '.' + row.path;
  return rows;
}

}  // namespace

const std::vector<KeyRow>& goal_rows() {
  static const Rows rows = make_goal_rows();
  return rows;
}

}  // namespace cuelab
