"""What a second thread brings, beside what it brings to a loop of pure arithmetic in the same run."""

import spots
from ledger import times
from stopwatch import in_turns, ours

# A part, its argument, and how often it runs in a turn: the shorter, the oftener.
PARTS = {"neighbours": ("graph", "", 1), "kinds": ("kinds", "", 20), "sampled estimator": ("sampled", 64, 1)}
ARITHMETIC = ("arithmetic", "", 1)


def threads(ledger, folder, n):
    path = spots.write_raw(folder / "spots.bin", spots.hexagonal(n))
    parts = {"arithmetic": ARITHMETIC, **PARTS}
    with ours(path) as us:
        runs = {(name, count): turn(us, *part, count) for name, part in parts.items() for count in (1, 2)}
        best = in_turns(runs, 7)
    speedup = {name: best[name, 1].seconds / best[name, 2].seconds for name in parts}
    print(f"    two threads bring pure arithmetic a factor of {speedup['arithmetic']:.2f}")
    for name in PARTS:
        what = f"two threads on {name}: share of the speed-up of pure arithmetic"
        share, seconds = speedup[name] / speedup["arithmetic"], times(best[name, 2], best[name, 1])
        ledger.claim(what, share, 0.85, at_least=True, seconds=seconds)


def turn(us, part, argument, often, count):
    """The best of some runs in a row on so many threads."""
    return lambda: in_turns({part: lambda: us.run(part, argument, threads=count)}, often)[part]
