#include <fmt/format.h>

#include "comparison.hpp"

namespace cuelab::cli {
namespace {

Json time_or_null(const std::optional<double>& t) { return t ? Json(*t) : Json(nullptr); }

Json span_document(const Scene& scene, const EventSpan& span) {
  const Agents agents = agents_of({.ball = span.ball, .other = span.other}, scene);
  Json names = Json::array({agents.first});
  if (!agents.second.empty()) names.push_back(agents.second);
  return {{"t", span.t}, {"until", span.until}, {"type", name_of(span.type)}, {"agents", names}};
}

Json run_document(const ComparedRun& run) {
  const Trajectory& trajectory = run.run.trajectory;
  const std::vector<double> ends{0.0, trajectory.t_end};
  const std::vector<double> energy = energy_at(run.scene, run.replay, ends);
  Json impacts = Json::array();
  for (const EventSpan& span : run.impacts) impacts.push_back(span_document(run.scene, span));
  return {{"engine", run.name()},
          {"stop", name_of(trajectory.stop)},
          {"t_end", trajectory.t_end},
          {"impacts", impacts},
          {"energy", {{"initial", energy[0]}, {"final", energy[1]}}},
          {"cost",
           {{"events", trajectory.cost.events},
            {"steps", trajectory.cost.steps},
            {"rhs_evaluations", trajectory.cost.rhs_evaluations},
            {"cpu_seconds", run.run.cpu_seconds},
            {"wall_seconds", run.run.wall_seconds}}},
          {"hash", fmt::format("{:016x}", hash_of(trajectory))}};
}

Json match_document(const EventMatch& match) {
  Json partners = Json::array();
  for (const std::size_t j : match.a) partners.push_back(j == unmatched ? Json(nullptr) : Json(j));
  Json document{{"matched", match.count},
                {"of", {match.a.size(), match.b.size()}},
                {"partners", partners},
                {"divergence", nullptr}};
  if (match.first) {
    document["divergence"] = {{"t", match.first->t}, {"next", {match.first->a, match.first->b}}};
  }
  return document;
}

Json deviation_document(const Scene& scene, const ComparedPair& pair) {
  Json document{{"max", pair.deviation.max}, {"exceeds", Json::array()}};
  for (const Crossing& crossing : pair.crossings) {
    document["exceeds"].push_back({{"length", crossing.length}, {"t", time_or_null(crossing.t)}});
  }
  Json balls = Json::array();
  for (std::size_t i = 0; i < pair.deviation.balls.size(); ++i) {
    const BallDeviation& ball = pair.deviation.balls[i];
    balls.push_back({{"id", scene.balls[i].id}, {"max", ball.max}, {"final", ball.final}});
  }
  document["balls"] = balls;
  Json largest = Json::array();
  Json rms = Json::array();
  Json ids = Json::array();
  for (const DeviationSample& sample : pair.deviation.samples) {
    largest.push_back(sample.max);
    rms.push_back(sample.rms);
    ids.push_back(scene.balls[sample.ball].id);
  }
  document["over_time"] = {{"t", pair.times},
                           {"largest", largest},
                           {"ball", ids},
                           {"rms", rms},
                           {"energy", {pair.energy_a, pair.energy_b}}};
  return document;
}

Json pair_document(const Comparison& comparison, const ComparedPair& pair) {
  const ComparedRun& a = comparison.runs[pair.a];
  Json document{{"engines", {a.name(), comparison.runs[pair.b].name()}},
                {"impacts", match_document(pair.impacts)},
                {"transitions", nullptr}};
  if (pair.transitions) document["transitions"] = match_document(*pair.transitions);
  document["deviation"] = deviation_document(a.scene, pair);
  return document;
}

/// What follows from an amplification.
Json growth_document(const Amplification& known, const StrokeSensitivity& entry,
                     const std::vector<double>& times, double radius) {
  Json exponents = Json::array();
  Json digits = Json::array();
  for (std::size_t i = 0; i < known.values.size(); ++i) {
    exponents.push_back(growth_exponent(known.values[i], times[i]));
    digits.push_back(digits_needed(known.values[i], radius));
  }
  Json predictable = Json::array();
  for (const double error : entry.errors) {
    const auto until = predictable_until(known, times, error, radius);
    predictable.push_back({{"error", error}, {"until", time_or_null(until)}});
  }
  return {{"amplification", known.values},
          {"exponent", exponents},
          {"digits", digits},
          {"predictable", predictable}};
}

Json sensitivity_document(const ComparedRun& run, const RunSensitivity& sensitivity,
                          double radius) {
  Json document{{"engine", run.name()}, {"steps", neighbour_steps}, {"t", sensitivity.times}};
  for (const StrokeSensitivity& entry : sensitivity.parameters) {
    const Amplification& neighbours = entry.neighbours;
    Json growth = growth_document(neighbours, entry, sensitivity.times, radius);
    growth["unit"] = entry.unit;
    growth["events_differ"] = time_or_null(neighbours.differs);
    growth["not_linear"] = time_or_null(neighbours.left_the_range);
    growth["exact"] = nullptr;
    if (entry.exact) {
      Json exact = growth_document(*entry.exact, entry, sensitivity.times, radius);
      exact["undefined"] = nullptr;
      if (entry.exact->undefined) {
        exact["undefined"] = {{"t", *entry.exact->undefined},
                              {"reason", name_of(entry.exact->reason)}};
      }
      exact["difference"] = relative_difference(*entry.exact, neighbours);
      growth["exact"] = std::move(exact);
    }
    document[entry.parameter] = std::move(growth);
  }
  return document;
}

}  // namespace

Json comparison_document(const Comparison& comparison) {
  Json document{{"schema", 1}, {"scene", comparison.runs.front().scene.name}};
  for (const ComparedRun& run : comparison.runs) document["runs"].push_back(run_document(run));
  for (const ComparedPair& pair : comparison.pairs) {
    document["pairs"].push_back(pair_document(comparison, pair));
  }
  for (std::size_t i = 0; i < comparison.sensitivities.size(); ++i) {
    document["sensitivity"].push_back(
        sensitivity_document(comparison.runs[i], comparison.sensitivities[i], comparison.radius));
  }
  return document;
}

}  // namespace cuelab::cli
