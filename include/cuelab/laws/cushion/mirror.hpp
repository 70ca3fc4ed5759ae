#pragma once

#include "cuelab/law_info.hpp"
#include "cuelab/laws/cushion/impact.hpp"

namespace cuelab {

/// Cushion: the horizontal normal velocity is reversed and scaled, spin is unchanged.
struct Mirror {
  double restitution = 0.85;
  friend bool operator==(const Mirror&, const Mirror&) = default;
};

constexpr LawInfo describe(Mirror) {
  return {.name = "mirror",
          .meaning = "normal velocity reversed and scaled, spin untouched",
          .source = "textbook mechanics",
          .parameters = {parameter<&Mirror::restitution>("restitution", fraction, "",
                                                         "normal speed ratio, after to before")}};
}

/// The horizontal velocity into the cushion is reversed and scaled by the restitution; spin is
/// unchanged. A ball in the air is reflected along the contact normal.
BallState resolve(const Mirror& law, const CushionImpact& at, BallState s);

}  // namespace cuelab
