#include "scene/rack_gaps.hpp"

#include <algorithm>
#include <cmath>

#include "math/elementary.hpp"
#include "scene/random.hpp"

namespace cuelab {
namespace {

/// First random stream of the gaps; those before are for places and displacements.
constexpr std::uint64_t gap_stream = 1U << 16U;

/// Balls of a rack whose surfaces are closer than this are neighbours [m].
constexpr double neighbour_gap = 1e-9;

/// The sums of gaps are equal to this part of them: less than the rounding of positions.
constexpr double same_sum = 1e-13;
constexpr int most_sweeps = 200;

/// Two neighbours and the gap between them.
struct NeighbourPair {
  std::size_t a = 0;
  std::size_t b = 0;
  Vec2 n;            ///< unit vector from a to b
  double gap = 0.0;  ///< [m]
};

/// Inverse of the distribution function.
double gap_at(const RackGaps& gaps, double probability) {
  if (gaps.law == RackGaps::Law::uniform) return gaps.max * probability;
  const double within = 1.0 - exp(-gaps.max / gaps.mean);
  return -gaps.mean * log(1.0 - probability * within);
}

std::vector<NeighbourPair> neighbours_in(const std::vector<RackedBall>& balls, double radius) {
  std::vector<NeighbourPair> pairs;
  for (std::size_t a = 0; a < balls.size(); ++a) {
    for (std::size_t b = a + 1; b < balls.size(); ++b) {
      const Vec2 line = balls[b].at - balls[a].at;
      const double distance = norm(line);
      if (std::abs(distance - 2.0 * radius) > neighbour_gap) continue;
      pairs.push_back({.a = a, .b = b, .n = (1.0 / distance) * line});
    }
  }
  return pairs;
}

/// The gaps of a ball with six neighbours, and those among its neighbours.
struct Hexagon {
  std::vector<NeighbourPair*> spokes;
  std::vector<NeighbourPair*> rim;
};

std::vector<Hexagon> hexagons_of(std::vector<NeighbourPair>& pairs, std::size_t count) {
  std::vector<Hexagon> hexagons;
  for (std::size_t ball = 0; ball < count; ++ball) {
    Hexagon hexagon;
    std::vector<bool> around(count, false);
    for (NeighbourPair& pair : pairs) {
      if (pair.a != ball && pair.b != ball) continue;
      hexagon.spokes.push_back(&pair);
      around[pair.a == ball ? pair.b : pair.a] = true;
    }
    if (hexagon.spokes.size() != 6) continue;
    for (NeighbourPair& pair : pairs) {
      if (around[pair.a] && around[pair.b]) hexagon.rim.push_back(&pair);
    }
    hexagons.push_back(std::move(hexagon));
  }
  return hexagons;
}

double sum_of(const std::vector<NeighbourPair*>& pairs) {
  double sum = 0.0;
  for (const NeighbourPair* pair : pairs) sum += pair->gap;
  return sum;
}

void scale_to(const std::vector<NeighbourPair*>& pairs, double sum) {
  const double factor = sum / sum_of(pairs);
  for (NeighbourPair* pair : pairs) pair->gap *= factor;
}

/// Scales the gaps until a rack can have them.
void make_compatible(const std::vector<Hexagon>& hexagons) {
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool met = true;
    for (const Hexagon& hexagon : hexagons) {
      const double spokes = sum_of(hexagon.spokes);
      const double rim = sum_of(hexagon.rim);
      if (!(std::abs(spokes - rim) > same_sum * (spokes + rim))) continue;
      met = false;
      scale_to(hexagon.spokes, 0.5 * (spokes + rim));
      scale_to(hexagon.rim, 0.5 * (spokes + rim));
    }
    if (met) return;
  }
}

/// Displacements u with n . (u_b - u_a) = gap for all neighbours, ball by ball: each follows from
/// two neighbours that are placed already. The first stays, the second moves away from it.
class Placement {
 public:
  Placement(const std::vector<NeighbourPair>& pairs, std::size_t count)
      : pairs_(pairs), moved_(count), placed_(count, false) {
    placed_[0] = placed_[pairs.front().b] = true;
    moved_[pairs.front().b] = pairs.front().gap * pairs.front().n;
    for (bool any = true; any;) {
      any = false;
      for (std::size_t ball = 0; ball < count; ++ball) any = place(ball) || any;
    }
  }

  const std::vector<Vec2>& moved() const { return moved_; }

 private:
  /// u . n = value
  struct Condition {
    Vec2 n;
    double value = 0.0;
  };

  bool place(std::size_t ball) {
    if (placed_[ball]) return false;
    std::vector<Condition> conditions;
    for (const NeighbourPair& pair : pairs_) {
      if (pair.a == ball && placed_[pair.b]) {
        conditions.push_back({pair.n, dot(pair.n, moved_[pair.b]) - pair.gap});
      } else if (pair.b == ball && placed_[pair.a]) {
        conditions.push_back({pair.n, dot(pair.n, moved_[pair.a]) + pair.gap});
      }
    }
    for (std::size_t k = 1; k < conditions.size(); ++k) {
      const auto& [n, p] = conditions[0];
      const auto& [m, q] = conditions[k];
      const double turn = cross(n, m);
      if (std::abs(turn) < 0.5) continue;  // opposite neighbours; all others are 60 degrees apart
      moved_[ball] = (1.0 / turn) * Vec2{p * m.y - q * n.y, q * n.x - p * m.x};
      placed_[ball] = true;
      return true;
    }
    return false;
  }

  const std::vector<NeighbourPair>& pairs_;
  std::vector<Vec2> moved_;
  std::vector<bool> placed_;
};

}  // namespace

void spread(std::vector<RackedBall>& balls, const RackGaps& gaps, std::uint64_t seed,
            double radius) {
  std::vector<NeighbourPair> pairs = neighbours_in(balls, radius);
  if (pairs.empty()) return;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    pairs[k].gap = gap_at(gaps, Random(seed, gap_stream + k).uniform());
  }
  make_compatible(hexagons_of(pairs, balls.size()));
  const Placement placement(pairs, balls.size());
  const std::vector<Vec2>& moved = placement.moved();

  // the mean rotation about the first ball is taken out: it changes no gap
  const Vec2 apex = balls.front().at;
  double turned = 0.0;
  double size = 0.0;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    turned += cross(balls[i].at - apex, moved[i]);
    size += dot(balls[i].at - apex, balls[i].at - apex);
  }
  const double angle = turned / size;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const Vec2 arm = balls[i].at - apex;
    balls[i].at = balls[i].at + moved[i] - angle * Vec2{-arm.y, arm.x};
  }
}

}  // namespace cuelab
