"""Instruction counts of the hot paths under callgrind, for hunting regressions on a noisy machine.

    make profile               a table of instructions, beside those kept in bench/instructions.json
    make profile KEEP=yes      the same, and keeps them

Every path runs on one small fixed input and one thread. What is counted is its second run: the difference between a
process that runs it twice and one that runs it once. The profiles stay in target/profile, for callgrind_annotate.
"""

import json
import re
import shutil
import subprocess
import sys

import stopwatch

KEPT = stopwatch.ROOT / "bench" / "instructions.json"
OUT = stopwatch.ROOT / "target" / "profile"
TABLE = OUT / "spots.csv"
SIDE, TREE_SIDE = 100, 160  # the silhouette is summed by a tree above 20,000 spots
SPOTS, EDGES, DIRECTIONS = "spot", "edge", "direction"

# Name, part and argument (a second part is taken off), unit, number of units (edges are counted).
PATHS = [
    ("reading a CSV", [f"read 1 {TABLE}"], SPOTS, SIDE**2),
    ("neighbour graph", ["graph 1"], SPOTS, SIDE**2),
    ("kinds", ["kinds 1 1"], EDGES, None),
    ("exact discrepancy, 12 labels", ["exact 1 256"], DIRECTIONS, 256),
    ("exact discrepancy, 12 labels, weighted", ["exact_weighted 1 64"], DIRECTIONS, 64),
    ("slam_adjusted", ["measure_all 1 8", "measure 1 8"], EDGES, None),
    ("similarity, 100 genes found per spot", ["similarity 1"], EDGES, None),
    ("silhouette by tree", ["metrics 1 asw"], SPOTS, TREE_SIDE**2),
    ("sampled estimator, draws included", ["sampled 1 16"], DIRECTIONS, 16),
]


def lattice(path, side):
    """A table of a hexagonal lattice in twelve bands."""
    rows = ((column + row % 2 / 2, row * 0.75**0.5, 12 * row // side) for row in range(side) for column in range(side))
    with path.open("w") as file:
        file.write("id,x,y,truth,pred\n")
        file.writelines(
            f"s{i},{x:.3f},{y:.3f},L{band},L{(band + (i % 9 == 0)) % 12}\n" for i, (x, y, band) in enumerate(rows)
        )


def instructions(side, line, times):
    """All instructions of a process that runs a part some times."""
    profile = OUT / (re.sub(r"\W+", "-", line.replace(str(TABLE), "csv")) + f".{times}.callgrind")
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}"]
    command += [stopwatch.RELEASE / "examples" / "stopwatch", f"lattice:{side**2}"]
    run = subprocess.run(command, input=f"{line}\n" * times, text=True, check=True, capture_output=True)
    return int(re.search(r"Collected : (\d+)", run.stderr)[1])


def second_run(side, line):
    return instructions(side, line, 2) - instructions(side, line, 1)


def cost(lines, unit, count, n_edges):
    """Instructions per unit."""
    side = TREE_SIDE if count == TREE_SIDE**2 else SIDE
    first, *others = [second_run(side, line) for line in lines]
    return (first - sum(others)) / (n_edges if unit == EDGES else count)


def main():
    if not shutil.which("valgrind"):
        sys.exit("make profile needs valgrind, which is not installed (apt install valgrind)")
    stopwatch.build()
    OUT.mkdir(parents=True, exist_ok=True)
    lattice(TABLE, SIDE)
    with stopwatch.ours(f"lattice:{SIDE**2}") as us:
        n_edges = us.run("graph").value
    kept, found = json.loads(KEPT.read_text()) if KEPT.exists() else {}, {}
    print(f"{'instructions':<40} {'':>12} {'':<13} {'change'}")
    for name, lines, unit, count in PATHS:
        found[name] = round(cost(lines, unit, count, n_edges), 1)
        change = f"{100 * (found[name] / kept[name] - 1):+.1f} %" if name in kept else ""
        print(f"{name:<40} {found[name]:>12,.0f} per {unit:<9} {change}", flush=True)
    if "--keep" in sys.argv:
        KEPT.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
