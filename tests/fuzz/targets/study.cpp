// libFuzzer: study files. What is accepted is written as a study that gives itself, and its points
// can be played.
#include "cuelab/study.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "study/chunk_runner.hpp"

using namespace cuelab;

namespace {

void play_shortly(const Study& study) {
  constexpr std::size_t most_balls = 8;
  constexpr std::uint64_t most_shots = 8;
  const bool tiny = study.scene.balls.size() <= most_balls &&
                    study.scene.run.engine == Engine::event && study.shots() <= most_shots;
  if (!tiny) return;
  study::ChunkRunner runner(study, 1);
  for (std::uint64_t chunk = 0; chunk < study.chunks(); ++chunk) {
    const study::Tally tally = runner.run(chunk);
    if (!study::decode(study::encode(tally, study), study)) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<Study> study = parse_study(text, "input");
  if (!study) return 0;
  const Result<Study> again = parse_study(study->document, "again.json");
  if (!again || again->document != study->document) std::abort();
  for (const std::uint64_t point : {std::uint64_t{0}, study->points / 2, study->points - 1}) {
    if (point_values(*study, point).size() != study->axes.size()) std::abort();
  }
  play_shortly(*study);
  return 0;
}
