// The search over all event lists: a grid over the ranges, clustered by impacts, refined.
#include <algorithm>
#include <cmath>
#include <map>

#include "cuelab/shaping.hpp"
#include "shaping/chance.hpp"
#include "shaping/course.hpp"
#include "shaping/play.hpp"

namespace cuelab {
namespace {

/// At most so many simulations refine a given start, or one of many candidates.
constexpr std::size_t start_simulations = 200;
constexpr std::size_t grid_simulations = 40;

/// What came of one point of the grid.
struct GridPoint {
  double miss = 0.0;
  std::uint64_t key = 0;         ///< the same for the same impacts
  std::uint32_t index = 0;       ///< of the grid
  std::uint16_t neighbours = 0;  ///< that reach the goals in the same way
  bool satisfied = false;
};

/// Points per unknown.
using Grid = std::vector<std::size_t>;

/// Those given; the others share what is left, headings four times as many.
Grid grid_of(const ShapingProblem& problem, std::size_t simulations) {
  Grid counts;
  double weights = 1.0;
  double fixed = 1.0;
  std::size_t open = 0;
  const auto weight = [](const Unknown& u) {
    if (u.quantity == Quantity::heading || u.quantity == Quantity::direction) {
      return std::max(1.0, u.max - u.min) / 6.0;
    }
    return 3.0;
  };
  for (const Unknown& u : problem.unknowns) {
    if (u.steps > 0) {
      fixed *= static_cast<double>(u.steps);
    } else {
      weights *= weight(u);
      ++open;
    }
  }
  const double share = std::max(1.0, static_cast<double>(simulations) / fixed) / weights;
  double factor = 1.0;  // its open-th power is the share
  if (open > 0) {
    double low = 0.0;
    double high = 1e6;
    for (int i = 0; i < 100; ++i) {
      factor = 0.5 * (low + high);
      double power = 1.0;
      for (std::size_t k = 0; k < open; ++k) power *= factor;
      (power < share ? low : high) = factor;
    }
  }
  for (const Unknown& u : problem.unknowns) {
    const double wanted = std::max(2.0, std::floor(factor * weight(u)));
    counts.push_back(u.steps > 0 ? u.steps : static_cast<std::size_t>(wanted));
  }
  return counts;
}

std::vector<double> grid_point(const ShapingProblem& problem, const Grid& counts,
                               std::size_t index) {
  std::vector<double> x;
  for (std::size_t u = 0; u < counts.size(); ++u) {
    const Unknown& unknown = problem.unknowns[u];
    const double k = static_cast<double>(index % counts[u]);
    index /= counts[u];
    x.push_back(unknown.min +
                (unknown.max - unknown.min) * (k + 0.5) / static_cast<double>(counts[u]));
  }
  return x;
}

void run_parallel(const ShapeOptions& options, std::size_t count,
                  const std::function<void(std::size_t)>& work) {
  if (options.parallel) return options.parallel(count, work);
  for (std::size_t i = 0; i < count; ++i) work(i);
}

void tell(const ShapeOptions& options, double done) {
  if (options.progress) options.progress(done);
}

/// Whether an unknown differs by more than a share of its range.
bool is_apart(const ShapingProblem& problem, const std::vector<double>& a,
              const std::vector<double>& b, double share) {
  for (std::size_t u = 0; u < a.size(); ++u) {
    const Unknown& unknown = problem.unknowns[u];
    if (std::abs(a[u] - b[u]) > share * (unknown.max - unknown.min)) return true;
  }
  return false;
}

bool is_better(const GridPoint& a, const GridPoint& b) {
  if (a.satisfied != b.satisfied) return a.satisfied;
  if (a.neighbours != b.neighbours) return a.neighbours > b.neighbours;
  if (a.miss != b.miss) return a.miss < b.miss;
  return a.index < b.index;
}

/// Plays one point of the grid.
GridPoint tried(const ShapingProblem& problem, shaping::Player& player, const Grid& grid,
                std::size_t index) {
  const Attempt a = player.play(shaping::play_of(problem, grid_point(problem, grid, index)));
  GridPoint point{
      .miss = a.miss, .index = static_cast<std::uint32_t>(index), .satisfied = a.satisfied};
  if (a.decided.empty()) return point;
  point.key =
      key_of(shaping::route_of(problem, a.decided, player.trajectory()), problem.scene.table);
  return point;
}

/// Counts, along each axis of the grid, the points next to each other that succeed alike.
void count_neighbours(std::vector<GridPoint>& found, const Grid& counts) {
  const auto agree = [&](std::size_t i, std::size_t j) {
    return found[i].satisfied && found[j].satisfied && found[i].key == found[j].key;
  };
  constexpr std::size_t farthest = 4;
  std::size_t stride = 1;
  for (const std::size_t count : counts) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::size_t k = i / stride % count;
      for (std::size_t d = 1; d <= farthest && k + d < count; ++d) {
        if (!agree(i, i + d * stride)) break;
        ++found[i].neighbours;
      }
      for (std::size_t d = 1; d <= farthest && d <= k; ++d) {
        if (!agree(i, i - d * stride)) break;
        ++found[i].neighbours;
      }
    }
    stride *= count;
  }
}

