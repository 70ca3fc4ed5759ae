"""Every scene must give the same bits whatever compiler and optimisation level built the core.

usage: hashes.py BUILD_DIR     (from the top of the source tree; a finished release build)

Compiles the core again with other compilers and flags, links each with the rest of the build's
program, runs `simulate SCENE --json` for every scene of scenes/ and tests/data/scenes/ with all of
them, as the scene says, for a while with the smooth engine and twice with the hybrid one, and
compares the whole results, `hash` included, but not
`cost`, which holds the wall time. The build itself must not hold a fused multiply-add.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

# name: (compiler, flags instead of the build's -O3 and instruction set)
VARIANTS = {
    "g++ -O0, x86-64-v2": ("c++", "-O0 -march=x86-64-v2"),
    "clang -O2": ("clang++-19", "-O2 -march=x86-64-v3 -Wno-unknown-warning-option"),
}
SMOOTH = ["--engine", "smooth", "--t-max", "0.2"]
HYBRID = ["--engine", "hybrid"]
FAST = [*HYBRID, "--set", "hybrid.integrator=\"fast\"", "--set", "hybrid.cushions=\"compliant\""]
CORE = re.compile(r"cuelab_core\.dir/(.*)\.o$")


def compile_commands(build, pattern):
    """The compile commands of objects whose paths match: {object file: words}."""
    commands = json.loads((build / "compile_commands.json").read_text())
    words = [shlex.split(entry["command"]) for entry in commands]
    outputs = [w[w.index("-o") + 1] for w in words]
    return {o: w for o, w in zip(outputs, words) if re.search(pattern, o)}


def core_commands(build):
    return compile_commands(build, CORE)


def kept_options(words):
    """What the variants share with the build; not NDEBUG, so that their assertions are on."""
    before = [""] + words
    return [w for last, w in zip(before, words)
            if re.match(r"-[If]|-std=|-DCUELAB|-isystem", w) or last == "-isystem"]


def libraries(build):
    """The libraries with which the program is linked, except the project's own."""
    command = subprocess.run(["ninja", "-C", str(build), "-t", "commands", "-s", "cuelab"],
                             capture_output=True, text=True, check=True).stdout
    return [w for w in shlex.split(command) if re.match(r"-l|/.*\.(a|so)[.0-9]*$", w)]


def compile_core(build, name, pool):
    """Objects of the core in another build; starts the compilers in the pool."""
    compiler, flags = VARIANTS[name]
    folder = build / "determinism" / re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    shutil.rmtree(folder, ignore_errors=True)
    jobs = []
    for output, words in core_commands(build).items():
        target = folder / (CORE.search(output)[1].replace("/", "_") + ".o")
        folder.mkdir(parents=True, exist_ok=True)
        source = words[words.index("-c") + 1]
        options = kept_options(words)
        command = ["ccache"] if os.path.exists("/usr/bin/ccache") else []
        command += [compiler, *flags.split(), "-w", "-Wno-psabi", *options, "-c", source, "-o", str(target)]
        jobs.append(pool.submit(subprocess.run, command, check=True))
    return folder, jobs


def link(build, folder):
    """The program with the core of that folder."""
    program = folder / "cuelab"
    objects = compile_commands(build, r"cuelab_(io|cli)\.dir/.*\.c(pp|xx)\.o$")
    rest = [str(build / o) for o in objects]
    core = [str(p) for p in sorted(folder.glob("*.o"))]
    subprocess.run(["c++", *rest, *core, *libraries(build), "-o", str(program)], check=True)
    return program


def fused(build):
    """Objects of the core with fused instructions: g++ may emit some despite -ffp-contract=off."""
    return [o for o in core_commands(build)
            if re.search(r"\tvfn?m(add|sub)", subprocess.run(
                ["objdump", "-d", str(build / o)], capture_output=True, text=True, check=True).stdout)]


def result(program, scene, options):
    """The document that a program prints for a scene, without its cost; or the error message."""
    run = subprocess.run([program, "simulate", str(scene), "--json", *options],
                         capture_output=True, text=True, timeout=300)
    if run.returncode != 0:
        return f"exit {run.returncode}: {run.stderr.strip()}"
    document = json.loads(run.stdout)
    document.pop("cost", None)
    return document


def main(build):
    scenes = sorted(p for folder in ("scenes", "tests/data/scenes")
                    for p in pathlib.Path(folder).glob("*.toml"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        started = [compile_core(build, name, pool) for name in VARIANTS]
        for _, jobs in started:
            for job in jobs:
                job.result()
    programs = [build / "cuelab"] + [link(build, folder) for folder, _ in started]
    simulated = 0
    bad = len(fused(build))
    if bad:
        print("fused multiply-add in", *fused(build))
    for scene, options in [(s, o) for s in scenes for o in ([], SMOOTH, HYBRID, FAST)]:
        results = [result(program, scene, options) for program in programs]
        same = all(r == results[0] for r in results)
        refused = same and str(results[0]).startswith("exit 2")
        simulated += not refused
        bad += not same or (not refused and isinstance(results[0], str))
        print(*options, f"{scene}: {results[0] if refused else [r if isinstance(r, str) else r['hash'] for r in results]}"
              if refused or not same else f"{scene}: {results[0]['hash']}")
    print(f"determinism: {simulated} runs, {len(programs)} builds: "
          + (f"{bad} differ or fail" if bad else "all bits equal"))
    return 1 if bad or simulated < 5 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
