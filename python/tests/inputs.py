"""One slide in every form that somebody may hold it in."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import slam_metric

LABELS = ("expert", "layer_split", "salt_and_pepper")


@functools.cache
def slide() -> pd.DataFrame:
    """A corner of the demo's slide, with ids that do not count."""
    whole = slam_metric.demo()
    part = whole[(whole["x"] < 3000) & (whole["y"] < 3000)][["x", "y", *LABELS]]
    return part.set_axis([f"spot-{place}" for place in range(len(part))])


def texts() -> pd.DataFrame:
    """The slide with labels as text, its ids in a column."""
    return slide().astype(dict.fromkeys(LABELS, "object")).rename_axis("id").reset_index()


def _pairs() -> Any:
    """A graph: each spot and the next two."""
    first = np.arange(len(slide()) - 2)
    return np.r_[np.c_[first, first + 1], np.c_[first, first + 2]]


PAIRS = _pairs()


def names(columns: tuple[str, ...] = LABELS[1:]) -> dict[str, Any]:
    """Preds that are named by their columns."""
    return {name: name for name in columns}


@dataclass
class Given:
    """What is handed to a function."""

    data: Any
    truth: Any = "expert"
    preds: dict[str, Any] = field(default_factory=names)
    options: dict[str, Any] = field(default_factory=dict)
    like: str = ""
    """The options of the plain arrays that it is held against."""

    @staticmethod
    @functools.cache
    def counts() -> Any:
        """Measurements, many of them zero."""
        rng = np.random.default_rng(5)
        return rng.poisson(0.7, size=(len(slide()), 12)).astype(np.float64)

    @classmethod
    def labels(cls, make: Callable[[pd.Series], Any]) -> Given:
        """Positions as an array, and labels as something else."""
        truth, *preds = (make(slide()[name]) for name in LABELS)
        return cls(slide()[["x", "y"]].to_numpy(), truth, dict(zip(LABELS[1:], preds, strict=True)))

    @classmethod
    def graph(cls, graph: Any, data: Any = None) -> Given:
        """A graph of one's own."""
        return cls(slide() if data is None else data, options={"graph": graph}, like="graph")

    @classmethod
    def measured(cls, matrix: Any) -> Given:
        """Measurements of one's own."""
        return cls(slide(), options={"expression": matrix}, like="expression")


def matrix() -> Any:
    """The graph as a sparse matrix."""
    import scipy.sparse

    n = len(slide())
    return scipy.sparse.coo_matrix((np.ones(len(PAIRS)), PAIRS.T), shape=(n, n))


def anndata(**options: Any) -> Any:
    """The slide as an AnnData."""
    import anndata
    import scipy.sparse

    adata = anndata.AnnData(X=scipy.sparse.csr_matrix(Given.counts()), obs=slide()[list(LABELS)].copy())
    adata.obsm["spatial"] = slide()[["x", "y"]].to_numpy()
    adata.obsp["near"] = matrix().tocsr()
    for key, value in options.items():
        setattr(adata, key, value)
    return adata


def view() -> Any:
    """A view of a larger AnnData."""
    import anndata as library

    whole = library.concat([anndata(), anndata()], keys=["a", "b"], index_unique="-", pairwise=True)
    return whole[: len(slide())]


def written(folder: Path, ending: str) -> Path:
    """The AnnData in a file."""
    path = folder / f"slide.{ending}"
    getattr(anndata(), f"write_{ending}")(path)
    return path


def backed(folder: Path) -> Any:
    """An AnnData whose matrix stays in its file."""
    import anndata as library

    return library.read_h5ad(written(folder, "h5ad"), backed="r")


def lazy(folder: Path, ending: str) -> Any:
    """An AnnData of which nothing is read yet."""
    import xarray  # noqa: F401
    from anndata.experimental import read_lazy

    return read_lazy(written(folder, ending))


def in_dask(values: Any) -> Any:
    """A matrix in chunks."""
    import dask.array

    return dask.array.from_array(values, chunks=(100, -1))


