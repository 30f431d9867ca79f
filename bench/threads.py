"""What a second thread brings, beside what it brings to a loop of pure arithmetic in the same run."""

import spots
from stopwatch import in_turns, ours

# A part, its argument, and how often it runs in a turn: the shorter, the oftener.
PARTS = {"neighbours": ("graph", "", 1), "kinds": ("kinds", "", 20), "sampled estimator": ("sampled", 64, 1)}
ARITHMETIC = ("arithmetic", "", 1)


def threads(ledger, folder, n):
    path = spots.write_raw(folder / "spots.bin", spots.hexagonal(n))
    parts = {"arithmetic": ARITHMETIC, **PARTS}
    with ours(path) as us:
        runs = {(name, count): turn(us, *part, count) for name, part in parts.items() for count in (1, 2)}
        best = in_turns(runs, 25)
    speedup = {name: best[name, 1].seconds / best[name, 2].seconds for name in parts}
    most = speedup["arithmetic"]
    if most < 1.5:
        print(f"    the machine is busy: a second thread brings pure arithmetic {most:.2f}×, and these rows say little")
    for name in PARTS:
        what = f"two threads on {name}: share of the speed-up of pure arithmetic"
        ledger.claim(what, speedup[name] / most, 0.85, at_least=True, seconds=f"{speedup[name]:.2f}× / {most:.2f}×")


def turn(us, part, argument, often, count):
    """The best of some runs in a row on so many threads."""
    return lambda: in_turns({part: lambda: us.run(part, argument, threads=count)}, often)[part]
