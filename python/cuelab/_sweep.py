"""Studies: many points, many samples of each, estimates with confidence intervals."""
from __future__ import annotations

import json
import os
import pathlib
import sys
import tempfile
import time
import warnings
from typing import Any, Callable, Mapping, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import Array, text, whole
from ._scene import MOST_TEXT, Scene, _plain

Path = Union[str, "os.PathLike[str]"]
Source = Union[Path, Mapping[str, Any]]
Progress = Union[bool, Callable[[int, int], Any]]

HDF5 = pathlib.Path(__file__).with_name("cuelab-hdf5.so")


class Sweep:
    """What a study found. Arrays of points have the shape of the grid, one axis of the study after
    the other, or (points,) for other designs. Notebooks show it as a picture."""

    def __init__(self, study: _core.Study, core: _core.Sweep):
        self._core = core
        self.name: str = study.name
        self.design: str = study.design
        """grid, random, sobol or list"""
        self.shape: Tuple[int, ...] = tuple(study.shape)
        self.samples: int = study.samples
        """Shots of each point."""
        self.axes: dict[str, npt.NDArray[Any]] = {
            key: np.asarray(values).reshape(self.shape) for key, values in core.axes().items()}
        """The values of every axis by its key, in the key's unit."""
        self.metrics: dict[str, npt.NDArray[np.void]] = {
            name: rows.reshape(self.shape) for name, rows in core.metrics().items()}
        """By name, structured arrays: estimate (a chance or a mean), low and high (limits of its
        confidence interval of 95 %), count (runs in which it is defined; NaN if there are none)."""
        self.overall: dict[str, np.void] = {
            name: rows[0] for name, rows in core.overall().items()}
        """The same over all points."""
        self.runs: npt.NDArray[np.int64] = core.runs().reshape(self.shape)
        """Shots played at each point,"""
        self.done: npt.NDArray[np.int64] = core.done().reshape(self.shape)
        """of them with a result,"""
        self.miscues: npt.NDArray[np.int64] = core.miscues().reshape(self.shape)
        """of them miscues; a miscue misses every chance."""
        self.shots: Optional[dict[str, npt.NDArray[Any]]] = core.shots() if study.keep_shots else None
        """If the study keeps them: strikes (shots, 5) as executed, status (shots,), and each metric
        (shots,), NaN where it is not defined."""

    @property
    def histograms(self) -> dict[str, Tuple[npt.NDArray[np.uint64], Array]]:
        """Of every metric that is a number, over all shots: counts and edges, as of
        numpy.histogram. What lies outside counts in the first or last part."""
        return {name: (counts, np.linspace(low, high, len(counts) + 1))
                for name, (counts, low, high) in self._core.histograms().items()}

    @property
    def ends(self) -> Tuple[npt.NDArray[np.uint64], Array, Array]:
        """Where the cue ball ends: counts (rows along y), edges in x [m], edges in y [m]."""
        counts, x, y = self._core.ends()
        rows, columns = counts.shape
        return counts, np.linspace(*x, columns + 1), np.linspace(*y, rows + 1)

    def best(self, metric: str) -> dict[str, Any]:
        """The values of the axes where the estimate of a metric is greatest."""
        if text("metric", metric) not in self.metrics:
            raise ValueError(f'metric: is "{metric}", must be one of {", ".join(self.metrics)}')
        estimates = self.metrics[metric]["estimate"].ravel()
        if np.isnan(estimates).all():
            raise ValueError(f"metric: {metric} is nowhere defined")
        place = int(np.nanargmax(estimates))
        return {key: values.ravel()[place].item() for key, values in self.axes.items()}

    def _repr_svg_(self) -> str:
        return self._core.svg()

    def __repr__(self) -> str:
        found = ", ".join(f"{name} {rows['estimate']:.4g}" for name, rows in self.overall.items())
        return (f"<cuelab.Sweep {self.name!r}: {self.design} of {self.runs.size} points, "
                f"{self.samples} samples each; {found}>")