def sparse_in_dask(make: str = "csr_matrix") -> Any:
    """A matrix whose chunks are sparse."""
    import dask
    import scipy.sparse

    if make == "csr_array" and int(dask.__version__[:4]) < 2025:
        raise ImportError("a Dask that puts chunks of scipy's sparse arrays together")
    return in_dask(Given.counts()).map_blocks(getattr(scipy.sparse, make))


def spatialdata(region: str | None = None) -> Any:
    """The slide as a SpatialData; the rows of its table may stand for circles, polygons or points."""
    import geopandas
    import spatialdata
    from spatialdata.models import PointsModel, ShapesModel, TableModel

    adata, xy = anndata(), slide()[["x", "y"]].to_numpy()
    if region is None:
        return spatialdata.SpatialData(tables={"table": adata})
    del adata.obsm["spatial"]
    adata.obs["region"], adata.obs["instance"] = pd.Categorical([region] * len(xy)), np.arange(len(xy))
    table = TableModel.parse(adata, region=region, region_key="region", instance_key="instance")
    parts: dict[str, Any] = {"tables": {"table": table}}
    if region == "circles":
        parts["shapes"] = {region: ShapesModel.parse(xy, geometry=0, radius=20.0)}
    elif region == "cells":
        boxes = geopandas.GeoDataFrame(geometry=geopandas.points_from_xy(*xy.T).buffer(20.0, cap_style="square"))
        parts["shapes"] = {region: ShapesModel.parse(boxes)}
    else:
        parts["points"] = {region: PointsModel.parse(xy)}
    return spatialdata.SpatialData(**parts)


def two_tables() -> Any:
    """A SpatialData in which a table must be named."""
    import spatialdata

    return spatialdata.SpatialData(tables={"one": anndata(), "two": anndata()})


def mapped() -> Any:
    """The slide as points on a map."""
    import geopandas

    found = slide()
    return geopandas.GeoDataFrame(found[list(LABELS)], geometry=geopandas.points_from_xy(found["x"], found["y"]))


def polars(**kinds: str) -> Any:
    """The slide as a table of polars."""
    import polars

    found = texts()
    dtype = {"text": polars.String, "category": polars.Categorical}[kinds.get("labels", "text")]
    return polars.DataFrame({str(name): found[name].tolist() for name in found}).with_columns(
        polars.col(*LABELS).cast(dtype)
    )


def enum(column: pd.Series) -> Any:
    """A column of polars with an order."""
    import polars

    return polars.Series(column.name, column.tolist(), dtype=polars.Enum(list(column.cat.categories)))


def arrow(**options: Any) -> Any:
    """The slide as a table of PyArrow, its labels as texts or in a dictionary."""
    import pyarrow

    found = texts() if options.get("labels") != "dictionary" else slide().reset_index(names="id")
    return pyarrow.Table.from_pandas(found, preserve_index=False)


def arrow_column(column: pd.Series) -> Any:
    """A column of PyArrow in two chunks."""
    import pyarrow

    values = column.astype(object).tolist()
    return pyarrow.chunked_array([values[:50], values[50:]])


def dask_frame() -> Any:
    """The slide as a table of Dask in three parts, ids in its index."""
    import dask.dataframe

    return dask.dataframe.from_pandas(slide(), npartitions=3, sort=False)


def networkx(*, by_ids: bool) -> Any:
    """The graph as one of networkx."""
    import networkx

    ids = slide().index
    return networkx.Graph((ids[u], ids[v]) if by_ids else (int(u), int(v)) for u, v in PAIRS)


class Interchanged:
    """A table that nobody knows, and that can be interchanged."""

    def __init__(self, table: pd.DataFrame) -> None:
        self._table = table

    def __dataframe__(self, **options: Any) -> Any:
        return self._table.__dataframe__(**options)


def fixed(make: Callable[[], Given]) -> Callable[[Path], Given]:
    """An input that needs no folder."""
    return lambda _: make()


def of(make: Callable[[], Any], **options: Any) -> Callable[[Path], Given]:
    """An input whose labels are columns of the data."""
    return lambda _: Given(make(), **options)


def on(make: Callable[[pd.Series], Any]) -> Callable[[Path], Given]:
    """An input whose labels are given by themselves."""
    return lambda _: Given.labels(make)


