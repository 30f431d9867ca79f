"""What became of the pred labels."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from . import _html

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Split:
    """Spots that step 3 of the paper's matching took from one truth label to another."""

    pred: str
    """The pred label that was split."""
    source: str
    """The truth label it stands for."""
    target: str
    """The truth label that the spots were given."""
    n_spots: int
    """How many spots."""
    slice: str | None = None
    """The slice, where each was matched by itself."""

    @classmethod
    def read(cls, found: dict[str, Any]) -> Split:
        """The split that the library describes."""
        return cls(found["pred"], found["from"], found["to"], found["n_spots"], found.get("slice"))


@dataclass(frozen=True)
class Matching:
    """How the pred labels were written in the truth's words."""

    method: str
    """How labels were matched."""
    requested: str
    """What was asked for."""
    reason: str
    """Why the method was chosen."""
    per: str
    """What was matched at once: ``"all"`` slices, or every ``"slice"`` by itself."""
    map: dict[str, str | None]
    """The truth label that each pred label stands for, or none; empty where every slice has a map of its own."""
    slices: dict[str, dict[str, str | None]]
    """The map of each slice, where each was matched by itself."""
    split: list[Split]
    """The spots that were relabelled from the truth."""
    unmatched: list[str]
    """The pred labels that stand for no truth label, on one slice at least."""

    @classmethod
    def read(cls, found: dict[str, Any]) -> Matching:
        """The matching of a score's JSON."""
        names = {name: found[name] for name in ("method", "requested", "reason", "per", "map", "unmatched")}
        return cls(slices=found.get("slices", {}), split=[Split.read(one) for one in found["split"]], **names)


@dataclass(frozen=True)
class MatchedLabels(Matching):
    """A matching with the label of every spot."""

    labels: pd.Series[Any]
    """The pred labels in the truth's words, categorical, in the order of the data; missing where a label was."""
    links: pd.DataFrame
    """What became of each pred label: ``pred``, ``truth``, ``jaccard``, ``reassigned``; ``slice`` where each
    was matched by itself."""
    n_dropped: int
    """The number of spots left out because a label was missing."""
    n_unlabelled: int
    """The number of spots that the truth labels and the pred does not, whatever happened to them."""

    def _repr_html_(self) -> str:
        facts = f"matched by {self.method}: {self.reason}" + (
            f"; {self.n_dropped:,} spots left out" * bool(self.n_dropped)
        )
        return f"{_html.of_links(self.links)}<p>{escape(facts)}</p>"
