"""One run and what can be asked of it."""
from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Any, Callable, Optional, Sequence, Tuple

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import Array, flag, numbers, text
from ._scene import Scene


def simulate(scene: Scene, *, engine: Optional[str] = None, at: Any = None) -> "Run":
    """Executes the scene's stroke, if any, and simulates it.

    ``engine`` is event, smooth, hybrid or stepped instead of the scene's own. ``at`` are times [s]
    to be sampled by the engine itself: the smooth engine stores its paths thinned to 1e-6 m, and
    ``positions`` is more exact at these times.

    >>> run = simulate(Scene.load("stun_shot"))
    >>> run.positions(run.t_end).shape
    (2, 3)
    """
    if not isinstance(scene, Scene):
        raise TypeError(f"scene: must be a cuelab.Scene, not {type(scene).__name__}")
    if engine is not None:
        text("engine", engine)
    times = np.empty(0) if at is None else numbers("at", at, (None,), letters="(T,)")
    return Run(scene, _core.simulate(scene._core, engine, times))


@dataclass(frozen=True)
class Derivatives:
    """First derivatives of a run with respect to numbers of its scene, per unit of their keys."""

    keys: Tuple[str, ...]
    final: Array
    """Of the final positions, (balls, 3, keys) [m per unit]; NaN where there is none."""
    event_times: Array
    """Of the times of the events, (events, keys) [s per unit]; NaN where there is none."""
    margin: Array
    """(keys,): how far each number can change before the list of events changes, to first order."""
    undefined: Tuple[str, ...]
    """For each ball "no", or why its derivatives do not exist."""


def sampled(get: Callable[[Array], Array], t: Any) -> Array:
    """What ``get`` finds at one time or at many."""
    times = numbers("t", t, (), (None,), letters="one time or (T,)")
    found = get(times.reshape(-1))
    return found if times.ndim else found.reshape(found.shape[1:])


class Page(str):
    """A self-contained HTML page that notebooks show in a frame."""

    height: int = 520

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self, quote=True)}" width="100%" '
                f'height="{self.height}" style="border:0"></iframe>')

    def save(self, path: str) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)


