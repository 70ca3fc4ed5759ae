// Systems of bodies, obstacles, contacts, joints and springs, for the smooth engine.
#include <array>
#include <cmath>

#include "common.hpp"
#include "laws/normal_force/normal_force.hpp"
#include "math/rotation.hpp"
#include "scene/text.hpp"

namespace cuelab::python {
namespace {

using Three = std::array<double, 3>;
using Four = std::array<double, 4>;
using Values = std::vector<double>;

Vec3 vec(const Three& v) { return {v[0], v[1], v[2]}; }

/// Reads numbers in the order in which the Python layer wrote them.
class Reader {
 public:
  explicit Reader(const Values& values) : values_(values) {}

  double number() {
    if (next_ >= values_.size()) throw refusal("system: too few numbers");
    return values_[next_++];
  }
  Vec3 vector() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }

 private:
  const Values& values_;
  std::size_t next_ = 0;
};

Shape shape_of(const std::string& kind, Reader from) {
  if (kind == "plane") return Plane{.point = from.vector(), .normal = from.vector()};
  if (kind == "cuboid") {
    return Cuboid{
        .centre = from.vector(), .half = from.vector(), .axes = {from.vector(), from.vector()}};
  }
  if (kind == "prism") {
    return Prism{.corners = {from.vector(), from.vector(), from.vector()},
                 .extrusion = from.vector()};
  }
  if (kind == "cylinder") {
    return Cylinder{.base = from.vector(), .axis = from.vector(), .radius = from.number()};
  }
  if (kind == "tube") {
    return Tube{.base = from.vector(),
                .axis = from.vector(),
                .radius = from.number(),
                .facing = from.vector(),
                .least_cosine = from.number()};
  }
  if (kind == "disc") {
    return Disc{.centre = from.vector(), .normal = from.vector(), .radius = from.number()};
  }
  if (kind == "sphere") {
    return Sphere{.centre = from.vector(), .radius = from.number(), .hollow = from.number() != 0.0};
  }
  throw refusal("system: unknown shape");
}

Joint joint_of(const std::string& kind, std::uint32_t a, std::uint32_t b, Reader from) {
  if (kind == "translation" || kind == "rotation") {
    const Vec3 direction = from.vector();
    const Ramp motion{.speed = from.number(), .ramp = from.number()};
    if (kind == "rotation") return PrescribedRotation{a, direction, motion};
    return PrescribedTranslation{a, direction, motion};
  }
  const Anchor first{a, from.vector()}, second{b, from.vector()};
  if (kind == "spherical") return SphericalJoint{first, second};
  if (kind == "revolute") {
    return RevoluteJoint{.a = first, .b = second, .axis_a = from.vector(), .axis_b = from.vector()};
  }
  if (kind == "rod") return RodJoint{first, second, from.number()};
  throw refusal("system: unknown joint");
}

/// A system in the making. Contacts may lose energy by damping and by friction; the work of dampers
/// and drives is that of the first.
struct SystemDraft {
  System system;
  IntegrationSettings integration;

  SystemDraft() {
    system.sinks = {"damping", "friction"};
    system.constraints.method = ConstraintMethod::baumgarte;
  }

  void add_body(const std::string& id, double mass, const Three& inertia, double radius,
                const Three& position, const Four& e, const Three& velocity, const Three& spin) {
    system.bodies.push_back({.id = id,
                             .mass = mass,
                             .inertia = vec(inertia),
                             .radius = radius,
                             .position = vec(position),
                             .orientation = {e[0], e[1], e[2], e[3]},
                             .velocity = vec(velocity),
                             .spin = vec(spin)});
  }

  void add_obstacle(std::uint32_t body) { system.obstacles.push_back({.body = body, .parts = {}}); }

  /// One more shape of the last obstacle, which events call by its number.
  void add_shape(const std::string& kind, const Values& values) {
    if (system.obstacles.empty()) throw refusal("system: there is no obstacle");
    const auto index = static_cast<std::uint32_t>(system.obstacles.size() - 1);
    system.obstacles.back().parts.push_back(
        {.agent = {AgentKind::part, index}, .shape = shape_of(kind, Reader(values))});
  }

  void add_contact(std::uint32_t a, std::uint32_t b, bool with_obstacle, double stiffness,
                   const ContactLaw& law) {
    const auto kind = static_cast<std::uint32_t>(system.kinds.size());
    system.kinds.push_back(
        {.stiffness = stiffness, .law = law, .normal_sink = 0, .friction_sink = 1});
    if (with_obstacle) {
      system.obstacle_pairs.push_back({a, b, kind});
    } else {
      system.sphere_pairs.push_back({a, b, kind});
    }
  }

  void add_joint(const std::string& kind, std::uint32_t a, std::uint32_t b, const Values& values) {
    system.joints.push_back(joint_of(kind, a, b, Reader(values)));
  }

