"""Results that are kept in the caller's object, where a key says so."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd

from . import _labels
from ._score import Score
from ._sources import Source


def holder(data: Any, source: Source) -> Any:
    """What keeps results: the caller's object, or the table of a SpatialData."""
    return getattr(source, "adata", data)


def keep(data: Any, key: str, score: Score) -> None:
    """Adds the columns ``KEY_matched``, ``KEY_disagreement`` and ``KEY_share``, and settings and colours to ``uns``."""
    table = _table(data)
    rows, spots = score._rows, score.spots
    matched = np.full(len(table), -1)
    matched[rows] = spots["matched"].cat.codes
    names = list(spots["matched"].cat.categories)
    order = score._scene.ordered(score.truth, names)
    table[f"{key}_matched"] = _labels.in_order(matched, names, order)
    _keep_colors(data, f"{key}_matched", score._scene.colors_beside(score.truth, order))
    for name in ("disagreement", "share"):
        values = np.full(len(table), np.nan)
        values[rows] = spots[name]
        table[f"{key}_{name}"] = values
    (data.uns if hasattr(data, "uns") else data.attrs)[key] = settings(score)


def keep_labels(data: Any, key: str, labels: pd.Series[Any], colors: list[str] | None) -> None:
    """Adds one column of labels, with their colours if there are any."""
    _table(data)[key] = labels.array
    _keep_colors(data, key, colors)


def _keep_colors(data: Any, column: str, colors: list[str] | None) -> None:
    """Adds the colours of a column's categories as scanpy keeps them; those of categories that were there before go."""
    if not hasattr(data, "uns"):
        return
    if colors is None:
        data.uns.pop(f"{column}_colors", None)
    else:
        data.uns[f"{column}_colors"] = np.array(colors, dtype=object)


def settings(score: Score) -> dict[str, Any]:
    """The scores and how they came about, as any file of AnnData can hold them."""
    names = ("slam", "slam_adjusted", "slam_pinned", "cancelled")
    known = {name: float(value) for name in names if (value := getattr(score, name)) is not None}
    options = score.provenance["options"]
    plain = {name: value for name, value in options.items() if isinstance(value, str | int | float)}
    rest = {name: json.dumps(value) for name, value in options.items() if isinstance(value, list | dict) and value}
    return {
        "truth": score.truth,
        "pred": score.pred,
        **known,
        "params": {**plain, **rest},
        "version": score.provenance["version"],
    }


def _table(data: Any) -> pd.DataFrame:
    if isinstance(data, pd.DataFrame):
        return data
    if hasattr(data, "obs"):
        table: pd.DataFrame = data.obs
        return table
    raise ValueError("key_added needs data that can hold results: an AnnData, a SpatialData or a DataFrame")