std::vector<GridPoint> search_grid(const ShapingProblem& problem, const ShapeOptions& options,
                                   const Grid& counts) {
  std::size_t all = 1;
  for (const std::size_t count : counts) all *= count;
  std::vector<GridPoint> found(all);
  const std::size_t portions = std::max<std::size_t>(12, all / 10000);  // reports of progress
  constexpr std::size_t together = 64;
  for (std::size_t p = 0; p < portions; ++p) {
    const std::size_t from = all * p / portions;
    const std::size_t until = all * (p + 1) / portions;
    run_parallel(options, (until - from + together - 1) / together, [&](std::size_t task) {
      shaping::Player player(problem);
      const std::size_t first = from + task * together;
      for (std::size_t i = first; i < std::min(first + together, until); ++i) {
        found[i] = tried(problem, player, counts, i);
      }
    });
    tell(options, 0.6 * static_cast<double>(p + 1) / static_cast<double>(portions));
  }
  count_neighbours(found, counts);
  return found;
}

/// First the best of every route, then the second best of each that lies apart, and so on.
std::vector<std::vector<double>> candidates_of(const ShapingProblem& problem, const Grid& counts,
                                               std::vector<GridPoint> found, std::size_t most) {
  std::ranges::sort(found, is_better);
  std::map<std::uint64_t, std::vector<std::vector<double>>> routes;
  std::vector<std::uint64_t> order;
  for (const GridPoint& point : found) {
    auto& route = routes[point.key];
    if (route.empty()) order.push_back(point.key);
    if (route.size() == most) continue;
    std::vector<double> x = grid_point(problem, counts, point.index);
    const bool is_new = std::ranges::all_of(
        route, [&](const auto& known) { return is_apart(problem, known, x, 0.1); });
    if (is_new) route.push_back(std::move(x));
  }
  std::vector<std::vector<double>> best;
  for (std::size_t round = 0; round < most; ++round) {
    for (const std::uint64_t key : order) {
      if (best.size() == most) return best;
      if (round < routes[key].size()) best.push_back(routes[key][round]);
    }
  }
  return best;
}

std::vector<Margin> margins_of(const ShapingProblem& problem, const Attempt& at) {
  const Scene scene = scene_of(problem, at.x);
  std::vector<SceneNumber> numbers;
  for (const Unknown& u : problem.unknowns) {
    if (u.quantity > Quantity::elevation) continue;
    auto number = SceneNumber::find(scene, "shot." + std::string(name_of(u.quantity)));
    if (number) numbers.push_back(*std::move(number));
  }
  if (numbers.empty()) return {};
  const auto found = differentiate(scene, at.trajectory, numbers);
  if (!found) return {};
  return margins(scene, at.trajectory, *found);
}

/// A refined candidate that reaches the goals.
struct Found {
  const Attempt* attempt = nullptr;
  shaping::Route route{};
  std::uint64_t key = 0;
  double chance = 0.0;
};

