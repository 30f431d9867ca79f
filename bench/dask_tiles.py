"""One slide in partitions on a cluster of small workers, and the same in one process in memory.

    python bench/dask_tiles.py [N_SPOTS] [N_PARTITIONS] [--memory 1GiB] [--workers 2]

Needs the Python package with its extra `dask`. The slide is made partition by partition, in no order: spots anywhere on
a square, domains as wavy bands, one label in ten wrong, and numbers for names. Prints both times, the peak memory of
the workers, and whether slam, slam_pinned, slam_adjusted, accuracy, ari and nmi are the same to the last bit.
"""

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd

NUMBERS = ("accuracy", "ari", "nmi")


def make(folder: Path, n_spots: int, n_partitions: int) -> list[Path]:
    """Writes the partitions; each has its own random numbers."""
    files = []
    for part in range(n_partitions):
        rng = np.random.default_rng(part)
        n = n_spots // n_partitions + (part < n_spots % n_partitions)
        x, y = rng.random((2, n)) * np.sqrt(n_spots)
        band = (8 * (y / np.sqrt(n_spots) + 0.06 * np.sin(9 * x / np.sqrt(n_spots)))).astype(int).clip(0, 7)
        wrong = np.where(rng.random(n) < 0.1, rng.integers(0, 8, n), np.roll(np.arange(8), 3)[band])
        frame = pd.DataFrame({"x": x, "y": y, "layer": "L" + pd.Series(band).astype(str), "cluster": wrong})
        files.append(folder / f"part-{part:04}.parquet")
        frame.to_parquet(files[-1], index=False)
    return files


def numbers(score) -> dict[str, float]:
    """What has to be the same."""
    own = {"slam": score.d, "slam_pinned": score.pinned.d, "slam_adjusted": score.adjusted.value}
    return {**own, **{name: score.metrics[name] for name in NUMBERS}}


def peak() -> float:
    """The most memory that this process has had, in GB."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def on_cluster(files: list[Path], folder: Path, workers: int, memory: str) -> dict[str, float]:
    """The slide in tiles."""
    import dask.dataframe as dd
    from distributed import Client, LocalCluster

    import slam_metric.dask

    settings = {"n_workers": workers, "threads_per_worker": 1, "memory_limit": memory, "dashboard_address": None}
    with LocalCluster(**settings) as cluster, Client(cluster) as client:
        slide = dd.read_parquet([str(file) for file in files], split_row_groups=False)
        start = time.perf_counter()
        found = numbers(slam_metric.dask.score(slide, "layer", "cluster", metrics=list(NUMBERS), folder=folder))
        took, most = time.perf_counter() - start, max(client.run(peak).values())
    print(f"cluster: {took:.0f} s, {workers} workers of {memory}, at most {most:.2f} GB each, {len(files)} partitions")
    return found


def in_memory(files: list[Path]) -> dict[str, float]:
    """The slide in one process."""
    import slam_metric

    frame = pd.concat(pd.read_parquet(file).astype({"layer": "category"}) for file in files)
    frame["layer"] = frame["layer"].astype("category")
    start = time.perf_counter()
    found = numbers(slam_metric.score(frame.reset_index(drop=True), "layer", "cluster", metrics=list(NUMBERS)))
    print(f"memory: {time.perf_counter() - start:.0f} s, {peak():.2f} GB")
    return found


def main() -> None:
    """Makes, scores twice, compares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("n_spots", type=float, nargs="?", default=2e5)
    parser.add_argument("n_partitions", type=int, nargs="?", default=16)
    parser.add_argument("--memory", default="1GiB")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="slam-dask-tiles-") as name:
        folder = Path(name)
        files = make(folder, int(given.n_spots), given.n_partitions)
        tiled = on_cluster(files, folder, given.workers, given.memory)
        whole = in_memory(files)
    for name, value in whole.items():
        print(f"{name:14} {value!r:22} {'the same' if tiled[name] == value else f'BUT {tiled[name]!r}'}")
    if tiled != whole:
        raise SystemExit("the numbers differ")


if __name__ == "__main__":
    main()
