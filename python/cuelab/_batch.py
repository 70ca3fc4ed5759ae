"""Many strokes at once."""
from __future__ import annotations

import math
from typing import Any, Iterable, Mapping, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import Array, flag, numbers, one_of, text, whole
from ._scene import Scene

COLUMNS = ("speed", "heading", "side", "height", "elevation")
KEEP = ("final", "velocity", "spin", "strikes", "events", "jacobian", "margin")
ALWAYS = ("status", "pocket", "t_end")
STOPS = ("first_hit", "first_pocketed", "at_rest", "event_count")

Noise = Union[None, str, Mapping[str, float]]
Out = Union[None, "Batch", Mapping[str, npt.NDArray[Any]]]


class Batch:
    """The results of ``rollout`` for N strokes, S samples of each and B balls. What was not kept
    raises an AttributeError."""

    def __init__(self, scene: Scene, arrays: dict[str, npt.NDArray[Any]]):
        self.scene = scene
        self.arrays = arrays

    def _get(self, name: str) -> npt.NDArray[Any]:
        if name not in self.arrays:
            source = "events" if name == "offsets" else name
            hint = "times=..." if name == "positions" else f'keep=(..., "{source}")'
            raise AttributeError(f"{name} was not kept; ask for it by {hint}")
        return self.arrays[name]

    @property
    def status(self) -> npt.NDArray[np.uint8]:
        """(N, S): index in STATUSES; 0 is done. The results of other runs are 0."""
        return self._get("status")

    @property
    def pocket(self) -> npt.NDArray[np.int8]:
        """(N, S, B): index of the pocket; -1 on the table, -2 off the table, -3 was not in play."""
        return self._get("pocket")

    @property
    def t_end(self) -> Array:
        """(N, S): end of the run [s]."""
        return self._get("t_end")

    @property
    def final(self) -> Array:
        """(N, S, B, 3): final positions [m]."""
        return self._get("final")

    @property
    def velocity(self) -> Array:
        """(N, S, B, 3): final velocities [m/s]; not zero in runs that ended early."""
        return self._get("velocity")

    @property
    def spin(self) -> Array:
        """(N, S, B, 3): final angular velocities [rad/s]."""
        return self._get("spin")

    @property
    def strikes(self) -> Array:
        """(N, S, 5): the strokes as executed, with noise."""
        return self._get("strikes")

    @property
    def positions(self) -> Array:
        """(N, S, T, B, 3): positions at ``times`` [m]."""
        return self._get("positions")

    @property
    def jacobian(self) -> Array:
        """(N, S, B, 3, 5): derivatives of the final positions with respect to speed [m / (m/s)],
        heading [m/degree], side, height [m] and elevation [m/degree]; NaN where there is none."""
        return self._get("jacobian")

    @property
    def margin(self) -> Array:
        """(N, S, 5): how far each number of the stroke can change before the list of events does,
        to first order; infinite if nothing is near."""
        return self._get("margin")

    @property
    def events(self) -> npt.NDArray[np.void]:
        """The events of all runs in a row, as in ``Run.events``; run k = n * S + s has
        ``events[offsets[k]:offsets[k + 1]]``."""
        return self._get("events")

    @property
    def offsets(self) -> npt.NDArray[np.int64]:
        """(N * S + 1,)"""
        return self._get("offsets")

    def events_of(self, stroke: int, sample: int = 0) -> npt.NDArray[np.void]:
        """The events of one run."""
        shape = self.status.shape
        k = (whole("stroke", stroke, 0, shape[0] - 1) * shape[1]
             + whole("sample", sample, 0, shape[1] - 1))
        return self.events[self.offsets[k]:self.offsets[k + 1]]

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        done = int((self.status == 0).sum())
        return (f"<cuelab.Batch of {self.scene.name!r}: {self.status.shape[0]} strokes, "
                f"{self.status.shape[1]} samples, {done} of {self.status.size} done>")


