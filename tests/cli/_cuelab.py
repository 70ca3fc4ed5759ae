"""Runs the program under test, whose path is in the environment variable CUELAB."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

CUELAB = os.path.abspath(os.environ.get("CUELAB", "build/cuelab"))
SOURCE = Path(__file__).resolve().parents[2]

# in numbers of a table or picture, not in the name of a temporary folder
NOT_A_NUMBER = r"(?<![a-z0-9_-])-?nan(?![a-z0-9_])"

TWO_BALLS = """
schema = 1
name = "two balls"
[table]
preset = "pool-9ft"
[[balls]]
id = "cue"
position = [-0.4, -0.2]
[[balls]]
id = "1"
position = [0.3, 0.1]
[shot]
ball = "cue"
speed = 2.0
at = "1"
cut = 30.0
side = 0.4
"""


class CliTest(unittest.TestCase):
    """Every test has a folder of its own, and runs the program in it."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="cuelab-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_cuelab(self, *args, **options):
        return subprocess.run([CUELAB, *map(str, args)], capture_output=True, text=True,
                              cwd=self.folder, timeout=60, check=False, **options)

    def scene(self, text=TWO_BALLS, name="scene.toml"):
        path = self.folder / name
        path.write_text(text)
        return path

    def expect_ok(self, *args, **options):
        done = self.run_cuelab(*args, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def expect_refused(self, *args, mentions=()):
        """Exit code 2, nothing on stdout, one line on stderr, no new file."""
        before = self.files()
        done = self.run_cuelab(*args)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("cuelab: "), done.stderr)
        self.assertTrue(done.stderr.endswith("\n"))
        for word in mentions:
            self.assertIn(word, done.stderr)
        self.assertEqual(self.files(), before)
        return done.stderr

    def files(self):
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*"))
