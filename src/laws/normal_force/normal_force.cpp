#include "laws/normal_force/normal_force.hpp"

#include "laws/normal_force/damping.hpp"

namespace cuelab {
namespace {

/// (1 - nu^2) / E [Gismeros2022, eq. 3.5].
double compliance(const Material& m) { return (1.0 - m.poisson * m.poisson) / m.young; }

}  // namespace

NormalForce normal_force(const ContactLaw& law, double stiffness) {
  return {.stiffness = stiffness,
          .damping = damping_factor(law.normal, law.restitution),
          .dissipation = law.normal == NormalLaw::kuwabara_kono ? law.dissipation : 0.0};
}

double damping_at(const ContactLaw& law, double v_ref) {
  return damping_factor(law.normal, restitution_at(law.restitution, law.fall, v_ref));
}

double hertz_stiffness(const Material& a, const Material& b, double effective_radius) {
  return 4.0 / (3.0 * (compliance(a) + compliance(b))) * std::sqrt(effective_radius);
}

}  // namespace cuelab