def rollout(scene: Scene, strikes: Any, *, balls: Any = None,
            params: Optional[Mapping[str, Any]] = None, noise: Noise = None, samples: int = 1,
            seed: int = 0, stop: Any = None, keep: Union[str, Iterable[str]] = ("final",),
            times: Any = None, threads: Optional[int] = None, out: Out = None) -> Batch:
    """Simulates N strokes of a scene on all cores, with the scene's engine.

    strikes: (N, 5): speed [m/s], heading [degree], side, height [tip offset / R] and elevation
        [degree]. A tip offset beyond the cue's limit gives the status "miscue".
    balls: (N, B, 3): where the balls of each stroke start [m], instead of the scene's positions. A
        ball below z = 0 is out of play, so that ``final`` of an earlier batch can be used. Balls
        that overlap or are not on the table give the status "bad-scene".
    params: {key: (N,)}: numbers of the scene that differ from stroke to stroke, such as
        "physics.cloth.sliding".
    noise: name of a level (``noise_levels()``), or standard deviations: speed [m/s], heading
        [degree], side [m], height [m], elevation [degree].
    samples: how often each stroke is played, each time with its own noise.
    seed: of the noise. The same seed gives the same results on any number of threads.
    stop: "first_hit", "first_pocketed", or {"at_rest": ball id}, {"event_count": number}; several in
        one dictionary, the first that is met counts.
    keep: what to keep besides status, pocket and t_end: final, velocity, spin, strikes, events,
        jacobian, margin.
    times: (T,): also sample the positions at these times [s].
    threads: how many; None: all cores.
    out: an earlier Batch, or arrays by name, to be written to instead of new ones.

    >>> scene = Scene.load("cut_left_side")
    >>> batch = rollout(scene, [[2.0, 0.0, 0.0, 0.0, 0.0], [2.0, 1.0, 0.0, 0.0, 0.0]])
    >>> batch.final.shape
    (2, 1, 2, 3)
    """
    if not isinstance(scene, Scene):
        raise TypeError(f"scene: must be a cuelab.Scene, not {type(scene).__name__}")
    struck = numbers("strikes", strikes, (None, 5), letters="(N, 5)")
    n, b = len(struck), len(scene.balls)
    settings = _core.BatchSettings()
    settings.ball = scene.cue_ball
    settings.noise = _noise(noise)
    settings.samples = s = whole("samples", samples, 1, 2**31 - 1)
    settings.seed = whole("seed", seed, 0, 2**64 - 1)
    settings.threads = 0 if threads is None else whole("threads", threads, 1, 1024)
    settings.stop_when(*_stop(stop, scene))
    wanted = [one_of("keep", name, KEEP) for name in ([keep] if isinstance(keep, str) else keep)]
    settings.events = "events" in wanted
    placed = (np.empty((0, b, 3)) if balls is None else
              numbers("balls", balls, (n, b, 3), letters=f"(N, B, 3) = ({n}, {b}, 3)"))
    keys, values = _params(params, n)
    at = np.empty(0) if times is None else numbers("times", times, (None,), letters="(T,)")
    for k in np.flatnonzero(~(np.isfinite(at) & (at >= 0.0)))[:1]:
        raise ValueError(f"times[{k}]: is {at[k]}, must be finite and at least 0")

    shapes: dict[str, Tuple[Tuple[int, ...], type]] = {
        "status": ((n, s), np.uint8), "pocket": ((n, s, b), np.int8), "t_end": ((n, s), np.float64),
        "final": ((n, s, b, 3), np.float64), "velocity": ((n, s, b, 3), np.float64),
        "spin": ((n, s, b, 3), np.float64), "strikes": ((n, s, 5), np.float64),
        "positions": ((n, s, len(at), b, 3), np.float64),
        "jacobian": ((n, s, b, 3, 5), np.float64), "margin": ((n, s, 5), np.float64)}
    names = [*ALWAYS, *(name for name in wanted if name != "events")]
    if times is not None:
        names.append("positions")
    arrays = _arrays({name: shapes[name] for name in names}, out, (struck, placed, values))
    joined = _core.rollout(scene._core, settings, struck, placed, keys, values, at, arrays)
    if joined is not None:
        arrays["offsets"], arrays["events"] = joined
    return Batch(scene, arrays)


def score(batch: Batch, *, rule: str, is_break: bool = False,
          target: str = "open") -> npt.NDArray[np.void]:
    """How a referee judges every run of a batch that kept "final" and "events".

    ``rule`` is eight-ball, nine-ball, three-cushion or snooker; ``target`` is open, solids, stripes
    (eight-ball) or colour (snooker). Returns a structured array (N, S): legal, success (legal, and
    the player stays at the table), wins, loses, points, and fouls, where bit k means FOULS[k]. Runs
    that are not done are not legal.
    """
    return _scored(batch, _core.score, text("rule", rule), flag("is_break", is_break),
                   text("target", target))


def outcomes(batch: Batch) -> npt.NDArray[np.void]:
    """What happened in every run of a batch that kept "final" and "events".

    A structured array (N, S): first_hit (index of the ball, -1 for none), pocketed (number of object
    balls), cushions_before, cushions_after (of the cue ball, before and after its first hit),
    cushions_before_second (before it met the second ball), scratch, three_cushion_point, and spread
    (mean distance of the balls left from their centre [m]).
    """
    return _scored(batch, _core.outcomes)


