"""Instructions per event of recorded shots: callgrind counts, so load and clock do not matter.

usage: instructions.py BUILD_DIR     (from the top of the source tree)
"""
import re
import subprocess
import sys

SHOTS = ["tests/data/event/B_elastic_han2005/break_8ball_V4_side.json",
         "tests/data/event/B_elastic_han2005/break_9ball_V8.json",
         "bench/data/cut30_stun_V2.json",
         "tests/data/event/B_elastic_han2005/carom_3cushion_V4p5.json"]
FEW, MANY = 10, 110


def count(program, shot, times):
    """Instructions of a run with that many shots."""
    run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                          program, shot, str(times)], capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", run.stderr)[1])


def main(build):
    program = f"{build}/shot_loop"
    print(f"{'shot':<24}{'events':>8}{'instructions/event':>20}{'roots/event':>13}")
    for shot in SHOTS:
        events, roots = map(int, subprocess.run([program, shot, "1"], capture_output=True,
                                                text=True, check=True).stdout.split())
        per_shot = (count(program, shot, MANY) - count(program, shot, FEW)) / (MANY - FEW)
        name = shot.rsplit("/", 1)[1].removesuffix(".json")
        print(f"{name:<24}{events:>8}{per_shot / events:>20.0f}{roots / events:>13.2f}")


if __name__ == "__main__":
    main(sys.argv[1])
