"""Two agents: one strikes at random, one tries a hundred strokes on its own table and plays the best.

usage: agents.py [task] [num_envs]
"""
from __future__ import annotations

import sys
from typing import Callable

import numpy as np
import numpy.typing as npt

import cuelab
from cuelab.env import VectorEnv

Actions = npt.NDArray[np.float64]
Agent = Callable[[VectorEnv, np.random.Generator], Actions]


def random_agent(env: VectorEnv, random: np.random.Generator) -> Actions:
    """Any action."""
    space = env.single_action_space
    return random.uniform(space.low, space.high, (env.num_envs, 4))


def aimed_actions(env: VectorEnv, random: np.random.Generator, count: int) -> Actions:
    """Strokes (num_envs, count, 4) that send the cue ball near a ball on the table, each ball as
    likely: the path passes within two radii of its centre."""
    balls = env.balls
    actions = random.uniform([1.0, 0.0, -0.2, -0.2], [4.0, 0.0, 0.2, 0.2],
                             (env.num_envs, count, 4))
    for k, places in enumerate(balls):
        objects = np.flatnonzero(places[1:, 2] > 0.0) + 1
        chosen = places[random.choice(objects, count)]
        way = chosen[:, :2] - places[0, :2]
        aside = 2.0 * env.scene.radii[0] * random.uniform(-1.0, 1.0, count)
        distance = np.linalg.norm(way, axis=1)
        heading = np.degrees(np.arctan2(way[:, 1], way[:, 0])
                             + np.arcsin(np.clip(aside / distance, -1.0, 1.0)))
        actions[k, :, 1] = (heading + 180.0) % 360.0 - 180.0
    return actions


def search_agent(env: VectorEnv, random: np.random.Generator, count: int = 100) -> Actions:
    """The best of ``count`` aimed strokes, one step ahead."""
    actions = aimed_actions(env, random, count)
    best = env.peek(actions).argmax(axis=1)
    chosen: Actions = actions[np.arange(env.num_envs), best]
    return chosen


def mean_reward(env: VectorEnv, agent: Agent, strokes: int, seed: int = 0) -> float:
    """Reward per stroke."""
    random = np.random.default_rng(seed)
    env.reset(seed=seed)
    rewards = [env.step(agent(env, random))[1] for _ in range(strokes)]
    return float(np.mean(rewards))


def main(task: str = "pot-a-ball", num_envs: int = 64) -> None:
    agents: dict[str, Agent] = {"random": random_agent, "search": search_agent}
    for name, agent in agents.items():
        env = cuelab.env.make(task, num_envs, autoreset="SameStep")
        print(f"{task}, {name} agent: {mean_reward(env, agent, 10):.3f} per stroke")


if __name__ == "__main__":
    words = [*sys.argv[1:], *("pot-a-ball", "64")[len(sys.argv) - 1:]]
    main(words[0], int(words[1]))
