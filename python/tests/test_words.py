"""What is wrong is said in the command's words, and what should be known as a warning."""

from __future__ import annotations

import inspect
import logging
import warnings
from typing import Any

import anndata
import numpy as np
import pandas as pd
import pytest

import slam_metric


@pytest.mark.parametrize(
    ("options", "kind", "said"),
    [
        ({"truth": "regoin"}, ValueError, r'^truth: no column "regoin" in adata.obs \(.*did you mean "region"\?$'),
        ({"pred": "nmber"}, ValueError, r'^pred: no column "nmber" in adata.obs \(.*did you mean "number"\?$'),
        (
            {"bandwith": 1},
            TypeError,
            r"^score\(\) got an unexpected keyword argument 'bandwith'; did you mean 'bandwidth'\?$",
        ),
        ({"matching": "jacard"}, ValueError, r'^matching: expected auto, .*got "jacard"; did you mean "jaccard"\?$'),
        ({"missing_truth": 3}, ValueError, "^missing_truth: expected drop, error, keep"),
        ({"missing_pred": "keep"}, ValueError, "^missing_pred: expected wrong, common, drop, error"),
        (
            {"missing": "drop"},
            TypeError,
            r"^score\(\) got an unexpected keyword argument 'missing'; it is two options: use missing_truth='drop'\|"
            r"'error'\|'keep' and missing_pred='wrong'\|'common'\|'drop'\|'error'$",
        ),
        ({"k": -1}, ValueError, "^k: expected a whole number that is not negative"),
        ({"k": 0}, ValueError, "^k must be at least 1, got 0$"),
        ({"tie": float("nan")}, ValueError, "^tie must be a finite number that is not negative, got NaN$"),
        ({"bandwidth": -1}, ValueError, "^bandwidth must be a positive number, got -1$"),
        ({"gamma": "2K"}, ValueError, '^gamma must be auto or a number, got "2K"$'),
        (
            {"graph": "knn"},
            ValueError,
            '^graph must be mutual, union, radius:R, delaunay, grid:4 or grid:8, got "knn"$',
        ),
        ({"graph": "radius:far"}, ValueError, "^graph must be radius:R with a number"),
        (
            {"graph": np.zeros((3, 3))},
            ValueError,
            r"^graph: expected pairs of rows, shape \(m, 2\), or a matrix of 336 × 336",
        ),
        ({"graph": [[0, 999]]}, ValueError, "^graph: an edge names row 999, expected rows from 0 to 335$"),
        ({"graph": [["spot-1", "nobody"]]}, ValueError, "^graph: 1 id is not in the data: nobody$"),
        (
            {"connectivity_key": "conectivities"},
            ValueError,
            r'^connectivity_key: no obsp "conectivities".*did you mean',
        ),
        ({"graph": "union", "connectivity_key": "connectivities"}, ValueError, "both name a graph"),
        (
            {"spatial_key": "spatail"},
            ValueError,
            r'^spatial_key: no obsm "spatail" in adata .*did you mean "spatial"\?$',
        ),
        ({"spatial_key": "X_pca"}, ValueError, "^positions must have 2 or 3 dimensions, got 5$"),
        ({"spatial_key": "spatial", "x": "x", "y": "y"}, ValueError, "^spatial_key does not go with x and y$"),
        ({"x": "x"}, ValueError, "^x is given without y$"),
        ({"x": "named", "y": "y"}, ValueError, "^row 1, column 'named': 'Layer_1' is not a finite number$"),
        ({"expression": "layer:dens"}, ValueError, r'^expression: no layer "dens" in adata .*did you mean "dense"\?$'),
        ({"expression": "raw"}, ValueError, "^expression: the AnnData has no raw$"),
        ({"expression": "genes"}, ValueError, '^expression: expected "X", "raw"'),
        ({"expression": np.zeros((3, 2))}, ValueError, "^measurements has 3 entries for 336 spots$"),
        ({"log_normalize": True}, ValueError, "^log_normalize needs measurements"),
        ({"severity_column": "named"}, ValueError, "^the severity of row 1 is NaN"),
        ({"slice": "section", "library_key": "section"}, ValueError, "mean the same; give one"),
        ({"library_key": "nullable"}, ValueError, "the slice label is missing"),
        ({"metrics": ["arl"]}, ValueError, '^metrics: no metric "arl"; did you mean ari'),
        ({"missing_truth": "error"}, ValueError, "^row 6: the truth label is missing$"),
        ({"pred": "text", "missing_pred": "error"}, ValueError, "^row 1: the pred label is missing$"),
        ({"exclude": ["Layer_1", "Layer_2", "Layer_10", "WM"]}, ValueError, "^0 spots left after dropping 336 of 336"),
        ({"pred": ["a"]}, ValueError, "^pred has 1 entries for 336 spots$"),
        ({"pred": None}, TypeError, "^pred: expected the name of a column, or labels, got None$"),
        ({"metrics": "ARI"}, ValueError, '^metrics: no metric "ARI"; did you mean ari'),
        ({"metrics": 3}, ValueError, '^metrics: no metric "3"'),
        ({"graph": "contiguity"}, ValueError, '^graph: "contiguity" needs polygons'),
        ({"severity": "WM"}, ValueError, '^severity: expected a number for every label, got string "WM"$'),
        ({"threads": "two"}, ValueError, "^threads: expected a whole number, got 'two'$"),
        ({"threads": 0}, ValueError, "^threads must be at least 1, got 0; leave it out for one per core$"),
        ({"threads": -1}, ValueError, "^threads must be at least 1, got -1; leave it out for one per core$"),
        ({"threads": 2**70}, ValueError, "^threads must be at most 65535, got 1180591620717411303424"),
        (
            {"seed": np.random.default_rng()},
            ValueError,
            "^seed: expected a whole number that is not negative, got a value of type Generator$",
        ),
        ({"bandwidth": object()}, ValueError, "^bandwidth: expected a number, got a value of type object$"),
        ({"matching": object()}, ValueError, "^matching: expected auto, best, jaccard, hungarian, identity, density$"),
        ({"gamma": object()}, ValueError, "^gamma.* got a value of type object$"),
        ({"severity": {"WM": object()}}, ValueError, "^severity: .*, got a value of type object$"),
    ],
)
def test_errors(tissue: anndata.AnnData, options: dict[str, Any], kind: type[Exception], said: str) -> None:
    arguments: dict[str, Any] = {"truth": "region", "pred": "number", **options}
    with pytest.raises(kind, match=said):
        slam_metric.score(tissue, **arguments)


