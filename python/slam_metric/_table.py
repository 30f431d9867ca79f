"""The leaderboard: a DataFrame whose ``style`` is ready for notebooks and papers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from . import _html

if TYPE_CHECKING:
    from collections.abc import Callable

    from pandas.io.formats.style import Styler


class Leaderboard(pd.DataFrame):
    """A row per method and slice, best first, then the references; what is taken from it is a plain DataFrame."""

    @property
    def _constructor(self) -> Callable[..., pd.DataFrame]:
        return pd.DataFrame

    @property
    def style(self) -> Styler:
        """The table with arrows that say what is better, the best of each column in bold, and grey references.

        A notebook shows it; ``style.to_latex()``, ``to_html()`` and ``to_excel()`` write it.
        """
        plain = pd.DataFrame(self)
        shown, marked, grey = _html.filled(plain), _html.best(plain), _html.references(plain)

        def mark(column: pd.Series[Any]) -> list[str]:
            tops = marked.get(str(column.name), set())
            return [_html.BEST if row in tops else "" for row in column.index]

        def stand_back(row: pd.Series[Any]) -> list[str]:
            return [_html.REFERENCE if row.name in grey else ""] * len(row)

        styler = plain[shown].style.apply(mark, axis=0).apply(stand_back, axis=1).format(_html.cell).hide(axis="index")
        return styler.format_index(_html.head, axis=1)

    def _repr_html_(self) -> str:
        return _html.of_table(pd.DataFrame(self))
