"""What systems consist of: bodies, shapes, obstacles, contacts, joints and springs."""
from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from ._arguments import Array, flag, numbers

Vector = Sequence[float]
ZERO = (0.0, 0.0, 0.0)
UP = (0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Body:
    """A rigid body whose surface is a sphere about its centre of mass."""

    id: str
    mass: float
    """[kg]"""
    radius: float = 0.0
    """Of its sphere [m]; 0: it touches nothing."""
    position: Vector = ZERO
    """Of its centre of mass [m]."""
    velocity: Vector = ZERO
    """[m/s]"""
    spin: Vector = ZERO
    """Angular velocity in the world frame [rad/s]."""
    orientation: Vector = (1.0, 0.0, 0.0, 0.0)
    """Unit quaternion (w, x, y, z) that turns the body's axes into those of the world."""
    inertia: Union[None, float, Vector] = None
    """About its own axes, which are principal: three numbers or one [kg m^2]. None: of a solid
    sphere of its radius."""


# --- shapes, in the world frame or that of the body that carries them ----------------------------

@dataclass(frozen=True)
class Plane:
    """The half-space below a plane."""

    point: Vector = ZERO
    """[m]"""
    normal: Vector = UP
    """Out of the solid."""


@dataclass(frozen=True)
class Cuboid:
    """A rectangular box; edges may have length zero."""

    centre: Vector
    """[m]"""
    half: Vector
    """Half edges [m]."""
    axes: Tuple[Vector, Vector] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    """Directions of the first two edges, perpendicular."""


@dataclass(frozen=True)
class Prism:
    """A right triangular prism."""

    corners: Tuple[Vector, Vector, Vector]
    """Of one end [m]."""
    extrusion: Vector
    """From that end to the other, perpendicular to it [m]."""


@dataclass(frozen=True)
class Cylinder:
    """A solid cylinder with flat ends."""

    base: Vector
    """Centre of one end [m]."""
    axis: Vector
    """From it to the centre of the other [m]."""
    radius: float
    """[m]"""


@dataclass(frozen=True)
class Tube:
    """The wall of a round hole, without thickness, open at both ends."""

    base: Vector
    """Centre of one end [m]."""
    axis: Vector
    """From it to the centre of the other [m]."""
    radius: float
    """[m]"""
    facing: Optional[Vector] = None
    """Middle of the arc that exists, perpendicular to the axis; None: the whole wall."""
    half_angle: float = 180.0
    """Of that arc [degree]."""


@dataclass(frozen=True)
class Disc:
    """A flat round plate without thickness."""

    centre: Vector
    """[m]"""
    normal: Vector
    radius: float
    """[m]"""


@dataclass(frozen=True)
class Sphere:
    """A solid sphere, or the space around a spherical hole."""

    centre: Vector
    """[m]"""
    radius: float
    """[m]"""
    hollow: bool = False


Shape = Union[Plane, Cuboid, Prism, Cylinder, Tube, Disc, Sphere]


@dataclass(frozen=True)
class Obstacle:
    """Shapes that act as one solid: a sphere touches the one it penetrates deepest."""

    id: str
    shapes: Union[Shape, Sequence[Shape]]
    body: Optional[str] = None
    """The body that carries it; None: it is fixed. A body does not touch its own obstacle."""


@dataclass(frozen=True)
class Contact:
    """A pair that may touch: the spheres of two bodies, or a body's sphere and an obstacle. Pairs
    without a contact pass through each other."""

    a: str
    """A body."""
    b: str
    """A body or an obstacle."""
    stiffness: float
    """K of the force K depth^1.5 [N/m^1.5]; see ``hertz_stiffness``."""
    law: Mapping[str, Any] = field(default_factory=dict)
    """As a scene's [smooth.ball_ball]: {"law": "exact", "restitution": 0.9, "friction": 0.1}. What
    is left out is as between pool balls."""


# --- joints; all points and directions are those of the world at the start -----------------------

@dataclass(frozen=True)
class Spherical:
    """Two bodies share a point; b = None: the point is fixed."""

    a: str
    b: Optional[str]
    point: Vector
    """[m]"""


@dataclass(frozen=True)
class Revolute:
    """A hinge: two bodies share a point and an axis; b = None: a fixed hinge."""

    a: str
    b: Optional[str]
    point: Vector
    """[m]"""
    axis: Vector


@dataclass(frozen=True)
class Rod:
    """Two points keep their distance."""

    a: str
    b: Optional[str] = None
    point_a: Optional[Vector] = None
    """Of body a [m]; None: its centre."""
    point_b: Optional[Vector] = None
    """Of body b, or of the ground [m]; None: its centre."""


@dataclass(frozen=True)
class Translation:
    """The centre of a body moves at a prescribed speed, which grows from 0 in ``ramp`` seconds.
    Without a ramp it must have that speed at the start."""

    body: str
    direction: Vector
    speed: float
    """[m/s]"""
    ramp: float = 0.0
    """[s]"""


@dataclass(frozen=True)
class Rotation:
    """A body turns at a prescribed angular speed, which grows from 0 in ``ramp`` seconds. Without a
    ramp it must have that speed at the start."""

    body: str
    axis: Vector
    speed: float
    """[rad/s]"""
    ramp: float = 0.0
    """[s]"""


Joint = Union[Spherical, Revolute, Rod, Translation, Rotation]


@dataclass(frozen=True)
class Spring:
    """A spring and damper along the line between two points."""

    a: str
    b: Optional[str] = None
    point_a: Optional[Vector] = None
    """Of body a [m]; None: its centre."""
    point_b: Optional[Vector] = None
    """Of body b, or of the ground [m]; None: its centre."""
    stiffness: float = 0.0
    """[N/m]"""
    damping: float = 0.0
    """[N s/m]"""
    rest_length: Optional[float] = None
    """[m]; None: the distance at the start."""


# --- as numbers ----------------------------------------------------------------------------------

def vector(name: str, value: Any, size: int = 3) -> Array:
    return numbers(name, value, (size,), letters=f"({size},)")


def scalar(name: str, value: Any) -> float:
    return float(numbers(name, value, (), letters="one number"))


def unit(name: str, value: Any) -> Array:
    given = vector(name, value)
    length = math.hypot(*given)
    if not 0.0 < length < math.inf:
        raise ValueError(f"{name}: must have a direction")
    return given / length


def inertia_of(name: str, body: Body, mass: float, radius: float) -> Array:
    if body.inertia is None:
        if not radius > 0.0:
            raise ValueError(f"{name}.inertia: is needed for a body of radius 0")
        return np.full(3, 0.4 * mass * radius**2)
    given = numbers(f"{name}.inertia", body.inertia, (), (3,), letters="one number or (3,)")
    return np.full(3, given) if given.ndim == 0 else given


def shape_numbers(name: str, shape: Any) -> Tuple[str, list[float]]:
    """The kind of a shape and its numbers in a row."""
    def v(field: str) -> Array:
        return vector(f"{name}.{field}", getattr(shape, field))

    def u(field: str) -> Array:
        return unit(f"{name}.{field}", getattr(shape, field))

    def s(field: str) -> Array:
        return np.array([scalar(f"{name}.{field}", getattr(shape, field))])

    if isinstance(shape, Plane):
        parts = [v("point"), u("normal")]
    elif isinstance(shape, Cuboid):
        axes = numbers(f"{name}.axes", shape.axes, (2, 3), letters="(2, 3)")
        parts = [v("centre"), v("half"), *(unit(f"{name}.axes", axis) for axis in axes)]
    elif isinstance(shape, Prism):
        corners = numbers(f"{name}.corners", shape.corners, (3, 3), letters="(3, 3)")
        parts = [corners.ravel(), v("extrusion")]
    elif isinstance(shape, Cylinder):
        parts = [v("base"), v("axis"), s("radius")]
    elif isinstance(shape, Tube):
        angle = min(180.0, max(0.0, scalar(f"{name}.half_angle", shape.half_angle)))
        arc = np.zeros(3) if shape.facing is None else u("facing")
        parts = [v("base"), v("axis"), s("radius"), arc, np.array([math.cos(math.radians(angle))])]
    elif isinstance(shape, Disc):
        parts = [v("centre"), u("normal"), s("radius")]
    elif isinstance(shape, Sphere):
        parts = [v("centre"), s("radius"), np.array([float(flag(f"{name}.hollow", shape.hollow))])]
    else:
        raise TypeError(f"{name}: must be a shape, not {type(shape).__name__}")
    return type(shape).__name__.lower(), np.concatenate(parts).tolist()
