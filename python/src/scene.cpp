// Scenes: read from text, asked for their parts.
#include <cmath>

#include "common.hpp"
#include "io/spelling.hpp"
#include "scene/angles.hpp"

namespace cuelab::python {
namespace {

std::shared_ptr<const Scene> parse(const std::string& text, bool is_json, const std::string& name,
                                   const std::vector<std::string>& overrides) {
  const py::gil_scoped_release unlocked;
  const Format format = is_json ? Format::json : Format::toml;
  auto scene = parse_scene(text, format, name, overrides);
  const py::gil_scoped_acquire lock;
  return std::make_shared<const Scene>(value_or_raise(std::move(scene)));
}

std::string text_of_named(const std::string& name) {
  for (const NamedScene& scene : named_scenes()) {
    if (scene.name == name) return std::string(scene.text);
  }
  return value_or_raise(load_named_scene(name)).name;  // always raises, and names the nearest
}

/// speed [m/s], heading [degree], side, height, elevation [degree] of the scene's shot.
py::object strike_of(const Scene& scene) {
  if (!scene.shot) return py::none();
  const Shot& shot = *scene.shot;
  return py::make_tuple(shot.speed, degrees(shot.heading), shot.side, shot.height,
                        degrees(shot.elevation));
}

std::vector<std::string> ball_ids(const Scene& scene) {
  std::vector<std::string> ids;
  for (const Ball& ball : scene.balls) ids.push_back(ball.id);
  return ids;
}

template <class Part>
std::vector<std::string> ids_of(const std::vector<Part>& parts) {
  std::vector<std::string> ids;
  for (const Part& part : parts) ids.push_back(part.id);
  return ids;
}

py::array_t<double> positions_of(const Scene& scene) {
  py::array_t<double> array({scene.balls.size(), std::size_t{3}});
  auto places = array.mutable_unchecked<2>();
  for (std::size_t i = 0; i < scene.balls.size(); ++i) {
    const Vec3& r = scene.balls[i].start.r;
    const auto row = static_cast<py::ssize_t>(i);
    places(row, 0) = r.x, places(row, 1) = r.y, places(row, 2) = r.z;
  }
  return array;
}

py::dict table_of(const Scene& scene) {
  const Table& table = scene.table;
  py::list pockets;
  for (const Pocket& pocket : table.pockets) {
    pockets.append(py::make_tuple(pocket.id, pocket.centre.x, pocket.centre.y, pocket.radius));
  }
  py::dict parts;
  parts["preset"] = table.preset;
  parts["length"] = table.length;
  parts["width"] = table.width;
  parts["cushions"] = ids_of(table.cushions);
  parts["jaws"] = ids_of(table.jaws);
  parts["pockets"] = pockets;
  return parts;
}

/// The heading [degree] that cuts a ball, which aim_at finds.
double heading_at(const Scene& scene, std::size_t object, double cut) {
  const std::size_t ball = scene.shot ? scene.shot->ball : 0;
  if (object >= scene.balls.size() || object == ball) {
    throw refusal("ball: must be another ball than the one that is struck");
  }
  if (!std::isfinite(cut)) throw refusal("cut: must be finite");
  return degrees(value_or_raise(aim_at(scene.balls[ball], scene.balls[object], radians(cut))));
}

}  // namespace

SceneNumber number_of(const Scene& scene, const std::string& key) {
  auto number = SceneNumber::find(scene, key);
  if (number) return *std::move(number);
  std::vector<std::string> known;
  for (const KeyDoc& doc : scene_keys()) known.push_back(doc.path);
  const std::string near = nearest_word(key, known);
  const bool is_new = !near.empty() && near != key;
  throw refusal(number.error().message() + (is_new ? "; did you mean \"" + near + "\"?" : ""));
}

void bind_scene(py::module_& module) {
  py::class_<Scene, std::shared_ptr<Scene>>(module, "Scene")
      .def_static(
          "parse",
          [](const std::string& text, bool is_json, const std::string& name,
             const std::vector<std::string>& overrides) {
            return std::const_pointer_cast<Scene>(parse(text, is_json, name, overrides));
          },
          py::arg("text"), py::arg("is_json"), py::arg("name"), py::arg("overrides"))
      .def_readonly("name", &Scene::name)
      .def_property_readonly("engine",
                             [](const Scene& s) { return std::string(name_of(s.run.engine)); })
      .def_property_readonly("balls", &ball_ids)
      .def_property_readonly("cue_ball", [](const Scene& s) { return s.shot ? s.shot->ball : 0; })
      .def_property_readonly("is_pool", [](const Scene& s) { return is_pool(s.system); })
      .def_property_readonly("strike", &strike_of)
      .def_property_readonly("positions", &positions_of)
      .def_property_readonly("radii",
                             [](const Scene& s) {
                               std::vector<double> radii;
                               for (const Ball& ball : s.balls) radii.push_back(ball.spec.radius);
                               return radii;
                             })
      .def_property_readonly("table", &table_of)
      .def(
          "number", [](const Scene& s, const std::string& key) { return number_of(s, key).get(s); },
          py::arg("key"))
      .def("heading_at", &heading_at, py::arg("ball"), py::arg("cut"))
      .def("to_toml", [](const Scene& s) { return value_or_raise(scene_to_toml(s)); })
      .def("to_json", [](const Scene& s) { return value_or_raise(scene_to_json(s)); })
      .def("same_as", [](const Scene& a, const Scene& b) { return a == b; }, py::arg("other"));
  module.def("named_scene_text", &text_of_named, py::arg("name"));
}

}  // namespace cuelab::python
