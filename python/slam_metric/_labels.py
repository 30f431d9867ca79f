"""Labels of any kind, as categories and codes: no Python object per spot where there are categories already."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from . import _slam


def read(name: str, values: Any, notes: list[str] | None = None) -> _slam.Labels:
    """The labels in a column, a Series, a Categorical, an array or a list; ``name`` is for messages.

    Texts that count as missing, as they do in files, are said in the notes: somebody may have meant a label.
    """
    codes, categories = factorized(name, values)
    texts = [text(category) for category in categories]
    if notes is not None:
        notes += _missing_texts(name, codes, categories) + _merged(name, categories, texts)
    return _slam.Labels(name, texts, np.ascontiguousarray(codes))


def _merged(name: str, categories: Any, texts: list[str]) -> list[str]:
    """What is written the same and was not: 1 and "1"."""
    if len(set(texts)) == len(texts):
        return []
    kinds: dict[str, list[str]] = {}
    for one, written in zip(categories, texts, strict=True):
        kinds.setdefault(written, []).append(type(one).__name__)
    written, found = next((written, found) for written, found in kinds.items() if len(found) > 1)
    several = f'"{written}" ({", ".join(found)})'
    return [f"{name}: labels of different types are taken as one where they are written the same: {several}"]


def _missing_texts(name: str, codes: Any, categories: Any) -> list[str]:
    said = '{}: {} {} the text "{}", which counts as missing'
    notes = []
    for place, one in enumerate(categories):
        if isinstance(one, str) and one.strip() and _slam.is_missing(one):
            n = int(np.count_nonzero(np.asarray(codes) == place))
            notes += [said.format(name, n, "spot has" if n == 1 else "spots have", one)] if n else []
    return notes


def in_order(codes: Any, names: list[str], order: list[str]) -> pd.Categorical:
    """Labels by codes among names, negative where one is missing, as a Categorical whose categories have an order."""
    places = {name: place for place, name in enumerate(order)}
    lookup = np.array([*(places[name] for name in names), -1], dtype=np.int64)
    # The last place is what a missing label finds.
    return pd.Categorical.from_codes(lookup[np.maximum(codes, -1)], categories=pd.Index(order, dtype=object))


def unmasked(values: Any) -> Any:
    """A masked array as objects, none where it is masked; anything else as it is."""
    if not isinstance(values, np.ma.MaskedArray):
        return values
    cells = values.data.astype(object)
    cells[np.ma.getmaskarray(values)] = None
    return cells


def text(value: object) -> str:
    """A value as a file would have it."""
    return value.decode() if isinstance(value, bytes) else str(value)


def factorized(name: str, values: Any) -> tuple[Any, Any]:
    """A code for every label, negative where it is missing, and the categories that codes mean."""
    if isinstance(values, pd.Series | pd.Index) and isinstance(values.dtype, pd.CategoricalDtype):
        values = values.array
    if isinstance(values, pd.Categorical):
        return values.codes, values.categories
    if not isinstance(values, pd.Series | pd.Index | pd.api.extensions.ExtensionArray):
        values = _array(name, values)
    try:
        return pd.factorize(values)
    except TypeError as error:
        raise TypeError(f"{name}: labels must be text, numbers or booleans ({error})") from None


def _array(name: str, values: Any) -> Any:
    values = unmasked(values)
    if np.ndim(values) == 0:
        raise TypeError(f"{name}: expected the name of a column, or labels, got {values!r}")
    if not isinstance(values, np.ndarray):
        # An array of numpy would turn [1, None, "a"] into text.
        values = pd.Series(values) if np.ndim(values) == 1 else np.asarray(values)
    if np.ndim(values) == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if np.ndim(values) != 1:
        raise ValueError(f"{name}: expected one label per spot, got an array of shape {np.shape(values)}")
    return values
