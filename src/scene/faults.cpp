#include <array>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "cuelab/scene.hpp"
#include "scene/geometry.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

using Fault = std::optional<Error>;
constexpr double mm = 1e-3;  // [m]

Error fault(std::string key, std::string what) {
  return {.file = "", .key = std::move(key), .what = std::move(what)};
}

std::string ball_key(std::size_t i) { return "balls." + std::to_string(i); }

std::string in_mm(double length) { return rounded_text(length / mm) + " mm"; }

bool finite(std::initializer_list<double> values) {
  for (const double value : values) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

bool finite(Vec2 a) { return finite({a.x, a.y}); }
bool finite(const Vec3& a) { return finite({a.x, a.y, a.z}); }

/// Whether every coefficient of a law is a number.
struct FiniteLaw {
  bool operator()(const Frictionless& law) const { return finite({law.restitution}); }
  bool operator()(const Mirror& law) const { return finite({law.restitution}); }
  bool operator()(const Stronge& law) const {
    return finite({law.restitution, law.friction, law.omega_ratio});
  }
  template <class Law>
  bool operator()(const Law& law) const {
    return finite({law.restitution}) && finite_friction(law.friction);
  }

  static bool finite_friction(double mu) { return finite({mu}); }
  static bool finite_friction(const BallFriction& mu) { return finite({mu.a, mu.b, mu.c}); }
};

Fault find_not_a_number(const Scene& scene) {
  constexpr const char* what = "holds a value that is not a finite number";
  for (std::size_t i = 0; i < scene.balls.size(); ++i) {
    const auto& [id, spec, start] = scene.balls[i];
    if (!finite({spec.radius, spec.mass, spec.inertia}) || !finite(start.r) || !finite(start.v) ||
        !finite(start.w)) {
      return fault(ball_key(i), "ball " + in_quotes(id) + " " + what);
    }
  }
  const Table& table = scene.table;
  bool ok = finite({table.length, table.width, table.cushion_height});
  for (const Cushion& part : table.cushions) ok = ok && finite(part.from) && finite(part.to);
  for (const Jaw& part : table.jaws) ok = ok && finite(part.centre) && finite({part.radius});
  for (const Pocket& part : table.pockets) {
    ok = ok && finite(part.centre) && finite({part.radius, part.depth});
  }
  for (const Spot& part : table.spots) ok = ok && finite(part.at);
  if (!ok) return fault("table", what);

  const Physics& physics = scene.physics;
  const Cloth& cloth = physics.cloth;
  const Slate& slate = physics.slate;
  if (!finite({physics.gravity, cloth.sliding, cloth.rolling, cloth.spinning, slate.restitution,
               slate.friction, slate.min_bounce}) ||
      !std::visit(FiniteLaw{}, physics.ball_ball) || !std::visit(FiniteLaw{}, physics.cushion)) {
    return fault("physics", what);
  }
  const Cue& cue = scene.cue;
  if (!finite({cue.mass, cue.tip_radius, cue.miscue, cue.end_mass})) return fault("cue", what);
  if (!finite({scene.run.t_max})) return fault("run.t_max", what);
  return std::nullopt;
}

/// The first ball that is no ball: without size, mass or inertia.
Fault find_bad_spec(const Scene& scene) {
  for (std::size_t i = 0; i < scene.balls.size(); ++i) {
    const BallSpec& spec = scene.balls[i].spec;
    const std::array<std::pair<const char*, double>, 3> values = {
        {{"radius", spec.radius}, {"mass", spec.mass}, {"inertia", spec.inertia}}};
    for (const auto& [name, value] : values) {
      if (!(value > 0.0)) {
        return fault(ball_key(i) + "." + name, "is " + number_text(value) + ", must be above 0");
      }
    }
  }
  return std::nullopt;
}

Fault find_duplicate_ball(const Scene& scene) {
  for (std::size_t i = 0; i < scene.balls.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (scene.balls[i].id == scene.balls[j].id) {
        return fault(ball_key(i) + ".id", "is " + in_quotes(scene.balls[i].id) +
                                              ", as is that of " + ball_key(j) +
                                              "; ids must differ");
      }
    }
  }
  return std::nullopt;
}

Fault find_bad_part(const Table& table) {
  std::vector<std::string_view> ids;
  for (const Cushion& part : table.cushions) {
    if (part.from == part.to) {
      return fault("table.cushion", "cushion " + in_quotes(part.id) + " has no length");
    }
    ids.push_back(part.id);
  }
  for (const Jaw& part : table.jaws) ids.push_back(part.id);
  for (const Pocket& part : table.pockets) ids.push_back(part.id);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (ids[i] == ids[j]) {
        return fault("table", "two parts have the id " + in_quotes(ids[i]) + "; ids must differ");
      }
    }
  }
  return std::nullopt;
}

