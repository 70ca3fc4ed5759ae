"""Bad input: one line that says where and what, exit code 2, nothing written."""

import os
import unittest

from _cuelab import TWO_BALLS, CliTest

UNSTRUCK = TWO_BALLS[:TWO_BALLS.index("[shot]")]


class Files(CliTest):
    def test_missing_file(self):
        self.expect_refused("simulate", "absent.toml", mentions=["absent.toml", "no such file"])

    def test_directory_instead_of_a_file(self):
        (self.folder / "dir.toml").mkdir()
        self.expect_refused("simulate", "dir.toml", mentions=["dir.toml", "director"])

    def test_unreadable_file(self):
        path = self.scene()
        path.chmod(0)
        if not os.access(path, os.R_OK):
            self.expect_refused("simulate", path, mentions=["scene.toml"])

    def test_empty_file(self):
        self.expect_refused("simulate", self.scene(""), mentions=["scene.toml"])

    def test_binary_file(self):
        path = self.folder / "scene.toml"
        path.write_bytes(bytes(range(256)))
        self.expect_refused("simulate", path, mentions=["scene.toml"])

    def test_broken_toml(self):
        self.expect_refused("simulate", self.scene("schema = \n[table"), mentions=["scene.toml"])

    def test_broken_json(self):
        self.expect_refused("simulate", self.scene('{"schema": 1,', "scene.json"),
                            mentions=["scene.json"])

    def test_unknown_scene_name(self):
        (self.folder / "scenes").mkdir()
        self.scene(name="scenes/my_break.toml")
        self.expect_refused("simulate", "my_braek", mentions=['did you mean "my_break"?'])


class Scenes(CliTest):
    def refuse(self, text, *mentions):
        for command in ("simulate", "check"):
            with self.subTest(command):
                self.expect_refused(command, self.scene(text), mentions=["scene.toml", *mentions])

    def test_unknown_key_with_suggestion(self):
        self.refuse(TWO_BALLS + "elevatoin = 3.0\n", "elevatoin", "elevation")

    def test_synonym_of_a_key(self):
        self.refuse(TWO_BALLS + "english = 0.3\n", "shot.english", 'did you mean "side"?')

    def test_number_with_a_unit(self):
        self.refuse(TWO_BALLS.replace("speed = 2.0", 'speed = "3 m/s"'),
                    'shot.speed: is "3 m/s", must be a number in m/s')

    def test_not_a_number(self):
        self.refuse(TWO_BALLS.replace("speed = 2.0", "speed = nan"), "shot.speed")

    def test_infinity(self):
        self.refuse(TWO_BALLS.replace("speed = 2.0", "speed = inf"), "shot.speed")

    def test_text_instead_of_a_number(self):
        self.refuse(TWO_BALLS.replace("speed = 2.0", 'speed = "fast"'), "shot.speed")

    def test_negative_radius(self):
        self.refuse(TWO_BALLS + "[ball]\nradius = -0.03\n", "ball.radius")

    def test_overlapping_balls(self):
        self.refuse(UNSTRUCK.replace("[0.3, 0.1]", "[-0.39, -0.2]"), "overlap")

    def test_two_balls_with_one_id(self):
        self.refuse(UNSTRUCK.replace('id = "1"', 'id = "cue"'), '"cue"')

    def test_ball_off_the_table(self):
        self.refuse(UNSTRUCK.replace("[0.3, 0.1]", "[3.0, 0.1]"), "balls")

    def test_miscue(self):
        self.refuse(TWO_BALLS.replace("side = 0.4", "side = 0.6"), "miscue")

    def test_unknown_preset(self):
        self.refuse(TWO_BALLS.replace("pool-9ft", "pool-10ft"), "table.preset", "pool-9ft")

    def test_unknown_law(self):
        self.refuse(TWO_BALLS + '[physics]\ncushion = { law = "trampoline" }\n', "physics.cushion.law",
                    "stronge")

    def test_aim_at_a_missing_ball(self):
        self.refuse(TWO_BALLS.replace('at = "1"', 'at = "7"'), "shot.at")

    def test_heading_together_with_at(self):
        self.refuse(TWO_BALLS + "heading = 3.0\n", "shot")

    def test_wrong_schema(self):
        self.refuse(TWO_BALLS.replace("schema = 1", "schema = 99"), "schema")

    def test_no_balls(self):
        self.refuse("schema = 1\n", "ball")

    def test_a_million_balls(self):
        balls = "".join(f"[[balls]]\nposition = [{i % 1000}.0, {i // 1000}.0]\n"
                        for i in range(1_000_000))
        self.expect_refused("simulate", self.scene("schema = 1\n" + balls),
                            mentions=["scene.toml"])

    def test_more_balls_than_allowed(self):
        balls = "".join(f"[[balls]]\nid = 'b{i}'\nposition = [{i % 50}.0, {i // 50}.0]\n"
                        for i in range(1025))
        self.refuse('schema = 1\n[table]\npreset = "open"\n' + balls, "1024")


