"""The table of inputs: whatever holds the places, the labels or the graph, the numbers are those of plain arrays.

`make test` runs it with the packages of `requirements.txt`, `make test-wide` with old and new pandas and numpy.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from inputs import INPUTS, NOTED, PAIRS, REFUSED, Given, slide

import slam_metric

TRUTH, PREDS = "expert", ["layer_split", "salt_and_pepper"]


def results(data: Any, truth: Any, preds: dict[str, Any], **options: Any) -> dict[str, Any]:
    """What the three functions find, without the names of what was read."""
    pred = preds[PREDS[0]]
    score = slam_metric.score(data, truth, pred, **options).to_dict()
    table = slam_metric.compare(data, truth, preds, metrics="ari,pas", **options)
    names = {"truth": None, "pred": None, "provenance": None}
    return {
        "score": {**score, **names},
        "compare": table.astype(object).where(table.notna(), None).to_dict("list"),
        "metrics": slam_metric.metrics(data, truth, pred, **options),
    }


@functools.cache
def plain(options: str) -> dict[str, Any]:
    """The numbers of plain arrays."""
    found = slide()
    labels = {name: found[name].astype(str).tolist() for name in (TRUTH, *PREDS)}
    more = {"": {}, "graph": {"graph": PAIRS}, "expression": {"expression": Given.counts()}}[options]
    return results(found[["x", "y"]].to_numpy(), labels.pop(TRUTH), labels, **more)


def made(make: Callable[[Path], Given], folder: Path) -> Given:
    """The input, if what it needs is installed."""
    try:
        return make(folder)
    except ImportError as error:
        pytest.skip(f"not installed: {error}")


@pytest.mark.parametrize("name", INPUTS)
@pytest.mark.filterwarnings("ignore")
def test_every_input_gives_the_numbers_of_plain_arrays(name: str, tmp_path: Path) -> None:
    given = made(INPUTS[name], tmp_path)
    found = results(given.data, given.truth, given.preds, **given.options)
    expected = plain(given.like)
    for function in ("metrics", "compare", "score"):
        np.testing.assert_equal(found[function], expected[function], err_msg=f"{name}: {function}")


@pytest.mark.parametrize("name", NOTED)
@pytest.mark.filterwarnings("ignore")
def test_what_is_computed_is_said(name: str, tmp_path: Path) -> None:
    given = made(INPUTS[name], tmp_path)
    for function in (slam_metric.score, slam_metric.metrics):
        with pytest.warns(slam_metric.SlamWarning, match=NOTED[name]):
            function(given.data, given.truth, given.preds[PREDS[0]], **given.options)


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.filterwarnings("ignore")
def test_what_is_no_input_is_refused_in_words(name: str, tmp_path: Path) -> None:
    make, said = REFUSED[name]
    given = made(make, tmp_path)
    pred = given.preds[PREDS[0]]
    calls: list[Callable[[], object]] = [
        lambda: slam_metric.score(given.data, given.truth, pred, **given.options),
        lambda: slam_metric.metrics(given.data, given.truth, pred, **given.options),
        lambda: slam_metric.compare(given.data, given.truth, given.preds, **given.options),
    ]
    for call in calls:
        with pytest.raises((TypeError, ValueError), match=said):
            call()


def test_versions_are_known() -> None:
    """Says what the table was run with; `make test-wide` prints it."""
    names = ("numpy", "pandas", "anndata", "spatialdata", "geopandas", "polars", "pyarrow", "dask", "networkx")
    found = []
    for name in names:
        try:
            found.append(f"{name} {importlib.import_module(name).__version__}")
        except ImportError:
            found.append(f"no {name}")
    print("with " + ", ".join(found))
    assert pd.__version__ in found[1]
