"""Batches: agreement with single runs, noise, variations, refusals, threads."""
import threading

import numpy as np
import pytest

import cuelab

CUT = cuelab.Scene.load("cut_left_side")


def strikes(n, seed=0):
    random = np.random.default_rng(seed)
    low, high = [0.5, -180.0, -0.3, -0.3, 0.0], [5.0, 180.0, 0.3, 0.3, 5.0]
    return random.uniform(low, high, (n, 5))


def with_strike(scene, strike):
    # keys of [shot] written as numbers; the scene's own aim is dropped
    document = scene.to_dict()
    document["shot"] = {"ball": scene.balls[scene.cue_ball],
                        **dict(zip(("speed", "heading", "side", "height", "elevation"),
                                   map(float, strike)))}
    return cuelab.Scene(document)


def test_batch_equals_single_runs_to_the_bit():
    struck = strikes(12)
    batch = cuelab.rollout(CUT, struck, keep=("final", "velocity", "spin", "events", "strikes"),
                           times=[0.1, 0.7])
    assert (batch.status == 0).all()
    np.testing.assert_array_equal(batch.strikes[:, 0, [0, 2, 3]], struck[:, [0, 2, 3]])
    for k, strike in enumerate(struck):
        run = cuelab.simulate(with_strike(CUT, strike))
        np.testing.assert_array_equal(batch.final[k, 0], run.final)
        np.testing.assert_array_equal(batch.velocity[k, 0], run.final_velocities)
        np.testing.assert_array_equal(batch.spin[k, 0], run.final_spins)
        np.testing.assert_array_equal(batch.positions[k, 0], run.positions([0.1, 0.7]))
        np.testing.assert_array_equal(batch.events_of(k), run.events)
        assert batch.t_end[k, 0] == run.t_end
        fallen = [motion == "pocketed" for motion in run.motions]
        np.testing.assert_array_equal(batch.pocket[k, 0] >= 0, fallen)


def test_shapes_and_types():
    batch = cuelab.rollout(CUT, strikes(3), samples=4, noise="computational-pool",
                           keep=("final", "events", "jacobian", "margin", "strikes"), times=[0.5])
    assert batch.final.shape == (3, 4, 2, 3) and batch.final.dtype == np.float64
    assert batch.pocket.shape == (3, 4, 2) and batch.pocket.dtype == np.int8
    assert batch.status.shape == (3, 4) and batch.status.dtype == np.uint8
    assert batch.jacobian.shape == (3, 4, 2, 3, 5)
    assert batch.margin.shape == (3, 4, 5)
    assert batch.positions.shape == (3, 4, 1, 2, 3)
    assert batch.offsets.shape == (13,) and batch.offsets[-1] == len(batch.events)
    assert len(batch) == 3
    with pytest.raises(AttributeError, match="velocity was not kept"):
        batch.velocity
    empty = cuelab.rollout(CUT, np.empty((0, 5)), keep=("final", "events"))
    assert empty.final.shape == (0, 1, 2, 3) and len(empty.events) == 0


def test_jacobian_and_margin_equal_those_of_single_runs():
    scene = CUT.replace(**{"shot.speed": 0.7})
    batch = cuelab.rollout(scene, [scene.strike], keep=("jacobian", "margin"))
    found = cuelab.simulate(scene).derivatives()
    np.testing.assert_array_equal(batch.jacobian[0, 0], found.final)
    np.testing.assert_array_equal(batch.margin[0, 0], found.margin)
    # per degree: a turn to the left moves the cue ball's end as the difference says
    h = 1e-5
    moved = scene.strike + np.array([[0, h, 0, 0, 0], [0, -h, 0, 0, 0]])
    ends = cuelab.rollout(scene, moved).final
    np.testing.assert_allclose(batch.jacobian[0, 0, :, :, 1], (ends[0, 0] - ends[1, 0]) / (2 * h),
                               rtol=1e-4, atol=1e-6)


