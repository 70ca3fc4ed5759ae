"""The build backend: setuptools, taken from where Debian keeps it if the environment has none, so that
`pip install .` needs no network. Elsewhere pip is asked to bring it.
"""
import sys
from importlib.util import find_spec

if find_spec("setuptools") is None or find_spec("wheel") is None:
    sys.path.append("/usr/lib/python3/dist-packages")
MISSING = [name for name in ("setuptools", "wheel") if find_spec(name) is None]
if not MISSING:
    from setuptools.build_meta import (build_sdist, build_wheel,  # noqa: F401
                                       prepare_metadata_for_build_wheel)


def get_requires_for_build_wheel(config_settings=None):
    return MISSING


get_requires_for_build_sdist = get_requires_for_build_wheel
