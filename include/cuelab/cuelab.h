/* C interface: scenes, batches and outcomes. SI units and radians; names as in the C++ headers. */
#ifndef CUELAB_CUELAB_H
#define CUELAB_CUELAB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cuelab_scene cuelab_scene;
typedef struct cuelab_batch cuelab_batch;

typedef struct cuelab_shot {
  size_t ball;
  double speed;     /* of the cue [m/s] */
  double heading;   /* [rad] */
  double side;      /* tip offset / R */
  double height;    /* tip offset / R */
  double elevation; /* [rad] */
} cuelab_shot;

typedef struct cuelab_ball_state {
  double r[3]; /* [m] */
  double v[3]; /* [m/s] */
  double w[3]; /* [rad/s] */
  int motion;  /* as cuelab::Motion: 0 stationary, ..., 5 pocketed, 6 off the table */
} cuelab_ball_state;

/* Zeroed, it means: one sample without noise, all cores. */
typedef struct cuelab_batch_options {
  const char* noise; /* name of a noise level, or NULL */
  size_t samples;    /* per stroke; 0 counts as 1 */
  uint64_t seed;
  int common_random_numbers;
  unsigned threads; /* 0: all cores */
  double t_max;     /* [s]; 0: the scene's */
} cuelab_batch_options;

typedef enum cuelab_status {
  CUELAB_DONE,
  CUELAB_BAD_SCENE,
  CUELAB_BAD_SHOT,
  CUELAB_MISCUE,
  CUELAB_EVENT_LIMIT,
  CUELAB_FAILED,
  CUELAB_SKIPPED
} cuelab_status;

#define CUELAB_NONE UINT32_MAX

typedef struct cuelab_outcome {
  uint32_t first_hit; /* ball, or CUELAB_NONE */
  size_t pocketed;    /* number of balls, the cue ball included */
  size_t cushions_before, cushions_after;
  int scratch;
  int three_cushion_point;
  double cue_x, cue_y; /* [m] */
  double spread;       /* [m] */
} cuelab_outcome;

typedef enum cuelab_game {
  CUELAB_EIGHT_BALL,
  CUELAB_NINE_BALL,
  CUELAB_THREE_CUSHION,
  CUELAB_SNOOKER
} cuelab_game;

/* What the player is on, in eight-ball and snooker. */
typedef enum cuelab_target {
  CUELAB_OPEN,    /* eight-ball: any but the eight; snooker: a red while there are any */
  CUELAB_SOLIDS,  /* 1 to 7 */
  CUELAB_STRIPES, /* 9 to 15 */
  CUELAB_COLOUR   /* snooker: a colour, after a red */
} cuelab_target;

typedef struct cuelab_rules {
  cuelab_game game;
  int is_break;
  cuelab_target target;
  const char* nominated; /* snooker: id of the colour that was named; NULL: the first one hit */
} cuelab_rules;

/* Why a shot is a foul: bits of cuelab_ruling.fouls. */
typedef enum cuelab_foul {
  CUELAB_FOUL_SCRATCH = 1,      /* the cue ball fell or left the table */
  CUELAB_FOUL_NO_HIT = 2,       /* the cue ball met no ball */
  CUELAB_FOUL_WRONG_BALL = 4,   /* it met a wrong ball first */
  CUELAB_FOUL_NO_RAIL = 8,      /* after the hit no ball fell or reached a cushion */
  CUELAB_FOUL_OFF_TABLE = 16,   /* an object ball left the table */
  CUELAB_FOUL_EARLY_EIGHT = 32, /* the eight fell too early */
  CUELAB_FOUL_BAD_BREAK = 64,   /* fewer than four balls reached cushions and none fell */
  CUELAB_FOUL_WRONG_POT = 128   /* snooker: a ball that was not on fell */
} cuelab_foul;

typedef struct cuelab_ruling {
  int legal;
  int success; /* legal, and the player stays at the table */
  int wins, loses;
  int points;     /* snooker: scored, or given away by a foul; three-cushion: 0 or 1 */
  unsigned fouls; /* bits of cuelab_foul; 0 if legal */
} cuelab_ruling;

const char* cuelab_version(void);

/* What was wrong in the last call of this thread that returned NULL or -1. */
const char* cuelab_last_error(void);

/* A scene from the text of a scene file (TOML or JSON); NULL if it is invalid. */
cuelab_scene* cuelab_scene_parse(const char* text);
void cuelab_scene_free(cuelab_scene* scene);
size_t cuelab_scene_ball_count(const cuelab_scene* scene);
/* The id of a ball; NULL if there is no such ball. */
const char* cuelab_scene_ball_id(const cuelab_scene* scene, size_t ball);
/* Sets a number by its key, e.g. "physics.cloth.sliding". 0, or -1. */
int cuelab_scene_set(cuelab_scene* scene, const char* key, double value);
/* The scene's own shot. 0, or -1 if it has none. */
int cuelab_scene_shot(const cuelab_scene* scene, cuelab_shot* shot);

/* Simulates strokes; NULL if scene or options are wrong. `options` may be NULL. Run k is sample
   k % samples of stroke k / samples. */
cuelab_batch* cuelab_simulate(const cuelab_scene* scene, const cuelab_shot* shots, size_t count,
                              const cuelab_batch_options* options);
void cuelab_batch_free(cuelab_batch* batch);
size_t cuelab_batch_size(const cuelab_batch* batch);

/* Of one run. The functions return 0, or -1 without such a run, ball or result. */
cuelab_status cuelab_batch_status(const cuelab_batch* batch, size_t run);
int cuelab_batch_shot(const cuelab_batch* batch, size_t run, cuelab_shot* executed);
int cuelab_batch_final(const cuelab_batch* batch, size_t run, size_t ball,
                       cuelab_ball_state* state);
/* The pocket in which a ball fell, or CUELAB_NONE. */
uint32_t cuelab_batch_pocket(const cuelab_batch* batch, size_t run, size_t ball);
int cuelab_batch_outcome(const cuelab_batch* batch, size_t run, cuelab_outcome* outcome);
/* Judges a run by the rules of a game, see cuelab/outcome.hpp. */
int cuelab_batch_judge(const cuelab_batch* batch, size_t run, const cuelab_rules* rules,
                       cuelab_ruling* ruling);

#ifdef __cplusplus
}
#endif

#endif