def test_data_of_no_known_kind(tissue: anndata.AnnData) -> None:
    with pytest.raises(TypeError, match=r"got the path 'slide.h5ad'; read it first$"):
        slam_metric.score("slide.h5ad", "a", "b")
    with pytest.raises(TypeError, match=r"got a NoneType$"):
        slam_metric.score(None, "a", "b")
    with pytest.raises(ValueError, match=r"^truth: 'a' names a column, and an array has none"):
        slam_metric.score([[0, 0], [1, 1]], "a", "b")
    with pytest.raises(ValueError, match=r"^positions must have shape \(n, 2\) or \(n, 3\), got \(2,\); the data"):
        slam_metric.score([0, 1], ["a", "b"], ["a", "b"])
    with pytest.raises(ValueError, match=r"^row 2: coordinate y is inf, expected a finite number$"):
        slam_metric.score([[0, 0], [1, np.inf]], ["a", "b"], ["a", "b"])
    with pytest.raises(ValueError, match=r"^data: no columns of positions found"):
        slam_metric.score(pd.DataFrame({"a": [1, 2]}), "a", "a")
    with pytest.raises(ValueError, match="'X' names a part of an AnnData"):
        slam_metric.score(tissue.obs, "region", "number", expression="X")
    bare = anndata.AnnData(obs=tissue.obs[["region", "number"]])
    with pytest.raises(ValueError, match=r"^adata: no positions found \(no obsm\); name them with spatial_key"):
        slam_metric.score(bare, "region", "number")
    with pytest.raises(ValueError, match="did you mean v_measure"):
        slam_metric.q("vmeasure", 0, 1)


