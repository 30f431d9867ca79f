"""Results that are kept in the caller's object, where a key says so."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd

from ._score import Score
from ._sources import Source


def holder(data: Any, source: Source) -> Any:
    """What keeps results: the caller's object, or the table of a SpatialData."""
    return getattr(source, "adata", data)


def keep(data: Any, key: str, score: Score) -> None:
    """Adds the columns ``KEY_matched``, ``KEY_disagreement`` and ``KEY_share``, and the settings to ``uns``."""
    table = _table(data)
    rows, spots = score._rows, score.spots
    matched = np.full(len(table), -1)
    matched[rows] = spots["matched"].cat.codes
    categories = spots["matched"].cat.categories
    table[f"{key}_matched"] = pd.Categorical.from_codes(matched, categories=categories)
    for name in ("disagreement", "share"):
        values = np.full(len(table), np.nan)
        values[rows] = spots[name]
        table[f"{key}_{name}"] = values
    (data.uns if hasattr(data, "uns") else data.attrs)[key] = settings(score)


def keep_labels(data: Any, key: str, labels: pd.Series[Any]) -> None:
    """Adds one column of labels."""
    _table(data)[key] = labels.array


def settings(score: Score) -> dict[str, Any]:
    """The scores and how they came about, as any file of AnnData can hold them."""
    names = ("slam", "slam_adjusted", "slam_pinned", "cancelled")
    known = {name: value for name in names if (value := getattr(score, name)) is not None}
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