def test_noise_is_repeatable_and_has_its_deviation():
    struck = np.tile(CUT.strike, (4, 1))
    noise = {"speed": 0.1, "heading": 0.5}
    first = cuelab.rollout(CUT, struck, noise=noise, samples=500, seed=3, keep=("final", "strikes"),
                           threads=1)
    again = cuelab.rollout(CUT, struck, noise=noise, samples=500, seed=3, keep=("final", "strikes"))
    other = cuelab.rollout(CUT, struck, noise=noise, samples=500, seed=4, keep=("final", "strikes"))
    np.testing.assert_array_equal(first.final, again.final)
    assert (first.strikes != other.strikes).any()
    assert first.strikes[..., 0].std() == pytest.approx(0.1, rel=0.1)
    assert first.strikes[..., 1].std() == pytest.approx(0.5, rel=0.1)
    np.testing.assert_array_equal(first.strikes[..., 2], CUT.strike[2])


def test_balls_and_params_of_each_stroke():
    struck = np.tile(CUT.strike, (3, 1))
    balls = np.tile(CUT.positions, (3, 1, 1))
    balls[1, 1, 1] += 0.02
    friction = np.array([0.2, 0.2, 0.15])
    batch = cuelab.rollout(CUT, struck, balls=balls, params={"physics.cloth.sliding": friction})
    for k in range(3):
        scene = with_strike(CUT, CUT.strike).replace(
            **{"balls.1.position": balls[k, 1, :2].tolist(), "physics.cloth.sliding": friction[k]})
        np.testing.assert_array_equal(batch.final[k, 0], cuelab.simulate(scene).final)


def test_balls_out_of_play():
    balls = CUT.positions[None].copy()
    balls[0, 1] = [0.0, 0.0, -0.08]
    batch = cuelab.rollout(CUT, [CUT.strike], balls=balls, keep=("final", "events"))
    assert batch.status[0, 0] == 0
    assert batch.pocket[0, 0].tolist() == [-1, -3]
    np.testing.assert_array_equal(batch.final[0, 0, 1], balls[0, 1])
    assert not (batch.events["ball"] == 1).any()
    # what fell stays out when the final positions are played on
    fell = cuelab.rollout(CUT, [CUT.strike])
    assert fell.pocket[0, 0, 1] >= 0
    on = cuelab.rollout(CUT, [CUT.strike], balls=fell.final[:, 0])
    assert on.pocket[0, 0, 1] == -3


def test_statuses():
    balls = np.tile(CUT.positions, (2, 1, 1))
    balls[1, 1] = balls[1, 0]
    batch = cuelab.rollout(CUT, [CUT.strike, CUT.strike], balls=balls)
    assert [cuelab.STATUSES[s] for s in batch.status[:, 0]] == ["done", "bad-scene"]
    assert (batch.final[1] == 0.0).all() and (batch.pocket[1] == -1).all()
    missed = cuelab.rollout(CUT, [[1.0, 0.0, 0.9, 0.0, 0.0]])
    assert cuelab.STATUSES[missed.status[0, 0]] == "miscue"


def test_stop_conditions():
    hit = cuelab.rollout(CUT, [CUT.strike], stop="first_hit", keep=("final", "events"))
    assert cuelab.EVENT_TYPES[hit.events["type"][-1]] == "ball-ball"
    two = cuelab.rollout(CUT, [CUT.strike], stop={"event_count": 2}, keep="events")
    assert len(two.events) == 2
    rest = cuelab.rollout(CUT, [CUT.strike], stop={"at_rest": "cue"})
    assert rest.t_end[0, 0] <= cuelab.rollout(CUT, [CUT.strike]).t_end[0, 0]


