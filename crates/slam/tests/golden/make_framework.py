"""Writes framework.json: what every extractor with every discrepancy gives on small graphs, by plain numpy, networkx and POT.

    pip install numpy networkx POT
    python make_framework.py > framework.json

Nothing here is fast, and nothing is shared with the library.
"""

import json

import networkx as nx
import numpy as np
import ot

KERNEL_WIDTH, BANDWIDTH = 0.5, 0.1


def one_hot(case, labels, n_truth, n_labels):
    points, masses = [], []
    for edge, (u, v) in enumerate(case["edges"]):
        point = np.zeros(n_truth)
        if labels[u] == labels[v] and labels[u] < n_truth:
            point[labels[u]] = weight(case, edge)
        points.append(point)
        masses.append(1 / len(case["edges"]))
    return np.array(points), np.array(masses)


def pairs(case, labels, n_truth, n_labels):
    axes = {}
    for a in range(n_labels):
        for b in range(a, n_labels):
            axes[a, b] = len(axes)
    points = []
    for edge, (u, v) in enumerate(case["edges"]):
        point = np.zeros(len(axes))
        point[axes[min(labels[u], labels[v]), max(labels[u], labels[v])]] = weight(case, edge)
        points.append(point)
    return np.array(points), np.full(len(points), 1 / len(points))


def coefficients(case, labels, n_truth, n_labels):
    whole, inside = graphs(case, labels)
    clustering = nx.clustering(inside)
    points, masses = [], []
    for spot in range(case["n"]):
        neighbors = list(whole[spot])
        if neighbors:
            point = np.zeros(2 * n_labels)
            point[2 * labels[spot]] = sum(labels[other] == labels[spot] for other in neighbors) / len(neighbors)
            point[2 * labels[spot] + 1] = clustering[spot]
            points.append(point)
            masses.append(np.mean([whole[spot][other]["mass"] for other in neighbors]))
    return np.array(points), np.array(masses) / sum(masses)


def spectrum(case, labels, n_truth, n_labels):
    _, inside = graphs(case, labels)
    adjacency = nx.to_numpy_array(inside, nodelist=range(case["n"]), weight="mass")
    degrees = adjacency.sum(axis=1)
    scale = np.where(degrees > 0, 1 / np.sqrt(np.where(degrees > 0, degrees, 1)), 0)
    laplacian = np.diag((degrees > 0).astype(float)) - scale[:, None] * adjacency * scale[None, :]
    values = np.linalg.eigvalsh(laplacian)
    return values[:, None], np.full(case["n"], 1 / case["n"])


def graphs(case, labels):
    whole, inside = nx.Graph(), nx.Graph()
    for graph in (whole, inside):
        graph.add_nodes_from(range(case["n"]))
    for edge, (u, v) in enumerate(case["edges"]):
        whole.add_edge(u, v, mass=weight(case, edge) ** 2)
        if labels[u] == labels[v]:
            inside.add_edge(u, v, mass=weight(case, edge) ** 2)
    return whole, inside


def weight(case, edge):
    return 1.0 if case["weights"] is None else case["weights"][edge]


def wasserstein(x, p, y, q):
    distances = np.sqrt(((x[:, None, :] - y[None, :, :]) ** 2).sum(axis=2))
    return float(ot.emd2(p, q, distances, numItermax=10_000_000))


def mmd(x, p, y, q):
    variance = KERNEL_WIDTH**2 + 2 * BANDWIDTH**2
    factor = (KERNEL_WIDTH**2 / variance) ** (x.shape[1] / 2)

    def mean(a, s, b, t):
        total = 0.0
        for i in range(len(a)):
            for j in range(len(b)):
                total += s[i] * t[j] * np.exp(-((a[i] - b[j]) ** 2).sum() / (2 * variance))
        return total

    return float(factor * (mean(x, p, x, p) + mean(y, q, y, q) - 2 * mean(x, p, y, q)))


def density(x, truth, pred):
    """The truth label of each pred label, by the definition."""
    n, columns = x.shape
    means = np.array([x[truth == label].mean(axis=0) for label in range(truth.max() + 1)])
    variance = ((x - means[truth]) ** 2).sum() / (n * columns)
    found = []
    for label in range(pred.max() + 1):
        shares = np.zeros(len(means))
        for spot in np.flatnonzero(pred == label):
            weights = np.exp(-((x[spot] - means) ** 2).sum(axis=1) / (2 * variance))
            shares += weights / weights.sum()
        found.append(int(np.argmax(shares)))
    return found


def case(rng, n, n_labels, n_unmatched, is_weighted):
    places = rng.random((n, 2))
    tree = np.argsort(((places[:, None] - places[None]) ** 2).sum(axis=2), axis=1)[:, 1:5]
    edges = sorted({(min(u, int(v)), max(u, int(v))) for u in range(n - 2) for v in tree[u] if int(v) < n - 2})
    seeds = rng.random((n_labels, 2))
    truth = np.argmin(((places[:, None] - seeds[None]) ** 2).sum(axis=2), axis=1)
    truth[:n_labels] = np.arange(n_labels)
    pred = np.where(rng.random(n) < 0.3, rng.integers(0, n_labels + n_unmatched, n), truth)
    pred[-n_unmatched - 1 : -1] = np.arange(n_labels, n_labels + n_unmatched)
    weights = (rng.integers(0, 65, len(edges)) / 64).tolist() if is_weighted else None
    return {
        "n": n,
        "edges": edges,
        "truth": truth.tolist(),
        "pred": pred.tolist(),
        "weights": weights,
    }


def main():
    rng = np.random.default_rng(17)
    cases = []
    for index in range(24):
        n_labels, n_unmatched = 1 + index % 5, index % 3
        found = case(rng, 20 + 5 * index, n_labels, n_unmatched, index % 2 == 1)
        found["expected"] = {}
        for extractor in (one_hot, pairs, coefficients, spectrum):
            sides = []
            for labels in (found["truth"], found["pred"]):
                sides.extend(extractor(found, labels, n_labels, n_labels + n_unmatched))
            found["expected"][extractor.__name__] = {"wasserstein": wasserstein(*sides), "mmd": mmd(*sides)}
        measurements = rng.normal(size=(found["n"], 3)) + np.array(found["truth"])[:, None] * [1.0, 0.5, 0.0]
        found["measurements"] = measurements.tolist()
        pred = np.unique(found["pred"], return_inverse=True)[1]
        found["density"] = density(measurements, np.array(found["truth"]), pred)
        cases.append(found)
    print(json.dumps(cases))


if __name__ == "__main__":
    main()
