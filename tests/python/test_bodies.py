"""Systems of bodies: closed forms, joints, obstacles, refusals."""
import math

import numpy as np
import pytest

import cuelab
from cuelab.bodies import (Body, Contact, Cuboid, Cylinder, Disc, Obstacle, Plane, Prism, Revolute,
                           Rod, Rotation, Sphere, Spherical, Spring, System, Translation, Tube,
                           hertz_stiffness, simulate)

G = 9.81
NO_WEIGHT = (0.0, 0.0, 0.0)
ELASTIC = {"law": "hertz", "friction": 0}


def agm(a, b):
    for _ in range(20):
        a, b = (a + b) / 2, math.sqrt(a * b)
    return a


def rotated(q, v):
    """A vector of a body in the world: q v q*."""
    w, axis = q[0], np.array(q[1:])
    return v + 2 * w * np.cross(axis, v) + 2 * np.cross(axis, np.cross(axis, v))


@pytest.mark.parametrize("constraints", ["lagrange", "augmented", "baumgarte", "direct-correction"])
def test_pendulum_has_the_period_of_its_amplitude(constraints):
    length, angle = 0.5, 1.0
    start = (length * math.sin(angle), 0.0, -length * math.cos(angle))
    system = System([Body("bob", mass=0.2, radius=0.01, position=start)],
                    joints=[Rod("bob", point_b=(0.0, 0.0, 0.0))], constraints=constraints)
    period = 2 * math.pi * math.sqrt(length / G) / agm(1.0, math.cos(angle / 2))
    run = simulate(system, t_max=period, at=[period / 2, period])
    np.testing.assert_allclose(run.positions(period)[0], start, atol=2e-5)
    np.testing.assert_allclose(run.positions(period / 2)[0], [-start[0], 0.0, start[2]], atol=2e-5)
    assert abs(run.energy["error"]) < 1e-7


def test_spring_and_damper():
    m, k, c, x = 0.3, 40.0, 0.5, 0.1
    system = System([Body("m", mass=m, radius=0.02, position=(1.0 + x, 0.0, 0.0))],
                    springs=[Spring("m", point_b=(0, 0, 0), stiffness=k, damping=c, rest_length=1)],
                    gravity=NO_WEIGHT)
    run = simulate(system, t_max=2.0)
    decay = c / (2 * m)
    w = math.sqrt(k / m - decay**2)
    t = np.linspace(0.0, 2.0, 41)
    expected = x * np.exp(-decay * t) * (np.cos(w * t) + decay / w * np.sin(w * t))
    np.testing.assert_allclose(run.positions(t)[:, 0, 0] - 1.0, expected, atol=2e-6)


def test_elastic_impact_of_two_balls_by_hertz():
    m, r, v = 0.17, 0.028575, 1.5
    k = hertz_stiffness(r / 2)
    balls = [Body("a", mass=m, radius=r, velocity=(v, 0, 0)),
             Body("b", mass=m, radius=r, position=(0.1, 0, 0))]
    run = simulate(System(balls, contacts=[Contact("a", "b", k, ELASTIC)], gravity=NO_WEIGHT),
                   t_max=1.0, until_apart=True)
    np.testing.assert_allclose(run.velocities(run.t_end)[:, 0], [0.0, v], atol=1e-7)
    assert [row[1:] for row in run.describe()] == [("contact-begin", "a", "b"),
                                                   ("contact-end", "a", "b")]
    contact, = run.contacts
    assert contact["approach_speed"] == pytest.approx(v)
    # (1/2) (m/2) v^2 = (2/5) K depth^(5/2)
    depth = (5 * m * v**2 / (8 * k)) ** 0.4
    assert contact["depth"] == pytest.approx(depth, rel=1e-6)
    assert contact["peak_force"] == pytest.approx(k * depth**1.5, rel=1e-3)  # of steps
    assert contact["end"] - contact["begin"] == pytest.approx(2.943 * depth / v, rel=1e-3)


