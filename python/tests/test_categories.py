"""The order and the colours of categories survive matching."""

from __future__ import annotations

import anndata
import numpy as np
import pandas as pd
import pytest

import slam_metric

ORDER = ["WM", "L10", "L2", "L1"]
COLORS = ["#000011", "#000022", "#000033", "#000044"]


@pytest.fixture
def slide() -> anndata.AnnData:
    """Four bands; the clusters of the pred stand for them, and cluster 9 for none."""
    x, y = (axis.ravel() for axis in np.meshgrid(np.arange(12), np.arange(12)))
    band = x // 3
    cluster = np.where((y < 2) & (x < 2), 9, (band + 2) % 4)
    obs = pd.DataFrame(
        {
            "truth": pd.Categorical(np.array(ORDER)[band], categories=ORDER),
            "pred": pd.Categorical(cluster.astype(str)),
        },
        index=[f"s{spot}" for spot in range(len(x))],
    )
    adata = anndata.AnnData(X=np.zeros((len(x), 1), np.float32), obs=obs, obsm={"spatial": np.c_[x, y].astype(float)})
    adata.uns["truth_colors"] = np.array(COLORS, dtype=object)
    return adata


def test_matched_labels_have_the_order_and_the_colours_of_the_truth(slide: anndata.AnnData) -> None:
    found = slam_metric.match_labels(slide, "truth", "pred", matching="hungarian", k=4, key_added="same")
    assert list(found.labels.cat.categories) == [*ORDER, "9 (unmatched)"]
    assert list(slide.obs["same"].cat.categories) == [*ORDER, "9 (unmatched)"]
    assert list(slide.uns["same_colors"][:4]) == COLORS
    assert len(slide.uns["same_colors"]) == 5
    right = slide.obs["pred"] != "9"
    assert (slide.obs["same"].astype(str) == slide.obs["truth"].astype(str))[right].all()


def test_kept_labels_have_the_order_and_the_colours_of_the_truth(slide: anndata.AnnData) -> None:
    score = slam_metric.score(slide, "truth", "pred", matching="hungarian", k=4, key_added="kept", metrics="none")
    assert list(slide.obs["kept_matched"].cat.categories) == [*ORDER, "9 (unmatched)"]
    assert list(slide.uns["kept_matched_colors"][:4]) == COLORS
    right = slide.obs["pred"] != "9"
    assert (slide.obs["kept_matched"].astype(str) == slide.obs["truth"].astype(str))[right].all()
    pytest.importorskip("matplotlib")
    drawn = slam_metric.pl.maps(score, show=["matched"])[0, 0].collections[0].get_facecolor()
    assert {tuple(np.round(255 * one[:3]).astype(int)) for one in drawn} >= {(0, 0, blue) for blue in (17, 34, 51, 68)}


def test_categories_in_the_alphabet_keep_their_order_too(slide: anndata.AnnData) -> None:
    # Sorted as pandas does it, L10 comes before L2.
    slide.obs["truth"] = slide.obs["truth"].astype(str).astype("category")
    assert list(slide.obs["truth"].cat.categories) == ["L1", "L10", "L2", "WM"]
    found = slam_metric.match_labels(slide, "truth", "pred", k=4)
    assert [name for name in found.labels.cat.categories if name[0] != "9"] == ["L1", "L10", "L2", "WM"]


def test_colours_of_categories_that_are_gone_do_not_stay(slide: anndata.AnnData) -> None:
    del slide.uns["truth_colors"]
    slide.uns["same_colors"] = ["#ffffff"]
    slam_metric.match_labels(slide, "truth", "pred", k=4, key_added="same")
    assert "same_colors" not in slide.uns
