"""A study on a cluster of two processes, beside the same study on one thread, and with a worker killed in the middle.

python bench/study.py dask [--slides 24] [--spots 200000]
"""

from __future__ import annotations

import os
import signal
import threading
import time
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import slam_metric

METHODS = ["ragged", "shifted", "merged", "numbered"]
OPTIONS: dict[str, Any] = {"metrics": "none"}


def slide(turn: int, n_spots: int) -> pd.DataFrame:
    """A hexagonal lattice in twelve bands that lie differently on every slide, and what four methods find."""
    side = int(n_spots**0.5)
    spot = np.arange(side * side)
    i, j = spot % side, spot // side
    wave = (side / 20 * np.sin(i / side * (6 + turn % 5))).astype(int)
    band = np.clip(12 * (j + wave) // side, 0, 11)
    noise = (spot * 7919 + 31 * turn) % 9 == 0
    found = {
        "ragged": np.where(noise, (band + 1) % 12, band),
        "shifted": np.clip(12 * (j + wave + side // 30) // side, 0, 11),
        "merged": band // 2,
        "numbered": (band + turn) % 12,
    }
    layer = pd.Categorical.from_codes(band, list("abcdefghijkl"))
    places = {"x": i + 0.5 * (j % 2), "y": j * np.sqrt(0.75), "layer": layer}
    return pd.DataFrame({**places, **{name: pd.Categorical(labels) for name, labels in found.items()}})


def kill_one(client: Any, after: float) -> None:
    """Kills the process of one worker, as a crash or the machine's owner would."""
    time.sleep(after)
    process = next(iter(client.run(os.getpid).values()))
    os.kill(process, signal.SIGKILL)


def main(n_slides: int, n_spots: int) -> None:
    """One thread, two processes, and two processes of which one is killed."""
    from distributed import Client, LocalCluster
    from slam_metric import dask

    slides = {f"slide_{turn:02}": partial(slide, turn, n_spots) for turn in range(n_slides)}
    start = time.perf_counter()
    expected = slam_metric.study(slides, "layer", METHODS, threads=1, **OPTIONS)
    alone = time.perf_counter() - start
    print(f"{n_slides} slides × {len(METHODS)} methods × {n_spots} spots; one thread: {alone:.1f} s", flush=True)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster, Client(cluster) as client:
        # Workers import what they need when they are first used, which is part of the cluster's start.
        dask.compare(dict(list(slides.items())[:1]), "layer", METHODS, client=client, timeout=600, **OPTIONS)
        start = time.perf_counter()
        found = dask.compare(slides, "layer", METHODS, client=client, timeout=600, **OPTIONS)
        spread = time.perf_counter() - start
        ratio = alone / spread
        print(f"two processes: {spread:.1f} s, {ratio:.2f} times as fast; same JSON: {found == expected}", flush=True)
        killer = threading.Thread(target=kill_one, args=(client, spread / 2))
        killer.start()
        start = time.perf_counter()
        found = dask.compare(slides, "layer", METHODS, client=client, timeout=600, **OPTIONS)
        torn = time.perf_counter() - start
        killer.join()
        print(f"with one killed: {torn:.1f} s, {torn / spread:.2f} of that; same JSON: {found == expected}", flush=True)
