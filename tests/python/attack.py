"""Calls the package with random arguments, most of them wrong: each must succeed or raise an ordinary
exception with a text. What was left running or broken shows in a build with sanitizers.

usage: attack.py CALLS [SEED]
"""
import collections
import sys

import numpy as np

import cuelab
from cuelab import bodies

ALLOWED = (ValueError, TypeError, AttributeError, RuntimeError, FileNotFoundError)
CUT = cuelab.Scene.load("cut_left_side")
SCENES = [CUT, cuelab.Scene.load("stun_shot").replace(**{"run.engine": "stepped"}),
          cuelab.Scene.load("break_9ball"), cuelab.Scene.load("bouncing_ball")]
KEYS = ["shot.speed", "shot.heading", "physics.cloth.sliding", "balls.0.position", "run.t_max",
        "run.engine", "table.preset", "ball.radius", "balls.1.position.0", "physics.cushion.law"]
NUMBERS = [0.0, -0.0, 1.0, -1.0, 0.5, 2.5, 90.0, 1e-300, 1e300, -1e300, float("nan"), float("inf"),
           -float("inf"), 3, -3, 2**31, 2**63, 2**64, -2**63, 10**400, True, False]
WORDS = ["", "cue", "1", "final", "events", "jacobian", "margin", "strikes", "velocity", "spin",
         "first_hit", "at_rest", "event_count", "event", "smooth", "hybrid", "computational-pool",
         "nine-ball", "eight-ball", "open", "solids", "pool-9ft", "nan", "\0", "\udc80", "é", "x" * 999,
         "a=b", "[", "{", "shot", "..", "stun_shot", "/", "pot-a-ball", "SameStep"]
TYPES = [np.float64, np.float32, np.int8, np.int64, np.uint64, np.bool_, np.complex128, object, "U3",
         "M8[s]", np.float16, np.longdouble]


STUDY = {"schema": 1, "scene": CUT.to_dict(), "design": {"kind": "grid"},
         "axis": [{"key": "shot.heading", "from": 6.0, "to": 9.0, "count": 2}],
         "noise": {"level": "computational-pool"}, "run": {"samples": 2, "seed": 1},
         "metric": [{"name": "potted", "kind": "pot", "ball": "1"}]}


