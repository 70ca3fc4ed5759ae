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

/// With respect to numbers of the scene, one variation each (none are needed if all are direct).
/// The numbers of a strike are differentiated directly, everything else by differences through
/// whatever `struck` computes.
StartTangents start_tangents(const Scene& scene, const Trajectory& trajectory,
                             std::span<const SceneNumber> numbers, std::span<Variation> variations);

/// Whether a number is one of a strike on a ball on the cloth, which needs no variation.
bool is_direct(const Scene& scene, const SceneNumber& number);

/// Whether runs are differentiable with respect to a number: of the shot, the cue, a ball's initial
/// state or the physics.
bool is_parameter(const SceneNumber& number);

}  // namespace cuelab::sensitivity
