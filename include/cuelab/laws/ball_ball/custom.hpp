#pragma once

#include "cuelab/law_info.hpp"
#include "cuelab/laws/ball_ball/pair.hpp"

namespace cuelab {

/// Ball-ball: a law supplied by the calling program. It must be a pure function of its arguments;
/// results are only as reproducible as it is.
struct CustomBallBall {
  using Function = Pair (*)(const void* context, const PairSpec& spec, const Pair& pair,
                            const Vec3& n);
  Function function = nullptr;    ///< the balls after the impact; n is the unit vector from a to b
  const void* context = nullptr;  ///< passed to `function`
  friend bool operator==(const CustomBallBall&, const CustomBallBall&) = default;
};

constexpr LawInfo describe(CustomBallBall) {
  return {.name = "custom",
          .meaning = "a law of the calling program",
          .source = "the calling program",
          .in_files = false};
}

inline Pair resolve(const CustomBallBall& law, const PairSpec& spec, const Pair& pair,
                    const Vec3& n) {
  return law.function(law.context, spec, pair, n);
}

}  // namespace cuelab
