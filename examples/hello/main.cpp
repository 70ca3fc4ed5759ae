// The smallest program that uses cuelab: load a scene, simulate it, say what happened.
#include <cuelab/cuelab.hpp>
#include <iostream>

int main(int argc, char** argv) {
  const auto scene = cuelab::load_scene(argc > 1 ? argv[1] : "scenes/break_9ball.toml");
  if (!scene) {
    std::cerr << "hello: " << scene.error().message() << '\n';
    return 2;
  }
  const cuelab::Trajectory shot = cuelab::simulate_event(*scene);
  std::cout << shot.events.size() << " events in " << shot.t_end << " s\n";
}