  void add_spring(std::uint32_t a, std::uint32_t b, const Values& values) {
    Reader from(values);
    const Anchor first{a, from.vector()}, second{b, from.vector()};
    system.springs.push_back({.a = first,
                              .b = second,
                              .rest_length = from.number(),
                              .stiffness = from.number(),
                              .damping = from.number()});
  }

  void set_constraints(const std::string& name) {
    std::string known;
    for (int k = 0; k <= static_cast<int>(ConstraintMethod::direct_correction); ++k) {
      const auto method = static_cast<ConstraintMethod>(k);
      known += (k > 0 ? ", " : "") + std::string(name_of(method));
      if (name_of(method) != name) continue;
      system.constraints.method = method;
      return;
    }
    throw refusal("constraints: is \"" + name + "\", must be one of " + known);
  }
};

/// The scene that names the bodies in events and states.
Scene scene_of(const System& system) {
  Scene scene;
  scene.run.engine = Engine::smooth;
  for (const Body& body : system.bodies) {
    Ball ball;
    ball.id = body.id;
    ball.spec.mass = body.mass;
    ball.start.r = body.position;
    scene.balls.push_back(ball);
  }
  return scene;
}

Run simulate_system(const SystemDraft& draft, double t_max, std::size_t max_events,
                    bool until_apart, const std::vector<double>& at) {
  SmoothOptions options{
      .t_max = t_max, .max_events = max_events, .at = at, .until_apart = until_apart};
  bool stopped = false;
  options.progress = [&](double) { return !(stopped = stopped || !no_signal()); };
  std::optional<Result<SmoothRun>> run;
  {
    const py::gil_scoped_release unlocked;
    if (auto fault = find_fault(draft.system)) {
      run.emplace(*std::move(fault));
    } else {
      run.emplace(simulate(draft.system, draft.integration, options));
    }
  }
  if (stopped) throw py::error_already_set();
  SmoothRun result = value_or_raise(*std::move(run));
  if (result.trajectory.stop == StopReason::event_limit) {
    throw refusal("max_events: is " + std::to_string(max_events) + ", which the run reached at " +
                  number_text(result.trajectory.t_end) + " s");
  }
  Run found{scene_of(draft.system), std::move(result.trajectory), std::move(result.snapshots)};
  for (const Body& body : draft.system.bodies) found.start.push_back(body.orientation);
  for (Snapshot& sample : found.samples) {
    for (std::size_t i = 0; i < sample.bodies.size(); ++i) {
      const Quat& q = found.start[i];
      Quat& turned = sample.bodies[i].orientation;
      turned = turned * Quat{q.w, -q.x, -q.y, -q.z};
    }
  }
  return found;
}

/// Forces on the obstacles at the times that the engine sampled, (times, obstacles, 3) [N].
py::array_t<double> loads(const Run& run, std::size_t obstacles) {
  py::array_t<double> array({run.samples.size(), obstacles, std::size_t{3}});
  double* place = array.mutable_data();
  for (const Snapshot& sample : run.samples) {
    if (sample.loads.size() != obstacles) throw refusal("loads: the run has other obstacles");
    for (const Vec3& load : sample.loads) {
      place[0] = load.x, place[1] = load.y, place[2] = load.z;
      place += 3;
    }
  }
  return array;
}

}  // namespace

void bind_bodies(py::module_& module) {
  py::class_<ContactLaw>(module, "ContactLaw");
  py::class_<SystemDraft>(module, "System")
      .def(py::init<>())
      .def("set_gravity", [](SystemDraft& s, const Three& g) { s.system.gravity = vec(g); })
      .def("set_constraints", &SystemDraft::set_constraints)
      .def("set_integration",
           [](SystemDraft& s, const Scene& scene) { s.integration = scene.smooth.integration; })
      .def("add_body", &SystemDraft::add_body)
      .def("add_obstacle", &SystemDraft::add_obstacle)
      .def("add_shape", &SystemDraft::add_shape)
      .def("add_contact", &SystemDraft::add_contact)
      .def("add_joint", &SystemDraft::add_joint)
      .def("add_spring", &SystemDraft::add_spring);
  module.attr("no_body") = none;
  // the law between balls that a scene has
  module.def("contact_law", [](const Scene& scene) {
    return contact_law(completed(scene.smooth, scene.physics).ball_ball);
  });
  module.def("simulate_system", &simulate_system, py::arg("system"), py::arg("t_max"),
             py::arg("max_events"), py::arg("until_apart"), py::arg("at"));
  module.def("loads", &loads, py::arg("run"), py::arg("obstacles"));
  module.def("hertz_stiffness",
             [](double radius, const std::array<double, 2>& a, const std::array<double, 2>& b) {
               return hertz_stiffness({.young = a[0], .poisson = a[1]},
                                      {.young = b[0], .poisson = b[1]}, radius);
             });
}

}  // namespace cuelab::python
