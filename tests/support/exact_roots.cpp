#include "support/exact_roots.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <vector>

namespace cuelab::testing {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using Exact = std::vector<Rational>;

Rational value(const Exact& p, const Rational& x) {
  Rational sum = 0;
  for (auto c = p.rbegin(); c != p.rend(); ++c) sum = sum * x + *c;
  return sum;
}

/// Sturm's sequence of p.
std::vector<Exact> sturm(const Exact& p) {
  std::vector<Exact> chain = {p, {}};
  for (std::size_t k = 1; k < p.size(); ++k) chain[1].push_back(static_cast<int>(k) * p[k]);
  while (true) {
    Exact rest = chain[chain.size() - 2];
    const Exact& by = chain.back();
    while (rest.size() >= by.size()) {
      const Rational factor = rest.back() / by.back();
      for (std::size_t k = 0; k < by.size(); ++k)
        rest[rest.size() - by.size() + k] -= factor * by[k];
      rest.pop_back();
    }
    while (!rest.empty() && rest.back() == 0) rest.pop_back();
    if (rest.empty()) return chain;
    for (Rational& c : rest) c = -c;
    chain.push_back(rest);
  }
}

int changes(const std::vector<Exact>& chain, const Rational& x) {
  int count = 0;
  int last = 0;
  for (const Exact& p : chain) {
    const Rational v = value(p, x);
    const int sign = v > 0 ? 1 : (v < 0 ? -1 : 0);
    if (sign != 0 && last != 0 && sign != last) ++count;
    if (sign != 0) last = sign;
  }
  return count;
}

}  // namespace

bool is_first_positive_root(const Quartic& c, double x) {
  Exact p(c.begin(), c.end());
  while (p.back() == 0) p.pop_back();
  const std::vector<Exact> chain = sturm(p);
  if (std::isinf(x)) return changes(chain, 0) == changes(chain, Rational(1e120));
  const int before = changes(chain, Rational(x) * Rational(1.0 - 1e-9));
  const int after = changes(chain, Rational(x) * Rational(1.0 + 1e-9));
  return changes(chain, 0) == before && before > after;
}

Quartic with_roots(double a, double b, double c, double d) {
  Exact p = {1};
  for (const double r : {a, b, c, d}) {
    Exact q(p.size() + 1, 0);
    for (std::size_t k = 0; k < p.size(); ++k) {
      q[k + 1] += p[k];
      q[k] -= Rational(r) * p[k];
    }
    p = q;
  }
  Quartic c4;
  for (std::size_t k = 0; k < 5; ++k) c4[k] = p[k].convert_to<double>();
  return c4;
}

}  // namespace cuelab::testing
