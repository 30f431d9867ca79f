"""What a second thread brings, beside what it brings to a loop of pure arithmetic in the same run."""

import spots
from ledger import times
from stopwatch import in_turns, ours

PARTS = {"neighbours": ("graph", ""), "kinds": ("kinds", ""), "sampled estimator": ("sampled", 64)}


def threads(ledger, folder, n, repeats=7):
    path = spots.write_raw(folder / "spots.bin", spots.hexagonal(n))
    with ours(path) as us:

        def run(part, argument, threads):
            return lambda: us.run(part, argument, threads=threads)

        all_parts = {"arithmetic": ("arithmetic", ""), **PARTS}
        runs = {(name, count): run(*part, count) for name, part in all_parts.items() for count in (1, 2)}
        best = in_turns(runs, repeats)
    speedup = {name: best[name, 1].seconds / best[name, 2].seconds for name in all_parts}
    print(f"    two threads bring pure arithmetic a factor of {speedup['arithmetic']:.2f}")
    for name in PARTS:
        ledger.claim(
            f"two threads on {name}: share of the speed-up of pure arithmetic",
            speedup[name] / speedup["arithmetic"],
            0.85,
            at_least=True,
            seconds=times(best[name, 2], best[name, 1]),
        )
