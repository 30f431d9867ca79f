"""Time and memory against the number of spots, and how fast they grow."""

import numpy as np

import spots
from estimators import whole_loop
from ledger import count, duration, times
from score import on_table
from stopwatch import in_turns, ours, theirs

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
    last_step(ledger, folder, *sizes[-2:])


def last_step(ledger, folder, small, large):
    """Ten times as many spots beside as many as there were, in turns: minutes later a machine may be another."""
    tables = {n: spots.write_csv(folder / f"{n}.csv", spots.hexagonal(n)) for n in (small, large)}
    raw = {n: spots.write_raw(folder / f"{n}.bin", spots.hexagonal(n)) for n in (small, large)}
    with ours(raw[small]) as few, ours(raw[large]) as many:
        runs = {("library", n): lambda us=us: us.run("all", 1024) for n, us in ((small, few), (large, many))}
        runs |= {("whole command", n): lambda n=n: on_table(tables[n]) for n in (small, large)}
        best = in_turns(runs)
    for what in ("library", "whole command"):
        ratio = best[what, large].seconds / best[what, small].seconds
        claim = f"{what}, {count(large)} spots / {count(small)} spots"
        ledger.claim(claim, ratio, 12, seconds=times(best[what, large], best[what, small]))


def sides(folder, n):
    """The best time and the peak of everyone on a lattice, each in a process of its own, in turns."""
    xy = spots.hexagonal(n)
    path, table = spots.write_raw(folder / "spots.bin", xy), spots.write_csv(folder / "spots.csv", xy)
    del xy
    with ours(path) as us, theirs(path) as scipy, theirs(path) as pykdtree, theirs(path) as loop:
        runs = {
            LIBRARY: lambda: us.run("all", 1024),
            COMMAND: lambda: on_table(table),
            "scipy cKDTree, search alone": lambda: scipy.run("tree"),
            "pykdtree, search alone": lambda: pykdtree.run("pykdtree"),
        }
        best = in_turns(runs, 5 if n <= 1_000_000 else 2)
        # Ten of its 190 pairs, for it would take minutes at every size.
        return {**best, LOOP: whole_loop(loop, 10)} if n <= 1_000_000 else best
