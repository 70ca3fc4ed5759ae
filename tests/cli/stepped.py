"""`--engine stepped`: the same scene and output in fixed time steps."""

import json
import unittest

from _cuelab import SOURCE, CliTest

JUMP = SOURCE / "scenes/jump_over.toml"


class Stepped(CliTest):
    def document(self, scene, *args):
        return json.loads(self.expect_ok("simulate", scene, "--engine", "stepped", "--json", *args))

    def test_events_fall_on_ends_of_steps(self):
        doc = self.document(self.scene(), "--set", "stepped.time_step=2e-3")
        self.assertEqual(doc["engine"], "stepped")
        self.assertEqual(doc["stop"], "at-rest")
        self.assertGreater(len(doc["events"]), 5)
        for event in doc["events"]:
            steps = event["t"] / 2e-3
            self.assertAlmostEqual(steps, round(steps), delta=1e-9)
        self.assertEqual(doc["cost"]["steps"], round(doc["t_end"] / 2e-3))
        self.assertGreater(doc["cost"]["pair_tests"], 0)

    def test_comes_near_the_event_engine(self):
        scene = self.scene()
        exact = json.loads(self.expect_ok("simulate", scene, "--json", "--at", "1"))
        near = self.document(scene, "--at", "1", "--set", "stepped.time_step=1e-5")
        for a, b in zip(exact["samples"][0]["balls"], near["samples"][0]["balls"]):
            for x, y in zip(a["position"], b["position"]):
                self.assertAlmostEqual(x, y, delta=2e-3)
        types = [[e["type"] for e in doc["events"]] for doc in (exact, near)]
        self.assertEqual(types[0], types[1])

    def test_balls_fly(self):
        doc = self.document(JUMP)
        self.assertIn("ball-slate", {e["type"] for e in doc["events"]})

    def test_same_hash_every_time(self):
        hashes = {self.document(self.scene())["hash"] for _ in range(2)}
        self.assertEqual(len(hashes), 1)
        self.assertNotIn(self.document(self.scene(), "--set", "stepped.time_step=5e-4")["hash"],
                         hashes)

    def test_tells_its_cost_in_steps(self):
        text = self.expect_ok("simulate", self.scene(), "--engine", "stepped")
        self.assertRegex(text, r"cost +\d+ events, \d+ steps, \d+ pair tests")

    def test_scene_may_name_it_and_a_recording_can_be_drawn(self):
        scene = self.scene()
        self.expect_ok("simulate", scene, "--set", 'run.engine="stepped"', "--out", "run.json")
        self.expect_ok("draw", "run.json", "-o", "run.svg")
        self.assertIn("<svg", (self.folder / "run.svg").read_text())

    def test_bad_time_steps_are_refused(self):
        for text in ("0", "-1e-3", "1e-10", "0.5", '"short"', "nan"):
            with self.subTest(text):
                self.expect_refused("simulate", self.scene(), "--engine", "stepped", "--set",
                                    f"stepped.time_step={text}",
                                    mentions=["stepped.time_step", "must be"])

    def test_range_is_named(self):
        self.expect_refused("simulate", self.scene(), "--engine", "stepped", "--set",
                            "stepped.time_step=0.5", mentions=["0.5", "1e-09", "0.1"])

    def test_systems_other_than_pool_are_refused(self):
        self.expect_refused("simulate", SOURCE / "scenes/newtons_cradle.toml", "--engine",
                            "stepped", mentions=["run.engine", "smooth"])


if __name__ == "__main__":
    unittest.main()
