"""The labelings that are judged, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from . import _frames, _labels, _slam
from ._ids import NO_TABLE, Ids
from ._sources import source
from ._study import Fitting, name_of


def named_preds(data: Any, truth: Any, preds: Any, options: dict[str, Any]) -> tuple[list[tuple[str, Any]], list[str]]:
    """Names and labels; a name stands for a column, a pattern for several. And what a user should know about it.

    A table may have a column of ids.
    """
    named: dict[str, Any] = {}
    labels_id = options.pop("labels_id", None)
    notes: list[str] = []
    if _frames.is_column(preds):
        preds = [preds]
    preds = _frames.table("preds", preds, notes)
    if isinstance(preds, pd.DataFrame):
        joins = {name: options[name] for name in ("join", "extra_ids") if name in options}
        preds = Ids(source(data), options.get("id"), **joins).keyed("labels", preds, labels_id)
    elif labels_id is not None:
        raise ValueError(NO_TABLE)
    patterns = Patterns(data, truth, options)
    for name, labels in _pairs(patterns, [preds] if isinstance(preds, str) else preds):
        # A column that is named twice, or named and fits a pattern, is one column.
        if name in named and not (isinstance(labels, str) and isinstance(named[name], str)):
            raise ValueError(f"preds: two labelings are called {name!r}; names must differ")
        if not (isinstance(labels, Fitting) and name in named):
            named[name] = labels
    if not named:
        raise ValueError("preds: no labels are given")
    return list(named.items()), notes + patterns.notes()


def _pairs(patterns: Patterns, preds: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(preds, pd.DataFrame):
        yield from ((str(name), preds.iloc[:, place]) for place, name in enumerate(preds.columns))
    elif isinstance(preds, Mapping):
        yield from ((str(name), labels) for name, labels in preds.items())
    else:
        for place, labels in enumerate(preds, 1):
            if isinstance(labels, str) and ("*" in labels or "?" in labels):
                yield from ((name, Fitting(name)) for name in patterns.fitting(labels))
            else:
                yield name_of(labels, f"pred_{place}"), labels


class Patterns:
    """The columns that fit patterns, and those of them that are no labelings."""

    def __init__(self, data: Any, truth: Any, options: dict[str, Any]) -> None:
        self.data, self.left_out = data, dict[str, str]()
        columns = ("slice", "library_key", "severity_column", "x", "y", "z", "id")
        self.taken = [one for one in (truth, *(options.get(name) for name in columns)) if isinstance(one, str)]

    def fitting(self, pattern: str) -> list[str]:
        """The labelings among the columns that fit a pattern."""
        spots = source(self.data)
        text = re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
        fitting = [name for name in spots.columns() if re.fullmatch(text, name, re.DOTALL) and not self._is_taken(name)]
        why = {name: _why_none(name, spots.column("pred", name)) for name in fitting}
        self.left_out |= {name: reason for name, reason in why.items() if reason is not None}
        found = [name for name in fitting if why[name] is None]
        if not found:
            there = self._listed() if self.left_out else f"columns: {', '.join(spots.columns())}"
            raise ValueError(f"preds: no column of labels fits {pattern!r} ({there})")
        return found

    def notes(self) -> list[str]:
        """What was left out, if anything was."""
        return [f"preds: {self._listed()}"] if self.left_out else []

    def _is_taken(self, name: str) -> bool:
        return name in self.taken or _slam.is_position(name)

    def _listed(self) -> str:
        return "left out: " + ", ".join(f"{name} ({why})" for name, why in self.left_out.items())


def _why_none(name: str, column: pd.Series[Any]) -> str | None:
    """Why a column is no labeling, if it is none."""
    try:
        return _labels.read(name, column).left_out()
    except (TypeError, ValueError) as error:
        return str(error).removeprefix(f"{name}: ")
