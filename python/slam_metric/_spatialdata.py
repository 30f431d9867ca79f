"""Spots in a table of a SpatialData: positions from the table, or from the shapes or points that its rows stand for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from . import _slam
from ._outlines import Outlines
from ._sources import Annotated

ATTRIBUTES = "spatialdata_attrs"


def is_spatialdata(data: Any) -> bool:
    """Whether this is a SpatialData."""
    return hasattr(data, "tables") and hasattr(data, "shapes")


def table_of(data: Any, name: str | None) -> Spatial:
    """The table of that name, or the only one."""
    names = [str(one) for one in data.tables]
    if name is None:
        if len(names) != 1:
            found = ", ".join(names) if names else "none"
            raise ValueError(
                f"data: a SpatialData with one table is expected, else name it with table (tables: {found})"
            )
        name = names[0]
    if name not in names:
        near = _slam.nearest(name, names)
        meant = f'; did you mean "{near}"?' if near else ""
        raise ValueError(f'table: no table "{name}" in the SpatialData (tables: {", ".join(names)}){meant}')
    return Spatial(data, data.tables[name])


class Spatial(Annotated):
    """Spots in the rows of a table, each of which stands for a shape or a point of some region."""

    holder = "table.obs"

    def __init__(self, data: Any, table: Any) -> None:
        super().__init__(table)
        self.whole = data

    def positions(self, options: dict[str, Any]) -> tuple[Any, str]:
        """Those of the table, or else those of what its rows stand for."""
        is_named = any(name in options for name in ("x", "y", "z", "spatial_key"))
        has_own = _slam.usual_key([str(key) for key in self.adata.obsm]) is not None
        if is_named or has_own or ATTRIBUTES not in self.adata.uns:
            return super().positions(options)
        return self._of_regions(self.adata.uns[ATTRIBUTES])

    def contiguity(self) -> _slam.Edges:
        """The shapes that touch."""
        return super().contiguity() if self.shapes is None else self.shapes.contiguity()

    def _of_regions(self, attributes: Any) -> tuple[Any, str]:
        assert self.table is not None
        region, instance = (self.table[attributes[key]] for key in ("region_key", "instance_key"))
        found = np.full((len(self.table), 2), np.nan)
        geometry = np.full(len(self.table), None, dtype=object)
        names = [str(name) for name in region.unique()]
        for name in names:
            is_here = (region.astype(str) == name).to_numpy()
            ids = instance.to_numpy()[is_here]
            found[is_here] = self._instances(name).reindex(ids).to_numpy()
            if name in self.whole.shapes:
                geometry[is_here] = self.whole.shapes[name].geometry.reindex(ids).to_numpy()
        bad = np.flatnonzero(np.isnan(found).any(axis=1))
        if len(bad):
            place = f"{instance.iloc[bad[0]]} of {str(region.iloc[bad[0]])!r}"
            raise ValueError(f"data: row {bad[0] + 1} of the table stands for {place}, which has no shape or point")
        self._look_at(geometry, names)
        self.y = ("down", "positions are those of an image")
        return found, f"shapes or points {', '.join(names)}"

    def _look_at(self, geometry: Any, names: list[str]) -> None:
        """Keeps the shapes where every row has one that is more than a point."""
        if any(name not in self.whole.shapes for name in names):
            return
        outlines = Outlines(f"shapes {', '.join(map(repr, names))}", geometry)
        self.shapes = None if outlines.is_point.any() else outlines

    def _instances(self, name: str) -> pd.DataFrame:
        """The position of each instance of a region."""
        if name in self.whole.shapes:
            shapes = self.whole.shapes[name]
            return pd.DataFrame(Outlines(f"shapes {name!r}", shapes.geometry).positions()[0], index=shapes.index)
        points = getattr(self.whole, "points", {})
        if name in points:
            table = points[name][["x", "y"]]
            return table.compute() if hasattr(table, "compute") else pd.DataFrame(table)
        raise ValueError(
            f"data: the table stands for {name!r}, which is neither shapes nor points; name positions with spatial_key"
        )
