"""Studies: the same as batches and the command line, interruptions, refusals."""
import os
import subprocess
import warnings

import numpy as np
import pytest

import cuelab

CUT = cuelab.Scene.load("cut_left_side")
STUDY = {
    "schema": 1, "name": "two by three", "scene": CUT,
    "axis": [{"key": "shot.speed", "values": [1.0, 2.0]},
             {"key": "shot.heading", "from": 7.2, "to": 7.8, "count": 3}],
    "noise": {"level": "computational-pool"},
    "run": {"samples": 100, "seed": 5, "chunk": 100},
    "metric": [{"name": "potted", "kind": "pot", "ball": "1"}, {"name": "time", "kind": "time"}]}


@pytest.fixture(scope="module")
def found():
    return cuelab.sweep(STUDY)


def test_estimates_equal_those_of_a_batch(found):
    assert found.shape == (2, 3) and found.design == "grid"
    speed, heading = found.axes["shot.speed"], found.axes["shot.heading"]
    assert speed[:, 0].tolist() == [1.0, 2.0]
    np.testing.assert_allclose(heading[0], [7.2, 7.5, 7.8])
    strikes = np.tile(CUT.strike, (6, 1))
    strikes[:, 0], strikes[:, 1] = speed.ravel(), heading.ravel()
    batch = cuelab.rollout(CUT, strikes, noise="computational-pool", samples=100, seed=5)
    potted = found.metrics["potted"]
    share = (batch.pocket[:, :, 1] >= 0).mean(axis=1).reshape(2, 3)
    np.testing.assert_allclose(potted["estimate"], share, atol=1e-12)
    assert len(np.unique(share)) > 3
    assert (potted["low"] <= share).all() and (potted["high"] >= share).all()
    assert (potted["count"] == 100).all() and (found.runs == 100).all()
    np.testing.assert_allclose(found.metrics["time"]["estimate"],
                               batch.t_end.mean(axis=1).reshape(2, 3))
    assert found.overall["potted"]["estimate"] == pytest.approx(share.mean())
    best = found.best("potted")
    k = np.unravel_index(share.argmax(), share.shape)
    assert best == {"shot.speed": speed[k], "shot.heading": heading[k]}


def test_histograms_ends_and_picture(found):
    counts, edges = found.histograms["time"]
    assert counts.sum() == 600 and len(edges) == len(counts) + 1
    ends, x, y = found.ends
    assert ends.shape == (len(y) - 1, len(x) - 1) and 0 < ends.sum() <= 600
    assert "<svg" in found._repr_svg_() and "potted" in repr(found)


def test_shots_are_kept_on_request():
    kept = cuelab.sweep({**STUDY, "run": {**STUDY["run"], "keep_shots": True}})
    assert kept.shots["strikes"].shape == (600, 5)
    assert (kept.shots["status"] == 0).all()
    np.testing.assert_allclose(kept.shots["potted"].reshape(2, 3, 100).mean(axis=2),
                               kept.metrics["potted"]["estimate"])


def test_same_file_as_the_command_line(tmp_path):
    program = os.environ.get("CUELAB")
    if not program:
        pytest.skip("CUELAB does not name the program")
    study = tmp_path / "study.toml"
    study.write_text('schema = 1\nscene = "cut_left_side"\nmetric = [{name = "p", kind = "scratch"}]\n'
                     '[[axis]]\nkey = "shot.speed"\nvalues = [1, 2, 3]\n[run]\nsamples = 50\n')
    there, here = tmp_path / "there.h5", tmp_path / "here.h5"
    subprocess.run([program, "sweep", study, "-o", there, "-q"], check=True)
    cuelab.sweep(study, here, csv=tmp_path / "here.csv", threads=1)
    assert here.read_bytes() == there.read_bytes()
    assert (tmp_path / "here.csv").read_text().startswith("shot.speed,runs,done")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "here.csv", "here.h5", "study.toml", "there.h5"]


def test_an_interruption_leaves_the_journal(tmp_path):
    out, told = tmp_path / "study.h5", []
    def stop_after_some(done, of):
        told.append((done, of))
        if done >= 200:
            raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        big = {**STUDY, "run": {"samples": 20000, "seed": 5, "chunk": 500}}
        cuelab.sweep(big, out, progress=stop_after_some, threads=1)
    assert told[-1][0] < told[-1][1] == 120000
    assert not out.exists() and (tmp_path / "study.h5.journal").exists()
    with pytest.raises(ValueError, match="another study"):
        cuelab.sweep(STUDY, out)


def test_progress_begins_with_what_is_finished(tmp_path):
    out, part, whole = tmp_path / "study.h5", [], []
    def stop_at_the_end(done, of):
        if done == of:
            raise RuntimeError("enough")
    with pytest.raises(RuntimeError, match="enough"):
        cuelab.sweep(STUDY, out, progress=stop_at_the_end)
    assert (tmp_path / "study.h5.journal").stat().st_size > 0
    again = cuelab.sweep(STUDY, out, progress=lambda done, of: part.append(done))
    assert part == [600]
    assert not (tmp_path / "study.h5.journal").exists()
    cuelab.sweep(STUDY, tmp_path / "other.h5", progress=lambda done, of: whole.append(done))
    assert whole[-1] == 600
    assert out.read_bytes() == (tmp_path / "other.h5").read_bytes()
    assert again.overall["potted"]["count"] == 600


def test_damaged_journals_are_told_and_mended(tmp_path):
    out = tmp_path / "study.h5"
    def stop(done, of):
        if done == of:
            raise RuntimeError("enough")
    with pytest.raises(RuntimeError):
        cuelab.sweep(STUDY, out, progress=stop)
    journal = tmp_path / "study.h5.journal"
    content = bytearray(journal.read_bytes())
    content[len(content) // 2] ^= 1
    journal.write_bytes(content)
    with pytest.warns(RuntimeWarning, match="damaged bytes"):
        mended = cuelab.sweep(STUDY, out)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        np.testing.assert_array_equal(mended.metrics["potted"],
                                      cuelab.sweep(STUDY).metrics["potted"])


@pytest.mark.parametrize("arguments, error, message", [
    ((3,), TypeError, "study"),
    (("missing.toml",), FileNotFoundError, "missing.toml"),
    (("schema = 1\n",), ValueError, "study"),
    (({**STUDY, "axis": [{"key": "shot.sped", "values": [1]}]},), ValueError, "shot.sped"),
    (({**STUDY, "metric": [{"name": "p", "kind": "pott"}]},), ValueError, "pot"),
    (({**STUDY, "axis": [{"key": "shot.speed", "values": [float("nan")]}]},), ValueError, "nan"),
    ((STUDY, "out.hdf"), ValueError, "must end in .h5"),
    ((STUDY, 3), TypeError, "out"),
    ((STUDY, "no/such/folder/out.h5"), FileNotFoundError, "folder"),
    ((STUDY, None, {"threads": 0}), ValueError, "threads"),
    ((STUDY, None, {"csv": "points.csv"}), ValueError, "csv"),
    ((STUDY, None, {"progress": 3}), TypeError, "progress"),
])
def test_wrong_studies_are_refused(arguments, error, message):
    options = arguments[2] if len(arguments) > 2 else {}
    with pytest.raises(error, match=message):
        cuelab.sweep(*arguments[:2], **options)


def test_best_needs_a_metric(found):
    with pytest.raises(ValueError, match="potted, time"):
        found.best("scratch")
