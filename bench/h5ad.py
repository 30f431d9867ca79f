"""What a large `.h5ad` costs: time beside that of its bare datasets, memory beside that of the same file without X.

    pip install anndata==0.12.19 h5py==3.16.0 "pandas<3"
    cargo build --release && cargo build --release -p slam-io --example h5ad_cost
    python bench/h5ad.py [--cells 1000000] [--folder DIR]

Writes two files of a million cells into a temporary folder, one with a gzipped CSR X of 50 non-zeros per cell, one
with an empty X of the same shape; then reads two label columns and the positions, through slam-io and as the bare
datasets, one after the other in turns, and runs `slam score` on both files.
"""

import argparse
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RELEASE = os.path.join(ROOT, "target", "release")
GENES, PER_CELL, ROUNDS = 20_000, 50, 31


def matrix(n_cells, per_cell, rng):
    """Sorted columns per cell, made from gaps, so that no sorting of 50 million numbers is needed."""
    import numpy as np
    from scipy import sparse

    gaps = rng.integers(1, GENES // (PER_CELL + 1), size=(n_cells, per_cell), dtype=np.int32)
    indices = np.cumsum(gaps, axis=1, dtype=np.int32).ravel()
    data = rng.poisson(1.0, size=indices.size).astype(np.float32) + 1
    starts = np.arange(n_cells + 1, dtype=np.int64) * per_cell
    return sparse.csr_matrix((data, indices, starts), shape=(n_cells, GENES))


def write(path, n_cells, per_cell):
    import anndata
    import numpy as np
    import pandas as pd

    rng = np.random.default_rng(0)
    side = int(np.ceil(np.sqrt(n_cells)))
    x, y = np.arange(n_cells) % side, np.arange(n_cells) // side
    truth = (x * 4 // side + 4 * (y * 3 // side)).astype(str)
    pred = np.where(rng.random(n_cells) < 0.1, rng.integers(0, 12, n_cells).astype(str), truth)
    obs = pd.DataFrame({"truth": pd.Categorical(truth), "pred": pd.Categorical(pred)})
    obs.index = [f"cell_{i}" for i in range(n_cells)]
    adata = anndata.AnnData(X=matrix(n_cells, per_cell, rng), obs=obs)
    adata.obsm["spatial"] = np.column_stack([x + 0.5 * (y % 2), y * 0.8660254]) + rng.normal(0, 1e-3, (n_cells, 2))
    adata.write_h5ad(path, compression="gzip")


def cost(mode, path):
    """Seconds and kilobytes of reading two columns and the positions, in a process of its own."""
    said = subprocess.check_output(
        [os.path.join(RELEASE, "examples", "h5ad_cost"), mode, path, "truth", "pred"], text=True
    )
    seconds, kilobytes = re.search(r"([\d.]+) s, peak (\d+) kB", said).groups()
    return float(seconds), int(kilobytes)


def turn(path, ours_first):
    """Seconds of ours and of the bare datasets, one right after the other, in either order."""
    modes = ("ours", "bare") if ours_first else ("bare", "ours")
    seconds = {mode: cost(mode, path)[0] for mode in modes}
    return seconds["ours"], seconds["bare"]


def write_apart(path, n_cells, per_cell):
    """Writes a file in a process of its own: a child is charged with the memory that its parent held when it started,
    so whoever measures children must stay small."""
    subprocess.run([sys.executable, __file__, "--write", path, str(n_cells), str(per_cell)], check=True)


def command(path):
    """Seconds and peak kilobytes of `slam score`."""
    start = time.perf_counter()
    line = [os.path.join(RELEASE, "slam"), "score", path, "--truth", "truth", "--pred", "pred", "--quiet"]
    process = subprocess.Popen(line, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, "slam score failed"
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert usage.ru_maxrss > 2 * own, "the peak may be that of this script"
    return time.perf_counter() - start, usage.ru_maxrss


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cells", type=int, default=1_000_000)
    parser.add_argument("--folder")
    parser.add_argument("--write", nargs=3, metavar=("FILE", "CELLS", "PER_CELL"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.write:
        path, n_cells, per_cell = arguments.write
        return write(path, int(n_cells), int(per_cell))
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        full, empty = os.path.join(folder, "full.h5ad"), os.path.join(folder, "empty.h5ad")
        write_apart(full, arguments.cells, PER_CELL)
        write_apart(empty, arguments.cells, 0)
        print(f"full {os.path.getsize(full) / 1e6:.0f} MB, empty {os.path.getsize(empty) / 1e6:.0f} MB", flush=True)
        rounds = [turn(full, ours_first=round % 2 == 0) for round in range(ROUNDS)]
        ours, bare = (statistics.median(one[which] for one in rounds) for which in (0, 1))
        ratios = statistics.quantiles([one[0] / one[1] for one in rounds], n=4)
        print(f"labels and positions, medians of {ROUNDS} turns: ours {ours:.3f} s, bare {bare:.3f} s")
        print(f"ratio of each turn: median {ratios[1]:.2f}, quartiles {ratios[0]:.2f} and {ratios[2]:.2f}")
        runs = [(command(full), command(empty)) for _ in range(3)]
        for name, which in [("full", 0), ("empty", 1)]:
            seconds, peak = min(run[which][0] for run in runs), max(run[which][1] for run in runs)
            print(f"slam score, {name}: {seconds:.2f} s, peak {peak / 1e3:.1f} MB")
        print(f"peak memory, full / empty: {max(run[0][1] for run in runs) / max(run[1][1] for run in runs):.3f}")


if __name__ == "__main__":
    main()
