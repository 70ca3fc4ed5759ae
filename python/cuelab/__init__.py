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

if TYPE_CHECKING:
    from . import env as env

__all__ = [
    "AGENT_KINDS", "Batch", "Derivatives", "ENGINES", "EVENT_TYPES", "Experiment", "FOULS", "Page",
    "Report", "Run", "STATUSES", "Scene", "Shaping", "Solution", "__version__", "env", "event_dtype", "experiments",
    "models", "noise_levels", "outcomes", "reproduce", "rollout", "scenes", "score", "shape",
    "simulate",
]


def __getattr__(name: str) -> Any:
    # the environments are loaded on first use
    if name == "env":
        import importlib
        return importlib.import_module(".env", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
