"""`cuelab draw`: well-formed pictures of scenes and recordings."""

import unittest
import xml.etree.ElementTree as ElementTree

from _cuelab import NOT_A_NUMBER, SOURCE, TWO_BALLS, CliTest

SVG = "{http://www.w3.org/2000/svg}"


class Draw(CliTest):
    def picture(self, source, *args):
        self.expect_ok("draw", source, "-o", "picture.svg", *args)
        return ElementTree.parse(self.folder / "picture.svg").getroot()

    def test_picture_has_table_paths_balls_marks_and_legend(self):
        root = self.picture(self.scene())
        self.assertEqual(root.tag, SVG + "svg")
        groups = {g.get("id") for g in root.iter(SVG + "g")}
        for part in ("table", "starts", "paths", "transitions", "ends", "impacts", "legend"):
            self.assertIn(part, groups)
        texts = [t.text for t in root.iter(SVG + "text")]
        self.assertIn("two balls", texts)

    def test_paths_are_exact_parabolas(self):
        root = self.picture(self.scene())
        paths = next(g for g in root.iter(SVG + "g") if g.get("id") == "paths")
        self.assertTrue(any("Q" in p.get("d") for p in paths))

    def test_numbers_are_finite(self):
        self.picture(self.scene())
        text = (self.folder / "picture.svg").read_text()
        self.assertNotRegex(text, NOT_A_NUMBER)
        self.assertNotIn("inf", text)

    def test_recording_gives_the_same_picture(self):
        scene = self.scene()
        self.expect_ok("simulate", scene, "--out", "run.json", "-q")
        self.expect_ok("draw", scene, "-o", "a.svg", "-q")
        self.expect_ok("draw", "run.json", "-o", "b.svg", "-q")
        self.assertEqual((self.folder / "a.svg").read_text(), (self.folder / "b.svg").read_text())

    def test_every_shipped_scene_can_be_drawn(self):
        for path in sorted((SOURCE / "scenes").glob("*.toml")):
            shorter = ["--set", "run.t_max=0.5"] if "engine" in path.read_text() else []
            with self.subTest(path.stem):
                self.picture(path, *shorter)

    def test_contacts_are_marked_like_impacts(self):
        root = self.picture(SOURCE / "tests/data/scenes" / "cushion_ends.toml")
        texts = [t.text for t in root.iter(SVG + "text")]
        self.assertTrue(any(t and "(7 cushion, 2 pocket)" in t for t in texts), texts)
        impacts = next(g for g in root.iter(SVG + "g") if g.get("id") == "impacts")
        numbers = sorted(int(t.text) for t in impacts.iter(SVG + "text"))
        self.assertEqual(numbers, list(range(1, 10)))
        transitions = next(g for g in root.iter(SVG + "g") if g.get("id") == "transitions")
        self.assertEqual(len(transitions), 0)

    def test_landings_are_marked(self):
        root = self.picture(SOURCE / "tests/data/scenes" / "cushion_ends_plane.toml", "--view", "side")
        texts = [t.text for t in root.iter(SVG + "text")]
        self.assertIn("lands", texts)
        self.assertTrue(any(t and "mm off the cloth" in t for t in texts), texts)

    def test_pictures_of_long_runs_are_small(self):
        for name in ("four_ball_break", "break_8ball"):
            for view in ("top", "side"):
                with self.subTest(name + ", " + view):
                    self.picture(SOURCE / "scenes" / (name + ".toml"), "--view", view)
                    size = (self.folder / "picture.svg").stat().st_size
                    self.assertLess(size, 200_000)

    def test_side_view_shows_the_flight(self):
        root = self.picture(SOURCE / "scenes" / "jump_over.toml", "--view", "side")
        self.assertEqual(root.tag, SVG + "svg")
        paths = next(g for g in root.iter(SVG + "g") if g.get("id") == "paths")
        self.assertTrue(any("Q" in p.get("d") for p in paths))
        texts = [t.text for t in root.iter(SVG + "text")]
        self.assertTrue(any(t and "mm off the cloth" in t for t in texts), texts)

    def test_hostile_names_are_escaped(self):
        text = TWO_BALLS.replace('"two balls"', '"<b> & \\"x\\""')
        text = text.replace('id = "1"', 'id = "<&>"').replace('at = "1"', 'at = "<&>"')
        picture = self.picture(self.scene(text))
        texts = [t.text for t in picture.iter(SVG + "text")]
        self.assertIn('<b> & "x"', texts)
        self.assertIn("<&>", [t.text for t in picture.iter(SVG + "tspan")])

    def test_open_table_and_ball_at_rest(self):
        self.picture(self.scene('schema = 1\n[table]\npreset = "open"\n'
                                '[[balls]]\nposition = [0.0, 0.0]\n'))

    def test_set_changes_the_picture(self):
        self.picture(self.scene())
        before = (self.folder / "picture.svg").read_text()
        self.picture(self.scene(), "--set", "shot.speed=1")
        self.assertNotEqual(before, (self.folder / "picture.svg").read_text())


