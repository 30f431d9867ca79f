"""Maps: the truth, the pred in its colours, and where they disagree."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from .._score import Score
from . import _legend
from ._colors import Palette, of_labels
from ._shapes import PLANES, Shapes, bulk, shapes_of
from ._style import Path, Size, Theme, check_score, colormap, pyplot, shortened, theme, write

PANELS = ("truth", "matched", "disagreement")
NUMBERS = ("disagreement", "share")

logger = logging.getLogger("slam_metric")


def maps(
    score: Score,
    *,
    show: Sequence[str] = PANELS,
    slices: str | Sequence[str] | None = None,
    y: Literal["up", "down"] | None = None,
    plane: Literal["xy", "xz", "yz"] | None = None,
    size: float | None = None,
    zoom: Literal["bulk", "all"] = "bulk",
    legend: bool = True,
    palette: Palette | None = None,
    cmap: Any = None,
    figsize: Size | None = None,
    title: str | None = None,
    save: Path | None = None,
    ax: Any = None,
) -> Any:
    """Maps of the truth, the pred in the truth's colours, and where they disagree.

    Polygons are drawn as polygons, spots on a square lattice as cells, others as discs.

    Parameters
    ----------
    score
        What to draw.
    show
        Which maps: ``"truth"``, ``"matched"``, ``"pred"`` (as given, in colours of its own), ``"disagreement"``,
        ``"share"``.
    slices
        Which slices, a row each; all if not given.
    y
        Which way y runs: ``"up"`` as on maps, ``"down"`` as in images. If not given, down for pixels (``obsm``,
        ``pxl_row_in_fullres`` and the like), else up; an arrow at the left of each row says which.
    plane
        Which two of three coordinates are drawn; x and y if not given.
    size
        The diameter of a spot in the units of the positions; the usual distance of neighbours if not given.
    zoom
        What is in view: the ``"bulk"`` of the spots, where a few lie far off (islands of a country; how many are out of
        view is said below), or ``"all"``.
    legend
        Whether labels are listed.
    palette
        Colours of the labels: a list in their order, a mapping from labels, or a name that matplotlib knows. If not
        given, those of the data (``uns["COLUMN_colors"]``), else some that can be told apart with any colour vision.
    cmap
        Colours of disagreement.
    figsize
        Width and height of a new figure in inches.
    title
        The headline.
    save
        Where to save the figure.
    ax
        Axes to draw on, one for each map of each slice; new ones if not given.

    Returns
    -------
    numpy.ndarray of matplotlib.axes.Axes
        A row per slice, a column per map.

    Examples
    --------
    >>> import slam_metric
    >>> score = slam_metric.score(slam_metric.demo(), "expert", "lesion_missed")
    >>> slam_metric.pl.maps(score).shape
    (1, 3)
    """
    check_score(score)
    _check("show", [name for name in show if name not in (*PANELS, "pred", "share")], (*PANELS, "pred", "share"))
    _check("y", [y] if y not in (None, "up", "down") else [], ("up", "down"))
    across = _plane(score, plane)
    rows = _rows(score, slices)
    _check("zoom", [] if zoom in ("bulk", "all") else [zoom], ("bulk", "all"))
    shapes = shapes_of(score, across, size)
    views = [places if zoom == "all" else places[bulk(shapes.positions[places])] for _, places in rows]
    grid = _grid(ax, figsize, [shapes.bounds(view) for view in views], len(show), len(rows))
    drawing = _Drawing(score, shapes, across, y or score._scene.y, palette, cmap, show, theme(grid[0, 0].get_figure()))
    drawing.say(y is None)
    for (name, places), view, line in zip(rows, views, grid, strict=True):
        for what, place in zip(show, line, strict=True):
            drawing.draw(places, what, place, has_title=place in grid[0])
            drawing.frame(view, place)
        drawing.label(line[0], name, len(places) - len(view))
    figure = grid[0, 0].get_figure()
    if title is not None:
        figure.suptitle(title, color=drawing.look.ink)
    if legend and drawing.blocks():
        if ax is None:
            _legend.below(figure, drawing.blocks(), drawing.look, grows=figsize is None)
        else:
            _legend.inside(list(grid[-1]), drawing.bars[-len(show) :], drawing.blocks(), drawing.look)
    write(figure, save)
    return grid


class _Drawing:
    """Draws the maps of one score."""

    def __init__(
        self, score: Score, shapes: Shapes, plane: str, y: str, palette: Palette | None, cmap: Any, show: Sequence[str],
        look: Theme, *, has_bar: bool = True,
    ) -> None:  # fmt: skip
        self.has_bar = has_bar
        self.score, self.shapes, self.plane, self.y, self.look = score, shapes, plane, y, look
        beside = any(what in show for what in ("truth", "matched"))
        kinds = [what for what in ("matched", "truth", "pred") if what in show]
        self.colors = {what: of_labels(score, what, palette, beside=beside) for what in kinds}
        self.cmap = colormap(cmap, look.wrong)
        self.bars: list[Any] = []

    def say(self, is_chosen: bool) -> None:
        """Says which way y runs, and which plane is drawn, to whoever listens."""
        why = self.score._scene.why if is_chosen else "as asked for"
        logger.info("maps: the plane %s, %s runs %s: %s", self.plane, self.plane[1], self.y, why)

    def draw(self, rows: Any, what: str, ax: Any, *, has_title: bool) -> None:
        """Draws one map of one slice."""
        found, spots = self.shapes.collection(rows, ax), self.score.spots
        if what in NUMBERS:
            found.set(array=spots[what].to_numpy()[rows], cmap=self.cmap)
            found.set_clim(0, 1 if what == "disagreement" else None)
            if self.has_bar:
                self._add_bar(found, ax)
        else:
            column = spots[what].cat
            by_code = np.array([self.colors[what][name] for name in column.categories], dtype=object)
            found.set_facecolor(list(by_code[column.codes.to_numpy()[rows]]))
        if self.shapes.polygons is not None:
            found.set_edgecolor(self.look.faint if what in NUMBERS else self.look.paper)
        ax.add_collection(found)
        if has_title:
            ax.set_title(_title(self.score, what), color=self.look.ink)

    def _add_bar(self, found: Any, ax: Any) -> None:
        bar = ax.get_figure().colorbar(found, ax=ax, shrink=0.6, aspect=30, pad=0.02)
        bar.outline.set_visible(False)
        bar.ax.tick_params(colors=self.look.ink)
        self.bars.append(bar.ax)

    def frame(self, rows: Any, ax: Any) -> None:
        """Puts a frame around what is in view."""
        (left, low), (right, high) = self.shapes.bounds(rows)
        ax.set(aspect=self._aspect(low, high), xticks=[], yticks=[], xlim=(left, right))
        ax.set_ylim((low, high) if self.y == "up" else (high, low))
        ax.set_facecolor("none")
        for spine in ax.spines.values():
            spine.set(visible=True, edgecolor=self.look.faint, linewidth=0.6)

    def _aspect(self, low: float, high: float) -> float:
        """How long a unit of y is beside one of x: a degree east is shorter than one north."""
        latitude = np.clip(0.5 * (low + high), -80, 80)
        return float(1 / np.cos(np.radians(latitude))) if self.score._scene.is_lonlat else 1.0

    def label(self, ax: Any, slice_name: str, n_outside: int) -> None:
        """Says which slice it is, which way y runs, which plane is drawn, and how much is out of view."""
        arrow = "↑" if self.y == "up" else "↓"
        axis = f"{self.plane[1]} {arrow}"
        ax.set_ylabel(f"{slice_name}\n{axis}" if slice_name else axis, color=self.look.ink, fontsize="small")
        if "z" in self.score.spots:
            ax.set_xlabel(f"{self.plane[0]} →  (plane {self.plane} of x, y, z)", color=self.look.ink, fontsize="small")
        if n_outside:
            ax.set_xlabel(f"{n_outside:,} out of view", color=self.look.ink, fontsize="small")

    def blocks(self) -> list[_legend.Block]:
        """The legends: one for the truth's labels, one for those of the pred as given."""
        mark = "s" if self.shapes.is_cell or self.shapes.polygons is not None else "o"
        shared = self.colors.get("matched") or self.colors.get("truth")
        raw = self.colors.get("pred")
        titles = (shortened(self.score.truth), _title(self.score, "pred")) if shared and raw else (None, None)
        found = zip(titles, (shared, raw), strict=True)
        return [_legend.Block(title, colors, mark) for title, colors in found if colors]


