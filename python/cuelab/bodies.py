"""Systems of rigid bodies of your own, run by the smooth engine.

A pendulum, held by a rod from its centre to a fixed point:

>>> from cuelab.bodies import Body, Rod, System, simulate
>>> bob = Body("bob", mass=0.2, radius=0.02, position=(0.1, 0.0, -0.5))
>>> run = simulate(System([bob], joints=[Rod("bob", point_b=(0, 0, 0))]), t_max=2.0)
>>> bool(abs(run.positions(1.0)[0]).max() < 0.52)
True
"""
from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import Array, flag, numbers, text, whole
from ._run import sampled
from ._scene import _plain
from ._solids import (Body, Contact, Cuboid, Cylinder, Disc, Joint, Obstacle, Plane, Prism,
                      Revolute, Rod, Rotation, Shape, Sphere, Spherical, Spring, Translation, Tube,
                      Vector, inertia_of, scalar, shape_numbers, unit, vector)

__all__ = [
    "Body", "Contact", "Cuboid", "Cylinder", "Disc", "Joint", "Obstacle", "Plane", "Prism",
    "Revolute", "Rod", "Rotation", "Shape", "Sphere", "Spherical", "Spring", "System", "SystemRun",
    "Translation", "Tube", "hertz_stiffness", "simulate",
]


@dataclass(frozen=True)
class System:
    """Bodies, and what acts on them."""

    bodies: Sequence[Body]
    obstacles: Sequence[Obstacle] = ()
    contacts: Sequence[Contact] = ()
    joints: Sequence[Joint] = ()
    springs: Sequence[Spring] = ()
    gravity: Vector = (0.0, 0.0, -9.81)
    """[m/s^2]"""
    constraints: str = "baumgarte"
    """How joints are enforced: lagrange, augmented (takes redundant joints), baumgarte or
    direct-correction."""


def hertz_stiffness(radius: float, young: float = 12.7e9, poisson: float = 0.375, *,
                    other_young: Optional[float] = None,
                    other_poisson: Optional[float] = None) -> float:
    """K [N/m^1.5] of a contact by Hertz: ``radius`` is that of a sphere on a plane, or
    1/(1/R1 + 1/R2) of two spheres [m]; Young's modulus [Pa] and Poisson's ratio are those of one
    body and, unless they are equal, of the other. The defaults are those of a pool ball.

    >>> f"{hertz_stiffness(0.0286 / 2):.2e}"
    '1.18e+09'
    """
    a = [scalar("young", young), scalar("poisson", poisson)]
    b = [a[0] if other_young is None else scalar("other_young", other_young),
         a[1] if other_poisson is None else scalar("other_poisson", other_poisson)]
    if not (min(a[0], b[0]) > 0.0 and max(abs(a[1]), abs(b[1])) < 1.0):
        raise ValueError("young: must be above 0, and poisson between -1 and 1")
    return _core.hertz_stiffness(scalar("radius", radius), a, b)


def simulate(system: System, *, t_max: float, at: Any = None, until_apart: bool = False,
             max_events: int = 10**6, settings: Optional[Mapping[str, Any]] = None) -> "SystemRun":
    """Integrates the motion of a system from t = 0.

    t_max: the end [s].
    at: times [s] to be sampled by the engine itself, which also gives ``loads`` there.
    until_apart: end when the last contact ends.
    max_events: more are an error.
    settings: of the integration, as in a scene's [smooth]: integrator, rel_tol, abs_tol, max_step,
        reference_velocity, attraction.
    """
    if not isinstance(system, System):
        raise TypeError(f"system: must be a System, not {type(system).__name__}")
    end = scalar("t_max", t_max)
    if not 0.0 <= end < np.inf:
        raise ValueError(f"t_max: is {end}, must be finite and at least 0")
    times = np.empty(0) if at is None else numbers("at", at, (None,), letters="(T,)")
    for k in np.flatnonzero(~(np.isfinite(times) & (times >= 0.0)))[:1]:
        raise ValueError(f"at[{k}]: is {times[k]}, must be finite and at least 0")
    draft, names = _draft(system)
    if settings is not None:
        for key in settings:
            if key in ("ball_ball", "ball_cloth", "cushion", "materials", "vertical", "start"):
                raise ValueError(f"settings: {key}: belongs to tables, not to systems")
        draft.set_integration(_parsed("settings", settings))
    used = np.unique(times)
    core = _core.simulate_system(draft, end, whole("max_events", max_events, 1, 10**9),
                                 flag("until_apart", until_apart), used.tolist())
    return SystemRun(system, core, names, np.searchsorted(used, times))


