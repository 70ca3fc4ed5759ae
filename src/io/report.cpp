#include "io/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cuelab/energy_budget.hpp"
#include "io/input_error.hpp"
#include "io/scene_writer.hpp"
#include "io/text_format.hpp"

namespace cuelab {
namespace {

using nlohmann::ordered_json;

/// The states of the involved balls just after an event, by id.
ordered_json states_after(const Event& event, const Scene& scene, const Trajectory& trajectory) {
  ordered_json after = ordered_json::object();
  for (const std::uint32_t index : {event.piece, event.other_piece}) {
    if (index >= trajectory.pieces.size()) continue;
    const Piece& piece = trajectory.pieces[index];
    if (piece.ball < scene.balls.size()) {
      add_state(after[scene.balls[piece.ball].id], state_on(piece, piece.t0));
    }
  }
  return after;
}

/// What the smooth engine measured of each contact, added to its first and last event.
void add_contacts(ordered_json& events, const Trajectory& trajectory) {
  for (const ContactRecord& contact : trajectory.contacts) {
    if (contact.begin >= trajectory.events.size()) continue;
    events[contact.begin]["approach_speed"] = contact.approach_speed;
    if (contact.end >= trajectory.events.size()) continue;
    ordered_json& end = events[contact.end];
    end["peak_force"] = contact.peak_force;
    end["depth"] = contact.depth;
    end["duration"] = trajectory.events[contact.end].t - trajectory.events[contact.begin].t;
  }
}

ordered_json events_document(const Scene& scene, const Trajectory& trajectory, bool states) {
  ordered_json events = ordered_json::array();
  for (const Event& event : trajectory.events) {
    const Agents agents = agents_of(event, scene);
    ordered_json names = ordered_json::array({agents.first});
    if (!agents.second.empty()) names.push_back(agents.second);
    ordered_json entry{{"t", event.t}, {"type", name_of(event.type)}, {"agents", names}};
    if (states) entry["after"] = states_after(event, scene, trajectory);
    events.push_back(std::move(entry));
  }
  add_contacts(events, trajectory);
  return events;
}

ordered_json sample_document(const Scene& scene, const Snapshot& snapshot) {
  ordered_json balls = ordered_json::array();
  for (std::size_t i = 0; i < scene.balls.size() && i < snapshot.bodies.size(); ++i) {
    const Sample& sample = snapshot.bodies[i];
    ordered_json entry{{"id", scene.balls[i].id}};
    add_state(entry, sample.state);
    const Quat& q = sample.orientation;
    entry["orientation"] = ordered_json::array({q.w, q.x, q.y, q.z});
    balls.push_back(std::move(entry));
  }
  return {{"t", snapshot.t}, {"balls", std::move(balls)}};
}

/// Event and stepped engine: initial = final + what was dissipated, up to rounding. The losses are
/// known only if the pieces were kept.
ordered_json budget_document(const Scene& scene, const Trajectory& trajectory) {
  if (trajectory.pieces.size() < scene.balls.size()) {
    return {{"initial", total_energy(scene, struck(scene))},
            {"final", total_energy(scene, trajectory.final)}};
  }
  const EnergyBudget budget = energy_budget(scene, trajectory);
  ordered_json dissipated = ordered_json::object();
  for (const EnergyLoss& loss : budget.losses) dissipated[std::string(loss.name)] = loss.energy;
  return {
      {"initial", budget.initial}, {"final", budget.final}, {"dissipated", std::move(dissipated)}};
}

/// Smooth engine: initial = kinetic + potential + elastic + what was dissipated, up to the error.
ordered_json ledger_document(const Scene& scene, const Trajectory& trajectory) {
  const EnergyLedger& ledger = trajectory.ledger;
  const double final = is_pool(scene.system) ? total_energy(scene, trajectory.final)
                                             : ledger.kinetic + ledger.potential;
  ordered_json dissipated = ordered_json::object();
  for (const EnergySink& sink : ledger.sinks) dissipated[sink.name] = sink.work;
  return {{"initial", ledger.initial}, {"final", final},
          {"kinetic", ledger.kinetic}, {"potential", ledger.potential},
          {"elastic", ledger.elastic}, {"dissipated", std::move(dissipated)},
          {"error", ledger.error}};
}

/// What sets a margin: a near miss or a hit.
ordered_json limit_document(const Scene& scene, const Margin& margin) {
  if (margin.kind == Margin::Kind::nothing) return nullptr;
  const Agents agents =
      agents_of({.t = margin.t, .ball = margin.ball, .other = margin.other}, scene);
  return {
      {"kind", name_of(margin.kind)}, {"t", margin.t}, {"agents", {agents.first, agents.second}}};
}

ordered_json derivatives_document(const Scene& scene, const DerivativeReport& report) {
  const Derivatives& d = report.derivatives;
  ordered_json balls = ordered_json::array();
  for (std::size_t ball = 0; ball < scene.balls.size(); ++ball) {
    ordered_json entry{{"id", scene.balls[ball].id}, {"defined", d.is_defined(ball)}};
    if (d.is_defined(ball)) {
      ordered_json rows = ordered_json::array();
      for (double Vec3::* axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        ordered_json row = ordered_json::array();
        for (std::size_t c = 0; c < d.columns; ++c) {
          row.push_back(d.final[ball * d.columns + c].r.*axis);
        }
        rows.push_back(std::move(row));
      }
      entry["position"] = std::move(rows);
    } else {
      entry["position"] = nullptr;
      entry["reason"] = name_of(d.undefined[ball]);
    }
    balls.push_back(std::move(entry));
  }
  ordered_json margin = ordered_json::object();
  ordered_json limits = ordered_json::object();
  for (std::size_t c = 0; c < report.margins.size(); ++c) {
    margin[report.parameters[c]] = report.margins[c].distance;
    limits[report.parameters[c]] = limit_document(scene, report.margins[c]);
  }
  return {{"parameters", report.parameters},
          {"balls", std::move(balls)},
          {"margin", std::move(margin)},
          {"limits", std::move(limits)}};
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + '"';
}

}  // namespace

void add_state(ordered_json& document, const BallState& state) {
  document["position"] = as_list(state.r);
  document["velocity"] = as_list(state.v);
  document["spin"] = as_list(state.w);
  document["motion"] = name_of(state.motion);
}

ordered_json report_document(const Scene& scene, const Trajectory& trajectory,
                             const ReportOptions& options) {
  ordered_json document{{"schema", 1},
                        {"engine", name_of(scene.run.engine)},
                        {"scene", scene.name},
                        {"stop", name_of(trajectory.stop)},
                        {"t_end", trajectory.t_end}};
  document["events"] = events_document(scene, trajectory, options.states);
  document["balls"] = ordered_json::array();
  for (std::size_t i = 0; i < trajectory.final.size() && i < scene.balls.size(); ++i) {
    ordered_json entry{{"id", scene.balls[i].id}};
    add_state(entry, trajectory.final[i]);
    document["balls"].push_back(std::move(entry));
  }
  document["energy"] = uses_forces(scene.run.engine) ? ledger_document(scene, trajectory)
                                                     : budget_document(scene, trajectory);
  const Cost& cost = trajectory.cost;
  document["cost"] = {{"events", cost.events},
                      {"steps", cost.steps},
                      {"rhs_evaluations", cost.rhs_evaluations},
                      {"rejected", cost.rejected},
                      {"clusters", cost.clusters},
                      {"pair_tests", cost.pair_tests},
                      {"roots", cost.roots},
                      {"wall_seconds", options.wall_seconds}};
  document["hash"] = fmt::format("{:016x}", hash_of(trajectory));
  if (!options.samples.empty()) {
    document["samples"] = ordered_json::array();
    for (const Snapshot& sample : options.samples) {
      document["samples"].push_back(sample_document(scene, sample));
    }
  }
  if (options.derivatives != nullptr) {
    document["derivatives"] = derivatives_document(scene, *options.derivatives);
  }
  if (options.pieces) add_recording(document, scene, trajectory);
  return document;
}

std::string derivatives_to_json(const Scene& scene, const DerivativeReport& report) {
  return derivatives_document(scene, report).dump();
}

Result<std::string> trajectory_to_json(const Scene& scene, const Trajectory& trajectory,
                                       const ReportOptions& options) {
  try {
    return to_json(report_document(scene, trajectory, options));
  } catch (const InputError& refused) {
    return refused.error;
  }
}

std::string trajectory_to_csv(const Scene& scene, const Trajectory& trajectory) {
  std::string text = "t,type,first,second\n";
  for (const Event& event : trajectory.events) {
    const Agents agents = agents_of(event, scene);
    text += fmt::format("{},{},{},{}\n", event.t, name_of(event.type), csv_field(agents.first),
                        csv_field(agents.second));
  }
  return text;
}

}  // namespace cuelab
