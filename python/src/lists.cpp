// What exists: scenes, engines, laws, noise levels, experiments; and the experiments themselves.
#include "common.hpp"
#include "scene/angles.hpp"

namespace cuelab::python {
namespace {

template <class Enum>
py::tuple names_up_to(Enum last) {
  py::list names;
  for (int k = 0; k <= static_cast<int>(last); ++k) {
    names.append(std::string(name_of(static_cast<Enum>(k))));
  }
  return py::tuple(names);
}

std::vector<std::string> scene_names() {
  std::vector<std::string> names;
  for (const NamedScene& scene : named_scenes()) names.emplace_back(scene.name);
  return names;
}

py::dict noise_table() {
  py::dict table;
  for (const NoiseLevel& level : noise_levels()) {
    py::dict noise;
    noise["speed"] = level.noise.speed;
    noise["heading"] = degrees(level.noise.heading);
    noise["side"] = level.noise.side;
    noise["height"] = level.noise.height;
    noise["elevation"] = degrees(level.noise.elevation);
    table[py::str(std::string(level.name))] = noise;
  }
  return table;
}

py::dict models() {
  py::dict all;
  for (const LawGroup& group : law_catalogue()) {
    py::dict laws;
    for (const LawEntry& law : group.laws) {
      py::dict parameters;
      for (const LawParameter& parameter : law.parameters) {
        parameters[py::str(parameter.name)] =
            py::make_tuple(parameter.fallback, parameter.allowed, parameter.meaning);
      }
      py::dict entry;
      entry["meaning"] = law.meaning;
      entry["source"] = law.source;
      entry["parameters"] = parameters;
      laws[py::str(law.name)] = entry;
    }
    all[py::str(group.key)] = laws;
  }
  return all;
}

py::list experiment_list() {
  py::list all;
  for (const ExperimentInfo& info : experiments()) {
    all.append(py::make_tuple(info.name, info.title, info.source));
  }
  return all;
}

/// One list of checks per experiment, as text, and the files of the report.
py::tuple reproduce_all(const std::vector<std::string>& names, bool brief, unsigned threads) {
  ReproduceOptions options{.brief = brief, .threads = threads};
  std::optional<Result<Reproduction>> found;
  {
    const py::gil_scoped_release unlocked;
    found.emplace(reproduce(names, options));
  }
  const Reproduction reproduction = value_or_raise(*std::move(found));
  py::list checks;
  for (const ExperimentOutcome& outcome : reproduction.outcomes) {
    for (const Check& check : outcome.checks) {
      py::dict row;
      row["experiment"] = outcome.info.name;
      row["what"] = check.what;
      row["label"] = check.label;
      row["computed"] = check.computed;
      row["expected"] = check.expected;
      row["difference"] = check.difference;
      row["allowed"] = check.allowed;
      row["source"] = check.source;
      row["verdict"] = std::string(name_of(check.verdict));
      checks.append(row);
    }
  }
  py::dict files;
  for (const ReportFile& file : reproduction.files)
    files[py::str(file.name)] = py::bytes(file.text);
  return py::make_tuple(checks, files);
}

}  // namespace

void bind_lists(py::module_& module) {
  module.def("scene_names", &scene_names);
  module.def("noise_table", &noise_table);
  module.def("models", &models);
  module.def("experiments", &experiment_list);
  module.def("reproduce", &reproduce_all, py::arg("names"), py::arg("brief"), py::arg("threads"));
  module.attr("engines") = py::make_tuple("event", "smooth", "hybrid", "stepped");
  module.attr("event_types") = names_up_to(EventType::contact_end);
  module.attr("agent_kinds") = names_up_to(AgentKind::part);
  module.attr("statuses") = names_up_to(ShotStatus::skipped);
  module.attr("fouls") = names_up_to(Foul::wrong_pot);
}

}  // namespace cuelab::python