def test_a_graph_of_ids_needs_ids_that_differ(tissue: anndata.AnnData) -> None:
    view = tissue[["spot-1", "spot-1", "spot-2", "spot-3"]]
    for options in ({}, {"graph": [["spot-1", "spot-2"]]}):
        with pytest.raises(
            ValueError, match=r"^data: the id 'spot-1' is twice in the index of data; ids must differ: "
        ):
            slam_metric.score(view, "region", "number", **options)  # type: ignore[arg-type]


def test_warnings_are_pythons(tissue: anndata.AnnData) -> None:
    square = [[i % 20, i // 20] for i in range(400)]
    halves = ["a" if x < 10 else "b" for x, _ in square]
    mirror = ["b" if x < 10 else "a" for x, _ in square]
    with pytest.warns(slam_metric.SlamWarning) as caught:
        slam_metric.score(square, halves, mirror, matching="identity", metrics="none")
    said = [str(one.message) for one in caught]
    assert any(text.endswith("try k=4 or k=8") for text in said)
    assert any("slam misses 100 % of the wrong edges, which cancel out" in text for text in said)
    assert all(one.filename == __file__ for one in caught)
    with pytest.warns(slam_metric.SlamWarning, match='exclude: no spot is labelled "Layer_3"') as caught:
        slam_metric.score(tissue, "region", "number", exclude="Layer_3", metrics="none")
    assert caught[0].filename == __file__
    with pytest.warns(slam_metric.SlamWarning, match="cancel out") as caught:
        slam_metric.compare(square, halves, {"mirror": mirror}, matching="identity", metrics="none", k=4)
    assert caught[0].filename == __file__


def test_labels_that_look_like_options_are_left_alone() -> None:
    square = [[i % 6, i // 6] for i in range(36)]
    truth = ["x --tumor" if x < 3 else "y" for x, _ in square]
    pred = ["x --tumor" if x < 3 else "z --k 4" for x, _ in square]
    with pytest.warns(slam_metric.SlamWarning) as caught:
        slam_metric.score(square, truth, pred, matching="identity", metrics="none", k=4)
    said = [str(one.message) for one in caught]
    unmatched = '1 pred label stands for no truth label, so that 18 spots count as wrong: "z --k 4"'
    assert unmatched in said
    with pytest.raises(ValueError, match=r'^truth: no column "x --tumor" in data \(columns: --k, x, y\)$'):
        slam_metric.score(pd.DataFrame({"--k": [1, 2], "x": [1, 2], "y": [1, 2]}), "x --tumor", "--k")


def test_choices_are_logged(tissue: anndata.AnnData, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="slam_metric"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        slam_metric.score(tissue, "region", "number", metrics="none")
    assert caplog.messages == ['positions: obsm "spatial"']


def test_every_option_shows_its_default() -> None:
    for function in (slam_metric.score, slam_metric.compare, slam_metric.metrics, slam_metric.report):
        parameters = inspect.signature(function).parameters
        assert set(parameters) >= set(slam_metric.Options.__annotations__)
        assert (parameters["k"].default, parameters["gamma"].default, parameters["tie"].default) == (6, "auto", 0.01)
        assert parameters["metrics"].default == "all"
        assert "``bandwidth``: h of the kernel density." in (function.__doc__ or "")


def test_every_default_may_be_given(tissue: anndata.AnnData) -> None:
    shown = inspect.signature(slam_metric.score).parameters.values()
    defaults = {one.name: one.default for one in shown if one.kind is one.KEYWORD_ONLY}
    score = slam_metric.score(tissue, "region", "number")
    assert slam_metric.score(tissue, "region", "number", **defaults).to_json() == score.to_json()
    own = slam_metric.score(tissue, "region", "number", connectivity_key="connectivities", graph=defaults["graph"])
    assert own.d == slam_metric.score(tissue, "region", "number", connectivity_key="connectivities").d


def test_every_option_is_documented() -> None:
    missing = [
        name for name in slam_metric.Options.__annotations__ if f"``{name}``" not in (slam_metric.Options.__doc__ or "")
    ]
    assert missing == []
