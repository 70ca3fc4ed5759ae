#include "shots.hpp"

#include <nlohmann/json.hpp>
#include <vector>

#include "cuelab/shaping.hpp"
#include "io/goal_reader.hpp"

namespace cuelab::web {
namespace {

using Json = nlohmann::ordered_json;

Result<GoalFile> read(const std::string& goal) {
  return parse_goal(goal, Format::json, "goal", [](const std::string& scene, const std::string&) {
    return Result<Scene>(Error{scene, "", "the scene must be a table here"});
  });
}

/// The unknowns by name.
Json named(const ShapingProblem& problem, const std::vector<double>& x) {
  Json values = Json::object();
  for (std::size_t i = 0; i < x.size(); ++i) {
    values[std::string(name_of(problem.unknowns[i].quantity))] = x[i];
  }
  return values;
}

}  // namespace

Result<std::string> shots_text(const std::string& goal,
                               const std::function<void(double)>& progress) {
  auto file = read(goal);
  if (!file) return file.error();
  file->search.progress = progress;
  const ShapeResult found = shape(file->problem, file->search);
  Json solutions = Json::array();
  for (const Solution& solution : found.solutions) {
    solutions.push_back({{"shot", named(file->problem, solution.attempt.x)},
                         {"chance", solution.chance},
                         {"path", solution.path},
                         {"usualMiss", solution.usual_miss}});
  }
  return Json{{"solutions", std::move(solutions)},
              {"miss", found.closest.miss},
              {"simulations", found.simulations}}
      .dump();
}

Result<std::string> region_text(const std::string& goal, std::uint32_t headings,
                                std::uint32_t speeds) {
  const auto file = read(goal);
  if (!file) return file.error();
  std::vector<double> x;
  for (const Unknown& unknown : file->problem.unknowns) {
    if (!unknown.start) return Error{"goal", "unknowns", "each must have a start"};
    x.push_back(*unknown.start);
  }
  const std::size_t cells = std::size_t{headings} * speeds;
  const MakeRegion region = make_region(
      file->problem, x, {.headings = headings, .speeds = speeds, .simulations = 2 * cells});
  return Json{{"headings", region.headings},
              {"speeds", region.speeds},
              {"success", region.success},
              {"chance", region.chance},
              {"error", region.standard_error}}
      .dump();
}

}  // namespace cuelab::web
