/* The C interface from a C program: a noisy batch of a cut shot, its outcomes, and wrong input. */
#include <stdio.h>
#include <string.h>

#include "cuelab/cuelab.h"

static int failures = 0;

static void expect(int condition, const char* what) {
  if (condition) return;
  fprintf(stderr, "not so: %s (%s)\n", what, cuelab_last_error());
  ++failures;
}

static const char* const text =
    "schema = 1\n"
    "name = \"cut\"\n"
    "[table]\n"
    "preset = \"pool-9ft\"\n"
    "[[balls]]\n"
    "id = \"cue\"\n"
    "position = [-0.5, 0.0]\n"
    "[[balls]]\n"
    "id = \"1\"\n"
    "position = [0.5, 0.0]\n"
    "[shot]\n"
    "ball = \"cue\"\n"
    "speed = 2.0\n"
    "heading = 0.0\n";

/* In nine-ball the one is right; in eight-ball the one is wrong for the player of the stripes. */
static void check_ruling(const cuelab_batch* batch, size_t run, int scratch) {
  cuelab_rules rules = {CUELAB_NINE_BALL, 0, CUELAB_OPEN, NULL};
  cuelab_ruling ruling;
  expect(cuelab_batch_judge(batch, run, &rules, &ruling) == 0, "a ruling");
  expect(ruling.legal == !scratch, "legal unless it scratches");
  expect(ruling.fouls == (scratch ? (unsigned)CUELAB_FOUL_SCRATCH : 0U), "and no other foul");
  rules.game = CUELAB_EIGHT_BALL;
  rules.target = CUELAB_STRIPES;
  expect(cuelab_batch_judge(batch, run, &rules, &ruling) == 0, "a ruling");
  expect(!ruling.legal && (ruling.fouls & CUELAB_FOUL_WRONG_BALL) != 0, "a wrong ball");
  rules.target = (cuelab_target)9;
  expect(cuelab_batch_judge(batch, run, &rules, &ruling) == -1, "no such target");
}

static void check_batch(cuelab_scene* scene) {
  enum { samples = 50 };
  cuelab_shot shots[2];
  expect(cuelab_scene_shot(scene, &shots[0]) == 0, "the scene has a shot");
  shots[1] = shots[0];
  shots[1].side = 0.9;
  cuelab_batch_options options;
  memset(&options, 0, sizeof options);
  options.noise = "computational-pool";
  options.samples = samples;
  options.seed = 3;
  cuelab_batch* batch = cuelab_simulate(scene, shots, 2, &options);
  expect(batch != NULL, "a batch");
  expect(cuelab_batch_size(batch) == (size_t)2 * samples, "two strokes");
  size_t run;
  for (run = 0; run < samples; ++run) {
    cuelab_outcome outcome;
    cuelab_ball_state state;
    expect(cuelab_batch_status(batch, run) == CUELAB_DONE, "done");
    expect(cuelab_batch_outcome(batch, run, &outcome) == 0, "an outcome");
    expect(outcome.first_hit == 1, "hits the one");
    expect(cuelab_batch_final(batch, run, 0, &state) == 0, "a state");
    expect(state.r[0] == outcome.cue_x && state.r[1] == outcome.cue_y, "where the cue ball ends");
    expect((cuelab_batch_pocket(batch, run, 1) != CUELAB_NONE) ==
               (outcome.pocketed - (outcome.scratch ? 1 : 0) == 1),
           "pockets agree");
    check_ruling(batch, run, outcome.scratch);
  }
  expect(cuelab_batch_status(batch, samples) == CUELAB_MISCUE, "the second stroke is a miscue");
  cuelab_ball_state state;
  expect(cuelab_batch_final(batch, samples, 0, &state) == -1, "which has no result");
  expect(cuelab_batch_final(batch, 1000, 0, &state) == -1, "nor has a run that does not exist");
  cuelab_batch_free(batch);

  options.noise = "luck";
  expect(cuelab_simulate(scene, shots, 1, &options) == NULL, "no such noise");
  expect(strstr(cuelab_last_error(), "noise") != NULL, "and the error says so");
}

int main(void) {
  cuelab_scene* scene = cuelab_scene_parse(text);
  expect(scene != NULL, "a scene");
  expect(cuelab_scene_ball_count(scene) == 2, "two balls");
  expect(strcmp(cuelab_scene_ball_id(scene, 1), "1") == 0, "the one");
  expect(cuelab_scene_ball_id(scene, 2) == NULL, "no third");
  expect(cuelab_scene_set(scene, "physics.cloth.sliding", 0.2) == 0, "a key");
  expect(cuelab_scene_set(scene, "physics.cloth.luck", 0.2) == -1, "no key");
  check_batch(scene);
  cuelab_scene_free(scene);
  expect(cuelab_scene_parse("schema = 1\n[table]\npreset = \"moon\"\n") == NULL, "no scene");
  cuelab_batch_free(NULL);
  expect(strlen(cuelab_version()) > 0, "a version");
  return failures == 0 ? 0 : 1;
}
