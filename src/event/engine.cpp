#include <algorithm>
#include <cassert>
#include <utility>

#include "cuelab/event_engine.hpp"
#include "event/simulation.hpp"
#include "strike/stroke.hpp"

namespace cuelab {

struct EventEngine::Impl {
  event::Simulation simulation;
  Cue cue;
  std::vector<Lie> lies;           ///< of the balls as in the scene
  std::vector<BallState> resting;  ///< the same with their motions found
  std::vector<BallState> start;    ///< of the shot being played

  explicit Impl(const Scene& scene) : simulation(scene), cue(scene.cue) {
    for (const Ball& ball : scene.balls) {
      lies.push_back(lie_of(scene, ball.spec, ball.start));
      resting.push_back(released(ball.spec, ball.start));
    }
  }
};

EventEngine::EventEngine(const Scene& scene) : impl_(std::make_unique<Impl>(scene)) {}
EventEngine::~EventEngine() = default;
EventEngine::EventEngine(EventEngine&&) noexcept = default;
EventEngine& EventEngine::operator=(EventEngine&&) noexcept = default;

// --- the loop ------------------------------------------------------------------------------------

void EventEngine::run(std::span<const BallState> start, Trajectory& out, Record record) {
  begin(start, out, {.record = record});
  while (step()) {
  }
  finish();
}

bool EventEngine::step() {
  event::Simulation& simulation = impl_->simulation;
  const std::optional<event::Prediction> next = simulation.next_event();  // earliest, ties by rule
  if (!next) return false;
  simulation.resolve(*next);  // only the balls involved are moved to the instant, then changed
  simulation.repredict();     // only pairs and parts that balls on a new course can meet
  return true;
}

// --- beginning, interrupting, ending -------------------------------------------------------------

void EventEngine::run(const Shot& shot, Trajectory& out, Record record) {
  Impl& impl = *impl_;
  assert(shot.ball < impl.lies.size() && "the shot names a ball of the scene");
  impl.start = impl.resting;
  impl.start[shot.ball] = stroke(impl.lies[shot.ball], impl.cue, shot);
  run(impl.start, out, record);
}

void EventEngine::begin(std::span<const BallState> start, Trajectory& out,
                        const StartOptions& options) {
  impl_->simulation.begin(start, out, options);
}

std::optional<NextEvent> EventEngine::next() {
  const std::optional<event::Prediction> next = impl_->simulation.peek();
  if (!next) return std::nullopt;
  return NextEvent{next->t, next->ball, impl_->simulation.met_in(*next)};
}

void EventEngine::advance_to(double t) {
  const std::optional<event::Prediction> next = impl_->simulation.peek();
  assert((!next || next->t >= t) && "an event comes first");
  impl_->simulation.advance_to(next ? std::min(t, next->t) : t);
}

void EventEngine::take_out(std::span<const std::uint32_t> balls) {
  for (const std::uint32_t ball : balls) impl_->simulation.take_out(ball);
  impl_->simulation.repredict();
}

void EventEngine::put(std::span<const PlacedBall> balls) {
  for (const PlacedBall& placed : balls) impl_->simulation.put(placed.ball, placed.state);
  impl_->simulation.repredict();
}

double EventEngine::now() const { return impl_->simulation.now(); }

BallState EventEngine::state(std::uint32_t ball) const {
  assert(ball < impl_->simulation.ball_count() && "a ball of the scene");
  return impl_->simulation.state(ball);
}

void EventEngine::finish() { impl_->simulation.finish(); }

// --- conveniences --------------------------------------------------------------------------------

Trajectory simulate_event(const Scene& scene) {
  Trajectory trajectory;
  EventEngine(scene).run(struck(scene), trajectory);
  return trajectory;
}

std::vector<Trajectory> simulate_batch(const Scene& scene, std::span<const Shot> shots) {
  EventEngine engine(scene);
  std::vector<Trajectory> results(shots.size());
  for (std::size_t k = 0; k < shots.size(); ++k) {
    engine.run(shots[k], results[k], Record::outcome);
  }
  return results;
}

}  // namespace cuelab
