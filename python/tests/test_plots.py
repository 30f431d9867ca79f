"""Plots draw what a score holds, on the axes they are given."""

from __future__ import annotations

import builtins
from typing import Any

import anndata
import matplotlib.pyplot as plt
import numpy as np
import pytest

import slam_metric


@pytest.fixture(autouse=True)
def _closed() -> Any:
    yield
    plt.close("all")


@pytest.fixture
def comparison(tissue: anndata.AnnData) -> slam_metric.Comparison:
    return slam_metric.comparison(tissue, "region", ["named", "number", "text"], library_key="section")


def test_maps_have_a_row_per_slice_and_y_down(comparison: slam_metric.Comparison) -> None:
    score = comparison.scores["number"]
    grid = slam_metric.pl.maps(score)
    assert grid.shape == (2, 3)
    bottom, top = grid[0, 0].get_ylim()
    assert bottom > top
    assert [place.get_title() for place in grid[0]] == ["region", "number", "disagreement"]
    n_left = int((score.spots["slice"] == "left").sum())
    assert len(grid[0, 0].collections[0].get_offsets()) == n_left
    assert slam_metric.pl.maps(score, slices="left", show=["pred", "share"], legend=False).shape == (1, 2)
    with pytest.raises(ValueError, match="no slice 'middle'"):
        slam_metric.pl.maps(score, slices="middle")
    with pytest.raises(ValueError, match="show: expected"):
        slam_metric.pl.maps(score, show=["truht"])


def test_a_label_has_one_colour_in_both_maps(comparison: slam_metric.Comparison) -> None:
    score = comparison.scores["number"]
    grid = slam_metric.pl.maps(score, slices="left")
    spots = score.spots[score.spots["slice"] == "left"]
    same = (spots["truth"].astype(str) == spots["matched"].astype(str)).to_numpy()
    colors = [place.collections[0].get_facecolor() for place in grid[0, :2]]
    assert (np.all(colors[0] == colors[1], axis=1) == same).all()


def test_axes_are_taken_and_given_back(comparison: slam_metric.Comparison) -> None:
    score = comparison.scores["named"]
    for draw, what in (
        (slam_metric.pl.flow, score),
        (slam_metric.pl.profile, comparison),
        (slam_metric.pl.profile, comparison.scores),
        (slam_metric.pl.leaderboard, comparison.table),
        (slam_metric.pl.ranks, comparison),
    ):
        _, ax = plt.subplots()
        assert draw(what, ax=ax) is ax  # type: ignore[operator]
        ax.figure.canvas.draw()
    _, axes = plt.subplots(2, 3)
    assert (slam_metric.pl.maps(score, ax=axes) == axes).all()
    with pytest.raises(ValueError, match="ax: expected 6 axes"):
        slam_metric.pl.maps(score, ax=axes[0])


def test_ranks_follow_the_metrics(comparison: slam_metric.Comparison) -> None:
    ax = slam_metric.pl.ranks(comparison)
    columns = [text.get_text() for text in ax.get_xticklabels()]
    assert columns[:4] == ["slam", "slam_adjusted", "slam_pinned", "accuracy"]
    assert len(columns) == 17
    with pytest.raises(ValueError, match=r"expected the table of slam_metric\.compare"):
        slam_metric.pl.ranks(comparison.table[["pred"]])
    for draw in (slam_metric.pl.maps, slam_metric.pl.flow):
        with pytest.raises(TypeError, match="expected a Score, got a Leaderboard"):
            draw(comparison.table)  # type: ignore[operator]


def test_without_matplotlib_the_way_to_it_is_said(comparison: slam_metric.Comparison, monkeypatch: Any) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match=r"pip install 'slam-metric\[plot\]'"):
        slam_metric.pl.flow(comparison.scores["named"])


def test_a_label_left_over_is_marked_once() -> None:
    line = [[place, 0] for place in range(6)]
    for own in ("1", "a label with a name that goes on and on"):
        pred = ["5", "5", own, "7", "7", "7"]
        score = slam_metric.score(line, [0, 0, 1, 1, 1, 1], pred, matching="hungarian")
        legend = slam_metric.pl.maps(score)[0, 0].figure.legends[0]
        texts = [text.get_text() for text in legend.get_texts()]
        assert texts[:2] == ["0", "1"]
        assert texts[2].startswith(own[:9])
        assert texts[2].count("(unmatched)") == 1


def test_a_gallery_has_the_truth_and_a_column_per_method(comparison: slam_metric.Comparison) -> None:
    grid = slam_metric.pl.gallery(comparison, methods=["number", "named"], slice="right")
    assert [place.get_title() for place in grid[0]] == ["region", "number", "named"]
    spots = comparison.scores["number"].spots
    assert len(grid[1, 2].collections[0].get_offsets()) == int((spots["slice"] == "right").sum())
    names = [text.get_text() for text in grid[1, 0].get_legend().get_texts()]
    assert set(names) >= {"Layer_1", "Layer_2", "Layer_10", "WM"}
    figure, axes = plt.subplots(2, 4)
    assert slam_metric.pl.gallery(comparison, ax=axes, title="All")[0, 0].get_figure() is figure
    with pytest.raises(ValueError, match=r"^methods: no method 'nobody' \(methods: "):
        slam_metric.pl.gallery(comparison, methods=["nobody"])
    with pytest.raises(ValueError, match=r"^ax: expected 2 rows of 4 axes, got \(2,\)$"):
        slam_metric.pl.gallery(comparison, ax=axes[0, :2])


def test_a_leaderboard_shows_intervals() -> None:
    found = slam_metric.comparison(slam_metric.demo(), "expert", ["layer_split"], metrics="none", infer="interval")
    ax = slam_metric.pl.leaderboard(found)
    ends = found.table.loc[0, ["slam_adjusted_low", "slam_adjusted_high"]].tolist()
    drawn = [list(path.vertices[:, 0]) for one in ax.collections for path in getattr(one, "get_paths", list)()]
    assert any(line == ends for line in drawn)
