#include "reproduce/break_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <thread>

#include "cuelab/hybrid.hpp"
#include "cuelab/run.hpp"
#include "math/elementary.hpp"
#include "scene/random.hpp"

namespace cuelab::reproduction {
namespace {

constexpr std::uint64_t error_stream = 1'000'000;  // of the player's errors; racks use the first
constexpr double tip_limit = 0.45;                 // of the tip's offset, short of a miscue

/// Mean 0, standard deviation 1, nearly normal: the sum of twelve uniform numbers, which every
/// platform computes alike.
double error(Random& random) {
  double sum = -6.0;
  for (int k = 0; k < 12; ++k) sum += random.uniform();
  return sum;
}

double tip_offset(Random& random) {
  return std::clamp(tip_spread * error(random), -tip_limit, tip_limit);
}

/// The foot spot, where the apex ball is.
Vec2 foot_of(const Scene& scene) { return find_spot(scene.table, "foot")->at; }

/// Where the cue ball's centre is when it hits the second row's left ball as fully as possible
/// while it passes the apex ball at this distance from its surface.
Vec2 second_ball_ghost(Vec2 apex, Vec2 second, double clearance) {
  // the intersection, on the left, of a circle about each ball
  const double to_second = 2.0 * R, to_apex = 2.0 * R + clearance;
  const double apart = norm(second - apex);
  const Vec2 along = (1.0 / apart) * (second - apex);
  const double s =
      0.5 * (apart + (to_apex * to_apex - to_second * to_second) / apart);  // from the apex
  return apex + s * along + std::sqrt(to_apex * to_apex - s * s) * left_of(along);
}

/// Whether the balls have stopped; one may still be spinning in place.
bool is_over(const Trajectory& run) {
  return std::ranges::all_of(run.final, [](const BallState& ball) { return norm(ball.v) == 0.0; });
}

/// Counts of a finished run. The rack puts the eight in the middle of its third row.
BreakOutcome outcome_of(const Trajectory& run, Vec2 foot) {
  constexpr std::size_t eight = 5;
  BreakOutcome outcome;
  for (std::size_t b = 1; b < run.final.size(); ++b) {
    const BallState& ball = run.final[b];
    if (ball.motion == Motion::pocketed) {
      ++outcome.pocketed;
    } else if (ball.motion != Motion::off_table && norm(flat(ball.r) - foot) < rack_zone) {
      ++outcome.in_zone;
    }
  }
  const BallState& cue = run.final[0];
  outcome.scratch = cue.motion == Motion::pocketed || cue.motion == Motion::off_table;
  outcome.eight = run.final[eight].motion == Motion::pocketed;
  outcome.cue = flat(cue.r);
  return outcome;
}

/// Plays breaks one after the other with one engine.
class Player {
 public:
  Player(const Scene& scene, BreakEngine engine)
      : scene_(scene), engine_(engine), by_events_(scene), by_clusters_(scene) {
    scene_.shot.reset();
    scene_.run.engine = Engine::smooth;
  }

  const Trajectory& play(const std::vector<BallState>& start) {
    if (engine_ == BreakEngine::event) {
      by_events_.run(start, run_, Record::outcome);
    } else if (engine_ == BreakEngine::smooth) {
      for (std::size_t b = 0; b < start.size(); ++b) scene_.balls[b].start = start[b];
      auto done = simulate(scene_, {.record = Record::outcome});
      if (!done) throw std::runtime_error(done.error().message());
      run_ = std::move(done->trajectory);
    } else {
      by_clusters_.run(start, run_, Record::outcome);
    }
    return run_;
  }

