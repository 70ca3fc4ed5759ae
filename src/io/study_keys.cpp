// The keys of study files.
#include <utility>

#include "io/key_shapes.hpp"

namespace cuelab {
namespace {

using namespace shapes;

namespace study_range {
constexpr Range any{};
constexpr Range most_axes{.max = 10.0};     // the Sobol sequence has that many dimensions
constexpr Range most_metrics{.max = 30.0};  // a shot's defined ones are bits of a word
constexpr Range most_values{.max = 1e6};
constexpr Range point_count{.min = 1.0, .max = 1e12};
constexpr Range axis_count{.min = 2.0, .max = 1e6};
constexpr Range sample_count{.min = 1.0, .max = 1e12};
constexpr Range chunk_size{.min = 1.0, .max = 1e8};
constexpr Range seed{.min = 0.0, .max = 9.2e18};
constexpr Range factor{.min = 0.0, .max = 1e3};
constexpr Range metres{.min = 0.0, .max = 1.0};
constexpr Range degrees{.min = 0.0, .max = 90.0};
constexpr Range speeds{.min = 0.0, .max = 100.0};
constexpr Range positive{.min = 0.0, .above = true};
constexpr Range coordinates{.min = -100.0, .max = 100.0};
}  // namespace study_range

KeyRow flag(std::string path, std::string doc) {
  return {
      .path = std::move(path), .accepts = kind::flag, .fallback = "false", .doc = std::move(doc)};
}

void add_design(Rows& rows) {
  rows.insert(
      rows.end(),
      {section("design", "{}", "which points are played"),
       one_of("design.kind", "grid random sobol list", R"("grid")",
              "all combinations, random points, a Sobol sequence, or the rows given"),
       whole("design.points", study_range::point_count, "", "how many")
           .only("kind", "random sobol")
           .must(),
       value("design.rows", kind::rows, study_range::most_values,
             "the points: a value for every axis, in order")
           .only("kind", "list")
           .must(),
       list("axis", study_range::most_axes, "what is varied; of a grid, the last one fastest"),
       value("axis[].key", kind::text, study_range::any,
             "a scene key, or noise.scale and other noise keys")
           .must(),
       value("axis[].label", kind::text, study_range::any, "name in pictures; default: the key"),
       num("axis[].from", study_range::any, "", "least value, in the key's unit"),
       num("axis[].to", study_range::any, "", "greatest value"),
       whole("axis[].count", study_range::axis_count, "",
             "grid: how many values, both ends included"),
       value("axis[].values", kind::list, study_range::most_values,
             "the values one by one, instead"),
       num("axis[].mean", study_range::any, "", "random, sobol: of a normal distribution, instead"),
       num("axis[].deviation", study_range::positive, "", "its standard deviation")});
}

void add_execution(Rows& rows) {
  rows.insert(
      rows.end(),
      {section("noise", "{}", "errors of execution, as standard deviations"),
       value("noise.level", kind::text, study_range::any, "a named level; default: none"),
       num("noise.scale", study_range::factor, "1.0", "multiplies all deviations"),
       num("noise.side", study_range::metres, "", "tip offset across, instead of the level's [m]"),
       num("noise.height", study_range::metres, "", "tip offset up and down [m]"),
       num("noise.elevation", study_range::degrees, "", "[deg]"),
       num("noise.heading", study_range::degrees, "", "[deg]"),
       num("noise.speed", study_range::speeds, "", "[m/s]"),
       section("run", "{}", "how it is played"),
       whole("run.samples", study_range::sample_count, "1", "how often every point is played"),
       whole("run.seed", study_range::seed, "0", "of all random numbers"),
       flag("run.common_random_numbers", "sample k has the same errors at every point"),
       whole("run.chunk", study_range::chunk_size, "",
             "shots between two saves; default: by the size"),
       flag("run.keep_shots", "also store every shot as executed, with its outcome")});
}

void add_metrics(Rows& rows) {
  rows.insert(
      rows.end(),
      {list("metric", study_range::most_metrics, "what is counted or averaged"),
       value("metric[].name", kind::text, study_range::any, "letters, digits, - and _").must(),
       one_of("metric[].kind",
              "pot first-hit scratch leave legal success wins points three-cushion-point "
              "pocketed cushions balls-hit spread time cue-x cue-y end-x end-y all",
              "", "a chance or a number, see docs/studies.md")
           .must(),
       value("metric[].ball", kind::text, study_range::any, "id of the ball")
           .only("kind", "pot first-hit end-x end-y")
           .must(),
       value("metric[].pocket", kind::text, study_range::any, "only into this pocket")
           .only("kind", "pot"),
       value("metric[].centre", kind::pair, study_range::coordinates,
             "where the cue ball is to end [m]")
           .only("kind", "leave")
           .must(),
       num("metric[].radius", study_range::positive, "", "how close to it its centre is to be [m]")
           .only("kind", "leave")
           .must(),
       one_of("metric[].game", "eight-ball nine-ball three-cushion snooker", "", "whose rules")
           .only("kind", "legal success wins points")
           .must(),
       flag("metric[].break", "the shot is the break").only("kind", "legal success wins points"),
       one_of("metric[].target", "open solids stripes colour", R"("open")",
              "what the player is on: eight-ball, snooker")
           .only("kind", "legal success wins points"),
       value("metric[].nominated", kind::text, study_range::any,
             "snooker, on a colour: id of the one that is named; default: the first one hit")
           .only("kind", "legal success wins points"),
       value("metric[].of", kind::list, study_range::most_metrics,
             "names of chances that must all be met")
           .only("kind", "all")
           .must()});
}

Rows make_study_rows() {
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
                        .doc = "a scene file beside the study, a named scene, or its keys"}
                     .must());
  rows.push_back(
      value("set", kind::list, study_range::most_values, R"(changes of it, as "key=value")"));
  add_design(rows);
  add_execution(rows);
  add_metrics(rows);
  for (KeyRow& row : rows) row.path = std::string(study_root) + '.' + row.path;
  return rows;
}

}  // namespace

const std::vector<KeyRow>& study_rows() {
  static const Rows rows = make_study_rows();
  return rows;
}

}  // namespace cuelab
