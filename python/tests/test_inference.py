"""Whether it is real, in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import slam_metric as sm


@pytest.fixture(scope="module")
def slide() -> pd.DataFrame:
    return sm.demo()


PREDS = ["lesion_missed", "salt_and_pepper", "layers_swapped"]


def test_everything_is_that_of_the_command(slide: pd.DataFrame, command: Any, tmp_path: Any) -> None:
    slide.to_csv(tmp_path / "slide.csv", index=False)
    words = [word for pred in PREDS for word in ("--pred", pred)]
    found = command(
        "compare",
        tmp_path / "slide.csv",
        "--truth",
        "expert",
        *words,
        "--metrics",
        "none",
        "--infer",
        "--replicates",
        49,
    )
    board = sm.comparison(slide, "expert", PREDS, metrics="none", infer=True, replicates=49)
    for entry in found["results"]:
        score = board.scores[entry["pred"]]
        assert score.test == entry["test"]
        low_high = {name: (one["low"], one["high"]) for name, one in entry["intervals"].items()}
        columns = score.interval[["low", "high"]].astype(object)
        bounds = columns.where(columns.notna(), None).itertuples(name=None)
        assert {name: (low, high) for name, low, high in bounds} == low_high
    for row, pair in zip(board.pairs.itertuples(), found["pairs"], strict=True):
        assert (row.a, row.b, row.p, row.p_holm) == (pair["a"], pair["b"], pair["p"], pair["p_holm"])
    assert board.groups == found["groups"]


def test_one_question_alone(slide: pd.DataFrame) -> None:
    score = sm.score(slide, "expert", "lesion_missed", metrics="none", infer=["interval"])
    assert score.test is None
    ari = score.interval.loc["ari"]
    assert ari.low < ari.value < ari.high
    assert ari.level == 0.95
    assert sm.score(slide, "expert", "lesion_missed", infer=False).interval.empty


def test_a_comparison_runs_the_shift_test_unless_told_otherwise(slide: pd.DataFrame) -> None:
    tested = sm.comparison(slide, "expert", PREDS[:2], metrics="none")
    for name, score in tested.scores.items():
        assert score.test is not None
        assert score.test["replicates"] == 199
        row = tested.table.set_index("pred").loc[name]
        assert row["better_than_chance"] == (score.test["p"] <= 0.05)
        assert 0 < row["blind_median"] < 2
    untested = sm.compare(slide, "expert", PREDS[:2], metrics="none", test=False)
    assert untested["better_than_chance"].isna().all()
    assert sm.score(slide, "expert", PREDS[0], metrics="none", test=True, replicates=9).test["replicates"] == 9


def test_without_being_asked_there_are_no_pairs(slide: pd.DataFrame) -> None:
    board = sm.comparison(slide, "expert", PREDS[:2], metrics="none")
    assert board.pairs.empty
    assert list(board.pairs.columns[:3]) == ["a", "b", "difference"]
    assert board.groups == []


def test_donors_speak_for_their_slices() -> None:
    rng = np.random.default_rng(5)
    n, slices = 400, 6
    x, y = np.tile(np.arange(20), 20), np.repeat(np.arange(20), 20)
    truth = np.tile(np.where(x < 10, "a", "b"), slices)
    one = np.where(rng.random(n * slices) < 0.1, "b", truth)
    other = np.where(rng.random(n * slices) < 0.2, "b", truth)
    table = pd.DataFrame({"x": np.tile(x, slices), "y": np.tile(y, slices), "truth": truth, "one": one, "other": other})
    table["section"] = np.repeat([f"s{i}" for i in range(slices)], n)
    table["person"] = np.repeat(["p", "p", "q", "q", "r", "r"], n)
    options: dict[str, Any] = {"slice": "section", "donor": "person", "metrics": "none", "infer": "pairs"}
    with pytest.warns(sm.SlamWarning):
        board = sm.comparison(table, "truth", ["one", "other"], **options)
    assert board.pairs.loc[0, "method"] == "paired donors"
    assert board.pairs.loc[0, "donors"] == 3
    with pytest.raises(ValueError, match="donor needs slices, and there is none"):
        sm.comparison(table, "truth", ["one", "other"], donor="person", one_slide=True)


def test_nonsense_is_refused(slide: pd.DataFrame) -> None:
    with pytest.raises(ValueError, match="infer must be auto, all, none, or some of test, interval, pairs"):
        sm.score(slide, "expert", "lesion_missed", infer="tests")
