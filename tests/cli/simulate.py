"""`cuelab simulate`: tables, JSON, files."""

import json
import math
import re
import shutil
import subprocess
import unittest

from _cuelab import CUELAB, NOT_A_NUMBER, SOURCE, TWO_BALLS, CliTest

EVENT_TYPES = {"ball-ball", "ball-cushion", "ball-slate", "ball-pocket", "ball-floor",
               "sliding-rolling", "rolling-stationary", "rolling-spinning", "spinning-stationary",
               "contact-begin", "contact-end"}
MOTIONS = {"stationary", "spinning", "rolling", "sliding", "airborne", "pocketed", "off-table"}


def strict_json(text):
    """One document with nothing around it; NaN and Infinity are no JSON."""
    def refuse(constant):
        raise ValueError(constant)
    return json.loads(text, parse_constant=refuse)


class Json(CliTest):
    def document(self, *args):
        return strict_json(self.expect_ok("simulate", self.scene(), "--json", *args))

    def test_has_the_keys_of_the_contract(self):
        doc = self.document()
        self.assertEqual(doc["schema"], 1)
        self.assertEqual(doc["engine"], "event")
        self.assertEqual(doc["scene"], "two balls")
        self.assertEqual(doc["stop"], "at-rest")
        self.assertGreater(doc["t_end"], 0)
        self.assertEqual(set(doc["energy"]), {"initial", "final", "dissipated"})
        for key in ("events", "steps", "rhs_evaluations", "wall_seconds"):
            self.assertIn(key, doc["cost"])
        self.assertRegex(doc["hash"], r"^[0-9a-f]{16}$")
        self.assertNotIn("samples", doc)

    def test_energy_is_split_by_cause(self):
        energy = self.document()["energy"]
        lost = energy["dissipated"]
        self.assertLessEqual({"cloth", "ball-ball impacts", "cushions"}, set(lost))
        self.assertGreater(min(lost.values()), 0)
        self.assertAlmostEqual(energy["initial"], energy["final"] + sum(lost.values()),
                               delta=1e-8 * energy["initial"])

    def test_events_are_in_order_with_known_types_and_agents(self):
        events = self.document()["events"]
        self.assertGreater(len(events), 3)
        self.assertEqual([e["t"] for e in events], sorted(e["t"] for e in events))
        for event in events:
            self.assertIn(event["type"], EVENT_TYPES)
            self.assertIn(event["agents"][0], ("cue", "1"))
            self.assertNotIn("after", event)
        self.assertIn(["cue", "1"], [e["agents"] for e in events if e["type"] == "ball-ball"])

    def test_balls_are_complete(self):
        for ball in self.document()["balls"]:
            self.assertIn(ball["motion"], MOTIONS)
            for key in ("position", "velocity", "spin"):
                self.assertEqual(len(ball[key]), 3)
                self.assertTrue(all(math.isfinite(x) for x in ball[key]))

    def test_states_after_every_event(self):
        for event in self.document("--states")["events"]:
            self.assertIn(event["agents"][0], event["after"])
            if event["type"] == "ball-ball":
                self.assertEqual(set(event["after"]), set(event["agents"]))

    def test_samples_at_given_times(self):
        doc = self.document("--at", "0,0.118,1000")
        self.assertEqual([s["t"] for s in doc["samples"]], [0, 0.118, 1000])
        self.assertEqual([len(s["balls"]) for s in doc["samples"]], [2, 2, 2])
        self.assertEqual(doc["samples"][2]["balls"][0]["position"], doc["balls"][0]["position"])

    def test_derivatives_predict_a_neighbour(self):
        step = 1e-4
        doc = self.document("--derivatives", "speed,heading")
        found = doc["derivatives"]
        self.assertEqual(found["parameters"], ["speed", "heading"])
        self.assertEqual(set(found["margin"]), {"speed", "heading"})
        self.assertGreater(found["margin"]["speed"], step)
        near = self.document("--set", f"shot.speed={2.0 + step}")
        for before, after, ball in zip(doc["balls"], near["balls"], found["balls"]):
            self.assertEqual(ball["id"], before["id"])
            self.assertTrue(ball["defined"])
            for axis in range(3):
                change = (after["position"][axis] - before["position"][axis]) / step
                self.assertAlmostEqual(ball["position"][axis][0], change, delta=0.01)

    def test_t_max_stops_the_run(self):
        doc = self.document("--t-max", "0.25")
        self.assertEqual((doc["stop"], doc["t_end"]), ("t-max", 0.25))

    def test_same_scene_same_hash(self):
        first, second = self.document(), self.document()
        self.assertEqual(first["hash"], second["hash"])
        first["cost"].pop("wall_seconds")
        second["cost"].pop("wall_seconds")
        self.assertEqual(first, second)

    def test_other_scene_other_hash(self):
        self.assertNotEqual(self.document()["hash"],
                            self.document("--set", "shot.speed=2.0000001")["hash"])

    def test_set_takes_one_value_each(self):
        text = self.expect_ok("simulate", "--set", "shot.speed=1", "--set", "shot.side=0",
                              self.scene(), "--json")
        slower, faster = strict_json(text), self.document()
        self.assertLess(slower["energy"]["initial"], faster["energy"]["initial"])

    def test_shipped_scenes_run(self):
        for name in ("break_9ball", "three_cushion", "frozen_row"):
            with self.subTest(name):
                path = SOURCE / "scenes" / (name + ".toml")
                doc = strict_json(self.expect_ok("simulate", path, "--json"))
                self.assertGreater(doc["t_end"], 0)


