"""Time and memory against the number of spots, and how fast they grow."""

import numpy as np

import spots
from estimators import whole_loop
from ledger import count, duration, times
from score import on_table
from stopwatch import Run, better, in_turns, ours, theirs

LIBRARY, COMMAND = "slam-metric, library", "slam-metric, command"
LOOP = "the paper's loop in numpy"


def growth(ledger, folder, sizes):
    for n in sizes:
        for series, run in sides(folder, n).items():
            ledger.point(series, n, run)
            print(
                f"    {count(n)} spots: {series:<32} {duration(run.seconds):>9} {run.peak_mib:>9,.0f} MiB", flush=True
            )
    for series, what in ((LIBRARY, "library"), (COMMAND, "whole command")):
        seconds = [point["seconds"] for point in ledger.points if point["series"] == series]
        exponent = float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])
        ledger.claim(f"{what}: exponent of time, {count(sizes[0])} to {count(sizes[-1])} spots", exponent, 1.1)
        large, small = (Run(time, None, None) for time in (seconds[-1], seconds[-2]))
        what = f"{what}, {count(sizes[-1])} spots / {count(sizes[-2])} spots"
        ledger.claim(what, large.seconds / small.seconds, 12, seconds=times(large, small))


def sides(folder, n):
    """The best time and the peak of everyone on a lattice, each in a process of its own, in turns."""
    xy = spots.hexagonal(n)
    path, table = spots.write_raw(folder / "spots.bin", xy), spots.write_csv(folder / "spots.csv", xy)
    del xy
    with ours(path) as us, theirs(path) as scipy, theirs(path) as pykdtree, theirs(path) as loop:
        our_runs = {LIBRARY: lambda: us.run("all", 1024), COMMAND: lambda: on_table(table)}
        their_runs = {
            "scipy cKDTree, search alone": lambda: scipy.run("tree"),
            "pykdtree, search alone": lambda: pykdtree.run("pykdtree"),
        }
        # Sizes are compared by the best of equally many runs; those of others take half a minute each in the end.
        turns = 5 if n <= 1_000_000 else 2
        best = in_turns({**our_runs, **their_runs}, turns)
        again = in_turns(our_runs, 5 - turns)
        best |= {name: better(run, best[name]) for name, run in again.items()}
        # Ten of its 190 pairs, for it would take minutes at every size.
        return {**best, LOOP: whole_loop(loop, 10)} if n <= 1_000_000 else best
