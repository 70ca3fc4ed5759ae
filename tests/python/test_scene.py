"""Scenes: loading, changing, refusing."""
import copy
import pathlib
import pickle

import numpy as np
import pytest

import cuelab

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = {"schema": 1, "table": {"preset": "pool-9ft"},
            "balls": [{"id": "cue", "position": [-0.5, 0.0]}, {"id": "1", "position": [0.3, 0.1]}],
            "shot": {"ball": "cue", "speed": 2.0, "heading": 7.0}}


def test_named_scenes_equal_the_files():
    for path in sorted((ROOT / "scenes").glob("*.toml")):
        assert cuelab.Scene.load(path.stem) == cuelab.Scene.load(path)
        assert cuelab.Scene(path.read_text()) == cuelab.Scene.load(str(path))
    assert len(cuelab.scenes()) == len(list((ROOT / "scenes").glob("*.toml")))


def test_dictionary_and_toml_give_the_same_scene():
    scene = cuelab.Scene(DOCUMENT)
    assert cuelab.Scene(scene.to_toml()) == scene
    assert cuelab.Scene(scene.to_dict()) == scene
    assert scene.balls == ("cue", "1")
    assert scene.strike == (2.0, 7.0, 0.0, 0.0, 0.0)
    np.testing.assert_array_equal(scene.positions[:, :2], [[-0.5, 0.0], [0.3, 0.1]])


def test_values_of_numpy_are_taken():
    document = {**DOCUMENT, "balls": [{"id": "cue", "position": np.array([-0.5, 0.0])},
                                      {"id": "1", "position": (np.float64(0.3), 0.1)}]}
    assert cuelab.Scene(document) == cuelab.Scene(DOCUMENT)
    assert cuelab.Scene(DOCUMENT).replace(**{"shot.speed": np.float32(3)}).strike[0] == 3.0


def test_replace_leaves_the_scene_as_it_was():
    scene = cuelab.Scene(DOCUMENT)
    faster = scene.replace(**{"shot.speed": 3, "physics.cloth.sliding": 0.25})
    assert (scene.strike[0], faster.strike[0]) == (2.0, 3.0)
    assert faster.number("physics.cloth.sliding") == 0.25
    assert faster.replace(**{"shot.speed": 2.0, "physics.cloth.sliding": 0.2}) == scene
    assert faster != scene
    other = scene.replace(**{"physics.cushion": {"law": "mirror", "restitution": 0.8},
                             "run.engine": "stepped", "balls.1.position": [0.2, -0.1]})
    assert other.engine == "stepped"
    assert other.positions[1, 1] == -0.1


def test_scenes_are_constant():
    scene = cuelab.Scene(DOCUMENT)
    with pytest.raises(AttributeError, match="replace"):
        scene.name = "other"
    with pytest.raises(AttributeError):
        del scene._core
    scene.positions[0, 0] = 9.0  # a copy
    assert scene.positions[0, 0] == -0.5


def test_copies_and_pickles():
    scene = cuelab.Scene(DOCUMENT).replace(**{"shot.speed": 3})
    assert pickle.loads(pickle.dumps(scene)) == scene
    assert copy.deepcopy(scene) == scene
    assert hash(copy.copy(scene)) == hash(scene)


@pytest.mark.parametrize("change, message", [
    ({"shot.sped": 3}, 'shot.sped: unknown key, did you mean "speed"'),
    ({"shot.speed": -3}, "shot.speed"),
    ({"shot.speed": float("nan")}, "shot.speed"),
    ({"shot.speed": "fast"}, "shot.speed"),
    ({"run.engine": "evnt"}, "event"),
    ({"balls.1.position": [-0.5, 0.0]}, "overlap"),
    ({"a=b": 1}, "not a key"),
])
def test_wrong_values_are_refused_with_the_key(change, message):
    with pytest.raises(ValueError, match=message):
        cuelab.Scene(DOCUMENT).replace(**change)


def test_wrong_sources_are_refused():
    with pytest.raises(ValueError, match='did you mean "break_9ball"'):
        cuelab.Scene.load("break_9bal")
    with pytest.raises(FileNotFoundError):
        cuelab.Scene.load("missing.toml")
    with pytest.raises(ValueError, match="ball"):
        cuelab.Scene({**DOCUMENT, "balls": []})
    with pytest.raises(ValueError, match="scene: shot.speed: is nan"):
        cuelab.Scene({**DOCUMENT, "shot": {"ball": "cue", "speed": float("nan")}})
    for source in (None, 3, [1, 2]):
        with pytest.raises(TypeError, match="source"):
            cuelab.Scene(source)
    with pytest.raises(TypeError, match="shot.speed"):
        cuelab.Scene(DOCUMENT).replace(**{"shot.speed": None})


def test_aiming():
    scene = cuelab.Scene(DOCUMENT)
    heading = scene.heading_at("1", 0.0)
    assert heading == pytest.approx(np.degrees(np.arctan2(0.1, 0.8)), abs=1e-9)
    # cut to the left: the cue ball goes to the right of the object ball
    assert scene.heading_at("1", 30.0) < heading
    with pytest.raises(ValueError, match="ball"):
        scene.heading_at("2")


def test_unknown_numbers_are_answered_with_the_nearest():
    with pytest.raises(ValueError, match="did you mean"):
        cuelab.Scene(DOCUMENT).number("shot.sped")


def test_picture():
    assert "<svg" in cuelab.Scene(DOCUMENT)._repr_svg_()
