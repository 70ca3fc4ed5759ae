#pragma once

#include <variant>

#include "cuelab/laws/ball_ball/custom.hpp"
#include "cuelab/laws/ball_ball/frictional.hpp"
#include "cuelab/laws/ball_ball/frictional_along_impulse.hpp"
#include "cuelab/laws/ball_ball/frictionless.hpp"
#include "cuelab/laws/ball_ball/mathavan_2014.hpp"
#include "cuelab/laws/cloth/coulomb.hpp"
#include "cuelab/laws/cloth/custom.hpp"
#include "cuelab/laws/cloth/patch.hpp"
#include "cuelab/laws/cushion/custom.hpp"
#include "cuelab/laws/cushion/han_2005.hpp"
#include "cuelab/laws/cushion/impulse.hpp"
#include "cuelab/laws/cushion/mathavan_2009.hpp"
#include "cuelab/laws/cushion/mathavan_2010.hpp"
#include "cuelab/laws/cushion/mirror.hpp"
#include "cuelab/laws/cushion/rubber.hpp"
#include "cuelab/laws/cushion/stronge.hpp"
#include "cuelab/laws/slate/bounce.hpp"

namespace cuelab {

using ClothLaw = std::variant<CoulombCloth, PatchCloth, CustomCloth>;
using BallBallLaw =
    std::variant<Frictionless, Frictional, FrictionalAlongImpulse, Mathavan2014, CustomBallBall>;
using CushionLaw = std::variant<Mirror, Han2005, ImpulseCushion, Mathavan2009, Mathavan2010,
                                RubberCushion, Stronge, CustomCushion>;

/// The laws and coefficients of the event and stepped engines.
struct Physics {
  double gravity = 9.81;  ///< [m/s^2]
  ClothLaw cloth = CoulombCloth{};
  BallBallLaw ball_ball = FrictionalAlongImpulse{};
  CushionLaw cushion = RubberCushion{};
  Slate slate{};
  friend bool operator==(const Physics&, const Physics&) = default;
};

}  // namespace cuelab
