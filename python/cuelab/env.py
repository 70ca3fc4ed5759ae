"""Vector environments for learning, with Gymnasium's call signature.

Where the package gymnasium can be imported, ``VectorEnv`` is a subclass of its class and the spaces
are its own; otherwise they are look-alikes, and nothing else differs.

>>> import cuelab
>>> env = cuelab.env.make("pot-a-ball", num_envs=4)
>>> observations, infos = env.reset(seed=1)
>>> observations.shape
(4, 6)
>>> observations, rewards, terminations, truncations, infos = env.step(env.action_space.sample())
"""
from __future__ import annotations

from typing import Any, Mapping, Optional, Tuple

import numpy as np
import numpy.typing as npt

from . import _spaces
from ._arguments import Array, numbers, one_of, whole
from ._batch import Noise, rollout
from ._scene import Scene
from ._spaces import AutoresetMode
from ._tasks import TASKS, Judged, Task, start_positions

ACTIONS = ("speed", "heading", "side", "height")
LOWEST = np.array([0.3, -180.0, -0.35, -0.35])
HIGHEST = np.array([7.0, 180.0, 0.35, 0.35])

Flags = npt.NDArray[np.bool_]
Step = Tuple[Array, Array, Flags, Flags, dict[str, Any]]


def tasks() -> list[str]:
    """The names that ``make`` knows."""
    return list(TASKS)


def make(task: str, num_envs: int = 1, *, max_strokes: Optional[int] = None, noise: Noise = None,
         autoreset: Any = "NextStep",
         threads: Optional[int] = None) -> "VectorEnv":
    """Environments that play one task side by side.

    task: pot-a-ball (reward 1 for the object ball in a pocket and the cue ball not), eight-ball and
        nine-ball (clear the table: a point for every ball of one's own that falls legally, -1 and
        the end for a foul), three-cushion (a point for each success, the end for a miss).
    max_strokes: an episode is cut off after as many.
    noise: of the execution, as in ``rollout``.
    autoreset: NextStep (the step after the end begins a new episode and ignores the action),
        SameStep (the last step returns the first observation of the new episode, and the last one
        in infos["final_obs"]), or Disabled (``reset(options={"reset_mask": ...})``).
    """
    build, strokes = TASKS[one_of("task", task, TASKS)]
    if max_strokes is not None:
        strokes = whole("max_strokes", max_strokes, 1, 10**9)
    return VectorEnv(build(strokes), whole("num_envs", num_envs, 1, 10**6), noise,
                     _autoreset(autoreset), threads)


