"""The sampled SLAM of the paper in numpy, loop for loop: every pair of samples is projected and sorted anew.

Mutual nearest neighbours; ten samples a side of at most 10,000 edge kinds with Gaussian noise; for every pair of them
the squared sliced Wasserstein distance over 512 directions; d from the kernel exp(−γ·SW²), γ = 2K. Of the ordered pairs
only one of each two equal ones is computed, and none of the diagonal: 190.
"""

import itertools

import numpy as np
from scipy.spatial import cKDTree

SAMPLES, POINTS, DIRECTIONS, BANDWIDTH, NEIGHBORS = 10, 10_000, 512, 0.1, 6
PAIRS = [(i, j) for i, j in itertools.combinations(range(2 * SAMPLES), 2)]


def edges(xy):
    """The pairs of spots that are among each other's nearest."""
    nearest = cKDTree(xy).query(xy, k=NEIGHBORS + 1, workers=2)[1][:, 1:]
    n = len(xy)
    arcs = (np.arange(n)[:, None] * n + nearest).ravel()
    back = (nearest * n + np.arange(n)[:, None]).ravel()
    mutual = np.intersect1d(arcs, back, assume_unique=True)
    u, v = mutual // n, mutual % n
    return u[u < v], v[u < v]


def kinds(labels, u, v):
    """The label of an edge whose ends agree, else −1."""
    return np.where(labels[u] == labels[v], labels[u], -1)


def sample(kinds, n_labels, rng):
    """Points drawn from the density around the attributes of the edges."""
    drawn = rng.choice(kinds, min(len(kinds), POINTS))
    points = rng.normal(scale=BANDWIDTH, size=(len(drawn), n_labels))
    inside = drawn >= 0
    points[np.flatnonzero(inside), drawn[inside]] += 1.0
    return points


def all_samples(xy, truth, pred, n_samples):
    u, v = edges(xy)
    n_labels = int(truth.max()) + 1
    # The i-th samples of both sides see the same random numbers.
    return [
        sample(kinds(labels, u, v), n_labels, np.random.default_rng(i))
        for labels in (truth, pred)
        for i in range(n_samples)
    ]


def samples(xy, truth, pred):
    """A sample of either side."""
    return all_samples(xy, truth, pred, 1)


def sliced_distance(x, y, directions):
    """The mean over directions of the squared distance of two projected and sorted samples."""
    return np.mean([np.mean((np.sort(x @ theta) - np.sort(y @ theta)) ** 2) for theta in directions])


def slam(xy, truth, pred, n_pairs):
    """d, from all pairs of samples; with fewer of them, only the work of these."""
    drawn = all_samples(xy, truth, pred, SAMPLES)
    directions = np.random.default_rng(SAMPLES).normal(size=(DIRECTIONS, drawn[0].shape[1]))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    distances = np.zeros((2 * SAMPLES, 2 * SAMPLES))
    for i, j in PAIRS[:n_pairs]:
        distances[i, j] = distances[j, i] = sliced_distance(drawn[i], drawn[j], directions)
    kernel = np.exp(-2 * drawn[0].shape[1] * distances)
    within = kernel[:SAMPLES, :SAMPLES].mean() + kernel[SAMPLES:, SAMPLES:].mean()
    return float(within - 2 * kernel[:SAMPLES, SAMPLES:].mean())
