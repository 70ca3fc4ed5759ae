"""Finding the stroke that does what is wanted."""
from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Mapping, Sequence, Tuple, Union

from . import _core
from ._arguments import numbers, text, whole
from ._batch import Noise, _noise
from ._scene import Scene, _plain

Unknowns = Mapping[str, Any]
ANY_STROKE: Unknowns = {"speed": (0.5, 5.0), "heading": (-180.0, 180.0)}


@dataclass(frozen=True)
class Solution:
    """A stroke that reaches all goals."""

    scene: Scene
    """With the stroke."""
    unknowns: dict[str, float]
    """The values that were found."""
    miss: float
    """How far it misses the goals, within their tolerances [m]."""
    chance: float
    """Of success under the noise."""
    impacts: str
    """What leads to the goals."""
    usual_miss: str
    """What happens most often when it fails."""


@dataclass(frozen=True)
class Shaping:
    """What ``shape`` found."""

    solutions: Tuple[Solution, ...]
    """With different impacts, the most likely first."""
    closest: Scene
    """The stroke that came closest to the goals."""
    miss: float
    """How far it missed them [m]."""
    infeasible: bool
    """There is no solution, and no small change of ``closest`` comes closer."""
    simulations: int


def shape(scene: Scene, goals: Union[Mapping[str, Any], Sequence[Mapping[str, Any]]], *,
          unknowns: Unknowns = ANY_STROKE, noise: Noise = None, k: int = 10, samples: int = 200,
          simulations: int = 20000, seed: int = 1) -> Shaping:
    """Finds up to k strokes that reach all goals.

    goals: dictionaries as in goal files (see ``cuelab shape``): {"kind": "pot", "ball": "1"},
        {"kind": "stop", "ball": "cue", "at": [x, y], "tolerance": 0.1}, gate, obstacle, first_hit,
        cushions, carom.
    unknowns: {quantity: (least, most)} of speed [m/s], heading [degree], side, height [R] and
        elevation [degree]; or {quantity: {"min": ..., "max": ..., "start": ..., "steps": ...}}.
    noise: as in ``rollout``, for the chance of success of each stroke over ``samples`` executions.
    simulations: of the search.

    >>> from cuelab import simulate
    >>> found = shape(Scene.load("stun_shot"), {"kind": "pot", "ball": "1"}, k=3, samples=50,
    ...               unknowns={"speed": (1.5, 3.0), "heading": (-10, 10)}, simulations=2000)
    >>> "1" in [ball for ball, *_ in simulate(found.solutions[0].scene).outcome["pocketed"]]
    True
    """
    if not isinstance(scene, Scene):
        raise TypeError(f"scene: must be a cuelab.Scene, not {type(scene).__name__}")
    if not isinstance(unknowns, Mapping):
        raise TypeError(f"unknowns: must be a dictionary, not {type(unknowns).__name__}")
    listed = [goals] if isinstance(goals, Mapping) else goals
    if not isinstance(listed, (list, tuple)):
        raise TypeError(f"goals: must be a list of dictionaries, not {type(goals).__name__}")
    document = {
        "schema": 1, "scene": scene.to_dict(), "goals": _plain("goals", listed),
        "unknowns": [_unknown(quantity, given) for quantity, given in unknowns.items()],
        "search": {"solutions": whole("k", k, 1, 1000), "samples": whole("samples", samples, 0, 10**6),
                   "simulations": whole("simulations", simulations, 1, 10**7),
                   "seed": whole("seed", seed, 0, 2**32 - 1)}}
    found = _core.shape(json.dumps(document), None if noise is None else _noise(noise))
    solutions = tuple(
        Solution(Scene(row["scene"]), row["unknowns"], row["miss"], row["chance"], row["impacts"],
                 row["usual_miss"]) for row in found["solutions"])
    closest = found["closest"]
    return Shaping(solutions, Scene(closest["scene"]), closest["miss"], found["infeasible"],
                   found["simulations"])


def _unknown(quantity: Any, given: Any) -> dict[str, Any]:
    name = text("unknowns", quantity)
    if isinstance(given, Mapping):
        return {"quantity": name, **_plain(f"unknowns.{name}", given)}
    low, high = numbers(f"unknowns[{name!r}]", given, (2,), letters="(least, most)")
    return {"quantity": name, **_plain(f"unknowns.{name}", {"min": low, "max": high})}
