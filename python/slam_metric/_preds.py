"""The labelings that are judged, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pandas as pd

from ._sources import source
from ._study import name_of


def named_preds(data: Any, truth: Any, preds: Any) -> list[tuple[str, Any]]:
    """Names and labels; a name stands for a column, a pattern for several."""
    if isinstance(preds, str):
        preds = [preds]
    if isinstance(preds, pd.DataFrame):
        preds = {str(name): preds.iloc[:, place] for place, name in enumerate(preds.columns)}
    if isinstance(preds, Mapping):
        return [(str(name), labels) for name, labels in preds.items()]
    named: dict[str, Any] = {}
    for place, labels in enumerate(preds, 1):
        if isinstance(labels, str) and ("*" in labels or "?" in labels):
            named.update(_fitting(data, truth, labels))
            continue
        name = name_of(labels, f"pred_{place}")
        if name in named and not isinstance(labels, str):
            raise ValueError(f"preds: two labelings are called {name!r}; give them as a dictionary")
        named[name] = labels
    if not named:
        raise ValueError("preds: no labels are given")
    return list(named.items())


def _fitting(data: Any, truth: Any, pattern: str) -> dict[str, Any]:
    columns = source(data).columns()
    text = re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
    found = {name: name for name in columns if re.fullmatch(text, name, re.DOTALL) and name != truth}
    if not found:
        raise ValueError(f"preds: no column fits {pattern!r} (columns: {', '.join(columns)})")
    return found
