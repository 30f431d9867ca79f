"""Writes metrics.json: labelings and what scikit-learn says of them.

    python -m venv venv && venv/bin/pip install -r requirements.txt && venv/bin/python make.py

scikit-learn squares distances by expansion, which cancels far from the origin (davies_bouldin_score is 5e-9 off exact
arithmetic in the last case), so it is given centred positions; the tests read them as they are. CHAOS and PAS have no
reference implementation; they are restated here with every distance, by the definitions in
docs/metrics.md. A metric that is undefined there is null.
"""

import json
from pathlib import Path

import numpy as np
from scipy.spatial.distance import cdist
from sklearn import metrics as sk


def chaos(xy, pred):
    deviation = xy.std(axis=0)
    xy = np.where(deviation > 0, (xy - xy.mean(axis=0)) / np.where(deviation > 0, deviation, 1), 0)
    total = 0.0
    for label in np.unique(pred):
        own = xy[pred == label]
        if len(own) > 2:
            distances = cdist(own, own)
            np.fill_diagonal(distances, np.inf)
            total += distances.min(axis=1).sum()
    return total / len(xy)


def pas(xy, pred):
    distances = cdist(xy, xy)
    np.fill_diagonal(distances, np.inf)
    reach = np.sort(distances, axis=1)[:, min(10, len(xy) - 1) - 1] * 1.01
    near = distances <= reach[:, None]
    different = near & (pred[:, None] != pred[None, :])
    return float(np.mean(2 * different.sum(axis=1) > near.sum(axis=1)))


def scores(xy, truth, pred):
    """All metrics under the matching of equal names, null where docs/metrics.md says undefined."""
    centred = xy - xy.mean(axis=0)
    many = len(np.unique(truth)) > 1
    grouped = 1 < len(np.unique(pred)) < len(pred)
    both = [np.unique(labels, return_counts=True)[1].max() > 1 for labels in (truth, pred)]
    macro = {"average": "macro", "zero_division": 0}
    return {
        "accuracy": sk.accuracy_score(truth, pred),
        "precision": sk.precision_score(truth, pred, **macro) if many else None,
        "recall": sk.recall_score(truth, pred, **macro) if many else None,
        "f1": sk.f1_score(truth, pred, **macro) if many else None,
        "ari": sk.adjusted_rand_score(truth, pred),
        "nmi": sk.normalized_mutual_info_score(truth, pred) if many else None,
        "nmi_geometric": sk.normalized_mutual_info_score(truth, pred, average_method="geometric") if many else None,
        "jaccard": sk.jaccard_score(truth, pred, **macro),
        "fmi": sk.fowlkes_mallows_score(truth, pred) if all(both) else None,
        "v_measure": sk.v_measure_score(truth, pred) if many else None,
        "asw": sk.silhouette_score(centred, pred) if grouped else None,
        "chaos": chaos(xy, pred),
        "pas": pas(xy, pred),
        "ch": sk.calinski_harabasz_score(centred, pred) if grouped else None,
        "db": sk.davies_bouldin_score(centred, pred) if grouped else None,
    }


