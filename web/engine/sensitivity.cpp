#include "sensitivity.hpp"

#include <vector>

#include "cuelab/io.hpp"
#include "cuelab/sensitivity.hpp"

namespace cuelab::web {

Result<std::string> sensitivity_text(const Scene& scene, const Trajectory& trajectory) {
  if (!scene.shot) return Error{"", "shot", "the scene has no stroke to change"};
  DerivativeReport report;
  std::vector<SceneNumber> numbers;
  for (const char* name : {"speed", "heading", "side", "height", "elevation"}) {
    const auto number = SceneNumber::find(scene, std::string("shot.") + name);
    if (!number) return number.error();
    report.parameters.emplace_back(name);
    numbers.push_back(*number);
  }
  auto derivatives = differentiate(scene, trajectory, numbers);
  if (!derivatives) return derivatives.error();

  // leave out what the stroke has no derivative of
  bool is_complete = true;
  for (std::size_t c = numbers.size(); c-- > 0;) {
    if (derivatives->column_undefined[c] == Undefined::no) continue;
    is_complete = false;
    numbers.erase(numbers.begin() + static_cast<std::ptrdiff_t>(c));
    report.parameters.erase(report.parameters.begin() + static_cast<std::ptrdiff_t>(c));
  }
  if (!is_complete) derivatives = differentiate(scene, trajectory, numbers);
  report.derivatives = *std::move(derivatives);
  report.margins = margins(scene, trajectory, report.derivatives);
  return derivatives_to_json(scene, report);
}

}  // namespace cuelab::web
