"""cuelab sweep: results, refusals, and what survives kills, full disks and damaged journals."""

import csv
import json
import resource
import signal
import subprocess
import time
import unittest

import h5py

from _cuelab import CUELAB, SOURCE, CliTest

STUDY = """
schema = 1
name = "two by three"
[scene]
schema = 1
[scene.table]
preset = "pool-9ft"
[[scene.balls]]
id = "cue"
position = [-0.3, -0.25]
[[scene.balls]]
id = "1"
position = [0.65, 0.2]
[scene.shot]
at = "1"
cut = 10.7
speed = 2.0
[[axis]]
key = "shot.speed"
values = [1.0, 3.0]
[[axis]]
key = "shot.cut"
from = 10.0
to = 24.0
count = 3
[noise]
level = "computational-pool"
[run]
samples = 200
seed = 5
chunk = 100
[[metric]]
name = "potted"
kind = "pot"
ball = "1"
[[metric]]
name = "safe"
kind = "leave"
centre = [0, 0]
radius = 5.0
[[metric]]
name = "both"
kind = "all"
of = ["potted", "safe"]
[[metric]]
name = "x"
kind = "cue-x"
"""

# long enough to be killed on the way
LONG = STUDY.replace("samples = 200", "samples = 20000").replace("chunk = 100", "chunk = 3000")


