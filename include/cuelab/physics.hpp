#pragma once

#include <variant>

namespace cuelab {

/// Friction of the cloth. Zero means none: the motion it would end goes on for ever.
struct Cloth {
  double sliding = 0.2;      ///< mu_s
  double rolling = 0.01;     ///< mu_r
  double spinning = 0.0127;  ///< mu_sp; spin about the vertical decays at m g R mu_sp / I
  friend bool operator==(const Cloth&, const Cloth&) = default;
};

/// Friction between two balls as a function of slip speed: mu(s) = a + b exp(-c s), s in m/s.
/// b = 0 is a constant coefficient. The default is the fit of [AlciatoreTPA14] to Marlow's data.
struct BallFriction {
  double a = 9.951e-3;
  double b = 0.108;
  double c = 1.088;  ///< [s/m]
  friend bool operator==(const BallFriction&, const BallFriction&) = default;
};

/// Ball-ball: normal impulse only.
struct Frictionless {
  double restitution = 1.0;
  friend bool operator==(const Frictionless&, const Frictionless&) = default;
};

/// Ball-ball: normal impulse and Coulomb friction limited by what stops the slip.
struct Frictional {
  double restitution = 0.95;
  BallFriction friction;
  friend bool operator==(const Frictional&, const Frictional&) = default;
};

/// Ball-ball: Coulomb friction whose coefficient follows the slip speed along the impulse.
struct FrictionalAlongImpulse {
  double restitution = 0.95;
  BallFriction friction;
  friend bool operator==(const FrictionalAlongImpulse&, const FrictionalAlongImpulse&) = default;
};

/// Ball-ball: integrated along the impulse with friction between the balls and at the cloth of
/// both [Mathavan2014].
struct Mathavan2014 {
  double restitution = 0.95;
  BallFriction friction;
  friend bool operator==(const Mathavan2014&, const Mathavan2014&) = default;
};

/// Cushion: the horizontal normal velocity is reversed and scaled, spin untouched.
struct Mirror {
  double restitution = 0.85;
  friend bool operator==(const Mirror&, const Mirror&) = default;
};

/// Cushion: rigid contact at the nose height with friction [Han2005].
struct Han2005 {
  double restitution = 0.85;
  double friction = 0.2;
  friend bool operator==(const Han2005&, const Han2005&) = default;
};

/// Cushion: normal impulse with restitution and Coulomb friction on the slanted normal.
struct ImpulseCushion {
  double restitution = 0.85;
  double friction = 0.2;
  friend bool operator==(const ImpulseCushion&, const ImpulseCushion&) = default;
};

/// Cushion: impulse-by-impulse integration with friction at nose and cloth [Mathavan2010].
struct Mathavan2010 {
  double restitution = 0.98;
  double friction = 0.14;
  friend bool operator==(const Mathavan2010&, const Mathavan2010&) = default;
};

/// Cushion: tangential compliance, stick and slip within the contact [Stronge1994].
struct Stronge {
  double restitution = 0.85;
  double friction = 0.2;
  double omega_ratio = 1.8;  ///< tangential over normal frequency of the contact
  friend bool operator==(const Stronge&, const Stronge&) = default;
};

using BallBallLaw = std::variant<Frictionless, Frictional, FrictionalAlongImpulse, Mathavan2014>;
using CushionLaw = std::variant<Mirror, Han2005, ImpulseCushion, Mathavan2010, Stronge>;

/// Bounce of a ball on the slate.
struct Slate {
  double restitution = 0.5;
  double friction = 0.2;
  double min_bounce = 0.005;  ///< bounces lower than this end as sliding [m]
  friend bool operator==(const Slate&, const Slate&) = default;
};

/// Every law and coefficient of the event engine.
struct Physics {
  double gravity = 9.81;  ///< [m/s^2]
  Cloth cloth;
  BallBallLaw ball_ball = Frictional{};
  CushionLaw cushion = Stronge{};
  Slate slate;
  friend bool operator==(const Physics&, const Physics&) = default;
};

}  // namespace cuelab
