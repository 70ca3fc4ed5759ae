"""Runs: events, samples, energy, derivatives, pictures, all engines."""
import json
import os
import subprocess

import numpy as np
import pytest

import cuelab


@pytest.fixture(scope="module")
def cut():
    return cuelab.simulate(cuelab.Scene.load("cut_left_side"))


def test_events_are_a_structured_array(cut):
    assert cut.events.dtype == cuelab.event_dtype
    assert (np.diff(cut.events["t"]) >= 0.0).all()
    words = cut.describe()
    assert len(words) == len(cut.events)
    for row, (t, kind, first, second) in zip(cut.events, words):
        assert row["t"] == t
        assert cuelab.EVENT_TYPES[row["type"]] == kind
        assert cut.scene.balls[row["ball"]] == first
        assert (row["other"] == -1) == (second == "")
    assert ("ball-ball", "cue", "1") in [word[1:] for word in words]
    with pytest.raises(ValueError):
        cut.events["t"] = 0.0


def test_samples_agree_with_start_and_end(cut):
    np.testing.assert_allclose(cut.positions(0.0), cut.scene.positions, atol=1e-15)
    np.testing.assert_array_equal(cut.positions(cut.t_end), cut.final)
    times = np.linspace(0.0, cut.t_end, 11)
    assert cut.positions(times).shape == (11, 2, 3)
    assert cut.orientations(times).shape == (11, 2, 4)
    np.testing.assert_allclose(np.linalg.norm(cut.orientations(times), axis=-1), 1.0, atol=1e-12)
    np.testing.assert_array_equal(cut.positions(times)[3], cut.positions(times[3]))


def test_velocity_is_the_rate_of_position(cut):
    t, h = 0.05, 1e-6
    rate = (cut.positions(t + h) - cut.positions(t - h)) / (2 * h)
    np.testing.assert_allclose(rate, cut.velocities(t), atol=1e-6)


def test_energy_falls_and_the_budget_closes(cut):
    times = np.linspace(0.0, cut.t_end, 50)
    energy = cut.energy_at(times)
    assert (np.diff(energy) <= 1e-12).all()
    budget = cut.energy
    assert energy[0] == pytest.approx(budget["initial"])
    assert budget["initial"] == pytest.approx(budget["final"] + sum(budget["lost"].values()))


@pytest.mark.parametrize("engine", cuelab.ENGINES)
def test_every_engine_runs(engine):
    scene = cuelab.Scene.load("stun_shot")
    run = cuelab.simulate(scene, engine=engine, at=[0.3])
    assert run.engine == engine and run.stop == "at-rest"
    exact = cuelab.simulate(scene, engine="event")
    # stun: the object ball takes over the speed of the cue ball
    np.testing.assert_allclose(run.positions(0.3), exact.positions(0.3), atol=0.01)
    assert run.hash == cuelab.simulate(scene, engine=engine, at=[0.3]).hash


def test_same_hash_as_the_command_line():
    program = os.environ.get("CUELAB")
    if not program:
        pytest.skip("CUELAB does not name the program")
    for name in ("cut_left_side", "break_9ball", "masse"):
        printed = subprocess.run([program, "simulate", f"scenes/{name}.toml", "--json"], check=True,
                                 capture_output=True, text=True).stdout
        assert json.loads(printed)["hash"] == cuelab.simulate(cuelab.Scene.load(name)).hash


@pytest.mark.parametrize("name", ["newtons_cradle", "bouncing_ball"])
def test_systems_of_bodies(name):
    scene = cuelab.Scene.load(name)
    run = cuelab.simulate(scene)
    assert run.final.shape == (len(scene.balls), 3)
    assert len(run.events) > 0
    assert "<svg" in run._repr_svg_()


def test_derivatives_agree_with_differences():
    scene = cuelab.Scene.load("cut_left_side").replace(**{"shot.speed": 0.7})
    found = cuelab.simulate(scene).derivatives(["shot.speed", "physics.cloth.rolling"])
    assert found.final.shape == (2, 3, 2)
    for column, (key, h) in enumerate([("shot.speed", 1e-6), ("physics.cloth.rolling", 1e-8)]):
        at = scene.number(key)
        ends = [cuelab.simulate(scene.replace(**{key: at + d})).final for d in (h, -h)]
        np.testing.assert_allclose(found.final[..., column], (ends[0] - ends[1]) / (2 * h),
                                   rtol=1e-5, atol=1e-5)
        assert found.margin[column] > 0.0
    with pytest.raises(ValueError, match="did you mean"):
        cuelab.simulate(scene).derivatives(["shot.sped"])
    assert cuelab.simulate(scene).derivatives([]).final.shape == (2, 3, 0)


def test_pictures_and_pages(cut, tmp_path):
    assert "<svg" in cut._repr_svg_()
    assert "<svg" in cut.side_view()
    assert "<svg" in cut.curves()
    page = cut.animate()
    assert "<iframe srcdoc=" in page._repr_html_()
    page.save(str(tmp_path / "run.html"))
    assert (tmp_path / "run.html").read_text() == page


def test_documents(cut):
    document = json.loads(cut.to_json())
    assert document["hash"] == cut.hash
    assert json.loads(cut.to_json(recording=True))["hash"] == cut.hash


def test_outcome_and_referee():
    run = cuelab.simulate(cuelab.Scene.load("cut_left_side"))
    fallen = [ball for ball, pocket, t in run.outcome["pocketed"]]
    assert ("1" in fallen) == (run.motions[1] == "pocketed")
    assert run.judge("eight-ball")["legal"]
    with pytest.raises(ValueError, match="nine-ball"):
        run.judge("ten-ball")


def test_final_scene_goes_on():
    run = cuelab.simulate(cuelab.Scene.load("break_9ball"))
    left = run.final_scene()
    assert set(left.balls) == {ball for ball, motion in zip(run.scene.balls, run.motions)
                               if motion not in ("pocketed", "off-table")}
    assert cuelab.simulate(left).t_end == 0.0


@pytest.mark.parametrize("call, error", [
    (lambda s: cuelab.simulate("stun_shot"), TypeError),
    (lambda s: cuelab.simulate(s, engine="evnt"), ValueError),
    (lambda s: cuelab.simulate(s, engine=3), TypeError),
    (lambda s: cuelab.simulate(s, at=[-1.0]), ValueError),
    (lambda s: cuelab.simulate(s, at=[float("nan")]), ValueError),
    (lambda s: cuelab.simulate(s, at="now"), TypeError),
    (lambda s: cuelab.simulate(s).positions(-1.0), ValueError),
    (lambda s: cuelab.simulate(s).positions([[1.0]]), ValueError),
    (lambda s: cuelab.simulate(s).energy_at(float("inf")), ValueError),
])
def test_wrong_arguments_are_refused(call, error):
    with pytest.raises(error, match="scene|engine|at|t"):
        call(cuelab.Scene.load("stun_shot"))


def test_experiments():
    names = [experiment.name for experiment in cuelab.experiments()]
    assert len(names) > 3
    with pytest.raises(ValueError):
        cuelab.reproduce("no-such-experiment")


def test_models_have_sources():
    laws = cuelab.models()
    assert laws["physics.cushion"]["stronge"]["source"]
