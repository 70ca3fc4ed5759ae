#pragma once

#include "cuelab/law_info.hpp"
#include "cuelab/laws/ball_ball/pair.hpp"

namespace cuelab {

/// Ball-ball: normal impulse only.
struct Frictionless {
  double restitution = 1.0;
  friend bool operator==(const Frictionless&, const Frictionless&) = default;
};

constexpr LawInfo describe(Frictionless) {
  return {.name = "frictionless",
          .meaning = "normal impulse only",
          .source = "textbook mechanics",
          .parameters = {parameter<&Frictionless::restitution>(
              "restitution", fraction, "", "normal speed ratio, after to before")}};
}

/// Impact along n (unit, from a to b): Newton's restitution, no friction, spins unchanged.
Pair resolve(const Frictionless& law, const PairSpec& spec, Pair pair, const Vec3& n);

}  // namespace cuelab