def test_results_are_written_in_place():
    struck = strikes(8)
    final = np.full((8, 1, 2, 3), 7.0)
    batch = cuelab.rollout(CUT, struck, out={"final": final})
    assert batch.final is final
    np.testing.assert_array_equal(final, cuelab.rollout(CUT, struck).final)
    again = cuelab.rollout(CUT, strikes(8, seed=1), out=batch)
    assert again.final is final
    np.testing.assert_array_equal(final, cuelab.rollout(CUT, strikes(8, seed=1)).final)


@pytest.mark.parametrize("engine", ["hybrid", "smooth", "stepped"])
def test_other_engines(engine):
    scene = cuelab.Scene.load("stun_shot").replace(**{"run.engine": engine})
    batch = cuelab.rollout(scene, [scene.strike])
    np.testing.assert_array_equal(batch.final[0, 0], cuelab.simulate(scene).final)
    with pytest.raises(ValueError, match="event engine"):
        cuelab.rollout(scene, [scene.strike], keep="jacobian")


def spoiled(place, value):
    struck = np.tile(CUT.strike, (20, 1))
    struck[place] = value
    return struck


NAN, INF = float("nan"), float("inf")
GOOD = [CUT.strike, CUT.strike]


@pytest.mark.parametrize("arguments, error, message", [
    ((spoiled((17, 0), NAN),), ValueError, r"strikes\[17, 0\] \(speed\): is nan"),
    ((spoiled((3, 1), -INF),), ValueError, r"strikes\[3, 1\] \(heading\): is infinite"),
    ((spoiled((0, 4), 91.0),), ValueError, r"strikes\[0, 4\] \(elevation\): is 91"),
    ((spoiled((5, 0), -1.0),), ValueError, r"strikes\[5, 0\] \(speed\): is -1"),
    (([[1.0, 2.0]],), ValueError, r"strikes: has the shape \(1, 2\)"),
    (("fast",), TypeError, "strikes: must be numbers"),
    (([[1.0] * 5, [1.0]],), (TypeError, ValueError), "strikes: must be"),
    ((np.ones((2, 5), complex),), TypeError, "strikes: must be numbers"),
    ((GOOD, {"balls": np.zeros((2, 3, 3))}), ValueError, r"balls: has the shape \(2, 3, 3\)"),
    ((GOOD, {"balls": np.full((2, 2, 3), NAN)}), ValueError, r"balls\[0, 0, 0\]: is nan"),
    ((GOOD, {"params": {"physics.cloth.slidng": [1, 1]}}), ValueError, "did you mean"),
    ((GOOD, {"params": {"physics.cloth.sliding": [0.2, -1]}}), ValueError, r"\[1\]: is -1"),
    ((GOOD, {"params": {"physics.cloth.sliding": [0.2]}}), ValueError, "shape"),
    ((GOOD, {"params": {"shot.speed": [1, 2]}}), ValueError, "use strikes"),
    ((GOOD, {"params": 3}), TypeError, "params"),
    ((GOOD, {"noise": "wild"}), ValueError, "noise"),
    ((GOOD, {"noise": {"sped": 1}}), ValueError, "noise"),
    ((GOOD, {"noise": {"speed": NAN}}), ValueError, "noise"),
    ((GOOD, {"noise": {"speed": -1}}), ValueError, "noise"),
    ((GOOD, {"samples": 0}), ValueError, "samples"),
    ((GOOD, {"samples": 1.5}), TypeError, "samples"),
    ((GOOD, {"seed": -1}), ValueError, "seed"),
    ((GOOD, {"stop": "never"}), ValueError, "stop"),
    ((GOOD, {"stop": {"at_rest": "9"}}), ValueError, "stop"),
    ((GOOD, {"keep": ("final", "all")}), ValueError, "keep"),
    ((GOOD, {"times": [0.0, -1.0]}), ValueError, r"times\[1\]"),
    ((GOOD, {"threads": 0}), ValueError, "threads"),
    ((GOOD, {"out": {"final": np.zeros((2, 1, 2, 2))}}), ValueError, "out"),
    ((GOOD, {"out": {"final": np.zeros((2, 1, 2, 3), np.float32)}}), ValueError, "out"),
    ((GOOD, {"out": {"final": np.zeros((2, 1, 2, 6))[..., ::2]}}), ValueError, "out"),
    ((GOOD, {"out": {"finale": np.zeros(3)}}), ValueError, "out"),
    ((GOOD, {"out": 3}), TypeError, "out"),
])
def test_wrong_input_is_refused(arguments, error, message):
    options = arguments[1] if len(arguments) > 1 else {}
    with pytest.raises(error, match=message):
        cuelab.rollout(CUT, arguments[0], **options)


