#pragma once

#include <optional>
#include <vector>

#include "cuelab/shaping.hpp"

namespace cuelab::shaping {

/// Derivatives of the residuals with respect to the unknowns, each in units of its range.
struct Jacobian {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values{};  ///< row * columns + column
  double& at(std::size_t row, std::size_t column) { return values[row * columns + column]; }
  double at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

double range_of(const Unknown& unknown);

/// From the derivatives of the recorded run; nothing if one of them is undefined.
std::optional<Jacobian> exact_jacobian(const ShapingProblem& problem, const Attempt& at);

/// From runs with one unknown changed; adds their number to `simulations`.
Jacobian jacobian_by_differences(const ShapingProblem& problem, const Attempt& at,
                                 std::size_t& simulations);

/// Broyden's correction: the least change that gives the observed residuals at `next`.
void correct(const ShapingProblem& problem, Jacobian& jacobian, const Attempt& at,
             const Attempt& next);

}  // namespace cuelab::shaping
