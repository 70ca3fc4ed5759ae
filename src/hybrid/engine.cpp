#include <cassert>
#include <utility>

#include "cuelab/hybrid.hpp"
#include "hybrid/simulation.hpp"
#include "strike/stroke.hpp"

namespace cuelab {

struct HybridEngine::Impl {
  hybrid::Simulation simulation;
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

HybridEngine::HybridEngine(const Scene& scene) : impl_(std::make_unique<Impl>(scene)) {}
HybridEngine::~HybridEngine() = default;
HybridEngine::HybridEngine(HybridEngine&&) noexcept = default;
HybridEngine& HybridEngine::operator=(HybridEngine&&) noexcept = default;

void HybridEngine::run(std::span<const BallState> start, Trajectory& out, Record record) {
  begin(start, out, record);
  while (step()) {
  }
  finish();
}

void HybridEngine::run(const Shot& shot, Trajectory& out, Record record) {
  Impl& impl = *impl_;
  assert(shot.ball < impl.lies.size() && "the shot names a ball of the scene");
  impl.start = impl.resting;
  impl.start[shot.ball] = stroke(impl.lies[shot.ball], impl.cue, shot);
  run(impl.start, out, record);
}

void HybridEngine::begin(std::span<const BallState> start, Trajectory& out, Record record) {
  impl_->simulation.begin(start, out, record);
}

bool HybridEngine::step() { return impl_->simulation.step(); }
double HybridEngine::now() const { return impl_->simulation.now(); }
BallState HybridEngine::state(std::uint32_t ball) const { return impl_->simulation.state(ball); }
void HybridEngine::finish() { impl_->simulation.finish(); }

Trajectory simulate_hybrid(const Scene& scene) {
  Trajectory trajectory;
  HybridEngine(scene).run(struck(scene), trajectory);
  return trajectory;
}

}  // namespace cuelab
