// Whole shots with the hybrid engine, beside the event and the smooth engine.
#include <benchmark/benchmark.h>

#include "cuelab/cuelab.hpp"

namespace {

using namespace cuelab;

const std::string root = CUELAB_SOURCE_DIR;

/// A rack that touches, or another scene as it is.
Scene scene_of(const std::string& name) {
  std::vector<std::string> overrides;
  if (name.starts_with("break")) overrides = {"rack.gap=0", "rack.jitter=0"};
  return *load_scene(root + "/scenes/" + name + ".toml", overrides);
}

template <class AnyEngine>
void shot(benchmark::State& state, const std::string& name, const Hybrid& settings) {
  Scene scene = scene_of(name);
  scene.hybrid = settings;
  AnyEngine engine(scene);
  const std::vector<BallState> start = struck(scene);
  Trajectory run;
  for (auto _ : state) engine.run(start, run);
  state.counters["events"] = static_cast<double>(run.events.size());
  state.counters["clusters"] = static_cast<double>(run.cost.clusters);
  state.counters["steps"] = static_cast<double>(run.cost.steps);
}

void smooth_shot(benchmark::State& state, const std::string& name) {
  Scene scene = scene_of(name);
  scene.run.engine = Engine::smooth;
  for (auto _ : state) benchmark::DoNotOptimize(simulate(scene));
}

const Hybrid fast{.integrator = Hybrid::Integrator::fast};

void register_shots() {
  for (const std::string name : {"break_9ball", "break_8ball", "cut_left_side", "three_cushion"}) {
    const auto add = [&](const char* engine, auto run) {
      benchmark::RegisterBenchmark((std::string(engine) + "/" + name).c_str(), run)
          ->Unit(benchmark::kMicrosecond);
    };
    add("event", [=](benchmark::State& s) { shot<EventEngine>(s, name, {}); });
    add("hybrid_accurate", [=](benchmark::State& s) { shot<HybridEngine>(s, name, {}); });
    add("hybrid_fast", [=](benchmark::State& s) { shot<HybridEngine>(s, name, fast); });
    add("smooth", [=](benchmark::State& s) { smooth_shot(s, name); });
  }
}

const bool registered = (register_shots(), true);

}  // namespace
