#include "io/law_document.hpp"

#include <algorithm>

#include "cuelab/laws/ball_ball/friction.hpp"
#include "io/keys.hpp"

namespace cuelab {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// Friction between balls as {a, b, c}, whichever way it is written.
json curve_of(const json& friction) {
  const BallFriction fit;
  if (friction.is_string()) return {{"a", fit.a}, {"b", fit.b}, {"c", fit.c}};
  if (friction.is_number()) return {{"a", friction}, {"b", 0.0}, {"c", 0.0}};
  return friction;
}

/// The shortest way to write a curve {a, b, c}.
ordered_json shortened(const ordered_json& curve) {
  const BallFriction friction{curve.at("a"), curve.at("b"), curve.at("c")};
  if (friction == BallFriction{}) return "alciatore";
  if (friction.b == 0.0 && friction.c == 0.0) return friction.a;
  return curve;
}

/// The number of a name among a choice, which `validate` has found there.
double index_of(const ParameterInfo& choice, const json& name) {
  const auto names = words(choice.names);
  return static_cast<double>(std::ranges::find(names, name.get<std::string>()) - names.begin());
}

}  // namespace

void read_parameters(const json& table, const LawInfo& info, void* law) {
  for (const ParameterInfo& p : info.parameters) {
    const std::size_t dot = p.name.find('.');
    const auto given = table.find(std::string(p.name.substr(0, dot)));
    if (given == table.end()) continue;
    if (dot == std::string_view::npos) {
      p.set(law, p.names.empty() ? given->get<double>() : index_of(p, *given));
      continue;
    }
    const json curve = curve_of(*given);
    const auto number = curve.find(std::string(p.name.substr(dot + 1)));
    if (number != curve.end()) p.set(law, number->get<double>());
  }
}

void write_parameters(ordered_json& table, const LawInfo& info, const void* law) {
  std::string curve;
  for (const ParameterInfo& p : info.parameters) {
    if (!p.is_given(law)) continue;
    const std::size_t dot = p.name.find('.');
    if (dot == std::string_view::npos) {
      ordered_json& value = table[std::string(p.name)];
      if (p.names.empty()) {
        value = p.get(law);
      } else {
        value = words(p.names)[static_cast<std::size_t>(p.get(law))];
      }
    } else {
      curve = p.name.substr(0, dot);
      table[curve][std::string(p.name.substr(dot + 1))] = p.get(law);
    }
  }
  if (!curve.empty()) table[curve] = shortened(table[curve]);
}

}  // namespace cuelab
