#include "smooth_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text_table.hpp"

namespace cuelab::cli {
namespace {

constexpr double milli = 1e-3;

/// The contact each event begins or ends, or nullptr.
std::vector<const ContactRecord*> contact_of_events(const Trajectory& trajectory) {
  std::vector<const ContactRecord*> owners(trajectory.events.size(), nullptr);
  for (const ContactRecord& contact : trajectory.contacts) {
    for (const std::uint32_t event : {contact.begin, contact.end}) {
      if (event < owners.size()) owners[event] = &contact;
    }
  }
  return owners;
}

/// Duration, approach speed, peak force and greatest depth.
void add_contact_cells(std::vector<std::string>& cells, const ContactRecord& contact,
                       const Trajectory& trajectory) {
  const double begin = trajectory.events[contact.begin].t;
  cells.push_back(contact.end < trajectory.events.size()
                      ? figure((trajectory.events[contact.end].t - begin) / milli, 4)
                      : "to the end");
  cells.push_back(figure(contact.approach_speed, 4));
  cells.push_back(figure(contact.peak_force, 1));
  cells.push_back(figure(contact.depth / milli, 4));
}

}  // namespace

std::string contacts_table(const RunSummary& summary) {
  const Trajectory& trajectory = summary.trajectory;
  if (trajectory.events.empty()) return "\nevents: none\n";
  TextTable table({{"#", true},
                   {"t [s]", true},
                   {"type", false},
                   {"agents", false},
                   {"", false},
                   {"lasts [ms]", true},
                   {"speed [m/s]", true},
                   {"force [N]", true},
                   {"depth [mm]", true}});
  const auto owners = contact_of_events(trajectory);
  for (std::size_t i = 0; i < trajectory.events.size(); ++i) {
    const Event& event = trajectory.events[i];
    const ContactRecord* contact = owners[i];
    if (contact != nullptr && contact->end == i) continue;  // listed where it begins
    const Agents agents = agents_of(event, summary.scene);
    std::string number = std::to_string(i + 1);
    if (contact != nullptr && contact->end < trajectory.events.size()) {
      number += fmt::format("-{}", contact->end + 1);
    }
    std::vector<std::string> cells{
        number, figure(event.t, 6),
        contact != nullptr ? "contact" : std::string(name_of(event.type)),
        std::string(agents.first), std::string(agents.second)};
    if (contact != nullptr) add_contact_cells(cells, *contact, trajectory);
    table.add(std::move(cells));
  }
  return "\nevents (contacts with approach speed, peak force and greatest depth)\n" + table.text();
}

/// Shares of the initial energy plus the work of the drives.
std::string ledger_text(const Trajectory& trajectory) {
  constexpr double rounding = 1e-12;  // share of the energy below which a sink is omitted
  const EnergyLedger& ledger = trajectory.ledger;
  double all = ledger.initial;
  for (const EnergySink& sink : ledger.sinks) all += std::max(0.0, -sink.work);
  TextTable table({{"", false}, {"E [J]", true}, {"share", true}});
  const auto add = [&](const std::string& name, double energy) {
    table.add({name, figure(energy, 6), all > 0.0 ? figure(100.0 * energy / all, 1) + " %" : ""});
  };
  add("initial", ledger.initial);
  for (const EnergySink& sink : ledger.sinks) {
    if (std::abs(sink.work) <= rounding * all) continue;
    if (sink.work < 0.0) {
      add("supplied by " + sink.name, -sink.work);
    } else {
      add("lost to " + sink.name, sink.work);
    }
  }
  add("final, kinetic", ledger.kinetic);
  add("final, potential", ledger.potential);
  add("final, elastic", ledger.elastic);
  return "\nenergy\n" + table.text() +
         fmt::format("  energy balance error {:.1e} J\n", std::abs(ledger.error));
}

std::string integration_cost(const RunSummary& summary) {
  const Cost& cost = summary.trajectory.cost;
  std::string clusters;
  if (summary.scene.run.engine == Engine::hybrid) {
    clusters = fmt::format("{} clusters, ", cost.clusters);
  }
  return fmt::format("\ncost  {} events, {}{} steps, {} rejected, {} right-hand sides, {}\n",
                     cost.events, clusters, cost.steps, cost.rejected, cost.rhs_evaluations,
                     time_text(summary.wall_seconds));
}

}  // namespace cuelab::cli
