#include "run_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cuelab/energy_budget.hpp"
#include "cuelab/io.hpp"
#include "smooth_summary.hpp"
#include "text_table.hpp"

namespace cuelab::cli {
namespace {

constexpr double degrees = 180.0 / 3.14159265358979323846;

/// A ball's state with its name, one line of a table.
struct NamedState {
  std::string order;
  std::string ball;
  BallState state;
};

/// Omits velocities or spins if they are zero for every ball.
std::string state_table(const std::vector<NamedState>& rows, const std::string& order_title) {
  struct Quantity {
    std::array<const char*, 3> titles;
    int decimals;
    Vec3 BallState::* field;
    bool always;
  };
  const std::array<Quantity, 3> quantities{
      {{{"x [m]", "y [m]", "z [m]"}, 6, &BallState::r, true},
       {{"vx [m/s]", "vy [m/s]", "vz [m/s]"}, 4, &BallState::v, false},
       {{"wx [rad/s]", "wy [rad/s]", "wz [rad/s]"}, 3, &BallState::w, false}}};

  std::vector<Column> columns;
  if (!order_title.empty()) columns.push_back({order_title, true});
  columns.push_back({"ball", false});
  columns.push_back({"motion", false});
  std::vector<Quantity> shown;
  for (const Quantity& q : quantities) {
    const bool needed = q.always || std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
                          return norm(row.state.*q.field) > 0.0;
                        });
    if (!needed) continue;
    shown.push_back(q);
    for (const char* title : q.titles) columns.push_back({title, true});
  }

  TextTable table(columns);
  for (const NamedState& row : rows) {
    std::vector<std::string> cells;
    if (!order_title.empty()) cells.push_back(row.order);
    cells.push_back(row.ball);
    cells.emplace_back(name_of(row.state.motion));
    for (const Quantity& q : shown) {
      const Vec3& value = row.state.*q.field;
      for (const double component : {value.x, value.y, value.z}) {
        cells.push_back(figure(component, q.decimals));
      }
    }
    table.add(std::move(cells));
  }
  return table.text();
}

std::string shot_text(const Scene& scene) {
  if (!scene.shot) return "none";
  const Shot& shot = *scene.shot;
  std::string text = fmt::format("{} at {:.4g} m/s, heading {:.4g}\u00b0",
                                 scene.balls[shot.ball].id, shot.speed, shot.heading * degrees);
  if (shot.side != 0.0) text += fmt::format(", side {:.4g} R", shot.side);
  if (shot.height != 0.0) text += fmt::format(", height {:.4g} R", shot.height);
  if (shot.elevation != 0.0) {
    text += fmt::format(", elevation {:.4g}\u00b0", shot.elevation * degrees);
  }
  return text;
}

std::string table_text(const Table& table) {
  std::string text = table.preset.empty() ? "own" : table.preset;
  if (table.length > 0.0) text += fmt::format(", {:.4g} x {:.4g} m", table.length, table.width);
  return text;
}

std::string header(const RunSummary& summary) {
  const Scene& scene = summary.scene;
  std::string out = fmt::format("{}\n", scene.name.empty() ? "unnamed scene" : scene.name);
  out += fmt::format("  file    {}\n", summary.file);
  out += fmt::format("  engine  {}\n", name_of(scene.run.engine));
  if (!is_pool(scene.system)) {
    return out +
           fmt::format("  system  {}\n  bodies  {}\n", kind_of(scene.system), scene.balls.size());
  }
  out += fmt::format("  table   {}\n", table_text(scene.table));
  out += fmt::format("  balls   {}\n", scene.balls.size());
  return out + fmt::format("  shot    {}\n", shot_text(scene));
}

/// Speed of the piece that begins at an event, or "" when none does.
std::string speed_after(const Trajectory& trajectory, std::uint32_t piece) {
  if (piece >= trajectory.pieces.size()) return "";
  return figure(norm(trajectory.pieces[piece].v0), 4);
}