def test_a_ball_bounces_and_comes_to_rest_on_a_floor():
    m, r, e, drop = 0.17, 0.03, 0.7, 0.2
    floor = Obstacle("floor", Plane())
    law = {"restitution": e, "friction": 0.2}
    system = System([Body("ball", mass=m, radius=r, position=(0, 0, r + drop))], [floor],
                    [Contact("ball", "floor", 1e7, law)])
    first = simulate(system, t_max=1.0, until_apart=True)
    speed = math.sqrt(2 * G * drop)
    assert first.velocities(first.t_end)[0, 2] == pytest.approx(e * speed, rel=0.01)
    later = simulate(system, t_max=6.0, at=[6.0, 0.1])
    np.testing.assert_allclose(later.loads[0, 0], [0, 0, -m * G], rtol=1e-3, atol=1e-6)
    np.testing.assert_array_equal(later.loads[1, 0], 0.0)
    lost = later.energy["lost"]
    assert sum(lost.values()) == pytest.approx(m * G * drop, rel=1e-3)


def test_a_wall_that_moves_throws_an_elastic_ball_at_twice_its_speed():
    speed = 0.4
    bodies = [Body("wall", mass=1.0, inertia=1.0, velocity=(speed, 0, 0)),
              Body("ball", mass=0.1, radius=0.02, position=(0.1, 0, 0))]
    system = System(bodies, [Obstacle("face", Plane(normal=(2, 0, 0)), body="wall")],
                    [Contact("ball", "face", 1e8, ELASTIC)],
                    joints=[Translation("wall", (1, 0, 0), speed)], gravity=NO_WEIGHT)
    run = simulate(system, t_max=1.0, until_apart=True)
    assert run.velocities(run.t_end)[1, 0] == pytest.approx(2 * speed, rel=1e-4)
    assert run.describe()[0][1:] == ("contact-begin", "ball", "face")


def test_joints_hold_points_of_turned_bodies():
    q = np.array([0.8, 0.0, 0.6, 0.0])  # turned about y
    place, point = np.array([0.3, 0.1, 0.0]), np.array([0.0, 0.1, 0.2])
    bar = Body("bar", mass=1.0, inertia=(0.01, 0.02, 0.03), position=place, orientation=q,
               spin=(0.0, 0.0, 0.0))
    arm = rotated(q * [1, -1, -1, -1], point - place)  # in the bar's own axes
    for joint in (Spherical("bar", None, point), Revolute("bar", None, point, (0, 3, 0))):
        run = simulate(System([bar], joints=[joint]), t_max=0.7, at=[0.4])
        np.testing.assert_allclose(run.orientations(0.0)[0], q, atol=1e-12)
        for t, tolerance in ((0.4, 1e-6), (0.3, 1e-3), (0.7, 1e-3)):
            held = run.positions(t)[0] + rotated(run.orientations(t)[0], arm)
            np.testing.assert_allclose(held, point, atol=tolerance)
        assert np.linalg.norm(run.positions(t)[0] - place) > 0.05
    # the hinge turns about its axis only
    np.testing.assert_allclose(run.spins(t)[0, [0, 2]], 0.0, atol=1e-6)
    fallen = place[2] - run.positions(0.4)[0, 2]
    inertia = 0.02 + 0.3**2 + 0.2**2
    assert run.spins(0.4)[0, 1] ** 2 == pytest.approx(2 * G * fallen / inertia, rel=1e-5)


def test_a_driven_body_turns_as_told():
    wheel = Body("wheel", mass=1.0, inertia=(0.1, 0.2, 0.3))
    system = System([wheel], joints=[Spherical("wheel", None, (0, 0, 0)),
                                     Rotation("wheel", (0, 0, 2), speed=3.0, ramp=0.5)])
    run = simulate(system, t_max=1.0)
    angle = 3.0 * (1.0 - 0.25)
    np.testing.assert_allclose(run.spins(1.0)[0], [0, 0, 3.0], atol=1e-5)
    np.testing.assert_allclose(run.orientations(1.0)[0],
                               [math.cos(angle / 2), 0, 0, math.sin(angle / 2)], atol=1e-4)