def shuffled(make: Callable[[pd.Series], Any]) -> Callable[[Path], Given]:
    """Labels in another order than the data, which their index puts right."""
    order = np.random.default_rng(1).permutation(len(slide()))
    truth, *preds = LABELS
    return lambda _: Given(
        slide()[["x", "y"]], make(slide()[truth].iloc[order]), {name: make(slide()[name].iloc[order]) for name in preds}
    )


INPUTS: dict[str, Callable[[Path], Given]] = {
    "lists": lambda _: Given(slide()[["x", "y"]].to_numpy().tolist(), *_lists()),
    "numpy, Fortran order": lambda _: Given(np.asfortranarray(slide()[["x", "y"]].to_numpy()), *_lists()),
    "numpy, objects": on(lambda column: column.to_numpy(dtype=object)),
    "numpy, text": on(lambda column: column.to_numpy(dtype=str)),
    "numpy, a column": on(lambda column: column.to_numpy(dtype=object)[:, None]),
    "numpy, bytes": on(lambda column: column.to_numpy(dtype="S")),
    "Categorical": on(lambda column: column.array),
    "Index": on(lambda column: pd.Index(column.astype(object))),
    "Series, categorical": shuffled(lambda column: column),
    "Series, objects": shuffled(lambda column: column.astype(object)),
    "Series, text": shuffled(lambda column: column.astype("string")),
    "Series, text of PyArrow": shuffled(lambda column: column.astype(_arrow_text())),
    "pandas": of(slide),
    "pandas, text": of(texts),
    "pandas, nullable": of(lambda: texts().convert_dtypes()),
    "pandas, interchanged": of(lambda: Interchanged(slide())),
    "AnnData": of(anndata),
    "AnnData, a view": of(view),
    "AnnData, backed": lambda folder: Given(backed(folder)),
    "AnnData, lazy h5ad": lambda folder: Given(lazy(folder, "h5ad")),
    "AnnData, lazy zarr": lambda folder: Given(lazy(folder, "zarr")),
    "AnnData, lazy columns": lambda folder: _columns_of(lazy(folder, "h5ad")),
    "AnnData, X": of(anndata, options={"expression": "X"}, like="expression"),
    "AnnData, backed X": lambda folder: Given(backed(folder), options={"expression": "X"}, like="expression"),
    "AnnData, lazy X": lambda folder: Given(lazy(folder, "h5ad"), options={"expression": "X"}, like="expression"),
    "AnnData, Dask X": of(lambda: anndata(X=in_dask(Given.counts())), options={"expression": "X"}, like="expression"),
    "AnnData, Dask sparse X": of(lambda: anndata(X=sparse_in_dask()), options={"expression": "X"}, like="expression"),
    "AnnData, obsp": of(anndata, options={"connectivity_key": "near"}, like="graph"),
    "AnnData, lazy obsp": lambda folder: Given(
        lazy(folder, "h5ad"), options={"connectivity_key": "near"}, like="graph"
    ),
    "SpatialData": of(spatialdata),
    "SpatialData, circles": of(lambda: spatialdata("circles")),
    "SpatialData, cells": of(lambda: spatialdata("cells")),
    "SpatialData, points": of(lambda: spatialdata("dots")),
    "SpatialData, a table of two": of(two_tables, options={"table": "two"}),
    "GeoDataFrame": of(mapped),
    "polars": of(polars),
    "polars, categories": of(lambda: polars(labels="category")),
    "polars, lazy": of(lambda: polars().lazy()),
    "polars, Series": on(lambda column: polars()[str(column.name)]),
    "polars, Enum": on(enum),
    "PyArrow": of(arrow),
    "PyArrow, dictionary": of(lambda: arrow(labels="dictionary")),
    "PyArrow, RecordBatch": of(lambda: arrow().combine_chunks().to_batches()[0]),
    "PyArrow, ChunkedArray": on(arrow_column),
    "Dask": of(dask_frame),
    "Dask, Series": lambda _: Given(
        slide()[["x", "y"]], dask_frame()["expert"], {name: dask_frame()[name] for name in LABELS[1:]}
    ),
    "Dask, positions": lambda _: Given(in_dask(slide()[["x", "y"]].to_numpy()), *_lists()),
    "graph, networkx of rows": fixed(lambda: Given.graph(networkx(by_ids=False))),
    "graph, networkx of ids": fixed(lambda: Given.graph(networkx(by_ids=True))),
    "graph, DataFrame of ids": fixed(
        lambda: Given.graph(pd.DataFrame(slide().index.to_numpy()[PAIRS], columns=["u", "v"]))
    ),
    "graph, dense": fixed(lambda: Given.graph(matrix().toarray())),
    "graph, scipy csr": fixed(lambda: Given.graph(matrix().tocsr())),
    "graph, scipy csc": fixed(lambda: Given.graph(matrix().T.tocsc())),
    "graph, scipy array": fixed(lambda: Given.graph(_array(matrix()))),
    "measurements, scipy": fixed(lambda: Given.measured(_sparse(Given.counts()))),
    "measurements, DataFrame": fixed(lambda: Given.measured(pd.DataFrame(Given.counts(), index=slide().index)[::-1])),
    "measurements, Dask": fixed(lambda: Given.measured(in_dask(Given.counts()))),
    "measurements, Dask sparse": fixed(lambda: Given.measured(sparse_in_dask())),
    "measurements, Dask sparse arrays": fixed(lambda: Given.measured(sparse_in_dask("csr_array"))),
}
"""What must give the numbers of plain arrays, to the last bit."""

