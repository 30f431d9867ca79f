"""Several slides in one table: told apart by a column, refused, or said to be one."""

from __future__ import annotations

import re
from typing import Any

import anndata
import numpy as np
import pandas as pd
import pytest

import slam_metric

SIDE = 14
PLAIN: dict[str, Any] = {"metrics": "none", "progress": False}


def slides(n: int) -> pd.DataFrame:
    """Hexagonal slides of 14 × 14 spots on top of each other, each moved by less than a spacing."""
    spot = np.tile(np.arange(SIDE * SIDE), n)
    slide = np.repeat(np.arange(n), SIDE * SIDE)
    i, j = spot % SIDE, spot // SIDE
    return pd.DataFrame(
        {
            "x": i + 0.5 * (j % 2) + 0.31 * slide,
            "y": 0.866 * j + 0.17 * slide,
            "truth": np.where(i < 7, "a", "b"),
            "pred": np.where(i + slide < 7, "a", "b"),
            "library_id": [f"lib{one}" for one in slide],
        },
        index=[f"s{one}-{which}" for one, which in zip(spot, slide, strict=True)],
    )


def annotated(table: pd.DataFrame) -> Any:
    """The same as an AnnData."""
    obs = table.drop(columns=["x", "y"])
    return anndata.AnnData(obs=obs, obsm={"spatial": table[["x", "y"]].to_numpy()})


def test_a_column_that_tells_slides_apart_is_used_with_a_warning() -> None:
    table = slides(3)
    expected = slam_metric.score(table, "truth", "pred", library_key="library_id", **PLAIN)
    said = r"^slices: column library_id \(3 slides\); one_slide=True if it is one slide$"
    for data in (table, annotated(table)):
        with pytest.warns(slam_metric.SlamWarning, match=said):
            found = slam_metric.score(data, "truth", "pred", **PLAIN)
        assert found.adjusted.value == expected.adjusted.value
        assert list(found.slices.index) == ["lib0", "lib1", "lib2"]
    mixed = slam_metric.score(table, "truth", "pred", one_slide=True, **PLAIN)
    assert mixed.adjusted.value != expected.adjusted.value
    # A pattern does not take the column for a method, a name does.
    with pytest.warns(slam_metric.SlamWarning, match=said):
        board = slam_metric.compare(table, "truth", "*", **PLAIN)
    assert set(board["pred"]) - {"(one label)", "(shuffled)", "(random domains)"} == {"pred"}
    with pytest.raises(ValueError, match="ids end in -0 … -2"):
        slam_metric.compare(table, "truth", ["pred", "library_id"], **PLAIN)


def test_slides_that_nothing_tells_apart_are_refused() -> None:
    table = slides(3).drop(columns="library_id")
    positions = "data: several slides in one table: 100 % of the spots lie within 0.8 spacings of another one; "
    advice = "add a column that tells them apart and name it with slice, or one_slide=True if it is one slide"
    ids = "ids end in -0 … -2, and their spots overlap; "
    cells = table[["x", "y"]].to_numpy()
    labels = table["truth"].to_numpy(), table["pred"].to_numpy()
    for call in (slam_metric.score, slam_metric.metrics, slam_metric.match_labels):
        with pytest.raises(ValueError, match=f"^{re.escape(positions + ids + advice)}$"):
            call(table, "truth", "pred")
        with pytest.raises(ValueError, match=f"^{re.escape(positions + advice)}$"):
            call(cells, *labels)
        call(cells, *labels, one_slide=True)
    with pytest.raises(ValueError, match="several slides in one table"):
        slam_metric.report(table, "truth", "pred", "unwritten.html")
    with pytest.raises(ValueError, match="one_slide says that there is one; give one of them"):
        slam_metric.score(table, "truth", "pred", slice="pred", one_slide=True)
    with pytest.raises(ValueError, match="one_slide must be True or False, got 'no'"):
        slam_metric.score(table, "truth", "pred", one_slide="no")
    # Labels alone have no places.
    assert slam_metric.metrics(*labels, metrics="ari")["ari"] is not None


def test_what_an_anndata_declares_is_used() -> None:
    one, two = annotated(slides(2)), annotated(slides(2))
    for data in (one, two):
        data.obs = data.obs.rename(columns={"library_id": "which"})
    one.obs["which"] = one.obs["which"].astype("category")
    one.uns["spatial"] = {"lib0": {}, "lib1": {}}
    two.uns["spatialdata_attrs"] = {"region": ["lib0", "lib1"], "region_key": "which", "instance_key": "id"}
    for data in (one, two):
        with pytest.warns(slam_metric.SlamWarning, match=r"slices: column which \(2 slides\)"):
            assert len(slam_metric.score(data, "truth", "pred", **PLAIN).slices) == 2
    # One slide of them is one.
    one = one[one.obs["which"] == "lib0"].copy()
    slam_metric.score(one, "truth", "pred", **PLAIN)


def test_one_slide_is_not_refused() -> None:
    slam_metric.score(slides(1), "truth", "pred", **PLAIN)
    slam_metric.score(slam_metric.demo(), "expert", "salt_and_pepper", **PLAIN)


def test_a_slide_of_a_study_is_one() -> None:
    both = {"a": slides(1), "b": slides(3)}
    with pytest.raises(ValueError, match="slide 'b': data: several slides, by column library_id"):
        slam_metric.study(both, "truth", "pred", **PLAIN)
    slam_metric.study(both, "truth", "pred", one_slide=True, **PLAIN)
