"""Installs a build into a scratch prefix, then builds and runs examples/hello and a shared object
with the library inside (tests/install/plugin) against it.

usage: find_package.py BUILD_DIR CXX_COMPILER     (from the top of the source tree)
"""
import ctypes
import pathlib
import socket
import subprocess
import sys
import tempfile


def run(*command, cwd=None):
    print("+", *command, flush=True)
    subprocess.run([str(c) for c in command], check=True, cwd=cwd)


def check_server(program, scratch):
    """The installed program finds its server, which refuses a port in use."""
    site = pathlib.Path(scratch, "site")
    site.mkdir()
    (site / "index.html").write_text("page")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run([program, "view", "--site", site, "--port", port],
                              capture_output=True, text=True, check=False)
    if "cannot listen on" not in done.stderr:
        sys.exit(f"find_package: the server was not loaded: {done.stderr}")


def main(build, compiler):
    with tempfile.TemporaryDirectory(prefix="cuelab-install-") as scratch:
        prefix, hello, plugin = (pathlib.Path(scratch, name)
                                 for name in ("prefix", "hello", "plugin"))
        run("cmake", "--install", build, "--prefix", prefix)
        run(prefix / "bin/cuelab", "--help")
        run(prefix / "bin/cuelab", "simulate", "break_9ball", "-q", cwd=scratch)
        if (pathlib.Path(build) / "cuelab-film.so").exists():
            run(prefix / "bin/cuelab", "draw", "break_9ball", "-o", "break.png", cwd=scratch)
        check_server(prefix / "bin/cuelab", scratch)

        for source, target in (("examples/hello", hello), ("tests/install/plugin", plugin)):
            run("cmake", "-G", "Ninja", "-S", source, "-B", target,
                f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}")
            run("cmake", "--build", target)
        run(hello / "hello", prefix / "share/cuelab/scenes/break_9ball.toml")
        run(hello / "hello", cwd=scratch)
        library = ctypes.CDLL(str(plugin / "libplugin.so"))
        if library.count_events(b"break_9ball") < 10 or library.count_events(b"absent") != -1:
            sys.exit("find_package: the shared object does not simulate")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(f"find_package: exit {error.returncode}: {' '.join(error.cmd)}")
