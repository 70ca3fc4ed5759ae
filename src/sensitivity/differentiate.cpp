#include <algorithm>
#include <cmath>
#include <limits>

#include "cuelab/sensitivity.hpp"
#include "sensitivity/pass.hpp"
#include "sensitivity/start.hpp"

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
  out.column_undefined.resize(columns, Undefined::no);
  out.piece_undefined.resize(trajectory.pieces.size(), Undefined::no);
  return out;
}

/// All columns, in blocks.
void run_passes(const Scene& scene, const Trajectory& trajectory,
                std::span<const StateTangent> start, std::span<Variation* const> variations,
                Derivatives& out) {
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

/// What the variations need of a scene: no table.
Scene without_table(const Scene& scene) {
  Scene light;
  light.balls = scene.balls;
  light.physics = scene.physics;
  light.smooth = scene.smooth;
  light.cue = scene.cue;
  light.shot = scene.shot;
  return light;
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
  const Vec3 v = piece.v0 + s * (2.0 * piece.a + (3.0 * s) * piece.b);
  const Vec3 acceleration = 2.0 * piece.a + (6.0 * s) * piece.b;
  out.r = tangent.r0 + s * (tangent.v0 + s * (tangent.a + s * tangent.b)) + ds * v;
  out.v = tangent.v0 + s * (2.0 * tangent.a + (3.0 * s) * tangent.b) + ds * acceleration;
  const Vec2 turn = (s * s) * tangent.ddw + (2.0 * s * ds) * piece.ddw;
  out.w = tangent.w0 + s * tangent.dw + ds * piece.dw + Vec3{turn.x, turn.y, 0.0};
  const double left = std::abs(piece.w0.z) - piece.spin_decay * s;
  const double sign = piece.w0.z < 0.0 ? -1.0 : 1.0;
  if (left > 0.0) {
    out.w.z -= sign * (tangent.spin_decay * s + piece.spin_decay * ds);
  } else if (piece.spin_decay > 0.0) {
    out.w.z = 0.0;
  }
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
  const std::vector<Variation*> constant(columns, nullptr);
  run_passes(scene, trajectory, start, constant, out);
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
  const bool simple = std::ranges::all_of(
      parameters, [&](const SceneNumber& number) { return is_direct(scene, number); });
  Scene varied = simple ? Scene{} : without_table(scene);
  std::vector<Variation> variations;
  variations.reserve(parameters.size());
  std::vector<Variation*> laws(parameters.size(), nullptr);
  for (const SceneNumber& number : parameters) {
    if (!is_parameter(number)) {
      return Error{"", number.key(),
                   "no derivatives with respect to this number; available: numbers of the shot, "
                   "the cue, the balls' initial states and the physics"};
    }
    if (simple) continue;
    variations.emplace_back(varied, number);
    if (number.key().starts_with("physics.")) laws[variations.size() - 1] = &variations.back();
  }
  const StartTangents start = start_tangents(scene, trajectory, parameters, variations);
  Derivatives out = make_empty(scene, trajectory, parameters.size());
  out.column_undefined = start.undefined;
  run_passes(scene, trajectory, start.tangents, laws, out);
  return out;
}

}  // namespace cuelab