/// A nose above or below every point of a ball cannot stop it.
Fault find_bad_cushion_height(const Scene& scene) {
  const Table& table = scene.table;
  if (table.contact == CushionContact::plane) return std::nullopt;
  if (table.cushions.empty() && table.jaws.empty()) return std::nullopt;
  for (const Ball& ball : scene.balls) {
    const double R = ball.spec.radius;
    if (!(std::abs(table.cushion_height - R) < R)) {
      return fault("table.cushion_height", "is " + number_text(table.cushion_height) +
                                               ", must be between 0 and " + number_text(2.0 * R) +
                                               ", the height of ball " + in_quotes(ball.id));
    }
  }
  return std::nullopt;
}

Fault find_misplaced_ball(const Scene& scene) {
  const Table& table = scene.table;
  for (std::size_t i = 0; i < scene.balls.size(); ++i) {
    const Ball& ball = scene.balls[i];
    const std::string key = ball_key(i) + ".position";
    const std::string who = "ball " + in_quotes(ball.id);
    const Vec3& r = ball.start.r;
    if (r.z < ball.spec.radius - touching_on_load) {
      return fault(key, who + " is " + in_mm(ball.spec.radius - r.z) +
                            " deep in the cloth; z must be at least its radius, " +
                            number_text(ball.spec.radius));
    }
    if (!on_table(table, ball)) {
      return fault(key, who + " is off the table; the playing area is " +
                            number_text(table.length) + " by " + number_text(table.width) + " m");
    }
    for (const Pocket& pocket : table.pockets) {
      if (r.z < ball.spec.radius + touching_on_load &&
          norm(flat(r) - pocket.centre) < pocket.radius) {
        return fault(key, who + " is over the hole of pocket " + in_quotes(pocket.id));
      }
    }
    for (const Cushion& part : table.cushions) {
      if (const double depth = depth_in(part, table, ball); depth > touching_on_load) {
        return fault(key, who + " is " + in_mm(depth) + " deep in cushion " + in_quotes(part.id));
      }
    }
    for (const Jaw& part : table.jaws) {
      if (const double depth = depth_in(part, table, ball); depth > touching_on_load) {
        return fault(key, who + " is " + in_mm(depth) + " deep in jaw " + in_quotes(part.id));
      }
    }
  }
  return std::nullopt;
}

Fault find_overlap(const Scene& scene) {
  for (std::size_t i = 0; i < scene.balls.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Ball& a = scene.balls[j];
      const Ball& b = scene.balls[i];
      if (const double depth = overlap(a, b); depth > touching_on_load) {
        return fault(ball_key(i) + ".position", "ball " + in_quotes(b.id) + " overlaps ball " +
                                                    in_quotes(a.id) + " by " + in_mm(depth));
      }
    }
  }
  return std::nullopt;
}

Fault find_bad_shot(const Scene& scene) {
  if (!scene.shot) return std::nullopt;
  const Shot& shot = *scene.shot;
  if (!finite({shot.speed, shot.heading, shot.side, shot.height, shot.elevation})) {
    return fault("shot", "holds a value that is not a finite number");
  }
  if (shot.ball >= scene.balls.size()) {
    return fault("shot.ball", "is ball number " + std::to_string(shot.ball) + " of " +
                                  std::to_string(scene.balls.size()));
  }
  const double offset = std::sqrt(shot.side * shot.side + shot.height * shot.height);
  if (offset > scene.cue.miscue) {
    return fault("shot", "miscue: the tip offset, sqrt(side^2 + height^2), is " +
                             rounded_text(offset) + ", must be at most cue.miscue, " +
                             number_text(scene.cue.miscue));
  }
  return std::nullopt;
}

Fault find_bad_time_step(double step) {
  if (step >= shortest_time_step && step <= longest_time_step) return std::nullopt;
  return fault("stepped.time_step", "is " + number_text(step) + ", must be from " +
                                        number_text(shortest_time_step) + " to " +
                                        number_text(longest_time_step));
}

}  // namespace

Fault find_fault(const Scene& scene) {
  if (scene.balls.size() > max_balls) {
    return fault("balls", "there are " + std::to_string(scene.balls.size()) +
                              " balls, must be at most " + std::to_string(max_balls));
  }
  if (auto found = find_not_a_number(scene)) return found;
  if (auto found = find_bad_time_step(scene.stepped.time_step)) return found;
  if (!is_pool(scene.system)) return find_system_fault(scene);
  if (auto found = find_bad_spec(scene)) return found;
  if (auto found = find_duplicate_ball(scene)) return found;
  if (auto found = find_bad_part(scene.table)) return found;
  if (auto found = find_bad_cushion_height(scene)) return found;
  if (auto found = find_misplaced_ball(scene)) return found;
  if (auto found = find_overlap(scene)) return found;
  return find_bad_shot(scene);
}

}  // namespace cuelab
