"""The metrics side by side with what users run today, in one run: prints times and ratios.

    python -m venv bench/venv && bench/venv/bin/pip install -r bench/requirements.txt
    bench/venv/bin/python bench/metrics.py

Both sides read the same spots. Ours is the example `time_metrics` of the crate `slam`; its clock, like that of the
others, starts when the labels are in memory. Exit status 1 when a ratio falls short.
"""

import json
import os
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from scipy.spatial.distance import cdist
from sklearn import metrics as sk

ROOT = Path(__file__).resolve().parent.parent
REPEATS = 3  # the same on both sides: the best of these counts
TIMER = ROOT / "target" / "release" / "examples" / "time_metrics"


def layers(n, k=12, noise=0.1, seed=0):
    """Spots in a square with wavy layers, some of the pred labels drawn at random."""
    rng = np.random.default_rng(seed)
    xy = rng.random((n, 2))
    truth = np.minimum((k * (xy[:, 0] + 0.3 * (1 + np.sin(6 * xy[:, 1]))) / 1.6).astype(int), k - 1)
    pred = np.where(rng.random(n) < noise, rng.integers(0, k, n), truth)
    return xy * np.sqrt(n), truth, pred


def ours(folder, spots, metrics, repeats):
    """Seconds (the best of some repeats), values and peak memory in MiB of our side."""
    xy, truth, pred = spots
    path = Path(folder) / "spots.bin"
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(truth)))
        file.write(np.ascontiguousarray(xy, "<f8").tobytes())
        file.write(truth.astype("<u2").tobytes())
        file.write(pred.astype("<u2").tobytes())
    out = subprocess.run([TIMER, path, metrics, str(repeats)], check=True, capture_output=True, text=True).stdout
    result = json.loads(out)
    return result["seconds"], result["values"]["metrics"], (result["peak_kib"] or 0) / 1024


def timed(function, repeats):
    """Seconds (the best of some repeats) and the value of a call."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        value = function()
        best = min(best, time.perf_counter() - start)
    return best, value


def pas_as_copied(xy, labels):
    """PAS as benchmark notebooks have it: a row of distances and a sort for every spot."""
    abnormal = 0
    for i in range(len(xy)):
        distances = cdist(xy[i : i + 1], xy)[0]
        nearest = np.argsort(distances)[1:11]
        abnormal += np.sum(labels[nearest] != labels[i]) > 5
    return abnormal / len(xy)


def chaos_as_copied(xy, labels):
    """CHAOS as benchmark notebooks have it: a row of distances within the label for every spot."""
    xy = (xy - xy.mean(axis=0)) / xy.std(axis=0)
    total = 0.0
    for label in np.unique(labels):
        own = xy[labels == label]
        if len(own) <= 2:
            continue
        for i in range(len(own)):
            distances = cdist(own[i : i + 1], own)[0]
            total += np.partition(distances, 1)[1]
    return total / len(xy)


def line(what, our_seconds, their_seconds, least):
    ratio = their_seconds / our_seconds
    verdict = "ok" if ratio >= least else "SHORT"
    print(f"{what:<58} {our_seconds:>9.4f} s {their_seconds:>9.3f} s {ratio:>8.1f} x  (at least {least} x) {verdict}", flush=True)
    return ratio >= least


def agree(name, found, expected, tolerance):
    if abs(found - expected) > tolerance:
        sys.exit(f"{name}: ours is {found}, theirs {expected}")


def main():
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "slam", "--example", "time_metrics"], check=True, cwd=ROOT)
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, load {load:.1f}\n{'':<58} {'ours':>11} {'theirs':>11}")
    good = []
    with tempfile.TemporaryDirectory() as folder:
        million = layers(1_000_000)
        seconds, values, _ = ours(folder, million, "ari,nmi,fmi,v_measure", REPEATS)
        theirs, ari = timed(lambda: sk.adjusted_rand_score(million[1], million[2]), REPEATS)
        agree("ari", values["ari"], ari, 1e-9)
        good.append(line("ari nmi fmi v_measure, 10^6 spots / scikit-learn's ari", seconds, theirs, 5))

        spots = layers(20_000)
        seconds, values, _ = ours(folder, spots, "chaos,pas", REPEATS)
        their_pas, pas = timed(lambda: pas_as_copied(spots[0], spots[2]), REPEATS)
        their_chaos, chaos = timed(lambda: chaos_as_copied(spots[0], spots[2]), REPEATS)
        agree("chaos", values["chaos"], chaos, 1e-9)
        agree("pas", values["pas"], pas, 0.01)
        good.append(line("chaos pas, 20,000 spots / the loops that are copied", seconds, their_pas + their_chaos, 100))

        spots = layers(30_000)
        seconds, values, _ = ours(folder, spots, "asw", REPEATS)
        theirs, asw = timed(lambda: sk.silhouette_score(spots[0], spots[2]), REPEATS)
        agree("asw", values["asw"], asw, 1e-4)
        good.append(line("asw, 30,000 spots / scikit-learn", seconds, theirs, 20))

        seconds, _, peak = ours(folder, million, "all", 1)
        verdict = "ok" if seconds < 60 and peak < 1024 else "SHORT"
        print(f"{'all fourteen, 10^6 spots':<58} {seconds:>9.1f} s, peak {peak:.0f} MiB  (under 60 s and 1024 MiB) {verdict}")
        good.append(verdict == "ok")
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