class SystemRun:
    """A simulated system. Arrays have one row per body, in the order of ``system.bodies``."""

    def __init__(self, system: System, core: _core.Run, names: Tuple[list[str], list[str]],
                 places: npt.NDArray[np.int64]):
        self.system = system
        self._core = core
        self._names = names
        self._places = places

    @property
    def events(self) -> npt.NDArray[np.void]:
        """Beginnings and ends of contacts, as ``cuelab.Run.events``: ``kind`` is "ball" for another
        body and "part" for an obstacle, ``other`` its index."""
        return self._core.events()

    def describe(self) -> list[Tuple[float, str, str, str]]:
        """Time [s], type, body and what it met, of every event."""
        bodies, obstacles = self._names
        part = _core.agent_kinds.index("part")
        return [(float(row["t"]), _core.event_types[row["type"]], bodies[row["ball"]],
                 "" if row["other"] < 0 else
                 (obstacles if row["kind"] == part else bodies)[row["other"]])
                for row in self.events]

    @property
    def contacts(self) -> npt.NDArray[np.void]:
        """Of every contact: ``begin`` and ``end`` [s] (NaN while it lasts), ``ball``, ``kind`` and
        ``other`` as in ``events``, ``approach_speed`` [m/s], ``peak_force`` [N], ``depth`` [m]."""
        return self._core.contacts()

    @property
    def t_end(self) -> float:
        """When the run ended [s]."""
        return self._core.t_end

    @property
    def stop(self) -> str:
        """Why it ended: t-max, early-stop (apart) or at-rest."""
        return self._core.stop

    @property
    def hash(self) -> str:
        """16 hexadecimal digits over all events and states."""
        return self._core.hash()

    def positions(self, t: Any) -> Array:
        """Centres of mass [m] at time t [s]: (bodies, 3), or (T, bodies, 3) for T times."""
        return sampled(self._core.positions, t)

    def velocities(self, t: Any) -> Array:
        """[m/s], shaped as ``positions``."""
        return sampled(self._core.velocities, t)

    def spins(self, t: Any) -> Array:
        """Angular velocities [rad/s], shaped as ``positions``."""
        return sampled(self._core.spins, t)

    def orientations(self, t: Any) -> Array:
        """Unit quaternions (w, x, y, z), (bodies, 4) or (T, bodies, 4): exact at the times ``at``,
        elsewhere from the spins that the run stores, within about 1e-3."""
        return sampled(self._core.orientations, t)

    @property
    def loads(self) -> Array:
        """Forces of the bodies' spheres on each obstacle at the times ``at``, (T, obstacles, 3)
        [N]."""
        found = _core.loads(self._core, len(self.system.obstacles))
        if len(found) <= self._places.max(initial=-1):
            raise ValueError(f"loads: the run ended at {self.t_end} s, before the last time of at")
        return found[self._places]

    @property
    def energy(self) -> dict[str, Any]:
        """``initial`` and ``final`` energy, what was ``lost`` by damping (and dampers and drives)
        and friction, and the greatest ``error`` of this balance [J]."""
        return self._core.energy()

    @property
    def cost(self) -> dict[str, int]:
        """Counts of the engine's work: events, steps, evaluations of the right-hand side."""
        return self._core.cost()

    def __repr__(self) -> str:
        return (f"<cuelab.SystemRun of {len(self.system.bodies)} bodies: {len(self.events)} events, "
                f"{self.stop} at {self.t_end:.3f} s>")


# --- from names to indices -----------------------------------------------------------------------

