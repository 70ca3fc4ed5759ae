"""Systems other than the pool table on the command line."""

import json
import re
import unittest

from _cuelab import NOT_A_NUMBER, SOURCE, CliTest

SCENES = {"bouncing_ball": "bouncing-ball", "newtons_cradle": "newtons-cradle",
          "bearing": "ball-bearing", "bearing_defect": "ball-bearing"}


def path_of(name):
    return SOURCE / "scenes" / f"{name}.toml"


class Systems(CliTest):
    def test_tables_name_system_and_bodies(self):
        for name, kind in SCENES.items():
            with self.subTest(name):
                text = self.expect_ok("simulate", path_of(name), "--t-max", "0.01")
                self.assertIn(f"system  {kind}", text)
                self.assertNotIn("table", text)
                self.assertNotRegex(text, NOT_A_NUMBER)

    def test_what_a_drive_gives_is_no_loss(self):
        text = self.expect_ok("simulate", path_of("bearing"), "--t-max", "0.03")
        self.assertIn("supplied by drive and cage", text)
        shares = [float(x) for x in re.findall(r"([-0-9.]+) %", text)]
        self.assertGreater(len(shares), 4)
        self.assertTrue(all(0 <= share <= 100 for share in shares), text)

    def test_defects_are_checked(self):
        for change, key in (("system.defect_width=5e-3", "system.defect_width"),
                            ("system.defect_height=1e-6", "system.defect_height"),
                            ('system.defect="ball"', "system.defect")):
            with self.subTest(change):
                self.expect_refused("simulate", path_of("bearing_defect"), "--set", change,
                                    mentions=[key])

    def test_parts_have_names(self):
        doc = json.loads(self.expect_ok("simulate", path_of("bearing"), "--json", "--t-max", "1e-5"))
        partners = [e["agents"][1] for e in doc["events"]]
        self.assertEqual(sorted(partners), 8 * ["inner race"] + 8 * ["outer race"])
        self.assertEqual([b["id"] for b in doc["balls"]][7:], ["8", "outer race"])
        doc = json.loads(self.expect_ok("simulate", path_of("bouncing_ball"), "--json", "--set",
                                        'system.surface="tube"', "--t-max", "0.4"))
        self.assertEqual(doc["events"][0]["agents"], ["ball", "tube"])

    def test_recordings_can_be_drawn(self):
        for name in SCENES:
            with self.subTest(name):
                self.expect_ok("simulate", path_of(name), "--t-max", "0.01", "-q", "--out",
                               "run.json")
                self.expect_ok("draw", "run.json", "-o", "run.svg", "-q", "--view", "side")

    def test_other_engines_refuse(self):
        for name, kind in SCENES.items():
            self.expect_refused("simulate", path_of(name), "--engine", "event",
                                mentions=["run.engine", '"smooth"', kind])

    def test_final_position_is_no_scene(self):
        self.expect_refused("simulate", path_of("bouncing_ball"), "--save-final", "end.toml",
                            mentions=["--save-final"])

    def test_dependent_keys(self):
        for change, mentions in (("system.count=40", ["system.count", "apart"]),
                                 ("system.axial_load=1", ["system.axial_load", "cylinders"]),
                                 ("system.release=3", ["system.release", "newtons-cradle"])):
            with self.subTest(change):
                self.expect_refused("simulate", path_of("bearing"), "--set", change,
                                    mentions=mentions)

    def test_every_kind_is_listed_as_a_model(self):
        models = json.loads(self.expect_ok("models", "system.kind", "--json"))
        self.assertEqual({m["law"] for m in models}, {"pool", *SCENES.values()})
        for model in models:
            if model["law"] == "pool":
                continue
            change = [x for p in model["parameters"] if p["name"] != "defect" and p["default"]
                      for x in ("--set", f'system.{p["name"]}={p["default"]}')]
            scene = self.scene(f'schema = 1\n[system]\nkind = "{model["law"]}"\n')
            self.expect_ok("check", scene, *change)


if __name__ == "__main__":
    unittest.main()
