"""Labels of every kind mean what they mean in a file."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import slam_metric
from slam_metric import _labels

ZERO = [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]]


def names(values: Any) -> list[str]:
    return _labels.read("label", values).names


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["b", "a10", "a2", None, "b"], ["a2", "a10", "b"]),
        ([" b ", "b", "NA", "nan", ""], ["b"]),
        ([1.0, 10.0, 2.0, np.nan], ["1", "2", "10"]),
        ([1.5, 2.0], ["1.5", "2.0"]),
        (["1.0", "2", "2.0"], ["1", "2"]),
        (["1.1", "1.10"], ["1.1", "1.10"]),
        ([1e16, 0.5], ["0.5", "1e+16"]),
        (np.array([1.5, 0.1], dtype=np.float32), ["0.1", "1.5"]),
        ([True, False], ["False", "True"]),
        (np.array([3, 1], dtype=np.uint8), ["1", "3"]),
        (np.array([b"x", b"y"]), ["x", "y"]),
        (np.array([["x"], ["y"]]), ["x", "y"]),
        (pd.array([3, pd.NA, 1], dtype="Int64"), ["1", "3"]),
        (pd.array([True, None], dtype="boolean"), ["True"]),
        (pd.array(["u", None], dtype="string"), ["u"]),
        (pd.Categorical(["v", None], categories=["w", "v"]), ["v"]),
        (pd.Categorical([2.0, 1.0]), ["1", "2"]),
        (pd.Series([1, "a", None]), ["1", "a"]),
        (pd.Index(["q", "p"]), ["p", "q"]),
        (("é", "e"), ["e", "é"]),
    ],
)
def test_every_kind(values: Any, expected: list[str]) -> None:
    assert names(values) == expected


def test_categories_are_not_counted_spot_by_spot() -> None:
    codes = np.arange(200_000) % 3
    labels = pd.Categorical.from_codes(codes, categories=["a", "b", "c"])
    assert len(_labels.read("label", labels)) == 200_000


def test_ids_are_no_labels() -> None:
    with pytest.raises(ValueError, match=r"^barcode: more than 10000 different labels; is it an id\?$"):
        _labels.read("barcode", [f"c{i}" for i in range(10_001)])
    with pytest.raises(TypeError, match="labels must be text, numbers or booleans"):
        names(pd.Series([[1], [2]]))
    with pytest.raises(ValueError, match=r"expected one label per spot, got an array of shape \(2, 2\)"):
        names(np.zeros((2, 2)))


def test_a_series_is_joined_by_its_ids() -> None:
    data = pd.DataFrame(ZERO, columns=["x", "y"], index=list("abcde"))
    truth = pd.Series(list("uuvvv"), index=list("abcde"))
    shuffled = truth.sample(frac=1, random_state=1)
    assert slam_metric.score(data, truth, shuffled, k=2).pinned.d == 0
    short = slam_metric.score(data, truth, truth.drop("c"), k=1)
    assert (short.n_spots, short.n_dropped, list(short.spots.index)) == (4, 1, list("abde"))
    by_row = slam_metric.score(data, truth, pd.Series(list("uuvvv")), k=2)
    assert by_row.pinned.d == 0


def test_ids_must_be_known_and_differ() -> None:
    data = pd.DataFrame(ZERO, columns=["x", "y"], index=list("abcde"))
    with pytest.raises(ValueError, match=r"^pred: 2 ids are not in the data: y, z$"):
        slam_metric.score(data, list("uuvvv"), pd.Series(1, index=["a", "y", "z"]))
    with pytest.raises(ValueError, match="the id 'a' is twice in the index of pred"):
        slam_metric.score(data, list("uuvvv"), pd.Series(1, index=["a", "a"]))


def test_a_column_of_ids_is_joined_by() -> None:
    data = pd.DataFrame(ZERO, columns=["x", "y"]).assign(barcode=list("abcde"), truth=list("uuvvv"))
    pred = pd.Series(list("uuvvv"), index=list("abcde")).iloc[[4, 2, 0, 1, 3]]
    options: dict[str, Any] = {"id": "barcode", "k": 2, "metrics": "none"}
    assert slam_metric.score(data, "truth", pred, **options).pinned.d == 0
    assert slam_metric.score(data, "truth", data["truth"], **options).pinned.d == 0
    pairs = np.array([["a", "b"], ["b", "c"], ["d", "e"]])
    assert slam_metric.score(data, "truth", pred, id="barcode", graph=pairs, metrics="none").n_edges == 3
    cells = pd.DataFrame({"gene": [1.0, 2, 3, 4, 5], "other": 1.0}, index=list("abcde"))
    weighted = slam_metric.score(data, "truth", list("uvvvv"), expression=cells, **options)
    assert slam_metric.score(data, "truth", list("uvvvv"), expression=cells[::-1], **options).d == weighted.d
    with pytest.raises(ValueError, match=r"^expression: 1 ids of the data are not in expression: c$"):
        slam_metric.score(data, "truth", pred, expression=cells.drop("c"), **options)
    with pytest.raises(ValueError, match=r"^pred: the id 'a' is twice in the column 'barcode'; ids must differ$"):
        slam_metric.score(data.assign(barcode=list("aabcd")), "truth", pred, **options)


def test_rows_that_are_counted_are_joined_by_their_number() -> None:
    data = pd.DataFrame(ZERO, columns=["x", "y"]).assign(truth=list("uvuvv"))
    orders = (data["truth"].sort_values(), data["truth"][::-1], data["truth"].sample(frac=1, random_state=3))
    for pred in (*orders, data["truth"].tolist()):
        assert slam_metric.score(data, "truth", pred, k=2, metrics="none").pinned.d == 0
    by_barcode = pd.Series(list("uvuvv"), index=list("abcde"))
    said = r"^pred: 5 ids are not in the data: a, b, c, …; the data only count their rows: name .* with id$"
    with pytest.raises(ValueError, match=said):
        slam_metric.score(data, "truth", by_barcode)


def test_a_label_left_over_equals_no_truth_label() -> None:
    # Matched one to one, 5 stands for 0 and 7 for 1, so that the pred's own 1 stands for nothing.
    line = [[place, 0] for place in range(6)]
    found = slam_metric.match_labels(line, [0, 0, 1, 1, 1, 1], [5, 5, 1, 7, 7, 7], matching="hungarian")
    renamed = ["0", "0", "1 (unmatched)", "1", "1", "1"]
    assert found.labels.tolist() == renamed
    assert found.unmatched == ["1"]
    score = slam_metric.score(line, [0, 0, 1, 1, 1, 1], [5, 5, 1, 7, 7, 7], matching="hungarian")
    assert score.spots["matched"].tolist() == renamed
    assert score.metrics["accuracy"] == pytest.approx(5 / 6)
