// The smallest program that uses cuelab: load a scene, simulate it, print the result.
#include <cuelab/cuelab.hpp>
#include <iostream>

int main(int argc, char** argv) {
  const auto scene =
      argc > 1 ? cuelab::load_scene(argv[1]) : cuelab::load_named_scene("break_9ball");
  if (!scene) {
    std::cerr << "hello: " << scene.error().message() << '\n';
    return 2;
  }
  const auto run = cuelab::simulate(*scene);
  if (!run) {
    std::cerr << "hello: " << run.error().message() << '\n';
    return 2;
  }
  const cuelab::Trajectory& shot = run->trajectory;
  std::cout << shot.events.size() << " events in " << shot.t_end << " s\n";
}
