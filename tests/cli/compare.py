"""`cuelab compare`: several engines side by side."""

import json
import math
import struct
import unittest
import xml.etree.ElementTree as ElementTree

from _cuelab import NOT_A_NUMBER, SOURCE, CliTest

STRAIGHT = """
schema = 1
name = "straight"
[table]
preset = "open"
[ball]
radius = 0.03
[[balls]]
id = "cue"
position = [0, 0]
[[balls]]
id = "1"
position = [0.5, 0]
[cue]
end_mass = 0
[shot]
speed = 1.0
[physics]
ball_ball = { law = "frictionless", restitution = 1.0 }
"""

NO_SHOT = """
schema = 1
[[balls]]
position = [0, 0]
velocity = [1, 0, 0]
"""


class Compare(CliTest):
    def document(self, scene, *args):
        return json.loads(self.expect_ok("compare", scene, "--json", *args))

    def test_table(self):
        text = self.expect_ok("compare", self.scene(), "--engines", "event,smooth")
        for words in ("two balls", "CPU time", "event and smooth", "impacts ", "divergence",
                      "deviation", "at the end", "E smooth [J]"):
            self.assertIn(words, text)
        self.assertNotRegex(text, NOT_A_NUMBER)

    def test_document(self):
        doc = self.document(self.scene(), "--engines", "event,smooth")
        self.assertEqual([run["engine"] for run in doc["runs"]], ["event", "smooth"])
        for run in doc["runs"]:
            self.assertGreater(run["cost"]["cpu_seconds"], 0)
            self.assertEqual(run["impacts"][0]["type"], "ball-ball")
            self.assertEqual(sorted(run["impacts"][0]["agents"]), ["1", "cue"])
        smooth = doc["runs"][1]
        self.assertGreater(smooth["cost"]["rhs_evaluations"], smooth["cost"]["steps"])
        pair, = doc["pairs"]
        self.assertEqual(pair["engines"], ["event", "smooth"])
        self.assertEqual(pair["impacts"]["partners"][0], 0)
        over_time = pair["deviation"]["over_time"]
        lengths = {len(over_time[key]) for key in ("t", "largest", "ball", "rms")}
        lengths |= {len(energy) for energy in over_time["energy"]}
        self.assertEqual(len(lengths), 1)
        self.assertEqual(max(over_time["largest"]), pair["deviation"]["max"])
        self.assertEqual(over_time["t"], sorted(over_time["t"]))

    def test_deviation_is_the_distance_of_the_balls(self):
        scene = self.scene()
        pair = self.document(scene, "--engines", "event,stepped", "--t-max", 1)["pairs"][0]
        ends = [json.loads(self.expect_ok("simulate", scene, "--json", "--t-max", 1, "--engine",
                                          engine))["balls"] for engine in ("event", "stepped")]
        for a, b, ball in zip(*ends, pair["deviation"]["balls"]):
            self.assertAlmostEqual(math.dist(a["position"], b["position"]), ball["final"], delta=1e-12)
        self.assertEqual(pair["deviation"]["over_time"]["t"][-1], 1.0)

    def test_shorter_steps_come_nearer(self):
        def largest(step):
            doc = self.document(self.scene(), "--engines", "event,stepped", "--t-max", 1, "--set",
                                f"stepped.time_step={step}")
            return doc["pairs"][0]["deviation"]["max"]
        self.assertLess(largest(1e-5), 0.1 * largest(1e-3))

    def test_crossings_are_in_order(self):
        pair = self.document("break_9ball", "--engines", "event,stepped", "--t-max", 1)["pairs"][0]
        times = [crossing["t"] for crossing in pair["deviation"]["exceeds"]]
        self.assertEqual(times, sorted(times))
        self.assertIsNotNone(pair["impacts"]["divergence"])
        self.assertLess(times[0], pair["impacts"]["divergence"]["t"] + 0.01)

    def test_the_same_course_has_no_divergence(self):
        doc = self.document(self.scene(), "--engines", "event,stepped", "--set",
                            "stepped.time_step=1e-5")
        self.assertIsNone(doc["pairs"][0]["impacts"]["divergence"])
        self.assertEqual(len(set(doc["pairs"][0]["impacts"]["of"])), 1)

    def test_three_engines_make_three_pairs(self):
        doc = self.document(self.scene(), "--engines", "event,stepped,smooth", "--t-max", 0.2)
        self.assertEqual([pair["engines"] for pair in doc["pairs"]],
                         [["event", "stepped"], ["event", "smooth"], ["stepped", "smooth"]])

    def test_default_engines_exclude_the_stepped_one(self):
        doc = self.document(self.scene(), "--t-max", 0.1)
        names = [run["engine"] for run in doc["runs"]]
        self.assertGreater(len(names), 1)
        self.assertIn("event", names)
        self.assertNotIn("stepped", names)

    def test_quiet_prints_one_line_per_pair(self):
        text = self.expect_ok("compare", "-q", self.scene(), "--engines", "event,stepped")
        self.assertRegex(text, r"^event and stepped: \d+ impacts the same, of \d+ and \d+; "
                               r"largest deviation \S+ \w+\n$")

    def test_json_is_quiet_and_finite(self):
        text = self.expect_ok("compare", self.scene(), "--json", "--sensitivity")
        self.assertEqual(text.count("\n"), 1)
        self.assertNotRegex(text.lower(), NOT_A_NUMBER)


