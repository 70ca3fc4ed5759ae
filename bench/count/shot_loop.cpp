// shot_loop FILE N : one recorded scene N times through the event engine, for counting
// instructions; bench/count/instructions.py runs it under callgrind.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cuelab/cuelab.hpp"

int main(int argc, char** argv) {
  using namespace cuelab;
  if (argc != 3) return 2;
  std::ifstream file(argv[1]);
  auto document = nlohmann::json::parse(file).at("scene");
  document["table"]["cushion_contact"] = "slanted-plane";  // as the recorder has it
  const auto scene = parse_scene(document.dump(), Format::json, argv[1]);
  if (!scene) return 2;
  EventEngine engine(*scene);
  const auto start = struck(*scene);
  Trajectory shot;
  for (long k = std::atol(argv[2]); k > 0; --k) engine.run(start, shot);
  std::printf("%zu %llu\n", shot.events.size(), static_cast<unsigned long long>(shot.cost.roots));
}
