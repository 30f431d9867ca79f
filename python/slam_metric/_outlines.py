"""The polygons of a map in flat arrays, as the library takes them."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _slam

EXPECTED = "expected Polygon, MultiPolygon or Point"


class Outlines:
    """A polygon, several, or a point for every row of a map."""

    def __init__(self, holder: str, geometry: Any) -> None:
        import shapely

        shapes = np.asarray(geometry, dtype=object)
        kinds = np.array(["nothing" if one is None or one.is_empty else one.geom_type for one in shapes], dtype=object)
        _check(holder, kinds)
        self.is_point = kinds == "Point"
        self.holder, self.n = holder, len(shapes)
        self._points = np.array([(one.x, one.y) for one in shapes[self.is_point]], dtype=np.float64).reshape(-1, 2)
        self._places = np.cumsum(~self.is_point) - 1
        # An array of one kind has one layout: rings of polygons of features.
        several = [shapely.MultiPolygon([one]) if one.geom_type == "Polygon" else one for one in shapes[~self.is_point]]
        if several:
            _, corners, starts = shapely.to_ragged_array(several, include_z=False)
            self.corners = np.ascontiguousarray(corners, dtype=np.float64)
            self.rings, self.polygons, self.features = (np.asarray(one, dtype=np.int64) for one in starts)
        else:
            self.corners = np.empty((0, 2))
            self.rings = self.polygons = self.features = np.zeros(1, dtype=np.int64)

    def inner(self) -> _slam.Features:
        """The polygons as the library takes them."""
        return _slam.Features(self.corners, self.rings, self.polygons, self.features)

    def positions(self) -> tuple[Any, str]:
        """A point inside each, and how they came about in words."""
        found = np.empty((self.n, 2))
        found[self.is_point] = self._points
        if self.is_point.all():
            return found, "points"
        found[~self.is_point] = self.inner().interior_points().reshape(-1, 2)
        return found, "points inside the polygons"

    def contiguity(self) -> _slam.Edges:
        """The rows that touch."""
        if self.is_point.any():
            row = int(np.flatnonzero(self.is_point)[0])
            raise ValueError(f'{self.holder}, feature {row + 1}: a Point touches nothing, and graph is "contiguity"')
        return self.inner().contiguous(self.holder)

    def places(self) -> Any:
        """The place of each row among the polygons, negative where it is a point."""
        return np.where(self.is_point, -1, self._places).astype(np.int64)

    def outline(self, row: int) -> tuple[Any, Any]:
        """The corners of a row, and where its rings start; none where it is a point."""
        if self.is_point[row]:
            return np.empty((0, 2)), np.empty(0, dtype=np.int64)
        place = self._places[row]
        first, last = self.polygons[self.features[place]], self.polygons[self.features[place + 1]]
        starts = self.rings[first : last + 1]
        return self.corners[starts[0] : starts[-1]], starts[:-1] - starts[0]


def _check(holder: str, kinds: Any) -> None:
    bad = np.flatnonzero(~np.isin(kinds, ["Polygon", "MultiPolygon", "Point"]))
    if len(bad):
        raise ValueError(f"{holder}, feature {bad[0] + 1}: {EXPECTED}, got {kinds[bad[0]]}")
