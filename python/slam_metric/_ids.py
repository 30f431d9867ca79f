"""The ids of spots: what has ids of its own is joined by them, and never by row without a word."""

from __future__ import annotations

import logging
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from . import _slam
from ._sources import Source

Table = TypeVar("Table", "pd.Series[Any]", pd.DataFrame)

JOINS = ("id", "row")
EXTRAS = ("error", "skip")

NO_TABLE = "labels_id names a column of a DataFrame of preds, and there is none"

logger = logging.getLogger("slam_metric")


class Ids:
    """The ids of the spots: a column, or the index unless it only counts."""

    def __init__(self, source: Source, column: str | None, join: str = "id", extra_ids: str = "error") -> None:
        _check_word("join", join, JOINS)
        _check_word("extra_ids", extra_ids, EXTRAS)
        self.source, self.join, self.extra_ids = source, join, extra_ids
        self.own = None if source.table is None else source.table.index
        self.place = "the index of data" if column is None else f"the column {column!r}"
        self.is_named = column is not None
        named = None if column is None else pd.Index(source.column("id", column).to_numpy())
        self.index = named if self.is_named else _unless_counted(source.index)
        self.by_row: list[tuple[str, bool]] = []
        self._first: tuple[str, pd.Index[Any]] | None = None

    def check(self, slices: Any = None) -> None:
        """Refuses ids that repeat, unless on other slices: the table may have been pasted twice."""
        if self.index is None or self.index.is_unique or self.join == "row":
            return
        places = pd.DataFrame({"id": self.index.to_numpy(), "slice": 0 if slices is None else np.asarray(slices)})
        repeated = places["id"][places.duplicated()]
        if len(repeated):
            option = "id" if self.is_named else "data"
            remedy = "name another column with id, the slices on which they repeat with library_key, or go without ids"
            twice = f"{option}: the id {str(repeated.iloc[0])!r} is twice in {self.place}; ids must differ"
            raise ValueError(f'{twice}: {remedy}, join="row"')

    def keyed(self, option: str, table: pd.DataFrame, named: str | None) -> pd.DataFrame:
        """A table with its ids as index: the column that is named, or the one that holds ids of the data."""
        if named is not None:
            columns = [str(column) for column in table.columns]
            return _indexed(table, _slam.find_column(f"{option}_id", named, option, columns))
        is_counted = self.own is not None and not table.index.is_(self.own) and _only_counts(table.index)
        place = self._place_of_ids(table) if is_counted and self.join == "id" else None
        return table if place is None else _indexed(table, place)

    def aligned(self, option: str, values: Table, *, whole: bool = False) -> Table:
        """The values in the order of the data, joined by id.

        By row only where neither has ids, or where that is asked for. Spots without a value get a missing one, or are
        an error where the values have to be whole.
        """
        if self.own is None:
            self._check_order(option, values.index)
            return values
        if values.index.is_(self.own) or (values.index.equals(self.own) and not _only_counts(values.index)):
            return values
        if self.join == "row" or (self.index is None and _only_counts(values.index)):
            self.by_row.append((option, self.join == "row"))
            return values
        return self._joined(option, values, self._ids_of(option, values.index), whole=whole)

    def rows(self, option: str, ids: Any) -> Any:
        """The row of each id."""
        if self.index is None:
            raise ValueError(
                f"{option}: edges between ids need data with ids: an AnnData, a DataFrame with an index, or id"
            )
        _check_unique(option, self.index, self.place)
        rows = self.index.get_indexer(ids.ravel())
        _check_none(option, pd.unique(ids.ravel()[rows < 0]), "not in the data")
        return rows.reshape(np.shape(ids))

    def _joined(self, option: str, values: Table, ids: pd.Index[Any], *, whole: bool) -> Table:
        _check_unique(option, ids, self.place)
        _check_unique(option, values.index, f"the index of {option}")
        values = values.set_axis(_as(ids, values.index))
        extra = values.index.difference(ids, sort=False)
        if whole or self.extra_ids == "skip":
            if len(extra):
                logger.info("%s: %d ids that the data lack are left out: %s", option, len(extra), _few(extra))
        else:
            them = "it" if len(extra) == 1 else "them"
            _check_none(option, extra, "not in the data", f'; to leave {them} out, give extra_ids="skip"')
        if whole:
            absent = ids.difference(values.index, sort=False)
            _check_none(option, absent, f"not in {option}", of=" of the data")
        return values.reindex(ids)

    def _ids_of(self, option: str, index: pd.Index[Any]) -> pd.Index[Any]:
        """The ids of the data that some ids are: the recognised ones, or a column that holds them."""
        known = self.own if self.index is None else self.index
        assert known is not None
        if not _only_counts(index):
            if self.is_named or _n_shared(known, index):
                return known
            held = [texts for texts in self._columns() if _holds(texts, index)]
            if held:
                return held[0]
        raise ValueError(f"{option}: {self._refusal(index)}; {self._remedy(index)}")

    def _refusal(self, index: pd.Index[Any]) -> str:
        if self.index is None:
            columns = ", ".join(self.source.columns())
            nothing = f"nothing in the data holds them ({self.place} counts; columns: {columns})"
            return f"it has ids ({_few(index)}), and {nothing}"
        if _only_counts(index):
            return f"the data have ids ({self.place}: {_few(self.index)}), and it only counts its rows"
        return f"its ids ({_few(index)}) are not those of the data ({self.place}: {_few(self.index)})"

    def _remedy(self, index: pd.Index[Any]) -> str:
        names = "name the column of ids with id" if self.index is None else "give it the ids as its index"
        return f'{names}, or, if its rows are in the order of the data, join="row"'

    def _place_of_ids(self, table: pd.DataFrame) -> int | None:
        """The place of the column that holds ids of the data."""
        ours = [] if self.index is None else [self.index]
        ours += [] if self.is_named else self._columns()
        for place in range(table.shape[1]):
            texts = _texts(table.iloc[:, place])
            if texts is not None and any(_holds(own, texts) for own in ours):
                return place
        return None

    def _columns(self) -> list[pd.Index[Any]]:
        """The columns of the data that may be ids."""
        table = self.source.table
        if table is None:
            return []
        columns = (_texts(table.iloc[:, place]) for place in range(table.shape[1]))
        return [texts for texts in columns if texts is not None]

    def _check_order(self, option: str, index: pd.Index[Any]) -> None:
        """Beside positions without ids, all that has ids must have them in the same order."""
        if _only_counts(index):
            return
        if self._first is None:
            self._first = (option, index)
        first, others = self._first
        if not index.equals(others):
            raise ValueError(
                f"{option}: its index is not that of {first}, and positions in an array have no ids to join by; give "
                f"data with ids (an AnnData or a DataFrame), or bring {option} into the order of {first}"
            )