class _Bodies:
    """The bodies of a system, found by their ids."""

    def __init__(self, bodies: Sequence[Body]):
        self.names = _ids("bodies", bodies, Body)
        self.positions = [vector(f"bodies[{k}].position", b.position) for k, b in enumerate(bodies)]
        self.velocities = [vector(f"bodies[{k}].velocity", b.velocity)
                           for k, b in enumerate(bodies)]
        self.spins = [vector(f"bodies[{k}].spin", b.spin) for k, b in enumerate(bodies)]
        self.orientations = [vector(f"bodies[{k}].orientation", b.orientation, 4)
                             for k, b in enumerate(bodies)]

    def index(self, name: str, body: Any) -> int:
        if text(name, body) not in self.names:
            raise ValueError(f'{name}: is "{body}", must be one of {", ".join(self.names)}')
        return self.names.index(body)

    def index_or_ground(self, name: str, body: Any) -> int:
        return _core.no_body if body is None else self.index(name, body)

    def centre(self, name: str, index: int) -> Array:
        if index == _core.no_body:
            raise ValueError(f"{name}: is needed for a point of the ground")
        return self.positions[index]

    def turned(self, index: int, world: Array) -> list[float]:
        """A direction in the coordinates of a body."""
        if index == _core.no_body:
            return [float(x) for x in world]
        w, *rest = self.orientations[index]
        axis = -np.array(rest)
        t = 2.0 * np.cross(axis, world)
        return [float(x) for x in world + w * t + np.cross(axis, t)]

    def local(self, index: int, world: Array) -> list[float]:
        """A point in the coordinates of a body."""
        origin = np.zeros(3) if index == _core.no_body else self.positions[index]
        return self.turned(index, world - origin)


def _ids(name: str, things: Any, kind: type) -> list[str]:
    if not isinstance(things, (list, tuple)):
        raise TypeError(f"{name}: must be a list, not {type(things).__name__}")
    ids: list[str] = []
    for k, thing in enumerate(things):
        if not isinstance(thing, kind):
            raise TypeError(f"{name}[{k}]: must be a {kind.__name__}, not {type(thing).__name__}")
        if text(f"{name}[{k}].id", thing.id) in ids:  # type: ignore[attr-defined]
            raise ValueError(f'{name}[{k}].id: "{ids[-1]}" is not the only one')
        ids.append(thing.id)  # type: ignore[attr-defined]
    return ids


def _draft(system: System) -> Tuple[_core.System, Tuple[list[str], list[str]]]:
    draft = _core.System()
    draft.set_gravity(vector("gravity", system.gravity).tolist())
    draft.set_constraints(text("constraints", system.constraints))
    bodies = _Bodies(system.bodies)
    for k, body in enumerate(system.bodies):
        name = f"bodies[{k}]"
        mass, radius = scalar(f"{name}.mass", body.mass), scalar(f"{name}.radius", body.radius)
        draft.add_body(body.id, mass, inertia_of(name, body, mass, radius).tolist(), radius,
                       bodies.positions[k].tolist(), bodies.orientations[k].tolist(),
                       bodies.velocities[k].tolist(), bodies.spins[k].tolist())
    obstacles = _ids("obstacles", system.obstacles, Obstacle)
    for name in obstacles:
        if name in bodies.names:
            raise ValueError(f'obstacles: "{name}" is also a body')
    for k, obstacle in enumerate(system.obstacles):
        name = f"obstacles[{k}]"
        draft.add_obstacle(bodies.index_or_ground(f"{name}.body", obstacle.body))
        shapes = obstacle.shapes
        for i, shape in enumerate(shapes if isinstance(shapes, (list, tuple)) else [shapes]):
            draft.add_shape(*shape_numbers(f"{name}.shapes[{i}]", shape))
    _add_contacts(draft, system.contacts, bodies, obstacles)
    _each("joints", system.joints, (Spherical, Revolute, Rod, Translation, Rotation))
    for k, joint in enumerate(system.joints):
        _add_joint(draft, f"joints[{k}]", joint, bodies)
    _each("springs", system.springs, (Spring,))
    for k, spring in enumerate(system.springs):
        a, b, first, second = _ends(f"springs[{k}]", spring, bodies)
        length = (float(np.linalg.norm(first - second)) if spring.rest_length is None else
                  scalar(f"springs[{k}].rest_length", spring.rest_length))
        draft.add_spring(a, b, [*bodies.local(a, first), *bodies.local(b, second), length,
                                scalar(f"springs[{k}].stiffness", spring.stiffness),
                                scalar(f"springs[{k}].damping", spring.damping)])
    return draft, (bodies.names, obstacles)


def _each(name: str, things: Any, kinds: Tuple[type, ...]) -> None:
    if not isinstance(things, (list, tuple)):
        raise TypeError(f"{name}: must be a list, not {type(things).__name__}")
    for k, thing in enumerate(things):
        if not isinstance(thing, kinds):
            raise TypeError(f"{name}[{k}]: must be one of "
                            f"{', '.join(kind.__name__ for kind in kinds)}, "
                            f"not {type(thing).__name__}")


