"""cuelab shape: goal files, solutions, pictures, refusals."""

import json
import tomllib
import unittest
import xml.etree.ElementTree as ET

from _cuelab import NOT_A_NUMBER, SOURCE, CliTest

SCENE = """
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
"""

# the same scene by itself
PLAIN = SCENE.replace("[scene]\n", "").replace("scene.", "")

POT = """
schema = 1
name = "pot"
[[unknowns]]
quantity = "speed"
min = 1.0
max = 3.0
steps = 4
[[unknowns]]
quantity = "heading"
min = 10.0
max = 40.0
steps = 200
[[goals]]
kind = "pot"
ball = "1"
""" + SCENE

# a stop that no speed reaches
FAR = """
schema = 1
[[unknowns]]
quantity = "speed"
min = 0.1
max = 0.3
[[goals]]
kind = "stop"
at = [-0.2, -0.05]
tolerance = 1e-6
[search]
simulations = 50
""" + SCENE + 'heading = 90.0\n'


class Shape(CliTest):
    def goal(self, text=POT):
        return self.scene(text, "goal.toml")

    def test_solutions_are_listed_with_their_chances_and_usual_misses(self):
        text = self.expect_ok("shape", self.goal())
        self.assertRegex(text, r"pot: \d+ simulations in .*s")
        self.assertRegex(text, r"\d+ distinct solutions?; chance under the noise \"computational-pool\"")
        self.assertRegex(text, r"chance +miss \[mm\] +speed \[m/s\] +heading \[deg\]")
        self.assertIn("1: cue-1, 1 in corner_foot_left", text)
        self.assertRegex(text, r"usual miss: .* instead \(\d+ % of misses\)")
        self.assertNotRegex(text, NOT_A_NUMBER)

    def test_the_document_has_solutions_that_simulate_confirms(self):
        found = json.loads(self.expect_ok("shape", self.goal(), "--json"))
        self.assertEqual(found["schema"], 1)
        self.assertTrue(found["solved"])
        self.assertFalse(found["infeasible"])
        chances = [s["chance"] for s in found["solutions"]]
        self.assertEqual(chances, sorted(chances, reverse=True))
        self.assertGreater(chances[0], 0.5)
        scene = self.scene(PLAIN, "scene.toml")
        for solution in found["solutions"]:
            sets = [f"--set=shot.{key}={value!r}" for key, value in solution["unknowns"].items()]
            run = json.loads(self.expect_ok("simulate", scene, *sets, "--json"))
            fallen = [b["id"] for b in run["balls"] if b["motion"] == "pocketed"]
            self.assertIn("1", fallen, solution["impacts"])
        self.assertIn("speed", found["solutions"][0]["margins"])

    def test_the_best_solution_can_be_saved_as_a_scene(self):
        self.expect_ok("shape", self.goal(), "-o", "shot.toml")
        saved = tomllib.loads((self.folder / "shot.toml").read_text())
        self.assertEqual(saved["name"], "pot")
        run = json.loads(self.expect_ok("simulate", "shot.toml", "--json"))
        self.assertIn("1", [b["id"] for b in run["balls"] if b["motion"] == "pocketed"])

    def test_pictures_show_solutions_goals_and_the_make_region(self):
        text = self.expect_ok("shape", self.goal(), "-o", "all.svg", "--region", "region.svg")
        self.assertIn("wrote all.svg\nwrote region.svg\n", text)
        found = json.loads(self.expect_ok("shape", self.goal(), "--json"))
        pictures = [(self.folder / name).read_text() for name in ("all.svg", "region.svg")]
        for picture in pictures:
            ET.fromstring(picture)
            self.assertNotRegex(picture, NOT_A_NUMBER)
        self.assertEqual(pictures[0].count('id="table"'), len(found["solutions"]))
        self.assertIn("success over aim and speed", pictures[1])

    def test_the_best_miss_is_reported(self):
        text = self.expect_ok("shape", self.goal(FAR), "-o", "miss.svg")
        self.assertRegex(text, r"infeasible: no small change comes closer; the best miss is [\d.]+ mm")
        self.assertRegex(text, r"speed [\d.]+ m/s")
        self.assertIn("best miss", (self.folder / "miss.svg").read_text())
        found = json.loads(self.expect_ok("shape", self.goal(FAR), "--json"))
        self.assertFalse(found["solved"])
        self.assertTrue(found["infeasible"])
        self.assertEqual(found["solutions"], [])
        # straight across: the best miss is the distance of the target from that line
        self.assertAlmostEqual(found["closest"]["miss"], 0.1, delta=1e-6)

    def test_noise_lowers_the_chance(self):
        chances = []
        for noise in ("none", "computational-pool", "computational-pool-fivefold"):
            found = json.loads(self.expect_ok("shape", self.goal(), "--noise", noise, "--json"))
            self.assertEqual(found["noise"], noise)
            chances.append(found["solutions"][0]["chance"])
        self.assertEqual(chances[0], 1.0)
        self.assertGreater(chances[0], chances[1])
        self.assertGreater(chances[1], chances[2])

    def test_a_scene_may_be_a_file_beside_the_goal_file(self):
        text = POT.replace(SCENE, "").replace("schema = 1", 'schema = 1\nscene = "table.toml"', 1)
        (self.folder / "sub").mkdir()
        self.scene(PLAIN, "sub/table.toml")
        goal = self.scene(text, "sub/goal.toml")
        self.assertIn("distinct solution", self.expect_ok("shape", goal))

    def test_every_goal_that_comes_with_the_program_is_named(self):
        line = self.expect_refused("shape", "bank_pott", mentions=["no such goal file", "bank_pot"])
        for path in (SOURCE / "goals").glob("*.toml"):
            self.assertIn(path.stem, line)


