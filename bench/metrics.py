"""The benchmark metrics beside scikit-learn, genieclust and the loops that are copied between notebooks."""

import spots
from ledger import count
from stopwatch import in_turns, ours, theirs

CONTINGENCY = ("accuracy", "precision", "recall", "f1", "ari", "nmi", "jaccard", "fmi", "v_measure", "ch", "db")
GENIECLUST = ("ari", "fmi", "nmi")
BOTH = {"scikit_learn": "scikit-learn", "genieclust": "genieclust"}


def metrics(ledger, folder, n):
    million(ledger, folder, n)
    copied(ledger, folder, 20_000)
    silhouette(ledger, folder, 30_000)


def million(ledger, folder, n):
    """Those that cost one pass, each alone, and all fourteen together."""
    path = spots.write_raw(folder / "spots.bin", spots.uniform(n), spots.layers)
    with ours(path) as us, theirs(path) as them:
        for name in CONTINGENCY:
            peers = ["scikit_learn", "genieclust"] if name in GENIECLUST else ["scikit_learn"]
            duel(ledger, us, them, name, peers, f"{name}, {count(n)} spots", 1e-9)
        runs = {
            "four": lambda: us.run("metrics", "ari,nmi,fmi,v_measure"),
            "ari": lambda: them.run("scikit_learn", "ari"),
        }
        best = in_turns(runs, 3)
        ledger.claim(
            f"ari nmi fmi v_measure, times faster than scikit-learn's ari alone, {count(n)} spots",
            best["ari"].seconds / best["four"].seconds,
            5,
            at_least=True,
        )
        fourteen = us.run("metrics", "all")
    ledger.claim(f"all fourteen metrics, {count(n)} spots: time", fourteen.seconds, 60, unit=" s")
    ledger.claim(f"all fourteen metrics, {count(n)} spots: peak memory", fourteen.peak_mib, 1024, unit=" MiB")


def duel(ledger, us, them, name, peers, what, tolerance, repeats=3):
    """One metric of ours beside that of each peer, which must agree."""
    runs = {peer: lambda peer=peer: them.run(peer, name) for peer in peers}
    best = in_turns({"ours": lambda: us.run("metrics", name), **runs}, repeats)
    for peer in peers:
        found, expected = best["ours"].value[name], best[peer].value
        if abs(found - expected) > tolerance * max(1.0, abs(expected)):
            raise SystemExit(f"{name}: ours is {found}, that of {peer} {expected}")
        ledger.duel(what, BOTH[peer], best["ours"].seconds, best[peer].seconds)
    return best


def copied(ledger, folder, n):
    path = spots.write_raw(folder / "spots.bin", spots.uniform(n), spots.layers)
    with ours(path) as us, theirs(path) as them:
        runs = {"ours": lambda: us.run("metrics", "chaos,pas")}
        best = in_turns({**runs, "pas": lambda: them.run("pas"), "chaos": lambda: them.run("chaos")}, 2)
    for name, tolerance in (("chaos", 1e-9), ("pas", 0.01)):
        if abs(best["ours"].value[name] - best[name].value) > tolerance:
            raise SystemExit(f"{name}: ours is {best['ours'].value[name]}, the loop's {best[name].value}")
    loops = best["pas"].seconds + best["chaos"].seconds
    ledger.duel(f"chaos + pas, {count(n)} spots", "the loops that are copied", best["ours"].seconds, loops)
    ledger.claim(
        f"chaos + pas, times faster than the loops that are copied, {count(n)} spots",
        loops / best["ours"].seconds,
        100,
        at_least=True,
    )


def silhouette(ledger, folder, n):
    path = spots.write_raw(folder / "spots.bin", spots.uniform(n), spots.layers)
    with ours(path) as us, theirs(path) as them:
        best = duel(ledger, us, them, "asw", ["scikit_learn"], f"asw, {count(n)} spots", 1e-4, 2)
    ledger.claim(
        f"asw, times faster than scikit-learn, {count(n)} spots",
        best["scikit_learn"].seconds / best["ours"].seconds,
        20,
        at_least=True,
    )
