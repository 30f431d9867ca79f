"""The score side by side with a neighbour search, in one run: prints times and ratios.

    python -m venv bench/venv && bench/venv/bin/pip install -r bench/requirements.txt
    bench/venv/bin/python bench/score.py [SPOTS]

"Tree" is scipy.spatial.cKDTree(xy).query(xy, k=7, workers=2), building included, which is the least that a score by
nearest neighbours costs elsewhere. Both sides have the same points in memory and two threads, take turns, and count
their best of five. Exit status 1 when a ratio falls short.
"""

import os
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from scipy.spatial import cKDTree

ROOT = Path(__file__).resolve().parent.parent
TIMER = ROOT / "target" / "release" / "examples" / "time_score"
COMMAND = ROOT / "target" / "release" / "slam"
REPEATS = 5
LABELS = 12


def hexagonal(n):
    side = int(np.sqrt(n))
    column, row = np.meshgrid(np.arange(side), np.arange(side))
    return np.c_[(column + 0.5 * (row % 2)).ravel(), (row * np.sqrt(0.75)).ravel()]


def square(n):
    side = int(np.sqrt(n))
    column, row = np.meshgrid(np.arange(side, dtype=float), np.arange(side, dtype=float))
    return np.c_[column.ravel(), row.ravel()]


def uniform(n):
    return np.random.default_rng(0).random((n, 2)) * np.sqrt(n)


def clustered(n):
    rng = np.random.default_rng(0)
    centers, widths = rng.random((1000, 2)), 10 ** rng.uniform(-5, -1, 1000)
    which = rng.integers(0, 1000, n)
    return (centers[which] + widths[which, None] * rng.standard_normal((n, 2))) * np.sqrt(n)


def labels(xy):
    """Bands of the first coordinate, and the same with one spot in nine wrong."""
    rank = xy[:, 0].argsort(kind="stable").argsort(kind="stable")
    truth = (LABELS * rank // len(xy)).astype("<u2")
    wrong = np.random.default_rng(1).random(len(xy)) < 1 / 9
    return truth, np.where(wrong, (truth + 1) % LABELS, truth).astype("<u2")


def write_raw(path, xy):
    truth, pred = labels(xy)
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(xy)))
        file.write(np.ascontiguousarray(xy, "<f8").tobytes())
        file.write(truth.tobytes())
        file.write(pred.tobytes())


class Stopwatch:
    """A process of ours that runs once whenever it is told to."""

    def __init__(self, path, part, projections=1024):
        environment = {**os.environ, "RAYON_NUM_THREADS": "2"}
        arguments = [TIMER, path, part, str(projections)]
        self.process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)

    def run(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline().split()[0])

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def tree(xy):
    start = time.perf_counter()
    cKDTree(xy).query(xy, k=7, workers=2)
    return time.perf_counter() - start


def side_by_side(folder, name, xy):
    """The best times of the tree and of our parts, taken in turns."""
    path = Path(folder) / "spots.bin"
    write_raw(path, xy)
    watches = {part: Stopwatch(path, part) for part in ("graph", "slam", "all")}
    best = dict.fromkeys(["tree", *watches], float("inf"))
    for _ in range(REPEATS):
        best["tree"] = min(best["tree"], tree(xy))
        for part, watch in watches.items():
            best[part] = min(best[part], watch.run())
    for watch in watches.values():
        watch.stop()
    cells = "  ".join(f"{part} {best[part]:.3f} s ({best[part] / best['tree']:.2f})" for part in watches)
    print(f"{name:10} {len(xy):>9,} spots: tree {best['tree']:.3f} s  {cells}")
    return best


def command(folder, xy):
    """Seconds and peak MiB of the whole command on a CSV."""
    truth, pred = labels(xy)
    path = Path(folder) / "spots.csv"
    with path.open("w") as file:
        file.write("id,x,y,truth,pred\n")
        file.writelines(f"s{i},{x:.3f},{y:.3f},L{t},L{p}\n" for i, ((x, y), t, p) in enumerate(zip(xy, truth, pred)))
    arguments = [COMMAND, "score", path, "--truth", "truth", "--pred", "pred", "--metrics", "none", "--quiet"]
    arguments += ["--projections", "1024", "--threads", "2", "--output", Path(folder) / "out.txt"]
    # A small process in between: Linux counts the memory of whoever starts a process as its own at first.
    runs = [subprocess.run([sys.executable, "-c", RUNNER, *map(str, arguments)], check=True, capture_output=True, text=True)
            for _ in range(REPEATS)]
    numbers = [tuple(map(float, run.stdout.split())) for run in runs]
    return min(seconds for seconds, _ in numbers), max(peak for _, peak in numbers)


RUNNER = """
import os, sys, time
start = time.perf_counter()
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(pid, 0)
assert status == 0
print(time.perf_counter() - start, usage.ru_maxrss / 1024)
"""


def main():
    n = int(float(sys.argv[1])) if len(sys.argv) > 1 else 1_000_000
    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "slam-cli"], cwd=ROOT, check=True)
    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "slam", "--examples"], cwd=ROOT, check=True)
    failed = []

    def claim(text, value, limit):
        print(f"{'ok ' if value <= limit else 'NO '} {text}: {value:.2f}, at most {limit}")
        if value > limit:
            failed.append(text)

    with tempfile.TemporaryDirectory() as folder:
        lattice = side_by_side(folder, "hexagonal", hexagonal(n))
        for shape in (square, uniform, clustered):
            side_by_side(folder, shape.__name__, shape(n))
        claim("hexagonal, graph + slam + pinned + local over tree", lattice["all"] / lattice["tree"], 0.5)
        seconds, peak = command(folder, hexagonal(n))
        print(f"command on a CSV of {n:,} spots: {seconds:.2f} s ({seconds / lattice['tree']:.2f} of the tree), {peak:.0f} MiB")
        claim("command's peak memory in MiB per million spots", peak * 1e6 / n, 500)
        large, large_peak = command(folder, hexagonal(10 * n))
        claim("ten times the spots over the time of one", large / seconds, 12)
        claim("its peak memory in MiB", large_peak, 4096)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
