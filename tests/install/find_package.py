"""Installs a build into a scratch prefix, then builds and runs examples/hello against it.

usage: find_package.py BUILD_DIR CXX_COMPILER     (from the top of the source tree)
"""
import pathlib
import subprocess
import sys
import tempfile


def run(*command):
    print("+", *command, flush=True)
    subprocess.run([str(c) for c in command], check=True)


def main(build, compiler):
    with tempfile.TemporaryDirectory(prefix="cuelab-install-") as scratch:
        prefix, hello = pathlib.Path(scratch, "prefix"), pathlib.Path(scratch, "hello")
        run("cmake", "--install", build, "--prefix", prefix)
        run(prefix / "bin/cuelab", "--help")

        run("cmake", "-G", "Ninja", "-S", "examples/hello", "-B", hello,
            f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}")
        run("cmake", "--build", hello)
        run(hello / "hello", prefix / "share/cuelab/scenes/break_9ball.toml")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(f"find_package: exit {error.returncode}: {' '.join(error.cmd)}")
