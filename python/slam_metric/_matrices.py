"""Measurements and graphs that are held as matrices, dense or sparse, in memory or in a file."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from . import _slam

if TYPE_CHECKING:
    from ._ids import Ids


def measurements(matrix: Any) -> _slam.Measurements:
    """Measurements with a row per spot."""
    matrix = loaded(matrix)
    if not hasattr(matrix, "tocsr"):
        return _slam.Measurements.dense(_numbers("expression", matrix))
    rows = matrix.tocsr()
    values = rows.data if rows.data.dtype in (np.float32, np.float64) else rows.data.astype(np.float64)
    columns = rows.indices if rows.indices.dtype in (np.int32, np.int64) else rows.indices.astype(np.int64)
    return _slam.Measurements.sparse(rows.shape[1], rows.indptr.astype(np.int64, copy=False), columns, values)


def edges(graph: Any, n_spots: int, ids: Ids) -> _slam.Edges:
    """The edges of a graph: an (n, n) matrix, dense or sparse, an (m, 2) array of rows or ids, or one of networkx."""
    graph = loaded(graph)
    if hasattr(graph, "edges") and hasattr(graph, "nodes"):
        graph = _ends([(u, v) for u, v, *_ in graph.edges()])
    if hasattr(graph, "tocoo"):
        return _of_matrix(graph.tocoo(), n_spots)
    ends = graph.to_numpy() if isinstance(graph, pd.DataFrame) else np.asarray(graph)
    if ends.ndim == 2 and ends.shape == (n_spots, n_spots) and n_spots > 2:
        rows, columns = np.nonzero(ends)
        return _slam.Edges.undirected(rows.astype(np.int64), columns.astype(np.int64), n_spots)
    if ends.ndim != 2 or ends.shape[1] != 2:
        raise ValueError(
            f"graph: expected pairs of rows, shape (m, 2), or a matrix of {n_spots} × {n_spots}, got {ends.shape}"
        )
    if ends.dtype.kind == "f" and (ends == np.floor(ends)).all():
        ends = ends.astype(np.int64)
    if ends.dtype.kind not in "iu":
        ends = ids.rows("graph", ends)
    return _slam.Edges(np.ascontiguousarray(ends, dtype=np.int64), n_spots)


def _ends(pairs: list[Any]) -> Any:
    """Pairs of nodes, which are rows where all are whole numbers, else ids."""
    is_whole = all(isinstance(end, Integral) for pair in pairs for end in pair)
    found = np.array(pairs, dtype=np.int64 if is_whole else object)
    return found.reshape(-1, 2)


def _of_matrix(graph: Any, n_spots: int) -> _slam.Edges:
    if graph.shape != (n_spots, n_spots):
        raise ValueError(f"graph: expected a matrix of {n_spots} × {n_spots}, one row per spot, got {graph.shape}")
    stored = graph.data != 0
    rows, columns = graph.row[stored].astype(np.int64), graph.col[stored].astype(np.int64)
    return _slam.Edges.undirected(rows, columns, n_spots)


def loaded(matrix: Any) -> Any:
    """The matrix in memory; one in a backed AnnData is read here, and nothing else of the file."""
    if hasattr(matrix, "to_memory"):
        return matrix.to_memory()
    if hasattr(matrix, "__dask_graph__"):
        return matrix.compute()
    is_dataset = type(matrix).__module__.startswith("h5py")
    return matrix[:] if is_dataset else matrix


def _numbers(name: str, matrix: Any) -> Any:
    if isinstance(matrix, np.ma.MaskedArray):
        matrix = np.ma.filled(matrix.astype(np.float64), np.nan)
    try:
        cells = np.ascontiguousarray(matrix, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name}: expected a matrix of numbers ({error})") from None
    if cells.ndim != 2:
        raise ValueError(f"{name}: expected a matrix with a row per spot, got an array of shape {cells.shape}")
    return cells
