#include "derivative_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "text_table.hpp"

namespace cuelab::cli {
namespace {

/// Parameters of the shot that need no prefix.
constexpr std::array<std::string_view, 5> strike_names = {"speed", "heading", "side", "height",
                                                          "elevation"};

std::string title_of(const NamedNumber& parameter) {
  const std::string_view unit = parameter.number.unit();
  return unit.empty() ? parameter.name : fmt::format("{} [{}]", parameter.name, unit);
}

/// Four decimals and as many more as small values need.
std::string derivative_figure(double value) {
  return std::abs(value) < 0.1 && value != 0.0 ? fmt::format("{:.4e}", value) : figure(value, 5);
}

}  // namespace

Error in_file(Error error, const std::string& file) {
  if (error.file.empty()) error.file = file;
  return error;
}

Result<std::vector<NamedNumber>> find_parameters(const Scene& scene, const std::string& text) {
  std::vector<NamedNumber> parameters;
  if (text.empty()) return parameters;
  if (scene.run.engine != Engine::event) {
    return Error{
        "", "--derivatives",
        fmt::format("not available in the {} engine; available: event", name_of(scene.run.engine))};
  }
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string name = text.substr(begin, end - begin);
    const bool is_strike = std::ranges::find(strike_names, name) != strike_names.end();
    if (is_strike && !scene.shot) {
      return Error{"", "--derivatives", fmt::format("\"{}\": the scene has no [shot]", name)};
    }
    const auto number = SceneNumber::find(scene, is_strike ? "shot." + name : name);
    if (!number) {
      return Error{"", "--derivatives",
                   fmt::format("\"{}\": {}; available: speed, heading, side, height, elevation, "
                               "or a number's key such as physics.cloth.sliding",
                               name, number.error().what)};
    }
    const bool is_twice = std::ranges::any_of(
        parameters, [&](const NamedNumber& other) { return other.number.key() == number->key(); });
    if (is_twice) return Error{"", "--derivatives", fmt::format("\"{}\" is named twice", name)};
    parameters.push_back({name, *number});
    begin = end + 1;
  }
  return parameters;
}

Result<DerivativeReport> report_derivatives(const Scene& scene, const Trajectory& trajectory,
                                            const std::vector<NamedNumber>& parameters) {
  DerivativeReport report;
  std::vector<SceneNumber> numbers;
  for (const NamedNumber& parameter : parameters) {
    report.parameters.push_back(parameter.name);
    numbers.push_back(parameter.number);
  }
  auto derivatives = differentiate(scene, trajectory, numbers);
  if (!derivatives) {
    Error error = derivatives.error();
    return Error{"", "--derivatives", fmt::format("\"{}\": {}", error.key, error.what)};
  }
  for (std::size_t c = 0; c < parameters.size(); ++c) {
    if (derivatives->column_undefined[c] == Undefined::no) continue;
    return Error{
        "", "--derivatives",
        fmt::format("\"{}\": the stroke has no derivative at this value", parameters[c].name)};
  }
  report.derivatives = *std::move(derivatives);
  report.margins = margins(scene, trajectory, report.derivatives);
  return report;
}

std::string derivative_tables(const Scene& scene, const std::vector<NamedNumber>& parameters,
                              const DerivativeReport& report) {
  const Derivatives& d = report.derivatives;
  std::vector<Column> columns{{"ball", false}, {"", false}};
  for (const NamedNumber& parameter : parameters) columns.push_back({title_of(parameter), true});
  TextTable table(columns);
  for (std::size_t ball = 0; ball < scene.balls.size(); ++ball) {
    if (!d.is_defined(ball)) {
      table.add({scene.balls[ball].id,
                 fmt::format("not differentiable ({})", name_of(d.undefined[ball]))});
      continue;
    }
    for (const auto& [name, axis] : {std::pair{"dx", &Vec3::x}, {"dy", &Vec3::y}}) {
      std::vector<std::string> cells{name == std::string_view("dx") ? scene.balls[ball].id : "",
                                     name};
      for (std::size_t c = 0; c < d.columns; ++c) {
        cells.push_back(derivative_figure(d.final[ball * d.columns + c].r.*axis));
      }
      table.add(std::move(cells));
    }
  }
  TextTable limits({{"parameter", false}, {"margin", true}, {"set by", false}, {"t [s]", true}});
  for (std::size_t c = 0; c < report.margins.size(); ++c) {
    const Margin& margin = report.margins[c];
    if (margin.kind == Margin::Kind::nothing) {
      limits.add({title_of(parameters[c]), "unlimited"});
      continue;
    }
    const Agents agents =
        agents_of({.t = margin.t, .ball = margin.ball, .other = margin.other}, scene);
    limits.add({title_of(parameters[c]), derivative_figure(margin.distance),
                fmt::format("{}: {} {}", name_of(margin.kind), agents.first, agents.second),
                figure(margin.t, 6)});
  }
  return "\nderivatives of the final positions [m / unit]\n" + table.text() +
         "\nmargins to the next change of events, to first order\n" + limits.text();
}

}  // namespace cuelab::cli
