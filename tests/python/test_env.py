"""Vector environments: Gymnasium's call signature, autoreset modes, rewards."""
import pathlib
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import cuelab

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python/examples"))
import agents  # noqa: E402


def played(env, steps=5, seed=1):
    env.reset(seed=seed)
    env.action_space.seed(seed)
    return [env.step(env.action_space.sample()) for _ in range(steps)]


@pytest.mark.parametrize("task", cuelab.env.tasks())
def test_call_signature(task):
    env = cuelab.env.make(task, num_envs=8)
    observations, infos = env.reset(seed=3)
    balls = len(env.scene.balls)
    assert observations.shape == (8, 3 * balls) == env.observation_space.shape
    assert env.single_action_space.shape == (4,) and isinstance(infos, dict)
    assert env.observation_space.contains(observations)
    for observations, rewards, terminations, truncations, infos in played(env, 20):
        assert env.observation_space.contains(observations)
        assert rewards.shape == terminations.shape == truncations.shape == (8,)
        assert terminations.dtype == truncations.dtype == np.bool_
        assert not (terminations & truncations).any()
        assert infos["foul"].shape == infos["_foul"].shape == (8,)
    env.close()


def test_same_seed_same_play():
    runs = [played(cuelab.env.make("nine-ball", num_envs=6, noise="computational-pool",
                                   threads=threads)) for threads in (1, 2)]
    for one, two in zip(*runs):
        for a, b in zip(one[:4], two[:4]):
            np.testing.assert_array_equal(a, b)


def test_next_step_resets_and_ignores_the_action():
    env = cuelab.env.make("pot-a-ball", num_envs=4)
    steps = played(env, 2)
    assert (steps[0][2] | steps[0][3]).all()  # one stroke each
    assert not (steps[1][2] | steps[1][3]).any() and (steps[1][1] == 0.0).all()
    assert not steps[1][4]["_foul"].any()
    assert (steps[1][0] != steps[0][0]).any(axis=1).all()


def test_same_step_keeps_the_last_observation():
    env = cuelab.env.make("pot-a-ball", num_envs=4, autoreset="SameStep")
    same = played(env, 1)[0]
    last = played(cuelab.env.make("pot-a-ball", num_envs=4), 1)[0]
    assert same[4]["_final_obs"].all()
    np.testing.assert_array_equal(np.stack(same[4]["final_obs"]), last[0])
    assert (same[0] != last[0]).any(axis=1).all()


def test_disabled_waits_for_the_mask():
    env = cuelab.env.make("pot-a-ball", num_envs=3, autoreset="Disabled")
    played(env, 1)
    with pytest.raises(RuntimeError, match="environment 0"):
        env.step(env.action_space.sample())
    before = env.balls
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": [1, 0, 0]})
    env.reset(options={"reset_mask": np.array([True, False, False])})
    np.testing.assert_array_equal(env.balls[1:], before[1:])
    assert (env.balls[0] != before[0]).any()


def aimed(env, balls, heading, speed=2.0):
    """One stroke from given positions."""
    env.reset(seed=1)
    env._balls[0] = balls
    return env.step([[speed, heading, 0.0, 0.0]])


def test_a_straight_pot_is_rewarded_and_a_scratch_is_not():
    env = cuelab.env.make("pot-a-ball", num_envs=1)
    r = env.scene.radii[0]
    corner = np.array(env.scene.table["pockets"][0][1:3])
    inward = -corner / np.linalg.norm(corner)
    inward = np.sign(inward) / np.sqrt(2.0)
    balls = np.array([[*(corner + 0.8 * inward), r], [*(corner + 0.4 * inward), r]])
    heading = float(np.degrees(np.arctan2(-inward[1], -inward[0])))
    _, rewards, terminations, _, infos = aimed(env, balls, heading)
    assert rewards[0] == 1.0 and terminations[0] and not infos["foul"][0]
    # the cue ball alone on the same way
    balls[1] = [*(-corner + -0.4 * inward), r]
    _, rewards, terminations, _, infos = aimed(env, balls, heading)
    assert rewards[0] == 0.0 and terminations[0] and infos["foul"][0]
    # away from it: a miss, the end of the strokes
    _, rewards, terminations, truncations, infos = aimed(env, balls, 90.0, 0.3)
    assert rewards[0] == 0.0 and truncations[0] and not terminations[0]


