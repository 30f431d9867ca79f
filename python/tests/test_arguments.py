"""Arguments in each other's place are told at once."""

from __future__ import annotations

import re
from typing import Any

import anndata
import numpy as np
import pandas as pd
import pytest

import slam_metric

XY = [[0, 0], [1, 0], [0, 1], [1, 1]]
TRUTH, PRED = ["a", "a", "b", "b"], ["x", "x", "y", "y"]
FIRST = "the data come first, then the truth, then the pred"


def test_a_forgotten_truth_is_told_before_anything_is_read(tissue: anndata.AnnData) -> None:
    expected = "expected metrics(data, truth, pred), or metrics(truth, pred) of two labelings"
    for data, said in [
        (tissue, "an AnnData"),
        (tissue.obs, "a DataFrame of shape (336, 11)"),
        (np.array(XY), "a ndarray of shape (4, 2)"),
        (XY, "a list of 4"),
    ]:
        with pytest.raises(ValueError, match=re.escape(f"metrics: got two arguments, {said} and 'named'; {expected}")):
            slam_metric.metrics(data, "named")
        with pytest.raises(ValueError, match=re.escape(f"{said} and a list of 4; {expected}")):
            slam_metric.metrics(data, PRED)
    with pytest.raises(ValueError, match=re.escape(f"'named' and an AnnData; {expected}")):
        slam_metric.metrics("named", tissue)
    assert slam_metric.metrics(TRUTH, PRED, metrics="ari") == {"ari": 1.0}
    assert slam_metric.metrics(pd.DataFrame({"t": TRUTH}), PRED, metrics="ari") == {"ari": 1.0}


def test_swapped_arguments_are_told(tissue: anndata.AnnData) -> None:
    calls: list[tuple[tuple[Any, Any, Any], str]] = [
        ((TRUTH, PRED, XY), "positions must have shape (n, 2) or (n, 3), got (4,)"),
        ((pd.Series(TRUTH), XY, PRED), "positions must have shape (n, 2) or (n, 3), got (4,)"),
        ((XY, XY, PRED), "truth: expected one label per spot, got an array of shape (4, 2)"),
        ((XY, TRUTH, np.array(XY)), "pred: expected one label per spot, got an array of shape (4, 2)"),
        ((tissue.obsm["spatial"], tissue, tissue.obs["named"]), "truth: expected one label per spot, got an AnnData"),
        ((tissue, "region", tissue.obs), "pred: expected one label per spot, got a DataFrame of shape (336, 11)"),
    ]
    for arguments, said in calls:
        for function in (slam_metric.score, slam_metric.metrics, slam_metric.match_labels):
            with pytest.raises(ValueError, match=re.escape(f"{said}; {FIRST}")):
                function(*arguments, one_slide=True)
