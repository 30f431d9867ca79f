"""Writes inference.json: ten slides, and what the definition in numpy and scipy says of them.

    venv/bin/python inference.py PATH_TO/inference.py

Takes the path of that definition. Tiles, intervals and pairs are functions of tables and must agree to the last digits;
the shift test draws other random numbers here and there, so that its chance is stored with its spread.
"""

import importlib.util
import json
import sys
from pathlib import Path

import numpy as np
from scipy.spatial import cKDTree

LETTERS = np.array(list("abcdefghijkl"))


def lattice(rows, columns):
    i = np.arange(rows * columns)
    return np.c_[i % columns + 0.5 * (i // columns % 2), (i // columns) * 0.75**0.5]


def voronoi(xy, k, random):
    seeds = xy[random.choice(len(xy), k, replace=False)]
    return cKDTree(seeds).query(xy)[1]


def layers(xy, k, random):
    angle = random.uniform(0, np.pi)
    along = xy @ [np.cos(angle), np.sin(angle)] + 1.5 * np.sin(xy[:, 0] / 4 + random.uniform(0, 6))
    return np.searchsorted(np.quantile(along, np.linspace(0, 1, k + 1)[1:-1]), along)


def local_errors(xy, truth, k, share, random):
    """Wrong in small discs, until a share of the spots is."""
    pred, wrong = truth.copy(), np.zeros(len(truth), bool)
    tree = cKDTree(xy)
    while wrong.mean() < share:
        near = tree.query_ball_point(xy[random.integers(len(xy))], random.uniform(0.8, 2.2))
        pred[near] = (truth[near] + random.integers(1, k)) % k
        wrong[near] = True
    return pred


def slides(random):
    """name, positions, labels (truth and two preds), slices or none."""
    plain = lattice(20, 20)
    for name, xy, make, k in [
        ("voronoi on a lattice", plain, voronoi, 5),
        ("layers on a lattice", lattice(18, 24), layers, 4),
        ("a cloud", random.uniform(0, 20, (400, 2)), voronoi, 6),
        ("a ring", plain[abs(np.hypot(*(plain - plain.mean(0)).T) - 7) < 3.4] , voronoi, 4),
        ("pixels", np.round(lattice(17, 22) * 137.3), layers, 5),
        ("a wide slide", lattice(10, 40), voronoi, 7),
    ]:
        truth = make(xy, k, random)
        errors = [local_errors(xy, truth, k, share, random) for share in (0.15, 0.25)]
        yield name, xy, [truth, *errors], None
    for name, make in [("unrelated", voronoi), ("unrelated layers", layers)]:
        yield name, plain, [make(plain, 5, random) for _ in range(3)], None
    for name, make in [("two slices", voronoi), ("two slices of layers", layers)]:
        xy = np.r_[lattice(18, 18), random.uniform(0, 10, (120, 2))]
        slices = np.r_[np.zeros(324, int), np.ones(120, int)]
        truth = np.r_[make(xy[:324], 4, random), make(xy[324:], 4, random)]
        errors = [local_errors(xy, truth, 4, share, random) for share in (0.3, 0.4)]
        yield name, xy, [truth, *errors], slices


def kinds(labels, edges):
    u, v = edges.T
    return np.where(labels[u] == labels[v], labels[u] + 1, 0)


def recorded(reference, *arguments, **options):
    """The shift test with index and number of spots of every replicate, and of the pair itself last."""
    plain, seen = reference.ari, []

    def ari(table):
        seen.append((float(plain(table)), int(table.sum())))
        return seen[-1][0]

    reference.ari = ari
    try:
        return reference.shift_test(*arguments, **options), seen
    finally:
        reference.ari = plain


def tables(reference, xy, edges, labels, k):
    """Tiles of spots and edges, intervals of both preds and their difference, by number."""
    spots = reference.halving(xy, 5)
    of_edges = reference.halving((xy[edges[:, 0]] + xy[edges[:, 1]]) / 2, 5)
    found = {"tiles": spots.tolist(), "edge_tiles": of_edges.tolist()}
    for name, tiles, make, stat in [
        ("slam_pinned", of_edges, lambda x: kinds(x, edges), reference.pinned_mean),
        ("ari", spots, lambda x: x, reference.ari),
    ]:
        both = []
        for pred in labels[1:]:
            both.append([
                reference.tile_tables(make(labels[0]), make(pred), k + 1, k + 1, tiles // ratio, count)
                for ratio, count in ((4, 8), (1, 32))
            ])
        kind = "D" if name == "slam_pinned" else "ARI"
        found[name] = {
            "intervals": [list(map(float, reference.tile_interval(*one, stat, kind)[:3])) for one in both],
            "paired": {key: float(x) for key, x in reference.paired_test(*both[0], *both[1], stat).items()},
        }
    return found


def donors(reference, random):
    for n_donors, per_donor in [(3, 4), (6, 2), (8, 1), (2, 3)]:
        donor = np.repeat(np.arange(n_donors), per_donor)
        scores = 0.3 + 0.1 * random.standard_normal((4, len(donor))) + 0.05 * np.arange(4)[:, None]
        found = reference.donors_test(scores, donor)
        found.pop("pairs")
        yield {
            "donors": donor.tolist(),
            "scores": scores.tolist(),
            "expected": {key: x.tolist() if hasattr(x, "tolist") else x for key, x in found.items()},
        }


def main(path):
    spec = importlib.util.spec_from_file_location("reference", path)
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    random = np.random.default_rng(15)
    cases = []
    for name, xy, labels, slices in slides(random):
        xy = np.round(xy, 6)
        k = int(max(x.max() for x in labels)) + 1
        case = {"name": name, "positions": xy.tolist(), "labels": ["".join(LETTERS[x]) for x in labels]}
        case["slices"] = None if slices is None else "".join(LETTERS[slices])
        case["shift"] = []
        for pred in labels[1:]:
            found, seen = recorded(reference, xy, labels[0], pred, slices=slices, B=999, seed=1)
            deviation = float(np.std([index for index, _ in seen[:-1]]))
            case["shift"].append({**{key: float(x) for key, x in found.items()}, "null_deviation": deviation})
        found, seen = recorded(reference, xy, labels[0], labels[1], slices=slices, B=60, seed=2)
        case["fit"] = {"replicates": seen, "p": float(found["p"])}
        if slices is None:
            edges = cKDTree(xy).query_pairs(1.2 * reference.spacing(xy), output_type="ndarray")
            edges = edges[np.lexsort(edges.T[::-1])]
            case["edges"] = edges.tolist()
            case |= tables(reference, xy, edges, labels, k)
        cases.append(case)
    golden = {"slides": cases, "donors": list(donors(reference, random))}
    Path(__file__).with_name("inference.json").write_text(json.dumps(golden, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
