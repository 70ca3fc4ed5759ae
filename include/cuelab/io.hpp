#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cuelab/multibody.hpp"
#include "cuelab/result.hpp"
#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

/// Reads a scene file (.toml or .json), applies `overrides` ("key.path=value", value in TOML
/// syntax), validates everything and returns the scene with rack, aim and defaults worked out.
Result<Scene> load_scene(const std::string& path, std::span<const std::string> overrides = {});

enum class Format : std::uint8_t { toml, json };

/// By the ending of the name; other names by the first character, since only JSON begins with a
/// brace.
Format format_of(const std::string& name, std::string_view text);

/// The same from text; `name` stands for the file in messages.
Result<Scene> parse_scene(std::string_view text, Format format, const std::string& name,
                          std::span<const std::string> overrides = {});

/// A scene file in TOML that loads to the same scene. Settings of engines and laws that are not
/// built yet are not part of a `Scene` and are lost.
std::string scene_to_toml(const Scene& scene);

/// The same as a JSON document, on one line.
std::string scene_to_json(const Scene& scene);

/// One key of scene files, for people.
struct KeyDoc {
  std::string path;       ///< dotted; "balls[].id" is a key of every ball
  std::string type;       ///< "a number", "[x, y]", ...
  std::string allowed;    ///< "at least 0", "one of line, plane", ...
  std::string fallback;   ///< default as JSON; "" when it depends on other keys or there is none
  std::string doc;        ///< one line, with the unit
  bool required = false;  ///< in every table of its kind
};

/// Every key a scene file may have, parents before children.
std::vector<KeyDoc> scene_keys();

/// The JSON Schema of scene files.
std::string scene_schema();

/// All balls at the instants `at`, in that order: as in `exact` where it has the instant, else from
/// the pieces; at and after the end of the run the final states.
std::vector<Snapshot> samples_at(const Trajectory& trajectory, std::span<const double> at,
                                 std::span<const Snapshot> exact = {});

/// What goes into the JSON document of a run.
struct ReportOptions {
  bool states = false;          ///< the involved balls' states after every event
  std::vector<double> at = {};  ///< sample all balls at these times [s]
  bool pieces = false;          ///< scene and pieces too, so that the file can be drawn later
  double wall_seconds = 0.0;    ///< how long the run took
  std::span<const Snapshot> snapshots = {};  ///< of a smooth run: what it gave for these times
};

/// The JSON document `cuelab simulate --json` prints, without trailing newline.
std::string trajectory_to_json(const Scene& scene, const Trajectory& trajectory,
                               const ReportOptions& options);

/// Events as CSV: t,type,first,second.
std::string trajectory_to_csv(const Scene& scene, const Trajectory& trajectory);

/// A scene with its trajectory, read back from a file written with `ReportOptions::pieces`.
struct Recording {
  Scene scene;
  Trajectory trajectory;
  double wall_seconds = 0.0;  ///< how long the run took
};
Result<Recording> load_recording(const std::string& path);

/// The same from text; `name` stands for the file in messages.
Result<Recording> parse_recording(std::string_view text, const std::string& name);

/// Writes a whole file or nothing: to a temporary name first, then renamed.
Result<std::monostate> write_file(const std::string& path, std::string_view text);

}  // namespace cuelab