def test_arrays_that_share_memory_are_refused():
    struck = np.tile(CUT.strike, (6, 1))
    with pytest.raises(ValueError, match="share memory"):
        cuelab.rollout(CUT, struck, out={"t_end": struck.reshape(-1)[:6].reshape(6, 1)})
    memory = np.zeros(36)
    with pytest.raises(ValueError, match="share memory"):
        cuelab.rollout(CUT, struck, out={"final": memory.reshape(6, 1, 2, 3),
                                         "t_end": memory[:6].reshape(6, 1)})


def test_two_threads_give_the_same():
    struck = strikes(400)
    expected = cuelab.rollout(CUT, struck).final
    found = [None] * 4

    def work(k):
        found[k] = cuelab.rollout(CUT, struck, threads=1 + k % 2).final

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for final in found:
        np.testing.assert_array_equal(final, expected)


def test_score_equals_the_referee_of_single_runs():
    scene = cuelab.Scene.load("break_9ball").replace(**{"run.engine": "event"})
    struck = np.tile(scene.strike, (6, 1))
    struck[:, 1] += np.linspace(-8.0, 8.0, 6)
    batch = cuelab.rollout(scene, struck, keep=("final", "events"))
    rulings, happened = cuelab.score(batch, rule="nine-ball", is_break=True), cuelab.outcomes(batch)
    assert rulings.shape == happened.shape == (6, 1)
    for k, strike in enumerate(struck):
        run = cuelab.simulate(with_strike(scene, strike))
        ruling = run.judge("nine-ball", is_break=True)
        for name in ("legal", "success", "wins", "loses", "points"):
            assert rulings[k, 0][name] == ruling[name]
        fouls = [cuelab.FOULS[bit] for bit in range(8) if rulings[k, 0]["fouls"] >> bit & 1]
        assert fouls == ruling["fouls"]
        assert happened[k, 0]["scratch"] == run.outcome["scratch"]
        assert happened[k, 0]["spread"] == pytest.approx(run.outcome["spread"])
    assert not rulings["legal"].all() and rulings["legal"].any()


def test_fallen_balls_are_not_on_the_table_for_the_referee():
    document = {"schema": 1, "balls": [{"id": "cue", "position": [-0.5, 0.0]},
                                       {"id": "1", "position": [0.5, 0.3]},
                                       {"id": "2", "position": [0.0, 0.0]}]}
    scene = cuelab.Scene({**document, "shot": {"ball": "cue", "speed": 2.0, "heading": 0.0}})
    balls = np.stack([scene.positions, scene.positions])
    balls[1, 1] = [0.0, 0.0, -0.08]
    batch = cuelab.rollout(scene, [scene.strike] * 2, balls=balls, keep=("final", "events"))
    rulings = cuelab.score(batch, rule="nine-ball")
    assert rulings["legal"][:, 0].tolist() == [False, True]


def test_score_needs_what_it_reads():
    batch = cuelab.rollout(CUT, GOOD)
    with pytest.raises(AttributeError, match="events"):
        cuelab.score(batch, rule="nine-ball")
    kept = cuelab.rollout(CUT, GOOD, keep=("final", "events"))
    with pytest.raises(ValueError, match="rule"):
        cuelab.score(kept, rule="chess")
    with pytest.raises(TypeError, match="batch"):
        cuelab.outcomes(kept.final)
