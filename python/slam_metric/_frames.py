"""Tables and columns of other libraries as those of pandas: polars, PyArrow, Dask, and whatever can be interchanged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

COMPUTED = "{}: a {} is computed here, all of it"


def table(option: str, data: Any, notes: list[str]) -> Any:
    """A table as a DataFrame of pandas; anything else as it is. What had to be computed is noted."""
    data = _computed(option, data, notes)
    if isinstance(data, pd.DataFrame) or _is_other(data):
        return data
    library = _library(data)
    if library == "pyarrow" and hasattr(data, "to_pandas"):
        return data.to_pandas(types_mapper=_nullable)
    if library == "polars" and hasattr(data, "columns"):
        return pd.DataFrame({str(name): _column(data[name]) for name in data.columns})
    if hasattr(data, "__dataframe__"):
        return pd.api.interchange.from_dataframe(data)
    return data


def column(option: str, values: Any, notes: list[str]) -> Any:
    """A column as pandas has it; anything else as it is.

    Where a library has no index, its column is in the order of the data, as an array is.
    """
    values = _computed(option, values, notes)
    library = _library(values)
    if library == "xarray" and hasattr(values, "to_series"):
        return values.to_series()
    if library == "polars" and hasattr(values, "to_list"):
        return _column(values)
    if library == "pyarrow" and hasattr(values, "to_pandas"):
        return _bare(values.to_pandas(types_mapper=_nullable))
    return values


def is_column(values: Any) -> bool:
    """Whether this is one labeling, and not a list of them; an array of texts may be names of columns."""
    if isinstance(values, pd.Series | pd.Categorical | pd.Index):
        return True
    if _library(values) == "pyarrow":
        return not hasattr(values, "column_names")
    is_flat = getattr(values, "ndim", None) == 1 or (_library(values) == "polars" and hasattr(values, "to_list"))
    return is_flat and getattr(getattr(values, "dtype", None), "kind", "i") not in "OUST"


def _computed(option: str, data: Any, notes: list[str]) -> Any:
    if hasattr(data, "__dask_graph__") and hasattr(data, "compute"):
        notes.append(COMPUTED.format(option, f"Dask {type(data).__name__}"))
        return data.compute()
    if hasattr(data, "to_memory") and not hasattr(data, "obs"):
        # Columns of an AnnData that was opened lazily: they are read as those that are named would be.
        return data.to_memory()
    if _library(data) == "polars" and hasattr(data, "collect"):
        notes.append(COMPUTED.format(option, f"polars {type(data).__name__}"))
        return data.collect()
    return data


def _is_other(data: Any) -> bool:
    """Whether this is no table: an AnnData, an array, a list."""
    return hasattr(data, "obs") or isinstance(data, list | tuple)


def _library(data: Any) -> str:
    return type(data).__module__.partition(".")[0]


def _column(values: Any) -> Any:
    """A column of polars; whole numbers stay whole where some are missing, and an Enum keeps its order."""
    kind = str(values.dtype)
    if kind.startswith("Enum"):
        return pd.Categorical(values.to_list(), categories=values.dtype.categories.to_list())
    if values.null_count() and kind.startswith(("Int", "UInt")):
        return pd.array(values.to_list(), dtype="Int64")
    if kind.startswith(("Int", "UInt", "Float")):
        return values.to_numpy()
    return _bare(pd.Series(values.to_list(), dtype=object))


def _bare(values: pd.Series[Any]) -> Any:
    """What a Series holds, without its index."""
    return values.to_numpy() if isinstance(values.dtype, np.dtype) else values.array


def _nullable(kind: Any) -> Any:
    """What PyArrow's whole numbers become: whole numbers, also where some are missing."""
    text = str(kind)
    is_whole = text in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
    return pd.api.types.pandas_dtype(text.replace("int", "Int").replace("uI", "UI")) if is_whole else None