def _only_counts(index: pd.Index[Any]) -> bool:
    """Whether an index numbers the rows, 0, 1, 2 … or 1, 2, 3 …, and says nothing else."""
    if isinstance(index, pd.RangeIndex):
        return index.start in (0, 1) and index.step == 1
    if not len(index) or str(index[0]) not in ("0", "1"):
        return False
    first = int(str(index[0]))
    return str(index[-1]) == str(first + len(index) - 1) and _slam.only_counts(index.to_numpy(dtype=object), first)


def _unless_counted(index: pd.Index[Any] | None) -> pd.Index[Any] | None:
    """The ids that an index is; rows that are counted, or counted again and again, have none."""
    if index is None or _only_counts(index):
        return None
    return None if pd.api.types.is_integer_dtype(index.dtype) and not index.is_unique else index


def _texts(values: pd.Series[Any]) -> pd.Index[Any] | None:
    """What is in a column, as text, if it may be ids: it differs in every row, and is no measurement."""
    is_whole = pd.api.types.is_integer_dtype(values.dtype)
    is_text = values.dtype == object or isinstance(values.dtype, pd.StringDtype | pd.CategoricalDtype)
    if not (is_whole or is_text) or not values.is_unique or values.isna().any():
        return None
    texts = pd.Index(values.astype(str).to_numpy())
    return None if _only_counts(texts) and not _slam.is_id_name(str(values.name)) else texts


def _as(ids: pd.Index[Any], index: pd.Index[Any]) -> pd.Index[Any]:
    """An index in the kind of the ids: a number is what it is written as."""
    is_text = not pd.api.types.is_numeric_dtype(ids.dtype)
    return index.astype(str) if is_text and pd.api.types.is_integer_dtype(index.dtype) else index


def _n_shared(ids: pd.Index[Any], index: pd.Index[Any]) -> int:
    return int(_as(ids, index).isin(ids).sum())


def _holds(ids: pd.Index[Any], others: pd.Index[Any]) -> bool:
    """Whether two columns hold the same ids: all of one side, or more than can be an accident."""
    smaller = min(len(ids), len(others))
    return 0 < smaller <= 2 * _n_shared(ids.astype(str), others.astype(str))


def _indexed(table: pd.DataFrame, place: int) -> pd.DataFrame:
    ids = pd.Index(table.iloc[:, place].astype(str).to_numpy())
    others = [column for column in range(table.shape[1]) if column != place]
    return table.iloc[:, others].set_axis(ids)


def _few(ids: Any) -> str:
    return ", ".join(str(one) for one in ids[:3]) + (", …" if len(ids) > 3 else "")


def _check_word(option: str, found: Any, words: tuple[str, ...]) -> None:
    if found not in words:
        raise ValueError(f"{option} must be {' or '.join(words)}, got {found!r}")


def _check_unique(option: str, ids: pd.Index[Any], place: str) -> None:
    if not ids.is_unique:
        first = ids[ids.duplicated()][0]
        raise ValueError(f"{option}: the id {str(first)!r} is twice in {place}; ids must differ")


def _check_none(option: str, ids: Any, fault: str, hint: str = "", of: str = "") -> None:
    if len(ids):
        some = f"1 id{of} is" if len(ids) == 1 else f"{len(ids)} ids{of} are"
        raise ValueError(f"{option}: {some} {fault}: {_few(ids)}{hint}")
