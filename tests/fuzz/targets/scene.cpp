// libFuzzer: scene files. What is accepted can be written, read again and run.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "cuelab/io.hpp"
#include "cuelab/run.hpp"

using namespace cuelab;

namespace {

void run_shortly(const Scene& scene) {
  constexpr std::size_t most_balls = 12;
  const bool tiny = scene.balls.size() <= most_balls && scene.run.engine == Engine::event;
  if (!tiny || unsupported_reason(scene)) return;
  RunOptions options;
  options.t_max = 0.5;
  options.max_events = 200;
  const Result<RunResult> run = simulate(scene, options);
  if (!run && run.error().key != "run.max_events") std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<Scene> scene = parse_scene(text, format_of("input", text), "input");
  if (!scene || !scene->not_built.empty()) return 0;
  const Result<std::string> written = scene_to_toml(*scene);
  if (!written || !parse_scene(*written, Format::toml, "written")) std::abort();
  run_shortly(*scene);
  return 0;
}
