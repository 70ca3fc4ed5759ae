#include <algorithm>
#include <cmath>

#include "cuelab/scene.hpp"
#include "math/elementary.hpp"
#include "scene/angles.hpp"
#include "scene/text.hpp"

namespace cuelab {

/// With L from ball to ball, D from ghost to object ball and the cue ball's path along e, the
/// object ball is at L = s e + D (e rotated by cut), hence at the angle asin(D sin(cut) / L) to the
/// left of the path.
Result<double> aim_at(const Ball& cue_ball, const Ball& object, double cut) {
  const Vec2 line = flat(object.start.r) - flat(cue_ball.start.r);
  const double distance = norm(line);
  // two balls on the cloth touch at the horizontal distance sqrt((R1+R2)^2 - (R1-R2)^2)
  const double ghost = 2.0 * std::sqrt(cue_ball.spec.radius * object.spec.radius);
  const SinCos turn = sin_cos(cut);

  if (!(turn.cos > 0.0)) {
    return Error{
        .file = "",
        .key = "shot.cut",
        .what = "is " + number_text(cut * 180.0 / pi) + " degrees, must be between -90 and 90"};
  }
  if (!(distance > 0.0) || distance < ghost - touching_on_load) {
    return Error{.file = "",
                 .key = "shot.at",
                 .what = "ball " + in_quotes(object.id) + " is too close to aim at"};
  }
  const double across = ghost * turn.sin;
  const double along = std::sqrt(std::max(0.0, distance * distance - across * across));
  // through degrees, so that the heading written to a file reads back to the same bits
  return radians(degrees(atan2(line.y, line.x) - atan2(across, along)));
}

}  // namespace cuelab
