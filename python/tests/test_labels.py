"""Labels of every kind mean what they mean in a file."""

from __future__ import annotations

import warnings
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
    assert (short.n_spots, short.n_dropped, short.n_unlabelled, list(short.spots.index)) == (5, 0, 1, list("abcde"))
    assert short.spots["pred"].isna().tolist() == [False, False, True, False, False]
    short = slam_metric.score(data, truth, truth.drop("c"), k=1, missing_pred="drop")
    assert (short.n_spots, short.n_dropped, short.n_unlabelled, list(short.spots.index)) == (4, 1, 1, list("abde"))
    by_row = slam_metric.score(data, truth, list("uuvvv"), k=2)
    assert by_row.pinned.d == 0


def test_what_only_counts_its_rows_is_not_joined_to_ids() -> None:
    data = pd.DataFrame(ZERO, columns=["x", "y"], index=list("abcde"))
    truth, counted = pd.Series(list("uuvvv"), index=data.index), pd.Series(list("uuvvv"))
    said = (
        r"^pred: the data have ids \(the index of data: a, b, c, …\), and it only counts its rows; give it the ids as "
        r'its index, or, if its rows are in the order of the data, join="row"$'
    )
    with pytest.raises(ValueError, match=said):
        slam_metric.score(data, truth, counted, k=2)
    by_row = (
        "pred is joined to the data by row, as asked: nothing but the order of their rows says which belong together"
    )
    with pytest.warns(slam_metric.SlamWarning, match=by_row):
        score = slam_metric.score(data, truth, counted, k=2, join="row")
    assert (score.pinned.d, score.warnings[0]) == (0, by_row)
    # Where the data count as well, nothing but the order is left, and that is said.
    with pytest.warns(slam_metric.SlamWarning, match="pred is joined to the data by row, for neither has ids"):
        slam_metric.score(data.reset_index(drop=True), truth.tolist(), counted, k=2)
    own = data.reset_index(drop=True).assign(t=truth.tolist())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        slam_metric.score(own, "t", own["t"], k=2)
    with pytest.raises(ValueError, match=r"^join must be id or row, got 'column'$"):
        slam_metric.score(data, truth, truth, join="column")  # type: ignore[arg-type]


@pytest.mark.parametrize("first", [0, 1])
def test_counts_may_be_long(first: int) -> None:
    numbers = [str(number) for number in range(first, first + 1200)]
    data = pd.DataFrame({"x": np.arange(1200.0), "y": 0.0, "t": ["u", "v"] * 600})
    counted = pd.Series(data["t"].to_numpy(), index=numbers)
    with pytest.warns(slam_metric.SlamWarning, match="joined to the data by row, for neither has ids"):
        assert slam_metric.score(data, "t", counted, k=2, metrics="none").pinned.d == 0
    other = counted.rename(index={"1000": "10O0"})
    with pytest.raises(ValueError, match=r"it has ids \("):
        slam_metric.score(data, "t", other, k=2, metrics="none")


@pytest.mark.parametrize("written", ["0 1 2 4 3", "0 1 02 3 4", "0 1 +2 3 4", "0 1 2.0 3 4"])
def test_numbers_that_are_no_count_of_rows_are_ids(written: str) -> None:
    index = written.split()
    data = pd.DataFrame(ZERO, columns=["x", "y"], index=index)
    truth = pd.Series(list("uuvvv"), index=index)
    assert slam_metric.score(data, truth, truth[::-1], k=2).pinned.d == 0


def test_tables_of_preds_are_joined_by_the_column_that_holds_the_ids() -> None:
    data = pd.DataFrame(ZERO, columns=["x", "y"]).assign(CellID=list("abcde"), t=list("uuvvv"))
    preds = pd.DataFrame({"number": [9, 7, 8, 3, 5], "name": list("edcba"), "m": list("vvvuu")})
    for places, options in (
        (data, {}),
        (data.set_index("CellID"), {}),
        (data, {"id": "CellID", "labels_id": "name"}),
        (data.set_axis([str(row) for row in range(5)]), {}),
    ):
        table = slam_metric.compare(places, "t", preds.drop(columns="number"), k=2, metrics="none", **options)
        assert list(table["pred"][:1]) == ["m"]
        assert table["slam_pinned"][0] == 0
    with pytest.raises(ValueError, match=r'^labels_id: no column "nome" in labels \(.*did you mean "name"'):
        slam_metric.compare(data, "t", preds, labels_id="nome")
    with pytest.raises(ValueError, match=r"^labels_id names a column of a DataFrame of preds, and there is none$"):
        slam_metric.score(data, "t", "t", labels_id="name")
    cells = pd.DataFrame({"IDS": [5, 4, 3, 2, 1, 9], "cell": list("edcbaq"), "gene": [5.0, 4, 3, 2, 1, 9]})
    weighted = slam_metric.score(data, "t", list("uvvvv"), expression=cells.iloc[4::-1, [0, 2]].to_numpy(), k=2)
    assert slam_metric.score(data, "t", list("uvvvv"), expression=cells, k=2).d == weighted.d


