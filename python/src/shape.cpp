// Finding the stroke that does what is wanted.
#include <array>

#include "common.hpp"
#include "cuelab/goal_file.hpp"
#include "scene/angles.hpp"

namespace cuelab::python {
namespace {

py::dict unknowns_of(const ShapingProblem& problem, const Attempt& attempt) {
  py::dict values;
  for (std::size_t i = 0; i < attempt.x.size() && i < problem.unknowns.size(); ++i) {
    values[py::str(std::string(name_of(problem.unknowns[i].quantity)))] = attempt.x[i];
  }
  return values;
}

/// The scene with the stroke, its unknowns, and how far it misses the goals [m].
py::dict found_of(const ShapingProblem& problem, const Attempt& attempt) {
  py::dict found;
  found["scene"] = value_or_raise(scene_to_toml(scene_of(problem, attempt.x)));
  found["unknowns"] = unknowns_of(problem, attempt);
  found["miss"] = attempt.miss;
  return found;
}

/// Solves the problem of a goal file in JSON. `noise`, if given: speed, heading [degree], side,
/// height [m], elevation [degree].
py::dict solve(const std::string& document, const std::optional<std::array<double, 5>>& noise) {
  GoalFile goal = value_or_raise(parse_goal(document, Format::json, "goals"));
  if (noise) {
    goal.problem.noise.noise = {.side = (*noise)[2],
                                .height = (*noise)[3],
                                .elevation = radians((*noise)[4]),
                                .heading = radians((*noise)[1]),
                                .speed = (*noise)[0]};
  }
  goal.search.parallel = on_all_cores;
  ShapeResult result;
  {
    const py::gil_scoped_release unlocked;
    result = shape(goal.problem, goal.search);
  }
  py::list solutions;
  for (const Solution& solution : result.solutions) {
    py::dict found = found_of(goal.problem, solution.attempt);
    found["chance"] = solution.chance;
    found["impacts"] = solution.path;
    found["usual_miss"] = solution.usual_miss;
    solutions.append(found);
  }
  py::dict all;
  all["solutions"] = solutions;
  all["closest"] = found_of(goal.problem, result.closest);
  all["infeasible"] = result.is_infeasible;
  all["simulations"] = result.simulations;
  return all;
}

}  // namespace

void bind_shape(py::module_& module) {
  module.def("shape", &solve, py::arg("document"), py::arg("noise"));
}

}  // namespace cuelab::python