/// Whether the goals fix the unknowns: as many positions are wanted as there are unknowns.
bool is_isolated(const ShapingProblem& problem, const Attempt& at) {
  const auto fixes = [](const Residual& r) { return !(r.along == Vec2{}); };
  const auto fixed = std::ranges::count_if(at.residuals, fixes);
  return static_cast<std::size_t>(fixed) >= problem.unknowns.size();
}

/// The most likely first; per route only the best, unless the goals leave single points of it.
std::vector<Found> ranked(const ShapingProblem& problem, std::vector<Found> found,
                          std::size_t most) {
  std::ranges::stable_sort(found, std::ranges::greater{}, &Found::chance);
  std::vector<Found> distinct;
  for (Found& f : found) {
    const bool known = std::ranges::any_of(distinct, [&](const Found& d) {
      return d.key == f.key && !(is_isolated(problem, *f.attempt) &&
                                 is_apart(problem, d.attempt->x, f.attempt->x, 1e-3));
    });
    if (!known && distinct.size() < most) distinct.push_back(std::move(f));
  }
  return distinct;
}

std::vector<std::vector<double>> given_start(const ShapingProblem& problem) {
  std::vector<double> start;
  for (const Unknown& u : problem.unknowns) {
    if (!u.start) return {};
    start.push_back(*u.start);
  }
  return {std::move(start)};
}

}  // namespace

std::string path_text(const ShapingProblem& problem, const Attempt& attempt) {
  if (attempt.decided.empty()) return {};
  return text_of(shaping::route_of(problem, attempt.decided, attempt.trajectory), problem.scene);
}

ShapeResult shape(const ShapingProblem& problem, const ShapeOptions& options) {
  ShapeResult out;
  const std::size_t samples = problem.noise.noise == Noise{} ? 1 : options.samples;
  // chances of all candidates from a few executions, of the best from all
  const std::size_t few = std::min(samples, std::max<std::size_t>(20, samples / 8));
  auto candidates = given_start(problem);
  const bool has_start = !candidates.empty();
  if (!has_start) {
    const Grid counts = grid_of(problem, options.simulations);
    auto grid = search_grid(problem, options, counts);
    out.simulations = grid.size();
    candidates = candidates_of(problem, counts, std::move(grid), options.refined);
  }

  std::vector<Refined> refined(candidates.size());
  std::vector<Found> found(candidates.size());
  run_parallel(options, candidates.size(), [&](std::size_t i) {
    refined[i] = refine(problem, candidates[i],
                        {.most_simulations = has_start ? start_simulations : grid_simulations});
    const Attempt& best = refined[i].best;
    if (!best.satisfied) return;
    found[i] = {&best, shaping::route_of(problem, best.decided, best.trajectory)};
    found[i].key = key_of(found[i].route, problem.scene.table);
    found[i].chance = chance_of(problem, best.x, few, options.seed);
  });
  tell(options, 0.85);

  const Refined* closest = nullptr;
  for (const Refined& r : refined) {
    out.simulations += r.simulations + (r.best.satisfied ? few : 0);
    if (closest == nullptr || r.best.miss < closest->best.miss) closest = &r;
  }
  std::erase_if(found, [](const Found& f) { return f.attempt == nullptr; });
  std::vector<Found> distinct = ranked(problem, std::move(found), 2 * options.solutions);
  if (few < samples) {
    run_parallel(options, distinct.size(), [&](std::size_t i) {
      distinct[i].chance = chance_of(problem, distinct[i].attempt->x, samples, options.seed);
    });
    out.simulations += distinct.size() * samples;
  }
  distinct = ranked(problem, std::move(distinct), options.solutions);
  tell(options, 0.95);
  out.solutions.resize(distinct.size());
  run_parallel(options, distinct.size(), [&](std::size_t i) {
    const Found& f = distinct[i];
    out.solutions[i] = {*f.attempt, text_of(f.route, problem.scene), f.chance,
                        shaping::usual_miss(problem, f.attempt->x, f.route, samples, options.seed),
                        margins_of(problem, *f.attempt)};
  });
  out.simulations += distinct.size() * samples;
  if (closest != nullptr) {
    out.closest = closest->best;
    out.is_infeasible = out.solutions.empty() && closest->is_stationary;
  }
  tell(options, 1.0);
  return out;
}

}  // namespace cuelab
