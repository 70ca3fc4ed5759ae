#include <array>

#include "cuelab/multibody.hpp"

namespace cuelab {

std::string_view name_of(Integrator integrator) {
  constexpr std::array<std::string_view, 5> names = {"dormand-prince", "adams", "bdf", "erkstep",
                                                     "rk4"};
  return names[static_cast<std::size_t>(integrator)];
}

std::string_view name_of(ConstraintMethod method) {
  constexpr std::array<std::string_view, 4> names = {"lagrange", "augmented", "baumgarte",
                                                     "direct-correction"};
  return names[static_cast<std::size_t>(method)];
}

}  // namespace cuelab
