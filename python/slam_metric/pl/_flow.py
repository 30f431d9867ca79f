"""The flow matrix: what became of the edges of each kind."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._score import BOUNDARY, Score
from ._style import Path, Size, axes, check_score, colormap, finish, ink_on, shortened


def flow(
    score: Score,
    *,
    cmap: Any = None,
    figsize: Size | None = None,
    title: str | None = None,
    save: Path | None = None,
    ax: Any = None,
) -> Any:
    """What became of the edges of each kind, in shares of the truth's.

    Parameters
    ----------
    score
        What to draw.
    cmap
        Colours of the shares, from none to all.
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
    >>> score = slam_metric.score(slam_metric.demo(), "expert", "layers_merged")
    >>> slam_metric.pl.flow(score).get_xlabel()
    'edges in the matched pred'
    """
    check_score(score)
    order = [*score._scene.order(score.truth, list(score.flow.index[1:])), BOUNDARY]
    cells = score.flow.loc[order, order].to_numpy()
    totals = cells.sum(axis=1, keepdims=True)
    shares = np.divide(cells, totals, out=np.zeros_like(cells), where=totals > 0)
    side = max(3.5, 0.55 * len(order) + 1.6)
    ax, look = axes(ax, figsize, side + 1, side)
    image = ax.imshow(shares, cmap=colormap(cmap, look.many), vmin=0, vmax=1, aspect="equal")
    names = [shortened(name, 18) for name in order]
    ax.set_xticks(range(len(order)), names, rotation=45, ha="right", rotation_mode="anchor")
    ax.set_yticks(range(len(order)), [f"{name}  {total:,.0f}" for name, total in zip(names, totals[:, 0], strict=True)])
    ax.set(xlabel="edges in the matched pred", ylabel="edges in the truth, and how many")
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    if len(order) <= 20:
        _write(ax, image, shares)
    return finish(ax, title, save)


def _write(ax: Any, image: Any, shares: Any) -> None:
    for (row, column), share in np.ndenumerate(shares):
        if share >= 0.005:
            color = ink_on(image.cmap(image.norm(share)))
            ax.text(column, row, f"{100 * share:.0f}", ha="center", va="center", color=color, fontsize="small")
