"""Turns the scripts of this folder into notebooks, executed, beside them.

usage: convert.py [name...]
"""
import os
import pathlib
import re
import sys

import nbformat
from nbconvert.preprocessors import ExecutePreprocessor

import cuelab

HERE = pathlib.Path(__file__).resolve().parent
NAMES = ("first_shot", "heat_map", "learning")


def cells(script: str) -> list:
    """A cell begins with a line `# %%`; `# %% [markdown]` begins a text."""
    found = []
    for part in re.split(r"^# %%", script, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        if "[markdown]" in head:
            text = re.sub(r"^# ?", "", body.strip(), flags=re.MULTILINE)
            found.append(nbformat.v4.new_markdown_cell(text))
        else:
            found.append(nbformat.v4.new_code_cell(body.strip()))
    for number, cell in enumerate(found):
        cell["id"] = f"cell-{number}"
    return found


def main() -> None:
    # Debian's kernel does not know the environment of this interpreter
    os.environ["PYTHONPATH"] = str(pathlib.Path(cuelab.__file__).parents[1])
    for name in sys.argv[1:] or NAMES:
        notebook = nbformat.v4.new_notebook(cells=cells((HERE / f"{name}.py").read_text()))
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3",
                                           "language": "python"}
        ExecutePreprocessor(timeout=600, record_timing=False).preprocess(
            notebook, {"metadata": {"path": str(HERE)}})
        nbformat.write(notebook, HERE / f"{name}.ipynb")
        print(f"{name}.ipynb")


if __name__ == "__main__":
    main()
