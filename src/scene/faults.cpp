#include "scene/faults.hpp"

#include <cmath>
#include <utility>

#include "scene/geometry.hpp"
#include "scene/parameters.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

using Fault = std::optional<Error>;

Error fault(std::string key, std::string what) {
  return {.file = "", .key = std::move(key), .what = std::move(what)};
}

std::string ball_key(std::size_t i) { return "balls." + std::to_string(i); }

/// A custom law without its functions.
Fault find_bad_custom_law(const Physics& physics) {
  const auto* cloth = std::get_if<CustomCloth>(&physics.cloth);
  if (cloth != nullptr &&
      (cloth->flow == nullptr || cloth->sliding == nullptr || cloth->rolling == nullptr)) {
    return fault("physics.cloth", "the custom law lacks a function");
  }
  const auto* ball_ball = std::get_if<CustomBallBall>(&physics.ball_ball);
  if (ball_ball != nullptr && ball_ball->function == nullptr) {
    return fault("physics.ball_ball", "the custom law has no function");
  }
  const auto* cushion = std::get_if<CustomCushion>(&physics.cushion);
  if (cushion != nullptr && cushion->function == nullptr) {
    return fault("physics.cushion", "the custom law has no function");
  }
  return std::nullopt;
}

/// A patch without its regularisation, or whose rolling resistance could drive some ball.
Fault find_bad_patch(const Scene& scene, const PatchCloth& patch, const std::string& key) {
  if (!has_regularisation(patch.form, patch.regularisation)) {
    return fault(key + ".regularisation",
                 "\"inside\" exists only for the forms pade-1 and generalised");
  }
  for (const Ball& ball : scene.balls) {
    const double most = greatest_passive_distortion(patch, ball.spec);
    if (patch.distortion <= most) continue;
    return fault(key + ".distortion",
                 "is " + number_text(patch.distortion) + ", must be between 0 and " +
                     rounded_text(most) + " for ball " + in_quotes(ball.id) +
                     ", 5/2 coefficient R / radius: more rolling resistance could add energy");
  }
  return std::nullopt;
}

Fault find_bad_patch(const Scene& scene) {
  if (const auto* patch = std::get_if<PatchCloth>(&scene.physics.cloth)) {
    if (auto found = find_bad_patch(scene, *patch, "physics.cloth")) return found;
  }
  if (!scene.smooth.patch) return std::nullopt;
  return find_bad_patch(scene, *scene.smooth.patch, "smooth.ball_cloth.friction");
}

/// The first ball whose inertia no body of its mass and radius can have.
Fault find_bad_inertia(const Scene& scene) {
  for (std::size_t i = 0; i < scene.balls.size(); ++i) {
    const BallSpec& spec = scene.balls[i].spec;
    const double most = spec.mass * spec.radius * spec.radius;
    if (spec.inertia <= most && spec.inertia >= least_inertia * most) continue;
    return fault(ball_key(i) + ".inertia", "is " + number_text(spec.inertia) +
                                               ", must be between " + number_text(least_inertia) +
                                               " and 1 times m R^2, " + rounded_text(most) +
                                               " for ball " + in_quotes(scene.balls[i].id));
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
    const bool above_noses = touching_distance(table, ball.spec, r.z) < 0.0;
    const Cushion* wall = above_noses ? nullptr : cushion_in_front(table, flat(r));
    if (wall != nullptr) {
      return fault(key, who + " is behind cushion " + in_quotes(wall->id) +
                            "; it must be on the playing area or in the mouth of a pocket");
    }
    for (const Pocket& pocket : table.pockets) {
      if (r.z < ball.spec.radius + touching_on_load &&
          norm(flat(r) - pocket.centre) < pocket.radius) {
        return fault(key, who + " is over the hole of pocket " + in_quotes(pocket.id));
      }
    }
    if (!above_noses && !on_cloth(table, ball)) {
      return fault(key, who +
                            " is beyond the hole of a pocket; it must be on the playing area or in "
                            "the mouth of a pocket");
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

}  // namespace

Fault find_fault(const Scene& scene) {
  if (scene.balls.size() > max_balls) {
    return fault("balls", "there are " + std::to_string(scene.balls.size()) +
                              " balls, must be at most " + std::to_string(max_balls));
  }
  if (auto found = find_number_fault(scene)) return found;
  if (auto found = find_bad_custom_law(scene.physics)) return found;
  if (!is_pool(scene.system)) return find_system_fault(scene);
  if (scene.balls.empty()) return fault("balls", "a scene needs at least one ball");
  if (auto found = find_bad_inertia(scene)) return found;
  if (auto found = find_bad_patch(scene)) return found;
  if (auto found = find_duplicate_ball(scene)) return found;
  if (auto found = find_table_fault(scene)) return found;
  if (auto found = find_misplaced_ball(scene)) return found;
  if (auto found = find_overlap(scene)) return found;
  return find_bad_shot(scene);
}

}  // namespace cuelab
