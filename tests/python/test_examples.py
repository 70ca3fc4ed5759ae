"""Examples: the docstrings, the documentation page and the notebooks as scripts."""
import doctest
import importlib
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = ("cuelab", "cuelab._scene", "cuelab._run", "cuelab._batch", "cuelab._shape",
           "cuelab.env")


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0 and result.attempted > 0


def test_documentation_page():
    result = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False)
    assert result.failed == 0 and result.attempted > 10


@pytest.mark.parametrize("name, printed", [
    ("first_shot", "cue ball ends at"), ("heat_map", "of the places"), ("learning", "by chance")])
def test_notebooks(name, printed):
    script = ROOT / "python/notebooks" / f"{name}.py"
    environment = {**os.environ, "MPLBACKEND": "agg", "CUELAB_ROUNDS": "4", "CUELAB_GRID": "24"}
    result = subprocess.run([sys.executable, "-B", str(script)], env=environment, text=True,
                            capture_output=True)
    assert result.returncode == 0, result.stderr
    assert printed in result.stdout
    if name == "learning":
        words = result.stdout.split()
        chance, learned = (float(words[words.index(word) + 1].rstrip(";"))
                           for word in ("chance:", "learned:"))
        assert learned > 1.2 * chance


@pytest.mark.parametrize("name", ["first_shot", "heat_map", "learning"])
def test_notebooks_have_the_code_of_their_scripts(name):
    script = ROOT / "python/notebooks" / f"{name}.py"
    cells = json.loads(script.with_suffix(".ipynb").read_text())["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    parts = re.split(r"^# %%.*\n", script.read_text(), flags=re.MULTILINE)
    assert code == [part.strip() for part in parts[1:] if not part.startswith("# ")]
    assert any("image/png" in output.get("data", {}) for cell in cells
               for output in cell.get("outputs", []))


def test_agents():
    script = ROOT / "python/examples/agents.py"
    printed = subprocess.run([sys.executable, "-B", str(script), "three-cushion", "8"], check=True,
                             capture_output=True, text=True).stdout
    assert printed.count("per stroke") == 2


def test_random_wrong_calls():
    attack = importlib.import_module("attack").attack
    answers = attack(3000, seed=2026)
    assert answers["done"] > 100 and answers["ValueError"] > 100 and answers["TypeError"] > 100