def test_nine_ball_wants_the_lowest_ball_first():
    env = cuelab.env.make("nine-ball", num_envs=1)
    r = env.scene.radii[0]
    balls = np.zeros((10, 3))
    balls[:, 2] = -1.0
    balls[0], balls[2], balls[9] = [-0.5, 0.0, r], [0.0, 0.0, r], [0.0, 0.4, r]
    assert aimed(env, balls, 0.0)[1][0] >= 0.0
    toward_nine = float(np.degrees(np.arctan2(0.4, 0.5)))
    _, rewards, terminations, _, infos = aimed(env, balls, toward_nine)
    assert rewards[0] == -1.0 and terminations[0] and infos["foul"][0]


def test_balls_that_fell_stay_out():
    env = cuelab.env.make("eight-ball", num_envs=32, max_strokes=100)
    env.reset(seed=5)
    random = np.random.default_rng(5)
    out = np.zeros((32, 16), bool)
    for _ in range(8):
        _, _, terminations, truncations, infos = env.step(agents.search_agent(env, random, 10))
        out[~infos["_foul"]] = False  # these began anew
        now = env.balls[..., 2] < 0.0
        assert (now | ~out).all()
        out = now
    assert out.any()


def test_peek_plays_nothing():
    env = cuelab.env.make("pot-a-ball", num_envs=5)
    env.reset(seed=1)
    before = env.balls
    actions = agents.aimed_actions(env, np.random.default_rng(0), 30)
    rewards = env.peek(actions)
    assert rewards.shape == (5, 30) and rewards.any()
    np.testing.assert_array_equal(env.balls, before)
    best = rewards.argmax(axis=1)
    _, found, *_ = env.step(actions[np.arange(5), best])
    np.testing.assert_array_equal(found, rewards.max(axis=1))


@pytest.mark.parametrize("task", cuelab.env.tasks())
def test_search_is_better_than_chance(task):
    rewards = [agents.mean_reward(cuelab.env.make(task, 16, autoreset="SameStep"), agent, 4)
               for agent in (agents.random_agent, agents.search_agent)]
    assert rewards[1] > rewards[0]


@pytest.mark.parametrize("call, error", [
    (lambda env: cuelab.env.make("pot-a-bal"), ValueError),
    (lambda env: cuelab.env.make("pot-a-ball", num_envs=0), ValueError),
    (lambda env: cuelab.env.make("pot-a-ball", autoreset="Never"), ValueError),
    (lambda env: cuelab.env.make("pot-a-ball", max_strokes=0), ValueError),
    (lambda env: env.step(np.zeros((3, 4))), ValueError),
    (lambda env: env.step([[1.0, np.nan, 0.0, 0.0]] * 2), ValueError),
    (lambda env: env.step([[1.0, 0.0, 0.9, 0.0]] * 2), ValueError),
    (lambda env: env.reset(seed=-1), ValueError),
    (lambda env: env.reset(options={"mask": 1}), ValueError),
    (lambda env: cuelab.env.make("pot-a-ball").step([[1.0, 0.0, 0.0, 0.0]]), RuntimeError),
])
def test_wrong_calls_are_refused(call, error):
    env = cuelab.env.make("pot-a-ball", num_envs=2)
    env.reset(seed=0)
    with pytest.raises(error):
        call(env)


def test_subclass_of_gymnasium_where_it_is_there(tmp_path):
    package = tmp_path / "gymnasium"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "spaces.py").write_text(textwrap.dedent("""
        import numpy as np
        class Box:
            def __init__(self, low, high, dtype):
                self.low, self.high, self.shape = low, high, low.shape
    """))
    (package / "vector.py").write_text(textwrap.dedent("""
        import enum
        class AutoresetMode(enum.Enum):
            NEXT_STEP, SAME_STEP, DISABLED = "NextStep", "SameStep", "Disabled"
        class VectorEnv:
            pass
    """))
    subprocess.run([sys.executable, "-B", "-c", textwrap.dedent(f"""
        import sys; sys.path.insert(0, {str(tmp_path)!r})
        import cuelab, gymnasium.vector, gymnasium.spaces
        env = cuelab.env.make("three-cushion", 2)
        assert isinstance(env, gymnasium.vector.VectorEnv)
        assert isinstance(env.action_space, gymnasium.spaces.Box)
        assert isinstance(env.metadata["autoreset_mode"], gymnasium.vector.AutoresetMode)
        env.reset(seed=1); env.step([[2.0, 10.0, 0.0, 0.0]] * 2)
    """)], check=True)