class Results(CliTest):
    def sweep(self, text=STUDY, *options, name="f.h5"):
        study = self.scene(text, "study.toml")
        self.expect_ok("sweep", study, "-o", name, "-q", *options)
        return self.folder / name

    def test_chances_follow_aim(self):
        with h5py.File(self.sweep()) as f:
            self.assertEqual(list(f.attrs["shape"]), [2, 3])
            self.assertEqual(list(f["points/shot.cut"]), [10, 17, 24] * 2)
            self.assertEqual(list(f["points/shot.speed"]), [1, 1, 1, 3, 3, 3])
            self.assertEqual(f["points/shot.cut"].attrs["unit"], b"deg")
            chance = f["metrics/potted/estimate"][:]
            # the first cut is right, the last one misses
            self.assertGreater(chance[3], 0.5)
            self.assertLess(chance[5], 0.2)
            self.assertTrue((f["metrics/potted/low"][:] <= chance).all())
            self.assertTrue((f["metrics/potted/high"][:] >= chance).all())
            self.assertTrue((f["metrics/both/estimate"][:] <= chance).all())
            self.assertTrue((f["points/runs"][:] == 200).all())
            self.assertEqual(f["cue_ball_ends"][:].sum(), f["metrics/x/count"][:].sum())
            self.assertEqual(f["histograms/x"][:].sum(), f["metrics/x/count"][:].sum())
            self.assertEqual(json.loads(f["study"][0])["run"]["seed"], 5)

    def test_csv_has_the_same_numbers(self):
        with h5py.File(self.sweep(STUDY, "--csv", "f.csv")) as f:
            with open(self.folder / "f.csv", encoding="utf-8") as text:
                rows = list(csv.DictReader(text))
            self.assertEqual([float(r["potted"]) for r in rows],
                             list(f["metrics/potted/estimate"]))
            self.assertEqual([float(r["x_low"]) for r in rows], list(f["metrics/x/low"]))
            self.assertEqual([float(r["shot.cut"]) for r in rows], list(f["points/shot.cut"]))

    def test_same_bytes_for_any_number_of_threads(self):
        one = self.sweep(STUDY, "--threads", "1", name="a.h5").read_bytes()
        time.sleep(1.1)  # a time stamp would differ
        self.assertEqual(one, self.sweep(STUDY, "--threads", "3", name="b.h5").read_bytes())

    def test_other_seeds_give_other_numbers(self):
        one = self.sweep(name="a.h5").read_bytes()
        other = self.sweep(STUDY.replace("seed = 5", "seed = 6"), name="b.h5").read_bytes()
        self.assertNotEqual(one, other)

    def test_kept_shots_average_to_the_points(self):
        with h5py.File(self.sweep(STUDY.replace("chunk = 100",
                                                "chunk = 100\nkeep_shots = true"))) as f:
            self.assertEqual(len(f["shots/speed"]), 1200)
            self.assertAlmostEqual(f["shots/potted"][600:800].mean(),
                                   f["metrics/potted/estimate"][3])
            self.assertAlmostEqual(f["shots/speed"][600:1200].std(), 0.075, delta=0.01)
            self.assertEqual(set(f["shots/status"]), {0})

    def test_laws_and_names_as_axes(self):
        text = STUDY.replace('key = "shot.speed"\nvalues = [1.0, 3.0]',
                             'key = "physics.cushion.law"\nvalues = ["mirror", "stronge"]')
        with h5py.File(self.sweep(text)) as f:
            self.assertEqual(f["points/physics.cushion.law"][0], b"mirror")
            mean = f["metrics/x/estimate"][:]
            self.assertNotEqual(mean[2], mean[5])

    def test_coefficients_as_axes(self):
        # a name as a second axis makes every scene be read anew, which must change nothing
        numbers = STUDY.replace('key = "shot.speed"\nvalues = [1.0, 3.0]',
                                'key = "physics.cloth.rolling"\nvalues = [0.008, 0.012]')
        names = numbers.replace("[noise]",
                                '[[axis]]\nkey = "physics.cushion.law"\nvalues = ["rubber"]\n[noise]')
        with h5py.File(self.sweep(numbers)) as f, h5py.File(self.sweep(names, name="n.h5")) as g:
            for metric in ("potted", "x"):
                self.assertEqual(list(f[f"metrics/{metric}/estimate"]),
                                 list(g[f"metrics/{metric}/estimate"]))
            self.assertNotEqual(f["metrics/x/estimate"][2], f["metrics/x/estimate"][5])

    def test_noise_as_axis(self):
        text = STUDY.replace('key = "shot.speed"\nvalues = [1.0, 3.0]',
                             'key = "noise.scale"\nvalues = [0.0, 1.0]')
        with h5py.File(self.sweep(text)) as f:
            low, high = f["metrics/x/low"][:], f["metrics/x/high"][:]
            self.assertAlmostEqual(low[0], high[0], delta=1e-12)
            self.assertGreater(high[3], low[3] + 1e-3)

    def test_random_and_sobol_designs(self):
        for kind in ("random", "sobol"):
            text = STUDY.replace("[[axis]]", f'[design]\nkind = "{kind}"\npoints = 64\n[[axis]]', 1)
            text = text.replace("values = [1.0, 3.0]", "from = 1.0\nto = 3.0")
            text = text.replace("count = 3\n", "").replace("samples = 200", "samples = 2")
            with h5py.File(self.sweep(text, name=kind + ".h5")) as f:
                speed = f["points/shot.speed"][:]
                self.assertTrue(((speed > 1) & (speed < 3)).all())
                lower = int((speed < 2).sum())
                self.assertTrue(lower == 32 if kind == "sobol" else 16 < lower < 48, lower)

    def test_list_design(self):
        text = STUDY.replace("[[axis]]", '[design]\nkind = "list"\nrows = [[2, 11], [1, 12]]\n'
                             "[[axis]]", 1)
        text = text.replace("values = [1.0, 3.0]\n", "")
        text = text.replace("from = 10.0\nto = 24.0\ncount = 3\n", "")
        with h5py.File(self.sweep(text)) as f:
            self.assertEqual(list(f["points/shot.cut"]), [11, 12])

    def test_points_that_are_no_scenes_are_counted(self):
        text = STUDY.replace('key = "shot.speed"\nvalues = [1.0, 3.0]',
                             'key = "balls.0.position.0"\nvalues = [-0.3, 0.62]')
        text = text.replace("position = [-0.3, -0.25]", "position = [-0.3, 0.2]")
        with h5py.File(self.sweep(text)) as f:
            self.assertEqual(list(f["points/done"]), [200] * 3 + [0] * 3)
            self.assertEqual(list(f["metrics/potted/count"]), [200] * 3 + [0] * 3)

    def test_shipped_studies_are_valid(self):
        for path in sorted((SOURCE / "studies").glob("*.toml")):
            info = json.loads(self.expect_ok("sweep", path, "--info", "--json"))
            self.assertGreater(info["shots"], 1000, path)

    def test_schema_is_up_to_date(self):
        self.assertEqual((SOURCE / "schema/study.schema.json").read_text(),
                         self.expect_ok("schema", "--study"))