@pytest.mark.parametrize("shape, height", [
    (Plane(point=(0, 0, 0.1)), 0.1),
    (Cuboid(centre=(0, 0, 0), half=(0.1, 0.1, 0.05)), 0.05),
    (Prism(corners=((-0.1, -0.1, 0), (0.1, -0.1, 0), (0, 0.1, 0)), extrusion=(0, 0, 0.2)), 0.2),
    (Cylinder(base=(0, 0, 0), axis=(0, 0, 0.3), radius=0.1), 0.3),
    (Tube(base=(0, -1, 0.5), axis=(0, 2, 0), radius=0.5), 0.0),
    (Tube(base=(0, -1, 0.5), axis=(0, 2, 0), radius=0.5, facing=(0, 0, -1), half_angle=40), 0.0),
    (Disc(centre=(0, 0, 0.2), normal=(0, 0, 1), radius=0.1), 0.2),
    (Sphere(centre=(0, 0, -0.1), radius=0.2), 0.1),
    (Sphere(centre=(0, 0, 0.5), radius=0.4, hollow=True), 0.1),
])
def test_a_ball_falls_on_every_shape(shape, height):
    r, gap = 0.02, 0.01
    system = System([Body("ball", mass=0.1, radius=r, position=(0, 0, height + r + gap))],
                    [Obstacle("thing", [shape])], [Contact("ball", "thing", 1e8, ELASTIC)])
    run = simulate(system, t_max=0.06)
    assert run.events["t"][0] == pytest.approx(math.sqrt(2 * gap / G), rel=1e-6)
    assert run.hash == simulate(system, t_max=0.06).hash


BALL = Body("ball", mass=0.1, radius=0.02)
FLOOR = Obstacle("floor", Plane())


@pytest.mark.parametrize("system, error, message", [
    ("scene", TypeError, "system"),
    (System([]), ValueError, "bodies"),
    (System(BALL), TypeError, "bodies: must be a list"),
    (System([FLOOR]), TypeError, r"bodies\[0\]: must be a Body"),
    (System([BALL, BALL]), ValueError, r"bodies\[1\].id"),
    (System([Body("ball", mass=-1.0, radius=0.1)]), ValueError, "mass"),
    (System([Body("ball", mass=1.0)]), ValueError, "inertia"),
    (System([Body("ball", mass=1.0, radius=0.1, position=(0, 0))]), ValueError, "position"),
    (System([Body("ball", mass=1.0, radius=0.1, position=(0, 0, math.nan))]), ValueError, "position"),
    (System([BALL], [FLOOR], [Contact("ball", "flor", 1e6)]), ValueError, r"contacts\[0\].b"),
    (System([BALL], [FLOOR], [Contact("ball", "floor", math.inf)]), ValueError, "stiffness"),
    (System([BALL], [FLOOR], [Contact("ball", "floor", 1e6, {"restituton": 1})]), ValueError,
     'did you mean "restitution"'),
    (System([BALL], [Obstacle("floor", 3)]), TypeError, r"shapes\[0\]"),
    (System([BALL], [Obstacle("floor", Plane(normal=(0, 0, 0)))]), ValueError, "normal"),
    (System([BALL], [Obstacle("ball", Plane())]), ValueError, "also a body"),
    (System([BALL], joints=[Rod("ball")]), ValueError, "point_b"),
    (System([BALL], joints=[Spring("ball")]), TypeError, r"joints\[0\]"),
    (System([BALL], joints=[Spherical("bal", None, (0, 0, 0))]), ValueError, r"joints\[0\].a"),
    (System([BALL], joints=[Translation("ball", (0, 0, 1), 2.0)]), ValueError, "must start with 2"),
    (System([BALL], constraints="glue"), ValueError, "constraints"),
    (System([BALL], gravity=(0, 0)), ValueError, "gravity"),
])
def test_wrong_systems_are_refused(system, error, message):
    with pytest.raises(error, match=message):
        simulate(system, t_max=0.01)


@pytest.mark.parametrize("options, error, message", [
    ({"t_max": math.nan}, ValueError, "t_max"),
    ({"t_max": -1.0}, ValueError, "t_max"),
    ({"t_max": 0.1, "at": [-1.0]}, ValueError, r"at\[0\]"),
    ({"t_max": 0.1, "settings": {"rel_tl": 1e-9}}, ValueError, 'did you mean "rel_tol"'),
    ({"t_max": 0.1, "settings": {"cushion": {}}}, ValueError, "cushion"),
    ({"t_max": 0.1, "until_apart": 1}, TypeError, "until_apart"),
])
def test_wrong_options_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        simulate(System([BALL]), **options)


def test_contacts_of_a_break():
    run = cuelab.simulate(cuelab.Scene.load("stun_shot"), engine="smooth")
    contact = run.contacts[run.contacts["kind"] == cuelab.AGENT_KINDS.index("ball")][0]
    assert contact["peak_force"] > 100.0 and contact["end"] - contact["begin"] < 1e-3
