// The pool table of a scene: balls as bodies, cushions made of simple shapes, a cloth with holes.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "cuelab/multibody.hpp"
#include "laws/normal_force/normal_force.hpp"
#include "math/elementary.hpp"
#include "strike/stroke.hpp"

namespace cuelab {
namespace {

/// A cushion and the rail behind it are one solid up to this far behind the nose; a ball whose
/// centre is farther out has left the table [m].
constexpr double rail_width = 0.15;
/// Height of vertical walls above the cloth [m].
constexpr double wall_height = 10.0;
/// A jaw belongs to the cushions that end on its circle within this [m].
constexpr double joined = 1e-6;
/// A cushion whose ends are this close to the edge of the table runs along it [m].
constexpr double at_edge = 1e-3;
/// The leather behind a pocket: height above the cloth [m] and restitution, both estimates.
constexpr double liner_height = 0.1;
constexpr double liner_restitution = 0.3;
/// The liner faces the centre of the table: the arc of the hole within about 80 degrees of straight
/// behind.
constexpr double liner_least_cosine = 0.2;

enum PoolSink : std::uint8_t {
  ball_damping,
  ball_friction,
  cloth_damping,
  cloth_friction,
  cloth_resistance,
  cushion_damping,
  cushion_friction,
  lost_balls
};
const std::vector<std::string>& sink_names() {
  static const std::vector<std::string> names = {
      "ball-ball damping", "ball-ball friction", "cloth damping",    "cloth friction",
      "cloth resistance",  "cushion damping",    "cushion friction", "balls out of play"};
  return names;
}

Vec3 at_height(Vec2 p, double z) { return {p.x, p.y, z}; }

// --- cushions ------------------------------------------------------------------------------------

/// A straight nose with the unit vector from it into the rubber; zero for a nose without a back,
/// which balls may hit from both sides.
struct Nose {
  Vec2 from, to;
  Vec2 back;
};

/// The box or the wedge behind one straight nose.
Shape straight_part(const Nose& nose, const Table& table) {
  const Vec2 along = nose.to - nose.from;
  const double length = norm(along);
  const Vec2 direction = (1.0 / length) * along;
  const bool backed = norm(nose.back) > 0.0;
  const double depth = backed ? rail_width : 0.0;
  if (table.contact != CushionContact::line || !backed) {
    const Vec2 middle = 0.5 * (nose.from + nose.to) + (0.5 * depth) * nose.back;
    const Vec2 across = left_of(direction);
    // a nose line without a back has no height
    const bool wall = table.contact != CushionContact::line;
    return Cuboid{.centre = at_height(middle, wall ? 0.5 * wall_height : table.cushion_height),
                  .half = {0.5 * length, 0.5 * depth, wall ? 0.5 * wall_height : 0.0},
                  .axes = {at_height(direction, 0.0), at_height(across, 0.0)}};
  }
  const Vec2 behind = nose.from + depth * nose.back;
  return Prism{.corners = {at_height(nose.from, table.cushion_height),
                           at_height(behind, table.cushion_height), at_height(behind, 0.0)},
               .extrusion = at_height(along, 0.0)};
}

/// The triangular end of a cushion whose facing begins at a jaw, with vertical walls.
Shape triangular_end(const Nose& facing, Vec2 nose_end, Vec2 back) {
  const double depth = dot(facing.to - nose_end, back);
  const Vec2 corner = nose_end + depth * back;
  return Prism{
      .corners = {at_height(facing.from, 0.0), at_height(facing.to, 0.0), at_height(corner, 0.0)},
      .extrusion = {0.0, 0.0, wall_height}};
}

Shape round_part(const Jaw& jaw, const Table& table) {
  if (table.contact != CushionContact::line) {
    return Cylinder{
        .base = at_height(jaw.centre, 0.0), .axis = {0.0, 0.0, wall_height}, .radius = jaw.radius};
  }
  return Disc{.centre = at_height(jaw.centre, table.cushion_height),
              .normal = {0.0, 0.0, 1.0},
              .radius = jaw.radius};
}

bool ends_on(Vec2 point, const Jaw& jaw) {
  return std::abs(norm(point - jaw.centre) - jaw.radius) < joined;
}

/// The jaw of a facing, if this cushion is one: a part that begins at a jaw and whose other end is
/// free.
const Jaw* jaw_of_facing(const Cushion& cushion, const Table& table) {
  const auto touching = [&](Vec2 end) {
    const auto jaw =
        std::ranges::find_if(table.jaws, [&](const Jaw& j) { return ends_on(end, j); });
    return jaw == table.jaws.end() ? nullptr : &*jaw;
  };
  return touching(cushion.to) == nullptr ? touching(cushion.from) : nullptr;
}

/// On which side of a facing at a sharp jaw the rubber is: on that of the nose that ends there.
Vec2 back_of_sharp(const Cushion& facing, Vec2 left, const Table& table) {
  const Jaw* jaw = jaw_of_facing(facing, table);
  if (jaw == nullptr) return {};
  for (const Cushion& nose : table.cushions) {
    if (&nose == &facing) continue;
    const bool begins = ends_on(nose.from, *jaw);
    if (!begins && !ends_on(nose.to, *jaw)) continue;
    const double side = dot((begins ? nose.to : nose.from) - facing.from, left);
    if (std::abs(side) > joined) return side > 0.0 ? left : -1.0 * left;
  }
  return {};
}

/// Unit vector from a cushion's nose into its rubber: toward the centre of its jaw, or from a sharp
/// one toward the nose that ends there, else outward for a cushion along the edge of the table,
/// else zero.
Vec2 back_of(const Cushion& cushion, const Table& table) {
  const Vec2 along = cushion.to - cushion.from;
  const Vec2 left = (1.0 / norm(along)) * left_of(along);
  for (const Jaw& jaw : table.jaws) {
    if (!ends_on(cushion.from, jaw) && !ends_on(cushion.to, jaw)) continue;
    const double inward = dot(jaw.centre - cushion.from, left);
    if (std::abs(inward) > joined) return inward > 0.0 ? left : -1.0 * left;
  }
  const Vec2 back = back_of_sharp(cushion, left, table);
  if (norm(back) > 0.0) return back;
  const Vec2 half{0.5 * table.length, 0.5 * table.width};
  const auto both = [&](double from, double to, double edge) {
    return std::abs(std::abs(from) - edge) < at_edge && std::abs(std::abs(to) - edge) < at_edge;
  };
  const bool is_along =
      both(cushion.from.x, cushion.to.x, half.x) || both(cushion.from.y, cushion.to.y, half.y);
  if (!(table.length > 0.0) || !is_along) return {};
  return dot(cushion.from + cushion.to, left) > 0.0 ? left : -1.0 * left;
}

/// The rail that each cushion, then each jaw, belongs to: joined parts have the same number.
std::vector<std::size_t> rails_of(const Table& table) {
  const std::size_t cushions = table.cushions.size();
  std::vector<std::size_t> rail(cushions + table.jaws.size());
  std::iota(rail.begin(), rail.end(), std::size_t{0});
  for (std::size_t j = 0; j < table.jaws.size(); ++j) {
    for (std::size_t c = 0; c < cushions; ++c) {
      const Cushion& cushion = table.cushions[c];
      if (!ends_on(cushion.from, table.jaws[j]) && !ends_on(cushion.to, table.jaws[j])) continue;
      const std::size_t old = rail[c];
      std::ranges::replace(rail, old, rail[cushions + j]);
    }
  }
  return rail;
}

Shape cushion_part(const Cushion& cushion, const Table& table) {
  const Nose nose{cushion.from, cushion.to, back_of(cushion, table)};
  const Jaw* jaw = jaw_of_facing(cushion, table);
  if (table.contact == CushionContact::line || jaw == nullptr) return straight_part(nose, table);
  for (const Cushion& other : table.cushions) {
    if (&other == &cushion) continue;
    for (const Vec2 end : {other.from, other.to}) {
      if (ends_on(end, *jaw)) return triangular_end(nose, end, back_of(other, table));
    }
  }
  return straight_part(nose, table);
}

void add_cushions(System& system, const Table& table) {
  const std::vector<std::size_t> rails = rails_of(table);
  const auto cushions = static_cast<std::uint32_t>(table.cushions.size());
  for (std::size_t rail = 0; rail < rails.size(); ++rail) {
    Obstacle obstacle;
    for (std::uint32_t k = 0; k < rails.size(); ++k) {
      if (rails[k] != rail) continue;
      if (k < cushions) {
        obstacle.parts.push_back({{AgentKind::cushion, k}, cushion_part(table.cushions[k], table)});
      } else {
        const std::uint32_t jaw = k - cushions;
        obstacle.parts.push_back({{AgentKind::jaw, jaw}, round_part(table.jaws[jaw], table)});
      }
    }
    if (!obstacle.parts.empty()) system.obstacles.push_back(std::move(obstacle));
  }
}

// --- pockets -------------------------------------------------------------------------------------

/// Unit vector off the table through a pocket at its edge; zero for one in the middle of the cloth.
Vec2 out_through(const Pocket& pocket, const Table& table) {
  const auto beyond = [](double x, double half, double reach) {
    return std::abs(x) > half - reach ? std::copysign(1.0, x) : 0.0;
  };
  const Vec2 out{beyond(pocket.centre.x, 0.5 * table.length, 2.0 * pocket.radius),
                 beyond(pocket.centre.y, 0.5 * table.width, 2.0 * pocket.radius)};
  const double size = norm(out);
  return size > 0.0 && table.length > 0.0 ? (1.0 / size) * out : Vec2{};
}

void add_pockets(System& system, const Table& table) {
  for (std::uint32_t k = 0; k < table.pockets.size(); ++k) {
    const Pocket& pocket = table.pockets[k];
    const Agent agent{AgentKind::pocket, k};
    system.cloth->holes.push_back({pocket.centre, pocket.radius, pocket.depth, agent});
    const Vec2 out = out_through(pocket, table);
    if (norm(out) == 0.0) continue;
    const Tube liner{.base = at_height(pocket.centre, 0.0),
                     .axis = {0.0, 0.0, liner_height},
                     .radius = pocket.radius,
                     .facing = at_height(out, 0.0),
                     .least_cosine = liner_least_cosine};
    system.obstacles.push_back({.body = none, .parts = {{agent, liner}}});
  }
}

// --- balls ---------------------------------------------------------------------------------------

/// Index of the kind of contact with this stiffness and law, added if it is new.
std::uint32_t kind_of(System& system, double stiffness, const ContactLaw& law, PoolSink damping,
                      PoolSink friction) {
  const auto found = std::ranges::find_if(system.kinds, [&](const ContactKind& kind) {
    return kind.stiffness == stiffness && kind.law == law && kind.normal_sink == damping;
  });
  if (found == system.kinds.end()) {
    system.kinds.push_back({stiffness, law, damping, friction});
    return static_cast<std::uint32_t>(system.kinds.size() - 1);
  }
  return static_cast<std::uint32_t>(found - system.kinds.begin());
}

/// Static indentation of the cloth under a ball's weight [m].
double indentation(double weight, double stiffness) {
  const double root = cube_root(weight / stiffness);
  return root * root;
}

/// The balls just after the stroke. A raised cue presses the ball on the cloth, so that its stroke
/// must be integrated; if that fails, the event engine's law stands in.
std::vector<BallState> after_stroke(const Scene& scene) {
  std::vector<BallState> states = struck(scene);
  if (!scene.shot || scene.smooth.held) return states;
  const Shot& shot = *scene.shot;
  const Ball& ball = scene.balls[shot.ball];
  const double part = raised_part(shot.elevation);
  if (!(part > 0.0 && shot.speed > 0.0) || is_above_cloth(ball.spec, ball.start)) return states;
  if (const auto run = run_stroke(scene)) {
    const BallState& raised = run->trajectory.final[0];
    BallState s = level_stroke(lie_of(scene, ball.spec, ball.start), scene.cue, shot);
    s.r.z += part * (raised.r.z - s.r.z);
    s.v += part * (raised.v - s.v);
    s.w += part * (raised.w - s.w);
    states[shot.ball] = s;
  }
  return states;
}

void add_balls(System& system, const Scene& scene) {
  const Smooth& smooth = scene.smooth;
  const std::vector<BallState> states = after_stroke(scene);
  for (std::size_t i = 0; i < scene.balls.size(); ++i) {
    const BallSpec& spec = scene.balls[i].spec;
    Body body{.id = scene.balls[i].id,
              .mass = spec.mass,
              .inertia = {spec.inertia, spec.inertia, spec.inertia},
              .radius = spec.radius,
              .position = states[i].r,
              .orientation = {},
              .velocity = states[i].v,
              .spin = states[i].w};
    const double stiffness = hertz_stiffness(smooth.ball, smooth.cloth, spec.radius);
    if (smooth.held) {
      body.position.z = spec.radius;
      body.velocity.z = 0.0;
    } else if (smooth.equilibrium && body.position.z == spec.radius) {
      body.position.z -= indentation(spec.mass * scene.physics.gravity, stiffness);
    }
    system.bodies.push_back(std::move(body));
    system.cloth->stiffness.push_back(stiffness);
  }
}

void add_pairs(System& system, const Smooth& smooth, std::size_t cushions) {
  const ContactLaw ball = contact_law(smooth.ball_ball);
  const ContactLaw cushion = contact_law(smooth.cushion);
  const auto count = static_cast<std::uint32_t>(system.bodies.size());
  for (std::uint32_t a = 0; a < count; ++a) {
    for (std::uint32_t b = a + 1; b < count; ++b) {
      const double ra = system.bodies[a].radius;
      const double rb = system.bodies[b].radius;
      const double stiffness = hertz_stiffness(smooth.ball, smooth.ball, ra * rb / (ra + rb));
      system.sphere_pairs.push_back(
          {a, b, kind_of(system, stiffness, ball, ball_damping, ball_friction)});
    }
  }
  const ContactLaw liner{
      .normal = NormalLaw::exact, .restitution = liner_restitution, .friction = NoFriction{}};
  for (std::uint32_t a = 0; a < count; ++a) {
    const double stiffness = hertz_stiffness(smooth.ball, smooth.rubber, system.bodies[a].radius);
    for (std::uint32_t k = 0; k < system.obstacles.size(); ++k) {
      const ContactLaw& law = k < cushions ? cushion : liner;
      system.obstacle_pairs.push_back(
          {a, k, kind_of(system, stiffness, law, cushion_damping, cushion_friction)});
    }
  }
}

}  // namespace

System pool_system(const Scene& scene) {
  const Table& table = scene.table;
  const Smooth smooth = completed(scene.smooth, scene.physics);
  System system;
  system.gravity = {0.0, 0.0, -scene.physics.gravity};
  system.sinks = sink_names();
  system.cloth = ClothTop{.stiffness = {},
                          .law = contact_law(smooth.ball_cloth),
                          .patch = smooth.patch,
                          .rolling = smooth.rolling.value_or(0.0),
                          .spinning = smooth.spinning.value_or(0.0),
                          .held = smooth.held,
                          .holes = {},
                          .half_extent = {},
                          .normal_sink = cloth_damping,
                          .friction_sink = cloth_friction,
                          .resistance_sink = cloth_resistance,
                          .lost_sink = lost_balls};
  if (table.length > 0.0 && table.width > 0.0) {
    system.cloth->half_extent = {0.5 * table.length + rail_width, 0.5 * table.width + rail_width};
  }
  add_balls(system, scene);
  add_cushions(system, table);
  const std::size_t cushions = system.obstacles.size();
  add_pockets(system, table);
  add_pairs(system, smooth, cushions);
  return system;
}

}  // namespace cuelab
