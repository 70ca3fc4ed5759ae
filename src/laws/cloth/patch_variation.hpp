#pragma once

#include <array>

#include "laws/cloth/patch_steps.hpp"

namespace cuelab::patch {

/// What a stretch of a ball's path leads to: the variables of the motion, then the displacement.
constexpr std::size_t end_count = rate_count + 2;
using EndNumbers = std::array<double, end_count>;

/// One step of the integrator that can be repeated from other starts: its length, its method and
/// its matrix remain those of the first start, so that its end is a smooth function of the start
/// and of the cloth, and the derivatives are a solution of the variational equations by the same
/// method.
class FrozenStep {
 public:
  FrozenStep(const PatchMotion& motion, const Rates& y, double h);

  EndNumbers from(const PatchMotion& motion, const Rates& y) const;

  /// Derivatives of the end with respect to the variables at the start, one after the other: by
  /// central differences.
  std::array<EndNumbers, rate_count> derivatives(const PatchMotion& motion) const;

 private:
  Rates y_;
  double h_;
  bool is_stiff_;
  StageMatrix matrix_;
};

}  // namespace cuelab::patch
