#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "comparison.hpp"
#include "text_table.hpp"

namespace cuelab::cli {
namespace {

constexpr int rows_over_time = 10;

/// A length with three digits, in m, mm, um or nm.
std::string length_text(double metres) {
  if (metres == 0.0) return "0";
  if (metres >= 0.9995) return fmt::format("{:.3g} m", metres);
  if (metres >= 0.9995e-3) return fmt::format("{:.3g} mm", 1e3 * metres);
  return metres >= 0.9995e-6 ? fmt::format("{:.3g} um", 1e6 * metres)
                             : fmt::format("{:.2g} nm", 1e9 * metres);
}

std::string runs_table(const Comparison& comparison) {
  TextTable table({{"engine", false},
                   {"ended", false},
                   {"t [s]", true},
                   {"impacts", true},
                   {"events", true},
                   {"steps", true},
                   {"rhs evaluations", true},
                   {"CPU time", true},
                   {"E start [J]", true},
                   {"E end [J]", true}});
  for (const ComparedRun& run : comparison.runs) {
    const Trajectory& trajectory = run.run.trajectory;
    const std::vector<double> ends{0.0, trajectory.t_end};
    const std::vector<double> energy = energy_at(run.scene, run.replay, ends);
    table.add({std::string(run.name()), std::string(name_of(trajectory.stop)),
               figure(trajectory.t_end, 6), std::to_string(run.impacts.size()),
               std::to_string(trajectory.events.size()), std::to_string(trajectory.cost.steps),
               std::to_string(trajectory.cost.rhs_evaluations), time_text(run.run.cpu_seconds),
               figure(energy[0], 6), figure(energy[1], 6)});
  }
  return "\nruns\n" + table.text();
}

/// "0.342850 s  ball-ball cue 1"
std::string event_text(const Scene& scene, const EventSpan& span) {
  const Agents agents = agents_of({.ball = span.ball, .other = span.other}, scene);
  return fmt::format("{:.6f} s  {} {}{}{}", span.t, name_of(span.type), agents.first,
                     agents.second.empty() ? "" : " ", agents.second);
}

/// What a run does where the runs diverge.
std::string next_text(const ComparedRun& run, std::size_t index,
                      const std::vector<std::size_t>& partners) {
  if (index >= run.impacts.size()) return "nothing more";
  return event_text(run.scene, run.impacts[index]) +
         (partners[index] == unmatched ? ", only here" : "");
}

std::string events_text(const Comparison& comparison, const ComparedPair& pair) {
  const ComparedRun& a = comparison.runs[pair.a];
  const ComparedRun& b = comparison.runs[pair.b];
  std::string out = fmt::format("  impacts      {} the same, of {} and {}\n", pair.impacts.count,
                                a.impacts.size(), b.impacts.size());
  if (pair.transitions) {
    out += fmt::format("  transitions  {} the same, of {} and {}\n", pair.transitions->count,
                       a.transitions.size(), b.transitions.size());
  }
  if (!pair.impacts.first) return out + "  divergence   none\n";
  const Divergence& first = *pair.impacts.first;
  const std::size_t width = std::max(a.name().size(), b.name().size());
  out += fmt::format("  divergence   after {} common impacts, at {:.6f} s\n",
                     std::min(first.a, first.b), first.t);
  out += fmt::format("    {:{}}  {}\n", a.name(), width, next_text(a, first.a, pair.impacts.a));
  return out +
         fmt::format("    {:{}}  {}\n", b.name(), width, next_text(b, first.b, pair.impacts.b));
}

std::string crossings_text(const ComparedPair& pair) {
  std::string out = "  deviation    ";
  bool any = false;
  for (const Crossing& crossing : pair.crossings) {
    if (!crossing.t) continue;
    out += fmt::format("{}{} from {:.4f} s", any ? ", " : "above ", crossing.name, *crossing.t);
    any = true;
  }
  if (!any) out += "never above 1 mm";
  return out + fmt::format("; largest {}\n", length_text(pair.deviation.max));
}

std::string over_time(const Comparison& comparison, const ComparedPair& pair) {
  const ComparedRun& a = comparison.runs[pair.a];
  const ComparedRun& b = comparison.runs[pair.b];
  TextTable table({{"t [s]", true},
                   {"largest", true},
                   {"ball", false},
                   {"rms", true},
                   {fmt::format("E {} [J]", a.name()), true},
                   {fmt::format("E {} [J]", b.name()), true}});
  for (int k = 0; k <= rows_over_time; ++k) {
    const double t = pair.times.back() * k / rows_over_time;
    const auto after = std::ranges::lower_bound(pair.times, t);
    const auto i =
        std::min(static_cast<std::size_t>(after - pair.times.begin()), pair.times.size() - 1);
    const DeviationSample& sample = pair.deviation.samples[i];
    table.add({figure(sample.t, 4), length_text(sample.max),
               sample.max > 0.0 ? a.scene.balls[sample.ball].id : "", length_text(sample.rms),
               figure(pair.energy_a[i], 6), figure(pair.energy_b[i], 6)});
  }
  return table.text();
}

/// Items separated by commas on as many lines as they need, all but the first indented.
std::string in_lines(const std::vector<std::string>& items) {
  constexpr std::size_t indent = 15;
  constexpr std::size_t widest = 100;
  std::string out;
  std::size_t column = indent;
  for (const std::string& item : items) {
    if (!out.empty() && column + item.size() > widest) {
      out += ",\n" + std::string(indent, ' ');
      column = indent;
    } else if (!out.empty()) {
      out += ", ";
    }
    out += item;
    column += item.size() + 2;
  }
  return out + "\n";
}

std::string final_distances(const ComparedRun& run, const ComparedPair& pair) {
  std::vector<std::string> items;
  for (std::size_t i = 0; i < pair.deviation.balls.size(); ++i) {
    items.push_back(run.scene.balls[i].id + ": " + length_text(pair.deviation.balls[i].final));
  }
  return "  at the end   " + in_lines(items);
}

std::string pair_text(const Comparison& comparison, const ComparedPair& pair) {
  const ComparedRun& a = comparison.runs[pair.a];
  return fmt::format("\n{} and {}\n", a.name(), comparison.runs[pair.b].name()) +
         events_text(comparison, pair) + crossings_text(pair) + final_distances(a, pair) +
         over_time(comparison, pair);
}

/// Why neighbours do not tell the amplification to the end; the first reason counts.
std::string end_of_neighbours(const Amplification& neighbours) {
  if (neighbours.left_the_range) {
    return fmt::format("from {:.4f} s the neighbours are more than {:g} R apart",
                       *neighbours.left_the_range, linear_range);
  }
  if (neighbours.differs) {
    return fmt::format("from {:.4f} s the neighbours have other impacts", *neighbours.differs);
  }
  return "";
}

std::string prediction_text(const StrokeSensitivity& entry, const RunSensitivity& sensitivity,
                            double radius) {
  std::string out = fmt::format("  {}:", entry.parameter);
  const Amplification known = entry.known();
  const bool to_the_end = known.values.size() == sensitivity.times.size();
  for (std::size_t k = 0; k < entry.errors.size(); ++k) {
    const auto until = predictable_until(known, sensitivity.times, entry.errors[k], radius);
    out += fmt::format("{} known to {}, predictable ", k == 0 ? "" : ";", entry.error_names[k]);
    if (until) {
      out += fmt::format("until {:.3f} s", *until);
    } else if (to_the_end) {
      out += "to the end";
    } else {
      out += fmt::format("to {:.3f} s at least", sensitivity.times[known.values.size() - 1]);
    }
  }
  const std::string end = end_of_neighbours(entry.neighbours);
  if (!entry.exact) return out + (end.empty() ? "" : "; " + end) + "\n";
  if (entry.exact->undefined) {
    out += fmt::format("; from {:.4f} s a ball has no derivative ({})", *entry.exact->undefined,
                       name_of(entry.exact->reason));
  }
  out += "\n";
  if (entry.exact->values.empty()) return out + (end.empty() ? "" : "    " + end + "\n");
  return out + fmt::format("    neighbouring runs are within {:.1e} of the derivatives{}\n",
                           relative_difference(*entry.exact, entry.neighbours),
                           end.empty() ? "" : "; " + end);
}

std::string sensitivity_text(const ComparedRun& run, const RunSensitivity& sensitivity,
                             double radius) {
  const bool is_exact = sensitivity.parameters[0].exact.has_value();
  std::string out = fmt::format(
      "\nsensitivity of {}, from {}strokes \u00b1{:g} and \u00b1{:g} in heading [rad] and relative "
      "speed\n",
      run.name(), is_exact ? "exact derivatives; beside them " : "", neighbour_steps[0],
      neighbour_steps[1]);
  TextTable table({{"t [s]", true},
                   {"dr/dheading [m/rad]", true},
                   {"exponent [1/s]", true},
                   {"digits", true},
                   {"v dr/dv [m]", true},
                   {"exponent [1/s]", true},
                   {"digits", true}});
  const std::array<Amplification, 2> known{sensitivity.parameters[0].known(),
                                           sensitivity.parameters[1].known()};
  const std::size_t steps = sensitivity.times.size() - 1;
  for (std::size_t k = 1; k <= rows_over_time; ++k) {
    const std::size_t i = k * steps / rows_over_time;
    const double t = sensitivity.times[i];
    std::vector<std::string> cells{figure(t, 4)};
    for (const Amplification& of : known) {
      const bool is_known = i < of.values.size();
      const double value = is_known ? of.values[i] : 0.0;
      cells.push_back(is_known ? fmt::format("{:.4g}", value) : "-");
      cells.push_back(is_known ? figure(growth_exponent(value, t), 3) : "-");
      cells.push_back(is_known ? figure(digits_needed(value, radius), 1) : "-");
    }
    table.add(std::move(cells));
  }
  out += table.text();
  for (const StrokeSensitivity& entry : sensitivity.parameters) {
    out += prediction_text(entry, sensitivity, radius);
  }
  return out;
}

}  // namespace

std::string comparison_text(const Comparison& comparison, const std::string& file) {
  const Scene& scene = comparison.runs.front().scene;
  std::string out =
      fmt::format("{}\n  file    {}\n  balls   {}\n",
                  scene.name.empty() ? "unnamed scene" : scene.name, file, scene.balls.size());
  out += runs_table(comparison);
  for (const ComparedPair& pair : comparison.pairs) out += pair_text(comparison, pair);
  for (std::size_t i = 0; i < comparison.sensitivities.size(); ++i) {
    out += sensitivity_text(comparison.runs[i], comparison.sensitivities[i], comparison.radius);
  }
  return out;
}

std::string comparison_lines(const Comparison& comparison) {
  std::string out;
  for (const ComparedPair& pair : comparison.pairs) {
    const ComparedRun& a = comparison.runs[pair.a];
    const ComparedRun& b = comparison.runs[pair.b];
    out += fmt::format("{} and {}: {} impacts the same, of {} and {}; largest deviation {}\n",
                       a.name(), b.name(), pair.impacts.count, a.impacts.size(), b.impacts.size(),
                       length_text(pair.deviation.max));
  }
  return out;
}

}  // namespace cuelab::cli