def test_ids_that_the_data_lack_are_left_out_when_asked() -> None:
    data = pd.DataFrame(ZERO, columns=["x", "y"], index=list("abcde"))
    pred = pd.Series(list("uuvvv"), index=list("abcdz"))
    score = slam_metric.score(data, list("uuvvv"), pred, k=1, extra_ids="skip")
    assert (score.n_spots, score.n_dropped, score.n_unlabelled) == (5, 0, 1)
    with pytest.raises(ValueError, match=r"^extra_ids must be error or skip, got True$"):
        slam_metric.score(data, list("uuvvv"), pred, extra_ids=True)  # type: ignore[arg-type]


def test_series_beside_an_array_have_one_order() -> None:
    truth = pd.Series(list("uuvvv"), index=list("abcde"))
    assert slam_metric.score(ZERO, truth, truth.copy(), k=2).pinned.d == 0
    said = (
        r"^pred: its index is not that of truth, and positions in an array have no ids to join by; give data with ids"
    )
    for pred in (truth[::-1], truth.sample(frac=1, random_state=1), truth.drop("c")):
        with pytest.raises(ValueError, match=said):
            slam_metric.score(ZERO, truth, pred, k=2)
    numbered = truth.reset_index(drop=True)
    with pytest.raises(ValueError, match=r"^pred: its index is not that of truth"):
        slam_metric.score(ZERO, numbered.iloc[[1, 0, 2, 3, 4]], numbered[::-1], k=2)


def test_texts_that_count_as_missing_are_counted() -> None:
    with pytest.warns(slam_metric.SlamWarning) as caught:
        score = slam_metric.score(ZERO, ["a", "a", "b", "b", "NA"], ["a", "nan", "b", "b", "b"], k=1)
    said = [str(one.message) for one in caught]
    assert 'truth: 1 spot has the text "NA", which counts as missing' in said
    assert 'pred: 1 spot has the text "nan", which counts as missing' in said
    assert (score.n_spots, score.n_dropped, score.n_unlabelled) == (4, 1, 1)
    assert "n_dropped=1, n_unlabelled=1" in repr(score)
    assert names(["NULL", "n/a", "na", "none", "#N/A", "b", None]) == ["b"]


def test_missing_predictions_are_wrong_common_or_dropped() -> None:
    xy = np.stack(np.divmod(np.arange(64), 8), axis=1).astype(float)
    truth = np.repeat(["a", "b"], 32).astype(object)
    whole, gaps = truth.copy(), truth.copy()
    whole[28:36] = "a"
    gaps[:16] = None
    options: Any = {"metrics": "accuracy,ari,pas"}
    preds = {"whole": whole, "gaps": gaps}
    wrong = slam_metric.comparison(xy, truth, preds, **options)
    assert {name: (one.n_spots, one.n_unlabelled) for name, one in wrong.scores.items()} == {
        "whole": (64, 0),
        "gaps": (64, 16),
    }
    assert wrong.scores["gaps"].metrics["accuracy"] == 0.75
    assert wrong.scores["gaps"].spots["matched"].isna().sum() == 16
    assert wrong.table.set_index("pred")["n_unlabelled"].loc[["whole", "gaps"]].tolist() == [0, 16]
    said = "16 of 64 spots (25 %) have no prediction and count as wrong"
    assert any(said in one for one in wrong.scores["gaps"].warnings)
    for more in ({"missing_pred": "common"}, {"rank_by": "ari"}):
        common = slam_metric.comparison(xy, truth, preds, **options, **more)
        assert [one.n_spots for one in common.scores.values()] == [48, 48]
        assert any("on the 48 of 64 spots" in one for one in common.scores["whole"].warnings)
    dropped = slam_metric.score(xy, truth, gaps, missing_pred="drop", **options)
    assert (dropped.n_spots, dropped.n_truth_spots, dropped.metrics["accuracy"]) == (48, 64, 1.0)
    matched = slam_metric.match_labels(xy, truth, gaps)
    assert (matched.n_unlabelled, matched.labels.isna().sum()) == (16, 16)
    assert slam_metric.metrics(xy, truth, gaps, **options)["accuracy"] == 0.75

    def matcher(truth: Any, pred: Any, positions: Any) -> Any:
        assert pred[0] is None
        return {one: one for one in set(pred)}

    assert slam_metric.score(xy, truth, gaps, matcher=matcher, **options).metrics["accuracy"] == 0.75
    with pytest.raises(ValueError, match="spot 0 has no prediction; expected None there, got a label"):
        slam_metric.score(xy, truth, gaps, matcher=lambda truth, pred, positions: truth)


