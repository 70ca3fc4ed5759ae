"""`models`, `tables`, `scenes`, `schema` and `completion`."""

import json
import re
import shutil
import subprocess
import unittest

from _cuelab import SOURCE, TWO_BALLS, CliTest


class Models(CliTest):
    def models(self):
        return json.loads(self.expect_ok("models", "--json"))

    def test_every_law_has_a_source_and_says_whether_it_is_built(self):
        models = self.models()
        self.assertGreater(len(models), 15)
        for model in models:
            self.assertTrue(model["source"])
            self.assertIsInstance(model["built"], bool)

    def test_lists_exactly_the_laws_a_scene_may_name(self):
        for group in ("cloth", "ball_ball", "cushion"):
            with self.subTest(group):
                refusal = self.expect_refused("check", self.scene(), "--set",
                                              f'physics.{group}={{law="no-such"}}')
                allowed = re.search(r"one of (.*)$", refusal).group(1).split(", ")
                listed = [m["law"] for m in self.models() if m["group"] == "physics." + group]
                self.assertEqual(sorted(listed), sorted(allowed))

    def test_lists_exactly_the_laws_of_the_smooth_engine(self):
        for group, value in (("smooth.*.law", '{law="no-such"}'),
                             ("smooth.*.friction.law", '{friction={law="no-such"}}')):
            with self.subTest(group):
                refusal = self.expect_refused("check", self.scene(), "--set",
                                              f"smooth.ball_cloth={value}")
                allowed = re.search(r"one of (.*)$", refusal).group(1).split(", ")
                listed = [m["law"] for m in self.models() if m["group"] == group]
                self.assertEqual(sorted(listed), sorted(allowed))
        for key in ("integrator", "reference_velocity", "attraction"):
            with self.subTest(key):
                refusal = self.expect_refused("check", self.scene(), "--set",
                                              f'smooth.{key}="no-such"')
                allowed = re.search(r"one of (.*)$", refusal).group(1).split(", ")
                listed = [m["law"] for m in self.models() if m["group"] == "smooth." + key]
                self.assertEqual(sorted(set(listed) - {"a number"}), sorted(allowed))

    def test_built_laws_of_the_smooth_engine_run_and_the_others_are_refused(self):
        scene = self.scene()
        for model in self.models():
            law, contact = json.dumps(model["law"]), "smooth.ball_cloth"
            if model["group"] == "smooth.*.law":
                change = f"{contact}={{law={law}}}"
            elif model["group"] == "smooth.*.friction.law":
                change = f'{contact}={{law="hertz", friction={{law={law}}}}}'
            elif model["group"] == "smooth.integrator":
                change = f"smooth.integrator={law}"
            else:
                continue
            with self.subTest(change):
                done = self.run_cuelab("simulate", scene, "-q", "--engine", "smooth", "--t-max",
                                       "0.01", "--set", change)
                self.assertEqual(done.returncode, 0 if model["built"] else 2, done.stderr)

    def test_listed_parameters_of_the_smooth_engine_are_accepted(self):
        scene = self.scene()
        for model in self.models():
            values = [f'law="{model["law"]}"']
            for p in model["parameters"]:
                if p["default"] == "":  # follows from physics
                    continue
                is_number = re.match(r"^[\d.e-]+$", p["default"])
                value = p["default"] if is_number else json.dumps(p["default"])
                values.append(f'{p["name"]}={value}')
            table = "{" + ", ".join(values) + "}"
            with self.subTest(model["law"]):
                if model["group"] == "smooth.*.law":
                    self.expect_ok("check", scene, "--set", f"smooth.ball_cloth={table}")
                if model["group"] == "smooth.*.friction.law":
                    self.expect_ok("check", scene, "--set",
                                   f"smooth.ball_cloth={{friction={table}}}")

    def test_built_laws_run_and_the_others_are_refused(self):
        scene = self.scene()
        for model in self.models():
            if model["group"] not in ("physics.cloth", "physics.ball_ball", "physics.cushion"):
                continue
            with self.subTest(model["law"]):
                change = f'{model["group"]}={{law="{model["law"]}"}}'
                done = self.run_cuelab("simulate", scene, "-q", "--t-max", "2", "--set", change)
                self.assertEqual(done.returncode, 0 if model["built"] else 2, done.stderr)
                self.assertIn("ok", self.expect_ok("check", scene, "--set", change))

    def test_listed_parameters_are_accepted(self):
        scene = self.scene()
        for model in self.models():
            if model["group"] not in ("physics.cloth", "physics.ball_ball", "physics.cushion"):
                continue
            values = [f'law="{model["law"]}"']
            for p in model["parameters"]:
                is_number = re.match(r"^[\d.e-]+$", p["default"])
                value = p["default"] if is_number else json.dumps(p["default"])
                values.append(f'{p["name"]}={value}')
            with self.subTest(model["law"]):
                self.expect_ok("check", scene, "--set",
                               f'{model["group"]}={{{", ".join(values)}}}')

    def test_filter(self):
        text = self.expect_ok("models", "han")
        self.assertIn("han-2005", text)
        self.assertNotIn("frictionless", text)
        self.expect_refused("models", "strongge", mentions=['did you mean "stronge"?'])