class Refusals(CliTest):
    def refused(self, old, new, *mentions):
        self.assertIn(old, POT)
        self.expect_refused("shape", self.scene(POT.replace(old, new, 1), "goal.toml"),
                            mentions=["goal.toml: ", *mentions])

    def test_errors_name_file_key_and_what_is_allowed(self):
        self.refused("schema = 1", "schema = 2", "schema: is 2, must be 1")
        self.refused('name = "pot"', "nme = 3", "nme: unknown key", "name")
        self.refused('"speed"', '"sped"', 'unknowns.0.quantity: is "sped", must be one of speed')
        self.refused("min = 1.0", "min = -1.0", "unknowns.0.min: is -1", "between 0.01 and 20")
        self.refused("max = 40.0", "max = 400.0", "unknowns.1.max: is 400", "between -360 and 360")
        self.refused("max = 3.0", "max = 0.5", "unknowns.0.max: must be greater than `min`")
        self.refused("steps = 200", "steps = 0.5", "unknowns.1.steps: is 0.5, must be a whole number")
        self.refused("min = 10.0\n", "", "unknowns.1.min: is missing")
        self.refused('"heading"', '"speed"', "unknowns.1")
        self.refused('kind = "pot"', 'kind = "pott"', 'goals.0.kind: is "pott", must be one of gate')
        self.refused('ball = "1"', 'ball = "l"', 'goals.0.ball: is "l", no ball of the scene',
                     "available: cue, 1")
        self.refused('ball = "1"', 'ball = "1"\npocket = "corner"', "goals.0.pocket: is \"corner\"",
                     "corner_foot_left")
        self.refused('ball = "1"', 'ball = "1"\nradius = 1.0', "goals.0.radius", "only obstacle")
        self.refused('name = "pot"', 'noise = "loud"', "noise: is \"loud\", must be one of none")
        self.refused('preset = "pool-9ft"', 'preset = "pool-9fd"', "scene.table.preset")
        self.refused("[scene.shot]", '[scene.run]\nengine = "hybrid"\n[scene.shot]',
                     'scene.run.engine: is "hybrid", must be "event"')
        self.refused("steps = 200", "steps = 100000000", "unknowns.1.steps")

    def test_options(self):
        goal = self.scene(POT, "goal.toml")
        self.expect_refused("shape", goal, "-o", "x.gif", mentions=["--out", ".svg, .png, .pdf"])
        self.expect_refused("shape", goal, "--region", "x.json", mentions=["--region", ".svg"])
        self.expect_refused("shape", goal, "-o", "goal.toml", mentions=["--out"])
        self.expect_refused("shape", goal, "--noise", "loud", mentions=["--noise", "computational"])
        self.expect_refused("shape", "missing.toml", mentions=["missing.toml"])


class Schema(CliTest):
    def test_the_committed_schema_is_current(self):
        self.assertEqual((SOURCE / "schema/goal.schema.json").read_text(),
                         self.expect_ok("schema", "--goal"),
                         "write `cuelab schema --goal` to schema/goal.schema.json")

    def test_all_keys_are_documented(self):
        keys = self.expect_ok("schema", "--goal", "--keys")
        self.assertRegex(keys, r"unknowns\[\]\.quantity +required +of the shot")
        self.assertRegex(keys, r"goals\[\]\.tolerance +0\.01 +how close to it \[m\]")


if __name__ == "__main__":
    unittest.main()
