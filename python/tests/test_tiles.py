"""One slide in tiles: in one process, and on a Dask cluster."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest

import slam_metric
import slam_metric.dask

WAIT = 120.0


@pytest.fixture(scope="module")
def slide() -> pd.DataFrame:
    """Spots anywhere, two islands, bands of labels with errors and gaps."""
    rng = np.random.default_rng(3)
    place = np.r_[rng.random((4000, 2)) * 60, rng.random((9, 2)) + 300, [[-500.0, 20.0]]]
    band = (place[:, 1] // 15).astype(int) % 4
    wrong = np.where(rng.random(len(place)) < 0.15, rng.integers(0, 5, len(place)), band)
    truth = np.array(["a", "b", "c", "d"], dtype=object)[band]
    truth[17] = None
    return pd.DataFrame({"x": place[:, 0], "y": place[:, 1], "truth": truth, "pred": wrong.astype(float)})


def numbers(score: slam_metric.Score) -> dict[str, Any]:
    """What tiles and the whole must agree on."""
    names = ("slam", "slam_adjusted", "slam_pinned", "cancelled", "flow", "domains", "matching", "n_spots", "n_edges")
    found = score.to_dict()
    metrics = {name: found["metrics"][name] for name in ("accuracy", "ari", "nmi", "f1")}
    return {**{name: found[name] for name in names}, **metrics}


def quarters(slide: pd.DataFrame, halo: float) -> list[slam_metric.Tile]:
    """Four tiles with no more around them than is asked for."""
    tiles = []
    for left, right in ((-np.inf, 25.0), (25.0, np.inf)):
        for bottom, top in ((-np.inf, 30.0), (30.0, np.inf)):
            near = slide.x.between(left - halo, right + halo) & slide.y.between(bottom - halo, top + halo)
            core = (left, bottom, right, top)
            tiles.append(slam_metric.tile(slide[near], "truth", "pred", core=core, halo=halo))
    return tiles


def test_tiles_add_up_and_travel(slide: pd.DataFrame) -> None:
    plan = slam_metric.plan(k=5)
    while not plan.is_ready:
        tallies = [pickle.loads(pickle.dumps(slam_metric.tally(tile, plan))) for tile in quarters(slide, plan.halo)]
        plan = pickle.loads(pickle.dumps(plan.after(tallies[3] + tallies[1] + (tallies[0] + tallies[2]))))
    parts = [
        pickle.loads(pickle.dumps(slam_metric.partial(one, plan, threads=1))) for one in quarters(slide, plan.halo)
    ]
    score = (parts[2] + parts[0] + parts[3] + parts[1]).finish()
    assert numbers(score) == numbers(slam_metric.score(slide, "truth", "pred", k=5))
    assert score.undefined["asw"] == "it looks at all spots at once, and the slide came in tiles"
    assert float(pickle.loads(pickle.dumps(score))) == float(score)
    with pytest.raises(ValueError, match="its spots are not at hand"):
        _ = score.spots
    with pytest.raises(ValueError, match="some are missing, or added twice"):
        (parts[0] + parts[1]).finish()
    inner = parts[0].inner
    assert type(inner).from_json(inner.to_json()).to_bytes() == inner.to_bytes()
    with pytest.raises(ValueError, match="the partial cannot be read"):
        type(inner).from_bytes(inner.to_bytes()[:-1])


def test_what_needs_all_spots_is_refused() -> None:
    with pytest.raises(ValueError, match="infer has no place in a slide in tiles"):
        slam_metric.plan(infer="test")
    with pytest.raises(ValueError, match="slice has no place in a slide in tiles"):
        slam_metric.plan(slice="slice")


def partitions(slide: pd.DataFrame, n: int) -> Any:
    """A dask DataFrame whose partitions hold spots from everywhere."""
    dask = pytest.importorskip("dask")
    frames = pytest.importorskip("dask.dataframe")
    parts = [dask.delayed(slide.iloc[first::n].reset_index(drop=True)) for first in range(n)]
    return frames.from_delayed(parts, meta=slide.iloc[:0], verify_meta=False)


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_of_threads_scores_as_one_process(slide: pd.DataFrame) -> None:
    distributed = pytest.importorskip("distributed")
    settings = {"n_workers": 2, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(**settings) as cluster, distributed.Client(cluster, timeout=WAIT) as client:
        found = slam_metric.dask.score(
            partitions(slide, 5), "truth", "pred", client=client, spots_per_tile=300, timeout=WAIT, metrics="all"
        )
        with pytest.raises(ValueError, match="no column 'cluser' in the data"):
            slam_metric.dask.score(partitions(slide, 2), "truth", "cluser", client=client)
    assert numbers(found) == numbers(slam_metric.score(slide, "truth", "pred"))


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_of_processes_scores_as_one(slide: pd.DataFrame) -> None:
    distributed = pytest.importorskip("distributed")
    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**settings) as cluster, distributed.Client(cluster, timeout=WAIT):
        found = slam_metric.dask.score(partitions(slide, 3), "truth", "pred", spots_per_tile=1500, timeout=WAIT)
    assert numbers(found) == numbers(slam_metric.score(slide, "truth", "pred"))


def test_without_dask_a_sentence_says_how(slide: pd.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "dask", None)
    with pytest.raises(ImportError, match=r"pip install 'slam-metric\[dask\]'"):
        slam_metric.dask.score(slide, "truth", "pred")