class Sensitivity(CliTest):
    def sensitivity(self, *args):
        doc = json.loads(self.expect_ok("compare", self.scene(STRAIGHT), "--sensitivity", "--json",
                                        "--engines", "event,stepped", *args))
        return doc["sensitivity"][0], doc["runs"][0]

    def test_a_straight_shot_amplifies_the_aim_as_geometry_says(self):
        # the cue ball turned by e is (D - 2R) e off the line at the impact at distance D; the line
        # of centres then turns by D e / 2R, away from it: the object ball misses by s (D - 2R) / 2R
        # after a distance s
        result, run = self.sensitivity()
        impact = run["impacts"][0]["t"]
        final = [ball for ball in json.loads(self.expect_ok(
            "simulate", self.scene(STRAIGHT), "--json"))["balls"] if ball["id"] == "1"]
        s = final[0]["position"][0] - 0.5
        self.assertAlmostEqual(result["heading"]["amplification"][-1], s * (0.5 - 0.06) / 0.06,
                               delta=1e-4 * s)
        # before the impact, the deviation is the distance covered
        k = max(i for i, t in enumerate(result["t"]) if t < impact)
        moved = json.loads(self.expect_ok("simulate", self.scene(STRAIGHT), "--json", "--at",
                                          repr(result["t"][k])))["samples"][0]["balls"][0]
        self.assertAlmostEqual(result["heading"]["amplification"][k], moved["position"][0],
                               delta=1e-6)
        digits = math.log10(result["heading"]["amplification"][-1] / 0.03)
        self.assertAlmostEqual(result["heading"]["digits"][-1], digits, delta=1e-9)
        rate = math.log(result["heading"]["amplification"][-1]) / result["t"][-1]
        self.assertAlmostEqual(result["heading"]["exponent"][-1], rate, delta=1e-9)

    def test_exact_derivatives_beside_neighbours(self):
        doc = json.loads(self.expect_ok("compare", self.scene(STRAIGHT), "--sensitivity", "--json",
                                        "--engines", "event,stepped"))
        event, stepped = doc["sensitivity"]
        for parameter in ("heading", "speed"):
            self.assertIsNone(stepped[parameter]["exact"])
            exact = event[parameter]["exact"]
            self.assertIsNone(exact["undefined"])
            self.assertEqual(len(exact["amplification"]), len(event["t"]))
            for a, b in zip(exact["amplification"], event[parameter]["amplification"]):
                self.assertAlmostEqual(a, b, delta=1e-5 * max(1.0, a))
            self.assertLess(exact["difference"], 1e-5)
        # the object ball misses by s (D - 2R) / 2R, to rounding
        s = json.loads(self.expect_ok("simulate", self.scene(STRAIGHT),
                                      "--json"))["balls"][1]["position"][0] - 0.5
        self.assertAlmostEqual(event["heading"]["exact"]["amplification"][-1],
                               s * (0.5 - 0.06) / 0.06, delta=1e-9)

    def test_exact_derivatives_end_at_lasting_contacts(self):
        # the cue ball pushes through touching reds
        doc = json.loads(self.expect_ok("compare", "snooker_opening", "--sensitivity", "--json",
                                        "--engines", "event,stepped", "--t-max", 1.5))
        exact = doc["sensitivity"][0]["speed"]["exact"]
        self.assertEqual(exact["undefined"]["reason"], "lasting contact")
        known = sum(t < exact["undefined"]["t"] for t in doc["sensitivity"][0]["t"])
        self.assertEqual(len(exact["amplification"]), known)

    def test_a_lone_ball_runs_farther_with_the_square_of_its_speed(self):
        # so that v ds/dv = 2 s at rest
        alone = ["--set", "balls[1].position=[0.5,0.5]"]
        result, _ = self.sensitivity(*alone)
        ball = json.loads(self.expect_ok("simulate", self.scene(STRAIGHT), "--json",
                                         *alone))["balls"][0]
        s = ball["position"][0]
        self.assertAlmostEqual(result["speed"]["amplification"][-1], 2 * s, delta=1e-5 * s)

    def test_it_says_where_the_neighbours_differ(self):
        # the ball passes 50 nm beside the other; turned by 1e-7 it hits it
        miss = ["--set", "balls[1].position=[2.0,0.06000005]", "--set", "shot.speed=3"]
        result, run = self.sensitivity(*miss)
        self.assertEqual(run["impacts"], [])
        self.assertIsNone(result["speed"]["events_differ"])
        graze = result["heading"]["events_differ"]
        self.assertEqual(len(result["heading"]["amplification"]),
                         sum(t < graze for t in result["t"]))
        at_graze = json.loads(self.expect_ok("simulate", self.scene(STRAIGHT), "--json", *miss,
                                             "--at", repr(graze)))["samples"][0]["balls"][0]
        self.assertAlmostEqual(at_graze["position"][0], 2.0, delta=1e-3)
        text = self.expect_ok("compare", self.scene(STRAIGHT), "--sensitivity", "--engines",
                              "event,stepped", *miss)
        self.assertIn(f"from {graze:.4f} s the neighbours have other impacts", text)

    def test_text(self):
        text = self.expect_ok("compare", self.scene(STRAIGHT), "--sensitivity", "--engines",
                              "event,stepped")
        self.assertIn("sensitivity of event, from exact derivatives; beside them strokes", text)
        self.assertIn("sensitivity of stepped, from strokes", text)
        self.assertRegex(text, r"neighbouring runs are within \d\.\de-\d\d of the derivatives")
        self.assertIn("known to 0.1°, predictable", text)

    def test_needs_a_shot(self):
        self.expect_refused("compare", self.scene(NO_SHOT), "--sensitivity",
                            mentions=["--sensitivity", "[shot]"])
        self.expect_ok("compare", self.scene(NO_SHOT))


