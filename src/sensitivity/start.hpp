#pragma once

#include <span>
#include <vector>

#include "cuelab/sensitivity.hpp"
#include "sensitivity/variation.hpp"

namespace cuelab::sensitivity {

/// Derivatives of the states after the stroke.
struct StartTangents {
  std::vector<StateTangent> tangents;  ///< ball * columns + column
  std::vector<Undefined> undefined;    ///< per column
};

/// With respect to numbers of the scene, one variation each (none are needed if all are of a level
/// strike): through whatever `struck` computes. A
/// level stroke is differentiated directly, everything else by differences.
StartTangents start_tangents(const Scene& scene, const Trajectory& trajectory,
                             std::span<const SceneNumber> numbers, std::span<Variation> variations);

/// Whether a number is one of a level stroke on a ball on the cloth, which needs no variation. Its
/// elevation has no derivative: a cue can only be raised, and then the cloth pushes back.
bool is_level_strike(const Scene& scene, const SceneNumber& number);

/// Whether runs are differentiable with respect to a number: of the shot, the cue, a ball's initial
/// state or the physics.
bool is_parameter(const SceneNumber& number);

}  // namespace cuelab::sensitivity
