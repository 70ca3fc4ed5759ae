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
#include "cuelab/sensitivity.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

/// Reads a scene file (.toml or .json), applies `overrides` ("key.path=value", value in TOML
/// syntax), validates everything and returns the scene with rack, aim and defaults resolved.
Result<Scene> load_scene(const std::string& path, std::span<const std::string> overrides = {});

/// A scene that comes with the library.
struct NamedScene {
  std::string_view name;  ///< "break_9ball"
  std::string_view text;  ///< TOML
};

/// All scenes embedded in the library, sorted by name.
std::vector<NamedScene> named_scenes();

/// Loads one of them; reads no file.
Result<Scene> load_named_scene(std::string_view name, std::span<const std::string> overrides = {});

enum class Format : std::uint8_t { toml, json };

/// Format by the extension of the name; otherwise by the first character, since only JSON begins
/// with a brace.
Format format_of(const std::string& name, std::string_view text);

/// The same from text; messages use `name` as the file name.
Result<Scene> parse_scene(std::string_view text, Format format, const std::string& name,
                          std::span<const std::string> overrides = {});

/// A scene file in TOML that loads to the same scene. Settings of engines that are not built yet
/// are not part of a `Scene` and are lost. Error when no file can hold the scene: a custom law of
/// the calling program, a law that is not built yet, a pool table without balls.
Result<std::string> scene_to_toml(const Scene& scene);

/// The same as a JSON document, on one line.
Result<std::string> scene_to_json(const Scene& scene);

/// One key of scene files, as text.
struct KeyDoc {
  std::string path;       ///< dotted; "balls[].id" is a key of every ball
  std::string type;       ///< "a number", "[x, y]", ...
  std::string allowed;    ///< "at least 0", "one of line, plane", ...
  std::string fallback;   ///< default value as JSON; "" if none or if it depends on other keys
  std::string doc;        ///< one line, with the unit
  bool required = false;  ///< in every table of its kind
};

/// Every key a scene file may have, parents before children.
std::vector<KeyDoc> scene_keys();

/// The JSON Schema of scene files.
std::string scene_schema();

/// The same for study files.
std::vector<KeyDoc> study_keys();
std::string study_schema();

/// The same for goal files.
std::vector<KeyDoc> goal_keys();
std::string goal_schema();

/// Derivatives of a run, for its JSON document.
struct DerivativeReport {
  std::vector<std::string> parameters{};  ///< names, one per column
  Derivatives derivatives{};
  std::vector<Margin> margins{};  ///< one per column
};

/// The derivatives alone, as the member "derivatives" of the document of a run.
std::string derivatives_to_json(const Scene& scene, const DerivativeReport& report);

/// What goes into the JSON document of a run.
struct ReportOptions {
  bool states = false;                     ///< the involved balls' states after every event
  bool pieces = false;                     ///< scene and pieces, too: a recording
  double wall_seconds = 0.0;               ///< how long the run took
  std::span<const Snapshot> samples = {};  ///< all balls at chosen times
  const DerivativeReport* derivatives = nullptr;
};

/// The JSON document that `cuelab simulate --json` prints, without trailing newline. With `pieces`,
/// error when the scene cannot be written, as for `scene_to_toml`.
Result<std::string> trajectory_to_json(const Scene& scene, const Trajectory& trajectory,
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

/// The same from text; messages use `name` as the file name.
Result<Recording> parse_recording(std::string_view text, const std::string& name);

/// Writes a file completely or not at all: to a temporary file, which is then renamed.
Result<std::monostate> write_file(const std::string& path, std::string_view text);

}  // namespace cuelab
