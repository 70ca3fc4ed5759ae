// libFuzzer: recordings. What is accepted can be replayed and audited.
#include <cstdint>
#include <string_view>

#include "cuelab/io.hpp"

using namespace cuelab;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<Recording> recording = parse_recording(text, "input");
  if (!recording) return 0;
  const auto& [scene, trajectory, wall_seconds] = *recording;
  const Replay replay(trajectory);
  for (std::size_t ball = 0; ball < replay.ball_count(); ++ball) {
    for (const double share : {0.0, 0.5, 1.0}) replay.sample(ball, share * replay.t_end());
  }
  for (const Event& event : trajectory.events) agents_of(event, scene);
  energy_audit(scene, trajectory);
  hash_of(trajectory);
  final_scene(scene, trajectory);
  return 0;
}
