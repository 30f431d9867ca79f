"""A score is the number that it is, results travel and show themselves, and words of others are understood."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Any

import anndata
import numpy as np
import pandas as pd
import pytest

import slam_metric
from slam_metric import _progress


@pytest.fixture(scope="module")
def found() -> slam_metric.Comparison:
    slide = slam_metric.demo()
    return slam_metric.comparison(slide, "expert", ["layers_merged", "lesion_missed"], metrics="ari,pas")


def test_a_score_is_a_number(found: slam_metric.Comparison) -> None:
    best, worst = found.scores["lesion_missed"], found.scores["layers_merged"]
    assert f"{best:.3f}" == f"{best.slam_adjusted.value:.3f}"
    assert round(best, 2) == round(float(best), 2)
    assert best < worst < 1
    assert sorted([worst, best])[0] is best
    assert np.mean([best, worst]) == (float(best) + float(worst)) / 2
    assert best == best.slam_adjusted == copy.copy(best)
    assert hash(best) == hash(float(best))
    assert pd.Series([best, worst]).idxmax() == 1
    assert (best.slam, best.slam_adjusted, best.slam_pinned) == (best.d, best.adjusted.value, best.pinned.d)


def test_results_travel(found: slam_metric.Comparison) -> None:
    moved = pickle.loads(pickle.dumps(found))
    pd.testing.assert_frame_equal(moved.table, found.table)
    assert moved.table.attrs == found.table.attrs
    assert (str(moved), repr(moved), moved.to_json()) == (str(found), repr(found), found.to_json())
    assert moved.scores == found.scores
    assert slam_metric.pl.maps(moved.scores["lesion_missed"]).shape == (1, 3)
    with pytest.raises(ValueError, match="a report needs the maps, which a pickle leaves behind"):
        moved.report("nowhere.html")
    for one in (copy.copy(found), copy.deepcopy(found)):
        assert one.report("copied.html").exists()
    score = copy.deepcopy(found.scores["lesion_missed"])
    assert score._analysis is not None
    pd.testing.assert_frame_equal(score.spots, found.scores["lesion_missed"].spots)


def test_tables_mark_the_best(found: slam_metric.Comparison) -> None:
    html = found._repr_html_()
    assert "<th>slam ↓</th>" in html
    assert "<th>ari ↑</th>" in html
    assert f"<b>{found.scores['lesion_missed']:.4f}</b>" in html
    assert '<tr style="color:#888"><td style="text-align:left">(one label)' in html
    style = found.table.style
    assert "font-weight: bold" in style.to_html()
    assert "slam_adjusted ↓" in style.to_html()
    assert type(found.table[["pred", "slam"]]) is pd.DataFrame
    assert "<th>pas ↓</th>" in found.scores["lesion_missed"]._repr_html_()
    matched = slam_metric.match_labels(slam_metric.demo(), "expert", "cluster_numbers")
    assert "<td>Layer5</td>" in matched._repr_html_()
    assert "<th>jaccard ↑</th>" in matched._repr_html_()
    assert f"<b>{matched.links['jaccard'].max():.4f}</b>" in matched._repr_html_()
    line = [[place, 0] for place in range(6)]
    more = slam_metric.match_labels(line, list("aaabbb"), list("xxyzzz"), matching="hungarian")
    assert more.unmatched == ["y"]
    assert '<tr style="color:#888"><td>y</td><td>–</td>' in more._repr_html_()


def test_help_shows_options_as_they_are_written() -> None:
    shown = str(inspect.signature(slam_metric.score))
    assert "k: int = 6" in shown
    assert "data: Any, truth: Labels, pred: Labels" in shown
    assert shown.endswith("-> Score")
    assert "ForwardRef" not in shown


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("n_neighs", "k"),
        ("n_neighbors", "k"),
        ("n_jobs", "threads"),
        ("random_state", "seed"),
        ("cluster_key", "pred"),
        ("labels_true", "truth"),
        ("batch_key", "library_key"),
    ],
)
def test_words_of_others_are_understood(theirs: str, ours: str) -> None:
    with pytest.raises(TypeError, match=rf"unexpected keyword argument '{theirs}'; did you mean '{ours}'\?$"):
        slam_metric.score(slam_metric.demo(), **{theirs: 3})  # type: ignore[call-arg, arg-type, misc]


def test_severities_need_not_be_whole(found: slam_metric.Comparison) -> None:
    slide = slam_metric.demo()
    every = dict.fromkeys(slide["expert"].cat.categories, 1.0) | {"Lesion": 3}
    common: Any = {"truth": "expert", "pred": "lesion_missed", "metrics": "none"}
    one = slam_metric.score(slide, severity={"Lesion": 3}, **common)
    assert one == slam_metric.score(slide, severity=every, **common)
    assert one > found.scores["lesion_missed"]
    said = r'^severity: no spot of the truth is labelled "Leson"; did you mean "Lesion"\? \(labels: L'
    with pytest.raises(ValueError, match=said):
        slam_metric.score(slide, severity={"Leson": 3}, **common)
    with pytest.raises(ValueError, match=said):
        slam_metric.compare(slide, "expert", ["lesion_missed"], severity={"Leson": 3})


def test_the_demo_comes_as_an_anndata() -> None:
    adata = slam_metric.demo(as_="anndata")
    assert isinstance(adata, anndata.AnnData)
    assert slam_metric.score(adata, "expert", "lesion_missed") == slam_metric.score(
        slam_metric.demo(), "expert", "lesion_missed"
    )
    with pytest.raises(ValueError, match="as_: expected dataframe or anndata, got 'polars'"):
        slam_metric.demo(as_="polars")  # type: ignore[call-overload]


def test_long_work_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[str, int, int]] = []
    monkeypatch.setattr(_progress.Bar, "__call__", lambda _, *step: heard.append(step))
    slide = slam_metric.demo()
    options: Any = {"infer": "test", "replicates": 999, "metrics": "none"}
    quiet = slam_metric.score(slide, "expert", "lesion_missed", progress=False, **options)
    assert heard == []
    loud = slam_metric.score(slide, "expert", "lesion_missed", **options)
    assert loud.to_json() == quiet.to_json()
    assert all(0 <= done <= total for _, done, total in heard)


@pytest.mark.parametrize("has_tqdm", [True, False])
def test_a_bar_is_for_terminals_and_patience(monkeypatch: pytest.MonkeyPatch, capsys: Any, has_tqdm: bool) -> None:
    if not has_tqdm:
        monkeypatch.setattr(_progress, "_tqdm", lambda: None)
    for patience, is_terminal, said in ((0.0, True, True), (0.0, False, False), (60.0, True, False)):
        monkeypatch.setattr(_progress, "PATIENCE", patience)
        monkeypatch.setattr(_progress, "_is_terminal", lambda is_terminal=is_terminal: is_terminal)
        with _progress.Bar() as bar:
            bar("step", 1, 2)
            bar("step", 2, 2)
        assert ("step:  50 %" in capsys.readouterr().err.replace("step: 50", "step:  50")) == said
