// The search over all event lists: a grid over the ranges, clustered by impacts, refined.
#include <algorithm>
#include <cmath>
#include <map>

#include "cuelab/compare.hpp"
#include "cuelab/shaping.hpp"
#include "shaping/jacobian.hpp"

namespace cuelab {
namespace {

/// Candidates refined per list of impacts.
constexpr std::size_t per_cluster = 3;

struct Candidate {
  std::vector<double> x{};
  double miss = 0.0;
  bool satisfied = false;
  std::string path{};
};

/// Points per unknown: those given; the others share what is left, headings four times as many.
std::vector<std::size_t> grid_of(const ShapingProblem& problem, std::size_t simulations) {
  std::vector<std::size_t> counts;
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

std::vector<double> grid_point(const ShapingProblem& problem,
                               const std::vector<std::size_t>& counts, std::size_t index) {
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

bool is_better(const Candidate& a, const Candidate& b) {
  if (a.satisfied != b.satisfied) return a.satisfied;
  if (a.miss != b.miss) return a.miss < b.miss;
  return a.x < b.x;
}

std::vector<Candidate> search_grid(const ShapingProblem& problem, const ShapeOptions& options) {
  const auto counts = grid_of(problem, options.simulations);
  std::size_t all = 1;
  for (const std::size_t count : counts) all *= count;
  std::vector<Candidate> found(all);
  constexpr std::size_t portions = 50;
  for (std::size_t p = 0; p < portions; ++p) {
    const std::size_t from = all * p / portions;
    const std::size_t until = all * (p + 1) / portions;
    run_parallel(options, until - from, [&](std::size_t i) {
      const Attempt a = attempt(problem, grid_point(problem, counts, from + i));
      found[from + i] = {a.x, a.miss, a.satisfied, impacts_text(problem.scene, a.trajectory)};
    });
    tell(options, 0.6 * static_cast<double>(p + 1) / portions);
  }
  return found;
}

/// The best few of each list of impacts, and of these the best. Of satisfied ones, those in the
/// middle of many: every third of the cluster.
std::vector<Candidate> candidates_of(std::vector<Candidate> found, std::size_t most) {
  std::map<std::string, std::vector<Candidate>> clusters;
  for (Candidate& c : found) clusters[c.path].push_back(std::move(c));
  std::vector<Candidate> best;
  for (auto& [path, members] : clusters) {
    std::sort(members.begin(), members.end(), is_better);
    std::size_t good = 0;
    while (good < members.size() && members[good].satisfied) ++good;
    const std::size_t step = std::max<std::size_t>(1, good / per_cluster);
    for (std::size_t i = 0; i < std::min(per_cluster, members.size()); ++i) {
      const std::size_t at = good >= per_cluster ? i * step + step / 2 : i;
      best.push_back(members[std::min(at, members.size() - 1)]);
    }
  }
  std::sort(best.begin(), best.end(), is_better);
  if (best.size() > most) best.resize(most);
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

/// Per list of impacts the most likely of the solutions; the most likely first.
void rank(std::vector<Solution>& solutions, std::size_t most) {
  std::stable_sort(solutions.begin(), solutions.end(),
                   [](const Solution& a, const Solution& b) { return a.chance > b.chance; });
  std::vector<Solution> distinct;
  for (Solution& s : solutions) {
    const bool known = std::any_of(distinct.begin(), distinct.end(),
                                   [&](const Solution& d) { return d.path == s.path; });
    if (!known && distinct.size() < most) distinct.push_back(std::move(s));
  }
  solutions = std::move(distinct);
}

}  // namespace

std::string impacts_text(const Scene& scene, const Trajectory& trajectory) {
  std::string text;
  for (const EventSpan& e : impacts_of(scene, trajectory)) {
    if (e.type == EventType::ball_slate) continue;
    if (!text.empty()) text += ", ";
    const Agents agents =
        agents_of({.t = e.t, .type = e.type, .ball = e.ball, .other = e.other}, scene);
    text += agents.first;
    text += e.type == EventType::ball_pocket ? " in " : "-";
    text += e.type == EventType::ball_floor ? "floor" : agents.second;
  }
  return text;
}

ShapeResult shape(const ShapingProblem& problem, const ShapeOptions& options) {
  ShapeResult out;
  std::vector<Candidate> candidates;
  const bool has_start = std::all_of(problem.unknowns.begin(), problem.unknowns.end(),
                                     [](const Unknown& u) { return u.start.has_value(); });
  if (has_start) {
    Candidate start;
    for (const Unknown& u : problem.unknowns) start.x.push_back(*u.start);
    candidates.push_back(std::move(start));
  } else {
    auto found = search_grid(problem, options);
    out.simulations = found.size();
    candidates = candidates_of(std::move(found), options.refined);
  }

  std::vector<Refined> refined(candidates.size());
  std::vector<double> chances(candidates.size());
  run_parallel(options, candidates.size(), [&](std::size_t i) {
    refined[i] = refine(problem, candidates[i].x, {.most_simulations = has_start ? 200U : 40U});
    if (refined[i].best.satisfied) {
      chances[i] = chance_of(problem, refined[i].best.x, options.samples, options.seed);
    }
  });
  tell(options, 1.0);
  const Refined* closest = nullptr;
  for (std::size_t i = 0; i < refined.size(); ++i) {
    const Refined& r = refined[i];
    out.simulations += r.simulations + (r.best.satisfied ? options.samples : 0);
    if (closest == nullptr || r.best.miss < closest->best.miss) closest = &r;
    if (!r.best.satisfied) continue;
    const Scene scene = scene_of(problem, r.best.x);
    out.solutions.push_back(
        {r.best, impacts_text(scene, r.best.trajectory), chances[i], margins_of(problem, r.best)});
  }
  rank(out.solutions, options.solutions);
  if (closest != nullptr) {
    out.closest = closest->best;
    out.is_infeasible = out.solutions.empty() && closest->is_stationary;
  }
  return out;
}

}  // namespace cuelab
