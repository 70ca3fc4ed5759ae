// compare_quartics FILE.json : our smallest positive root of every quartic of a file
// {"sets": {NAME: {"coeffs": [[a, b, c, d, e], ...], "roots": [[[re, im], ...], ...]}}} with
// a t^4 + b t^3 + c t^2 + d t + e. Differences beyond 1e-9 are judged by the polynomial itself,
// in exact arithmetic: the listed roots may belong to coefficients before rounding.
#include <fmt/core.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "math/roots.hpp"
#include "support/exact_roots.hpp"

int main(int argc, char** argv) {
  using namespace cuelab;
  if (argc != 2) {
    fmt::print(stderr, "usage: compare_quartics FILE.json\n");
    return 2;
  }
  std::ifstream file(argv[1]);
  const auto document = nlohmann::json::parse(file);
  int wrong = 0;
  for (const auto& [name, set] : document.at("sets").items()) {
    int agree = 0;
    int differ = 0;
    int wrong_here = 0;
    for (std::size_t k = 0; k < set.at("coeffs").size(); ++k) {
      const auto& c = set.at("coeffs")[k];
      const Quartic p = {c[4], c[3], c[2], c[1], c[0]};
      double listed = std::numeric_limits<double>::infinity();
      for (const auto& root : set.at("roots")[k]) {
        if (root[1] == 0.0 && root[0] > 0.0) listed = std::min(listed, root[0].get<double>());
      }
      const double ours = smallest_positive_root(p);
      const bool same = ours == listed || std::abs(ours - listed) <= 1e-9 * listed;
      ++(same ? agree : differ);
      if (!same && !testing::is_first_positive_root(p, ours)) {
        ++wrong_here;
        fmt::print("{} {}: ours {:.17g}, listed {:.17g}\n", name, k, ours, listed);
      }
    }
    fmt::print("{:<10} {:4} within 1e-9 of the list, {:4} not; of these {} wrong by exact count\n",
               name, agree, differ, wrong_here);
    wrong += wrong_here;
  }
  return wrong == 0 ? 0 : 1;
}
