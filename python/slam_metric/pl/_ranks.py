"""Ranks: which method each metric prefers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from .. import _slam
from .._comparison import Comparison
from ._colors import Palette, listed
from ._style import Path, Size, axes, colormap, finish, ink_on, methods, shortened

OWN = ("slam", "slam_adjusted", "slam_pinned")
MOST_LINES = 15
"""More lines than this cannot be followed; a heat map is drawn in their place."""


def ranks(
    table: pd.DataFrame | Comparison,
    *,
    palette: Palette | None = None,
    cmap: Any = None,
    figsize: Size | None = None,
    title: str | None = None,
    save: Path | None = None,
    ax: Any = None,
) -> Any:
    """The rank of each method under each metric, best on top; lines that cross are metrics that disagree.

    Beyond fifteen methods a heat map: rows are methods, and a row of one colour is a method that metrics agree on.

    Parameters
    ----------
    table
        What :func:`slam_metric.compare` or :func:`slam_metric.comparison` gives.
    palette
        Colours of the methods: a list in their order, a mapping from names, or a name that matplotlib knows.
    cmap
        Colours of the heat map, from the first rank to the last.
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
    >>> table = slam_metric.compare(slam_metric.demo(), "expert", ["lesion_missed", "layers_merged"], metrics="ari")
    >>> [text.get_text() for text in slam_metric.pl.ranks(table).get_xticklabels()]
    ['slam', 'slam_adjusted', 'slam_pinned', 'ari']
    """
    ranked, _ = methods(table)
    higher = {**dict.fromkeys(OWN, False), **{name: is_higher for name, _, _, is_higher in _slam.metric_table()}}
    columns = [name for name in higher if name in ranked]
    places = np.array([_ranks(ranked[name], higher[name]) for name in columns], dtype=float)
    names = [str(name) for name in ranked["pred"]]
    ax, look = axes(ax, figsize, 0.62 * len(columns) + 2.6, 0.34 * min(len(names), 40) + 1.6)
    if len(names) > MOST_LINES:
        _heat(ax, places.T, names, colormap(cmap, look.many[:0:-1]))
    else:
        _lines(ax, places, names, listed(palette, names), look.ink)
    ax.set_xticks(range(len(columns)), columns, rotation=45, ha="right", rotation_mode="anchor")
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return finish(ax, title, save)


def _lines(ax: Any, places: Any, names: list[str], colors: list[str], ink: str) -> None:
    across = np.arange(len(places))
    for place, (name, color) in enumerate(zip(names, colors, strict=True)):
        ax.plot(across, places[:, place], color=color, linewidth=2.2, alpha=0.85)
        ax.plot(across, places[:, place], "o", color=color, markersize=8, markeredgecolor="white")
        defined = np.flatnonzero(~np.isnan(places[:, place]))
        if len(defined):
            ax.annotate(
                shortened(name), (across[-1], places[defined[-1], place]), xytext=(12, 0), textcoords="offset points",
                va="center", color=ink, annotation_clip=False,
            )  # fmt: skip
    ax.set_yticks(range(1, len(names) + 1))
    ax.set(ylabel="rank", ylim=(len(names) + 0.5, 0.5))


def _heat(ax: Any, places: Any, names: list[str], cmap: Any) -> None:
    """A cell per method and metric; what is undefined stays empty."""
    image = ax.imshow(places, cmap=cmap, vmin=1, vmax=len(names), aspect="auto")
    ax.set_yticks(range(len(names)), [f"{rank}  {shortened(name)}" for rank, name in enumerate(names, 1)])
    ax.set_ylabel("method, and its rank by each metric")
    if len(names) > 40:
        ax.tick_params(axis="y", labelsize="x-small")
        return
    for (row, column), rank in np.ndenumerate(places):
        if not np.isnan(rank):
            color = ink_on(image.cmap(image.norm(rank)))
            ax.text(column, row, f"{rank:g}", ha="center", va="center", color=color, fontsize="small")


def _ranks(values: pd.Series[Any], higher_is_better: bool) -> list[float]:
    found = _slam.mean_ranks([None if pd.isna(value) else float(value) for value in values], higher_is_better)
    return [np.nan if rank is None else rank for rank in found]