def _scored(batch: Batch, get: Any, *rules: Any) -> npt.NDArray[np.void]:
    if not isinstance(batch, Batch):
        raise TypeError(f"batch: must be a cuelab.Batch, not {type(batch).__name__}")
    scene = batch.scene
    types: dict[str, Any] = {"final": np.float64, "pocket": np.int8, "status": np.uint8,
                             "offsets": np.int64, "events": _core.event_dtype}
    for name, dtype in types.items():
        array = batch._get(name)
        if not isinstance(array, np.ndarray) or array.dtype != dtype:
            raise TypeError(f"batch.{name}: must be an array of {np.dtype(dtype)}")
    rows: npt.NDArray[np.void] = get(scene._core, scene.cue_ball, batch.final, batch.pocket,
                                     batch.status, batch.offsets, batch.events, *rules)
    return rows.reshape(batch.status.shape)


def _noise(noise: Noise) -> list[float]:
    if noise is None:
        return [0.0] * 5
    if isinstance(noise, str):
        levels = _core.noise_table()
        return [levels[one_of("noise", noise, levels)][name] for name in COLUMNS]
    if not isinstance(noise, Mapping):
        raise TypeError(f"noise: must be a name or a dictionary, not {type(noise).__name__}")
    for name in noise:
        value = numbers(f"noise[{one_of('noise', name, COLUMNS)!r}]", noise[name], (),
                        letters="one number")
        if not 0.0 <= value < math.inf:
            raise ValueError(f"noise[{name!r}]: is {value}, must be finite and at least 0")
    return [float(noise.get(name, 0.0)) for name in COLUMNS]


def _stop(stop: Any, scene: Scene) -> Tuple[bool, bool, Optional[int], Optional[int]]:
    chosen = {stop: True} if isinstance(stop, str) else {} if stop is None else stop
    if not isinstance(chosen, Mapping):
        raise TypeError(f"stop: must be a text or a dictionary, not {type(stop).__name__}")
    for name in chosen:
        one_of("stop", name, STOPS)
    ball, count = chosen.get("at_rest"), chosen.get("event_count")
    return (flag("stop['first_hit']", chosen.get("first_hit", False)),
            flag("stop['first_pocketed']", chosen.get("first_pocketed", False)),
            None if ball is None else scene.balls.index(one_of("stop['at_rest']", ball, scene.balls)),
            None if count is None else whole("stop['event_count']", count, 1, 2**31 - 1))


def _params(params: Optional[Mapping[str, Any]], n: int) -> Tuple[list[str], Array]:
    if params is None:
        return [], np.empty((n, 0))
    if not isinstance(params, Mapping):
        raise TypeError(f"params: must be a dictionary, not {type(params).__name__}")
    keys = [text("params", key) for key in params]
    values = [numbers(f"params[{key!r}]", params[key], (n,), letters=f"(N,) = ({n},)")
              for key in keys]
    return keys, np.ascontiguousarray(np.stack(values, axis=1)) if keys else np.empty((n, 0))


def _arrays(shapes: dict[str, Tuple[Tuple[int, ...], type]], out: Out,
            inputs: Tuple[Array, ...]) -> dict[str, npt.NDArray[Any]]:
    """New arrays, or those of ``out``, which must fit."""
    given = out.arrays if isinstance(out, Batch) else {} if out is None else out
    if not isinstance(given, Mapping):
        raise TypeError(f"out: must be a Batch or a dictionary, not {type(out).__name__}")
    if not isinstance(out, Batch):
        for name in given:
            one_of("out", name, shapes)
    arrays: dict[str, npt.NDArray[Any]] = {}
    for name, (shape, dtype) in shapes.items():
        if name not in given:
            arrays[name] = np.empty(shape, dtype)
            continue
        array = given[name]
        if not isinstance(array, np.ndarray) or array.dtype != dtype or array.shape != shape:
            raise ValueError(f"out[{name!r}]: must be an array {shape} of {np.dtype(dtype)}")
        if not (array.flags.c_contiguous and array.flags.writeable and array.flags.aligned):
            raise ValueError(f"out[{name!r}]: must be C-contiguous, aligned and writeable")
        if any(np.may_share_memory(array, other) for other in (*inputs, *arrays.values())):
            raise ValueError(f"out[{name!r}]: must not share memory with another array")
        arrays[name] = array
    return arrays
