// The library inside a shared object, as a binding for another language would use it.
#include <cuelab/cuelab.hpp>

/// The number of events of a named scene; -1 if it cannot be simulated.
extern "C" int count_events(const char* name) {
  const auto scene = cuelab::load_named_scene(name);
  if (!scene) return -1;
  const auto run = cuelab::simulate(*scene);
  return run ? static_cast<int>(run->trajectory.events.size()) : -1;
}
