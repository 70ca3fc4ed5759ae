#include "fuzz/shrink.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <optional>

namespace cuelab::fuzz {
namespace {

/// A value with so many significant digits.
double rounded(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return std::strtod(text, nullptr);
}

/// Keeps every change after which the scene still fails.
class Shrinker {
 public:
  Shrinker(Scene scene, const std::function<bool(const Scene&)>& fails, int trials)
      : scene_(std::move(scene)), fails_(fails), trials_(trials) {}

  const Scene& scene() const { return scene_; }
  bool may_go_on() const { return trials_ > 0; }

  template <class Change>
  bool attempt(Change change) {
    Scene other = scene_;
    change(other);
    if (other == scene_ || trials_ <= 0 || find_fault(other)) return false;
    --trials_;
    if (!fails_(other)) return false;
    scene_ = std::move(other);
    changed_ = true;
    return true;
  }
  /// Whether anything changed since the last call.
  bool take_changed() { return std::exchange(changed_, false); }

 private:
  Scene scene_;
  const std::function<bool(const Scene&)>& fails_;
  int trials_;
  bool changed_ = false;
};

void remove_ball(Scene& scene, std::size_t i) {
  scene.balls.erase(std::next(scene.balls.begin(), static_cast<std::ptrdiff_t>(i)));
  if (!scene.shot) return;
  if (scene.shot->ball == i) {
    scene.shot.reset();
  } else if (scene.shot->ball > i) {
    --scene.shot->ball;
  }
}

void remove_balls(Shrinker& shrinker) {
  for (std::size_t i = shrinker.scene().balls.size(); i-- > 0;) {
    if (shrinker.scene().balls.size() == 1) return;
    shrinker.attempt([&](Scene& scene) { remove_ball(scene, i); });
  }
}

template <auto Parts>
void remove_parts(Shrinker& shrinker) {
  for (std::size_t i = (shrinker.scene().table.*Parts).size(); i-- > 0;) {
    shrinker.attempt([&](Scene& scene) {
      auto& parts = scene.table.*Parts;
      parts.erase(std::next(parts.begin(), static_cast<std::ptrdiff_t>(i)));
      scene.table.preset.clear();
    });
  }
}

void choose_defaults(Shrinker& shrinker) {
  const Physics usual;
  shrinker.attempt([&](Scene& scene) { scene.physics = usual; });
  shrinker.attempt([&](Scene& scene) { scene.physics.cloth = usual.cloth; });
  shrinker.attempt([&](Scene& scene) { scene.physics.ball_ball = usual.ball_ball; });
  shrinker.attempt([&](Scene& scene) { scene.physics.ball_ball = Frictionless{}; });
  shrinker.attempt([&](Scene& scene) { scene.physics.cushion = usual.cushion; });
  shrinker.attempt([&](Scene& scene) { scene.physics.cushion = Mirror{}; });
  shrinker.attempt([&](Scene& scene) { scene.physics.slate = usual.slate; });
  shrinker.attempt([&](Scene& scene) { scene.physics.gravity = usual.gravity; });
  shrinker.attempt([&](Scene& scene) { scene.shot.reset(); });
}

/// Fewest digits first.
void simplify(Shrinker& shrinker, const std::function<double*(Scene&)>& number) {
  if (shrinker.attempt([&](Scene& scene) {
        if (double* value = number(scene)) *value = 0.0;
      })) {
    return;
  }
  for (const int digits : {1, 2, 3, 5, 8}) {
    if (shrinker.attempt([&](Scene& scene) {
          if (double* value = number(scene)) *value = rounded(*value, digits);
        })) {
      return;
    }
  }
}

void simplify_balls(Shrinker& shrinker) {
  for (std::size_t i = 0; i < shrinker.scene().balls.size(); ++i) {
    shrinker.attempt([&](Scene& scene) {
      scene.balls[i].start.r.z = scene.balls[i].spec.radius;  // on the cloth
    });
    shrinker.attempt([&](Scene& scene) { scene.balls[i].start.v = {}; });
    shrinker.attempt([&](Scene& scene) { scene.balls[i].start.w = {}; });
    for (const auto vector : {&BallState::v, &BallState::w, &BallState::r}) {
      for (const auto component : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        if (vector == &BallState::r && component == &Vec3::z) continue;
        simplify(shrinker,
                 [&](Scene& scene) { return &(scene.balls[i].start.*vector.*component); });
      }
    }
  }
  for (const auto member :
       {&Shot::speed, &Shot::heading, &Shot::side, &Shot::height, &Shot::elevation}) {
    simplify(shrinker, [&](Scene& scene) { return scene.shot ? &(*scene.shot.*member) : nullptr; });
  }
}

}  // namespace

Scene shrunk(Scene scene, const std::function<bool(const Scene&)>& fails, int trials) {
  Shrinker shrinker(std::move(scene), fails, trials);
  do {
    remove_balls(shrinker);
    choose_defaults(shrinker);
    remove_parts<&Table::pockets>(shrinker);
    remove_parts<&Table::jaws>(shrinker);
    remove_parts<&Table::cushions>(shrinker);
    simplify_balls(shrinker);
  } while (shrinker.take_changed() && shrinker.may_go_on());
  return shrinker.scene();
}

}  // namespace cuelab::fuzz
