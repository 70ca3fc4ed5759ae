// libFuzzer: goal files. What is accepted can be tried.
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "cuelab/goal_file.hpp"
#include "cuelab/run.hpp"

using namespace cuelab;

namespace {

/// One stroke, with every unknown in the middle of its range.
void try_shortly(ShapingProblem problem) {
  constexpr std::size_t most_balls = 8, most_events = 200;
  Scene& scene = problem.scene;
  if (scene.balls.size() > most_balls || unsupported_reason(scene)) return;
  scene.run.max_events = most_events;
  std::vector<double> x;
  for (const Unknown& unknown : problem.unknowns) {
    x.push_back(unknown.start.value_or(0.5 * (unknown.min + unknown.max)));
  }
  if (attempt(problem, x).x != x) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<GoalFile> goal = parse_goal(text, format_of("input", text), "input");
  if (!goal) return 0;
  if (find_fault(goal->problem)) std::abort();
  try_shortly(goal->problem);
  return 0;
}