class Tables(CliTest):
    def test_list_and_json_agree(self):
        names = [t["name"] for t in json.loads(self.expect_ok("tables", "--json"))]
        self.assertEqual(names, ["pool-7ft", "pool-8ft", "pool-9ft", "snooker-12ft", "carom-10ft",
                                 "open"])
        text = self.expect_ok("tables")
        for name in names:
            self.assertIn(name, text)
        self.assertEqual(self.expect_ok("tables", "-q").split(), names)

    def test_parts(self):
        table = json.loads(self.expect_ok("tables", "pool-9ft", "--json"))
        self.assertEqual((table["length"], table["width"]), (2.54, 1.27))
        self.assertEqual(len(table["pockets"]), 6)
        text = self.expect_ok("tables", "pool-9ft")
        for part in table["cushions"] + table["jaws"] + table["pockets"] + table["spots"]:
            self.assertIn(part["id"], text)

    def test_unknown_table(self):
        self.expect_refused("tables", "pool-9", mentions=['did you mean "pool-9ft"?'])


class Scenes(CliTest):
    def setUp(self):
        super().setUp()
        (self.folder / "scenes").mkdir()
        self.scene(name="scenes/mine.toml")

    def test_names_and_titles(self):
        self.assertRegex(self.expect_ok("scenes"), r"mine +2 +pool-9ft +event +two balls")
        self.assertIn("mine", self.expect_ok("scenes", "-q").split())

    def test_json(self):
        mine = [s for s in json.loads(self.expect_ok("scenes", "--json")) if s["name"] == "mine"]
        self.assertEqual(mine[0]["title"], "two balls")
        self.assertEqual(mine[0]["path"], "scenes/mine.toml")

    def test_path_of_one(self):
        self.assertEqual(self.expect_ok("scenes", "mine"), "scenes/mine.toml\n")
        self.expect_refused("scenes", "mind", mentions=['did you mean "mine"?'])

    def test_built_in_scene(self):
        self.assertRegex(self.expect_ok("scenes"), r"break_9ball +10 +pool-9ft")
        self.assertIn("--text", self.expect_ok("scenes", "break_9ball"))
        text = (SOURCE / "scenes" / "break_9ball.toml").read_text()
        self.assertEqual(self.expect_ok("scenes", "break_9ball", "--text"), text)
        entry = json.loads(self.expect_ok("scenes", "break_9ball", "--text", "--json"))
        self.assertEqual(entry, {"name": "break_9ball", "built_in": True, "path": None,
                                 "text": text})

    def test_text_of_a_file(self):
        self.assertEqual(self.expect_ok("scenes", "mine", "--text"), TWO_BALLS)
        self.expect_refused("scenes", "--text", mentions=["--text", "name"])

    def test_files_take_precedence(self):
        self.scene(name="scenes/break_9ball.toml")
        self.assertEqual(self.expect_ok("scenes", "break_9ball"), "scenes/break_9ball.toml\n")
        self.assertIn("two balls", self.expect_ok("simulate", "break_9ball"))

    def test_every_shipped_scene_is_built_in(self):
        (self.folder / "scenes" / "mine.toml").unlink()
        names = [path.stem for path in sorted((SOURCE / "scenes").glob("*.toml"))]
        self.assertEqual(self.expect_ok("scenes", "-q").split(), names)

    def test_a_broken_scene_is_named_as_such(self):
        self.scene("schema = 2\n", "scenes/bad.toml")
        self.assertRegex(self.expect_ok("scenes"), r"bad +invalid: ")

    def test_shipped_scenes_are_valid(self):
        files = sorted((SOURCE / "scenes").glob("*.toml"))
        self.assertGreater(len(files), 5)
        text = self.expect_ok("check", *files)
        self.assertEqual(text.count(": ok, "), len(files))


class Schema(CliTest):
    def test_is_a_json_schema(self):
        schema = json.loads(self.expect_ok("schema"))
        self.assertIn("$schema", schema)
        self.assertIn("balls", schema["properties"])

    def test_keys_for_people(self):
        self.assertRegex(self.expect_ok("schema", "--keys"), r"shot\.speed +1 +\S.*\[m/s\]")


class Completion(CliTest):
    def script(self, shell):
        path = self.folder / ("completion." + shell)
        path.write_text(self.expect_ok("completion", shell))
        return path

    def test_bash_script_is_valid_and_completes(self):
        path = self.script("bash")
        subprocess.run(["bash", "-n", path], check=True)
        ask = (f'source "{path}"; COMP_WORDS=(cuelab simulate --sta); COMP_CWORD=2; _cuelab; '
               'echo "${COMPREPLY[@]}"')
        done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.split(), ["--states"])

    def test_bash_script_completes_commands(self):
        path = self.script("bash")
        ask = (f'source "{path}"; COMP_WORDS=(cuelab s); COMP_CWORD=1; _cuelab; '
               'echo "${COMPREPLY[@]}"')
        done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True)
        self.assertEqual(sorted(done.stdout.split()), ["scenes", "schema", "shape", "simulate", "sweep"])

    def test_other_shells(self):
        for shell in ("zsh", "fish"):
            path = self.script(shell)
            self.assertIn("simulate", path.read_text())
            if shutil.which(shell):
                subprocess.run([shell, "-n", path], check=True)

    def test_unknown_shell(self):
        self.expect_refused("completion", "tcsh", mentions=["bash, zsh, fish"])


if __name__ == "__main__":
    unittest.main()