class Attack:
    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.batches = [cuelab.rollout(CUT, [CUT.strike] * 3, samples=2, keep=("final", "events"))]
        self.runs = [cuelab.simulate(CUT)]

    def one(self, things):
        return things[int(self.random.integers(len(things)))]

    def chance(self, p):
        return self.random.random() < p

    # --- random values ---------------------------------------------------------------------------

    def array(self, shape=None):
        """An array of a random shape and type, now and then one that is right."""
        if shape is None or self.chance(0.3):
            shape = tuple(self.random.integers(0, 6, self.random.integers(0, 5)))
        values = self.random.uniform(-3.0, 3.0, shape)
        if values.size and self.chance(0.3):
            with np.errstate(all="ignore"):
                values.flat[self.random.integers(values.size)] = float(self.one(NUMBERS[:13]))
        with np.errstate(all="ignore"):
            try:
                values = values.astype(self.one(TYPES)) if self.chance(0.4) else values
            except (ValueError, TypeError):
                pass
        if values.ndim and self.chance(0.2):
            values = values[::-1]
        if values.ndim > 1 and self.chance(0.2):
            values = np.asfortranarray(values)
        if self.chance(0.1):
            values.flags.writeable = False
        return values.tolist() if self.chance(0.2) else values

    def junk(self, depth=0):
        kind = self.random.integers(9 if depth < 3 else 5)
        if kind == 0:
            return self.one(NUMBERS)
        if kind == 1:
            return self.one(WORDS)
        if kind == 2:
            return None
        if kind == 3:
            return self.array()
        if kind == 4:
            return self.one([object(), print, b"bytes", 1j, Ellipsis, np.float32(1), np.int8(3)])
        if kind == 5:
            return [self.junk(depth + 1) for _ in range(self.random.integers(4))]
        if kind == 6:
            return tuple(self.junk(depth + 1) for _ in range(self.random.integers(4)))
        return {self.one(WORDS + KEYS): self.junk(depth + 1)
                for _ in range(self.random.integers(4))}

    def strikes(self, n):
        rows = np.tile(CUT.strike, (n, 1)) + self.random.normal(0.0, 0.05, (n, 5))
        rows[:, 4] = np.abs(rows[:, 4])
        if n and self.chance(0.3):
            rows.flat[self.random.integers(rows.size)] = float(self.one(NUMBERS[:13]))
        return rows

    def maybe(self, good, p=0.75):
        return good if self.chance(p) else self.junk()

    # --- calls -----------------------------------------------------------------------------------

    def rollout(self):
        scene = CUT if self.chance(0.95) else self.one(SCENES[:2])
        n, b = int(self.random.integers(0, 4)), len(scene.balls)
        places = np.tile(scene.positions, (n, 1, 1)) + self.random.normal(0, 0.02, (n, b, 3))
        places[..., 2] = self.one([scene.radii[0], -1.0, 0.0, 1.0])
        options = {
            "balls": self.maybe(places), "params": self.maybe({self.one(KEYS): self.array((n,))}, 0.5),
            "noise": self.maybe({"speed": self.one(NUMBERS)}, 0.5), "samples": self.maybe(2),
            "seed": self.maybe(5), "stop": self.maybe({self.one(WORDS): self.one(NUMBERS + WORDS)}, 0.5),
            "keep": self.maybe((self.one(WORDS), "final")), "times": self.maybe(self.array((3,))),
            "threads": self.maybe(1), "out": self.maybe({self.one(WORDS): self.array((n, 1, b, 3))}, 0.5)}
        options = {name: options[name] for name in options if self.chance(0.25)}
        if isinstance(options.get("samples"), (int, np.integer)) and options["samples"] > 100:
            options["samples"] = 100
        options.setdefault("threads", 1)
        batch = cuelab.rollout(self.maybe(scene, 0.97), self.maybe(self.strikes(n), 0.9), **options)
        if self.chance(0.1):
            self.batches = (self.batches + [batch])[-5:]

    def score(self):
        batch = self.one(self.batches)
        if self.chance(0.3):  # arrays that do not fit together
            arrays = dict(batch.arrays)
            name = self.one(list(arrays))
            arrays[name] = self.junk() if self.chance(0.5) else self.array(arrays[name].shape)
            batch = cuelab.Batch(CUT, arrays)
        if self.chance(0.5):
            cuelab.score(batch, rule=self.maybe("nine-ball"), is_break=self.maybe(False),
                         target=self.maybe("open"))
        else:
            cuelab.outcomes(self.maybe(batch))

    def scene(self):
        kind = self.random.integers(5)
        if kind == 0:
            cuelab.Scene(self.junk())
        elif kind == 1:
            cuelab.Scene.load(self.junk())
        elif kind == 2:
            CUT.replace(**{self.one(KEYS + WORDS): self.junk()})
        elif kind == 3:
            document = CUT.to_dict()
            document[self.one(list(document))] = self.junk()
            cuelab.Scene(document)
        else:
            self.one([CUT.number, CUT.heading_at])(self.maybe(self.one(KEYS + WORDS)))

    def run(self):
        run = self.one(self.runs)
        name = self.one(["positions", "velocities", "spins", "orientations", "energy_at", "judge",
                         "derivatives", "to_json", "simulate"])
        if name == "simulate":
            cuelab.simulate(self.maybe(CUT), engine=self.maybe(self.one(WORDS[13:15])),
                            at=self.maybe(self.array((2,))))
        elif name == "to_json":
            run.to_json(recording=self.junk())
        elif name == "derivatives":
            run.derivatives(self.maybe([self.one(KEYS)]))
        else:
            getattr(run, name)(self.maybe(self.array((3,)) if name != "judge" else "snooker"))

    def environment(self):
        if self.chance(0.2):
            cuelab.env.make(self.maybe("pot-a-ball"), self.maybe(2), noise=self.junk(),
                            autoreset=self.maybe("SameStep"))
            return
        env = cuelab.env.make("pot-a-ball", 2, autoreset="SameStep", threads=1)
        if self.chance(0.9):
            env.reset(seed=self.maybe(1, 0.9), options=self.maybe(None, 0.9))
        actions = self.maybe(env.action_space.sample(), 0.5)
        self.one([env.step, env.peek])(actions)

    def study(self):
        document = dict(STUDY)
        name = self.one(list(document))
        if name == "run":  # not too many
            document["run"] = {"samples": self.one([0, 1, 3, -1, 2.5, True, "2"]), "seed": self.junk()}
        else:
            document[name] = self.maybe(document[name])
        cuelab.sweep(self.maybe(document, 0.95), self.maybe(None, 0.9), threads=self.maybe(1),
                     progress=self.maybe(False, 0.9))

    def vector(self, size=3):
        return self.maybe(self.random.normal(0.0, 0.3, size).tolist(), 0.97)

    def system(self):
        ids = ["a", "b", "floor"]
        things = [bodies.Body(name, self.maybe(0.2, 0.97), self.maybe(0.03, 0.97), self.vector(),
                              self.vector(), self.vector()) for name in ids[:2]]
        shape = self.one([bodies.Plane(self.vector(), self.vector()),
                          bodies.Cuboid(self.vector(), self.maybe((0.1, 0.2, 0.1), 0.9)),
                          bodies.Cylinder(self.vector(), self.vector(), self.maybe(0.1, 0.9)),
                          bodies.Disc(self.vector(), self.vector(), self.maybe(0.1, 0.9)),
                          bodies.Sphere(self.vector(), self.maybe(0.1, 0.9)), self.junk()])
        link = self.one([bodies.Rod("a", self.one(["b", None]), None, self.vector()),
                         bodies.Spherical("a", self.one(["b", None]), self.vector()),
                         bodies.Revolute("a", self.one(["b", "a"]), self.vector(), self.vector()),
                         bodies.Translation("a", self.vector(), self.maybe(1.0, 0.9)), self.junk()])
        contacts = [bodies.Contact(self.one(ids), self.one(ids), self.maybe(1e6, 0.9),
                                   self.maybe({"restitution": 0.5}, 0.9))]
        springs = [bodies.Spring("a", "b", stiffness=self.maybe(10.0, 0.9))]
        whole = bodies.System(self.maybe(things, 0.97), [bodies.Obstacle("floor", shape)],
                              self.maybe(contacts, 0.97), [link] if self.chance(0.5) else (),
                              self.maybe(springs, 0.97), self.vector())
        run = bodies.simulate(whole, t_max=1e-3, at=self.maybe([0.0, 1e-3], 0.9),
                              max_events=self.maybe(100, 0.9))
        self.one([lambda: run.loads, run.describe, lambda: run.positions(self.junk())])()

    def call(self):
        kinds = ([self.rollout] * 8
                 + [self.score, self.scene, self.run, self.environment, self.study, self.system])
        self.one(kinds)()


def attack(calls, seed):
    """How often each kind of answer came."""
    answers = collections.Counter()
    enemy = Attack(seed)
    for _ in range(calls):
        try:
            enemy.call()
            answers["done"] += 1
        except ALLOWED as error:
            assert str(error) and "incompatible function arguments" not in str(error), repr(error)
            answers[type(error).__name__] += 1
    return answers


if __name__ == "__main__":
    print(dict(attack(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)))
