// Writes what the libFuzzer targets begin with: scenes as JSON, short recordings, an override for
// every key, goals, studies, and a dictionary of keys.
#include <filesystem>
#include <set>

#include <fmt/core.h>

#include "cuelab/io.hpp"
#include "cuelab/run.hpp"

namespace cuelab::fuzz {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, std::string_view text) {
  const auto written = write_file(file, text);
  if (!written) fmt::print(stderr, "{}\n", written.error().message());
}

void write_scenes(const fs::path& scenes, const fs::path& to) {
  for (const fs::directory_entry& entry : fs::directory_iterator(scenes)) {
    const Result<Scene> scene = load_scene(entry.path());
    if (!scene) continue;
    const std::string name = entry.path().stem();
    fs::copy_file(entry.path(), to / "scene" / entry.path().filename(),
                  fs::copy_options::overwrite_existing);
    if (const auto text = scene_to_json(*scene)) write(to / "scene" / (name + ".json"), *text);
    if (scene->run.engine != Engine::event || scene->balls.size() > 4) continue;
    RunOptions options;
    options.t_max = 0.5;
    const Result<RunResult> run = simulate(*scene, options);
    if (!run) continue;
    const auto text = trajectory_to_json(*scene, run->trajectory, {.states = true, .pieces = true});
    if (text) write(to / "recording" / (name + ".json"), *text);
  }
}

void write_goals(const fs::path& goals, const fs::path& to) {
  for (const fs::directory_entry& entry : fs::directory_iterator(goals)) {
    fs::copy_file(entry.path(), to / "goal" / entry.path().filename(),
                  fs::copy_options::overwrite_existing);
  }
}

/// The studies, and small ones that the target plays.
void write_studies(const fs::path& studies, const fs::path& to) {
  for (const fs::directory_entry& entry : fs::directory_iterator(studies)) {
    fs::copy_file(entry.path(), to / "study" / entry.path().filename(),
                  fs::copy_options::overwrite_existing);
  }
  constexpr std::string_view head = R"(schema = 1
scene = "cut_left_side"
noise.level = "computational-pool"
run = { samples = 2, keep_shots = true }
[[metric]]
name = "a"
kind = "pot"
ball = "1"
[[metric]]
name = "b"
kind = "success"
game = "eight-ball"
)";
  const std::string axis = "[[axis]]\nkey = \"shot.speed\"\n";
  const std::string cushion = "[[axis]]\nkey = \"physics.cushion.law\"\n";
  const auto put = [&](const char* name, const std::string& rest) {
    write(to / "study" / name, std::string(head) + rest);
  };
  put("grid", axis + "from = 1\nto = 2\ncount = 2\n" + cushion + "values = [\"mirror\"]\n");
  put("random", axis + "mean = 2\ndeviation = 0.1\n[design]\nkind = \"random\"\npoints = 3\n");
  put("sobol", axis + "from = 1\nto = 2\n[design]\nkind = \"sobol\"\npoints = 4\n");
  put("list", axis + cushion + "[design]\nkind = \"list\"\nrows = [[1, \"mirror\"]]\n");
}

/// "physics.cloth.sliding" and, for keys of lists, "balls.0.id".
std::string with_index(std::string path) {
  for (std::size_t at = path.find("[]"); at != std::string::npos; at = path.find("[]")) {
    path.replace(at, 2, ".0");
  }
  return path;
}

void write_keys(const fs::path& to) {
  std::set<std::string> words;
  std::size_t count = 0;
  for (const KeyDoc& key : scene_keys()) {
    const std::string path = with_index(key.path);
    const std::string value = key.fallback.empty() ? "1" : key.fallback;
    write(to / "overrides" / std::to_string(count++), path + "=" + value);
    words.insert(path);
    words.insert(path.substr(path.rfind('.') + 1));
  }
  for (const KeyDoc& key : study_keys()) words.insert(key.path.substr(key.path.rfind('.') + 1));
  for (const KeyDoc& key : goal_keys()) words.insert(key.path.substr(key.path.rfind('.') + 1));
  words.insert({"0", "-1", "-0.0", "1e-300", "1e-9", "1e9", "1e18", "1e300", "nan", "inf", "true"});
  std::string dictionary;
  for (const std::string& word : words) dictionary += "\"" + word + "\"\n";
  write(to / "dictionary", dictionary);
}

}  // namespace
}  // namespace cuelab::fuzz

int main(int argc, char** argv) {
  if (argc != 5) {
    fmt::print(stderr, "usage: write_corpus SCENES GOALS STUDIES FOLDER\n");
    return 2;
  }
  const std::filesystem::path to = argv[4];
  for (const char* folder : {"scene", "recording", "overrides", "goal", "study"}) {
    std::filesystem::create_directories(to / folder);
  }
  cuelab::fuzz::write_scenes(argv[1], to);
  cuelab::fuzz::write_goals(argv[2], to);
  cuelab::fuzz::write_studies(argv[3], to);
  cuelab::fuzz::write_keys(to);
  return 0;
}