class Refusals(CliTest):
    def test_unknown_ending(self):
        self.expect_refused("draw", self.scene(), "-o", "x.doc",
                            mentions=["available: .svg, .png, .pdf, .gif, .mp4, .html"])

    def test_unknown_view(self):
        self.expect_refused("draw", self.scene(), "-o", "x.svg", "--view", "sid",
                            mentions=["--view", "available: top, side, curves"])

    def test_engine_is_the_one_asked_for(self):
        scene = self.scene()
        for engine in ("smooth", "stepped"):
            self.expect_ok("simulate", scene, "--engine", engine, "--out", "run.json", "-q")
            self.expect_ok("draw", "run.json", "-o", "recorded.svg", "-q")
            self.expect_ok("draw", scene, "--engine", engine, "-o", "drawn.svg", "-q")
            drawn = (self.folder / "drawn.svg").read_text()
            self.assertEqual(drawn, (self.folder / "recorded.svg").read_text())
            self.expect_ok("draw", scene, "-o", "default.svg", "-q")
            self.assertNotEqual(drawn, (self.folder / "default.svg").read_text())

    def test_unknown_engine(self):
        self.expect_refused("draw", self.scene(), "-o", "x.svg", "--engine", "smoth",
                            mentions=["--engine", "smooth"])

    def test_recording_keeps_its_engine(self):
        self.expect_ok("simulate", self.scene(), "--out", "run.json", "-q")
        self.expect_refused("draw", "run.json", "-o", "x.svg", "--engine", "event",
                            mentions=["--engine", "recording"])

    def test_output_is_required(self):
        self.expect_refused("draw", self.scene(), mentions=["--out"])

    def test_recording_cannot_be_changed(self):
        self.expect_ok("simulate", self.scene(), "--out", "run.json", "-q")
        self.expect_refused("draw", "run.json", "-o", "x.svg", "--set", "shot.speed=1",
                            mentions=["--set"])

    def test_damaged_recordings(self):
        self.expect_ok("simulate", self.scene(), "--out", "run.json", "-q")
        text = (self.folder / "run.json").read_text()
        for damaged in (text[:len(text) // 2], '{"events": []}', '{"events": 3}', "[]", "",
                        text.replace('"pieces"', '"peaces"'), text.replace('"ball":1', '"ball":0')):
            (self.folder / "bad.json").write_text(damaged)
            with self.subTest(damaged[:20]):
                self.expect_refused("draw", "bad.json", "-o", "x.svg", mentions=["bad.json"])

    def test_missing_source_and_folder(self):
        self.expect_refused("draw", "absent.json", "-o", "x.svg", mentions=["absent.json"])
        self.expect_refused("draw", self.scene(), "-o", "absent/x.svg", mentions=["absent/x.svg"])


if __name__ == "__main__":
    unittest.main()
