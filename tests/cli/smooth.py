"""The smooth engine on the command line: refusals, JSON, tables, recordings."""

import json
import os
import pty
import subprocess
import unittest

from _cuelab import CUELAB, NOT_A_NUMBER, SOURCE, TWO_BALLS, CliTest

# a short straight shot on the way to a contact
SHORT = """
schema = 1
name = "straight shot"
[table]
preset = "open"
[[balls]]
id = "cue"
position = [0.0, 0.0]
velocity = [1.0, 0.0, 0.0]
[[balls]]
id = "1"
position = [0.1, 0.0]
[run]
engine = "smooth"
t_max = 0.1
"""
BREAK = SOURCE / "scenes" / "four_ball_break.toml"


class Refusals(CliTest):
    def refuse(self, change, *mentions):
        self.expect_refused("simulate", self.scene(), "--engine", "smooth", "--set",
                            "smooth." + change, mentions=["scene.toml: smooth.", *mentions])

    def test_values_out_of_range(self):
        for change, key, allowed in (
                ("rel_tol=1e-15", "rel_tol", "between 1e-14 and 1"),
                ("rel_tol=nan", "rel_tol", "between 1e-14 and 1"),
                ("abs_tol=0", "abs_tol", "between 1e-06 and 1e+12"),
                ("max_step=0", "max_step", "between 1e-09 and 1"),
                ('integrator="euler"', "integrator", "dormand-prince"),
                ('vertical="up"', "vertical", "free, held"),
                ("reference_velocity=-1", "reference_velocity", "initial, running-max"),
                ('attraction="some"', "attraction", "clamped, allowed"),
                ('start="late"', "start", "as-given, equilibrium"),
                ('ball_ball={law="newton"}', "ball_ball.law", "hertz"),
                ('ball_ball={law="flores", restitution=0}', "ball_ball.restitution",
                 "between 0.01 and 1"),
                ('ball_ball={law="hertz", restitution=0.9}', "ball_ball.restitution", "flores"),
                ("cushion={friction=-0.1}", "cushion.friction", "between 0 and 10"),
                ('cushion={friction={law="ambrosio", v0=0.1, v1=0.1}}', "cushion.friction.v1",
                 "above v0"),
                ('cushion={friction={law="threlfall", v0=0}}', "cushion.friction.v0",
                 "between 1e-09 and 1000"),
                ("ball_cloth={rolling=-1}", "ball_cloth.rolling", "between 0 and 10"),
                ("materials={ball={poisson=0.7}}", "materials.ball.poisson", "0.5"),
                ("tolerance=1", "tolerance", "unknown key")):
            with self.subTest(change):
                self.refuse(change, key, allowed)

    def test_patch_friction_of_the_cloth(self):
        scene = self.scene()
        patch = 'smooth.ball_cloth={friction={law="patch"}}'
        self.expect_ok("simulate", scene, "-q", "--engine", "smooth", "--set", patch,
                       "--t-max", "0.1")
        self.refuse('ball_cloth={friction={law="patch", form="pade"}}', "ball_cloth.friction.form",
                    "pade-1")
        self.refuse('ball_cloth={friction={law="patch", distortion=1.5}}',
                    "ball_cloth.friction.distortion", "the pressure is negative")


