"""Arguments that stand in each other's place, told before anything is read."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

ORDER = "the data come first, then the truth, then the pred"
EXPECTED = "expected metrics(data, truth, pred), or metrics(truth, pred) of two labelings"


def check_two(truth: Any, pred: Any) -> None:
    """Refuses two arguments that are not two labelings: data with one labeling, or the name of a column."""
    for name, values in (("truth", truth), ("pred", pred)):
        if isinstance(values, str | bytes) or is_data(values):
            other = pred if name == "truth" else truth
            raise ValueError(f"metrics: got two arguments, {described(values)} and {described(other)}; {EXPECTED}")


def check_labels(option: str, values: Any) -> None:
    """Refuses data where labels are expected."""
    if is_data(values):
        is_array = isinstance(values, np.ndarray | list | tuple)
        found = f"an array of shape {np.shape(values)}" if is_array else described(values)
        raise ValueError(f"{option}: expected one label per spot, got {found}; {ORDER}")


def check_data(data: Any) -> None:
    """Refuses labels where data are expected."""
    shape = getattr(data, "shape", None)
    is_flat = isinstance(data, pd.Series | pd.Categorical | pd.Index) or (isinstance(shape, tuple) and len(shape) == 1)
    is_flat |= isinstance(data, list | tuple) and bool(data) and not _is_row(data[0])
    if is_flat:
        raise ValueError(f"positions must have shape (n, 2) or (n, 3), got ({len(data)},); {ORDER}")


def is_data(values: Any) -> bool:
    """Whether this holds places rather than labels: an AnnData, a SpatialData, a table or array of several columns."""
    if hasattr(values, "obsm") or (hasattr(values, "tables") and hasattr(values, "shapes")):
        return True
    if isinstance(values, list | tuple):
        return bool(values) and _is_row(values[0])
    shape = getattr(values, "shape", None)
    return isinstance(shape, tuple) and len(shape) == 2 and shape[1] != 1


def described(values: Any) -> str:
    """What an argument is, in a few words."""
    if isinstance(values, str):
        return repr(values)
    kind = type(values).__name__
    article = "an" if kind[0] in "AEIOUaeiou" else "a"
    shape = getattr(values, "shape", None)
    if hasattr(values, "obsm") or not isinstance(shape, tuple):
        return f"{article} {kind}" + (f" of {len(values)}" if isinstance(values, list | tuple) else "")
    return f"{article} {kind} of shape ({', '.join(map(str, shape))}{',' * (len(shape) == 1)})"


def _is_row(value: Any) -> bool:
    """Whether an element of a list is itself several values: the coordinates of a spot."""
    return not isinstance(value, str | bytes) and hasattr(value, "__len__") and len(value) > 1
