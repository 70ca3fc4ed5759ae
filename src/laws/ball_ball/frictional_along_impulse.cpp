#include "cuelab/laws/ball_ball/frictional_along_impulse.hpp"

#include "laws/ball_ball/rough_impact.hpp"

namespace cuelab {

double friction_impulse(const BallFriction& friction, double slip, double inverse_mass,
                        double J_n) {
  return impulse_along<double>(friction, {slip, inverse_mass, J_n});
}

Pair resolve(const FrictionalAlongImpulse& law, const PairSpec& spec, const Pair& pair,
             const Vec3& n) {
  return rough_impact<double>(law.restitution, spec, pair, n, [&](const SlipOf<double>& slip) {
    return impulse_along<double>(law.friction, slip);
  });
}

}  // namespace cuelab
