#include "cuelab/event_engine.hpp"

#include <utility>

#include "event/run.hpp"

namespace cuelab {

struct EventEngine::Impl {
  Run run;
};

EventEngine::EventEngine(const Scene& scene) : impl_(std::make_unique<Impl>(Impl{Run(scene)})) {}
EventEngine::~EventEngine() = default;
EventEngine::EventEngine(EventEngine&&) noexcept = default;
EventEngine& EventEngine::operator=(EventEngine&&) noexcept = default;

void EventEngine::run(std::span<const BallState> start, Trajectory& out, Record record) {
  Run& run = impl_->run;
  run.begin(start, out, record);
  while (const std::optional<Prediction> next = run.next_event()) {  // earliest, ties by rule
    run.resolve(*next);  // only the balls involved are moved to the instant, then changed
    run.repredict();     // only pairs and parts that balls on a new course can meet
  }
  run.finish();
}

Trajectory simulate_event(const Scene& scene) {
  Trajectory trajectory;
  EventEngine(scene).run(struck(scene), trajectory);
  return trajectory;
}

std::vector<Trajectory> simulate_batch(const Scene& scene, std::span<const Shot> shots) {
  EventEngine engine(scene);
  Scene stroke = scene;
  std::vector<Trajectory> results(shots.size());
  for (std::size_t k = 0; k < shots.size(); ++k) {
    stroke.shot = shots[k];
    engine.run(struck(stroke), results[k], Record::outcome);
  }
  return results;
}

}  // namespace cuelab
