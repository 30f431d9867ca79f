"""Maps: the truth, the pred in its colours, and where they disagree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from .._score import Score
from ._style import FAINT, INK, WRONG, check_score, colormap, label_colors, pyplot, shortened

PANELS = ("truth", "matched", "disagreement")


def maps(
    score: Score,
    *,
    show: Sequence[str] = PANELS,
    slices: str | Sequence[str] | None = None,
    size: float | None = None,
    legend: bool = True,
    ax: Any = None,
) -> Any:
    """Maps of the truth, the pred in the truth's colours, and where they disagree.

    Parameters
    ----------
    score
        What to draw.
    show
        Which maps: ``"truth"``, ``"matched"``, ``"pred"``, ``"disagreement"``, ``"share"``.
    slices
        Which slices, a row each; all if not given.
    size
        The diameter of a spot in the units of the positions; the usual distance of neighbours if not given.
    legend
        Whether labels are listed.
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
    unknown = [name for name in show if name not in (*PANELS, "pred", "share")]
    if unknown:
        raise ValueError(f"show: expected truth, matched, pred, disagreement or share, got {unknown[0]!r}")
    rows = _rows(score, slices)
    diameter = size or _spacing(score)
    grid = _grid(ax, len(rows), len(show), rows)
    for (name, spots), line in zip(rows, grid, strict=True):
        for what, place in zip(show, line, strict=True):
            _draw(score, spots, what, diameter, place)
        if name:
            line[0].text(-0.04, 0.5, name, transform=line[0].transAxes, rotation=90, ha="right", va="center", color=INK)
    for line in grid[1:]:
        for place in line:
            place.set_title("")
    if legend:
        _legend(score, show, grid, is_own=ax is None)
    return grid


def _rows(score: Score, slices: str | Sequence[str] | None) -> list[tuple[str, pd.DataFrame]]:
    spots = score.spots
    if "slice" not in spots:
        return [("", spots)]
    wanted = [slices] if isinstance(slices, str) else list(slices or spots["slice"].cat.categories)
    for name in wanted:
        if name not in spots["slice"].cat.categories:
            raise ValueError(f"slices: no slice {name!r} (slices: {', '.join(spots['slice'].cat.categories)})")
    return [(name, spots[spots["slice"] == name]) for name in wanted]


def _spacing(score: Score) -> float:
    """The usual distance of neighbours."""
    positions = score.spots[["x", "y"]].to_numpy()
    if score._analysis is not None:
        ends = score._analysis.edges().reshape(-1, 2)
        return float(np.median(np.linalg.norm(positions[ends[:, 0]] - positions[ends[:, 1]], axis=1)))
    return float(np.sqrt(np.prod(np.ptp(positions, axis=0)) / len(positions)))


def _grid(ax: Any, n_rows: int, n_columns: int, rows: list[tuple[str, pd.DataFrame]]) -> Any:
    if ax is not None:
        given = np.asarray(ax, dtype=object).reshape(-1)
        if len(given) != n_rows * n_columns:
            raise ValueError(
                f"ax: expected {n_rows * n_columns} axes, {n_columns} for each of {n_rows}, got {len(given)}"
            )
        return given.reshape(n_rows, n_columns)
    extents = [np.ptp(spots[["x", "y"]].to_numpy(), axis=0) for _, spots in rows]
    shape = float(np.clip(max(y for _, y in extents) / max(max(x for x, _ in extents), 1e-300), 0.3, 2.0))
    size = (3.6 * n_columns, 3.6 * shape * n_rows + 0.8)
    _, grid = pyplot().subplots(n_rows, n_columns, figsize=size, squeeze=False, layout="constrained")
    return grid


def _draw(score: Score, spots: pd.DataFrame, what: str, diameter: float, ax: Any) -> None:
    from matplotlib.collections import EllipseCollection

    widths = np.full(len(spots), diameter)
    found = EllipseCollection(
        widths, widths, np.zeros(len(spots)), units="xy", offsets=spots[["x", "y"]].to_numpy(),
        offset_transform=ax.transData, linewidths=0, rasterized=True,
    )  # fmt: skip
    if what in ("disagreement", "share"):
        found.set(array=spots[what].to_numpy(), cmap=colormap("wrong", WRONG))
        found.set_clim(0, 1 if what == "disagreement" else None)
        bar = ax.figure.colorbar(found, ax=ax, shrink=0.6, aspect=30, pad=0.02)
        bar.outline.set_visible(False)
    else:
        colors = _colors(score, what)
        found.set_facecolor([colors[code] for code in spots[what].cat.codes])
    ax.add_collection(found)
    ax.set(aspect="equal", xticks=[], yticks=[], title=_title(score, what))
    ax.set_xlim(spots["x"].min() - diameter, spots["x"].max() + diameter)
    ax.set_ylim(spots["y"].max() + diameter, spots["y"].min() - diameter)
    for spine in ax.spines.values():
        spine.set_edgecolor(FAINT)


def _colors(score: Score, what: str) -> list[str]:
    names = list(score.spots[what].cat.categories)
    if what == "pred":
        return label_colors(names, len(names))
    return label_colors(names, len(score.spots["truth"].cat.categories))


def _title(score: Score, what: str) -> str:
    truth, pred = shortened(score.truth), shortened(score.pred)
    titles = {"truth": truth, "matched": pred, "pred": f"{pred}, as given", "share": "share of what is wrong"}
    return titles.get(what, what)


def _legend(score: Score, show: Sequence[str], grid: Any, *, is_own: bool) -> None:
    from matplotlib.lines import Line2D

    listed = [what for what in show if what in ("matched", "pred", "truth")]
    if not listed:
        return
    what = "matched" if "matched" in listed else listed[0]
    names, colors = list(score.spots[what].cat.categories), _colors(score, what)
    texts = [shortened(name) for name in names]
    marks = [Line2D([], [], marker="o", linestyle="", color=color, markersize=8) for color in colors]
    common = {"frameon": False, "handletextpad": 0.1, "columnspacing": 1.2, "labelcolor": INK}
    if is_own:
        n_columns = min(len(texts), max(2, 3 * len(show)))
        grid[0, 0].figure.legend(marks, texts, loc="outside lower center", ncols=n_columns, **common)
    else:
        where = {"loc": "upper center", "bbox_to_anchor": (0.5, 0), "ncols": min(4, len(texts))}
        grid[-1, len(show) // 2].legend(marks, texts, **where, **common)
