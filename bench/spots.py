"""Made-up slides of any size, and the raw file in which both sides read them."""

import struct

import numpy as np

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
    """A thousand clusters of very different widths."""
    rng = np.random.default_rng(0)
    centers, widths = rng.random((1000, 2)), 10 ** rng.uniform(-5, -1, 1000)
    which = rng.integers(0, 1000, n)
    return (centers[which] + widths[which, None] * rng.standard_normal((n, 2))) * np.sqrt(n)


SHAPES = {"hexagonal lattice": hexagonal, "square lattice": square, "uniform": uniform, "clustered": clustered}


def bands(xy):
    """Twelve bands of the first coordinate, and the same with one spot in nine wrong."""
    rank = np.empty(len(xy), dtype=np.int64)
    rank[xy[:, 0].argsort(kind="stable")] = np.arange(len(xy))
    truth = LABELS * rank // len(xy)
    wrong = np.random.default_rng(1).random(len(xy)) < 1 / 9
    return truth, np.where(wrong, (truth + 1) % LABELS, truth)


def layers(xy):
    """Twelve wavy layers, and the same with a tenth of the labels drawn at random."""
    rng = np.random.default_rng(0)
    x, y = (xy / xy.max(axis=0)).T
    truth = np.minimum((LABELS * (x + 0.3 * (1 + np.sin(6 * y))) / 1.6).astype(int), LABELS - 1)
    return truth, np.where(rng.random(len(xy)) < 0.1, rng.integers(0, LABELS, len(xy)), truth)


def write_raw(path, xy, labels=bands):
    """Little-endian: n as u64, then x and y of each spot as f64, then truth and pred of all as u16."""
    truth, pred = labels(xy)
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(xy)))
        for part, form in ((xy, "<f8"), (truth, "<u2"), (pred, "<u2")):
            np.ascontiguousarray(part, form).tofile(file)
    return path


def read_raw(path):
    n = int(np.fromfile(path, "<u8", count=1)[0])
    xy = np.fromfile(path, "<f8", count=2 * n, offset=8).reshape(n, 2)
    truth, pred = (np.fromfile(path, "<u2", count=n, offset=8 + 16 * n + part * 2 * n) for part in (0, 1))
    return xy, truth.astype(np.int64), pred.astype(np.int64)


def write_csv(path, xy, labels=bands):
    rows = enumerate(zip(xy.tolist(), *(column.tolist() for column in labels(xy)), strict=True))
    with path.open("w") as file:
        file.write("id,x,y,truth,pred\n")
        file.writelines(f"s{i},{x:.3f},{y:.3f},L{truth},L{pred}\n" for i, ((x, y), truth, pred) in rows)
    return path
