#include <algorithm>
#include <limits>
#include <memory>

#include "cuelab/laws/slate/bounce.hpp"
#include "cuelab/sensitivity.hpp"
#include "sensitivity/pass.hpp"
#include "strike/stroke.hpp"

namespace cuelab {
namespace sensitivity {
namespace {

/// Arrays of the right sizes, with no derivative known yet.
Derivatives make_empty(const Scene& scene, const Trajectory& trajectory, std::size_t columns) {
  Derivatives out;
  out.columns = columns;
  out.final.resize(scene.balls.size() * columns);
  out.undefined.resize(scene.balls.size(), Undefined::no);
  out.event_times.resize(trajectory.events.size() * columns,
                         std::numeric_limits<double>::quiet_NaN());
  out.pieces.resize(trajectory.pieces.size() * columns);
  out.piece_undefined.resize(trajectory.pieces.size(), Undefined::no);
  return out;
}

/// All columns, in blocks.
void run_passes(const Scene& scene, const Trajectory& trajectory, const StartColumns& start,
                std::span<Variation* const> variations, Derivatives& out) {
  const auto run_block = [&]<std::size_t N>(std::size_t first) {
    Pass<N>(scene, trajectory, variations.subspan(first)).run(start, first, out);
    return first + N;
  };
  for (std::size_t first = 0; first < out.columns;) {
    const std::size_t left = out.columns - first;
    if (left <= 4) {
      first = run_block.template operator()<4>(first);
    } else {
      first = run_block.template operator()<8>(first);
    }
  }
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
  const auto slope = slope_of<9>(
      [&](double h, std::array<double, 9>& y) {
        const Scene* varied = variation.at(h);
        return varied != nullptr && start_numbers(*varied, ball, is_airborne, y);
      },
      variation.sides());
  if (!slope) return {};
  const auto& d = *slope;
  const double per = 1.0 / variation.scale();
  return StateTangent{.r = per * Vec3{d[0], d[1], d[2]},
                      .v = per * Vec3{d[3], d[4], d[5]},
                      .w = (per / radius) * Vec3{d[6], d[7], d[8]}};
}

}  // namespace
}  // namespace sensitivity

using namespace sensitivity;

std::string_view name_of(Undefined reason) {
  switch (reason) {
    case Undefined::no:
      return "defined";
    case Undefined::lasting_contact:
      return "lasting contact";
    case Undefined::grazing:
      return "grazing";
    case Undefined::simultaneous:
      return "simultaneous events";
    case Undefined::corner:
      return "not smooth";
    case Undefined::not_reproduced:
      return "not reproduced";
  }
  return "";
}

StateTangent tangent_on(const Piece& piece, const PieceTangent& tangent, double t) {
  const double s = t - piece.t0;
  const double ds = -tangent.t0;
  StateTangent out;
  out.r = tangent.r0 + s * (tangent.v0 + s * tangent.a) + ds * (piece.v0 + (2.0 * s) * piece.a);
  out.v = tangent.v0 + (2.0 * s) * tangent.a + (2.0 * ds) * piece.a;
  out.w = tangent.w0 + s * tangent.dw + ds * piece.dw;
  const double left = std::abs(piece.w0.z) - piece.spin_decay * s;
  const double sign = piece.w0.z < 0.0 ? -1.0 : 1.0;
  out.w.z = left > 0.0 ? tangent.w0.z - sign * (tangent.spin_decay * s + piece.spin_decay * ds)
                       : (piece.spin_decay > 0.0 ? 0.0 : tangent.w0.z);
  return out;
}

std::uint32_t piece_at(const Trajectory& trajectory, std::uint32_t ball, double t) {
  std::uint32_t found = none;
  for (std::uint32_t k = 0; k < trajectory.pieces.size(); ++k) {
    const Piece& piece = trajectory.pieces[k];
    if (piece.t0 > t) break;
    if (piece.ball == ball) found = k;
  }
  return found;
}

Derivatives differentiate_from(const Scene& scene, const Trajectory& trajectory,
                               std::span<const StateTangent> start) {
  const std::size_t columns = scene.balls.empty() ? 0 : start.size() / scene.balls.size();
  Derivatives out = make_empty(scene, trajectory, columns);
  const std::vector<Undefined> defined(scene.balls.size(), Undefined::no);
  const std::vector<Variation*> constant(columns, nullptr);
  run_passes(scene, trajectory, {start, defined}, constant, out);
  return out;
}

Result<Derivatives> differentiate(const Scene& scene, const Trajectory& trajectory,
                                  std::span<const SceneNumber> parameters) {
  if (scene.run.engine != Engine::event) {
    return Error{"", "run.engine", "derivatives are available for the event engine only"};
  }
  const std::size_t balls = scene.balls.size();
  if (trajectory.pieces.size() < balls) {
    return Error{"", "", "derivatives need a run that has recorded its pieces"};
  }
  std::vector<Variation> numbers;
  numbers.reserve(parameters.size());
  std::vector<Variation*> laws;
  for (const SceneNumber& number : parameters) {
    if (number.affects() == SceneNumber::Affects::geometry) {
      return Error{"", number.key(),
                   "derivatives with respect to the table and to sizes and masses of balls are not "
                   "available"};
    }
    numbers.emplace_back(scene, number);
    laws.push_back(numbers.back().changes_laws() ? &numbers.back() : nullptr);
  }

  std::vector<StateTangent> start(balls * parameters.size());
  std::vector<Undefined> undefined(balls, Undefined::no);
  for (std::size_t ball = 0; ball < balls; ++ball) {
    const bool is_airborne = trajectory.pieces[ball].motion == Motion::airborne;
    for (std::size_t c = 0; c < numbers.size(); ++c) {
      const auto tangent =
          start_tangent(numbers[c], ball, scene.balls[ball].spec.radius, is_airborne);
      if (tangent) {
        start[ball * numbers.size() + c] = *tangent;
      } else {
        undefined[ball] = Undefined::corner;
      }
    }
  }
  Derivatives out = make_empty(scene, trajectory, parameters.size());
  run_passes(scene, trajectory, {start, undefined}, laws, out);
  return out;
}

}  // namespace cuelab
