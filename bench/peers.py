"""What users run today, behind the same lines on standard input as our stopwatch: `peers.py SPOTS`."""

import json
import sys
import time
from pathlib import Path

import numpy as np
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist

import restated
import spots


def tree(slide, threads, _):
    """The seven nearest of every spot, itself included; building included."""
    return float(cKDTree(slide.xy).query(slide.xy, k=7, workers=threads)[0].max())


def pykdtree(slide, _threads, _):
    from pykdtree.kdtree import KDTree  # as many threads as OMP_NUM_THREADS says

    return float(KDTree(slide.xy).query(slide.xy, k=7)[0].max())


def restatement(slide, _threads, n_pairs):
    return restated.slam(slide.xy, slide.truth, slide.pred, n_pairs=int(n_pairs))


def pot(slide, _threads, projections):
    """The squared distance of two samples, which are drawn outside of the clock."""
    from ot import sliced_wasserstein_distance

    return sliced_wasserstein_distance(*slide.samples, n_projections=int(projections), p=2, seed=0) ** 2


def scikit_learn(slide, _threads, name):
    from sklearn import metrics

    macro = {"average": "macro", "zero_division": 0}
    functions = {
        "accuracy": lambda: metrics.accuracy_score(slide.truth, slide.pred),
        "precision": lambda: metrics.precision_score(slide.truth, slide.pred, **macro),
        "recall": lambda: metrics.recall_score(slide.truth, slide.pred, **macro),
        "f1": lambda: metrics.f1_score(slide.truth, slide.pred, **macro),
        "ari": lambda: metrics.adjusted_rand_score(slide.truth, slide.pred),
        "nmi": lambda: metrics.normalized_mutual_info_score(slide.truth, slide.pred),
        "jaccard": lambda: metrics.jaccard_score(slide.truth, slide.pred, average="macro"),
        "fmi": lambda: metrics.fowlkes_mallows_score(slide.truth, slide.pred),
        "v_measure": lambda: metrics.v_measure_score(slide.truth, slide.pred),
        "asw": lambda: metrics.silhouette_score(slide.xy, slide.pred),
        "ch": lambda: metrics.calinski_harabasz_score(slide.xy, slide.pred),
        "db": lambda: metrics.davies_bouldin_score(slide.xy, slide.pred),
    }
    return float(functions[name]())


def genieclust(slide, _threads, name):
    from genieclust import compare_partitions

    functions = {"ari": "adjusted_rand_score", "fmi": "fm_score", "nmi": "normalized_mi_score"}
    return float(getattr(compare_partitions, functions[name])(slide.truth, slide.pred))


def pas(slide, _threads, _):
    """PAS as benchmark notebooks have it: a row of distances and a sort for every spot."""
    abnormal = 0
    for i in range(len(slide.xy)):
        distances = cdist(slide.xy[i : i + 1], slide.xy)[0]
        nearest = np.argsort(distances)[1:11]
        abnormal += int(np.sum(slide.pred[nearest] != slide.pred[i]) > 5)
    return abnormal / len(slide.xy)


def chaos(slide, _threads, _):
    """CHAOS as benchmark notebooks have it: a row of distances within the label for every spot."""
    xy = (slide.xy - slide.xy.mean(axis=0)) / slide.xy.std(axis=0)
    total = 0.0
    for label in np.unique(slide.pred):
        own = xy[slide.pred == label]
        if len(own) <= 2:
            continue
        for i in range(len(own)):
            total += float(np.partition(cdist(own[i : i + 1], own)[0], 1)[1])
    return total / len(xy)


PARTS = {part.__name__: part for part in (tree, pykdtree, restatement, pot, scikit_learn, genieclust, pas, chaos)}


class Slide:
    """Spots and labels in memory, and two samples of edge kinds."""

    def __init__(self, path):
        self.xy, self.truth, self.pred = spots.read_raw(path)
        self.drawn = None

    @property
    def samples(self):
        if self.drawn is None:
            self.drawn = restated.samples(self.xy, self.truth, self.pred)
        return self.drawn


def peak_mib():
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), None)


def timed(slide, part, threads, argument=""):
    if part == "pot":
        slide.samples  # noqa: B018, made before the clock starts
    clear = Path("/proc/self/clear_refs")
    if clear.exists():
        clear.write_text("5")  # the peak starts again from the memory that is held at present
    start = time.perf_counter()
    value = PARTS[part](slide, int(threads), argument)
    return {"seconds": time.perf_counter() - start, "value": value, "peak_mib": peak_mib()}


def main():
    slide = Slide(Path(sys.argv[1]))
    for line in sys.stdin:
        print(json.dumps(timed(slide, *line.rstrip("\n").split(" ", 2))), flush=True)


if __name__ == "__main__":
    main()
