// libFuzzer: what `--set` takes, one override per line, on a scene of two balls.
#include <cstdint>
#include <string>
#include <vector>

#include "cuelab/io.hpp"

using namespace cuelab;

namespace {

constexpr std::string_view base = R"(
schema = 1
[table]
preset = "pool-9ft"
[[balls]]
id = "cue"
position = [-0.5, 0]
[[balls]]
id = "1"
position = [0.5, 0]
[shot]
ball = "cue"
speed = 2
heading = 3
[physics]
ball_ball = { law = "frictional", restitution = 0.9 }
)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> lines(1);
  for (std::size_t k = 0; k < size; ++k) {
    const char c = static_cast<char>(data[k]);
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  const Result<Scene> scene = parse_scene(base, Format::toml, "base", lines);
  if (scene) find_fault(*scene);
  return 0;
}
