"""This tree beside another revision: times in turns and instructions of the same parts, in one run, as ratios.

    make bench-compare REV=main          times; SPOTS=1000000 for more spots, under valgrind also instructions: PROFILE=yes

The other revision is checked out into target/compare/tree and built there. A ratio above 1 says that this tree is slower.
"""

import argparse
import shutil
import subprocess
import sys

import instructions
import stopwatch

FOLDER = stopwatch.ROOT / "target" / "compare"
TREE = FOLDER / "tree"
PARTS = [
    ("neighbour graph", "graph", ""),
    ("kinds", "kinds", "1"),
    ("exact discrepancy", "exact", "256"),
    ("steps after the graph", "measure", "8"),
    ("the same with slam_adjusted", "measure_all", "8"),
    ("ari", "metrics", "ari"),
    ("chaos", "metrics", "chaos"),
    ("sampled estimator", "sampled", "16"),
]


def check_out(revision):
    """The other revision's stopwatch, built in a tree of its own."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    git = ["git", "-C", stopwatch.ROOT, "worktree"]
    subprocess.run([*git, "remove", "--force", TREE], capture_output=True, check=False)
    subprocess.run([*git, "add", "--quiet", "--detach", TREE, revision], check=True)
    try:
        build = ["cargo", "build", "--release", "--quiet", "-p", "slam-io", "--example", "stopwatch"]
        subprocess.run([*build, "--target-dir", FOLDER / "target"], cwd=TREE, check=True)
    finally:
        subprocess.run([*git, "remove", "--force", TREE], check=True)
    return FOLDER / "target" / "release"


def times(theirs, spots, repeats):
    """Seconds of both, in turns on the same spots."""
    here = stopwatch.Stopwatch(stopwatch.RELEASE / "examples" / "stopwatch", spots)
    there = stopwatch.Stopwatch(theirs / "examples" / "stopwatch", spots)
    print(f"{f'seconds, {spots}':<40} {'there':>12} {'here':>12} {'ratio':>7}")
    with here, there:
        for name, part, argument in PARTS:
            runs = {one: lambda one=one: one.run(part, argument) for one in (there, here)}
            for run in runs.values():
                run()
            found = stopwatch.in_turns(runs, repeats)
            show(name, found[there].seconds, found[here].seconds, "12.4f")


def counts(theirs):
    """Instructions of both, which no other process disturbs."""
    instructions.OUT.mkdir(parents=True, exist_ok=True)
    instructions.lattice(instructions.TABLE, instructions.SIDE)
    print(f"\n{'instructions':<40} {'there':>12} {'here':>12} {'ratio':>7}")
    ours = stopwatch.RELEASE
    for name, lines, unit, count in instructions.PATHS:
        found = []
        for release in (theirs, ours):
            stopwatch.RELEASE = release
            found.append(instructions.cost(lines, unit, count or instructions.SIDE**2, instructions.SIDE**2))
        show(name, *found, "12,.0f")


def show(name, there, here, form):
    print(f"{name:<40} {there:{form}} {here:{form}} {here / there:7.3f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("revision")
    parser.add_argument("--spots", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--profile", action="store_true")
    arguments = parser.parse_args()
    if arguments.profile and not shutil.which("valgrind"):
        sys.exit("instructions need valgrind, which is not installed (apt install valgrind)")
    theirs = check_out(arguments.revision)
    stopwatch.build()
    times(theirs, f"lattice:{arguments.spots}", arguments.repeats)
    if arguments.profile:
        counts(theirs)


if __name__ == "__main__":
    main()