std::string events_table(const RunSummary& summary) {
  const Trajectory& trajectory = summary.trajectory;
  if (trajectory.events.empty()) return "\nevents: none\n";
  std::vector<Column> columns{
      {"#", true}, {"t [s]", true}, {"type", false}, {"agents", false}, {"", false}};
  std::vector<EnergyStep> energy;
  if (summary.verbose) {
    energy = energy_audit(summary.scene, trajectory);
    for (const char* title : {"v1 [m/s]", "v2 [m/s]", "E [J]", "lost [J]"}) {
      columns.push_back({title, true});
    }
  }
  TextTable table(columns);
  for (std::size_t i = 0; i < trajectory.events.size(); ++i) {
    const Event& event = trajectory.events[i];
    const Agents agents = agents_of(event, summary.scene);
    std::vector<std::string> cells{std::to_string(i + 1), figure(event.t, 6),
                                   std::string(name_of(event.type)), std::string(agents.first),
                                   std::string(agents.second)};
    if (summary.verbose) {
      cells.push_back(speed_after(trajectory, event.piece));
      cells.push_back(speed_after(trajectory, event.other_piece));
      cells.push_back(figure(energy[i].after, 6));
      cells.push_back(figure(energy[i].before - energy[i].after, 6));
    }
    table.add(std::move(cells));
  }
  return "\nevents\n" + table.text();
}

/// States of the involved balls after every event.
std::string states_after(const RunSummary& summary) {
  std::vector<NamedState> rows;
  const auto& pieces = summary.trajectory.pieces;
  for (std::size_t i = 0; i < summary.trajectory.events.size(); ++i) {
    const Event& event = summary.trajectory.events[i];
    for (const std::uint32_t piece : {event.piece, event.other_piece}) {
      if (piece >= pieces.size()) continue;
      rows.push_back({std::to_string(i + 1), summary.scene.balls[pieces[piece].ball].id,
                      state_on(pieces[piece], event.t)});
    }
  }
  return rows.empty() ? "" : "\nstates after the events\n" + state_table(rows, "#");
}

std::string samples(const RunSummary& summary) {
  std::string out;
  for (const Snapshot& sample : summary.samples) {
    std::vector<NamedState> rows;
    rows.reserve(sample.bodies.size());
    for (std::size_t b = 0; b < sample.bodies.size(); ++b) {
      rows.push_back({"", summary.scene.balls[b].id, sample.bodies[b].state});
    }
    out += fmt::format("\nstates at t = {} s\n", sample.t) + state_table(rows, "");
  }
  return out;
}

std::string final_states(const RunSummary& summary) {
  std::vector<NamedState> rows;
  rows.reserve(summary.trajectory.final.size());
  for (std::size_t b = 0; b < summary.trajectory.final.size(); ++b) {
    rows.push_back({"", summary.scene.balls[b].id, summary.trajectory.final[b]});
  }
  return fmt::format("\nfinal states, t = {} s\n", figure(summary.trajectory.t_end, 6)) +
         state_table(rows, "");
}

std::string energy_text(const RunSummary& summary) {
  const EnergyBudget budget = energy_budget(summary.scene, summary.trajectory);
  TextTable table({{"", false}, {"E [J]", true}, {"share", true}});
  const auto share = [&](double energy) {
    return budget.initial > 0.0 ? figure(100.0 * energy / budget.initial, 1) + " %" : "";
  };
  table.add({"initial", figure(budget.initial, 6), share(budget.initial)});
  for (const EnergyLoss& loss : budget.losses) {
    table.add({"lost to " + std::string(loss.name), figure(loss.energy, 6), share(loss.energy)});
  }
  table.add({"final", figure(budget.final, 6), share(budget.final)});
  return "\nenergy\n" + table.text();
}

std::string cost_text(const RunSummary& summary) {
  const Cost& cost = summary.trajectory.cost;
  if (summary.scene.run.engine == Engine::stepped) {
    return fmt::format("\ncost  {} events, {} steps, {} pair tests, {}\n", cost.events, cost.steps,
                       cost.pair_tests, time_text(summary.wall_seconds));
  }
  return fmt::format("\ncost  {} events, {} pair tests, {} root searches, {}\n", cost.events,
                     cost.pair_tests, cost.roots, time_text(summary.wall_seconds));
}

}  // namespace

std::string stop_line(const Trajectory& trajectory) {
  const std::size_t n = trajectory.events.size();
  return fmt::format("stop  {} at t = {:.6f} s after {} event{}, hash {:016x}\n",
                     name_of(trajectory.stop), trajectory.t_end, n, n == 1 ? "" : "s",
                     hash_of(trajectory));
}

std::string summary_text(const RunSummary& summary) {
  const bool forces = uses_forces(summary.scene.run.engine);
  return header(summary) + (forces ? contacts_table(summary) : events_table(summary)) +
         (summary.states ? states_after(summary) : "") + samples(summary) + final_states(summary) +
         (forces ? ledger_text(summary.trajectory) + integration_cost(summary)
                 : energy_text(summary) + cost_text(summary)) +
         stop_line(summary.trajectory);
}

}  // namespace cuelab::cli
