// One run: simulate, samples, derivatives, pictures.
#include <algorithm>
#include <limits>

#include "common.hpp"
#include "cuelab/energy_budget.hpp"
#include "math/rotation.hpp"

namespace cuelab::python {
namespace {

Engine engine_of(const std::string& name) {
  std::string known;
  for (const Engine engine : available_engines()) {
    if (name_of(engine) == name) return engine;
    known += (known.empty() ? "" : ", ") + std::string(name_of(engine));
  }
  throw refusal("engine: is \"" + name + "\", must be one of " + known);
}

Run run_scene(const Scene& scene, const std::optional<std::string>& engine, const Numbers& at) {
  Scene used = scene;
  if (engine) used.run.engine = engine_of(*engine);
  RunOptions options;
  options.at.assign(at.data(), at.data() + at.size());
  bool stopped = false;
  options.progress = [&](double) { return !(stopped = stopped || !no_signal()); };
  std::optional<Result<RunResult>> run;
  {
    const py::gil_scoped_release unlocked;
    run.emplace(simulate(used, options));
  }
  if (stopped) throw py::error_already_set();
  RunResult result = value_or_raise(*std::move(run));
  return {std::move(used), std::move(result.trajectory), std::move(result.samples)};
}

// --- samples -------------------------------------------------------------------------------------

std::vector<Snapshot> snapshots(const Run& run, const Numbers& times) {
  const std::span<const double> at(times.data(), static_cast<std::size_t>(times.size()));
  for (std::size_t k = 0; k < at.size(); ++k) {
    if (std::isfinite(at[k]) && at[k] >= 0.0) continue;
    throw refusal("t[" + std::to_string(k) + "]: is " + std::to_string(at[k]) +
                  ", must be finite and at least 0");
  }
  const py::gil_scoped_release unlocked;
  return samples_at(run.trajectory, at, run.samples);
}

/// An array (times, balls, width); `get` writes the numbers of one sample.
template <class Get>
py::array_t<double> sampled(const Run& run, const Numbers& times, std::size_t width,
                            const Get& get) {
  const auto all = snapshots(run, times);
  py::array_t<double> array({all.size(), run.scene.balls.size(), width});
  double* place = array.mutable_data();
  for (const Snapshot& snapshot : all) {
    for (const Sample& body : snapshot.bodies) {
      get(body, place);
      place += width;
    }
  }
  return array;
}

void put(const Vec3& v, double* place) { place[0] = v.x, place[1] = v.y, place[2] = v.z; }

py::array_t<double> positions(const Run& run, const Numbers& times) {
  return sampled(run, times, 3, [](const Sample& s, double* p) { put(s.state.r, p); });
}
py::array_t<double> velocities(const Run& run, const Numbers& times) {
  return sampled(run, times, 3, [](const Sample& s, double* p) { put(s.state.v, p); });
}
py::array_t<double> spins(const Run& run, const Numbers& times) {
  return sampled(run, times, 3, [](const Sample& s, double* p) { put(s.state.w, p); });
}
py::array_t<double> orientations(const Run& run, const Numbers& times) {
  std::size_t k = 0;  // samples come body by body
  return sampled(run, times, 4, [&](const Sample& s, double* p) {
    const Quat start = run.start.empty() ? Quat{} : run.start[k++ % run.start.size()];
    const Quat q = s.orientation * start;
    p[0] = q.w;
    put({q.x, q.y, q.z}, p + 1);
  });
}

py::array_t<double> energy_at(const Run& run, const Numbers& times) {
  const auto all = snapshots(run, times);
  py::array_t<double> array(static_cast<py::ssize_t>(all.size()));
  std::vector<BallState> states;
  for (std::size_t k = 0; k < all.size(); ++k) {
    states.clear();
    for (const Sample& body : all[k].bodies) states.push_back(body.state);
    array.mutable_at(static_cast<py::ssize_t>(k)) = total_energy(run.scene, states);
  }
  return array;
}

py::array_t<double> final_states(const Run& run) {
  py::array_t<double> array({run.trajectory.final.size(), std::size_t{3}, std::size_t{3}});
  double* place = array.mutable_data();
  for (const BallState& state : run.trajectory.final) {
    put(state.r, place), put(state.v, place + 3), put(state.w, place + 6);
    place += 9;
  }
  return array;
}

// --- what happened -------------------------------------------------------------------------------

py::array_t<EventRow> events(const Run& run) {
  py::array_t<EventRow> array(static_cast<py::ssize_t>(run.trajectory.events.size()));
  std::ranges::transform(run.trajectory.events, array.mutable_data(), row_of);
  return array;
}

/// One contact of the smooth or hybrid engine.
struct ContactRow {
  double begin, end;         ///< [s]; NaN while it lasts
  std::int32_t ball, other;  ///< as in EventRow
  double approach_speed;     ///< [m/s]
  double peak_force;         ///< [N]
  double depth;              ///< [m]
  std::uint8_t kind;
};

py::array_t<ContactRow> contacts(const Run& run) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto& all = run.trajectory.events;
  py::array_t<ContactRow> array(static_cast<py::ssize_t>(run.trajectory.contacts.size()));
  std::ranges::transform(run.trajectory.contacts, array.mutable_data(), [&](const auto& contact) {
    const EventRow first = row_of(all[contact.begin]);
    return ContactRow{.begin = first.t,
                      .end = contact.end == none ? nan : all[contact.end].t,
                      .ball = first.ball,
                      .other = first.other,
                      .approach_speed = contact.approach_speed,
                      .peak_force = contact.peak_force,
                      .depth = contact.depth,
                      .kind = first.kind};
  });
  return array;
}

py::list event_names(const Run& run) {
  py::list names;
  for (const Event& event : run.trajectory.events) {
    const Agents agents = agents_of(event, run.scene);
    names.append(py::make_tuple(event.t, std::string(name_of(event.type)),
                                std::string(agents.first), std::string(agents.second)));
  }
  return names;
}

/// Initial and final energy and where the difference went [J].
py::dict energy(const Run& run) {
  py::dict budget, lost;
  if (uses_forces(run.scene.run.engine)) {
    const EnergyLedger& ledger = run.trajectory.ledger;
    for (const EnergySink& sink : ledger.sinks) lost[py::str(sink.name)] = sink.work;
    budget["initial"] = ledger.initial;
    budget["final"] = ledger.kinetic + ledger.potential + ledger.elastic;
    budget["error"] = ledger.error;
  } else {
    const EnergyBudget found = energy_budget(run.scene, run.trajectory);
    for (const EnergyLoss& loss : found.losses) lost[py::str(std::string(loss.name))] = loss.energy;
    budget["initial"] = found.initial;
    budget["final"] = found.final;
  }
  budget["lost"] = lost;
  return budget;
}

py::dict cost(const Run& run) {
  const Cost& cost = run.trajectory.cost;
  py::dict counts;
  counts["events"] = cost.events;
  counts["steps"] = cost.steps;
  counts["rhs_evaluations"] = cost.rhs_evaluations;
  return counts;
}

py::dict outcome(const Run& run) {
  const Outcome found = outcome_of(run.scene, run.trajectory);
  const auto id = [&](std::uint32_t ball) { return run.scene.balls[ball].id; };
  py::list pocketed, off_table, hit;
  for (const PocketedBall& fallen : found.pocketed) {
    pocketed.append(
        py::make_tuple(id(fallen.ball), run.scene.table.pockets[fallen.pocket].id, fallen.t));
  }
  for (const std::uint32_t ball : found.off_table) off_table.append(id(ball));
  for (const std::uint32_t ball : found.balls_hit) hit.append(id(ball));
  py::dict all;
  all["pocketed"] = pocketed;
  all["off_table"] = off_table;
  all["balls_hit"] = hit;
  all["cushions_before"] = found.cushions_before;
  all["cushions_after"] = found.cushions_after;
  all["scratch"] = found.scratch;
  all["three_cushion_point"] = found.three_cushion_point;
  all["spread"] = found.spread;
  return all;
}

py::dict judged(const Run& run, const std::string& game, bool is_break, const std::string& target,
                const std::string& nominated) {
  const Ruling ruling =
      judge(run.scene, run.trajectory, rules_of(game, is_break, target, nominated));
  py::list fouls;
  for (const Foul foul : ruling.fouls) fouls.append(std::string(name_of(foul)));
  py::dict all;
  all["legal"] = ruling.legal;
  all["success"] = ruling.success;
  all["wins"] = ruling.wins;
  all["loses"] = ruling.loses;
  all["points"] = ruling.points;
  all["fouls"] = fouls;
  return all;
}

/// Derivatives of the final positions (balls, 3, keys), NaN where there is none; of the event times
/// (events, keys); the margins (keys); and why a derivative of a ball is missing.
py::tuple derivatives(const Run& run, const std::vector<std::string>& keys) {
  std::vector<SceneNumber> numbers;
  for (const std::string& key : keys) {
    numbers.push_back(number_of(run.scene, key));
  }
  const auto found = value_or_raise(differentiate(run.scene, run.trajectory, numbers));
  const std::size_t balls = run.scene.balls.size(), columns = keys.size();
  py::array_t<double> jacobian({balls, std::size_t{3}, columns});
  auto cell = jacobian.mutable_unchecked<3>();
  py::list reasons;
  for (std::size_t i = 0; i < balls; ++i) {
    reasons.append(std::string(name_of(found.undefined[i])));
    for (std::size_t c = 0; c < columns; ++c) {
      constexpr double nan = std::numeric_limits<double>::quiet_NaN();
      const Vec3 d = found.is_defined(i, c) ? found.final[i * columns + c].r : Vec3{nan, nan, nan};
      const auto row = static_cast<py::ssize_t>(i), column = static_cast<py::ssize_t>(c);
      cell(row, 0, column) = d.x, cell(row, 1, column) = d.y, cell(row, 2, column) = d.z;
    }
  }
  py::array_t<double> times({run.trajectory.events.size(), columns});
  std::ranges::copy(found.event_times, times.mutable_data());
  py::array_t<double> distances(static_cast<py::ssize_t>(columns));
  const auto all = margins(run.scene, run.trajectory, found);
  std::ranges::transform(all, distances.mutable_data(), &Margin::distance);
  return py::make_tuple(jacobian, times, distances, reasons);
}

std::string hash_text(const Run& run) {
  constexpr char digits[] = "0123456789abcdef";
  const std::uint64_t hash = hash_of(run.trajectory);
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += digits[(hash >> shift) & 15U];
  return text;
}

std::string json_of(const Run& run, bool recording) {
  return value_or_raise(
      trajectory_to_json(run.scene, run.trajectory, {.states = recording, .pieces = recording}));
}

std::vector<std::string> motions(const Run& run) {
  std::vector<std::string> names;
  for (const BallState& state : run.trajectory.final) names.emplace_back(name_of(state.motion));
  return names;
}

}  // namespace