class Picture(CliTest):
    def test_svg_is_well_formed_and_names_the_engines(self):
        text = self.expect_ok("compare", self.scene(), "--engines", "event,stepped", "-o", "a.svg")
        self.assertTrue(text.endswith("wrote a.svg\n"))
        svg = (self.folder / "a.svg").read_text()
        ElementTree.fromstring(svg)
        self.assertNotRegex(svg.lower(), NOT_A_NUMBER)
        for words in ("event and stepped", "impacts: event", "impacts: stepped", "radius of a ball"):
            self.assertIn(words, svg)

    def test_png_and_pdf(self):
        for name in ("a.png", "a.pdf"):
            self.expect_ok("compare", self.scene(), "--engines", "event,stepped", "-o", name)
        data = (self.folder / "a.png").read_bytes()
        self.assertEqual(struct.unpack(">I", data[16:20])[0], 1600)
        self.assertTrue((self.folder / "a.pdf").read_bytes().startswith(b"%PDF"))

    def test_runs_that_are_equal_can_be_drawn(self):
        still = NO_SHOT.replace("[1, 0, 0]", "[0, 0, 0]")
        self.expect_ok("compare", self.scene(still), "--engines", "event,stepped", "-o", "a.svg")
        svg = (self.folder / "a.svg").read_text()
        self.assertNotRegex(svg.lower(), NOT_A_NUMBER)


class BadInput(CliTest):
    def refused(self, engines, *mentions):
        self.expect_refused("compare", self.scene(), "--engines", engines,
                            mentions=["--engines", *mentions])

    def test_engines(self):
        self.refused("event,smoth", 'unknown engine "smoth" (did you mean "smooth"?); available: ')
        self.refused("event", "only one")
        self.refused("event,event", 'names "event" twice')
        self.refused("event,,smooth", "separated by commas")
        self.refused(",", "separated by commas")

    def test_a_system_that_only_one_engine_can_simulate(self):
        self.expect_refused("compare", SOURCE / "scenes/newtons_cradle.toml", "--engines",
                            "smooth,event", mentions=["run.engine", "newtons-cradle", "smooth"])

    def test_files(self):
        self.expect_refused("compare", self.scene(), "-o", "a.mp4",
                            mentions=["--out", ".svg, .png, .pdf"])
        self.expect_refused("compare", "nothing.toml", mentions=["nothing.toml"])

    def test_numbers(self):
        self.expect_refused("compare", self.scene(), "--t-max", "soon", mentions=["--t-max"])
        self.expect_refused("compare", self.scene(), "--t-max", "-1", mentions=["--t-max"])
        self.expect_refused("compare", self.scene(), "--set", "shot.sped=1",
                            mentions=["shot.sped", "speed"])


if __name__ == "__main__":
    unittest.main()
