"""The labelings that are judged, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from ._sources import source
from ._study import name_of


def named_preds(data: Any, truth: Any, preds: Any) -> list[tuple[str, Any]]:
    """Names and labels; a name stands for a column, a pattern for several."""
    named: dict[str, Any] = {}
    for name, labels in _pairs(data, truth, [preds] if isinstance(preds, str) else preds):
        # A column that is named twice, or named and fits a pattern, is one column.
        if name in named and not (isinstance(labels, str) and isinstance(named[name], str)):
            raise ValueError(f"preds: two labelings are called {name!r}; names must differ")
        named[name] = labels
    if not named:
        raise ValueError("preds: no labels are given")
    return list(named.items())


def _pairs(data: Any, truth: Any, preds: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(preds, pd.DataFrame):
        yield from ((str(name), preds.iloc[:, place]) for place, name in enumerate(preds.columns))
    elif isinstance(preds, Mapping):
        yield from ((str(name), labels) for name, labels in preds.items())
    else:
        for place, labels in enumerate(preds, 1):
            if isinstance(labels, str) and ("*" in labels or "?" in labels):
                yield from _fitting(data, truth, labels).items()
            else:
                yield name_of(labels, f"pred_{place}"), labels


def _fitting(data: Any, truth: Any, pattern: str) -> dict[str, Any]:
    columns = source(data).columns()
    text = re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
    found = {name: name for name in columns if re.fullmatch(text, name, re.DOTALL) and name != truth}
    if not found:
        raise ValueError(f"preds: no column fits {pattern!r} (columns: {', '.join(columns)})")
    return found
