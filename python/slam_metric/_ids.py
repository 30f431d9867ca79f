"""The ids of spots: what has ids of its own is joined by them, and never by row without a reason."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import pandas as pd

from ._sources import Source

Table = TypeVar("Table", "pd.Series[Any]", pd.DataFrame)


class Ids:
    """The ids of the spots: a column, or the index unless it only counts."""

    def __init__(self, source: Source, column: str | None) -> None:
        self.own = None if source.table is None else source.table.index
        self.index = source.index if column is None else pd.Index(source.column("id", column).to_numpy())
        self.place = "the index of data" if column is None else f"the column {column!r}"

    def aligned(self, option: str, values: Table, *, whole: bool = False) -> Table:
        """The values in the order of the data: joined by id where both sides have ids, else by row.

        Spots without a value get a missing one, or are an error where the values have to be whole.
        """
        if self.own is None or values.index.equals(self.own) or self._is_by_row(values.index):
            return values
        ids = self.own if self.index is None else self.index
        _check_unique(option, ids, self.place)
        _check_unique(option, values.index, f"the index of {option}")
        self._check_known(option, values.index.difference(ids, sort=False))
        if whole:
            _check_none(option, ids.difference(values.index, sort=False), f"of the data are not in {option}")
        return values.reindex(ids)

    def rows(self, option: str, ids: Any) -> Any:
        """The row of each id."""
        if self.index is None:
            raise ValueError(
                f"{option}: edges between ids need data with ids: an AnnData, a DataFrame with an index, or id"
            )
        _check_unique(option, self.index, self.place)
        rows = self.index.get_indexer(ids.ravel())
        self._check_known(option, pd.unique(ids.ravel()[rows < 0]))
        return rows.reshape(np.shape(ids))

    def _is_by_row(self, index: pd.Index[Any]) -> bool:
        """Whether an index only counts; beside data that count as well, one that counts otherwise is an order."""
        if not isinstance(index, pd.RangeIndex):
            return False
        return self.index is not None or (index.start == 0 and index.step == 1)

    def _check_known(self, option: str, unknown: Any) -> None:
        hint = "" if self.index is not None else "; the data only count their rows: name the column of ids with id"
        _check_none(option, unknown, "are not in the data", hint)


def _check_unique(option: str, ids: pd.Index[Any], place: str) -> None:
    if not ids.is_unique:
        first = ids[ids.duplicated()][0]
        raise ValueError(f"{option}: the id {str(first)!r} is twice in {place}; ids must differ")


def _check_none(option: str, ids: Any, fault: str, hint: str = "") -> None:
    if len(ids):
        shown = ", ".join(str(one) for one in ids[:3]) + (", …" if len(ids) > 3 else "")
        raise ValueError(f"{option}: {len(ids)} ids {fault}: {shown}{hint}")
