"""What a spot looks like: the polygon that it is, a cell of a raster, or a disc."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .._score import Score

PLANES = ("xy", "xz", "yz")


@dataclass(frozen=True)
class Shapes:
    """The spots of a map, ready to be drawn."""

    positions: Any
    """Across and up, a row per spot."""
    width: float
    height: float
    is_cell: bool
    """Whether spots fill a raster; else they are discs."""
    polygons: list[Any] | None
    """A path for each spot, where they are polygons."""

    def collection(self, rows: Any, ax: Any) -> Any:
        """The spots in some rows, without colours."""
        from matplotlib.collections import EllipseCollection, PathCollection, PolyCollection

        at = self.positions[rows]
        if self.polygons is not None:
            return PathCollection([self.polygons[row] for row in rows], linewidths=0.3)
        if self.is_cell:
            corners = 0.5 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [self.width, self.height]
            # Without antialiasing no seams are seen between cells.
            return PolyCollection(at[:, None] + corners, linewidths=0, antialiased=False, rasterized=True)
        widths = np.full(len(at), self.width)
        return EllipseCollection(
            widths, widths, np.zeros(len(at)), units="xy", offsets=at, offset_transform=ax.transData, linewidths=0,
            rasterized=True,
        )  # fmt: skip

    def bounds(self, rows: Any) -> tuple[Any, Any]:
        """The lower and the upper corner of what is drawn."""
        if self.polygons is not None:
            corners = np.concatenate([self.polygons[row].vertices for row in rows])
            low, high = corners.min(axis=0), corners.max(axis=0)
            margin = 0.02 * np.max(high - low)
        else:
            low, high = self.positions[rows].min(axis=0), self.positions[rows].max(axis=0)
            margin = np.array([self.width, self.height])
        return low - margin, high + margin


def bulk(positions: Any) -> Any:
    """The places of the spots on which a map is centred: all, unless a few lie so far off that they shrink the rest.

    Far off is more than the span of the middle four fifths beyond these, in either direction.
    """
    low, high = np.quantile(positions, [0.1, 0.9], axis=0)
    near = ((positions >= 2 * low - high) & (positions <= 2 * high - low)).all(axis=1)
    shrunk = np.ptp(positions[near], axis=0) < np.ptp(positions, axis=0) / 1.5
    return np.flatnonzero(near) if near.mean() > 0.8 and shrunk.any() else np.arange(len(positions))


def shapes_of(score: Score, plane: str, size: float | None) -> Shapes:
    """The spots as polygons if they are some, as cells if they fill a raster, else as discs."""
    spots = score.spots
    positions = spots[list(plane)].to_numpy()
    polygons = _polygons(score)
    cell = None if size is not None or polygons is not None else raster(positions, _slices(score))
    width = size or _spacing(score, positions)
    if cell is not None:
        return Shapes(positions, *cell, is_cell=True, polygons=None)
    return Shapes(positions, width, width, is_cell=False, polygons=polygons)


def raster(positions: Any, slices: Any) -> tuple[float, float] | None:
    """The width and the height of the cells that spots fill, if they lie on a square or rectangular lattice.

    A hexagonal array lies on one too, with every other place empty, so most places must have neighbours.
    """
    width, height = (_step(axis) for axis in positions.T)
    if width is None or height is None or not 0.5 <= width / height <= 2 or len(positions) < 9:
        return None
    places = np.rint((positions - positions.min(axis=0)) / [width, height]).astype(np.int64)
    keys = (slices * (places[:, 1].max() + 2) + places[:, 1]) * (places[:, 0].max() + 2) + places[:, 0]
    row = places[:, 0].max() + 2
    sharing = min(np.isin(keys + 1, keys).mean(), np.isin(keys + row, keys).mean())
    return (width, height) if len(np.unique(keys)) == len(keys) and sharing > 0.5 else None


def _step(axis: Any) -> float | None:
    """The step of which all differences of some coordinates are multiples, if there is one."""
    values = np.unique(axis)
    span = values[-1] - values[0]
    gaps = np.diff(values)
    gaps = gaps[gaps > 1e-6 * span]
    if not len(gaps):
        return None
    step = float(gaps.min())
    off = np.abs(gaps / step - np.rint(gaps / step))
    return step if off.max() < 0.01 and span / step < 1e6 else None


def _slices(score: Score) -> Any:
    spots = score.spots
    return spots["slice"].cat.codes.to_numpy(dtype=np.int64) if "slice" in spots else np.zeros(len(spots), np.int64)


def _spacing(score: Score, positions: Any) -> float:
    """The usual distance of neighbours."""
    if score._analysis is not None:
        ends = score._analysis.edges().reshape(-1, 2)
        found = float(np.median(np.linalg.norm(positions[ends[:, 0]] - positions[ends[:, 1]], axis=1)))
        if found > 0:
            return found
    return float(np.sqrt(np.prod(np.ptp(positions, axis=0)) / len(positions))) or 1.0


def _polygons(score: Score) -> list[Any] | None:
    """The outlines of the spots, if all of them have one."""
    held = score._scene.shapes
    if held is None:
        return None
    from matplotlib.path import Path

    paths = []
    for row in score._rows:
        corners, starts = held.outline(row)
        if not len(corners):
            return None
        codes = np.full(len(corners), Path.LINETO)
        codes[starts] = Path.MOVETO
        paths.append(Path(corners, codes))
    return paths