class Options(CliTest):
    def refuse(self, *args, mentions):
        self.expect_refused("simulate", self.scene(), *args, mentions=mentions)

    def test_unknown_set_key(self):
        self.refuse("--set", "shot.spede=3", mentions=["spede", "speed"])

    def test_set_with_an_index(self):
        self.expect_ok("check", self.scene(), "--set", "balls[1].position=[0.2,0.1]")
        self.refuse("--set", "balls[2].position=[0,0]",
                    mentions=["balls[2].position: there is no element 2", "elements 0 to 1"])

    def test_set_without_value(self):
        self.refuse("--set", "shot.speed", mentions=["shot.speed"])

    def test_set_out_of_range(self):
        self.refuse("--set", "physics.cloth.sliding=-1", mentions=["physics.cloth.sliding"])

    def test_bad_times(self):
        for text in ("abc", "0.1,,0.2", "0.1,", "nan", "-1", "inf", "1e999"):
            with self.subTest(text):
                self.refuse("--at=" + text, mentions=["--at"])

    def test_bad_derivatives(self):
        for text in ("sped", "speed,", "speed,speed", "table.length", "run.t_max"):
            with self.subTest(text):
                self.refuse("--derivatives", text, mentions=["--derivatives"])
        for engine in ("smooth", "stepped", "hybrid"):
            with self.subTest(engine):
                self.refuse("--derivatives", "speed", "--engine", engine,
                            mentions=["--derivatives", engine, "event"])

    def test_time_after_a_run_that_was_cut_off(self):
        self.refuse("--t-max", 0.5, "--at", "0.1,0.7", mentions=["--at", "0.7"])

    def test_bad_t_max(self):
        for text in ("abc", "nan", "-1", ""):
            with self.subTest(text):
                self.refuse("--t-max=" + text, mentions=["--t-max"])

    def test_run_that_reaches_its_limit_of_events(self):
        for engine in ("event", "smooth", "hybrid", "stepped"):
            for command in ("simulate", "draw"):
                with self.subTest(f"{command} {engine}"):
                    self.expect_refused(
                        command, self.scene(), "--engine", engine, "--set", "run.max_events=2",
                        "--out", "out.json" if command == "simulate" else "out.svg",
                        mentions=["scene.toml: run.max_events: reached 2 events", "at t = ",
                                  " s; raise it, or shorten run.t_max"])

    def test_unknown_engine(self):
        self.refuse("--engine", "evnt", mentions=["--engine", 'did you mean "event"?'])

    def test_patch_with_too_much_distortion(self):
        self.refuse("--set", 'physics.cloth={law="patch", distortion=1.2}',
                    mentions=["physics.cloth.distortion", "between 0 and 1", "pressure is negative"])
        self.refuse("--set", 'physics.cloth={law="patch", coefficient=0.02}',
                    mentions=["physics.cloth.distortion", "could add energy"])


class Outputs(CliTest):
    def refuse(self, *args, mentions):
        self.expect_refused("simulate", self.scene(), *args, mentions=mentions)

    def test_missing_folder(self):
        self.refuse("--out", "absent/out.json", mentions=["absent/out.json"])

    def test_folder_instead_of_a_file(self):
        (self.folder / "taken.json").mkdir()
        self.refuse("--out", "taken.json", mentions=["taken.json"])

    def test_folder_without_permission(self):
        locked = self.folder / "locked"
        locked.mkdir()
        locked.chmod(0o500)
        if not os.access(locked, os.W_OK):
            self.refuse("--out", "locked/out.json", mentions=["locked/out.json"])

    def test_a_device_that_cannot_hold_a_file(self):
        self.refuse("--out", "/proc/out.json", mentions=["/proc/out.json"])

    def test_hdf5_is_not_built(self):
        self.refuse("--out", "out.h5", mentions=["out.h5", "not built yet", ".json"])

    def test_unknown_ending(self):
        self.refuse("--out", "out.xyz", mentions=["out.xyz", ".json, .csv"])

    def test_no_ending(self):
        self.refuse("--out", "out", mentions=["available: .json, .csv"])

    def test_final_scene_is_toml(self):
        self.refuse("--save-final", "end.json", mentions=["--save-final", ".toml"])

    def test_scene_is_never_overwritten(self):
        path = self.scene()
        self.expect_refused("simulate", path, "--save-final", path, mentions=["scene file itself"])
        self.assertEqual(path.read_text(), TWO_BALLS)

    def test_old_result_survives_an_error(self):
        old = self.folder / "out.json"
        old.write_text("old")
        self.refuse("--out", old, "--set", "shot.side=0.9", mentions=["miscue"])
        self.assertEqual(old.read_text(), "old")


class Check(CliTest):
    def test_one_bad_file_among_good_ones(self):
        good = self.scene()
        bad = self.scene(TWO_BALLS.replace("2.0", "nan"), "bad.toml")
        done = self.run_cuelab("check", good, bad, good)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout.count("ok"), 2)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertIn("bad.toml", done.stderr)


if __name__ == "__main__":
    unittest.main()
