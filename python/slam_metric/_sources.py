"""Where spots come from: an AnnData, a table, a map, or an array of positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from . import _arguments, _frames, _matrices, _scene, _slam
from ._outlines import Outlines


class Source:
    """Spots without columns: an array of positions."""

    holder = "data"
    has_places = True
    """Whether positions say where spots are."""

    def __init__(self, data: Any) -> None:
        self.data = data
        self.kind = type(data).__name__
        """What the caller gave, by the name of its type."""
        self.notes: list[str] = []
        """What a user should know about how it was read."""
        self.table: pd.DataFrame | None = None
        self.planes: tuple[str, int] | None = None
        """A column z that is left out where spots lie on no slices, and how many values it has."""
        self.y: tuple[_scene.Up, str] = ("up", _scene.MAP)
        """Which way y runs, and why."""
        self.is_lonlat = False
        """Whether positions are longitudes and latitudes."""
        self.shapes: Any = None
        """The outline of each spot, where they have one."""

    @property
    def n_spots(self) -> int:
        """The number of spots."""
        return len(self.data)

    @property
    def index(self) -> pd.Index[Any] | None:
        """The ids of the spots, if they have any."""
        return None

    def column(self, option: str, name: str) -> pd.Series[Any]:
        """The column of that name."""
        if self.table is None:
            raise ValueError(f"{option}: {name!r} names a column, and an array has none; give the labels themselves")
        columns = [str(column) for column in self.table.columns]
        return self.table.iloc[:, _slam.find_column(option, name, self.holder, columns)]

    def slide_key(self) -> str | None:
        """The column that tells slides apart because the data say so."""
        return None

    def colors(self, name: str, column: Any) -> dict[str, str]:
        """The colours that the data hold for the labels of a column."""
        return {}

    def image(self) -> tuple[Any, float] | None:
        """A picture of the tissue under the spots, if the data hold one."""
        return None

    def columns(self) -> list[str]:
        """The names of the columns."""
        return [] if self.table is None else [str(column) for column in self.table.columns]

    def positions(self, options: dict[str, Any]) -> tuple[Any, str]:
        """The positions, and where they come from in words."""
        _refuse(options, "an array", "spatial_key", "x", "y", "z", "id")
        return _coordinates(self.data), "array"

    def measurements(self, name: str) -> Any:
        """The measurements of that name."""
        raise ValueError(f"expression: {name!r} names a part of an AnnData; give the matrix itself")

    def graph(self, option: str, name: str) -> Any:
        """The graph of that name."""
        raise ValueError(f"{option}: {name!r} names a part of an AnnData; give the graph itself")

    def contiguity(self) -> _slam.Edges:
        """The spots that touch."""
        raise ValueError('graph: "contiguity" needs polygons: a GeoDataFrame; or give the edges themselves')


class Frame(Source):
    """Spots in the rows of a DataFrame."""

    def __init__(self, data: pd.DataFrame) -> None:
        super().__init__(data)
        self.table = data

    @property
    def index(self) -> pd.Index[Any] | None:
        """The index, unless it only counts."""
        index: pd.Index[Any] = self.data.index
        return None if isinstance(index, pd.RangeIndex) else index

    def positions(self, options: dict[str, Any]) -> tuple[Any, str]:
        """The columns named, or those that are found."""
        _refuse(options, "a DataFrame", "spatial_key")
        axes = {axis: options.pop(axis) for axis in "xyz" if axis in options}
        assert self.table is not None
        chosen = _slam.choose_positions(self.holder, self.columns(), **axes)
        series = [self.table.iloc[:, column] for column in chosen.columns]
        cells = np.column_stack([_axis(str(one.name), one) for one in series])
        flat, words = chosen.settle(cells)
        rows = None if chosen.image_rows is None else _numbers(self.table.iloc[:, chosen.image_rows])
        is_down, why, self.is_lonlat = chosen.drawing(flat, rows)
        self.y = ("down" if is_down else "up", why)
        self._look_for_planes(options, chosen.unused)
        return flat.reshape(cells.shape), words

    def _look_for_planes(self, options: dict[str, Any], place: int | None) -> None:
        """Counts the values of a third coordinate that is left out."""
        if place is None or "slice" in options or "library_key" in options:
            return
        assert self.table is not None
        n_planes = min(self.table.iloc[:, place].nunique(dropna=False), 1_000)
        self.planes = (self.columns()[place], n_planes) if n_planes > 1 else None


class Annotated(Frame):
    """Spots in the rows of an AnnData."""

    holder = "adata.obs"

    def __init__(self, data: Any) -> None:
        # What was opened lazily is read here: the columns, and nothing else.
        super().__init__(data.obs if isinstance(data.obs, pd.DataFrame) else data.obs.to_memory())
        self.adata, self.kind = data, type(data).__name__

    @property
    def index(self) -> pd.Index[Any] | None:
        """The names of the observations."""
        index: pd.Index[Any] = self.data.index
        return index

    def positions(self, options: dict[str, Any]) -> tuple[Any, str]:
        """The array of ``obsm``, or else columns of ``obs``."""
        keys = [str(key) for key in self.adata.obsm]
        if any(axis in options for axis in "xyz"):
            _refuse(options, "x and y", "spatial_key")
            return super().positions(options)
        named = options.pop("spatial_key", None)
        key = named or _slam.usual_key(keys)
        if key is None:
            try:
                return super().positions(options)
            except ValueError:
                found = f"obsm: {', '.join(keys)}" if keys else "no obsm"
                message = f"adata: no positions found ({found}); name them with spatial_key, or with x and y"
                raise ValueError(message) from None
        _slam.find_key("spatial_key", "obsm", key, "adata", keys)
        cells = _coordinates(_matrices.loaded(self.adata.obsm[key]))
        places = [place for place, name in enumerate(self.columns()) if name.lower() == "z"]
        self._look_for_planes(options, places[0] if places and cells.shape[1] == 2 else None)
        self.y = ("down", _scene.IMAGE)
        return cells, f'obsm "{key}"'

    def slide_key(self) -> str | None:
        """The ``region_key`` of SpatialData, or the one column whose categories are the libraries of squidpy."""
        uns = getattr(self.adata, "uns", {})
        region = _get(uns, "spatialdata_attrs", "region_key")
        if isinstance(region, str) and region in self.columns():
            return region
        libraries = _get(uns, "spatial")
        if not isinstance(libraries, Mapping) or len(libraries) < 2:
            return None
        names = {str(name) for name in libraries}
        has_them = [name for name in self.columns() if _categories(self.data, name) == names]
        return has_them[0] if len(has_them) == 1 else None

    def colors(self, name: str, column: Any) -> dict[str, str]:
        """Those of scanpy."""
        return _scene.colors_of(self.adata, name, column)

    def image(self) -> tuple[Any, float] | None:
        """That of scanpy, where positions are its pixels."""
        return _scene.image_of(self.adata) if self.y == ("down", _scene.IMAGE) else None

    def measurements(self, name: str) -> Any:
        """``X``, ``raw``, ``layer:NAME`` or ``obsm:NAME``."""
        kind, _, key = name.partition(":")
        if name == "X" and self.adata.X is not None:
            return self.adata.X
        if name == "raw" and self.adata.raw is not None:
            return self.adata.raw.X
        if kind in ("layer", "obsm") and key:
            held = self.adata.layers if kind == "layer" else self.adata.obsm
            _slam.find_key("expression", kind, key, "adata", [str(one) for one in held])
            return held[key]
        if name in ("X", "raw"):
            raise ValueError(f"expression: the AnnData has no {name}")
        raise ValueError(f'expression: expected "X", "raw", "layer:NAME", "obsm:NAME" or a matrix, got {name!r}')

    def graph(self, option: str, name: str) -> Any:
        """The graph of that name in ``obsp``."""
        _slam.find_key(option, "obsp", name, "adata", [str(key) for key in self.adata.obsp])
        return self.adata.obsp[name]


class Mapped(Frame):
    """Spots that are the features of a map, in the rows of a GeoDataFrame."""

    def positions(self, options: dict[str, Any]) -> tuple[Any, str]:
        """Columns if they are named, else points inside the features."""
        if any(axis in options for axis in "xyz"):
            return super().positions(options)
        _refuse(options, "a GeoDataFrame", "spatial_key")
        outlines = self._outlines()
        self.y, self.is_lonlat = ("up", _scene.NORTH), _is_lonlat(self.data)
        self.shapes = None if outlines.is_point.all() else outlines
        return outlines.positions()

    def contiguity(self) -> _slam.Edges:
        """The features that touch."""
        return self._outlines().contiguity()

    def _outlines(self) -> Outlines:
        return self.shapes if self.shapes is not None else Outlines(self.holder, self.data.geometry)


class Nowhere(Source):
    """Labels without places; they are put in a row, which no metric that is computed of them looks at."""

    has_places = False

    def __init__(self, n_spots: int) -> None:
        super().__init__(np.column_stack([np.arange(n_spots, dtype=np.float64), np.zeros(n_spots)]))

    def positions(self, options: dict[str, Any]) -> tuple[Any, str]:
        """A row of places."""
        _refuse(options, "labels without positions", "spatial_key", "x", "y", "z", "id", "slice", "library_key")
        return self.data, "none"


def source(data: Any, table: str | None = None) -> Source:
    """The source that data is."""
    if isinstance(data, Source):
        return data
    if hasattr(data, "tables") and hasattr(data, "shapes"):
        from ._spatialdata import table_of

        found = table_of(data, table)
        found.kind = type(data).__name__
        return found
    if table is not None:
        raise ValueError(f"table names a table of a SpatialData, and data is a {type(data).__name__}")
    notes: list[str] = []
    kind, data = type(data).__name__, _frames.table("data", data, notes)
    recognized = _recognized(data)
    recognized.kind, recognized.notes = kind, notes
    return recognized


def _recognized(data: Any) -> Source:
    if isinstance(data, pd.DataFrame):
        return Mapped(data) if _has_geometry(data) else Frame(data)
    if hasattr(data, "obs") and hasattr(data, "obsm"):
        return Annotated(data)
    if isinstance(data, str | bytes) or hasattr(data, "__fspath__"):
        raise TypeError(f"data must be an AnnData, a DataFrame or positions, got the path {str(data)!r}; read it first")
    _arguments.check_data(data)
    if np.ndim(data) == 0:
        raise TypeError(f"data must be an AnnData, a DataFrame or positions, got a {type(data).__name__}")
    return Source(_coordinates(data))


def _get(held: Any, *keys: str) -> Any:
    """What is under keys within each other, if it is there."""
    for key in keys:
        held = held.get(key) if isinstance(held, Mapping) else None
    return held


def _categories(table: pd.DataFrame, name: str) -> set[str]:
    """The categories of a column, none if it has none."""
    column = table[name]
    is_categorical = isinstance(getattr(column, "dtype", None), pd.CategoricalDtype)
    return {str(one) for one in column.cat.categories} if is_categorical else set()


def _coordinates(data: Any) -> Any:
    if isinstance(data, pd.DataFrame):
        data = data.to_numpy()
    if isinstance(data, np.ma.MaskedArray):
        data = np.ma.filled(data.astype(np.float64), np.nan)
    try:
        cells = np.ascontiguousarray(data, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"positions must be numbers, shape (n, 2) or (n, 3) ({error})") from None
    if cells.ndim != 2:
        raise ValueError(f"positions must have shape (n, 2) or (n, 3), got {cells.shape}")
    return cells


def _axis(name: str, values: pd.Series[Any]) -> Any:
    """A column of coordinates."""
    numbers = _numbers(values)
    bad = np.flatnonzero(~np.isfinite(numbers))
    if len(bad):
        raise ValueError(f"row {bad[0] + 1}, column {name!r}: {values.iloc[bad[0]]!r} is not a finite number")
    return numbers


def _numbers(values: pd.Series[Any]) -> Any:
    """The numbers of a column, NaN where it holds something else."""
    texts = values.astype(object) if isinstance(values.dtype, pd.CategoricalDtype) else values
    return pd.to_numeric(texts, errors="coerce").to_numpy(dtype=np.float64, na_value=np.nan)


def _has_geometry(data: pd.DataFrame) -> bool:
    """Whether a table is a map: a GeoDataFrame whose geometry is set."""
    return type(data).__name__ == "GeoDataFrame" and getattr(data, "active_geometry_name", "geometry") is not None


def _is_lonlat(data: Any) -> bool:
    """Whether a map says that its coordinates are degrees."""
    return bool(getattr(getattr(data, "crs", None), "is_geographic", False))


def _refuse(options: dict[str, Any], what: str, *names: str) -> None:
    for name in names:
        if name in options:
            raise ValueError(f"{name} does not go with {what}")