class Refusals(CliTest):
    def refuse(self, old, new, *mentions):
        self.assertIn(old, STUDY)
        study = self.scene(STUDY.replace(old, new, 1), "study.toml")
        self.expect_refused("sweep", study, "-o", "f.h5", mentions=["study.toml", *mentions])

    def test_wrong_studies(self):
        self.refuse("samples = 200", "sampels = 200", "run.sampels", "samples")
        self.refuse("samples = 200", "samples = 0", "run.samples", "between 1 and")
        self.refuse("count = 3", "", "axis.1.count", "missing")
        self.refuse("count = 3", "count = 1", "axis.1.count", "between 2 and")
        self.refuse('"shot.cut"', '"shot.cot"', "shot.cot", "shot.cut")
        self.refuse("to = 24.0", "to = 140.0", "shot.cut", "89.9")
        self.refuse('ball = "1"', 'ball = "7"', "metric.0.ball", "cue, 1")
        self.refuse('kind = "pot"', 'kind = "pott"', "metric.0.kind", "pot")
        self.refuse('level = "computational-pool"', 'level = "x"', "noise.level", "none")
        self.refuse('name = "safe"', 'name = "potted"', "metric.1.name", "potted")
        self.refuse('"potted", "safe"', '"x"', "metric.2.of", "before")
        self.refuse('name = "x"', 'name = "a/b"', "metric.3.name", "letters")
        self.refuse('[scene]\nschema = 1\n[scene.table]\npreset = "pool-9ft"',
                    '[scene]\nschema = 1\n[scene.table]\npreset = "pool"', "table.preset")
        self.refuse("cut = 10.7", "heading = 3", "shot")

    def test_wrong_options(self):
        study = self.scene(STUDY, "study.toml")
        for options, mention in ((["-o", "f.csv"], ".h5"), ([], "--out"),
                                 (["-o", "f.h5", "--chunk-range", "3"], "A:B"),
                                 (["-o", "f.h5", "--chunk-range", "50:60"], "0 to 11"),
                                 (["-o", "f.h5", "--threads", "0"], "--threads"),
                                 (["-o", "f.h5", "--merge"], "12 of 12"),
                                 (["-o", "none/f.h5"], "none")):
            self.expect_refused("sweep", study, *options, mentions=[mention])


