"""The score beside a neighbour search.

"Tree" is `scipy.spatial.cKDTree(xy).query(xy, k=7, workers=2)`, building included: the least that a score by nearest
neighbours costs elsewhere. Same points in memory, two threads each, in turns, the best of five.
"""

import spots
from ledger import count, times
from stopwatch import Run, command, in_turns, ours, theirs

LATTICE = spots.hexagonal


def shapes(ledger, folder, n):
    """Graph and score on every shape, beside two neighbour searches."""
    for name, shape in spots.SHAPES.items():
        path = spots.write_raw(folder / "spots.bin", shape(n))
        with ours(path) as us, theirs(path) as them:
            best = in_turns(
                {
                    "tree": lambda them=them: them.run("tree"),
                    "pykdtree": lambda them=them: them.run("pykdtree"),
                    "graph": lambda us=us: us.run("graph"),
                    "slam": lambda us=us: us.run("slam", 1024),
                    "all": lambda us=us: us.run("all", 1024),
                    "measure": lambda us=us: us.run("measure", 1024),
                    "measure_all": lambda us=us: us.run("measure_all", 1024),
                }
            )
        place = f"{name}, {count(n)} spots"
        ledger.duel(f"neighbour graph, {place}", "scipy cKDTree, search", best["graph"].seconds, best["tree"].seconds)
        ledger.duel(f"neighbour graph, {place}", "pykdtree, search", best["graph"].seconds, best["pykdtree"].seconds)
        over_tree(
            ledger,
            f"graph + slam + pinned / tree, {place}",
            best["slam"],
            best["tree"],
            0.5 if name == "clustered" else 0.25,
        )
        over_tree(ledger, f"with slam_adjusted / tree, {place}", best["all"], best["tree"], 0.45)
        adjusted(ledger, name, n, best)


def adjusted(ledger, shape, n, best):
    """What `slam_adjusted` adds to the graph, in time and memory; no bar is set where spots crowd."""
    graph, place = best["graph"], f"{shape}, {count(n)} spots"
    alone = Run(best["measure_all"].seconds - best["measure"].seconds, None, None)
    if shape != "clustered":
        ledger.claim(f"slam_adjusted / graph, {place}", alone.seconds / graph.seconds, 2, seconds=times(alone, graph))
    if None not in (graph.peak_mib, best["all"].peak_mib):
        bytes_per_spot = (best["all"].peak_mib - graph.peak_mib) * 2**20 / n
        ledger.claim(f"slam_adjusted above the graph's peak, {place}", bytes_per_spot, 64, unit=" bytes per spot")


def over_tree(ledger, what, run, tree, bar):
    ledger.claim(what, run.seconds / tree.seconds, bar, seconds=times(run, tree))


def whole_command(ledger, folder, n):
    """The command, reading a table included."""
    table = spots.write_csv(folder / "spots.csv", LATTICE(n))
    path = spots.write_raw(folder / "spots.bin", LATTICE(n))
    with theirs(path) as them:
        runs = {"tree": lambda: them.run("tree"), "command": lambda: on_table(table)}
        best = in_turns(runs)
    over_tree(
        ledger, f"whole command on a CSV, no metrics / tree, {count(n)} spots", best["command"], best["tree"], 0.8
    )


def on_table(table):
    return command(table, "--metrics", "none", "--projections", "1024")


def parts(ledger, folder, n):
    """What the score adds to the graph, with and without weights."""
    path, place = spots.write_raw(folder / "spots.bin", LATTICE(n)), f"{count(n)} spots"
    with ours(path) as us:
        runs = {
            "graph": lambda: us.run("graph"),
            "measure": lambda: us.run("measure", 1024),
        }
        best = in_turns(runs)
    graph, after = best["graph"], best["measure"]
    share = after.seconds / graph.seconds
    ledger.claim(f"exact score, all after the graph / graph, {place}", share, 0.3, seconds=times(after, graph))
    direction(ledger, path)
    weighted(ledger, path, place)


def direction(ledger, path):
    """What a thousand directions more cost, on one core."""
    with ours(path) as us:
        runs = {length: lambda length=length: us.run("exact", length, threads=1) for length in (1024, 2048)}
        best = in_turns(runs, 25)
    one = (best[2048].seconds - best[1024].seconds) / 1024
    ledger.claim("one direction at K = 12, one core", 1e6 * one, 10, unit=" µs")


def weighted(ledger, path, place):
    with ours(path) as us:
        runs = {"alone": lambda: us.run("similarity"), "whole": lambda: us.run("weighted", 1024)}
        best = in_turns(runs, 9)
    what = f"graph + similarities + weighted slam + pinned / similarities alone, {place}"
    ratio = best["whole"].seconds / best["alone"].seconds
    ledger.claim(what, ratio, 1.5, seconds=times(best["whole"], best["alone"]))
