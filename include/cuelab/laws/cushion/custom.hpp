#pragma once

#include "cuelab/law_info.hpp"
#include "cuelab/laws/cushion/impact.hpp"

namespace cuelab {

/// Cushion: a law supplied by the calling program. It must be a pure function of its arguments;
/// results are only as reproducible as it is.
struct CustomCushion {
  using Function = BallState (*)(const void* context, const CushionImpact& at, const BallState& s);
  Function function = nullptr;    ///< the ball after the impact
  const void* context = nullptr;  ///< passed to `function`
  friend bool operator==(const CustomCushion&, const CustomCushion&) = default;
};

constexpr LawInfo describe(CustomCushion) {
  return {.name = "custom",
          .meaning = "a law of the calling program",
          .source = "the calling program",
          .in_files = false};
}

inline BallState resolve(const CustomCushion& law, const CushionImpact& at, const BallState& s) {
  return law.function(law.context, at, s);
}

}  // namespace cuelab