class Durability(CliTest):
    def setUp(self):
        super().setUp()
        self.study = self.scene(LONG, "study.toml")
        self.expect_ok("sweep", self.study, "-o", "whole.h5", "-q")
        self.whole = (self.folder / "whole.h5").read_bytes()
        self.journal = self.folder / "f.h5.journal"

    def half(self):
        """A journal with some finished chunks, left by a killed run."""
        with subprocess.Popen([CUELAB, "sweep", self.study, "-o", "f.h5", "-q"],
                              cwd=self.folder) as run:
            while not self.journal.exists() or self.journal.stat().st_size < 20000:
                self.assertIsNone(run.poll(), "ended before it could be killed")
                time.sleep(0.001)
            run.send_signal(signal.SIGKILL)
        self.assertFalse((self.folder / "f.h5").exists())

    def finish(self, notes=0):
        done = self.run_cuelab("sweep", self.study, "-o", "f.h5", "-q")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.count("\n"), notes, done.stderr)
        self.assertEqual((self.folder / "f.h5").read_bytes(), self.whole)
        self.assertEqual(self.files(), ["f.h5", "study.toml", "whole.h5"])
        return done.stderr

    def test_a_killed_run_goes_on(self):
        self.half()
        before = self.journal.stat().st_size
        done = self.run_cuelab("sweep", self.study, "-o", "f.h5", "--chunk-range", "0:1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.journal.stat().st_size, before)  # chunk 0 was not played again
        self.finish(notes=1 if "damaged" in done.stderr else 0)

    def test_files_that_a_killed_run_left_are_removed(self):
        with subprocess.Popen(["true"]) as gone:
            gone.wait()
        (self.folder / f"f.h5.{gone.pid}.tmp").write_bytes(b"half")
        self.finish()

    def test_a_truncated_journal(self):
        self.half()
        self.journal.write_bytes(self.journal.read_bytes()[:-7])
        self.assertIn("damaged", self.finish(notes=1))

    def test_a_damaged_journal_keeps_all_other_chunks(self):
        self.half()
        self.run_cuelab("sweep", self.study, "-o", "f.h5", "--chunk-range", "0:1")
        data = bytearray(self.journal.read_bytes())
        data[data.index(b"CUECHUNK") + 100] ^= 1
        self.journal.write_bytes(data)
        whole = data.count(b"CUECHUNK")
        note = self.finish(notes=1)
        self.assertRegex(note, rf"{whole - 1} of 40 chunks|{whole - 2} of 40 chunks")

    def test_a_damaged_header(self):
        self.half()
        data = self.journal.read_bytes()
        self.journal.write_bytes(b"x" * 24 + data[24:])
        self.finish(notes=1)

    def test_a_journal_of_another_study(self):
        self.half()
        self.scene(LONG.replace("seed = 5", "seed = 6"), "study.toml")
        self.expect_refused("sweep", self.study, "-o", "f.h5", mentions=["another study"])

    def test_a_full_disk(self):
        def limited():
            resource.setrlimit(resource.RLIMIT_FSIZE, (40000, resource.RLIM_INFINITY))
        done = self.run_cuelab("sweep", self.study, "-o", "f.h5", "-q", preexec_fn=limited)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn("File too large", done.stderr)
        saved = self.journal.read_bytes().count(b"CUECHUNK")
        self.assertGreater(saved, 2)
        # and while the result is built: nothing half-written, nothing lost
        self.run_cuelab("sweep", self.study, "-o", "f.h5", "--chunk-range", "0:40")
        done = self.run_cuelab("sweep", self.study, "-o", "f.h5", "--merge", preexec_fn=limited)
        self.assertEqual(done.returncode, 2 if len(self.whole) > 40000 else 0, done.stderr)
        if len(self.whole) > 40000:
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertFalse((self.folder / "f.h5").exists())
        self.finish()

    def test_two_runs_of_one_output(self):
        with subprocess.Popen([CUELAB, "sweep", self.study, "-o", "f.h5", "-q"],
                              cwd=self.folder) as run:
            while not self.journal.exists() or self.journal.stat().st_size < 20000:
                time.sleep(0.001)
            run.send_signal(signal.SIGSTOP)
            done = self.run_cuelab("sweep", self.study, "-o", "f.h5")
            run.send_signal(signal.SIGCONT)
            self.assertEqual(done.returncode, 2)
            self.assertIn("in use", done.stderr)
        self.assertEqual((self.folder / "f.h5").read_bytes(), self.whole)

    def test_parts_and_merge(self):
        for part in ("0:10", "10:30"):
            self.expect_ok("sweep", self.study, "-o", "f.h5", "-q", "--chunk-range", part)
        before = self.files()
        done = self.run_cuelab("sweep", self.study, "-o", "f.h5", "--merge")
        self.assertEqual(done.returncode, 2)
        self.assertIn("10 of 40 chunks are missing: 30-39", done.stderr)
        self.assertEqual(self.files(), before)
        self.expect_ok("sweep", self.study, "-o", "f.h5", "-q", "--chunk-range", "30:99")
        self.expect_ok("sweep", self.study, "-o", "f.h5", "-q", "--merge")
        self.assertEqual((self.folder / "f.h5").read_bytes(), self.whole)
        self.assertEqual(self.files(), ["f.h5", "study.toml", "whole.h5"])


if __name__ == "__main__":
    unittest.main()
