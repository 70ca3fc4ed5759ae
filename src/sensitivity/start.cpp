#include "sensitivity/start.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "cuelab/laws/slate/bounce.hpp"
#include "laws/cloth/free_motion.hpp"
#include "sensitivity/impact.hpp"
#include "strike/level_strike.hpp"
#include "strike/press_law.hpp"
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

/// The strike's numbers, in the order of the columns of `stroke_tangents`.
constexpr std::array<std::string_view, 5> strike_keys = {"shot.speed", "shot.heading", "shot.side",
                                                         "shot.height", "shot.elevation"};

/// The column of a number of the strike, or none.
std::optional<std::size_t> strike_column(const SceneNumber& number) {
  for (std::size_t k = 0; k < strike_keys.size(); ++k) {
    if (number.key() == strike_keys[k]) return k;
  }
  return {};
}

/// What the cloth answers to a stroke; as in `stroke`.
template <class S>
DualState<S> answered(const Lie& lie, DualState<S> s, const S& rebound) {
  const S landing = -s.v.z;
  // a level cue: friction stops what little slip a raised one gives to a rolling ball
  constexpr double no_slip = 1e-9;
  const double slip = norm(value_of(slip_over_cloth<S>(lie.ball, s)));
  if (landing.value == 0.0 && slip <= no_slip * norm(value_of(s.v))) {
    s.v.z = S(0.0);
    return s;
  }
  const double height = rebound.value * rebound.value / (2.0 * lie.gravity);
  s.v.z = height >= lie.slate.min_bounce ? rebound : S(0.0);
  return rubbed_on_slate<S>(lie.ball, s, lie.mu * (landing + s.v.z));
}

/// `stroke` in duals, of a ball on the cloth. A level cue can only be raised: its derivative with
/// respect to the elevation is to that side.
template <class S>
DualState<S> stroke_in_duals(const Lie& lie, const Cue& cue, const StrokeOf<S>& shot) {
  DualState<S> s = point_strike<S>(lie.ball, lie.resting, cue, shot);
  const S part = raised_part_of<S>(shot.elevation);
  S rebound = -lie.slate.restitution * s.v.z;
  if (part > 0.0 && shot.speed > 0.0) {
    const PressOf<S> pressed = press_of<S>(lie, cue, shot);
    const auto heading = sin_cos(shot.heading);
    const auto turned = [&](const Vec3Of<S>& a) {
      return Vec3Of<S>{heading.cos * a.x - heading.sin * a.y, heading.sin * a.x + heading.cos * a.y,
                       a.z};
    };
    rebound = part * pressed.rebound + (1.0 - part) * rebound;
    s.v += part * (turned(pressed.v) - s.v);
    s.w += part * (turned(pressed.w) - s.w);
  }
  return answered<S>(lie, s, rebound);
}

/// The columns of a strike; nothing if the record begins otherwise. The heading turns the result.
std::optional<std::array<StateTangent, strike_keys.size()>> strike_tangents(const Scene& scene,
                                                                            const Piece& first) {
  using S = Dual<4>;
  constexpr double same = 1e-10;  // rounding, of many steps [m/s]
  constexpr double degree = pi / 180.0;
  const Shot& shot = *scene.shot;
  const Ball& ball = scene.balls[shot.ball];
  StrokeOf<S> stroke{shot.speed, shot.heading, shot.side, shot.height, shot.elevation};
  stroke.speed.d[0] = 1.0;
  stroke.side.d[1] = 1.0;
  stroke.height.d[2] = 1.0;
  stroke.elevation.d[3] = degree;
  const DualState<S> s =
      stroke_in_duals<S>(lie_of(scene, ball.spec, ball.start), scene.cue, stroke);
  const Vec3 v = value_of(s.v);
  const Vec3 w = value_of(s.w);
  const double error = norm(v - first.v0) + ball.spec.radius * norm(w - first.w0);
  if (!(error <= same * (1.0 + norm(first.v0)))) return {};
  const auto column = [&](std::size_t k) {
    return StateTangent{.r = {}, .v = column_of(s.v, k), .w = column_of(s.w, k)};
  };
  const StateTangent turn{
      .r = {}, .v = {-degree * v.y, degree * v.x, 0.0}, .w = {-degree * w.y, degree * w.x, 0.0}};
  return std::array{column(0), turn, column(1), column(2), column(3)};
}

bool is_on_cloth(const Scene& scene) {
  return scene.shot &&
         !is_above_cloth(scene.balls[scene.shot->ball].spec, scene.balls[scene.shot->ball].start);
}

}  // namespace

bool is_parameter(const SceneNumber& number) {
  return number.affects() != SceneNumber::Affects::geometry &&
         (begins_with(number, "shot.") || begins_with(number, "cue.") ||
          begins_with(number, "balls.") || begins_with(number, "physics."));
}

bool is_direct(const Scene& scene, const SceneNumber& number) {
  return is_on_cloth(scene) && strike_column(number).has_value();
}

StartTangents start_tangents(const Scene& scene, const Trajectory& trajectory,
                             std::span<const SceneNumber> numbers,
                             std::span<Variation> variations) {
  const std::size_t columns = numbers.size();
  StartTangents out{std::vector<StateTangent>(scene.balls.size() * columns),
                    std::vector<Undefined>(columns, Undefined::no)};
  const bool is_any = std::ranges::any_of(
      numbers, [&](const SceneNumber& number) { return is_direct(scene, number); });
  const auto strike =
      is_any ? strike_tangents(scene, trajectory.pieces[scene.shot->ball]) : std::nullopt;
  for (std::size_t c = 0; c < columns; ++c) {
    const std::size_t ball = ball_of(scene, numbers[c]);
    if (ball >= scene.balls.size()) continue;
    StateTangent& tangent = out.tangents[ball * columns + c];
    if (is_direct(scene, numbers[c])) {
      if (strike) {
        tangent = (*strike)[*strike_column(numbers[c])];
      } else {
        out.undefined[c] = Undefined::not_reproduced;
      }
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
