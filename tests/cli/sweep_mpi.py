"""cuelab sweep under mpirun: the same bytes as alone, also after a rank was killed."""

import os
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

from _cuelab import CUELAB, CliTest
from sweep import LONG

MPIRUN = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n", "4"]


def ranks_of(launcher):
    """The processes that a launcher has started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == launcher:
            found.append(int(status.parent.name))
    return sorted(found)


@unittest.skipUnless(shutil.which("mpirun") and
                     (Path(CUELAB).parent / "cuelab-cluster.so").exists(), "built without MPI")
class Ranks(CliTest):
    def setUp(self):
        super().setUp()
        self.study = self.scene(LONG, "study.toml")
        self.expect_ok("sweep", self.study, "-o", "whole.h5", "-q")
        self.whole = (self.folder / "whole.h5").read_bytes()

    def sweep(self):
        return subprocess.run([*MPIRUN, CUELAB, "sweep", self.study, "-o", "f.h5", "-q"],
                              capture_output=True, text=True, cwd=self.folder, timeout=100,
                              check=False)

    def test_same_bytes(self):
        done = self.sweep()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / "f.h5").read_bytes(), self.whole)

    def test_a_killed_rank(self):
        journal = self.folder / "f.h5.journal"
        with subprocess.Popen([*MPIRUN, CUELAB, "sweep", self.study, "-o", "f.h5", "-q"],
                              cwd=self.folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as run:
            while not journal.exists() or journal.stat().st_size < 20000:
                self.assertIsNone(run.poll(), "ended before it could be killed")
                time.sleep(0.001)
            os.kill(ranks_of(run.pid)[2], signal.SIGKILL)
        self.assertNotEqual(run.returncode, 0)
        self.assertFalse((self.folder / "f.h5").exists())
        done = self.sweep()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / "f.h5").read_bytes(), self.whole)
        self.assertFalse(journal.exists())

    def test_a_wrong_study_is_refused_once(self):
        self.scene(LONG.replace("samples", "sampels"), "study.toml")
        done = self.sweep()
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stderr.count("run.sampels"), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
