#include "hybrid/lone_impact.hpp"

#include <algorithm>
#include <cmath>

#include "cuelab/laws.hpp"
#include "hybrid/along_flow.hpp"
#include "laws/normal_force/damping.hpp"
#include "math/elementary.hpp"

namespace cuelab::hybrid {
namespace {

/// Contacts that last longer, in units of (m^2 / (K^2 v))^(1/5), are integrated: 1.5 times an
/// elastic impact, for which the reach of the balls has been measured; a restitution of 0.2.
constexpr double longest_course = 4.8;

/// The law of impact that a contact's forces approach as they become stiffer, if it is known.
std::optional<FrictionalAlongImpulse> stiff_limit(const ContactLaw& law) {
  const bool is_exact = law.normal == NormalLaw::exact || law.restitution == 1.0;
  if (!is_exact || law.fall.loss > 0.0) return {};
  if (std::holds_alternative<NoFriction>(law.friction)) {
    return FrictionalAlongImpulse{law.restitution, {0.0, 0.0, 0.0}};
  }
  const auto* friction = std::get_if<Alciatore>(&law.friction);
  if (friction == nullptr) return {};
  return FrictionalAlongImpulse{law.restitution, {friction->a, friction->b, friction->c}};
}

/// A ball on the cloth alone.
BallState slowed(const Physics& physics, const BallSpec& spec, const BallState& s, double time) {
  const Flow flow = flow_of(physics.cloth, spec, {physics.gravity, {}}, s);
  return advanced(s, flow, std::min(time, flow.duration));
}

/// The two parts of a contact's duration: until the middle of the impulse, and after it [s].
struct Parts {
  double first = 0.0, second = 0.0;
};

/// A ball until the middle. The cloth rubs in its direction of slip; a ball that did not slip will
/// do so in that after the impact, from the first touch on.
BallState until_middle(const Physics& physics, const BallSpec& spec, const BallState& s,
                       const Parts& time) {
  if (s.motion == Motion::sliding) return slowed(physics, spec, s, time.first);
  return advanced(s, Flow{}, time.first);
}

/// A ball after the middle, where it may have begun to rise; `was` before the impact.
BallState after_middle(const Physics& physics, const BallSpec& spec, BallState s, const Parts& time,
                       Motion was) {
  const double rising = s.v.z;
  s.v.z = 0.0;
  s = slowed(physics, spec, settled(spec, s), time.second);
  if (was != Motion::sliding) {
    const BallState rubbed = slowed(physics, spec, settled(spec, s), time.first);
    s.v = rubbed.v;
    s.w = rubbed.w;
  }
  s.v.z = rising;
  return s;
}

}  // namespace

ImpactCourse impact_course(double damping) {
  // Runge and Kutta's method of order 4, up to the first step that ends apart
  constexpr double h = 0.005;
  struct Course {
    double depth, rate;
  };
  const auto force = [&](const Course& y) {
    const double depth = std::max(y.depth, 0.0);
    return depth * std::sqrt(depth) * std::max(1.0 + damping * y.rate, 0.0);
  };
  const auto along = [&](const Course& y, const Course& k, double time) {
    return Course{y.depth + time * k.depth, y.rate + time * k.rate};
  };
  const auto slope = [&](const Course& y) { return Course{y.rate, -force(y)}; };
  ImpactCourse course;
  Course y{0.0, 1.0};
  double moment = 0.0;  // of the impulse about the beginning
  for (double t = 0.0;; t += h) {
    const Course k1 = slope(y);
    const Course k2 = slope(along(y, k1, 0.5 * h));
    const Course k3 = slope(along(y, k2, 0.5 * h));
    const Course k4 = slope(along(y, k3, h));
    const Course next{y.depth + h / 6.0 * (k1.depth + 2.0 * k2.depth + 2.0 * k3.depth + k4.depth),
                      y.rate + h / 6.0 * (k1.rate + 2.0 * k2.rate + 2.0 * k3.rate + k4.rate)};
    moment += (t + 0.5 * h) * (y.rate - next.rate);
    course.depth = std::max(course.depth, next.depth);
    course.force = std::max(course.force, force(next));
    if (next.depth <= 0.0) {
      course.duration = t + h * y.depth / (y.depth - next.depth);
      course.centre = moment / (1.0 - next.rate);
      return course;
    }
    y = next;
  }
}

LoneImpact::LoneImpact(const ContactKind& kind)
    : law_(stiff_limit(kind.law)), stiffness_(kind.stiffness) {
  if (!law_) return;
  course_ = impact_course(damping_factor(kind.law.normal, kind.law.restitution));
  if (course_.duration > longest_course) law_.reset();
}

std::optional<LoneImpact::End> LoneImpact::resolve(const Start& start, double most_turn) const {
  if (!law_) return {};
  const BallSpec& spec_a = start.spec.a;
  const BallSpec& spec_b = start.spec.b;
  const Pair& before = start.balls;
  const Vec3 apart = before.b.r - before.a.r;
  const Vec3 n = (1.0 / norm(apart)) * apart;
  const Vec3 u = before.a.v - before.b.v;
  const double v_n = dot(u, n);
  const Vec3 u_t = u - v_n * n;

  // the course of the contact
  const double total_mass = spec_a.mass + spec_b.mass;
  const double mass = spec_a.mass * spec_b.mass / total_mass;
  const double m_per_k = mass / stiffness_;
  const double unit = fifth_root(m_per_k * m_per_k / v_n);
  const Parts time{.first = unit * course_.centre,
                   .second = unit * (course_.duration - course_.centre)};
  const double radii = spec_a.radius + spec_b.radius;
  if (norm(u_t) * time.first > most_turn * radii) return {};

  // the impact at the line of centres in its middle
  const double distance = radii - 0.5 * unit * v_n * course_.depth;
  const Vec3 turned = n - (time.first / distance) * u_t;
  const Vec3 n_m = (1.0 / norm(turned)) * turned;
  const Physics& physics = *start.physics;
  const Pair middle{until_middle(physics, spec_a, before.a, time),
                    until_middle(physics, spec_b, before.b, time)};
  const Pair impact = cuelab::resolve(*law_, start.spec, middle, n_m);
  Pair end{after_middle(physics, spec_a, impact.a, time, before.a.motion),
           after_middle(physics, spec_b, impact.b, time, before.b.motion)};

  // the balls part where they touch: around their centre of mass, along the line of centres
  const Vec3 u_after = impact.a.v - impact.b.v;
  const double v_after = dot(u_after, n_m);
  if (!(v_after < 0.0)) return {};
  const Vec3 line = apart - time.first * u_t - time.second * (u_after - v_after * n_m);
  const double rise = spec_b.radius - spec_a.radius;
  const Vec2 level = (std::sqrt(radii * radii - rise * rise) / norm(flat(line))) * flat(line);
  const Vec2 centre =
      (1.0 / total_mass) * (spec_a.mass * flat(end.a.r) + spec_b.mass * flat(end.b.r));
  const Vec2 at_a = centre - (spec_b.mass / total_mass) * level;
  const Vec2 at_b = at_a + level;
  end.a.r = {at_a.x, at_a.y, spec_a.radius};
  end.b.r = {at_b.x, at_b.y, spec_b.radius};
  end.a = released(spec_a, end.a);
  end.b = released(spec_b, end.b);
  return End{.balls = end,
             .duration = time.first + time.second,
             .depth = unit * v_n * course_.depth,
             .peak_force = mass * v_n / unit * course_.force};
}

}  // namespace cuelab::hybrid