def _add_contacts(draft: _core.System, contacts: Any, bodies: _Bodies,
                  obstacles: list[str]) -> None:
    _each("contacts", contacts, (Contact,))
    laws: dict[str, _core.ContactLaw] = {}
    for k, contact in enumerate(contacts):
        name = f"contacts[{k}]"
        a = bodies.index(f"{name}.a", contact.a)
        is_obstacle = text(f"{name}.b", contact.b) in obstacles
        if not is_obstacle and contact.b not in bodies.names:
            raise ValueError(f'{name}.b: is "{contact.b}", must be one of '
                             f'{", ".join(bodies.names + obstacles)}')
        b = (obstacles if is_obstacle else bodies.names).index(contact.b)
        if not isinstance(contact.law, Mapping):
            raise TypeError(f"{name}.law: must be a dictionary, not {type(contact.law).__name__}")
        key = json.dumps(_plain("", contact.law, f"{name}.law"))
        if key not in laws:
            laws[key] = _core.contact_law(_parsed(f"{name}.law", {"ball_ball": contact.law}))
        draft.add_contact(a, b, is_obstacle, scalar(f"{name}.stiffness", contact.stiffness),
                          laws[key])


def _add_joint(draft: _core.System, name: str, joint: Joint, bodies: _Bodies) -> None:
    kind = type(joint).__name__.lower()
    if isinstance(joint, (Translation, Rotation)):
        _add_drive(draft, name, joint, bodies)
        return
    if isinstance(joint, Rod):
        a, b, first, second = _ends(name, joint, bodies)
        rest = [float(np.linalg.norm(first - second))]
    else:
        a = bodies.index(f"{name}.a", joint.a)
        b = bodies.index_or_ground(f"{name}.b", joint.b)
        first = second = vector(f"{name}.point", joint.point)
        rest = []
        if isinstance(joint, Revolute):
            axis = unit(f"{name}.axis", joint.axis)
            rest = [*bodies.turned(a, axis), *bodies.turned(b, axis)]
    draft.add_joint(kind, a, b, [*bodies.local(a, first), *bodies.local(b, second), *rest])


def _add_drive(draft: _core.System, name: str, drive: Union[Translation, Rotation],
               bodies: _Bodies) -> None:
    index = bodies.index(f"{name}.body", drive.body)
    moves = isinstance(drive, Translation)
    way = (unit(f"{name}.direction", drive.direction) if isinstance(drive, Translation) else
           unit(f"{name}.axis", drive.axis))
    speed, ramp = scalar(f"{name}.speed", drive.speed), scalar(f"{name}.ramp", drive.ramp)
    start = float((bodies.velocities if moves else bodies.spins)[index] @ way)
    wanted = 0.0 if ramp > 0.0 else speed
    if not abs(start - wanted) <= 1e-9 * (1.0 + abs(speed)):
        raise ValueError(f"{name}: {drive.body} starts with {start}, must start with {wanted}")
    draft.add_joint("translation" if moves else "rotation", index, _core.no_body,
                    [*way.tolist(), speed, ramp])


def _ends(name: str, link: Union[Rod, Spring], bodies: _Bodies) -> Tuple[int, int, Array, Array]:
    """The bodies that a rod or spring links, and its ends in the world."""
    a, b = bodies.index(f"{name}.a", link.a), bodies.index_or_ground(f"{name}.b", link.b)
    first = (bodies.centre(f"{name}.point_a", a) if link.point_a is None else
             vector(f"{name}.point_a", link.point_a))
    second = (bodies.centre(f"{name}.point_b", b) if link.point_b is None else
              vector(f"{name}.point_b", link.point_b))
    return a, b, first, second


def _parsed(name: str, smooth: Any) -> _core.Scene:
    """A scene with these settings of the smooth engine."""
    if not isinstance(smooth, Mapping):
        raise TypeError(f"{name}: must be a dictionary, not {type(smooth).__name__}")
    document = {"schema": 1, "balls": [{"id": "1", "position": [0.0, 0.0]}],
                "smooth": _plain("", smooth, name)}
    return _core.Scene.parse(json.dumps(document), True, name, [])
