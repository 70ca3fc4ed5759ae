"""Help, version and the command line itself."""

import signal
import subprocess
import unittest

from _cuelab import CUELAB, CliTest

COMMANDS = ["simulate", "draw", "compare", "check", "reproduce", "models", "tables", "scenes",
            "schema", "completion", "shape"]


class Help(CliTest):
    def test_help_names_every_command_and_shows_examples(self):
        text = self.expect_ok("--help")
        for command in COMMANDS:
            self.assertIn(command, text)
        self.assertIn("Examples:", text)

    def test_every_command_has_help_with_examples(self):
        for command in COMMANDS:
            with self.subTest(command):
                text = self.expect_ok(command, "--help")
                self.assertIn("Usage: cuelab " + command, text)
                self.assertIn("Examples:", text)

    def test_help_is_also_a_word(self):
        self.assertEqual(self.expect_ok("help"), self.expect_ok("--help"))
        self.assertEqual(self.expect_ok("help", "draw"), self.expect_ok("draw", "--help"))

    def test_help_fits_a_terminal(self):
        for command in COMMANDS:
            for line in self.expect_ok(command, "--help").splitlines():
                self.assertLessEqual(len(line), 110, line)

    def test_version(self):
        self.assertRegex(self.expect_ok("--version"), r"^cuelab \d+\.\d+\.\d+\n$")


class CommandLine(CliTest):
    def test_no_command(self):
        self.expect_refused(mentions=["no command given", "simulate", "--help"])

    def test_unknown_command_suggests_the_nearest(self):
        self.expect_refused("simulte", "x.toml", mentions=['did you mean "simulate"?'])

    def test_unknown_command_far_from_all_lists_them(self):
        line = self.expect_refused("frobnicate", mentions=["available: simulate"])
        self.assertNotIn("did you mean", line)

    def test_unknown_option_suggests_the_nearest(self):
        self.expect_refused("simulate", self.scene(), "--staets",
                            mentions=['did you mean "--states"?', "cuelab simulate --help"])

    def test_missing_argument(self):
        self.expect_refused("simulate", mentions=["SCENE", "cuelab simulate --help"])

    def test_missing_value(self):
        self.expect_refused("simulate", self.scene(), "--t-max", mentions=["--t-max"])

    def test_option_twice(self):
        self.expect_refused("simulate", self.scene(), "--t-max", 1, "--t-max", 2,
                            mentions=["--t-max"])

    def test_extra_argument(self):
        self.expect_refused("simulate", self.scene(), "more", mentions=['"more"'])

    def test_flags_may_stand_before_or_after_the_command(self):
        scene = self.scene()
        self.assertEqual(self.expect_ok("-q", "simulate", scene),
                         self.expect_ok("simulate", scene, "-q"))


class Streams(CliTest):
    def test_closed_pipe_makes_no_noise(self):
        scene = self.scene()
        script = f'"{CUELAB}" simulate "{scene}" --json | head -c 1 >/dev/null'
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")

    def test_closed_pipe_makes_no_noise_when_the_parent_ignores_the_signal(self):
        process = subprocess.Popen([CUELAB, "models"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, restore_signals=False,
                                   preexec_fn=lambda: signal.signal(signal.SIGPIPE,
                                                                    signal.SIG_IGN))
        process.stdout.close()
        self.assertEqual(process.stderr.read(), b"")
        process.stderr.close()
        process.wait(timeout=30)

    def test_full_disk_is_reported_once(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            done = subprocess.run([CUELAB, "models"], stdout=full, stderr=subprocess.PIPE,
                                  text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^cuelab: standard output: .*\n$")

    def test_signal_ends_with_130_and_one_line(self):
        # opening a pipe nobody writes to keeps the program waiting
        fifo = self.folder / "scene.toml"
        subprocess.run(["mkfifo", fifo], check=True)
        for name in (signal.SIGINT, signal.SIGTERM):
            process = subprocess.Popen([CUELAB, "check", fifo], stderr=subprocess.PIPE,
                                       stdout=subprocess.PIPE, text=True)
            with self.assertRaises(subprocess.TimeoutExpired):
                process.wait(timeout=0.3)
            process.send_signal(name)
            out, err = process.communicate(timeout=30)
            self.assertEqual(process.returncode, 130)
            self.assertEqual(out, "")
            self.assertEqual(err, "cuelab: interrupted\n")


if __name__ == "__main__":
    unittest.main()
