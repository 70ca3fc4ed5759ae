#include "smooth/simulation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "math/rotation.hpp"
#include "smooth/locate.hpp"

namespace cuelab::smooth {
namespace {

/// After a contact has begun or ended, the stepper restarts with at most this step [s].
constexpr double fresh_step = 1e-6;
/// Balls slower than this, including their surface speed, are at rest [m/s]. The vertical
/// oscillation of a ball placed on an elastic cloth without its static indentation never ends and
/// is ignored.
constexpr double rest_speed = 5e-4;
constexpr double ringing_speed = 2e-2;
/// A contact deeper than this still exerts a force [m].
constexpr double rest_depth = 1e-7;
constexpr std::uint64_t steps_between_checks = 32;
constexpr std::uint64_t steps_between_reports = 256;

}  // namespace

Simulation::Simulation(const System& system, const IntegrationSettings& settings)
    : system_(system),
      settings_(settings),
      equations_(system, settings),
      detector_(equations_, settings),
      stepper_(equations_.rhs(), equations_.tolerances(), settings, equations_.size()),
      recorder_(equations_),
      contact_log_(equations_),
      all_(system.bodies.size()) {
  std::iota(all_.begin(), all_.end(), 0U);
}

std::optional<Error> Simulation::run(const SmoothStart& start, const SmoothOptions& options,
                                     SmoothRun& out) {
  options_ = &options;
  out_ = &out;
  begin(start);
  while (!stop_) {
    detect();                               // pairs that may touch soon; the longest safe step
    if (auto error = step()) return error;  // one step of the integrator
    locate();                               // the first contact change in it ends the step
    accept();                               // its end becomes the current state
    toggle();                               // contacts that changed begin and end
    maintain();                             // bodies that left play, joints, energy balance
    check_stop();
  }
  finish();
  return {};
}

// --- begin ---------------------------------------------------------------------------------------

void Simulation::begin(const SmoothStart& start) {
  clear_output();
  const bool whole = start.bodies.empty();
  equations_.select(whole ? std::span<const std::uint32_t>(all_) : start.bodies);
  equations_.write_start(y_);
  if (!whole) {
    for (std::size_t i = 0; i < start.states.size(); ++i) {
      const BallState& s = start.states[i];
      store_motion(y_.data(), i, {s.r, Quat{}, s.v, s.w});
    }
  }
  trial_.resize(equations_.size());
  detector_.reset();
  stepper_.resize(equations_.tolerances(), equations_.size());
  contact_log_.start(out_->trajectory.contacts);
  hops_.assign(equations_.body_count(), Hop{});
  resting_.assign(equations_.body_count(), BallState{});
  t0_ = start.t;
  t_ = 0.0;
  t_last_ = options_->t_max - t0_;
  steps_ = next_sample_ = 0;
  toggled_ = discontinuous_ = contact_ended_ = false;
  stop_.reset();

  correct_joints();
  recorder_.start({.tolerance = options_->tolerance, .keep_pieces = options_->keep_pieces},
                  out_->trajectory, y_.data());
  detector_.detect(t_, y_.data(), settings_.max_step, equations_.energy(y_.data()).sum());
  toggle_contacts();
  initial_energy_ = equations_.energy(y_.data()).sum();
  out_->trajectory.ledger.initial = initial_energy_;
  take_samples(t_);
  restart(fresh_step);
  if (t_last_ <= 0.0) stop_ = StopReason::t_max;
}

/// Clears the output but keeps its memory.
void Simulation::clear_output() {
  Trajectory& trajectory = out_->trajectory;
  trajectory.pieces.clear();
  trajectory.events.clear();
  trajectory.final.clear();
  trajectory.contacts.clear();
  trajectory.ledger.error = 0.0;
  out_->snapshots.clear();
}

void Simulation::restart(double h) {
  stepper_.restart(t_, y_, h);
  discontinuous_ = false;
}

// --- detect, step --------------------------------------------------------------------------------

void Simulation::detect() {
  detector_.detect(t_, y_.data(), settings_.max_step, initial_energy_ - lost_energy());
}

std::optional<Error> Simulation::step() {
  t_jump_ = equations_.constraints ? equations_.constraints->next_jump(t_) : HUGE_VAL;
  const double h_max =
      std::min({settings_.max_step, t_last_ - t_, t_jump_ - t_, detector_.longest_step()});
  assert(h_max > 0.0 && "a run that goes on has time left");
  const auto at_time = [&] { return " at t = " + std::to_string(t0_ + t_) + " s"; };
  if (!stepper_.step(h_max)) return Error{"", "smooth", "the step size underflowed" + at_time()};
  if (equations_.singular) {
    return Error{"", "system.constraints",
                 "the equations of the joints are linearly dependent" + at_time() + ": " +
                     std::to_string(equations_.constraints->rank()) + " of " +
                     std::to_string(equations_.constraints->rows()) + " are independent"};
  }
  assert(stepper_.end() > stepper_.begin() && "every step has a length");
  ++steps_;
  return {};
}

// --- locate, accept ------------------------------------------------------------------------------

/// Finds the end of the step: the first contact change, located on the dense output, or the end of
/// the stepper's step.
void Simulation::locate() {
  changing_ = detector_.find_toggles(stepper_.state().data());
  t_next_ = t_last_ - stepper_.end() < 1e-15 * t_last_ ? t_last_ : stepper_.end();
  if (!changing_) return;
  t_next_ = stepper_.end();
  for (const std::uint32_t index : detector_.toggling()) {
    const Contact& contact = equations_.contacts[index];
    const auto gap_at = [&](double t) {
      stepper_.interpolate(t, trial_);
      return equations_.contact_state(contact, trial_.data()).gap;
    };
    const auto changed = [&](double gap) { return ContactDetector::must_toggle(contact, gap); };
    t_next_ = std::min(t_next_, locate_change(stepper_.begin(), stepper_.end(), gap_at, changed));
  }
}

void Simulation::accept() {
  assert(t_next_ >= t_ && "time never decreases");
  take_samples(t_next_);
  t_ = t_next_;
  if (changing_) {
    stepper_.interpolate(t_, y_);
  } else {
    y_ = stepper_.state();
  }
  assert(is_finite(y_) && "steppers refuse a step that is not finite");
  recorder_.step(t_, y_.data());
  detector_.update_reference_velocities(y_.data());
  contact_log_.update(t_, y_.data());
}

/// Takes the samples due until this time, from the dense output of the last step.
void Simulation::take_samples(double until) {
  for (; next_sample_ < options_->at.size(); ++next_sample_) {
    const double t = options_->at[next_sample_];
    if (t - t0_ > until) return;
    if (steps_ == 0) {
      take_sample(t, y_);
    } else {
      stepper_.interpolate(std::min(t - t0_, stepper_.end()), trial_);
      take_sample(t, trial_);
    }
  }
}

void Simulation::take_sample(double t, const State& y) {
  Snapshot shot{t, {}, equations_.loads(y.data())};
  for (std::uint32_t i = 0; i < equations_.body_count(); ++i) {
    shot.bodies.push_back({state_of(i, y.data()), normalized(orientation_of(y.data(), i))});
  }
  out_->snapshots.push_back(std::move(shot));
}

// --- toggle --------------------------------------------------------------------------------------

void Simulation::toggle() {
  toggled_ = changing_;
  contact_ended_ = false;
  discontinuous_ = changing_ || t_ >= t_jump_;  // at a jump a drive has reached its speed
  if (changing_) toggle_contacts();
}

/// Toggles all contacts whose state contradicts their gap, together, which preserves symmetry.
void Simulation::toggle_contacts() {
  detector_.find_toggles(y_.data());
  changing_contacts_ = detector_.toggling();
  for (const std::uint32_t contact : changing_contacts_) toggle_contact(contact);
}

void Simulation::toggle_contact(std::uint32_t index) {
  assert(index < equations_.contacts.size() && "a contact of the system");
  Contact& contact = equations_.contacts[index];
  if (contact.active) {
    detector_.end(index);
    contact_log_.end(index, push_event(EventType::contact_end, contact.a, contact.agent));
    contact_ended_ = contact_ended_ || contact.partner != Partner::cloth;
    return;
  }
  contact.agent = equations_.part_touched(contact, y_.data());
  const ContactState state = equations_.contact_state(contact, y_.data());
  // bodies that overlap at the start are assumed to have come together without losses
  const double closing =
      t_ > 0.0 ? state.closing : std::max(state.closing, equations_.speed_into(contact, state.gap));
  const std::uint32_t event = push_event(EventType::contact_begin, contact.a, contact.agent);
  detector_.begin(index, closing);
  contact_log_.begin(index, t_, closing, event);
}

/// Adds an event of this body with `other`; the event's index.
std::uint32_t Simulation::push_event(EventType type, std::uint32_t body, Agent other) {
  assert(body < equations_.body_count() && "a body of this run");
  Event event{.t = t_, .type = type, .ball = equations_.index_of(body), .other = other};
  event.piece = recorder_.cut(body, t_, y_.data());
  const bool of_contact = type == EventType::contact_begin || type == EventType::contact_end;
  if (of_contact && other.kind == AgentKind::ball) {
    event.other_piece = recorder_.cut(equations_.number_of(other.index), t_, y_.data());
  }
  out_->trajectory.events.push_back(event);
  return static_cast<std::uint32_t>(out_->trajectory.events.size() - 1);
}

// --- maintain ------------------------------------------------------------------------------------

void Simulation::maintain() {
  remove_lost_bodies();
  track_hops();
  correct_joints();
  if (discontinuous_) restart(fresh_step);
  if (toggled_ || steps_ % steps_between_checks == 0) check_balance();
}

// --- stop ----------------------------------------------------------------------------------------

void Simulation::check_stop() {
  // the last one that holds counts: the event limit only of a run that would go on
  if (out_->trajectory.events.size() >= options_->max_events) stop_ = StopReason::event_limit;
  if ((toggled_ || steps_ % steps_between_checks == 0) && at_rest()) stop_ = StopReason::at_rest;
  if (t_ >= t_last_) stop_ = StopReason::t_max;
  const bool report = steps_ % steps_between_reports == 0 && options_->progress;
  if (report && !options_->progress(t0_ + t_)) stop_ = StopReason::early_stop;
  if (stop_condition_holds()) stop_ = StopReason::early_stop;
}

bool Simulation::stop_condition_holds() {
  if (options_->until_apart && contact_ended_ && touching() == 0) return true;
  if (!options_->stop_when) return false;
  states_.clear();
  for (std::uint32_t i = 0; i < equations_.body_count(); ++i) {
    states_.push_back(state_of(i, y_.data()));
  }
  return options_->stop_when({.t = t0_ + t_,
                              .contacts = touching(),
                              .states = states_,
                              .events = out_->trajectory.events});
}

/// The number of active contacts other than with the cloth.
std::size_t Simulation::touching() const {
  const auto not_cloth = [&](std::uint32_t index) {
    return equations_.contacts[index].partner != Partner::cloth;
  };
  return static_cast<std::size_t>(std::ranges::count_if(equations_.active, not_cloth));
}

bool Simulation::at_rest() const {
  if (!system_.cloth) return false;
  for (std::uint32_t i = 0; i < equations_.body_count(); ++i) {
    if (equations_.gone[i] != 0) continue;
    const double radius = equations_.body_at(i).radius;
    const BodyMotion m = motion_of(y_.data(), i);
    const bool slow = norm(flat(m.v)) < rest_speed && radius * norm(m.w) < rest_speed &&
                      std::abs(m.v.z) < ringing_speed && std::abs(m.r.z - radius) < hop_height;
    if (!slow) return false;
  }
  return std::ranges::all_of(equations_.active, [&](std::uint32_t index) {
    const Contact& contact = equations_.contacts[index];
    return contact.partner == Partner::cloth ||
           equations_.contact_state(contact, y_.data()).gap > -rest_depth;
  });
}

BallState Simulation::state_of(std::uint32_t body, const double* y) const {
  return equations_.gone[body] != 0 ? resting_[body] : recorder_.state_of(body, y);
}

void Simulation::finish() {
  check_balance();
  recorder_.finish(t_, y_.data());
  Trajectory& trajectory = out_->trajectory;
  sorter_.sort(trajectory);
  trajectory.stop = *stop_;
  for (std::uint32_t i = 0; i < equations_.body_count(); ++i) {
    BallState last = state_of(i, y_.data());
    if (stop_ == StopReason::at_rest && equations_.gone[i] == 0) {
      last = {last.r, {}, {}, Motion::stationary};  // it may still creep below rest_speed
    }
    trajectory.final.push_back(last);
  }
  const Equations::Energy energy = equations_.energy(y_.data());
  EnergyLedger& ledger = trajectory.ledger;
  ledger.kinetic = energy.kinetic;
  ledger.potential = energy.potential;
  ledger.elastic = energy.elastic;
  ledger.sinks.resize(system_.sinks.size());
  for (std::size_t k = 0; k < system_.sinks.size(); ++k) {
    ledger.sinks[k].name = system_.sinks[k];
    ledger.sinks[k].work = y_[equations_.work_at() + k];
  }
  const StepCounts counts = stepper_.counts();
  trajectory.cost = {.events = trajectory.events.size(),
                     .steps = counts.steps,
                     .rhs_evaluations = counts.rhs,
                     .pair_tests = detector_.pair_tests(),
                     .rejected = counts.rejected};
  shift_times();
}

/// Converts times since the start of the run to times of the caller.
void Simulation::shift_times() {
  Trajectory& trajectory = out_->trajectory;
  for (Piece& piece : trajectory.pieces) piece.t0 += t0_;
  for (Event& event : trajectory.events) event.t += t0_;
  trajectory.t_end = stop_ == StopReason::t_max ? options_->t_max : t0_ + t_;
}

}  // namespace cuelab::smooth
