"""The gallery: the truth and many methods in its colours, and below each where it is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from .._comparison import Comparison
from .._score import Score
from ._colors import Palette
from ._legend import Block, marks
from ._maps import _check, _Drawing, _plane, _rows
from ._shapes import bulk, shapes_of
from ._style import Path, Size, named_scores, pyplot, shortened, theme, write


def gallery(
    scores: Comparison | Mapping[str, Score],
    *,
    methods: Sequence[str] | None = None,
    slice: str | None = None,
    y: Literal["up", "down"] | None = None,
    plane: Literal["xy", "xz", "yz"] | None = None,
    size: float | None = None,
    zoom: Literal["bulk", "all"] = "bulk",
    palette: Palette | None = None,
    cmap: Any = None,
    figsize: Size | None = None,
    title: str | None = None,
    save: Path | None = None,
    ax: Any = None,
) -> Any:
    """The truth and many methods in its colours, side by side; below each method, where it disagrees.

    Parameters
    ----------
    scores
        A comparison, or scores by name, of one truth.
    methods
        Which methods, in which order; all if not given.
    slice
        Which slice; the first if not given.
    y, plane, size, zoom, palette, cmap
        As in :func:`maps`.
    figsize
        Width and height of a new figure in inches.
    title
        The headline.
    save
        Where to save the figure.
    ax
        Axes to draw on, two rows with one column more than there are methods; new ones if not given.

    Returns
    -------
    numpy.ndarray of matplotlib.axes.Axes
        Two rows; the legend stands below the truth.

    Examples
    --------
    >>> import slam_metric
    >>> found = slam_metric.comparison(slam_metric.demo(), "expert", ["lesion_missed", "layers_merged"], metrics="none")
    >>> slam_metric.pl.gallery(found).shape
    (2, 3)
    """
    chosen = _chosen(named_scores(scores), methods)
    _check("y", [y] if y not in (None, "up", "down") else [], ("up", "down"))
    _check("zoom", [] if zoom in ("bulk", "all") else [zoom], ("bulk", "all"))
    first = next(iter(chosen.values()))
    across = _plane(first, plane)
    _, places = _rows(first, slice)[0]
    shapes = shapes_of(first, across, size)
    view = places if zoom == "all" else places[bulk(shapes.positions[places])]
    grid = _grid(ax, figsize, shapes.bounds(view), len(chosen) + 1)
    figure = grid[0, 0].get_figure()
    for column, (name, score) in enumerate(chosen.items(), 1):
        _, here = _rows(score, slice)[0]
        own = shapes_of(score, across, size)
        panels = ("truth", "matched", "disagreement")
        drawing = _Drawing(score, own, across, y or score._scene.y, palette, cmap, panels, theme(figure), has_bar=False)
        cells = [("matched", grid[0, column]), ("disagreement", grid[1, column])]
        for what, place in [("truth", grid[0, 0])] * (column == 1) + cells:
            drawing.draw(here, what, place, has_title=place in grid[0])
            drawing.frame(here if zoom == "all" else here[bulk(own.positions[here])], place)
        grid[0, column].set_title(shortened(name), color=drawing.look.ink)
    _explain(grid, drawing)
    if title is not None:
        figure.suptitle(title, color=drawing.look.ink)
    write(figure, save)
    return grid


def _chosen(scores: Mapping[str, Score], methods: Sequence[str] | None) -> Mapping[str, Score]:
    unknown = [name for name in methods or [] if name not in scores]
    if unknown:
        raise ValueError(f"methods: no method {unknown[0]!r} (methods: {', '.join(scores)})")
    return scores if methods is None else {name: scores[name] for name in methods}


def _grid(ax: Any, figsize: Size | None, bounds: Any, n_columns: int) -> Any:
    if ax is None:
        (width, height) = bounds[1] - bounds[0]
        shape = float(np.clip(height / max(width, 1e-300), 0.3, 2.0))
        size = figsize or (1.9 * n_columns + 0.5, 3.8 * shape + 0.4)
        return pyplot().subplots(2, n_columns, figsize=size, squeeze=False, layout="constrained")[1]
    if figsize is not None:
        raise ValueError("figsize is that of a new figure, and ax is given; give one")
    given = np.asarray(ax, dtype=object)
    if given.shape != (2, n_columns):
        raise ValueError(f"ax: expected 2 rows of {n_columns} axes, got {given.shape}")
    return given


def _explain(grid: Any, drawing: _Drawing) -> None:
    """Puts the legend below the truth, and one bar for all disagreement beside the maps."""
    corner, look = grid[1, 0], drawing.look
    corner.set_axis_off()
    (block, *_) = drawing.blocks()
    corner.legend(
        marks(Block(None, block.colors, block.mark)), [shortened(name) for name in block.colors], loc="center",
        frameon=False, labelcolor=look.ink, fontsize="small", handletextpad=0.1,
        ncols=1 + (len(block.colors) - 1) // 10,
    )  # fmt: skip
    bar = corner.get_figure().colorbar(
        grid[1, 1].collections[0], ax=list(grid.ravel()), shrink=0.42, anchor=(0.0, 0.02), aspect=18, pad=0.01
    )
    bar.outline.set_visible(False)
    bar.ax.tick_params(colors=look.ink, labelsize="small")
    bar.set_label("disagreement", color=look.ink, size="small")