def sweep(study: Source, out: Optional[Path] = None, *, csv: Optional[Path] = None,
          threads: Optional[int] = None, progress: Progress = False) -> Sweep:
    """Plays a study: every point of its axes, every sample, on all cores.

    study: a study file (.toml, .json; see ``cuelab sweep``), its text, or a dictionary with its keys,
        where "scene" may be a Scene.
    out: an HDF5 file (.h5) to write, the same as ``cuelab sweep`` writes, to the byte. What is
        finished is saved in OUT.journal while the study is played: the same call, or the command
        line, goes on there after an interruption.
    csv: also a table of the points (.csv).
    threads: how many; None: all cores. The result does not depend on it.
    progress: True shows a line on the terminal; or a function (shots done, all shots).

    >>> found = sweep({
    ...     "schema": 1, "scene": Scene.load("cut_left_side"),
    ...     "axis": [{"key": "shot.heading", "from": 6.0, "to": 9.0, "count": 7}],
    ...     "noise": {"level": "computational-pool"}, "run": {"samples": 20, "seed": 1},
    ...     "metric": [{"name": "potted", "kind": "pot", "ball": "1"}]})
    >>> found.metrics["potted"]["estimate"].shape, list(found.best("potted"))
    ((7,), ['shot.heading'])
    """
    read = _study(study)
    used = 0 if threads is None else whole("threads", threads, 1, 1024)
    tell = _teller(progress)
    table = "" if csv is None else _file("csv", csv, ".csv")
    if out is None:
        if table:
            raise ValueError("csv: needs out")
        with tempfile.TemporaryDirectory(prefix="cuelab-") as folder:
            return Sweep(read, _core.sweep(read, os.path.join(folder, "study"), "", "", used, tell))
    place = _file("out", out, ".h5")
    if not HDF5.exists():
        raise RuntimeError("out: this cuelab was built without HDF5; leave it out")
    found = _core.sweep(read, place, table, str(HDF5), used, tell)
    for line in found.damage:
        warnings.warn(line, RuntimeWarning, stacklevel=2)
    return Sweep(read, found)


def _study(source: Source) -> _core.Study:
    if isinstance(source, Mapping):
        document = {key: value.to_dict() if isinstance(value, Scene) else value
                    for key, value in source.items()}
        return _core.Study.parse(json.dumps(_plain("", document, "study")), "study.json")
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(f"study: must be a path, a text or a dictionary, "
                        f"not {type(source).__name__}")
    content = text("study", os.fspath(source))
    if isinstance(source, os.PathLike) or content.endswith((".toml", ".json")):
        if not os.path.exists(content):
            raise FileNotFoundError(f"study: there is no file {content}")
        return _core.Study.load(content)
    if len(content) > MOST_TEXT:
        raise ValueError(f"study: is longer than {MOST_TEXT} characters")
    return _core.Study.parse(content, "study.toml" if content.lstrip()[:1] != "{" else "study.json")


def _file(name: str, given: Any, ending: str) -> str:
    """The path of a file that can be written to."""
    if not isinstance(given, (str, os.PathLike)):
        raise TypeError(f"{name}: must be a path, not {type(given).__name__}")
    path = text(name, os.fspath(given))
    if "\0" in path or not path.endswith(ending):
        raise ValueError(f'{name}: is "{path}", must end in {ending}')
    if not os.path.isdir(os.path.dirname(os.path.abspath(path))):
        raise FileNotFoundError(f"{name}: there is no folder {os.path.dirname(path)}")
    return path


def _teller(progress: Any) -> Optional[Callable[[int, int], Any]]:
    if progress is None or progress is False:
        return None
    if progress is True:
        return _Line().show
    if not callable(progress):
        raise TypeError(f"progress: must be True, False or a function, "
                        f"not {type(progress).__name__}")
    function: Callable[[int, int], Any] = progress
    return function


class _Line:
    """A line on the terminal that is written anew."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.first: Optional[int] = None

    def show(self, done: int, of: int) -> None:
        self.first = done if self.first is None else self.first
        seconds = time.monotonic() - self.start
        line = f"{done} of {of} shots"
        if done > self.first:
            rate = (done - self.first) / seconds
            line += f", {rate:.0f}/s, {(of - done) / rate:.0f} s left"
        sys.stderr.write(f"\r{line:60}" + ("\n" if done >= of else ""))
        sys.stderr.flush()
