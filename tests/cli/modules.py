"""Parts of the program that are loaded only when they are used."""

import shutil
import subprocess
import unittest
from pathlib import Path

import _cuelab
from _cuelab import CUELAB, CliTest

FILM = "cuelab-film.so"
VIEW = "cuelab-view.so"


class Modules(CliTest):
    def libraries(self, file):
        return subprocess.run(["ldd", file], capture_output=True, text=True, check=True).stdout

    def copy_program(self, *modules, to="bin", modules_to="bin"):
        """Copies the program and some of its modules; the tests then run the copy."""
        for file, folder in [(CUELAB, to)] + [(Path(CUELAB).parent / m, modules_to)
                                              for m in modules]:
            (self.folder / folder).mkdir(parents=True, exist_ok=True)
            shutil.copy(file, self.folder / folder)
        self.addCleanup(setattr, _cuelab, "CUELAB", CUELAB)
        _cuelab.CUELAB = str(self.folder / to / "cuelab")

    def test_program_itself_needs_neither_cairo_nor_a_web_server(self):
        """They would triple the time a short run takes."""
        libraries = self.libraries(CUELAB)
        for name in ("cairo", "rsvg", "httplib", "ssl", "crypto"):
            self.assertNotIn(name, libraries)
        self.assertIn("httplib", self.libraries(Path(CUELAB).parent / VIEW))

    def test_missing_film_module(self):
        self.copy_program()
        for ending in (".png", ".pdf"):
            self.expect_refused("draw", "break_9ball", "-o", "break" + ending,
                                mentions=["--out", ending, FILM, "is missing", "available: .svg"])
        self.expect_ok("draw", "break_9ball", "-o", "break.svg", "-q")

    def test_damaged_film_module(self):
        self.copy_program()
        (self.folder / "bin" / FILM).write_text("not a library")
        self.expect_refused("draw", "break_9ball", "-o", "break.png",
                            mentions=["cannot be loaded", FILM])

    def test_missing_server(self):
        self.copy_program()
        (self.folder / "index.html").write_text("page")
        done = self.run_cuelab("view", "--site", ".")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, rf"^cuelab: {VIEW}: .*missing.*\n$")

    @unittest.skipUnless((Path(CUELAB).parent / FILM).exists(), "built without cairo")
    def test_modules_beside_the_program_and_installed(self):
        for folder in ("bin", "lib/cuelab"):
            with self.subTest(folder):
                self.copy_program(FILM, modules_to=folder)
                self.expect_ok("draw", "break_9ball", "-o", "break.png", "-q")
                (self.folder / folder / FILM).unlink()


if __name__ == "__main__":
    unittest.main()
