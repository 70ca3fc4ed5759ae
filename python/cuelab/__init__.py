"""A billiards physics laboratory.

Units are SI. Angles in scenes, strikes and noise are degrees, counter-clockwise from +x. The origin
is the centre of the cloth, x runs along the long side, z up; a ball at rest has z = R.

>>> import cuelab
>>> run = cuelab.simulate(cuelab.Scene.load("stun_shot"))
>>> run.stop
'at-rest'
"""
from typing import TYPE_CHECKING, Any

from ._batch import Batch, outcomes, rollout, score
from ._core import version as __version__
from ._lists import (AGENT_KINDS, ENGINES, EVENT_TYPES, FOULS, STATUSES, Experiment, Report,
                     event_dtype, experiments, models, noise_levels, reproduce, scenes)
from ._run import Derivatives, Page, Run, simulate
from ._scene import Scene
from ._shape import Shaping, Solution, shape
from ._sweep import Sweep, sweep

if TYPE_CHECKING:
    from . import bodies as bodies, env as env

__all__ = [
    "AGENT_KINDS", "Batch", "Derivatives", "ENGINES", "EVENT_TYPES", "Experiment", "FOULS", "Page",
    "Report", "Run", "STATUSES", "Scene", "Shaping", "Solution", "Sweep",
    "__version__", "bodies", "env", "event_dtype", "experiments", "models", "noise_levels",
    "outcomes", "reproduce", "rollout", "scenes", "score", "shape", "simulate", "sweep",
]


def __getattr__(name: str) -> Any:
    # these are loaded on first use
    if name in ("bodies", "env"):
        import importlib
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
