// The functions the page's wrapper calls. Texts go in through `input`: a count, that many lengths
// in bytes, then the texts in UTF-8, one after the other. Answers come back in `output`.
#include <cmath>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cuelab/event_engine.hpp"
#include "cuelab/io.hpp"
#include "cuelab/stepped.hpp"
#include "curves.hpp"
#include "describe.hpp"

/// The page's function that hears how far a run is [s]; 0 ends the run.
extern "C" [[clang::import_module("page"), clang::import_name("progress")]] int page_progress(
    double t);

namespace cuelab::web {

/// A run the page holds.
struct Run {
  Recording recording;
  Replay replay;
  std::vector<double> sample;

  explicit Run(Recording&& kept) : recording(std::move(kept)), replay(recording.trajectory) {}
};

namespace {

std::vector<std::uint8_t> input_bytes;
std::string output_bytes;

std::vector<std::string> input_texts() {
  const auto number_at = [](std::size_t index) {
    std::uint32_t number = 0;
    std::memcpy(&number, input_bytes.data() + index * sizeof number, sizeof number);
    return number;
  };
  const std::uint32_t count = number_at(0);
  std::vector<std::string> texts;
  const std::uint8_t* at = input_bytes.data() + (count + 1) * sizeof count;
  for (std::uint32_t i = 1; i <= count; ++i) {
    texts.emplace_back(at, at + number_at(i));
    at += number_at(i);
  }
  return texts;
}

/// The input as a scene: its name, its text, overrides.
Result<Scene> input_scene() {
  const std::vector<std::string> texts = input_texts();
  const std::string& name = texts[0];
  const std::string& text = texts[1];
  return parse_scene(text, format_of(name, text), name, std::span(texts).subspan(2));
}

template <class T>
void put(const std::vector<T>& values) {
  output_bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

bool tell_page(double t) { return page_progress(t) != 0; }

Result<Trajectory> run_smooth(const Scene& scene) {
  SmoothOptions options;
  options.progress = tell_page;
  auto run = simulate_smooth(scene, options);
  if (!run) return run.error();
  return std::move(run->trajectory);
}

/// Runs the engine the scene names.
Result<Trajectory> run_engine(const Scene& scene) {
  if (!scene.not_built.empty()) return Error{"", "", scene.not_built};
  switch (scene.run.engine) {
    case Engine::event:
      return simulate_event(scene);
    case Engine::smooth:
      return run_smooth(scene);
    case Engine::stepped:
      return simulate_stepped(scene, tell_page);
    case Engine::hybrid:
      break;
  }
  return Error{"", "run.engine", "\"hybrid\" is not built yet; available: event, smooth, stepped"};
}

/// Keeps a run until `release`; null, with the message as output, when there is none.
Run* keep(Result<Recording>&& recording) {
  if (recording) return std::make_unique<Run>(*std::move(recording)).release();
  output_bytes = recording.error().message();
  return nullptr;
}

}  // namespace

// --- texts ---------------------------------------------------------------------------------------

[[clang::export_name("input")]] std::uint8_t* input(std::uint32_t size) {
  input_bytes.resize(size);
  return input_bytes.data();
}
[[clang::export_name("output")]] const char* output() { return output_bytes.data(); }
[[clang::export_name("output_size")]] std::uint32_t output_size() { return output_bytes.size(); }

/// Whether the input is a scene; the output describes it, or says what is wrong.
[[clang::export_name("parse")]] bool parse() {
  const auto scene = input_scene();
  output_bytes = scene ? scene_text(*scene) : scene.error().message();
  return static_cast<bool>(scene);
}

[[clang::export_name("keys")]] void keys() { output_bytes = keys_text(); }

// --- runs ----------------------------------------------------------------------------------------

/// Simulates the input scene, up to its own time limit when `t_max` is not a number.
[[clang::export_name("simulate")]] Run* simulate(double t_max) {
  auto scene = input_scene();
  if (!scene) return keep(scene.error());
  if (!std::isnan(t_max)) scene->run.t_max = t_max;
  auto trajectory = run_engine(*scene);
  if (!trajectory) {
    Error error = trajectory.error();
    error.file = input_texts()[0];
    return keep(std::move(error));
  }
  return keep(Recording{*std::move(scene), *std::move(trajectory)});
}

/// Opens the input, name and text, as a result file.
[[clang::export_name("open")]] Run* open() {
  const std::vector<std::string> texts = input_texts();
  return keep(parse_recording(texts[1], texts[0]));
}

[[clang::export_name("release")]] void release(Run* run) { const std::unique_ptr<Run> last(run); }

[[clang::export_name("describe")]] void describe(const Run* run) {
  output_bytes = run_text(run->recording.scene, run->recording.trajectory);
}

[[clang::export_name("wall_seconds")]] double wall_seconds(const Run* run) {
  return run->recording.wall_seconds;
}

[[clang::export_name("happenings")]] void happenings(const Run* run) {
  output_bytes = happenings_text(run->recording.scene, run->recording.trajectory, run->replay);
}

/// The numbers of all balls at t; they stand until the next call.
[[clang::export_name("sample")]] const double* sample(Run* run, double t) {
  sample_into(run->sample, run->replay, run->recording.trajectory, t);
  return run->sample.data();
}

/// The number of points of a ball's way; the output has their places, times and motions.
[[clang::export_name("path")]] std::uint32_t path(const Run* run, std::uint32_t ball) {
  const WayPoints way = way_of(run->replay, ball);
  output_bytes.clear();
  put(way.points);
  put(way.times);
  put(way.motions);
  return way.times.size();
}

[[clang::export_name("energy")]] void energy(const Run* run) {
  output_bytes.clear();
  put(energy_curve(run->recording.scene, run->recording.trajectory, run->replay));
}

/// The result file.
[[clang::export_name("result_file")]] void result_file(const Run* run, double seconds) {
  ReportOptions options;
  options.pieces = true;
  options.wall_seconds = seconds;
  output_bytes =
      trajectory_to_json(run->recording.scene, run->recording.trajectory, options) + "\n";
}

/// Whether there is a scene as the run left it; the output describes it, or says why not.
[[clang::export_name("after")]] bool after(const Run* run) {
  const auto& [scene, trajectory, seconds] = run->recording;
  const Scene rest = final_scene(scene, trajectory);
  const bool pool = is_pool(scene.system);
  if (!pool) {
    output_bytes = "a " + std::string(kind_of(scene.system)) + " starts only as [system] says";
  } else if (rest.balls.empty()) {
    output_bytes = "no ball is left on the table";
  } else {
    output_bytes = scene_text(rest);
  }
  return pool && !rest.balls.empty();
}

}  // namespace cuelab::web
