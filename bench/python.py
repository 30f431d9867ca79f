"""The score of an AnnData in Python side by side with the library alone, in one run: prints times and their ratio.

    python -m venv bench/venv && bench/venv/bin/pip install -r bench/requirements.txt
    make wheel && bench/venv/bin/pip install target/wheels/*.whl
    bench/venv/bin/python bench/python.py [SPOTS]

Both sides have the same spots and labels in memory, two threads and 1,024 directions, no benchmark metrics; they take
turns and count their best of seven. Python starts from an AnnData with categorical labels, and what it converts counts.
The library starts from what `crates/slam/examples/time_score.rs` holds. Exit status 1 when the ratio falls short.
"""

import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import anndata
import pandas as pd
from score import ROOT, Stopwatch, hexagonal, labels, write_raw

import slam_metric

REPEATS = 7
MOST = 1.2


def annotated(xy):
    """An AnnData with categorical labels."""
    truth, pred = (pd.Categorical([f"L{label}" for label in labeling]) for labeling in labels(xy))
    obs = pd.DataFrame({"truth": truth, "pred": pred}, index=pd.RangeIndex(len(xy)).astype(str))
    adata = anndata.AnnData(obs=obs)
    adata.obsm["spatial"] = xy
    return adata


def seconds(adata):
    """The time of one score."""
    start = time.perf_counter()
    slam_metric.score(adata, truth="truth", pred="pred", metrics="none", projections=1024, threads=2)
    return time.perf_counter() - start


def main():
    """Measures both sides in turns."""
    n = int(float(sys.argv[1])) if len(sys.argv) > 1 else 1_000_000
    warnings.simplefilter("ignore", slam_metric.SlamWarning)
    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "slam", "--examples"], cwd=ROOT, check=True)
    xy = hexagonal(n)
    adata = annotated(xy)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "spots.bin"
        write_raw(path, xy)
        library = Stopwatch(path, "all")
        turns = [(library.run(), seconds(adata)) for _ in range(REPEATS)]
        library.stop()
    alone, python = (min(times) for times in zip(*turns, strict=True))
    ratio = python / alone
    print(f"{len(xy):,} spots: library {alone:.3f} s, Python {python:.3f} s")
    print(f"{'ok ' if ratio <= MOST else 'NO '} Python over the library alone: {ratio:.2f}, at most {MOST}")
    sys.exit(0 if ratio <= MOST else 1)


if __name__ == "__main__":
    main()
