"""The result of comparing two labelings: one value, and all that explains it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

import numpy as np
import pandas as pd

from . import _slam
from ._matching import Matching

BOUNDARY = "(boundary)"


@dataclass(frozen=True)
class Adjusted:
    """How far the pred is from the truth at every scale, in units of chance; ``float(adjusted)`` is r."""

    r: float
    """mean / chance: 0 alike, 1 no better than chance, above 1 worse."""
    mean: float
    """How much truth and pred differ, the mean over scales, 0 to 1."""
    chance: float
    """What a map scores that knows how much there is of each label, not where."""
    distance: float
    """The square root of the mean."""
    profile: pd.DataFrame
    """Every scale: ``width`` of the cells (none for the whole, 0 for single half-edges), ``mean``, ``chance``."""

    def __float__(self) -> float:
        return self.r

    def __repr__(self) -> str:
        return f"Adjusted(r={self.r:.4f}, mean={self.mean:.4f}, profile of {len(self.profile)} scales)"


@dataclass(frozen=True)
class Pinned:
    """SLAM edge by edge; ``float(pinned)`` is d."""

    d: float
    """2 − 2·exp(−4·mean)."""
    mean: float
    """The mean over edges of how wrong each is, 0 to 1."""

    def __float__(self) -> float:
        return self.d


class Score:
    """How similar two labelings are, and why: 0 alike, towards 2 unlike. ``float(score)`` is :attr:`d`.

    Examples
    --------
    >>> import slam_metric
    >>> score = slam_metric.score(slam_metric.demo(), truth="expert", pred="salt_and_pepper")
    >>> score
    Score(adjusted=0.0822, d=0.0553, pinned=0.4826, cancelled=3 %, n_spots=4011)
    >>> score.domains.loc["Layer3", ["n_edges", "kept", "lost"]].to_dict()
    {'n_edges': 2261.0, 'kept': 1889.0, 'lost': 372.0}
    """

    truth: str
    """The name of the labels that are taken as right."""
    pred: str
    """The name of the labels that are judged."""

    def __init__(self, analysis: _slam.Analysis, index: pd.Index[Any] | None, truth: str, pred: str) -> None:
        self.truth, self.pred = truth, pred
        self._analysis: _slam.Analysis | None = analysis
        self._index = index
        self._json = analysis.json()
        self._text = analysis.text()
        self._warnings = analysis.warnings()
        self._result: dict[str, Any] = json.loads(self._json)

    @property
    def d(self) -> float:
        """SLAM: 0 for equal distributions of edge kinds, at most 1.9634 at the default γ."""
        return float(self._result["slam"]["d"])

    @property
    def se(self) -> float | None:
        """The standard error of d that the choice of directions causes, where it is known."""
        se = self._result["slam"]["d_se"]
        return None if se is None else float(se)

    @property
    def slam(self) -> dict[str, Any]:
        """D with all that belongs to it: its error, SW², γ, the bandwidth, the estimator."""
        return dict(self._result["slam"])

    @cached_property
    def adjusted(self) -> Adjusted:
        """Every scale at once, in units of chance: it sees *where* labels differ."""
        found = self._result["slam_adjusted"]
        return Adjusted(**{**found, "profile": pd.DataFrame(found["profile"]).astype({"width": float})})

    @cached_property
    def pinned(self) -> Pinned:
        """The same question edge by edge."""
        return Pinned(**self._result["slam_pinned"])

    @property
    def cancelled(self) -> float | None:
        """The share of wrong edges that SLAM cannot see; none when nothing is wrong."""
        share: float | None = self._result["cancelled"]
        return share

    @property
    def verdict(self) -> dict[str, Any]:
        """What to take away, whether ``slam`` can be trusted, where it goes wrong; ``sentences`` says it."""
        return dict(self._result["verdict"])

    @cached_property
    def interval(self) -> pd.DataFrame:
        """How far numbers would move on another section, or with other donors: ``value low high level method``.

        A row per number; ``undefined`` says why there is no interval, ``assumes`` what one takes for granted. Empty
        unless it was asked for (``infer="interval"``).
        """
        found = self._result.get("intervals") or {}
        columns = ["value", "low", "high", "level", "method", "undefined", "assumes"]
        table = pd.DataFrame.from_dict(found, orient="index").reindex(columns=columns)
        numbers = dict.fromkeys(columns[:4], float)
        return table.astype(numbers).rename_axis("number")

    @property
    def test(self) -> dict[str, Any] | None:
        """Whether the agreement is better than chance: ``p`` and what it rests on; none unless ``infer="test"``."""
        found: dict[str, Any] | None = self._result.get("test")
        return found

    @property
    def metrics(self) -> dict[str, float | None]:
        """The benchmark metrics by name, none where undefined; :attr:`undefined` says why."""
        return dict(self._result["metrics"])

    @property
    def undefined(self) -> dict[str, str]:
        """Why a metric has no value."""
        return dict(self._result["undefined"])

    @cached_property
    def matching(self) -> Matching:
        """What became of the pred labels."""
        return Matching.read(self._result["matching"])

    @cached_property
    def flow(self) -> pd.DataFrame:
        """What became of the edges: a row per kind in the truth, a column per kind in the matched pred.

        A kind is the label that both ends carry, or ``(boundary)`` where they differ.
        """
        kinds = [BOUNDARY if kind is None else kind for kind in self._result["flow"]["kinds"]]
        cells = np.zeros((len(kinds), len(kinds)))
        for truth, pred, mass in self._result["flow"]["counts"]:
            cells[truth, pred] = mass
        return pd.DataFrame(cells, pd.Index(kinds, name="truth"), pd.Index(kinds, name="pred"))

    @cached_property
    def domains(self) -> pd.DataFrame:
        """What became of each truth label, and last of the boundary: ``n_spots n_edges kept lost share``."""
        table = pd.DataFrame(self._result["domains"]).astype({"n_spots": "Int64"})
        table["label"] = table["label"].astype(object).where(table["label"].notna(), BOUNDARY)
        return table.set_index("label")

    @cached_property
    def spots(self) -> pd.DataFrame:
        """A row per spot compared: position, labels, ``disagreement`` of its edges, ``share`` of what is wrong."""
        analysis = self._analysis
        assert analysis is not None, "a score without its analysis carries its spots"
        rows = analysis.rows()
        flat, dimensions = analysis.positions()
        table = pd.DataFrame(flat.reshape(-1, dimensions), columns=list("xyz"[:dimensions]))
        for name, (names, codes) in analysis.labels().items():
            table[name] = pd.Categorical.from_codes(codes, categories=pd.Index(names, dtype=object))
        table["disagreement"], table["share"] = analysis.wrong()
        table.index = pd.Index(rows) if self._index is None else self._index[rows]
        return table

    @cached_property
    def slices(self) -> pd.DataFrame:
        """The scores of each slice from its own edges; empty where there are no slices."""
        rows = {name: _slice_row(found) for name, found in self._result["slices"].items()}
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("slice")

    @property
    def warnings(self) -> list[str]:
        """What a user should know."""
        return list(self._warnings)

    @property
    def provenance(self) -> dict[str, Any]:
        """How the result came about: version, seed, options, steps, input."""
        return dict(self._result["provenance"])

    @property
    def n_spots(self) -> int:
        """The number of spots compared."""
        return int(self._result["n_spots"])

    @property
    def n_dropped(self) -> int:
        """The number of spots left out because a label was missing."""
        return int(self._result["n_dropped"])

    @property
    def n_edges(self) -> int:
        """The number of edges of the neighbour graph."""
        return int(self._result["n_edges"])

    @property
    def n_labels(self) -> int:
        """K, the number of truth labels."""
        return int(self._result["n_labels"])

    def to_dict(self) -> dict[str, Any]:
        """The command's JSON as a dictionary."""
        found: dict[str, Any] = json.loads(self._json)
        return found

    def to_json(self) -> str:
        """The command's JSON."""
        return self._json

    def __float__(self) -> float:
        return self.d

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        cancelled = "" if self.cancelled is None else f", cancelled={100 * self.cancelled:.0f} %"
        scores = f"adjusted={self.adjusted.r:.4f}, d={self.d:.4f}, pinned={self.pinned.d:.4f}"
        dropped = f", n_dropped={self.n_dropped}" if self.n_dropped else ""
        return f"Score({scores}{cancelled}, n_spots={self.n_spots}{dropped})"

    def _repr_html_(self) -> str:
        numbers = {"slam": self.d, "slam_adjusted": self.adjusted.r, "slam_pinned": self.pinned.d, **self.metrics}
        cells = "".join(f"<td>{_shown(number)}</td>" for number in numbers.values())
        heads = "".join(f"<th>{escape(name)}</th>" for name in numbers)
        notes = "".join(f"<p>⚠ {escape(one)}</p>" for one in self.warnings)
        facts = (
            f"{self.n_spots:,} spots, {self.n_edges:,} edges, {self.n_labels} labels, matching {self.matching.method}"
        )
        return f"<table><tr>{heads}</tr><tr>{cells}</tr></table><p>{escape(facts)}</p>{notes}"

    def __getstate__(self) -> dict[str, Any]:
        # The arrays of the library stay behind; what was made of them travels.
        return {**self.__dict__, "spots": self.spots, "_analysis": None}


def _slice_row(found: dict[str, Any]) -> dict[str, Any]:
    values = {"slam": "d", "slam_adjusted": "r", "slam_pinned": "d"}
    scores = {name: None if found[name] is None else found[name][value] for name, value in values.items()}
    lead = {name: found[name] for name in ("n_spots", "n_edges")}
    return {**lead, **scores, "cancelled": found["cancelled"], **found["metrics"]}


def _shown(number: float | None) -> str:
    return "N/A" if number is None else f"{number:.4f}"
