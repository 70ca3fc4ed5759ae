// The C interface: no exception leaves it, and every index is checked.
#include <exception>
#include <string>
#include <utility>

#include "cuelab/batch.hpp"
#include "cuelab/cuelab.h"
#include "cuelab/io.hpp"
#include "cuelab/outcome.hpp"
#include "cuelab/scene_number.hpp"
#include "cuelab/version.hpp"

struct cuelab_scene {
  cuelab::Scene scene;
};

struct cuelab_batch {
  cuelab::Scene scene;
  cuelab::BatchResult result;
};

namespace {

using namespace cuelab;

static_assert(CUELAB_SKIPPED == static_cast<int>(ShotStatus::skipped));
static_assert(CUELAB_SNOOKER == static_cast<int>(Game::snooker));
static_assert(CUELAB_COLOUR == static_cast<int>(Target::colour));
static_assert(CUELAB_FOUL_WRONG_POT == 1U << static_cast<unsigned>(Foul::wrong_pot));
static_assert(CUELAB_NONE == none);

thread_local std::string last_error;

/// The value of the function; what it throws or reports becomes the last error.
template <class T, class Function>
T guarded(T failure, const Function& function) noexcept {
  try {
    return function();
  } catch (const std::exception& e) {
    last_error = e.what();
  }
  return failure;
}

template <class T>
T failed(T failure, const Error& error) {
  last_error = error.message();
  return failure;
}

Shot from_c(const cuelab_shot& shot) {
  return {shot.ball, shot.speed, shot.heading, shot.side, shot.height, shot.elevation};
}

cuelab_shot to_c(const Shot& shot) {
  return {shot.ball, shot.speed, shot.heading, shot.side, shot.height, shot.elevation};
}

bool is_done(const cuelab_batch* batch, std::size_t run) {
  return batch != nullptr && run < batch->result.size() &&
         batch->result.status[run] == ShotStatus::done;
}

/// The scene and the events of a run, as the functions of outcomes need them.
std::pair<Scene, Trajectory> run_of(const cuelab_batch& batch, std::size_t run) {
  const BatchResult& result = batch.result;
  std::pair<Scene, Trajectory> found{batch.scene, {}};
  found.first.shot = result.shots[run];
  for (std::size_t k = result.first_event[run]; k < result.first_event[run + 1]; ++k) {
    const BatchEvent& event = result.events[k];
    found.second.events.push_back(
        {.t = event.t, .type = event.type, .ball = event.ball, .other = event.other});
  }
  for (std::size_t i = result.first_ball[run]; i < result.first_ball[run + 1]; ++i) {
    found.second.final.push_back(result.final[i]);
  }
  return found;
}

Result<BatchOptions> options_of(const cuelab_batch_options* given) {
  BatchOptions options{.events = true};
  if (given == nullptr) return options;
  if (given->noise != nullptr) {
    const NoiseLevel* level = find_noise_level(given->noise);
    if (level == nullptr) return Error{"", "noise", "no such level"};
    options.noise = level->noise;
  }
  if (given->samples > 0) options.samples = given->samples;
  options.seed = given->seed;
  options.common_random_numbers = given->common_random_numbers != 0;
  options.threads = given->threads;
  if (given->t_max > 0.0) options.t_max = given->t_max;
  return options;
}

}  // namespace

const char* cuelab_version(void) {
  static const std::string text{version};
  return text.c_str();
}

const char* cuelab_last_error(void) { return last_error.c_str(); }

cuelab_scene* cuelab_scene_parse(const char* text) {
  return guarded<cuelab_scene*>(nullptr, [&]() -> cuelab_scene* {
    if (text == nullptr) return failed<cuelab_scene*>(nullptr, {"", "", "no text"});
    auto scene = parse_scene(text, format_of("", text), "");
    if (!scene) return failed<cuelab_scene*>(nullptr, scene.error());
    return new cuelab_scene{*std::move(scene)};
  });
}

void cuelab_scene_free(cuelab_scene* scene) { delete scene; }

size_t cuelab_scene_ball_count(const cuelab_scene* scene) {
  return scene == nullptr ? 0 : scene->scene.balls.size();
}

const char* cuelab_scene_ball_id(const cuelab_scene* scene, size_t ball) {
  if (ball >= cuelab_scene_ball_count(scene)) return nullptr;
  return scene->scene.balls[ball].id.c_str();
}

int cuelab_scene_set(cuelab_scene* scene, const char* key, double value) {
  return guarded(-1, [&] {
    if (scene == nullptr || key == nullptr) return failed(-1, {"", "", "no scene or no key"});
    const auto error = apply(scene->scene, key, value);
    return error ? failed(-1, *error) : 0;
  });
}

