"""Builds the extension of the Python package with CMake; pyproject.toml has the rest.

CUELAB_PRESET chooses another preset of CMakePresets.json, such as asan-ubsan.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
PRESET = os.environ.get("CUELAB_PRESET", "release")


def version() -> str:
    text = (ROOT / "include/cuelab/version.hpp").read_text(encoding="utf-8")
    found = re.search(r'version = "([^"]+)"', text)
    if found is None:
        raise RuntimeError("include/cuelab/version.hpp names no version")
    return found[1]


class CMakeBuild(build_ext):
    def build_extension(self, ext: Extension) -> None:
        folder = ROOT / "build" if PRESET == "release" else ROOT / "build" / PRESET
        interpreter = os.path.realpath(sys.executable)
        subprocess.run(["cmake", "--preset", PRESET, "-DCUELAB_PYTHON=ON",
                        f"-DPython_EXECUTABLE={interpreter}"],
                       cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["cmake", "--build", str(folder), "--target", "cuelab_python"],
                       cwd=ROOT, check=True)
        built, = (folder / "python/lib").glob("_core*.so")
        place = pathlib.Path(self.get_ext_fullpath(ext.name))
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(built, place)
        hdf5 = folder / "cuelab-hdf5.so"  # not built without the HDF5 library
        if hdf5.exists():
            shutil.copyfile(hdf5, place.with_name(hdf5.name))


setup(version=version(), ext_modules=[Extension("cuelab._core", [])],
      cmdclass={"build_ext": CMakeBuild})