NOTED = {
    "Dask": r"^data: a Dask DataFrame is computed here, all of it$",
    "Dask, Series": r"^(truth|pred): a Dask Series is computed here, all of it$",
    "Dask, positions": r"^data: a Dask Array is computed here, all of it$",
    "polars, lazy": r"^data: a polars LazyFrame is computed here, all of it$",
}
"""What is computed, and says so."""

REFUSED: dict[str, tuple[Callable[[Path], Given], str]] = {
    "a path": (of(lambda: Path("slide.h5ad")), "got the path 'slide.h5ad'; read it first"),
    "nothing": (of(lambda: None), "got a NoneType"),
    "a set of labels": (lambda _: Given.labels(set), "^(truth|pred).*: expected the name of a column, or labels"),
    "labels in a matrix": (
        on(lambda column: np.c_[column.astype(object), column.astype(object)]),
        r"expected one label per spot, got an array of shape \(\d+, 2\)",
    ),
    "a table without places": (of(lambda: slide()[list(LABELS)]), "^data: no columns of positions found"),
    "polars without places": (of(lambda: polars().drop("x", "y")), "^data: no columns of positions found"),
    "PyArrow without places": (of(lambda: arrow().drop_columns(["x", "y"])), "^data: no columns of positions found"),
    "a column that is not there": (of(anndata, truth="exprt"), 'did you mean "expert"'),
    "a SpatialData of two tables": (of(two_tables), r"else name it with table \(tables: one, two\)$"),
    "a graph of another slide": (
        fixed(lambda: Given.graph(np.eye(7))),
        r"^graph: expected pairs of rows, shape \(m, 2\), or a matrix of \d+ × \d+",
    ),
    "a graph of unknown ids": (fixed(lambda: Given.graph([["spot-1", "nobody"]])), "^graph: 1 id is not in the data"),
}
"""What is no input, and what is said about it."""


def _lists() -> tuple[Any, dict[str, Any]]:
    truth, *preds = (slide()[name].tolist() for name in LABELS)
    return truth, dict(zip(LABELS[1:], preds, strict=True))


def _columns_of(adata: Any) -> Given:
    return Given(adata, adata.obs["expert"], {name: adata.obs[name] for name in LABELS[1:]})


def _arrow_text() -> str:
    import pyarrow  # noqa: F401

    return "string[pyarrow]"


def _sparse(values: Any) -> Any:
    import scipy.sparse

    return scipy.sparse.csc_matrix(values)


def _array(graph: Any) -> Any:
    import scipy.sparse

    return scipy.sparse.coo_array(graph)
