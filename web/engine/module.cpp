// The functions that the page calls. Texts are passed in `input`: a count, that many lengths in
// bytes, then the texts in UTF-8, one after the other. Results are returned in `output`.
#include <cmath>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cuelab/io.hpp"
#include "cuelab/run.hpp"
#include "curves.hpp"
#include "describe.hpp"
#include "sensitivity.hpp"
#include "shots.hpp"

/// Called periodically with the simulated time [s]; 0 stops the run.
extern "C" [[clang::import_module("page"), clang::import_name("progress")]] int page_progress(
    double t);

namespace cuelab::web {

/// A run held by the page.
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

bool report_progress(double t) { return page_progress(t) != 0; }

/// Keeps a run until `release`; null, with the message as output, if there is none.
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

/// Whether the input is a valid scene; the output describes it, or says what is wrong.
[[clang::export_name("parse")]] bool parse() {
  const auto scene = input_scene();
  output_bytes = scene ? scene_text(*scene) : scene.error().message();
  return static_cast<bool>(scene);
}

[[clang::export_name("keys")]] void keys() { output_bytes = keys_text(); }

// --- shots that do what is wanted ----------------------------------------------------------------

namespace {

bool answer(const Result<std::string>& text) {
  output_bytes = text ? *text : text.error().message();
  return static_cast<bool>(text);
}

}  // namespace

/// Whether the input is a valid goal; the output has its shots, or says what is wrong.
[[clang::export_name("find_shots")]] bool find_shots() {
  return answer(shots_text(input_texts()[0], [](double part) { page_progress(part); }));
}

/// The same with the make region of the shot with which the unknowns start.
[[clang::export_name("make_region")]] bool make_region(std::uint32_t headings,
                                                       std::uint32_t speeds) {
  return answer(region_text(input_texts()[0], headings, speeds));
}

// --- runs ----------------------------------------------------------------------------------------

/// Simulates the input scene up to `t_max`, or to its own time limit if that is NaN.
[[clang::export_name("simulate")]] Run* simulate(double t_max) {
  auto scene = input_scene();
  if (!scene) return keep(scene.error());
  if (!std::isnan(t_max)) scene->run.t_max = t_max;
  auto run = cuelab::simulate(*scene, {.progress = report_progress});
  if (!run) {
    Error error = run.error();
    error.file = input_texts()[0];
    return keep(std::move(error));
  }
  return keep(Recording{*std::move(scene), std::move(run->trajectory)});
}

/// Opens the input, name and text, as a recording.
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

[[clang::export_name("events")]] void events(const Run* run) {
  output_bytes = events_text(run->recording.scene, run->recording.trajectory, run->replay);
}

/// The numbers of all balls at t, valid until the next call.
[[clang::export_name("sample")]] const double* sample(Run* run, double t) {
  sample_into(run->sample, run->replay, run->recording.trajectory, t);
  return run->sample.data();
}

/// The number of points of a ball's path; the output has their positions, times and motions.
[[clang::export_name("path")]] std::uint32_t path(const Run* run, std::uint32_t ball) {
  const PathPoints path_points = path_of(run->replay, ball);
  output_bytes.clear();
  put(path_points.points);
  put(path_points.times);
  put(path_points.motions);
  return path_points.times.size();
}

[[clang::export_name("energy")]] void energy(const Run* run) {
  output_bytes.clear();
  put(energy_curve(run->recording.scene, run->recording.trajectory, run->replay));
}

/// Whether the run has derivatives; the output has them, or says why not.
[[clang::export_name("sensitivity")]] bool sensitivity(const Run* run) {
  const auto text = sensitivity_text(run->recording.scene, run->recording.trajectory);
  output_bytes = text ? *text : text.error().what;
  return static_cast<bool>(text);
}

/// The recording, as JSON.
[[clang::export_name("recording")]] void recording(const Run* run, double seconds) {
  ReportOptions options;
  options.pieces = true;
  options.wall_seconds = seconds;
  output_bytes =
      *trajectory_to_json(run->recording.scene, run->recording.trajectory, options) + "\n";
}

/// Whether play can continue from the end of the run; the output describes the scene there, or says
/// why not.
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
