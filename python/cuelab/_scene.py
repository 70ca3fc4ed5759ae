"""Scenes: the constant input of every run."""
from __future__ import annotations

import json
import math
import os
from typing import Any, Mapping, Optional, Tuple, Union

import numpy as np

from . import _core
from ._arguments import Array, numbers, text

MOST_TEXT = 1 << 24  # characters; longer scene texts are refused


class Scene:
    """Table, balls, physics and stroke. Constant: ``replace`` gives a changed copy.

    ``Scene.load`` reads one of the scenes that come with the library, or a file; ``Scene(source)``
    takes TOML or JSON text, or a dictionary with the same keys.

    >>> scene = Scene({"schema": 1, "balls": [{"id": "cue", "position": [0, 0]}],
    ...                "shot": {"ball": "cue", "speed": 2}})
    >>> scene.replace(**{"shot.speed": 3}).strike
    (3.0, 0.0, 0.0, 0.0, 0.0)
    >>> scene.replace(**{"shot.sped": 3})
    Traceback (most recent call last):
    ...
    ValueError: scene: shot.sped: unknown key, did you mean "speed"?
    """

    __slots__ = ("_core", "_source", "_is_json", "_file", "_changes")
    _core: _core.Scene
    _source: str
    _is_json: bool
    _file: str
    _changes: dict[str, str]

    def __init__(self, source: Union[str, Mapping[str, Any]]):
        if isinstance(source, str):
            self._parse(text("source", source), source.lstrip().startswith("{"), "scene", {})
        elif isinstance(source, Mapping):
            self._parse(json.dumps(_plain("", source)), True, "scene", {})
        else:
            raise TypeError(f"source: must be a text or a dictionary, not {type(source).__name__}")

    @classmethod
    def load(cls, name: Union[str, "os.PathLike[str]"]) -> "Scene":
        """A scene of the library by its name (see ``cuelab.scenes()``), or a file (.toml, .json).

        >>> Scene.load("break_9ball").balls[:3]
        ('cue', '1', '7')
        """
        if not isinstance(name, (str, os.PathLike)):
            raise TypeError(f"name: must be a text or a path, not {type(name).__name__}")
        path = text("name", os.fspath(name))
        if isinstance(name, str) and not path.endswith((".toml", ".json")):
            return cls._made(_core.named_scene_text(path), False, path, {})
        with open(path, encoding="utf-8") as file:
            content = file.read()
        return cls._made(content, path.endswith(".json"), path, {})

    @classmethod
    def _made(cls, source: str, is_json: bool, file: str, changes: dict[str, str]) -> "Scene":
        scene = cls.__new__(cls)
        scene._parse(source, is_json, file, changes)
        return scene

    def _parse(self, source: str, is_json: bool, file: str, changes: dict[str, str]) -> None:
        if len(source) > MOST_TEXT:
            raise ValueError(f"{file}: is longer than {MOST_TEXT} characters")
        overrides = [f"{key}={value}" for key, value in changes.items()]
        parsed = _core.Scene.parse(source, is_json, file, overrides)
        for name, value in (("_core", parsed), ("_source", source), ("_is_json", is_json),
                            ("_file", file), ("_changes", changes)):
            object.__setattr__(self, name, value)

    def replace(self, **changes: Any) -> "Scene":
        """A copy with other values: ``scene.replace(**{"shot.speed": 3, "run.engine": "hybrid"})``.

        Keys are those of scene files. Values are numbers, texts, lists or dictionaries.
        """
        merged = dict(self._changes)
        for key, value in changes.items():
            text("keys", key)
            if "=" in key or not key:
                raise ValueError(f'{self._file}: {key}: is not a key')
            merged.pop(key, None)
            merged[key] = _toml(key, value)
        return self._made(self._source, self._is_json, self._file, merged)

    @property
    def name(self) -> str:
        return self._core.name

    @property
    def engine(self) -> str:
        """The engine that runs it: event, smooth, hybrid or stepped."""
        return self._core.engine

    @property
    def balls(self) -> Tuple[str, ...]:
        """The ids of the balls, in the order of all arrays."""
        return tuple(self._core.balls)

    @property
    def cue_ball(self) -> int:
        """The index of the ball that is struck."""
        return self._core.cue_ball

    @property
    def positions(self) -> Array:
        """Where the balls start, (balls, 3) [m]."""
        return self._core.positions

    @property
    def radii(self) -> Array:
        """Of the balls, (balls,) [m]."""
        return np.array(self._core.radii)

    @property
    def strike(self) -> Optional[Tuple[float, float, float, float, float]]:
        """Speed [m/s], heading [degree], side, height [R], elevation [degree]; None without shot."""
        return self._core.strike

    @property
    def table(self) -> dict[str, Any]:
        """``length`` and ``width`` [m], ``preset``, ids of ``cushions`` and ``jaws``, and
        ``pockets`` as tuples (id, x, y, radius) [m]."""
        return self._core.table

    def number(self, key: str) -> float:
        """A number by its key, in the unit of scene files: ``scene.number("shot.heading")``."""
        return self._core.number(text("key", key))

    def heading_at(self, ball: str, cut: float = 0.0) -> float:
        """The heading [degree] that sends the cue ball so that ``ball`` leaves at the angle ``cut``
        [degree] to the cue ball's path, positive to the left; by ghost ball."""
        if text("ball", ball) not in self.balls:
            raise ValueError(f'ball: is "{ball}", must be one of {", ".join(self.balls)}')
        angle = numbers("cut", cut, (), letters="one number")
        return self._core.heading_at(self.balls.index(ball), float(angle))

    def to_toml(self) -> str:
        """A scene file that loads to the same scene, with rack and aim resolved."""
        return self._core.to_toml()

    def to_dict(self) -> dict[str, Any]:
        """The same as a dictionary."""
        document: dict[str, Any] = json.loads(self._core.to_json())
        return document

    def _repr_svg_(self) -> str:
        from ._run import simulate
        return simulate(self.replace(**{"run.t_max": 0.0}))._repr_svg_()

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("scenes are constant; use replace")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("scenes are constant; use replace")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scene) and self._core.same_as(other._core)

    def __hash__(self) -> int:
        return hash((self.name, self.engine, self.balls, self.strike))

    def __reduce__(self) -> Tuple[Any, ...]:
        return Scene._made, (self._source, self._is_json, self._file, self._changes)

    def __repr__(self) -> str:
        return f"<cuelab.Scene {self.name!r}: {len(self.balls)} balls, {self.engine} engine>"


def _plain(key: str, value: Any, what: str = "scene") -> Any:
    """What JSON can hold; ``key`` is where the value stands in ``what``."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{what}: {key}: is {value}, must be finite")
        return value
    if isinstance(value, Mapping):
        return {str(k): _plain(f"{key}.{k}" if key else str(k), v, what) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(f"{key}.{k}", v, what) for k, v in enumerate(value)]
    raise TypeError(f"{what}: {key}: must be a number, text, list or dictionary, "
                    f"not {type(value).__name__}")


def _toml(key: str, value: Any) -> str:
    """A value in TOML."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(text(key, value), ensure_ascii=False)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(key, item) for item in value) + "]"
    if isinstance(value, Mapping):
        items = (f"{json.dumps(text(key, str(k)), ensure_ascii=False)} = {_toml(key, v)}"
                 for k, v in value.items())
        return "{ " + ", ".join(items) + " }"
    raise TypeError(f"{key}: must be a number, text, list or dictionary, "
                    f"not {type(value).__name__}")
