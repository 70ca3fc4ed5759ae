"""Compares the second program with the figures recorded from it in experiments/*/expected.toml.

check.py ORACLE ORACLE_QUAD: every recorded figure must be what ORACLE computes, rounded to the
decimals shown; some of them are computed again by ORACLE_QUAD, in 113-bit arithmetic. Prints the
deviations.
"""

import pathlib
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROUNDING = 0.501  # of the last decimal shown
QUAD_AGREEMENT = 1e-7  # between the two precisions


def computed(program, *arguments):
    """{(experiment, key, row): figures} as the program prints them."""
    text = subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout
    rows = {}
    for line in text.splitlines():
        experiment, key, row, *figures = line.split()
        rows[experiment, key, int(row)] = [float(figure) for figure in figures]
    return rows


def recorded():
    """{(experiment, key, row): (figures, decimals)} of the evidence "second-program"."""
    rows = {}
    for path in sorted(ROOT.glob("experiments/*/expected.toml")):
        for key, entry in tomllib.loads(path.read_text()).get("figures", {}).items():
            if entry["evidence"] != "second-program":
                continue
            for row, figures in enumerate(entry["rows"]):
                figures = figures if isinstance(figures, list) else [figures]
                rows[path.parent.name, key, row] = (figures, entry["decimals"])
    return rows


def greatest_difference(a, b):
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def main():
    oracle, oracle_quad = sys.argv[1:]
    found, known = computed(oracle), recorded()
    failures = [f"{name} is recorded but not computed" for name in known.keys() - found.keys()]
    failures += [f"{name} is computed but not recorded" for name in found.keys() - known.keys()]
    for name in sorted(known.keys() & found.keys()):
        figures, decimals = known[name]
        off = greatest_difference(figures, found[name])
        print(*name, f"recorded to {decimals} decimals, off by {off:.1e}")
        if off > ROUNDING * 10.0**-decimals:
            failures.append(f"{name}: recorded {figures}, computed {found[name]}")
    for part in "laws", "cradles":
        for name, figures in computed(oracle_quad, "1e-13", part).items():
            off = greatest_difference(figures, found[name])
            print(*name, f"in 113-bit arithmetic, off by {off:.1e}")
            if off > QUAD_AGREEMENT:
                failures.append(f"{name}: {found[name]}, in 113-bit arithmetic {figures}")
    print(f"{len(known)} rows recorded, {len(found)} computed, {len(failures)} failures")
    sys.exit("\n".join(failures))


if __name__ == "__main__":
    main()
