#include "sensitivity/start.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "cuelab/laws/slate/bounce.hpp"
#include "sensitivity/impact.hpp"
#include "strike/level_strike.hpp"
#include "strike/stroke.hpp"

namespace cuelab::sensitivity {
namespace {

bool begins_with(const SceneNumber& number, std::string_view prefix) {
  return number.key().starts_with(prefix);
}

/// The only ball whose initial state depends on a number; `none` if there is none.
std::size_t ball_of(const Scene& scene, const SceneNumber& number) {
  if (!begins_with(number, "balls.")) return scene.shot ? scene.shot->ball : none;
  const std::string_view rest = std::string_view(number.key()).substr(6);
  std::size_t index = none;
  std::from_chars(rest.data(), rest.data() + rest.size(), index);
  return index;
}

/// State of one ball after the stroke, as numbers; false if it takes off or not unlike before.
bool start_numbers(const Scene& scene, std::size_t index, bool is_airborne,
                   std::array<double, 9>& y) {
  const Ball& ball = scene.balls[index];
  const bool hit = scene.shot && scene.shot->ball == index;
  const BallState s = hit ? stroke(lie_of(scene, ball.spec, ball.start), scene.cue, *scene.shot)
                          : released(ball.spec, ball.start);
  y = {s.r.x, s.r.y, s.r.z};
  put(ball.spec, s, y.data() + 3);
  return is_airborne == (s.motion == Motion::airborne);
}

/// The derivative of one ball's state after the stroke; nothing if there is none.
std::optional<StateTangent> start_tangent(Variation& variation, std::size_t ball, double radius,
                                          bool is_airborne) {
  const auto slope = variation.slope<9>([&](const Scene& varied, std::array<double, 9>& y) {
    return start_numbers(varied, ball, is_airborne, y);
  });
  if (!slope) return {};
  const auto& d = *slope;
  const double per = 1.0 / variation.scale();
  return StateTangent{.r = per * Vec3{d[0], d[1], d[2]},
                      .v = per * Vec3{d[3], d[4], d[5]},
                      .w = (per / radius) * Vec3{d[6], d[7], d[8]}};
}

/// The stroke of a level cue with its derivatives to speed, heading, side and height; nothing if
/// the record begins otherwise.
std::optional<DualState<Dual<4>>> level_stroke(const Scene& scene, const Piece& first) {
  using S = Dual<4>;
  constexpr double same = 1e-12;  // rounding [m/s]
  if (!scene.shot || scene.shot->elevation != 0.0) return {};
  const Shot& shot = *scene.shot;
  const Ball& ball = scene.balls[shot.ball];
  if (is_above_cloth(ball.spec, ball.start) || first.motion == Motion::airborne) return {};
  StrokeOf<S> stroke{shot.speed, shot.heading, shot.side, shot.height, 0.0};
  stroke.speed.d[0] = 1.0;
  stroke.heading.d[1] = pi / 180.0;
  stroke.side.d[2] = 1.0;
  stroke.height.d[3] = 1.0;
  const DualState<S> s = point_strike<S>(ball.spec, ball.start, scene.cue, stroke);
  const double error =
      norm(value_of(s.v) - first.v0) + ball.spec.radius * norm(value_of(s.w) - first.w0);
  if (!(error <= same * (1.0 + norm(first.v0)))) return {};
  return s;
}

/// The column of `level_stroke` of a number, or none.
std::optional<std::size_t> level_column(const SceneNumber& number) {
  constexpr std::array<std::string_view, 4> keys = {"shot.speed", "shot.heading", "shot.side",
                                                    "shot.height"};
  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (number.key() == keys[k]) return k;
  }
  return {};
}

}  // namespace

bool is_parameter(const SceneNumber& number) {
  return number.affects() != SceneNumber::Affects::geometry &&
         (begins_with(number, "shot.") || begins_with(number, "cue.") ||
          begins_with(number, "balls.") || begins_with(number, "physics."));
}

bool is_level_strike(const Scene& scene, const SceneNumber& number) {
  return scene.shot && scene.shot->elevation == 0.0 &&
         !is_above_cloth(scene.balls[scene.shot->ball].spec, scene.balls[scene.shot->ball].start) &&
         (level_column(number) || number.key() == "shot.elevation");
}

StartTangents start_tangents(const Scene& scene, const Trajectory& trajectory,
                             std::span<const SceneNumber> numbers,
                             std::span<Variation> variations) {
  const std::size_t columns = numbers.size();
  StartTangents out{std::vector<StateTangent>(scene.balls.size() * columns),
                    std::vector<Undefined>(columns, Undefined::no)};
  const auto level =
      scene.shot ? level_stroke(scene, trajectory.pieces[scene.shot->ball]) : std::nullopt;
  for (std::size_t c = 0; c < columns; ++c) {
    const std::size_t ball = ball_of(scene, numbers[c]);
    if (ball >= scene.balls.size()) continue;
    StateTangent& tangent = out.tangents[ball * columns + c];
    const auto known = level_column(numbers[c]);
    if (level && known) {
      tangent = {.r = {}, .v = column_of(level->v, *known), .w = column_of(level->w, *known)};
      continue;
    }
    if (is_level_strike(scene, numbers[c])) {
      out.undefined[c] = known ? Undefined::not_reproduced : Undefined::corner;
      continue;
    }
    const bool is_airborne = trajectory.pieces[ball].motion == Motion::airborne;
    const auto found =
        start_tangent(variations[c], ball, scene.balls[ball].spec.radius, is_airborne);
    if (found) {
      tangent = *found;
    } else {
      out.undefined[c] = Undefined::corner;
    }
  }
  return out;
}

}  // namespace cuelab::sensitivity
