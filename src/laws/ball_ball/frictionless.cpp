#include "cuelab/laws/ball_ball/frictionless.hpp"

namespace cuelab {

Pair resolve(const Frictionless& law, const PairSpec& spec, Pair pair, const Vec3& n) {
  const double m_a = spec.a.mass;
  const double m_b = spec.b.mass;
  const double approach = dot(pair.a.v - pair.b.v, n);
  const double J = (1.0 + law.restitution) * (m_a * m_b / (m_a + m_b)) * approach;
  pair.a.v -= (J / m_a) * n;
  pair.b.v += (J / m_b) * n;
  return pair;
}

}  // namespace cuelab