void bind_run(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(ContactRow, begin, end, ball, other, approach_speed, peak_force, depth,
                       kind);
  py::class_<Run>(module, "Run")
      .def_property_readonly("t_end", [](const Run& r) { return r.trajectory.t_end; })
      .def_property_readonly("stop",
                             [](const Run& r) { return std::string(name_of(r.trajectory.stop)); })
      .def_property_readonly("engine",
                             [](const Run& r) { return std::string(name_of(r.scene.run.engine)); })
      .def("events", &events)
      .def("contacts", &contacts)
      .def("event_names", &event_names)
      .def("final_states", &final_states)
      .def("motions", &motions)
      .def("positions", &positions, py::arg("times"))
      .def("velocities", &velocities, py::arg("times"))
      .def("spins", &spins, py::arg("times"))
      .def("orientations", &orientations, py::arg("times"))
      .def("energy_at", &energy_at, py::arg("times"))
      .def("energy", &energy)
      .def("cost", &cost)
      .def("hash", &hash_text)
      .def("outcome", &outcome)
      .def("judge", &judged, py::arg("game"), py::arg("is_break"), py::arg("target"),
           py::arg("nominated"))
      .def("derivatives", &derivatives, py::arg("keys"))
      .def("final_scene",
           [](const Run& r) {
             return value_or_raise(scene_to_toml(final_scene(r.scene, r.trajectory)));
           })
      .def("svg", [](const Run& r) { return draw_top_view(r.scene, r.trajectory); })
      .def("side_svg", [](const Run& r) { return draw_side_view(r.scene, r.trajectory); })
      .def("curves_svg", [](const Run& r) { return draw_curves(r.scene, r.trajectory); })
      .def("replay_page",
           [](const Run& r) { return replay_page(r.scene, r.trajectory, Viewpoint::top); })
      .def("json", &json_of, py::arg("recording"));
  module.def("simulate", &run_scene, py::arg("scene"), py::arg("engine"), py::arg("at"));
}

}  // namespace cuelab::python