 private:
  Scene scene_;
  BreakEngine engine_;
  EventEngine by_events_;
  HybridEngine by_clusters_;
  Trajectory run_{};
};

}  // namespace

std::string_view name_of(BreakEngine engine) {
  switch (engine) {
    case BreakEngine::event:
      return "event";
    case BreakEngine::hybrid:
      return "hybrid, fast";
    case BreakEngine::accurate:
      return "hybrid, accurate";
    case BreakEngine::compliant:
      return "hybrid, compliant cushions";
    case BreakEngine::smooth:
      break;
  }
  return "smooth";
}

std::string text_of(const BreakStyle& style) {
  return fmt::format(
      "{} m/s, aim {} mm, gap {} m, {}", fixed(style.speed, 0), fixed(1e3 * style.aim, 0),
      brief_text(style.gap),
      style.second ? std::string("second ball") : brief_text(style.place) + " m from the middle");
}

std::vector<Break> breaks_of(const BreakStyle& style, std::size_t count) {
  std::vector<Break> breaks(count, Break{.style = style});
  for (std::size_t k = 0; k < count; ++k) breaks[k].number = k;
  return breaks;
}

std::vector<BallState> start_of(const Scene& scene, const Break& each) {
  const BreakStyle& style = each.style;
  const Vec2 foot = foot_of(scene);
  const auto rack = rack_balls({.game = "eight-ball",
                                .at = foot,
                                .gap = style.gap,
                                .jitter = 0.5 * style.gap,
                                .seed = each.number},
                               scene.table, R);
  if (!rack) throw std::runtime_error(rack.error().message());

  // the line of aim, then the player's errors
  const double side = 0.5 * scene.table.width - second_from_cushion;
  const Vec2 from{-foot.x, style.second ? side : style.place};
  const Vec2 apex = (*rack)[0].at;
  const Vec2 target = style.second ? second_ball_ghost(apex, (*rack)[1].at, style.clearance) : apex;
  Random random(each.number, error_stream);
  const double off_line = style.aim * error(random) / norm(target - from);
  const double speed = style.speed * (1.0 + speed_spread * error(random));

  Scene alone = scene;
  alone.balls.resize(1);
  alone.balls[0].start.r = {from.x, from.y, R};
  alone.shot = Shot{.ball = 0,
                    .speed = 1.0,
                    .heading = atan2(target.y - from.y, target.x - from.x) + off_line,
                    .side = tip_offset(random),
                    .height = tip_offset(random),
                    .elevation = 0.0};
  alone.shot->speed = speed / norm(struck(alone)[0].v);

  std::vector<BallState> start = struck(alone);
  for (const RackedBall& ball : *rack) start.push_back({.r = {ball.at.x, ball.at.y, R}});
  return start;
}

std::vector<BreakOutcome> play(Lab& lab, BreakEngine engine, std::span<const Break> breaks) {
  Scene scene = lab.scene();
  if (engine != BreakEngine::hybrid) scene.hybrid.integrator = Hybrid::Integrator::accurate;
  scene.hybrid.compliant_cushions = engine == BreakEngine::compliant;
  const Vec2 foot = foot_of(scene);

  std::vector<BreakOutcome> outcomes(breaks.size());
  std::vector<std::uint64_t> hashes(breaks.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&](std::exception_ptr& failure) {
    try {
      Player player(scene, engine);
      for (std::size_t k = next++; k < breaks.size(); k = next++) {
        const Trajectory& run = player.play(start_of(scene, breaks[k]));
        if (!is_over(run)) {
          throw std::runtime_error(fmt::format("{} engine, break {} with {}: {}", name_of(engine),
                                               breaks[k].number, text_of(breaks[k].style),
                                               name_of(run.stop)));
        }
        outcomes[k] = outcome_of(run, foot);
        hashes[k] = hash_of(run);
        lab.report_run();
      }
    } catch (...) {
      failure = std::current_exception();
      next = breaks.size();
    }
  };
  std::vector<std::exception_ptr> failures(std::max(1U, lab.threads()));
  std::vector<std::thread> helpers;
  for (std::size_t t = 1; t < failures.size(); ++t)
    helpers.emplace_back(work, std::ref(failures[t]));
  work(failures[0]);
  for (std::thread& helper : helpers) helper.join();
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  for (const std::uint64_t hash : hashes) lab.add_hash(hash);
  return outcomes;
}

}  // namespace cuelab::reproduction
