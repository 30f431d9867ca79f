"""The estimators at the paper's size, beside the paper's loop in numpy and beside POT."""

import math

import restated
import spots
from ledger import count, times
from stopwatch import Run, in_turns, ours, theirs

N, GAMMA = 10_000, 2 * spots.LABELS


def estimators(ledger, folder, n_pairs):
    """All on 10,000 spots; the loop over `n_pairs` of its pairs, and scaled if these are not all."""
    path = spots.write_raw(folder / "spots.bin", spots.hexagonal(N))
    with ours(path) as us, theirs(path) as them:
        best = in_turns(
            {
                "all": lambda: us.run("all", 2048),
                "exact": lambda: us.run("exact", 2048),
                "sampled": lambda: us.run("sampled", restated.DIRECTIONS),
                "one": lambda: us.run("exact", restated.DIRECTIONS),
                "pot": lambda: them.run("pot", restated.DIRECTIONS),
            }
        )
        loop = whole_loop(them, n_pairs)
    agree("POT", squared(best["one"].value), best["pot"].value)
    if loop.value is not None:
        agree("the loop", squared(best["sampled"].value), squared(loop.value))
    place = f"{count(N)} spots"
    ledger.claim(f"graph + slam + pinned + adjusted, L = 2,048, {place}", 1e3 * best["all"].seconds, 50, unit=" ms")
    ledger.claim(
        f"sampled estimator, times faster than the paper's loop in numpy, {place}",
        loop.seconds / best["sampled"].seconds,
        30,
        at_least=True,
        seconds=times(best["sampled"], loop),
    )
    ledger.claim(
        f"exact estimator, times faster than the paper's loop in numpy, {place}",
        loop.seconds / best["exact"].seconds,
        1000,
        at_least=True,
        seconds=times(best["exact"], loop),
    )
    ledger.duel("discrepancy, 512 directions", "POT, one sample a side", best["one"].seconds, best["pot"].seconds)
    ledger.duel("exact estimator, 2,048 directions", "the paper's loop in numpy", best["exact"].seconds, loop.seconds)
    ledger.duel("sampled estimator, 512 directions", "the paper's loop in numpy", best["sampled"].seconds, loop.seconds)


def squared(d):
    """The squared distance that d = 2 − 2·exp(−γ·SW²) stands for."""
    return -math.log1p(-d / 2) / GAMMA


def whole_loop(them, n_pairs):
    """The loop over all pairs, or what it would take."""
    all_pairs = len(restated.PAIRS)
    if n_pairs == all_pairs:
        return them.run("restatement", n_pairs)
    # What comes before the pairs takes longer than a few of them, and its noise is scaled with them.
    runs = {pairs: lambda pairs=pairs: them.run("restatement", pairs) for pairs in (n_pairs, 0)}
    best = in_turns(runs, 3)
    pair = (best[n_pairs].seconds - best[0].seconds) / n_pairs
    return Run(best[0].seconds + all_pairs * pair, None, best[n_pairs].peak_mib)


def agree(name, found, expected):
    """Both estimate the same distance: within the chance of samples and directions."""
    if abs(found / expected - 1) > 0.15:
        raise SystemExit(f"{name}: our squared distance is {found}, theirs {expected}")
