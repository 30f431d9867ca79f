"""The score of an AnnData in Python beside the library alone."""

import time
import warnings

import anndata
import pandas as pd
import slam_metric
import spots
from ledger import count, times
from stopwatch import THREADS, Run, in_turns, ours


def python(ledger, folder, n):
    """Both have the same spots and labels in memory; what Python converts counts."""
    xy = spots.hexagonal(n)
    adata = annotated(xy)
    with ours(spots.write_raw(folder / "spots.bin", xy)) as us:
        best = in_turns({"library": lambda: us.run("all", 1024), "python": lambda: on_anndata(adata)}, 7)
    ledger.claim(
        f"Python on an AnnData / library alone, {count(n)} spots",
        best["python"].seconds / best["library"].seconds,
        1.2,
        seconds=times(best["python"], best["library"]),
    )


def annotated(xy):
    """An AnnData with categorical labels."""
    truth, pred = (pd.Categorical([f"L{label}" for label in labeling]) for labeling in spots.bands(xy))
    obs = pd.DataFrame({"truth": truth, "pred": pred}, index=pd.RangeIndex(len(xy)).astype(str))
    adata = anndata.AnnData(obs=obs)
    adata.obsm["spatial"] = xy
    return adata


def on_anndata(adata):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", slam_metric.SlamWarning)
        start = time.perf_counter()
        score = slam_metric.score(adata, truth="truth", pred="pred", metrics="none", projections=1024, threads=THREADS)
        return Run(time.perf_counter() - start, float(score), None)
