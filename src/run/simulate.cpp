// Runs a scene with any engine: the checks and options that all engines share, then the engines.
#include <algorithm>
#include <cmath>
#include <utility>

#include "cuelab/hybrid.hpp"
#include "cuelab/run.hpp"
#include "cuelab/stepped.hpp"
#include "run/stop_check.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

std::optional<Error> find_fault(const RunOptions& options, const Scene& scene) {
  if (options.t_max && !(*options.t_max >= 0.0)) {
    return Error{"", "t_max", "must be at least 0"};
  }
  const auto usable = [](double t) { return std::isfinite(t) && t >= 0.0; };
  if (!std::ranges::all_of(options.at, usable)) {
    return Error{"", "at", "times must be finite and at least 0"};
  }
  const auto& ball = options.stop.at_rest;
  if (ball && *ball >= scene.balls.size()) {
    return Error{"", "stop.at_rest", "names a ball that the scene does not have"};
  }
  return {};
}

// --- event and hybrid engine ---------------------------------------------------------------------

constexpr std::size_t steps_between_reports = 16;

template <class EventOrHybridEngine>
Trajectory run_by_events(const Scene& scene, const RunOptions& options, Record record) {
  Trajectory out;
  EventOrHybridEngine engine(scene);
  StopCheck check(options.stop);
  const auto motion_of = [&](std::uint32_t ball) { return engine.state(ball).motion; };
  engine.begin(struck(scene), out, {record});
  for (std::size_t steps = 1; engine.step(); ++steps) {
    const bool report = options.progress && steps % steps_between_reports == 0;
    if (check.is_met(out.events, motion_of) || (report && !options.progress(engine.now()))) {
      out.stop = StopReason::early_stop;
      break;
    }
  }
  engine.finish();
  return out;
}

// --- stepped engine ------------------------------------------------------------------------------

Trajectory run_stepped(const Scene& scene, const RunOptions& options) {
  StopCheck check(options.stop);
  return simulate_stepped(
      scene, {.progress = options.progress, .stop_when = [&](const SteppedView& view) {
                return check.is_met(view.events,
                                    [&](std::uint32_t ball) { return view.states[ball].motion; });
              }});
}

// --- smooth engine -------------------------------------------------------------------------------

/// A ball that has moved less than this along the cloth counts as not moved [m]. Balls at rest
/// shift by less when they sink into the cloth at the start.
constexpr double least_move = 1e-5;

Result<SmoothRun> run_smooth(const Scene& scene, const RunOptions& options) {
  // the engine needs ascending, distinct times
  std::vector<double> at = options.at;
  std::ranges::sort(at);
  at.erase(std::ranges::unique(at).begin(), at.end());

  // smooth runs have no event for a ball that stops
  StopConditions by_event = options.stop;
  by_event.at_rest.reset();
  StopCheck check(by_event);
  bool has_moved = false;
  const auto stop_when = [&](const StepView& view) {
    bool has_stopped = false;
    if (options.stop.at_rest) {
      const BallState& state = view.states[*options.stop.at_rest];
      const Vec3 start = scene.balls[*options.stop.at_rest].start.r;
      has_moved =
          has_moved || state.motion == Motion::spinning || norm(flat(state.r - start)) > least_move;
      has_stopped = has_moved && is_done(state.motion);
    }
    const auto motion_of = [&](std::uint32_t ball) { return view.states[ball].motion; };
    return check.is_met(view.events, motion_of) || has_stopped;
  };
  SmoothOptions smooth{.t_max = scene.run.t_max,
                       .max_events = scene.run.max_events,
                       .at = at,
                       .keep_pieces = options.record == Record::everything,
                       .progress = options.progress};
  if (is_any(options.stop)) smooth.stop_when = stop_when;
  return simulate(make_system(scene), scene.smooth.integration, smooth);
}

// --- all -----------------------------------------------------------------------------------------

Result<RunResult> run_engine(const Scene& scene, const RunOptions& options) {
  // samples come from the pieces
  const Record record = options.at.empty() ? options.record : Record::everything;
  switch (scene.run.engine) {
    case Engine::event:
      return RunResult{run_by_events<EventEngine>(scene, options, record)};
    case Engine::hybrid:
      return RunResult{run_by_events<HybridEngine>(scene, options, record)};
    case Engine::stepped:
      return RunResult{run_stepped(scene, options)};
    case Engine::smooth: {
      auto run = run_smooth(scene, options);
      if (!run) return run.error();
      return RunResult{std::move(run->trajectory), std::move(run->snapshots)};
    }
  }
  return *unsupported_reason(scene);
}

/// A run that is stopped by the event limit has no result.
Error limit_error(const Scene& scene, double t) {
  return {"", "run.max_events",
          "reached " + std::to_string(scene.run.max_events) +
              " events, contact steps included, at t = " + rounded_text(t) +
              " s; raise it, or shorten run.t_max"};
}

void drop_pieces(Trajectory& trajectory) {
  trajectory.pieces.clear();
  for (Event& event : trajectory.events) event.piece = event.other_piece = none;
}

}  // namespace

Result<RunResult> simulate(const Scene& scene, const RunOptions& options) {
  if (auto reason = unsupported_reason(scene)) return *std::move(reason);
  if (auto fault = find_fault(scene)) return *std::move(fault);
  if (auto fault = find_fault(options, scene)) return *std::move(fault);
  if (options.t_max || options.max_events) {
    Scene limited = scene;
    limited.run.t_max = options.t_max.value_or(scene.run.t_max);
    limited.run.max_events = options.max_events.value_or(scene.run.max_events);
    RunOptions rest = options;
    rest.t_max.reset();
    rest.max_events.reset();
    return simulate(limited, rest);
  }
  auto result = run_engine(scene, options);
  if (!result) return result;
  const Trajectory& run = result->trajectory;
  if (run.stop == StopReason::event_limit) return limit_error(scene, run.t_end);
  result->samples = samples_at(result->trajectory, options.at, result->samples);
  if (options.record == Record::outcome) drop_pieces(result->trajectory);
  return result;
}

}  // namespace cuelab
