"""Paper, the authors' program and ours, side by side on the authors' own cases: prints Q of SLAM, case by case.

    target/bench-venv/bin/python bench/authors.py FOLDER      (case_I.csv and cases_III_V_VI.csv)

`scripts/bench` makes that environment; the command is the one of `make build`.

"Program" restates, in numpy and scikit-learn, what the authors' published program does with the settings published with
it: k = 3, a σ for each case, scikit-learn's choice among tied neighbours, the same seed for truth and pred, samples
clipped to [0, 1], severities that are neither scaled nor given to the pred. Its directions alone are fewer, 2,048 random
ones where the program has 8,192: other ones move Q by less than a tenth of the spread over seeds. "Authors" is
`slam --estimator authors`, "ours" the command's defaults. Means and deviations are over twenty seeds; "at 42" is the seed
that the program has. Case VI is run without expression, which is not published with it. Exit status 1 when program and
estimator differ in the means of SW² by more than a quarter where neither has weights.
"""

import csv
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
from sklearn.neighbors import KernelDensity, NearestNeighbors

COMMAND = Path(__file__).resolve().parent.parent / "target" / "release" / "slam"
SEVERITY = {"Normal": 1, "Anomaly": 2}
# Name, the paper's Q, file, truth, more and less erroneous pred, σ, severity.
CASES = [
    ("I", 0.257, "case_I.csv", "truth_label", "less_right_label", "more_right_label", 0.4, None),
    ("III", 0.103, "cases_III_V_VI.csv", "case1-truth-label", "case1-center-label", "case1-edge-label", 0.01, None),
    ("V", 0.110, "cases_III_V_VI.csv", "case2-truth-label", "case2-FN", "case2-FP", 1, SEVERITY),
    ("VI", 0.073, "cases_III_V_VI.csv", "case4-truth", "case4-dissim", "case4-sim", 0.05, None),
]


def neighbours(xy, k):
    """The edges in the order of a graph that is filled row by row: it decides which edges the random numbers pick."""
    _, nearest = NearestNeighbors(n_neighbors=k + 1).fit(xy).kneighbors(xy)
    adjacent = {spot: {} for spot in range(len(xy))}
    for spot, row in enumerate(nearest.tolist()):
        for other in row[1:]:
            adjacent[spot][other] = adjacent[other][spot] = None
    done = set()
    return [(u, v) for u in adjacent if done.add(u) is None for v in adjacent[u] if v not in done]


def attributes(edges, labels, names, weights):
    points = np.zeros((len(edges), len(names)))
    for row, ((u, v), weight) in enumerate(zip(edges, weights)):
        if labels[u] == labels[v]:
            points[row, names.index(labels[u])] = weight
    return points


def program(table, truth, pred, sigma, severity, seed):
    """The discrepancy and the squared sliced distance."""
    truth, pred = [row[truth] for row in table], [row[pred] for row in table]
    edges = neighbours(np.array([[float(row["x"]), float(row["y"])] for row in table]), 3)
    names, ones = sorted(set(truth) | set(pred)), [1.0] * len(edges)
    weights = [(severity[truth[u]] + severity[truth[v]]) / 2 for u, v in edges] if severity else ones
    sides = [attributes(edges, truth, names, weights), attributes(edges, pred, names, ones)]
    sample = lambda side: KernelDensity(bandwidth=0.1).fit(side).sample(len(edges), random_state=seed).clip(0, 1)
    directions = np.random.default_rng(0).standard_normal((len(names), 2048))
    directions /= np.linalg.norm(directions, axis=0)
    one, other = (np.sort(sample(side) @ directions, axis=0) for side in sides)
    sw2 = ((one - other) ** 2).mean()
    return 2 - 2 * np.exp(-(sw2**2) / (2 * sigma**2)), sw2


def command(path, truth, pred, severity, *options):
    words = [COMMAND, "score", path, "--truth", truth, "--pred", pred, "--matching", "identity", "--metrics", "none"]
    words += [word for label, value in (severity or {}).items() for word in ("--severity", f"{label}={value}")]
    done = subprocess.run([*words, "--quiet", "--format", "json", *options], check=True, capture_output=True)
    slam = json.loads(done.stdout)["slam"]
    return slam["d"], slam["sw2"]


def spread(runs):
    worse, better = np.array(runs).transpose(1, 2, 0)
    q = (worse[0] - better[0]) / 2
    return f"{q.mean():6.3f} ± {q.std():.3f}", (worse[1].mean(), better[1].mean())


def main(folder):
    print(f"{'case':5}{'paper':>7}{'program at 42':>15}{'program':>16}{'authors at 0':>14}{'authors':>16}{'ours':>8}")
    differ = False
    for name, paper, file, truth, worse, better, sigma, severity in CASES:
        path = Path(folder) / file
        table = list(csv.DictReader(path.open()))
        by_program = lambda seed: [program(table, truth, pred, sigma, severity, seed) for pred in (worse, better)]
        options = lambda seed: ("--k", "3", "--estimator", "authors", "--sigma", str(sigma), "--seed", str(seed))
        by_authors = lambda seed: [command(path, truth, pred, severity, *options(seed)) for pred in (worse, better)]
        difference = lambda pair: (pair[0][0] - pair[1][0]) / 2
        programs, authors = [by_program(seed) for seed in range(20)], [by_authors(seed) for seed in range(20)]
        ours = difference([command(path, truth, pred, severity) for pred in (worse, better)])
        (program_q, program_sw2), (authors_q, authors_sw2) = spread(programs), spread(authors)
        at_42, at_0 = difference(by_program(42)), difference(authors[0])
        print(f"{name:5}{paper:7.3f}{at_42:15.3f}{program_q:>16}{at_0:14.3f}{authors_q:>16}{ours:8.3f}")
        print(f"      mean SW²: program {program_sw2[0]:.3f}, {program_sw2[1]:.3f}; authors {authors_sw2[0]:.3f}, {authors_sw2[1]:.3f}")
        ratios = np.array(program_sw2) / np.array(authors_sw2)
        differ |= severity is None and bool((abs(ratios - 1) > 0.25).any())
    return int(differ)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
