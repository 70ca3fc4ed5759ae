#include "strike/strike.hpp"

#include "cuelab/laws/slate/bounce.hpp"
#include "strike/level_strike.hpp"
#include "strike/stroke.hpp"

namespace cuelab {

BallState strike(const BallSpec& ball, const BallState& resting, const Cue& cue, const Shot& shot) {
  return point_strike<double>(ball, resting, cue, stroke_of(shot));
}

std::vector<BallState> struck(const Scene& scene) {
  std::vector<BallState> states;
  states.reserve(scene.balls.size());
  for (std::size_t i = 0; i < scene.balls.size(); ++i) {
    const Ball& ball = scene.balls[i];
    const bool hit = scene.shot && scene.shot->ball == i;
    states.push_back(hit ? stroke(lie_of(scene, ball.spec, ball.start), scene.cue, *scene.shot)
                         : released(ball.spec, ball.start));
  }
  return states;
}

}  // namespace cuelab