class Run:
    """A simulated stroke. Notebooks show it as a picture. Arrays have one row per ball, in the
    order of ``scene.balls``."""

    __slots__ = ("scene", "_core", "_events")

    def __init__(self, scene: Scene, core: _core.Run):
        self.scene = scene
        self._core = core
        self._events: Optional[npt.NDArray[np.void]] = None

    @property
    def events(self) -> npt.NDArray[np.void]:
        """A structured array: ``t`` [s], ``type`` (index in EVENT_TYPES), ``ball`` (index), ``kind``
        (index in AGENT_KINDS) and ``other``, the index of what it met among the scene's parts of
        that kind, -1 for nothing. ``describe`` has the same in words."""
        if self._events is None:
            self._events = self._core.events()
            self._events.flags.writeable = False
        return self._events

    def describe(self) -> list[Tuple[float, str, str, str]]:
        """Time [s], type, ball and what it met ("" for nothing) of every event."""
        return self._core.event_names()

    @property
    def t_end(self) -> float:
        """When the run ended [s]."""
        return self._core.t_end

    @property
    def stop(self) -> str:
        """Why it ended: at-rest, t-max or early-stop."""
        return self._core.stop

    @property
    def engine(self) -> str:
        return self._core.engine

    @property
    def hash(self) -> str:
        """16 hexadecimal digits over all events and states: the same run has the same hash."""
        return self._core.hash()

    @property
    def final(self) -> Array:
        """The final positions, (balls, 3) [m]."""
        return self._core.final_states()[:, 0, :]

    @property
    def final_velocities(self) -> Array:
        """(balls, 3) [m/s]"""
        return self._core.final_states()[:, 1, :]

    @property
    def final_spins(self) -> Array:
        """(balls, 3) [rad/s]"""
        return self._core.final_states()[:, 2, :]

    @property
    def motions(self) -> Tuple[str, ...]:
        """The motion of each ball at the end: stationary, pocketed, off-table, ..."""
        return tuple(self._core.motions())

    def positions(self, t: Any) -> Array:
        """Positions [m] at time t [s]: (balls, 3), or (T, balls, 3) for an array of T times."""
        return sampled(self._core.positions, t)

    def velocities(self, t: Any) -> Array:
        """Velocities [m/s], shaped as ``positions``."""
        return sampled(self._core.velocities, t)

    def spins(self, t: Any) -> Array:
        """Angular velocities [rad/s], shaped as ``positions``."""
        return sampled(self._core.spins, t)

    def orientations(self, t: Any) -> Array:
        """Unit quaternions (w, x, y, z) since the start: (balls, 4) or (T, balls, 4)."""
        return sampled(self._core.orientations, t)

    def energy_at(self, t: Any) -> Array:
        """Kinetic and potential energy of all balls [J] at time t [s]: (), or (T,) for an array."""
        return sampled(self._core.energy_at, t)

    @property
    def contacts(self) -> npt.NDArray[np.void]:
        """Of every contact that the smooth or hybrid engine integrated: ``begin`` and ``end`` [s]
        (NaN while it lasts), ``ball``, ``kind`` and ``other`` as in ``events``, ``approach_speed``
        [m/s], ``peak_force`` [N], ``depth`` [m]."""
        return self._core.contacts()

    @property
    def energy(self) -> dict[str, Any]:
        """``initial`` and ``final`` energy and where the difference went, ``lost``; with contact
        forces also the greatest ``error`` of this balance [J]."""
        return self._core.energy()

    @property
    def cost(self) -> dict[str, int]:
        """Counts of the engine's work: events, steps, evaluations of the right-hand side."""
        return self._core.cost()

    @property
    def outcome(self) -> dict[str, Any]:
        """What happened, as players see it: balls pocketed, balls hit, cushions, scratch, ..."""
        return self._core.outcome()

    def judge(self, rule: str, *, is_break: bool = False, target: str = "open",
              nominated: str = "") -> dict[str, Any]:
        """The referee's decision in eight-ball, nine-ball, three-cushion or snooker."""
        return self._core.judge(text("rule", rule), flag("is_break", is_break),
                                text("target", target), text("nominated", nominated))

    def derivatives(self, keys: Sequence[str] = ("shot.speed", "shot.heading", "shot.side",
                                                 "shot.height", "shot.elevation")) -> Derivatives:
        """Exact derivatives with respect to numbers of the scene, and margins (event engine)."""
        names = [text("keys", key) for key in ([keys] if isinstance(keys, str) else keys)]
        final, times, margin, undefined = self._core.derivatives(names)
        return Derivatives(tuple(names), final, times, margin, tuple(undefined))

    def final_scene(self) -> Scene:
        """The scene at the end: the balls left where they are, no stroke."""
        return Scene(self._core.final_scene())

    def to_json(self, *, recording: bool = False) -> str:
        """The document that ``cuelab simulate --json`` prints; a recording can be replayed."""
        return self._core.json(flag("recording", recording))

    def side_view(self) -> str:
        """The paths seen from the side, as SVG."""
        return self._core.side_svg()

    def curves(self) -> str:
        """Speed, spin, energy and height over time, as SVG."""
        return self._core.curves_svg()

    def animate(self) -> Page:
        """A page that replays the run; notebooks show it, ``save`` writes it to a file."""
        return Page(self._core.replay_page())

    def _repr_svg_(self) -> str:
        return self._core.svg()

    def __repr__(self) -> str:
        return (f"<cuelab.Run of {self.scene.name!r} by the {self.engine} engine: "
                f"{len(self.events)} events, {self.stop} at {self.t_end:.3f} s>")
