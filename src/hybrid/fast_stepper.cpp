#include "hybrid/fast_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "laws/cloth/patch_depth.hpp"
#include "laws/friction/over_slip.hpp"

namespace cuelab::hybrid {
namespace {

using smooth::Contact;
using smooth::Partner;

/// Friction laws fall to zero at small slips, so that steppers can follow them. Here the impulse is
/// limited instead, and the coefficient is that of this slip at least [m/s].
constexpr double impulse_slip = 0.01;

/// Slip of a ball that no longer rolls, as in the smooth engine [m/s].
constexpr double sliding = 0.03;

}  // namespace

// --- steps ---------------------------------------------------------------------------------------

void FastStepper::restart(const smooth::State& y) {
  const System& system = equations_.system();
  held_ = system.cloth && system.cloth->held;
  forwards_ = true;
  const std::size_t count = equations_.body_count();
  balls_.assign(count, Ball{});
  for (std::size_t i = 0; i < count; ++i) {
    if (equations_.gone[i] != 0) continue;
    const Body& body = equations_.body_at(i);
    Ball& ball = balls_[i];
    ball.radius = body.radius;
    ball.per_mass = 1.0 / body.mass;
    ball.per_inertia = 1.0 / body.inertia.x;
    if (system.cloth) ball.stiffness = system.cloth->stiffness[equations_.index_of(i)];
    ball.touching_height = equations_.cloth_height(i) + body.radius;
    if (!held_) ball.weight = system.gravity;
  }
  read(y);
  touches_.clear();
  find_touches(y, Begin::earlier);
}

FastStepper::Progress FastStepper::run(double h, double duration, smooth::State& y) {
  const double count = std::ceil(duration / h);
  const double length = duration / count;
  double* work = y.data() + equations_.work_at();
  for (std::size_t i = 0; i < balls_.size(); ++i) {
    if (const Contact* cloth = equations_.cloth_contact(i)) {
      balls_[i].damping = cloth->damping / cloth->v_ref;
    }
  }
  Progress done;
  changed_ = false;
  while (static_cast<double>(done.steps) < count && !changed_) {
    drift(0.5 * length);
    changed_ = find_touches(y, Begin::now);
    step(length, work);
    drift(0.5 * length);
    ++done.steps;
  }
  write(y);
  done.time = length * static_cast<double>(done.steps);
  return done;
}

/// Changes the velocities by the forces at the middle of a step.
void FastStepper::step(double h, double* work) {
  press(h);
  note_damping(h, work);
  for (Ball& ball : balls_) {
    ball.v += ball.dv;
    ball.dv = {};
  }
  find_friction();
  for (std::size_t k = 0; k < touches_.size(); ++k) {
    Touch& touch = touches_[sweep_[forwards_ ? k : touches_.size() - 1 - k]];
    rub(touch, h, work[equations_.law(equations_.contacts[touch.contact]).friction_sink]);
  }
  if (equations_.system().cloth) {
    for (Ball& ball : balls_) rub_cloth(ball, h, work);
  }
  forwards_ = !forwards_;
}

void FastStepper::read(const smooth::State& y) {
  for (std::size_t i = 0; i < balls_.size(); ++i) {
    balls_[i].r = smooth::position_of(y.data(), i);
    balls_[i].v = smooth::velocity_of(y.data(), i);
    balls_[i].w = smooth::spin_of(y.data(), i);
  }
}

void FastStepper::write(smooth::State& y) const {
  for (std::size_t i = 0; i < balls_.size(); ++i) {
    smooth::store3(y.data(), i, 0, balls_[i].r);
    smooth::store3(y.data(), i, smooth::velocity_at, balls_[i].v);
    smooth::store3(y.data(), i, smooth::spin_at, balls_[i].w);
  }
}

void FastStepper::drift(double h) {
  for (Ball& ball : balls_) ball.r += h * ball.v;
}

// --- contacts ------------------------------------------------------------------------------------

/// Finds the bodies that overlap; whether these are others than before. Touches are in the order of
/// the active contacts, so that those that last can be found side by side.
bool FastStepper::find_touches(const smooth::State& y, Begin begin) {
  bool changed = false;
  std::size_t next = 0;
  for (const std::uint32_t index : equations_.active) {
    const Contact& contact = equations_.contacts[index];
    const bool lasts = next < touches_.size() && touches_[next].contact == index;
    Touch touch;
    if (lasts) touch = touches_[next];
    if (!measure(contact, y, touch)) {
      if (lasts) touches_.erase(touches_.begin() + static_cast<std::ptrdiff_t>(next));
      changed = changed || lasts;
      continue;
    }
    touch.elastic = elastic_force(equations_.law(contact).normal, touch.depth);
    if (lasts) {
      touches_[next] = touch;
    } else {
      touch.contact = index;
      touch.a = contact.a;
      touch.b = contact.partner == Partner::sphere ? contact.other : none;
      if (begin == Begin::now) {
        set_reference(touch, closing(touch));
      } else {
        touch.damping = contact.damping;
        touch.v_ref = contact.v_ref;
      }
      touch.slip = norm(slip_of(touch));
      touches_.insert(touches_.begin() + static_cast<std::ptrdiff_t>(next), touch);
      changed = true;
    }
    ++next;
  }
  if (changed) order_sweep();
  return changed;
}

/// The order of the sweeps: neighbours in it share no ball where that is possible, so that the
/// processor can work on several at once.
void FastStepper::order_sweep() {
  sweep_.clear();
  listed_.assign(touches_.size(), 0);
  while (sweep_.size() < touches_.size()) {
    for (Ball& ball : balls_) ball.taken = false;
    for (std::uint32_t k = 0; k < touches_.size(); ++k) {
      const auto [a, b] = std::pair(touches_[k].a, touches_[k].b);
      if (listed_[k] != 0 || balls_[a].taken || (b != none && balls_[b].taken)) continue;
      listed_[k] = 1;
      sweep_.push_back(k);
      balls_[a].taken = true;
      if (b != none) balls_[b].taken = true;
    }
  }
}

/// Geometry of a contact; false if the bodies do not overlap.
bool FastStepper::measure(const Contact& contact, const smooth::State& y, Touch& touch) const {
  const Ball& a = balls_[contact.a];
  if (contact.partner == Partner::sphere) {
    const Ball& b = balls_[contact.other];
    const Vec3 apart = a.r - b.r;
    const double reach = a.radius + b.radius;
    const double squared = dot(apart, apart);
    if (squared >= reach * reach) return false;
    const double distance = std::sqrt(squared);
    touch.depth = reach - distance;
    touch.n = smooth::direction_of(apart, distance, {0.0, 0.0, 1.0});
    touch.arm_a = a.radius - 0.5 * touch.depth;
    touch.arm_b = b.radius - 0.5 * touch.depth;
    return true;
  }
  const smooth::SurfaceGap nearest = equations_.gap_to_obstacle(contact, y.data(), a.r);
  if (nearest.gap >= 0.0) return false;
  touch.depth = -nearest.gap;
  touch.n = nearest.normal;
  touch.arm_a = a.radius;
  return true;
}

/// Sets the velocity that scales the damping.
void FastStepper::set_reference(Touch& touch, double v_ref) {
  Contact& contact = equations_.contacts[touch.contact];
  equations_.set_reference(contact, std::max(v_ref, equations_.least_reference(contact)));
  touch.damping = contact.damping;
  touch.v_ref = contact.v_ref;
}

/// Rate of overlap [m/s]; with the changes of velocity, at the middle of the step.
double FastStepper::closing(const Touch& touch) const {
  const Ball& a = balls_[touch.a];
  Vec3 v = a.v + 0.5 * a.dv;
  if (touch.b != none) v -= balls_[touch.b].v + 0.5 * balls_[touch.b].dv;
  return -dot(v, touch.n);
}

// --- forces --------------------------------------------------------------------------------------

/// Normal forces, and the changes of velocity they cause: first with the velocities before the
/// step, then with those at its middle, on which the damping depends.
void FastStepper::press(double h) {
  for (Ball& ball : balls_) {
    ball.dv = {};
    const double depth = ball.touching_height - ball.r.z;
    const bool is_pressed = !held_ && depth > 0.0 && ball.stiffness > 0.0;
    ball.elastic = is_pressed ? elastic_force({.stiffness = ball.stiffness}, depth) : 0.0;
  }
  for (int pass = 0; pass < 2; ++pass) {
    for (Touch& touch : touches_) {
      const NormalForce& law = equations_.law(equations_.contacts[touch.contact]).normal;
      const double rate = closing(touch);
      if (rate > touch.v_ref && equations_.uses_running_max()) set_reference(touch, rate);
      touch.force = touch.elastic * (1.0 + touch.damping * (rate / touch.v_ref));
      if (law.dissipation > 0.0) {
        touch.force += touch.elastic * (1.5 * law.dissipation * rate / touch.depth);
      }
      touch.force = std::max(touch.force, 0.0);
    }
    for (Ball& ball : balls_) ball.support = support_of(ball);
    for (Ball& ball : balls_) {
      ball.dv = h * ball.weight;
      if (!held_) ball.dv.z += h * ball.per_mass * ball.support;
    }
    for (const Touch& touch : touches_) {
      Vec3 J = (h * touch.force) * touch.n;
      if (held_) J.z = 0.0;
      balls_[touch.a].dv += balls_[touch.a].per_mass * J;
      if (touch.b != none) balls_[touch.b].dv -= balls_[touch.b].per_mass * J;
    }
  }
}

/// The cloth's normal force [N].
double FastStepper::support_of(const Ball& ball) const {
  if (held_) return ball.stiffness > 0.0 ? norm(equations_.system().gravity) / ball.per_mass : 0.0;
  const double rate = -(ball.v.z + 0.5 * ball.dv.z);
  return std::max(ball.elastic * (1.0 + ball.damping * rate), 0.0);
}

/// Work of the damping, in its sinks.
void FastStepper::note_damping(double h, double* work) const {
  for (const Touch& touch : touches_) {
    const smooth::KindLaw& law = equations_.law(equations_.contacts[touch.contact]);
    work[law.normal_sink] += (touch.force - touch.elastic) * closing(touch) * h;
  }
  if (held_ || !equations_.system().cloth) return;
  double& sink = work[equations_.system().cloth->normal_sink];
  for (const Ball& ball : balls_) {
    sink -= (ball.support - ball.elastic) * (ball.v.z + 0.5 * ball.dv.z) * h;
  }
}

/// Velocity of slip at a contact, of the first body on the other. The arms are -arm_a n and arm_b
/// n.
Vec3 FastStepper::slip_of(const Touch& touch) const {
  const Ball& a = balls_[touch.a];
  Vec3 u = a.v - touch.arm_a * cross(a.w, touch.n);
  if (touch.b != none) {
    const Ball& b = balls_[touch.b];
    u -= b.v + touch.arm_b * cross(b.w, touch.n);
  }
  return u - dot(u, touch.n) * touch.n;
}

/// The coefficients of friction, four at a time, with the slips of the step before: they change
/// little in a step, and much less than the slips.
void FastStepper::find_friction() {
  for (std::size_t first = 0; first < touches_.size(); first += lane_count) {
    const std::size_t count = std::min<std::size_t>(lane_count, touches_.size() - first);
    Lanes slip = splat(1.0);
    for (std::size_t k = 0; k < count; ++k) {
      slip[k] = std::max(touches_[first + k].slip, impulse_slip);
    }
    const FrictionLaw* law = nullptr;
    Lanes mu{};
    for (std::size_t k = 0; k < count; ++k) {
      Touch& touch = touches_[first + k];
      const FrictionLaw* own = &equations_.law(equations_.contacts[touch.contact]).friction;
      if (own != law) mu = slip * friction_over_slip(*own, slip);
      law = own;
      touch.friction = mu[k];
    }
  }
}

/// Friction between two bodies: an impulse against the slip that at most stops it.
void FastStepper::rub(Touch& touch, double h, double& work) {
  const Vec3 u = slip_of(touch);
  const double slip = touch.slip = norm(u);
  if (!(touch.force > 0.0) || !(slip > 0.0)) return;
  Ball& a = balls_[touch.a];
  Ball* b = touch.b != none ? &balls_[touch.b] : nullptr;
  double yielding = a.per_mass + a.per_inertia * touch.arm_a * touch.arm_a;
  if (b != nullptr) yielding += b->per_mass + b->per_inertia * touch.arm_b * touch.arm_b;
  const double size = std::min(touch.friction * touch.force * h, slip / yielding);
  Vec3 J = (-size / slip) * u;
  if (held_) J.z = 0.0;
  work -= dot(J, u + (0.5 * yielding) * J);
  const Vec3 turn = cross(touch.n, J);
  a.v += a.per_mass * J;
  a.w -= (a.per_inertia * touch.arm_a) * turn;
  if (b == nullptr) return;
  b->v -= b->per_mass * J;
  b->w -= (b->per_inertia * touch.arm_b) * turn;
}

/// Friction of a contact patch, as an impulse that neither reverses the slip nor the spin about the
/// vertical.
void FastStepper::rub_patch(Ball& ball, double h, double* work) const {
  const ClothTop& cloth = *equations_.system().cloth;
  const PatchCloth& patch = *cloth.patch;
  const double R = ball.radius;
  const bool deepens = patch.patch_radius == PatchRadius::depth && !held_;
  const double depth = ball.touching_height - ball.r.z;
  const double a = deepens ? patch_radius_at(R, depth) : patch.radius;
  const PatchLoad load = load_of(patch, {R, a, ball.support}, flat(ball.v), ball.w);
  const Vec2 u{ball.v.x - R * ball.w.y, ball.v.y + R * ball.w.x};
  const double yielding = ball.per_mass + ball.per_inertia * R * R;
  const double slip = norm(u);
  const double slowing = h * yielding * norm(load.force);
  const double part = slowing > slip ? slip / slowing : 1.0;
  const double turning = h * ball.per_inertia * std::abs(load.moment.z);
  const double spin = std::abs(ball.w.z);
  const double turned = turning > spin ? spin / turning : 1.0;
  work[cloth.friction_sink] += part * h * load.friction;
  work[cloth.resistance_sink] += part * h * load.resistance;
  ball.v += (part * h * ball.per_mass) * Vec3{load.force.x, load.force.y, 0.0};
  ball.w += (h * ball.per_inertia) *
            Vec3{part * load.moment.x, part * load.moment.y, turned * load.moment.z};
}

/// Friction of the cloth, and its resistance to rolling and spinning.
void FastStepper::rub_cloth(Ball& ball, double h, double* work) const {
  const ClothTop& cloth = *equations_.system().cloth;
  const double J_n = ball.support * h;
  if (!(J_n > 0.0)) return;
  if (cloth.patch) {
    rub_patch(ball, h, work);
    return;
  }
  const double R = ball.radius;
  const Vec2 u{ball.v.x - R * ball.w.y, ball.v.y + R * ball.w.x};
  const double slip = norm(u);
  const double yielding = ball.per_mass + ball.per_inertia * R * R;
  if (slip > 0.0) {
    const double mu = friction_coefficient(cloth.law.friction, std::max(slip, impulse_slip));
    const double size = std::min(mu * J_n, slip / yielding);
    const Vec2 J = (-size / slip) * u;
    work[cloth.friction_sink] += size * (slip - 0.5 * yielding * size);
    ball.v += ball.per_mass * Vec3{J.x, J.y, 0.0};
    ball.w += (ball.per_inertia * R) * Vec3{J.y, -J.x, 0.0};
  }
  // the fraction of a spin that a moment leaves
  const auto kept = [&](double spin, double moment) {
    if (!(spin > 0.0) || !(moment > 0.0)) return 1.0;
    const double change = std::min(ball.per_inertia * J_n * moment, spin);
    work[cloth.resistance_sink] += change * (spin - 0.5 * change) / ball.per_inertia;
    return 1.0 - change / spin;
  };
  const double rolls = std::max(1.0 - slip * slip / (sliding * sliding), 0.0);
  const double arm = R + ball.per_mass / (ball.per_inertia * R);
  const double rolling = kept(norm(flat(ball.w)), rolls * cloth.rolling * arm);
  const double spinning = kept(std::abs(ball.w.z), cloth.spinning * R);
  ball.w = {rolling * ball.w.x, rolling * ball.w.y, spinning * ball.w.z};
}

}  // namespace cuelab::hybrid