def layouts(rng):
    """Names and (positions, truth, pred) of each case."""
    def letters(codes, alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
        return np.array([alphabet[code] for code in codes])

    def scatter(n, dimensions=2):
        return rng.normal(size=(n, dimensions)).round(4)

    def square(side):
        return np.array([(x, y) for y in range(side) for x in range(side)], float)

    for i in range(8):
        n, k = int(rng.integers(20, 120)), int(rng.integers(2, 8))
        yield f"random {i}", scatter(n), letters(rng.integers(0, k, n)), letters(rng.integers(0, k, n))
    for i in range(5):
        n, k = 100, 5
        truth = rng.integers(0, k, n)
        pred = np.where(rng.random(n) < 0.15 * (i + 1), rng.integers(0, k, n), truth)
        yield f"balanced, {15 * (i + 1)} % redrawn", scatter(n), letters(truth), letters(pred)
    for i in range(4):
        n = 120
        truth = rng.choice(6, n, p=[0.8, 0.1, 0.05, 0.03, 0.01, 0.01])
        pred = np.where(rng.random(n) < 0.2, rng.integers(0, 6, n), truth)
        yield f"unbalanced {i}", scatter(n), letters(truth), letters(pred)
    for i in range(3):
        n = 40
        truth = np.r_[np.arange(10), rng.integers(10, 13, n - 10)]
        pred = np.r_[rng.integers(0, 3, n - 6), np.arange(20, 26)]
        yield f"labels of one spot {i}", scatter(n), letters(truth), letters(pred)
    for i in range(3):
        n = 90
        truth = rng.integers(0, 3, n)
        yield f"more pred labels than truth labels {i}", scatter(n), letters(truth), letters(truth * (i + 2) + rng.integers(0, i + 2, n))
    for i in range(3):
        n = 80
        codes = rng.integers(-1, 12, n)
        names = np.array([str(code) for code in codes])
        pred = np.array([str(code) for code in np.where(rng.random(n) < 0.3, rng.integers(-1, 14, n), codes)])
        yield f"names like integers {i}", scatter(n), names, pred
    for i in range(3):
        n = 80
        xy = rng.integers(0, 5, (n, 2)).astype(float)
        yield f"coincident spots {i}", xy, letters(rng.integers(0, 4, n)), letters(rng.integers(0, 4, n))
    side = 10
    xy = square(side)
    left, low = (xy[:, 0] >= side / 2).astype(int), (xy[:, 1] >= side / 2).astype(int)
    yield "lattice, halves equal", xy, letters(left), letters(left)
    yield "lattice, halves mirrored", xy, letters(left), letters(1 - left)
    yield "lattice, north and south", xy, letters(left), letters(low)
    yield "lattice, layers", xy, letters((xy[:, 1] // 2).astype(int)), letters(((xy[:, 1] + xy[:, 0] // 5) // 3).astype(int))
    yield "one truth label", scatter(30), letters(np.zeros(30, int)), letters(rng.integers(0, 3, 30))
    yield "one pred label", scatter(30), letters(rng.integers(0, 3, 30)), letters(np.zeros(30, int))
    yield "one label in both", scatter(12), letters(np.zeros(12, int)), letters(np.zeros(12, int))
    yield "one spot per pred label", scatter(20), letters(rng.integers(0, 3, 20)), letters(np.arange(20))
    yield "no name in common", scatter(50), letters(rng.integers(0, 3, 50)), letters(rng.integers(5, 9, 50))
    yield "two spots", np.array([[0.0, 0.0], [1.0, 2.0]]), letters([0, 1]), letters([0, 0])
    for i in range(3):
        n = 90
        truth = rng.integers(0, 4, n)
        pred = np.where(rng.random(n) < 0.3, rng.integers(0, 5, n), truth)
        yield f"in space {i}", scatter(n, 3), letters(truth), letters(pred)
    xy = scatter(100) * [1e-3, 1e3] + [5e5, -2e5]
    pred = letters((xy[:, 1] > -2e5).astype(int) + 2 * (rng.random(100) < 0.2))
    yield "far from the origin", xy, letters(rng.integers(0, 4, 100)), pred


def main():
    rng = np.random.default_rng(2026)
    cases = [
        {
            "name": name,
            "positions": xy.tolist(),
            "truth": truth.tolist(),
            "pred": pred.tolist(),
            "scores": {metric: value if value is None else float(value) for metric, value in scores(xy, truth, pred).items()},
        }
        for name, xy, truth, pred in layouts(rng)
    ]
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    Path(__file__).with_name("metrics.json").write_text(f"[\n{lines}\n]\n")
    print(f"{len(cases)} cases")


if __name__ == "__main__":
    main()
