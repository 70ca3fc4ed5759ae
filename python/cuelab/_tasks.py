"""What the environments play: start positions, rewards and when an episode ends."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Tuple

import numpy as np
import numpy.typing as npt

from ._arguments import Array
from ._batch import Batch, outcomes, score
from ._scene import Scene

Flags = npt.NDArray[np.bool_]
Random = np.random.Generator


@dataclass(frozen=True)
class Judged:
    """The strokes of a batch with one sample, judged."""

    reward: Array
    over: Flags
    """The episode has ended."""
    foul: Flags


@dataclass(frozen=True)
class Task:
    scene: Scene
    judge: Callable[[Batch], Judged]
    most_strokes: int
    """An episode is cut off after as many."""


def start_positions(scene: Scene, random: Random, count: int) -> Array:
    """Balls anywhere on the table, (count, balls, 3) [m]: two radii from the cushions, a tenth of a
    radius apart at least."""
    radius = float(scene.radii.max())
    half = np.array([scene.table["length"], scene.table["width"]]) / 2 - 2 * radius
    balls = len(scene.balls)
    places = np.empty((count, balls, 3))
    places[..., 2] = scene.radii
    for i in range(balls):
        todo = np.arange(count)
        while len(todo):
            places[todo, i, :2] = random.uniform(-half, half, (len(todo), 2))
            gaps = np.linalg.norm(places[todo, :i, :2] - places[todo, i:i + 1, :2], axis=-1)
            todo = todo[(gaps < 2.1 * radius).any(axis=1)]
    return places


def pot_a_ball(strokes: int) -> Task:
    """Pot the object ball and keep the cue ball on the table."""
    scene = _scene("pool-9ft", ["cue", "1"])

    def judge(batch: Batch) -> Judged:
        done = batch.status[:, 0] == 0
        pocket = batch.pocket[:, 0]
        lost = (pocket[:, 0] != -1) | (pocket[:, 1] == -2) | ~done
        made = (pocket[:, 1] >= 0) & ~lost
        return Judged(made.astype(np.float64), made | lost, lost)

    return Task(scene, judge, strokes)


def clear_the_table(game: str, strokes: int) -> Task:
    """Pocket the balls of one player by the rules: in eight-ball the solids and then the eight, in
    nine-ball always the lowest ball first. A foul costs a point and ends the episode."""
    count = 15 if game == "eight-ball" else 9
    scene = _scene("pool-9ft", ["cue"] + [str(k + 1) for k in range(count)])
    own = np.array([False] + [game == "nine-ball" or k <= 8 for k in range(1, count + 1)])
    target = "solids" if game == "eight-ball" else "open"

    def judge(batch: Batch) -> Judged:
        ruling = score(batch, rule=game, target=target)[:, 0]
        fallen = ((batch.pocket[:, 0] >= 0) & own).sum(axis=1)
        foul = ~ruling["legal"]
        return Judged(np.where(foul, -1.0, fallen), foul | ruling["wins"] | ruling["loses"], foul)

    return Task(scene, judge, strokes)


def three_cushion(strokes: int) -> Task:
    """Points in a row: the cue ball meets three cushions before the second object ball. The episode
    ends with the first miss."""
    scene = _scene("carom-10ft", ["cue", "1", "2"])

    def judge(batch: Batch) -> Judged:
        made = outcomes(batch)[:, 0]["three_cushion_point"] & (batch.status[:, 0] == 0)
        return Judged(made.astype(np.float64), ~made, ~made)

    return Task(scene, judge, strokes)


TASKS: dict[str, Tuple[Callable[[int], Task], int]] = {
    "pot-a-ball": (pot_a_ball, 1),
    "eight-ball": (lambda strokes: clear_the_table("eight-ball", strokes), 60),
    "nine-ball": (lambda strokes: clear_the_table("nine-ball", strokes), 60),
    "three-cushion": (three_cushion, 50),
}
"""By name: how to make the task, and after how many strokes an episode is cut off."""


def _scene(preset: str, balls: list[str]) -> Scene:
    rows = [{"id": ball, "position": [-1.0 + 0.1 * k, 0.0]} for k, ball in enumerate(balls)]
    return Scene({"schema": 1, "table": {"preset": preset}, "balls": rows,
                  "shot": {"ball": balls[0], "speed": 1.0}})
