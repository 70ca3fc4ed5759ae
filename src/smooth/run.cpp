#include "smooth/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/rotation.hpp"

namespace cuelab::smooth {
namespace {

/// After a contact has begun or ended the stepper starts anew with at most this [s].
constexpr double fresh_step = 1e-6;
/// A located contact lies at most this far past its true begin or end [m].
constexpr double location = 1e-13;
/// Hops over the cloth lower than this are ringing and make no events [m].
constexpr double hop_height = 2e-5;
/// Balls slower than this (surface speed, too) have come to rest [m/s]; vertical ringing of a
/// ball put on the cloth without its static indentation goes on undamped and does not count.
constexpr double rest_speed = 5e-4;
constexpr double ringing_speed = 2e-2;
/// A contact deeper than this still pushes [m].
constexpr double rest_depth = 1e-7;
constexpr std::uint64_t steps_between_looks = 32;
constexpr std::uint64_t steps_between_reports = 256;

}  // namespace

Run::Run(const System& system, const IntegrationSettings& settings, const SmoothOptions& options)
    : system_(system),
      options_(options),
      settings_(settings),
      model_(system, settings),
      watch_(model_, settings),
      stepper_(model_.rhs(), model_.tolerances(), settings, model_.size()),
      recorder_(model_, options.tolerance, options.keep_pieces, out_.trajectory),
      y_(model_.start()),
      trial_(model_.size()),
      sample_(model_.size()),
      seen_(model_.contacts.size()),
      hop_(model_.body_count(), none),
      airborne_(model_.body_count(), 0),
      resting_(model_.body_count()),
      last_fall_(model_.body_count(), 0.0) {}

Result<SmoothRun> Run::go() {
  begin();
  while (!stop_) {
    if (auto error = advance()) return *std::move(error);
    remove_lost_bodies();
    watch_hops();
    keep_joints();
    if (changed_) restart(fresh_step);
    if (flipped_ || steps_ % steps_between_looks == 0) {
      balance();
      if (at_rest()) stop_ = StopReason::at_rest;
    }
    if (t_ >= options_.t_max) stop_ = StopReason::t_max;
    if (out_.trajectory.events.size() >= options_.max_events) stop_ = StopReason::event_limit;
    const bool report = steps_ % steps_between_reports == 0 && options_.progress;
    if (report && !options_.progress(t_)) stop_ = StopReason::early_stop;
  }
  finish();
  return std::move(out_);
}

// --- start ---------------------------------------------------------------------------------------

void Run::begin() {
  keep_joints();
  changed_ = false;
  recorder_.start(t_, y_.data());
  const double kinetic_bound = model_.energy(y_.data()).sum();
  watch_.survey(t_, y_.data(), settings_.max_step, kinetic_bound);
  flip_contacts();
  initial_energy_ = model_.energy(y_.data()).sum();
  out_.trajectory.ledger.initial = initial_energy_;
  for (; next_sample_ < options_.at.size() && options_.at[next_sample_] <= t_; ++next_sample_) {
    take_sample(options_.at[next_sample_], y_);
  }
  restart(fresh_step);
  if (options_.t_max <= 0.0) stop_ = StopReason::t_max;
}

void Run::restart(double h) {
  stepper_.restart(t_, y_, h);
  changed_ = false;
}

// --- one step ------------------------------------------------------------------------------------

/// One step of the integrator, cut at the first contact that begins or ends.
std::optional<Error> Run::advance() {
  flipped_ = false;
  watch_.survey(t_, y_.data(), settings_.max_step, initial_energy_ - lost());
  const double jump = model_.constraints ? model_.constraints->next_jump(t_) : HUGE_VAL;
  const double h_max =
      std::min({settings_.max_step, options_.t_max - t_, jump - t_, watch_.longest_step()});
  if (!stepper_.step(h_max)) {
    return Error{"", "smooth", "the step size vanished at t = " + std::to_string(t_) + " s"};
  }
  if (model_.singular) {
    return Error{"", "system.constraints",
                 "the joints' equations depend on each other at t = " + std::to_string(t_) +
                     " s: " + std::to_string(model_.constraints->rank()) + " of " +
                     std::to_string(model_.constraints->rows()) + " are independent"};
  }
  ++steps_;
  const double reached =
      options_.t_max - stepper_.end() < 1e-15 * options_.t_max ? options_.t_max : stepper_.end();
  if (watch_.any_flip(stepper_.state().data())) {
    double first = stepper_.end();
    for (const std::uint32_t contact : watch_.flipping()) {
      first = std::min(first, flip_time(contact));
    }
    stepper_.interpolate(first, trial_);
    accept(first, trial_);
    flip_contacts();
    changed_ = flipped_ = true;
  } else {
    accept(reached, stepper_.state());
    changed_ = t_ >= jump;  // a drive has reached its speed
  }
  return {};
}

/// The state after a step, or part of one, is the new present.
void Run::accept(double t, const State& y) {
  for (; next_sample_ < options_.at.size() && options_.at[next_sample_] <= t; ++next_sample_) {
    const double at = options_.at[next_sample_];
    stepper_.interpolate(std::min(at, stepper_.end()), sample_);
    take_sample(at, sample_);
  }
  t_ = t;
  y_ = y;
  recorder_.step(t_, y_.data());
  watch_.follow(y_.data());
  for (const std::uint32_t contact : model_.active) track(contact);
}

void Run::take_sample(double t, const State& y) {
  Snapshot shot{t, {}, model_.loads(y.data())};
  for (std::uint32_t i = 0; i < model_.body_count(); ++i) {
    shot.bodies.push_back({model_.gone[i] != 0 ? resting_[i] : recorder_.state_of(i, y.data()),
                           normalized(orientation_of(y.data(), i))});
  }
  out_.snapshots.push_back(std::move(shot));
}

/// When in the last step this contact began or ended, on the dense output: a moment just after.
double Run::flip_time(std::uint32_t index) {
  const Contact& contact = model_.contacts[index];
  const auto gap_at = [&](double t) {
    stepper_.interpolate(t, trial_);
    return model_.meet(contact, trial_.data()).gap;
  };
  double before = stepper_.begin();
  double after = stepper_.end();
  double gap_before = gap_at(before);
  double gap_after = gap_at(after);
  if (Watch::disagrees(contact, gap_before)) return before;
  // secant steps that keep the root between [Dowell and Jarratt's rule], halving when they stall
  constexpr int most = 100;
  for (int i = 0; i < most && std::abs(gap_after) > location; ++i) {
    const double width = after - before;
    if (width <= 2.0 * std::numeric_limits<double>::epsilon() * after) break;
    double t =
        i % 3 == 2 ? before + 0.5 * width : after - gap_after * width / (gap_after - gap_before);
    if (!(t > before && t < after)) t = before + 0.5 * width;
    if (!(t > before && t < after)) break;
    const double gap = gap_at(t);
    if (Watch::disagrees(contact, gap)) {
      after = t;
      gap_after = gap;
      gap_before *= 0.5;
    } else {
      before = t;
      gap_before = gap;
      gap_after *= 0.5;
    }
  }
  return after;
}

// --- contacts ------------------------------------------------------------------------------------

/// All contacts whose state disagrees with their gap now, together: symmetry depends on it.
void Run::flip_contacts() {
  watch_.any_flip(y_.data());
  const std::vector<std::uint32_t> flipping = watch_.flipping();
  for (const std::uint32_t contact : flipping) flip(contact);
}

void Run::flip(std::uint32_t index) {
  Contact& contact = model_.contacts[index];
  std::vector<ContactRecord>& records = out_.trajectory.contacts;
  const auto event = static_cast<std::uint32_t>(out_.trajectory.events.size());
  if (contact.active) {
    watch_.end(index);
    push_event(EventType::contact_end, contact.a, contact.name);
    records[contact.record].end = event;
    contact.record = none;
    return;
  }
  contact.name = model_.part_touched(contact, y_.data());
  const Meeting meeting = model_.meet(contact, y_.data());
  // bodies that overlap from the start are taken to have come together without losses
  const double closing =
      t_ > 0.0 ? meeting.closing : std::max(meeting.closing, model_.speed_into(contact, meeting));
  push_event(EventType::contact_begin, contact.a, contact.name);
  watch_.begin(index, closing);
  contact.record = static_cast<std::uint32_t>(records.size());
  records.push_back({.begin = event, .approach_speed = std::max(closing, 0.0)});
  seen_[index] = {t_, 0.0, closing};
}

void Run::push_event(EventType type, std::uint32_t body, std::uint32_t other) {
  Event event{.t = t_, .type = type, .ball = body, .other = other};
  event.piece = recorder_.cut(body, t_, y_.data());
  const bool of_contact = type == EventType::contact_begin || type == EventType::contact_end;
  if (of_contact && other < model_.body_count()) {
    event.other_piece = recorder_.cut(other, t_, y_.data());
  }
  out_.trajectory.events.push_back(event);
}

/// Notes the greatest force and depth of a contact. The depth between two steps follows the cubic
/// through its values and rates at their ends.
void Run::track(std::uint32_t index) {
  const Contact& contact = model_.contacts[index];
  const Meeting m = model_.meet(contact, y_.data());
  ContactRecord& record = out_.trajectory.contacts[contact.record];
  Seen& last = seen_[index];
  const double depth = -m.gap;
  const double h = t_ - last.t;
  double deepest = depth;
  if (last.closing > 0.0 && m.closing < 0.0 && h > 0.0) {
    const double s = last.closing / (last.closing - m.closing);
    const double step = depth - last.depth;
    deepest = last.depth + s * s * (3.0 - 2.0 * s) * step +
              h * s * (1.0 - s) * ((1.0 - s) * last.closing - s * m.closing);
  }
  record.depth = std::max(record.depth, deepest);
  record.peak_force = std::max(record.peak_force, model_.normal_force_of(contact, m));
  last = {t_, depth, m.closing};
}

/// Events of balls that leave the cloth and land, where no contact law needs their instants.
void Run::watch_hops() {
  if (!system_.cloth || system_.cloth->held || model_.cloth_is_located()) return;
  for (std::uint32_t i = 0; i < model_.body_count(); ++i) {
    if (model_.gone[i] != 0 || system_.cloth->stiffness[i] == 0.0) continue;
    const double gap = model_.over_cloth(i, position_of(y_.data(), i)).gap;
    const auto event = static_cast<std::uint32_t>(out_.trajectory.events.size());
    auto& records = out_.trajectory.contacts;
    if (airborne_[i] == 0 && gap > hop_height) {
      airborne_[i] = 1;
      push_event(EventType::contact_end, i, system_.cloth->name);
      if (hop_[i] != none) records[hop_[i]].end = event;
      hop_[i] = none;
    } else if (airborne_[i] != 0 && gap <= 0.0) {
      airborne_[i] = 0;
      push_event(EventType::contact_begin, i, system_.cloth->name);
      hop_[i] = static_cast<std::uint32_t>(records.size());
      records.push_back({.begin = event, .approach_speed = last_fall_[i]});
    }
    last_fall_[i] = -velocity_of(y_.data(), i).z;
    if (hop_[i] != none && gap < 0.0) {
      ContactRecord& record = records[hop_[i]];
      record.depth = std::max(record.depth, -gap);
      const NormalForce law{.stiffness = system_.cloth->stiffness[i]};
      record.peak_force = std::max(record.peak_force, elastic_force(law, -gap));
    }
  }
}

// --- bodies that leave play ----------------------------------------------------------------------

void Run::remove_lost_bodies() {
  if (!system_.cloth) return;
  const ClothTop& cloth = *system_.cloth;
  for (std::uint32_t i = 0; i < model_.body_count(); ++i) {
    if (model_.gone[i] != 0) continue;
    const Vec3 r = position_of(y_.data(), i);
    if (model_.hole[i] != none) {
      const Hole& hole = cloth.holes[model_.hole[i]];
      // a held ball cannot fall: it counts as fallen once its centre is over the hole
      const bool sunk = r.z < 0.0 || cloth.held;
      if (sunk && norm(flat(r) - hole.centre) < hole.radius) {
        const Vec3 bottom{hole.centre.x, hole.centre.y, -hole.depth};
        remove(i, EventType::ball_pocket, {bottom, {}, {}, Motion::pocketed}, hole.name);
        continue;
      }
    }
    const bool bounded = cloth.half_extent.x > 0.0;
    if (bounded && (std::abs(r.x) > cloth.half_extent.x || std::abs(r.y) > cloth.half_extent.y)) {
      remove(i, EventType::ball_floor, {r, {}, {}, Motion::off_table}, none);
    }
  }
}

void Run::remove(std::uint32_t body, EventType why, const BallState& rest, std::uint32_t name) {
  const double before = model_.energy(y_.data()).sum();
  const std::vector<std::uint32_t> active = model_.active;
  for (const std::uint32_t index : active) {
    const Contact& contact = model_.contacts[index];
    const bool involved =
        contact.a == body || (contact.partner == Partner::sphere && contact.other == body);
    if (involved) flip(index);
  }
  watch_.remove(body);
  y_[model_.work_at() + system_.cloth->lost_sink] += before - model_.energy(y_.data()).sum();
  push_event(why, body, name);
  resting_[body] = rest;
  const BodyMotion still{rest.r, orientation_of(y_.data(), body), {}, {}};
  store_motion(y_.data(), body, still);
  out_.trajectory.events.back().piece = recorder_.rest(body, t_, rest);
  changed_ = flipped_ = true;
}

// --- upkeep --------------------------------------------------------------------------------------

/// Direct correction: positions and velocities are put back on the joints' equations.
void Run::keep_joints() {
  if (!model_.constraints || system_.constraints.method != ConstraintMethod::direct_correction) {
    return;
  }
  if (!model_.constraints->correct(t_, y_.data())) model_.singular = true;
  if (!changed_) stepper_.restart(t_, y_, 0.0);
}

bool Run::at_rest() const {
  if (!system_.cloth) return false;
  for (std::uint32_t i = 0; i < model_.body_count(); ++i) {
    if (model_.gone[i] != 0) continue;
    const double radius = system_.bodies[i].radius;
    const BodyMotion m = motion_of(y_.data(), i);
    const bool slow = norm(flat(m.v)) < rest_speed && radius * norm(m.w) < rest_speed &&
                      std::abs(m.v.z) < ringing_speed && std::abs(m.r.z - radius) < hop_height;
    if (!slow) return false;
  }
  return std::ranges::all_of(model_.active, [&](std::uint32_t index) {
    const Contact& contact = model_.contacts[index];
    return contact.partner == Partner::cloth || model_.meet(contact, y_.data()).gap > -rest_depth;
  });
}

double Run::lost() const {
  double sum = 0.0;
  for (std::size_t k = 0; k < max_sinks; ++k) sum += y_[model_.work_at() + k];
  return sum;
}

/// How well the energy balance holds.
void Run::balance() {
  const double error = model_.energy(y_.data()).sum() + lost() - initial_energy_;
  EnergyLedger& ledger = out_.trajectory.ledger;
  ledger.error = std::max(ledger.error, std::abs(error));
}

void Run::finish() {
  balance();
  Trajectory& trajectory = out_.trajectory;
  trajectory.t_end = t_;
  trajectory.stop = *stop_;
  recorder_.finish(t_, y_.data());
  for (std::uint32_t i = 0; i < model_.body_count(); ++i) {
    BallState last = model_.gone[i] != 0 ? resting_[i] : recorder_.state_of(i, y_.data());
    if (stop_ == StopReason::at_rest && model_.gone[i] == 0) {
      last = {last.r, {}, {}, Motion::stationary};  // what still creeps is below rest_speed
    }
    trajectory.final.push_back(last);
  }
  const Model::Energy energy = model_.energy(y_.data());
  trajectory.ledger.kinetic = energy.kinetic;
  trajectory.ledger.potential = energy.potential;
  trajectory.ledger.elastic = energy.elastic;
  for (std::size_t k = 0; k < system_.sinks.size(); ++k) {
    trajectory.ledger.sinks.push_back({system_.sinks[k], y_[model_.work_at() + k]});
  }
  const StepCounts counts = stepper_.counts();
  trajectory.cost = {.events = trajectory.events.size(),
                     .steps = counts.steps,
                     .rhs_evaluations = counts.rhs,
                     .pair_tests = watch_.pair_tests(),
                     .rejected = counts.rejected};
}

}  // namespace cuelab::smooth
