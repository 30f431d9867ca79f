"""Ranks: which method each metric prefers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from .. import _slam
from .._comparison import Comparison
from ._style import INK, axes, methods, shortened

OWN = ("slam", "slam_adjusted", "slam_pinned")


def ranks(table: pd.DataFrame | Comparison, *, ax: Any = None) -> Any:
    """The rank of each method under each metric, best on top; lines that cross are metrics that disagree.

    Parameters
    ----------
    table
        What :func:`slam_metric.compare` or :func:`slam_metric.comparison` gives.
    ax
        Axes to draw on; new ones if not given.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> import slam_metric
    >>> table = slam_metric.compare(slam_metric.demo(), "expert", ["lesion_missed", "layers_merged"], metrics="ari")
    >>> [text.get_text() for text in slam_metric.pl.ranks(table).get_xticklabels()]
    ['slam', 'slam_adjusted', 'slam_pinned', 'ari']
    """
    ranked, _ = methods(table)
    higher = {**dict.fromkeys(OWN, False), **{name: is_higher for name, _, _, is_higher in _slam.metric_table()}}
    columns = [name for name in higher if name in ranked]
    places = np.array([_ranks(ranked[name], higher[name]) for name in columns], dtype=float)
    ax = axes(ax, 0.62 * len(columns) + 2.6, 0.34 * len(ranked) + 1.6)
    for place, (name, color) in enumerate(zip(ranked["pred"], _slam.palette(len(ranked)), strict=True)):
        across = np.arange(len(columns))
        ax.plot(across, places[:, place], color=color, linewidth=2.2, alpha=0.85)
        ax.plot(across, places[:, place], "o", color=color, markersize=8, markeredgecolor="white")
        defined = np.flatnonzero(~np.isnan(places[:, place]))
        if len(defined):
            last = defined[-1]
            ax.annotate(
                shortened(str(name)), (across[-1], places[last, place]), xytext=(12, 0), textcoords="offset points",
                va="center", color=INK, annotation_clip=False,
            )  # fmt: skip
    ax.set_xticks(range(len(columns)), columns, rotation=45, ha="right", rotation_mode="anchor")
    ax.set_yticks(range(1, len(ranked) + 1))
    ax.set(ylabel="rank", ylim=(len(ranked) + 0.5, 0.5))
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


def _ranks(values: pd.Series[Any], higher_is_better: bool) -> list[float]:
    found = _slam.mean_ranks([None if pd.isna(value) else float(value) for value in values], higher_is_better)
    return [np.nan if rank is None else rank for rank in found]