def _check(option: str, unknown: list[Any], expected: Sequence[str]) -> None:
    if unknown:
        words = f"{', '.join(expected[:-1])} or {expected[-1]}"
        raise ValueError(f"{option}: expected {words}, got {unknown[0]!r}")


def _plane(score: Score, plane: str | None) -> str:
    if plane is None:
        return "xy"
    _check("plane", [] if plane in PLANES else [plane], PLANES)
    if "z" in plane and "z" not in score.spots:
        raise ValueError(f"plane: {plane!r} needs three coordinates, and the spots have two")
    return plane


def _rows(score: Score, slices: str | Sequence[str] | None) -> list[tuple[str, Any]]:
    """The slices by name, and the places of their spots."""
    spots = score.spots
    if "slice" not in spots:
        return [("", np.arange(len(spots)))]
    known = list(spots["slice"].cat.categories)
    wanted = [slices] if isinstance(slices, str) else list(slices or known)
    for name in wanted:
        if name not in known:
            raise ValueError(f"slices: no slice {name!r} (slices: {', '.join(known)})")
    codes = spots["slice"].cat.codes.to_numpy()
    return [(name, np.flatnonzero(codes == known.index(name))) for name in wanted]


def _grid(ax: Any, figsize: Size | None, bounds: list[Any], n_columns: int, n_rows: int) -> Any:
    if ax is None:
        extents = [high - low for low, high in bounds]
        shape = float(np.clip(max(y for _, y in extents) / max(max(x for x, _ in extents), 1e-300), 0.3, 2.0))
        size = figsize or (3.6 * n_columns, 3.4 * shape * n_rows + 0.4)
        return pyplot().subplots(n_rows, n_columns, figsize=size, squeeze=False, layout="constrained")[1]
    if figsize is not None:
        raise ValueError("figsize is that of a new figure, and ax is given; give one")
    given = np.asarray(ax, dtype=object).reshape(-1)
    if len(given) != n_rows * n_columns:
        raise ValueError(f"ax: expected {n_rows * n_columns} axes, {n_columns} for each of {n_rows}, got {len(given)}")
    return given.reshape(n_rows, n_columns)


def _title(score: Score, what: str) -> str:
    truth, pred = shortened(score.truth), shortened(score.pred)
    titles = {"truth": truth, "matched": pred, "pred": f"{pred}, as given", "share": "share of what is wrong"}
    return titles.get(what, what)
