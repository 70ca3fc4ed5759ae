#pragma once

#include "cuelab/law_info.hpp"
#include "cuelab/laws/cloth/flow.hpp"

namespace cuelab {

/// Cloth: a law supplied by the calling program. Its functions must be pure; results are only as
/// reproducible as they are.
struct CustomCloth {
  using FlowFunction = Flow (*)(const void* context, const BallSpec& ball,
                                const Environment& around, const BallState& s);
  using Coefficient = double (*)(const void* context, const BallSpec& ball, const BallState& s);
  FlowFunction flow = nullptr;    ///< motion of a sliding, rolling or spinning ball
  Coefficient sliding = nullptr;  ///< sliding friction / weight, used by impact laws
  Coefficient rolling = nullptr;  ///< rolling resistance / weight, used in lasting contacts
  const void* context = nullptr;  ///< passed to the functions
  friend bool operator==(const CustomCloth&, const CustomCloth&) = default;
};

constexpr LawInfo describe(CustomCloth) {
  return {.name = "custom",
          .meaning = "a law of the calling program",
          .source = "the calling program",
          .in_files = false};
}

inline Flow flow_of(const CustomCloth& cloth, const BallSpec& ball, const Environment& around,
                    const BallState& s) {
  return cloth.flow(cloth.context, ball, around, s);
}
inline double sliding_coefficient(const CustomCloth& cloth, const BallSpec& ball,
                                  const BallState& s) {
  return cloth.sliding(cloth.context, ball, s);
}
inline double rolling_coefficient(const CustomCloth& cloth, const BallSpec& ball,
                                  const BallState& s) {
  return cloth.rolling(cloth.context, ball, s);
}

}  // namespace cuelab
