#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/result.hpp"
#include "cuelab/scene.hpp"
#include "cuelab/scene_number.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

/// Why a derivative does not exist or is not known.
enum class Undefined : std::uint8_t {
  no,               ///< it exists
  lasting_contact,  ///< the ball was pressed on another body, or hit it too slowly to bounce
  grazing,          ///< the event is not crossed with speed
  simultaneous,     ///< events at the same instant, whose order or contact a change would break
  corner,           ///< a law, the stroke or the cloth is not smooth there
  not_reproduced    ///< the record does not follow from the scene's laws
};
std::string_view name_of(Undefined reason);

/// Derivative of a ball's state with respect to one parameter.
struct StateTangent {
  Vec3 r{};  ///< [m / unit of the parameter]
  Vec3 v{};  ///< [m/s / unit]
  Vec3 w{};  ///< [rad/s / unit]
};

/// Derivative of a recorded piece with respect to one parameter.
struct PieceTangent {
  double t0 = 0.0;
  Vec3 r0{}, v0{}, a{}, b{}, w0{}, dw{};
  Vec2 ddw{};
  double spin_decay = 0.0;
};

/// Derivative at a fixed time t of the state on a piece.
StateTangent tangent_on(const Piece& piece, const PieceTangent& tangent, double t);

/// First derivatives of a run of the event engine with respect to one or more parameters
/// ("columns"): of every event's time and of every ball's state at any time. Exact for the branches
/// that the run has taken: up to rounding, and up to 1e-10 (relative) for laws that have no closed
/// form. Where no derivative exists, or it cannot be computed exactly, it is marked, never guessed.
struct Derivatives {
  std::size_t columns = 0;
  std::vector<StateTangent> final{};         ///< at t_end: ball * columns + column
  std::vector<Undefined> undefined{};        ///< per ball, at t_end
  std::vector<double> event_times{};         ///< event * columns + column; NaN if undefined
  std::vector<PieceTangent> pieces{};        ///< piece * columns + column
  std::vector<Undefined> piece_undefined{};  ///< per piece

  std::vector<Undefined> column_undefined{};  ///< per column: the start has no such derivative

  bool is_defined(std::size_t ball, std::size_t column) const {
    return undefined[ball] == Undefined::no && column_undefined[column] == Undefined::no;
  }
  /// In all columns.
  bool is_defined(std::size_t ball) const {
    bool all = true;
    for (std::size_t c = 0; c < columns; ++c) all = all && is_defined(ball, c);
    return all;
  }
};

/// With respect to numbers of the scene, found by `SceneNumber::find`, per unit of their keys:
/// strike ("shot.speed", "shot.heading" [degree], "shot.side", "shot.height", "shot.elevation"
/// [degree]), start positions ("balls.0.position.1"), velocities and spins, coefficients
/// ("physics.cloth.sliding"). The trajectory must be the event engine's run of the scene, with all
/// pieces. Error if the scene runs in another engine, or a number belongs to the geometry.
Result<Derivatives> differentiate(const Scene& scene, const Trajectory& trajectory,
                                  std::span<const SceneNumber> parameters);

/// With respect to the states after the stroke: `start` has ball * columns + column.
Derivatives differentiate_from(const Scene& scene, const Trajectory& trajectory,
                               std::span<const StateTangent> start);

/// How far a parameter can change before the list of events changes, to first order: the smallest
/// c / |dc/dp| over all near misses and hits. Of a near miss c is the least clearance (of two
/// balls; of a ball on the cloth from a cushion, jaw or pocket), of a hit the distance by which a
/// path that went straight on would have to move to miss, or to meet another part of the cushion,
/// or the length by which a rolling ball would have reached further. Linear predictions are good
/// well inside it. What undefined balls do is not known and does not count, nor do noses near balls
/// in the air.
struct Margin {
  enum class Kind : std::uint8_t { nothing, near_miss, hit, short_of };
  double distance = std::numeric_limits<double>::infinity();  ///< in units of the parameter
  Kind kind = Kind::nothing;  ///< `short_of`: a slower ball would not have arrived
  double t = 0.0;             ///< of the near miss or hit [s]
  std::uint32_t ball = 0;
  Agent other{};
};
std::string_view name_of(Margin::Kind kind);

/// One margin per column.
std::vector<Margin> margins(const Scene& scene, const Trajectory& trajectory,
                            const Derivatives& derivatives);

/// The piece of a ball at time t (the later one at an event); `none` if there is none.
std::uint32_t piece_at(const Trajectory& trajectory, std::uint32_t ball, double t);

}  // namespace cuelab
