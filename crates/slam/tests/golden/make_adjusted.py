"""Writes adjusted.json: slides and what a plain reference of slam_adjusted says of them.

    python make_adjusted.py PATH/slam_adjusted.py

The reference is a module with `slam_adjusted(xy, edges, truth, pred, weight, missing, matching)`, the definition in docs/method.md
written in numpy for one slice in two dimensions. It is named on the command line, not copied. Edges are mutual six nearest neighbours
with all distances compared; weights are means of the severities at both ends, over the largest.
"""

import importlib.util
import json
import sys
from pathlib import Path

import numpy as np

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def neighbours(xy):
    apart = np.linalg.norm(xy[:, None] - xy[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    near = apart <= 1.01 * np.sort(apart, axis=1)[:, 5:6]
    return np.argwhere(np.triu(near & near.T))


def hexagonal(rows, columns):
    row, column = np.divmod(np.arange(rows * columns), columns)
    return np.c_[column + 0.5 * (row % 2), row * np.sqrt(0.75)]


def square(rows, columns):
    row, column = np.divmod(np.arange(rows * columns), columns)
    return np.c_[column, row].astype(float)


def turned(xy, angle, shift):
    c, s = np.cos(angle), np.sin(angle)
    return xy @ np.array([[c, s], [-s, c]]) + shift


def domains(xy, k, rng):
    """Every spot the label of its nearest seed, all of which occur."""
    seeds = xy[rng.choice(len(xy), k, replace=False)]
    return np.argmin(np.linalg.norm(xy[:, None] - seeds[None], axis=2), axis=1)


def noisy(codes, share, n_labels, rng):
    return np.where(rng.random(len(codes)) < share, rng.integers(0, n_labels, len(codes)), codes)


def slides(rng):
    """Names and (positions, truth, pred, severities) of each slide; codes from the number of truth labels on match nothing."""
    lattices = {"hexagonal": hexagonal, "square": square}
    for name, lattice in lattices.items():
        for i in range(6):
            rows, columns = (8, 8) if i == 0 else rng.integers(6, 14, 2)
            xy = turned(lattice(rows, columns), 0.0 if i < 2 else rng.uniform(0, 6), 0.0 if i < 2 else rng.normal(size=2) * 50)
            truth = domains(xy, int(rng.integers(2, 6)), rng)
            yield f"{name} lattice {i}", xy, truth, noisy(truth, 0.1 * (i + 1), truth.max() + 1, rng), None
    for i in range(6):
        xy = rng.uniform(0, 1, (int(rng.integers(60, 150)), 2)) * [1 + i, 1]
        truth = domains(xy, 2 + i, rng)
        yield f"uniform {i}", xy * 1000, truth, domains(xy, 2 + i, rng) if i % 2 else noisy(truth, 0.3, 2 + i, rng), None
    for i in range(6):
        xy = hexagonal(9, 10) if i % 2 else rng.uniform(0, 10, (90, 2))
        truth = domains(xy, 3 + i % 3, rng)
        weights = rng.uniform(0, 3, len(xy)) if i < 4 else np.where(rng.random(len(xy)) < 0.3, 0.0, 1.0)
        yield f"weighted {i}", xy, truth, noisy(truth, 0.25, truth.max() + 1, rng), weights
    for i in range(6):
        xy = square(9, 9) if i % 2 else rng.normal(size=(100, 2)) ** 3
        truth = domains(xy, 3, rng)
        yield f"unmatched {i}", xy, truth, noisy(truth, 0.2 + 0.1 * i, 3 + i, rng), None
    xy = hexagonal(8, 9)
    truth = domains(xy, 4, rng)
    yield "one truth label", xy, np.zeros(len(xy), int), noisy(np.zeros(len(xy), int), 0.3, 3, rng), None
    yield "one pred label", xy, truth, np.zeros(len(xy), int), None
    yield "equal", xy, truth, truth, None
    for i in range(6):
        xy = hexagonal(9, 11) if i % 2 else rng.uniform(0, 10, (110, 2))
        truth = domains(xy, 3 + i % 3, rng)
        yield f"other domains {i}", xy, truth, np.unique(domains(xy, 2 + 2 * i, rng), return_inverse=True)[1], None
    for i in range(2):
        xy = np.r_[hexagonal(9, 10), rng.uniform(-400, 400, (1 + i, 2))]
        truth = domains(xy, 3, rng)
        yield f"strays {i}", xy, np.unique(truth, return_inverse=True)[1], noisy(truth, 0.2, 3, rng), None


def main():
    spec = importlib.util.spec_from_file_location("reference", sys.argv[1])
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    rng = np.random.default_rng(2026)
    cases = []
    for name, xy, truth, pred, severities in slides(rng):
        xy = np.asarray(xy, float).round(6) if "lattice" not in name else np.asarray(xy, float)
        edges = neighbours(xy)
        names = np.unique(truth)
        assert (names == np.arange(len(names))).all(), name
        weight = None if severities is None else (severities[edges[:, 0]] + severities[edges[:, 1]]) / 2 / severities.max()
        # Some labels of the pred may not occur, and stand for nothing.
        given = reference.slam_adjusted(xy, edges, truth, pred, weight)
        best = reference.slam_adjusted(xy, edges, truth, np.unique(pred, return_inverse=True)[1], weight, matching="best")
        gaps = np.where(np.arange(len(pred)) % 5 == 2, pred.max() + 1, pred)
        gaps = np.unique(gaps, return_inverse=True)[1]
        missing = reference.slam_adjusted(xy, edges, truth, gaps, weight, missing=gaps.max(), matching="best")
        letters = lambda codes: "".join(ALPHABET[code] for code in codes)
        both = lambda found, name: [found["place"][name], found["contacts"][name]]
        cases.append({
            "name": name, "positions": xy.tolist(), "truth": letters(truth), "pred": letters(pred),
            "severities": None if severities is None else severities.tolist(), "n_edges": len(edges),
            "value": given["r"], "mean": given["mean"], "chance": given["chance"], "values": both(given, "value"),
            "widths": [width if np.isfinite(width) else None for width in given["widths"]],
            "profiles": both(given, "profile"), "chances": both(given, "chances"),
            "best": best["r"], "gaps": missing["r"],
        })
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    Path(__file__).with_name("adjusted.json").write_text(f"[\n{lines}\n]\n")
    print(f"{len(cases)} slides")


if __name__ == "__main__":
    main()