def test_what_is_probably_no_labeling_is_refused() -> None:
    xy = np.stack(np.divmod(np.arange(400), 20), axis=1).astype(float)
    truth, many = np.repeat(["a", "b"], 200), np.arange(400) % 51
    said = r"is probably no labeling \(51 labels for 400 spots\), so it is refused; allow_many_labels lets it pass$"
    with pytest.raises(ValueError, match=said):
        slam_metric.score(xy, truth, many)
    with pytest.raises(ValueError, match=r"\(real numbers\)"):
        slam_metric.score(xy, truth, [f"{one}.5" for one in np.arange(400) % 3])
    assert slam_metric.score(xy, truth, many, allow_many_labels=True).n_spots == 400


def test_a_mask_is_what_is_missing() -> None:
    masked = np.ma.masked_array([1, 2, 3, 1], mask=[False, True, False, False])
    assert names(masked) == ["1", "3"]
    assert names(np.ma.masked_array(["a", "b"], mask=[True, False])) == ["b"]
    line = [[0, 0], [1, 0], [2, 0], [3, 0]]
    pred = np.ma.masked_array([1, 9, 3, 3], mask=[0, 1, 0, 0])
    score = slam_metric.score(line, [1, 1, 3, 3], pred, k=1, missing_pred="drop")
    assert (score.n_spots, score.pinned.d) == (3, 0)
    with pytest.raises(ValueError, match=r"^row 2: coordinate x is NaN"):
        slam_metric.score(np.ma.masked_array(line, mask=[[0, 0], [1, 0], [0, 0], [0, 0]]), [1, 1, 3, 3], [1, 1, 3, 3])


def test_planes_that_are_laid_upon_each_other() -> None:
    data = pd.DataFrame({"x": [0, 1, 2] * 12, "y": 0, "z": np.repeat(range(12), 3), "t": list("aab") * 12})
    said = 'the column "z" has 12 different values and is left out, .*: z="z" .*, slice="z" keeps the planes apart'
    with pytest.raises(ValueError, match=r"^data: several slides in one table: 100 % of the spots"):
        slam_metric.score(data, "t", "t", k=2, metrics="none")
    with pytest.warns(slam_metric.SlamWarning, match=said):
        slam_metric.score(data, "t", "t", k=2, metrics="none", one_slide=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        slam_metric.score(data, "t", "t", k=2, metrics="none", slice="z")


def test_ids_must_be_known_and_differ() -> None:
    data = pd.DataFrame(ZERO, columns=["x", "y"], index=list("abcde"))
    with pytest.raises(
        ValueError, match=r'^pred: 2 ids are not in the data: y, z; to leave them out, give extra_ids="skip"$'
    ):
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
    with pytest.raises(ValueError, match=r"^expression: 1 id of the data is not in expression: c$"):
        slam_metric.score(data, "truth", pred, expression=cells.drop("c"), **options)
    pasted = data.assign(barcode=list("aabcd"), half=list("lrlll"))
    with pytest.raises(ValueError, match=r"^id: the id 'a' is twice in the column 'barcode'; ids must differ: name"):
        slam_metric.score(pasted, "truth", pred, **options)
    # Whether anything is joined or not; but not on different slices.
    for more in ({}, {"slice": "truth"}):
        with pytest.raises(
            ValueError, match=r"^id: the id 'a' is twice in the column 'barcode'; ids must differ: name"
        ):
            slam_metric.score(pasted, "truth", "truth", **options, **more)
    assert slam_metric.score(pasted, "truth", "truth", **options, slice="half").n_spots == 5
    twice = pd.concat([data.set_index("barcode")] * 2)
    with pytest.raises(ValueError, match=r"^data: the id 'a' is twice in the index of data; ids must differ: name"):
        slam_metric.score(twice, "truth", "truth")


def test_rows_that_are_counted_are_joined_by_their_number() -> None:
    data = pd.DataFrame(ZERO, columns=["x", "y"]).assign(truth=list("uvuvv"))
    orders = (data["truth"].sort_values(), data["truth"][::-1], data["truth"].sample(frac=1, random_state=3))
    for pred in (*orders, data["truth"].tolist()):
        assert slam_metric.score(data, "truth", pred, k=2, metrics="none").pinned.d == 0
    by_barcode = pd.Series(list("uvuvv"), index=list("abcde"))
    said = (
        r"^pred: it has ids \(a, b, c, …\), and nothing in the data holds them \(the index of data counts; columns: x, "
        r'y, truth\); name the column of ids with id, or, if its rows are in the order of the data, join="row"$'
    )
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
