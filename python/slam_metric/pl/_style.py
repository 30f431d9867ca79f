"""Colours, axes and names that the plots share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from .. import _slam
from .._comparison import Comparison
from .._score import Score

if TYPE_CHECKING:
    from collections.abc import Mapping

INK, FAINT, PAPER = "#333333", "#bbbbbb", "#f2f2f2"
WRONG = (PAPER, "#f0b07a", "#d55e00", "#7a2a00", "#2e0f00")
MANY = (PAPER, "#9ecae6", "#0072b2", "#003a5c")


def pyplot() -> Any:
    """Matplotlib, or the line that installs it."""
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("slam_metric.pl draws with matplotlib: pip install 'slam-metric[plot]'") from error
    return plt


def colormap(name: str, colors: tuple[str, ...]) -> Any:
    """A map from paper to ink."""
    pyplot()
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list(name, list(colors))


def axes(ax: Any, width: float, height: float) -> Any:
    """The axes given, or new ones in a figure of that size."""
    if ax is None:
        _, ax = pyplot().subplots(figsize=(width, height), layout="constrained")
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    ax.tick_params(colors=INK)
    return ax


def label_colors(names: list[str], n_truth: int) -> list[str]:
    """A colour for each truth label, and greys for the pred labels that stand for none."""
    n_greys = len(names) - n_truth
    greys = [0.8 - 0.45 * place / max(1, n_greys - 1) for place in range(n_greys)]
    return [*_slam.palette(n_truth), *(f"#{round(255 * grey):02x}" + 2 * f"{round(255 * grey):02x}" for grey in greys)]


def check_score(score: Score) -> None:
    """Refuses what is no score, and says where one is found."""
    if not isinstance(score, Score):
        found = type(score).__name__
        raise TypeError(f"expected a Score, got a {found}; slam_metric.comparison(…).scores holds one per method")


def named_scores(scores: Score | Comparison | Mapping[str, Score]) -> dict[str, Score]:
    """Scores by the names of their preds."""
    if isinstance(scores, Comparison):
        return scores.scores
    if isinstance(scores, Score):
        return {scores.pred: scores}
    found = dict(scores)
    for score in found.values():
        check_score(score)
    return found


def methods(table: pd.DataFrame | Comparison) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The rows of the methods over all slices, best first, and those of the references."""
    table = table.table if isinstance(table, Comparison) else table
    if "rank" not in table or "slam" not in table:
        raise ValueError("expected the table of slam_metric.compare, or a Comparison")
    whole = table[table["slice"].isna()]
    return whole[whole["rank"].notna()], whole[whole["rank"].isna()]


def shortened(name: str, most: int = 24) -> str:
    """A name of decent length; the middle goes first, so that marks at the end stay."""
    end = most // 2
    return name if len(name) <= most else f"{name[: most - end - 1]}…{name[-end:]}"
