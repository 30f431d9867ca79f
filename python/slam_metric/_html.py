"""Tables for notebooks: arrows say what is better, the best of each column is bold, references stand back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

import pandas as pd

from . import _slam

OWN = ("slam", "slam_adjusted", "slam_pinned")
TEXTS = ("pred", "slice", "matching")
REFERENCE = "color:#888"
BEST = "font-weight:bold"


def better() -> dict[str, str]:
    """An arrow for each number: up where more is better, down where less is."""
    metrics = {name: "↑" if is_higher else "↓" for name, _, _, is_higher in _slam.metric_table()}
    return {**dict.fromkeys(OWN, "↓"), **metrics}


def filled(table: pd.DataFrame) -> list[str]:
    """The columns in which anything stands."""
    return [column for column in table.columns if table[column].notna().any()]


def head(column: object) -> str:
    """The name of a column with its arrow."""
    arrow = better().get(str(column))
    return f"{column} {arrow}" if arrow else str(column)


def cell(value: Any) -> str:
    """A value as it is shown."""
    if value is None or value is pd.NA or value != value:
        return "–"
    if isinstance(value, bool):
        return "✓" if value else "✗"
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def best(table: pd.DataFrame) -> dict[str, set[Any]]:
    """The rows that are best in each number, of those that are ranked and speak of all slices."""
    ranked = table[table["rank"].notna()] if "rank" in table else table
    ranked = ranked[ranked["slice"].isna()] if "slice" in ranked else ranked
    found: dict[str, set[Any]] = {}
    for column, arrow in better().items():
        numbers = ranked[column].dropna() if column in ranked else pd.Series(dtype=float)
        if len(numbers) and len(ranked) > 1:
            top = numbers.max() if arrow == "↑" else numbers.min()
            found[column] = set(numbers.index[numbers == top])
    return found


def references(table: pd.DataFrame) -> set[Any]:
    """The rows without a rank that speak of all slices."""
    if "rank" not in table or "slice" not in table:
        return set()
    return set(table.index[table["rank"].isna() & table["slice"].isna()])


def of_table(table: pd.DataFrame) -> str:
    """A leaderboard as HTML."""
    marked, grey = best(table), references(table)
    shown = filled(table)
    lines = []
    for row, values in zip(table.index, table[shown].astype(object).itertuples(index=False), strict=True):
        texts = [_marked(cell(value), row in marked.get(one, ())) for one, value in zip(shown, values, strict=True)]
        sides = [_side(one) for one in shown]
        cells = "".join(f'<td style="text-align:{side}">{one}</td>' for side, one in zip(sides, texts, strict=True))
        lines.append(f'<tr style="{REFERENCE}">{cells}</tr>' if row in grey else f"<tr>{cells}</tr>")
    return _table([head(one) for one in shown], lines)


def of_numbers(numbers: Mapping[str, Any]) -> str:
    """Numbers by name in one row."""
    cells = "".join(f"<td>{escape(cell(number))}</td>" for number in numbers.values())
    return _table([head(name) for name in numbers], [f"<tr>{cells}</tr>"])


def of_links(links: pd.DataFrame) -> str:
    """What became of pred labels: more overlap is better, the most is bold, labels that stand for none stand back."""
    heads = [name for name in ("slice", "pred", "truth", "jaccard", "reassigned") if name in links]
    most = links["jaccard"].max() if "jaccard" in links else None
    lines = []
    for row in links[heads].astype(object).to_dict("records"):
        texts = [_marked(cell(value), name == "jaccard" and value == most) for name, value in row.items()]
        cells = "".join(f"<td>{one}</td>" for one in texts)
        lines.append(f'<tr style="{REFERENCE}">{cells}</tr>' if pd.isna(row["truth"]) else f"<tr>{cells}</tr>")
    # The overlap of two labels is not the metric of that name; more is better in both.
    return _table([head(name) for name in heads], lines)


def notes(texts: Iterable[str]) -> str:
    """What a user should know, marked as such."""
    return "".join(f"<p>⚠ {escape(one)}</p>" for one in texts)


def _table(heads: list[str], lines: list[str]) -> str:
    top = "".join(f"<th>{escape(one)}</th>" for one in heads)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _side(column: str) -> str:
    return "left" if column in TEXTS else "right"


def _marked(text: str, is_best: bool) -> str:
    return f"<b>{escape(text)}</b>" if is_best else escape(text)