int cuelab_scene_shot(const cuelab_scene* scene, cuelab_shot* shot) {
  if (scene == nullptr || shot == nullptr || !scene->scene.shot) return -1;
  *shot = to_c(*scene->scene.shot);
  return 0;
}

cuelab_batch* cuelab_simulate(const cuelab_scene* scene, const cuelab_shot* shots, size_t count,
                              const cuelab_batch_options* options) {
  return guarded<cuelab_batch*>(nullptr, [&]() -> cuelab_batch* {
    if (scene == nullptr || (shots == nullptr && count > 0)) {
      return failed<cuelab_batch*>(nullptr, {"", "", "no scene or no shots"});
    }
    const auto chosen = options_of(options);
    if (!chosen) return failed<cuelab_batch*>(nullptr, chosen.error());
    std::vector<Shot> strokes;
    for (std::size_t k = 0; k < count; ++k) strokes.push_back(from_c(shots[k]));
    auto result = simulate_strikes(scene->scene, strokes, *chosen);
    if (!result) return failed<cuelab_batch*>(nullptr, result.error());
    return new cuelab_batch{scene->scene, *std::move(result)};
  });
}

void cuelab_batch_free(cuelab_batch* batch) { delete batch; }

size_t cuelab_batch_size(const cuelab_batch* batch) {
  return batch == nullptr ? 0 : batch->result.size();
}

cuelab_status cuelab_batch_status(const cuelab_batch* batch, size_t run) {
  if (run >= cuelab_batch_size(batch)) return CUELAB_FAILED;
  return static_cast<cuelab_status>(batch->result.status[run]);
}

int cuelab_batch_shot(const cuelab_batch* batch, size_t run, cuelab_shot* executed) {
  if (run >= cuelab_batch_size(batch) || executed == nullptr) return -1;
  *executed = to_c(batch->result.shots[run]);
  return 0;
}

int cuelab_batch_final(const cuelab_batch* batch, size_t run, size_t ball,
                       cuelab_ball_state* state) {
  if (!is_done(batch, run) || ball >= batch->scene.balls.size() || state == nullptr) return -1;
  const BallState& s = batch->result.final[batch->result.first_ball[run] + ball];
  *state = {{s.r.x, s.r.y, s.r.z},
            {s.v.x, s.v.y, s.v.z},
            {s.w.x, s.w.y, s.w.z},
            static_cast<int>(s.motion)};
  return 0;
}

uint32_t cuelab_batch_pocket(const cuelab_batch* batch, size_t run, size_t ball) {
  if (!is_done(batch, run) || ball >= batch->scene.balls.size()) return CUELAB_NONE;
  return batch->result.pocket[batch->result.first_ball[run] + ball];
}

int cuelab_batch_outcome(const cuelab_batch* batch, size_t run, cuelab_outcome* outcome) {
  return guarded(-1, [&] {
    if (!is_done(batch, run) || outcome == nullptr) return -1;
    const auto [scene, trajectory] = run_of(*batch, run);
    const Outcome found = outcome_of(scene, trajectory);
    *outcome = {.first_hit = found.first_hit.value_or(none),
                .pocketed = found.pocketed.size(),
                .cushions_before = found.cushions_before,
                .cushions_after = found.cushions_after,
                .scratch = found.scratch ? 1 : 0,
                .three_cushion_point = found.three_cushion_point ? 1 : 0,
                .cue_x = found.cue_position.x,
                .cue_y = found.cue_position.y,
                .spread = found.spread};
    return 0;
  });
}

int cuelab_batch_judge(const cuelab_batch* batch, size_t run, const cuelab_rules* rules,
                       cuelab_ruling* ruling) {
  return guarded(-1, [&] {
    if (!is_done(batch, run) || rules == nullptr || ruling == nullptr) return -1;
    if (rules->game > CUELAB_SNOOKER || rules->target > CUELAB_COLOUR) {
      return failed(-1, {"", "rules", "has no such game or target"});
    }
    const auto [scene, trajectory] = run_of(*batch, run);
    const Ruling found = judge(scene, trajectory,
                               {.game = static_cast<Game>(rules->game),
                                .is_break = rules->is_break != 0,
                                .target = static_cast<Target>(rules->target),
                                .nominated = rules->nominated == nullptr ? "" : rules->nominated});
    *ruling = {found.legal, found.success, found.wins, found.loses, found.points, 0};
    for (const Foul foul : found.fouls) ruling->fouls |= 1U << static_cast<unsigned>(foul);
    return 0;
  });
}