class VectorEnv(_spaces.Base):  # type: ignore[misc]
    """Tables side by side.

    Actions are (speed [m/s], heading [degree], side, height [tip offset / R]) of a level cue.
    Observations are x [m], y [m] and 1 for every ball on the table, three zeros for one that is not.
    """

    def __init__(self, task: Task, num_envs: int, noise: Noise, autoreset: Any,
                 threads: Optional[int]):
        self.task = task
        self.num_envs = num_envs
        self.autoreset_mode = autoreset
        self.metadata: dict[str, Any] = {"autoreset_mode": autoreset, "render_modes": []}
        self.spec = None
        self.render_mode = None
        self.closed = False
        self._noise = noise
        self._threads = threads
        # balls at rest in the mouth of a pocket are beyond the noses
        half = np.array([self.scene.table["length"], self.scene.table["width"]]) / 2 + 0.1
        top = np.tile([*half, 1.0], len(self.scene.balls))
        bottom = np.tile([*-half, 0.0], len(self.scene.balls))
        self.single_observation_space = _spaces.box(bottom, top)
        self.single_action_space = _spaces.box(LOWEST, HIGHEST)
        self.observation_space = _spaces.box(*(np.tile(b, (num_envs, 1)) for b in (bottom, top)))
        self.action_space = _spaces.box(*(np.tile(b, (num_envs, 1)) for b in (LOWEST, HIGHEST)))
        self._random = np.random.default_rng()
        self._balls: Optional[Array] = None
        self._strokes = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, np.bool_)

    @property
    def scene(self) -> Scene:
        return self.task.scene

    @property
    def balls(self) -> Array:
        """Where the balls are, (num_envs, balls, 3) [m]; below z = 0 they are out of play."""
        if self._balls is None:
            raise RuntimeError("call reset first")
        return self._balls.copy()

    def reset(self, *, seed: Any = None,
              options: Optional[Mapping[str, Any]] = None) -> Tuple[Array, dict[str, Any]]:
        """Begins new episodes, with options={"reset_mask": (num_envs,)} only of some."""
        if seed is not None:
            self._random = np.random.default_rng(whole("seed", seed, 0, 2**64 - 1))
        mask = np.ones(self.num_envs, np.bool_)
        if options is not None:
            for name in options:
                one_of("options", name, ["reset_mask"])
            mask = _mask(options.get("reset_mask", mask), self.num_envs)
        if self._balls is None:
            if not mask.all():
                raise RuntimeError("the first reset must be of all environments")
            self._balls = np.zeros((self.num_envs, len(self.scene.balls), 3))
        self._begin(mask)
        return self._observe(), {}

    def step(self, actions: Any) -> Step:
        """Plays one stroke in every environment."""
        balls = self.balls
        strikes = _strikes(numbers("actions", actions, (self.num_envs, 4),
                                   letters=f"(num_envs, 4) = ({self.num_envs}, 4)"))
        if self.autoreset_mode == AutoresetMode.DISABLED and self._ended.any():
            raise RuntimeError(f"environment {int(self._ended.argmax())} has ended; reset it first")
        resting = self._ended.copy()  # they begin anew instead of playing
        playing = ~resting
        rewards = np.zeros(self.num_envs)
        foul = np.zeros(self.num_envs, np.bool_)
        if playing.any():
            judged, final = self._play(balls[playing], strikes[playing])
            assert self._balls is not None
            self._balls[playing] = final
            rewards[playing], foul[playing] = judged.reward, judged.foul
            self._ended[playing] = judged.over
        self._strokes[playing] += 1
        terminations = self._ended & playing
        truncations = (self._strokes >= self.task.most_strokes) & playing & ~terminations
        self._ended |= truncations
        infos: dict[str, Any] = {"foul": foul, "_foul": playing, "strokes": self._strokes.copy(),
                                 "_strokes": playing.copy()}
        if resting.any():
            self._begin(resting)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._ended.any():
            self._keep_last(infos)
            self._begin(self._ended.copy())
        return self._observe(), rewards, terminations, truncations, infos

    def peek(self, actions: Any) -> Array:
        """The rewards that M actions would bring in every environment, without playing them:
        (num_envs, M, 4) gives (num_envs, M). Noise is drawn anew."""
        tried = numbers("actions", actions, (self.num_envs, None, 4), letters="(num_envs, M, 4)")
        count = tried.shape[1]
        if count == 0:
            return np.zeros((self.num_envs, 0))
        judged, _ = self._play(np.repeat(self.balls, count, axis=0),
                               _strikes(tried.reshape(-1, 4)))
        return judged.reward.reshape(self.num_envs, count)

    def close(self, **unused: Any) -> None:
        self.closed = True

    def _play(self, balls: Array, strikes: Array) -> Tuple[Judged, Array]:
        seed = int(self._random.integers(2**63))
        batch = rollout(self.scene, strikes, balls=balls, noise=self._noise, seed=seed,
                        keep=("final", "events"), threads=self._threads)
        final = batch.final[:, 0]
        failed = batch.status[:, 0] != 0
        final[failed] = balls[failed]  # a stroke that was not played moves nothing
        final[batch.pocket[:, 0] <= -2, 2] = -1.0
        return self.task.judge(batch), final

    def _begin(self, mask: Flags) -> None:
        assert self._balls is not None
        self._balls[mask] = start_positions(self.scene, self._random, int(mask.sum()))
        self._strokes[mask] = 0
        self._ended[mask] = False

    def _observe(self) -> Array:
        balls = self.balls
        seen: Array = np.where(balls[..., 2:] < 0.0, 0.0, 1.0) * np.concatenate(
            [balls[..., :2], np.ones_like(balls[..., :1])], axis=-1)
        return seen.reshape(self.num_envs, -1)

    def _keep_last(self, infos: dict[str, Any]) -> None:
        """The last observation and infos of the episodes that have ended."""
        last = np.full(self.num_envs, None, dtype=object)
        seen = self._observe()
        for k in np.flatnonzero(self._ended):
            last[k] = seen[k]
        infos["final_info"] = dict(infos)
        infos["_final_info"] = self._ended.copy()
        infos["final_obs"] = last
        infos["_final_obs"] = self._ended.copy()


def _strikes(actions: Array) -> Array:
    """Level strokes; actions out of their bounds are refused."""
    wrong = ~((actions >= LOWEST) & (actions <= HIGHEST))
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        raise ValueError(f"actions[{row}, {column}] ({ACTIONS[column]}): is "
                         f"{actions[row, column]}, must be between {LOWEST[column]} and "
                         f"{HIGHEST[column]}")
    return np.concatenate([actions, np.zeros((len(actions), 1))], axis=1)


def _autoreset(mode: Any) -> Any:
    if isinstance(mode, AutoresetMode):
        return mode
    return AutoresetMode(one_of("autoreset", mode, [str(m.value) for m in AutoresetMode]))


def _mask(value: Any, count: int) -> Flags:
    mask = np.asarray(value)
    if mask.dtype != np.bool_ or mask.shape != (count,):
        raise ValueError(f"options['reset_mask']: must be {count} booleans")
    return mask