class Tables(CliTest):
    def test_prints_the_whole_summary(self):
        text = self.expect_ok("simulate", self.scene())
        for word in ("two balls", "engine", "events", "t [s]", "ball-ball", "final states",
                     "x [m]", "energy", "lost to cloth", "cost", "stop  at-rest", "hash"):
            self.assertIn(word, text)
        self.assertNotRegex(text, r"-0\.0+\s")
        self.assertNotRegex(text, NOT_A_NUMBER)

    def test_energy_adds_up(self):
        text = self.expect_ok("simulate", self.scene())
        section = text[text.index("\nenergy\n"):text.index("\ncost")]
        figures = [float(x) for x in re.findall(r"^  [a-z -]+?\s+(-?\d+\.\d+)", section, re.M)]
        initial, *losses, final = figures
        self.assertGreater(len(losses), 1)
        self.assertAlmostEqual(initial, sum(losses) + final, delta=5e-6)

    def test_quiet_prints_one_line(self):
        text = self.expect_ok("simulate", self.scene(), "-q")
        self.assertRegex(text, r"^stop  at-rest at t = [\d.]+ s after \d+ events, hash \w{16}\n$")

    def test_verbose_adds_speeds_and_energies(self):
        self.assertIn("v1 [m/s]", self.expect_ok("simulate", self.scene(), "-v"))

    def test_states_and_samples(self):
        text = self.expect_ok("simulate", self.scene(), "--states", "--at", "0.1,0.5")
        for word in ("states after the events", "states at t = 0.1 s", "states at t = 0.5 s",
                     "vx [m/s]", "wz [rad/s]"):
            self.assertIn(word, text)

    def test_table_and_json_show_the_same_hash(self):
        scene = self.scene()
        doc = strict_json(self.expect_ok("simulate", scene, "--json"))
        self.assertIn(doc["hash"], self.expect_ok("simulate", scene, "-q"))

    def test_scene_without_shot(self):
        text = self.expect_ok("simulate", self.scene(TWO_BALLS[:TWO_BALLS.index("[shot]")]))
        self.assertIn("events: none", text)

    def test_named_scene(self):
        (self.folder / "scenes").mkdir()
        self.scene(name="scenes/mine.toml")
        self.assertIn("two balls", self.expect_ok("simulate", "mine"))

    def test_built_in_scene_from_a_copied_program(self):
        """No file of the source tree or the build is needed."""
        program = self.folder / "elsewhere" / "cuelab"
        program.parent.mkdir()
        shutil.copy(CUELAB, program)
        done = subprocess.run([program, "simulate", "break_9ball"], cwd=program.parent, text=True,
                              capture_output=True, check=True)
        self.assertIn("file    break_9ball (built in)", done.stdout)
        self.expect_refused("simulate", "break_9ball", "--set", "shot.speed=-1",
                            mentions=["cuelab: break_9ball: shot.speed: is -1"])


class Files(CliTest):
    def test_recording_is_the_json_document_with_more(self):
        self.expect_ok("simulate", self.scene(), "--out", "out.json")
        written = strict_json((self.folder / "out.json").read_text())
        printed = strict_json(self.expect_ok("simulate", self.scene(), "--json"))
        for key in ("schema", "stop", "balls", "energy", "hash"):
            self.assertEqual(written[key], printed[key])
        for more, event in zip(written["events"], printed["events"], strict=True):
            self.assertEqual(event, {key: more[key] for key in event})
        self.assertEqual(self.files(), ["out.json", "scene.toml"])

    def test_csv_has_one_line_per_event(self):
        doc = strict_json(self.expect_ok("simulate", self.scene(), "--json", "--out", "out.csv"))
        lines = (self.folder / "out.csv").read_text().splitlines()
        self.assertEqual(lines[0], "t,type,first,second")
        self.assertEqual(len(lines), 1 + len(doc["events"]))

    def test_out_replaces_an_old_file(self):
        (self.folder / "out.json").write_text("old")
        self.expect_ok("simulate", self.scene(), "--out", "out.json", "-q")
        self.assertIn("hash", strict_json((self.folder / "out.json").read_text()))

    def test_final_position_can_be_played_on(self):
        doc = strict_json(self.expect_ok("simulate", self.scene(), "--json", "--save-final",
                                         "end.toml"))
        self.assertIn("ok, 2 balls", self.expect_ok("check", "end.toml"))
        after = strict_json(self.expect_ok("simulate", "end.toml", "--json"))
        self.assertEqual([b["position"] for b in after["balls"]],
                         [b["position"] for b in doc["balls"]])
        self.assertEqual(after["events"], [])


if __name__ == "__main__":
    unittest.main()
