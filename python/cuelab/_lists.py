"""What exists: scenes, laws, noise levels, published experiments."""
from __future__ import annotations

import os
import pathlib
from dataclasses import dataclass
from typing import Any, Tuple, Union

from . import _core
from ._arguments import flag, text, whole

ENGINES: Tuple[str, ...] = _core.engines
EVENT_TYPES: Tuple[str, ...] = _core.event_types
AGENT_KINDS: Tuple[str, ...] = _core.agent_kinds
STATUSES: Tuple[str, ...] = _core.statuses
FOULS: Tuple[str, ...] = _core.fouls
event_dtype = _core.event_dtype


def scenes() -> list[str]:
    """The names that ``Scene.load`` knows."""
    return _core.scene_names()


def models() -> dict[str, Any]:
    """Every law by the key that chooses it: meaning, source and parameters, each with default,
    allowed range and meaning."""
    return _core.models()


def noise_levels() -> dict[str, dict[str, float]]:
    """Named levels of execution noise: standard deviations of speed [m/s], heading [degree], side
    [m], height [m] and elevation [degree]."""
    return _core.noise_table()


@dataclass(frozen=True)
class Experiment:
    """A published experiment that the library repeats."""

    name: str
    title: str
    source: str


@dataclass(frozen=True)
class Report:
    """Computed results beside the published ones."""

    checks: Tuple[dict[str, str], ...]
    files: dict[str, bytes]

    def save(self, folder: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the page index.html and its data."""
        place = pathlib.Path(folder)
        for name, content in self.files.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(content)


def experiments() -> list[Experiment]:
    """The experiments that ``reproduce`` knows."""
    return [Experiment(*row) for row in _core.experiments()]


def reproduce(*names: str, brief: bool = False, threads: int = 2) -> Report:
    """Repeats published experiments, all without a name. ``brief`` makes fewer runs."""
    chosen = [text("names", name) for name in names] or [e.name for e in experiments()]
    checks, files = _core.reproduce(chosen, flag("brief", brief), whole("threads", threads, 1, 1024))
    return Report(tuple(checks), files)
