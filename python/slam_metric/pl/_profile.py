"""The profile: the score at every scale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from .._comparison import Comparison
from .._score import Score
from ._colors import Palette, listed
from ._style import Path, Size, axes, finish, named_scores, shortened

DASHES = ("-", "--", ":", "-.")


def profile(
    scores: Score | Comparison | Mapping[str, Score],
    *,
    palette: Palette | None = None,
    figsize: Size | None = None,
    title: str | None = None,
    save: Path | None = None,
    ax: Any = None,
) -> Any:
    """The score at every scale, from the whole slide on the left to single edges on the right.

    Parameters
    ----------
    scores
        A score, several by name, or a comparison.
    palette
        Colours of the scores: a list in their order, a mapping from names, or a name that matplotlib knows.
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
        A line per score, the mean of place and contacts, and a thin one for the same label proportions placed at
        random; ``slam_adjusted`` is the ratio of their means.

    Examples
    --------
    >>> import slam_metric
    >>> score = slam_metric.score(slam_metric.demo(), "expert", "salt_and_pepper")
    >>> slam_metric.pl.profile(score).get_ylabel()
    'how much differs'
    """
    found = named_scores(scores)
    n_columns = 1 + (len(found) - 1) // 20
    ax, look = axes(
        ax, figsize, 5 + (2.2 * n_columns if len(found) > 1 else 0), max(3.6, 0.22 * min(len(found), 20) + 0.8)
    )
    colors = listed(palette, list(found))
    for place, (name, score) in enumerate(found.items()):
        table = score.adjusted.profile
        style = {"color": colors[place], "linewidth": 2, "linestyle": DASHES[place // 8 % len(DASHES)]}
        mean, chance = ((table[f"{of}place"] + table[f"{of}contacts"]) / 2 for of in ("", "chance_"))
        ax.plot(range(len(table)), mean, label=shortened(name), **style)
        ax.plot(range(len(table)), chance, **{**style, "linewidth": 0.7})
    ax.set_ylim(bottom=0)
    ticks = ["whole", *(_length(width) for width in longest(found)["width"].iloc[1:-1]), "single"]
    ax.set_xticks(range(len(ticks)), ticks, rotation=45, ha="right", rotation_mode="anchor")
    ax.set(xlabel="width of the cells (thin: placed at random)", ylabel="how much differs")
    ax.grid(axis="y", color=look.line)
    ax.set_axisbelow(True)
    if len(found) > 1:
        where = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0), "ncols": n_columns, "borderaxespad": 0}
        ax.legend(frameon=False, labelcolor=look.ink, fontsize="small", handlelength=1.6, **where)
    only = shortened(next(iter(found))) if len(found) == 1 else None
    return finish(ax, only if title is None else title, save)


def longest(scores: Mapping[str, Score]) -> pd.DataFrame:
    """The profile with the most scales."""
    return max((score.adjusted.profile for score in scores.values()), key=len)


def _length(width: float) -> str:
    """A width in plain figures."""
    return f"{width:,.0f}" if 1000 <= width < 1e7 else f"{width:.3g}"
