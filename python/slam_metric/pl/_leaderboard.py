"""The leaderboard: SLAM's three numbers, method by method."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from .._comparison import Comparison
from ._colors import Palette, listed
from ._style import Path, Size, axes, finish, methods, shortened

MARKS = {"slam": "o", "slam_adjusted": "s", "slam_pinned": "D"}
COLORS = {"slam": "#0072b2", "slam_adjusted": "#e69f00", "slam_pinned": "#d55e00"}


def leaderboard(
    table: pd.DataFrame | Comparison,
    *,
    palette: Palette | None = None,
    figsize: Size | None = None,
    title: str | None = None,
    save: Path | None = None,
    ax: Any = None,
) -> Any:
    """SLAM's three numbers, method by method, best on top; the references below in grey.

    Where intervals were asked for (``infer="interval"``), that of ``slam_adjusted`` is drawn as a whisker.

    Parameters
    ----------
    table
        What :func:`slam_metric.compare` or :func:`slam_metric.comparison` gives.
    palette
        Colours of the three numbers: a list, or a mapping from ``slam``, ``slam_adjusted`` and ``slam_pinned``.
    figsize
        Width and height of a new figure in inches.
    title
        The headline.
    save
        Where to save the figure.
    ax
        Axes to draw on; new ones if not given.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> import slam_metric
    >>> table = slam_metric.compare(slam_metric.demo(), "expert", ["lesion_missed", "layers_merged"], metrics="none")
    >>> [text.get_text() for text in slam_metric.pl.leaderboard(table).get_yticklabels()][0]
    '1  lesion_missed'
    """
    ranked, references = methods(table)
    rows = pd.concat([ranked, references]) if len(references) else ranked
    height = np.arange(len(rows))
    ax, look = axes(ax, figsize, 6.5, 0.34 * len(rows) + 1.4)
    values = rows[list(MARKS)].to_numpy(dtype=float)
    ax.hlines(height, values.min(axis=1), values.max(axis=1), color=look.line, linewidth=2, zorder=1)
    is_ranked = rows["rank"].notna().to_numpy()
    for (column, mark), color in zip(MARKS.items(), listed(palette, list(MARKS), COLORS), strict=True):
        colors = np.where(is_ranked, color, look.faint)
        ax.scatter(rows[column], height, marker=mark, c=colors, s=42, zorder=3)
        ax.scatter([], [], marker=mark, c=color, s=42, label=column)
    errors = 2 * rows["slam_se"].astype(float).fillna(0)
    ax.errorbar(rows["slam"], height, xerr=errors, fmt="none", ecolor=look.ink, elinewidth=1, zorder=2)
    _draw_intervals(ax, rows, height, listed(palette, list(MARKS), COLORS)[1])
    ranks = ["–" if pd.isna(rank) else str(rank) for rank in rows["rank"]]
    names = [shortened(str(name)) for name in rows["pred"]]
    ax.set_yticks(height, [f"{rank}  {name}" for rank, name in zip(ranks, names, strict=True)])
    ax.set(xlim=(-0.02, 2.02), xlabel="0 alike … 2 unlike", ylim=(len(rows) - 0.4, -0.6))
    ax.grid(axis="x", color=look.line)
    ax.set_axisbelow(True)
    ax.legend(
        frameon=False, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0), labelcolor=look.ink, handletextpad=0.1
    )
    # Above the legend.
    return finish(ax, title, save, pad=28)


def _draw_intervals(ax: Any, rows: pd.DataFrame, height: Any, color: Any) -> None:
    """Draws how far ``slam_adjusted`` would move, where that is known; axes end where they end."""
    if "slam_adjusted_low" not in rows:
        return
    low, high = (rows[f"slam_adjusted_{end}"].to_numpy(dtype=float) for end in ("low", "high"))
    for end in (low, high):
        ax.vlines(end, height - 0.16, height + 0.16, color=color, linewidth=1.2, zorder=2)
    ax.hlines(height, low, high, color=color, linewidth=1.2, zorder=2)
