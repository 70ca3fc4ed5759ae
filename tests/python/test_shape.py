"""Finding strokes: pots, position, refusals."""
import numpy as np
import pytest

import cuelab

STUN = cuelab.Scene.load("stun_shot")
NEAR = {"speed": (1.5, 3.0), "heading": (-10.0, 10.0)}
POT = {"kind": "pot", "ball": "1"}


def test_solutions_reach_their_goals():
    found = cuelab.shape(STUN, POT, unknowns=NEAR, k=4, samples=100, simulations=2000, seed=2)
    assert 1 <= len(found.solutions) <= 4
    chances = [solution.chance for solution in found.solutions]
    assert chances == sorted(chances, reverse=True)
    for solution in found.solutions:
        fallen = [ball for ball, *_ in cuelab.simulate(solution.scene).outcome["pocketed"]]
        assert "1" in fallen
        assert solution.scene.strike[0] == pytest.approx(solution.unknowns["speed"])
        assert NEAR["heading"][0] <= solution.unknowns["heading"] <= NEAR["heading"][1]


def test_noise_lowers_the_chance():
    chances = [cuelab.shape(STUN, POT, unknowns=NEAR, noise={"heading": deviation}, k=1,
                            simulations=2000).solutions[0].chance for deviation in (0.0, 5.0)]
    assert chances[0] == 1.0 and chances[1] < 0.9


def test_what_cannot_be_done_is_said():
    far = {"kind": "stop", "ball": "cue", "at": [1.0, 0.5], "tolerance": 1e-3}
    found = cuelab.shape(STUN, far, unknowns={"speed": (0.1, 0.2), "heading": (0.0, 1.0)}, k=1,
                         simulations=300)
    assert found.solutions == () and found.miss > 0.1
    assert np.isfinite(found.miss) and found.closest.strike is not None


@pytest.mark.parametrize("arguments, error, message", [
    (({"kind": "pott", "ball": "1"},), ValueError, "pot"),
    (({"kind": "pot", "ball": "7"},), ValueError, "ball"),
    (({"kind": "stop", "ball": "cue", "at": [np.nan, 0.0]},), ValueError, "goals.0.at.0"),
    ((3,), TypeError, "goals"),
    ((POT, {"unknowns": {"sped": (1, 2)}}), ValueError, "speed"),
    ((POT, {"unknowns": {"speed": (1, 2, 3)}}), ValueError, "unknowns"),
    ((POT, {"unknowns": {"speed": (2, 1)}}), ValueError, "unknowns"),
    ((POT, {"k": 0}), ValueError, "k"),
    ((POT, {"noise": "wild"}), ValueError, "noise"),
])
def test_wrong_problems_are_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        cuelab.shape(STUN, arguments[0], **(arguments[1] if len(arguments) > 1 else {}))