class Json(CliTest):
    def document(self, scene, *args):
        return json.loads(self.expect_ok("simulate", scene, "--json", *args))

    def test_contacts_carry_their_measures(self):
        doc = self.document(self.scene(SHORT))
        self.assertEqual(doc["engine"], "smooth")
        begins = [e for e in doc["events"] if e["type"] == "contact-begin"]
        ends = [e for e in doc["events"] if e["type"] == "contact-end"]
        self.assertEqual([e["t"] for e in doc["events"]], sorted(e["t"] for e in doc["events"]))
        hit = next(e for e in begins if e["agents"] == ["cue", "1"])
        parted = next(e for e in ends if e["agents"] == ["cue", "1"])
        self.assertAlmostEqual(hit["approach_speed"], 0.9, delta=0.1)
        self.assertAlmostEqual(parted["duration"], parted["t"] - hit["t"], delta=1e-12)
        self.assertGreater(parted["peak_force"], 100)
        self.assertLess(parted["depth"], 1e-3)
        for event in begins:
            self.assertGreaterEqual(event["approach_speed"], 0)

    def test_energy_adds_up(self):
        energy = self.document(self.scene(SHORT))["energy"]
        self.assertEqual(set(energy), {"initial", "final", "kinetic", "potential", "elastic",
                                       "dissipated", "error"})
        spent = sum(energy["dissipated"].values())
        rest = energy["kinetic"] + energy["potential"] + energy["elastic"]
        self.assertAlmostEqual(energy["initial"], rest + spent, delta=1e-6 * energy["initial"])
        self.assertAlmostEqual(energy["final"], energy["kinetic"] + energy["potential"],
                               delta=1e-9)

    def test_cost_counts_the_steps(self):
        cost = self.document(self.scene(SHORT))["cost"]
        self.assertGreater(cost["steps"], 10)
        self.assertGreater(cost["rhs_evaluations"], cost["steps"])
        self.assertIn("rejected", cost)

    def test_samples_come_in_the_order_asked_for(self):
        doc = self.document(self.scene(SHORT), "--at", "0.05,0,0.02,0.05,0.1")
        samples = doc["samples"]
        self.assertEqual([s["t"] for s in samples], [0.05, 0, 0.02, 0.05, 0.1])
        self.assertEqual(samples[0], samples[3])
        self.assertEqual(samples[1]["balls"][0]["position"], [0, 0, 0.028575])
        # friction has hardly begun to slow it down
        self.assertAlmostEqual(samples[2]["balls"][0]["position"][0], 0.02, delta=1e-3)
        self.assertEqual(samples[4]["balls"][0]["position"], doc["balls"][0]["position"])

    def test_after_rest_the_final_state_counts(self):
        scene = self.scene(TWO_BALLS.replace("speed = 2.0", "speed = 0.2"))
        doc = self.document(scene, "--engine", "smooth", "--at", "50")
        self.assertEqual(doc["stop"], "at-rest")
        self.assertEqual(doc["samples"][0]["balls"][0]["position"], doc["balls"][0]["position"])

    def test_time_after_a_run_that_was_cut_off(self):
        self.expect_refused("simulate", self.scene(SHORT), "--at", "0.2", mentions=["--at", "0.2"])

    def test_same_scene_same_hash(self):
        scene = self.scene(SHORT)
        self.assertEqual(self.document(scene)["hash"], self.document(scene)["hash"])
        other = self.document(scene, "--set", "smooth.ball_ball.restitution=0.9")
        self.assertNotEqual(self.document(scene)["hash"], other["hash"])

    def test_break_of_the_paper(self):
        doc = self.document(BREAK, "--t-max", "0.12")
        self.assertAlmostEqual(doc["energy"]["initial"], 9.785, delta=0.001)
        hit = next(e for e in doc["events"]
                   if e["type"] == "contact-begin" and e["agents"] == ["cue", "1"])
        self.assertAlmostEqual(hit["t"], 0.114237, delta=5e-6)
        self.assertAlmostEqual(hit["approach_speed"], 10.505, delta=0.003)


class Tables(CliTest):
    def test_tells_contacts_ledger_and_cost(self):
        text = self.expect_ok("simulate", self.scene(SHORT), "--at", "0.05")
        for word in ("engine  smooth", "contact", "lasts [ms]", "speed [m/s]", "force [N]",
                     "depth [mm]", "states at t = 0.05 s", "lost to", "final, kinetic",
                     "energy balance error", "steps", "right-hand sides", "hash"):
            self.assertIn(word, text)
        self.assertNotIn("contact-end", text)
        self.assertNotRegex(text, NOT_A_NUMBER)

    def test_no_progress_bar_in_a_pipe(self):
        self.expect_ok("simulate", self.scene(SHORT))  # nothing on standard error

    def test_quiet_prints_one_line_on_a_terminal(self):
        main, side = pty.openpty()
        done = subprocess.run([CUELAB, "simulate", self.scene(SHORT), "-q"], stderr=side,
                              stdout=subprocess.PIPE, timeout=60, check=False)
        os.close(side)
        try:
            shown = os.read(main, 1000)
        except OSError:  # what Linux answers when nothing was written
            shown = b""
        os.close(main)
        self.assertEqual((done.returncode, shown), (0, b""))


class Files(CliTest):
    def test_recording_gives_the_same_picture(self):
        scene = self.scene(SHORT)
        self.expect_ok("simulate", scene, "--out", "run.json", "-q")
        self.expect_ok("draw", scene, "-o", "a.svg", "-q")
        self.expect_ok("draw", "run.json", "-o", "b.svg", "-q")
        self.assertEqual((self.folder / "a.svg").read_text(), (self.folder / "b.svg").read_text())

    def test_damaged_contacts_are_refused(self):
        self.expect_ok("simulate", self.scene(SHORT), "--out", "run.json", "-q")
        whole = json.loads((self.folder / "run.json").read_text())
        for key, value in (("contacts", [{"begin": 99}]), ("contacts", 1), ("ledger", {})):
            with self.subTest(key):
                (self.folder / "bad.json").write_text(json.dumps({**whole, key: value}))
                self.expect_refused("draw", "bad.json", "-o", "x.svg", mentions=["bad.json"])

    def test_final_position_is_a_scene(self):
        self.expect_ok("simulate", self.scene(SHORT), "--save-final", "end.toml", "-q")
        self.assertIn("[smooth]", (self.folder / "end.toml").read_text())


if __name__ == "__main__":
    unittest.main()
