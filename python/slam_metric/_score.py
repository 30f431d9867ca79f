"""The result of comparing two labelings: one value, and all that explains it."""

from __future__ import annotations

import copy
import json
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from . import _html, _numbers, _slam
from ._matching import Matching
from ._numbers import Adjusted, Pinned, Slam
from ._scene import Scene

if TYPE_CHECKING:
    from typing_extensions import Self

BOUNDARY = "(boundary)"


class Score(float):
    """How similar two labelings are, and why: the number that ranks, :attr:`slam_adjusted`, 0 alike, towards 1 unlike.

    It is compared, sorted, rounded and formatted as that number; two scores of one value are equal. :attr:`slam` has
    the paper's number.

    Examples
    --------
    >>> import slam_metric
    >>> score = slam_metric.score(slam_metric.demo(), truth="expert", pred="salt_and_pepper")
    >>> score
    Score(slam_adjusted=0.0775, slam=0.0553, slam_pinned=0.4826, cancelled=3 %, n_spots=4011)
    >>> f"{score:.3f}", f"{score.slam:.3f}"
    ('0.077', '0.055')
    >>> score.domains.loc["Layer3", ["n_edges", "kept", "lost"]].to_dict()
    {'n_edges': 2261.0, 'kept': 1889.0, 'lost': 372.0}
    """

    truth: str
    """The name of the labels that are taken as right."""
    pred: str
    """The name of the labels that are judged."""

    _analysis: _slam.Analysis | None
    _index: pd.Index[Any] | None
    _scene: Scene
    _json: str
    _text: str
    _warnings: list[str]
    _result: dict[str, Any]

    def __new__(
        cls,
        analysis: _slam.Analysis | _slam.Finished,
        index: pd.Index[Any] | None,
        truth: str,
        pred: str,
        scene: Scene | None = None,
    ) -> Self:
        """The score that the library has found."""
        text = analysis.json()
        result = json.loads(text)
        score = super().__new__(cls, _numbers.adjusted(result["slam_adjusted"]))
        score.truth, score.pred = truth, pred
        score._scene = Scene() if scene is None else scene
        score._analysis = analysis if isinstance(analysis, _slam.Analysis) else None
        score._index = index
        score._json, score._result = text, result
        score._text, score._warnings = analysis.text(), analysis.warnings()
        return score

    @cached_property
    def slam(self) -> Slam:
        """The paper's SLAM with its parts: 0 for equal distributions of edge kinds, at most 1.9634 at the default γ."""
        return _numbers.slam(self._result["slam"])

    @cached_property
    def slam_adjusted(self) -> Adjusted:
        """Every scale at once with its parts: it sees *where* labels differ; the value of the score itself."""
        return _numbers.adjusted(self._result["slam_adjusted"])

    @cached_property
    def slam_pinned(self) -> Pinned:
        """The same question edge by edge, with its parts."""
        return _numbers.pinned(self._result["slam_pinned"])

    @property
    def d(self) -> float:
        """The value of :attr:`slam`, by the paper's name."""
        return self.slam.value

    @property
    def se(self) -> float | None:
        """The standard error of d that the choice of directions causes, where it is known."""
        return self.slam.d_se

    @property
    def parts(self) -> dict[str, Any]:
        """SLAM with all that belongs to it: its error, SW², γ, the bandwidth, the estimator."""
        return dict(self._result["slam"])

    @property
    def adjusted(self) -> Adjusted:
        """The same as :attr:`slam_adjusted`."""
        return self.slam_adjusted

    @property
    def pinned(self) -> Pinned:
        """The same as :attr:`slam_pinned`."""
        return self.slam_pinned

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
        """Whether the agreement is better than chance: ``p`` and what it rests on; none unless ``test=True``."""
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
        rows = self._rows
        flat, dimensions = analysis.positions()
        table = pd.DataFrame(flat.reshape(-1, dimensions), columns=list("xyz"[:dimensions]))
        for name, (names, codes) in analysis.labels().items():
            table[name] = pd.Categorical.from_codes(codes, categories=pd.Index(names, dtype=object))
        table["disagreement"], table["share"] = analysis.wrong()
        table.index = pd.Index(rows) if self._index is None else self._index[rows]
        return table

    @cached_property
    def _rows(self) -> Any:
        """The rows of the data that were compared."""
        assert self._analysis is not None, "a score without its analysis carries its rows"
        return self._analysis.rows()

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
    def n_truth_spots(self) -> int:
        """The number of spots that the truth labels."""
        return int(self._result["n_truth_spots"])

    @property
    def n_unlabelled(self) -> int:
        """The number of those that the pred does not label, whatever happened to them."""
        return int(self._result["n_unlabelled"])

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

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        cancelled = "" if self.cancelled is None else f", cancelled={100 * self.cancelled:.0f} %"
        scores = f"slam_adjusted={self.slam_adjusted:.4f}, slam={self.slam:.4f}, slam_pinned={self.slam_pinned:.4f}"
        dropped = f", n_dropped={self.n_dropped}" if self.n_dropped else ""
        unlabelled = f", n_unlabelled={self.n_unlabelled}" if self.n_unlabelled else ""
        return f"Score({scores}{cancelled}, n_spots={self.n_spots}{dropped}{unlabelled})"

    def _repr_html_(self) -> str:
        own = {"slam_adjusted": self.slam_adjusted, "slam": self.slam, "slam_pinned": self.slam_pinned}
        facts = (
            f"{self.n_spots:,} spots, {self.n_edges:,} edges, {self.n_labels} labels, matching {self.matching.method}"
        )
        table = _html.of_numbers({**own, **self.metrics})
        return f"{table}<p>{escape(facts)}</p>{_html.notes(self.warnings)}"

    def __copy__(self) -> Score:
        return restored(float(self), dict(self.__dict__), type(self))

    def __deepcopy__(self, memo: dict[int, Any]) -> Score:
        # What the library holds cannot change, and is shared.
        shared = {name: self.__dict__[name] for name in ("_analysis", "_scene")}
        rest = {name: copy.deepcopy(value, memo) for name, value in self.__dict__.items() if name not in shared}
        return restored(float(self), {**rest, **shared}, type(self))

    def __reduce__(self) -> tuple[Any, ...]:
        # The arrays of the library stay behind; what was made of them travels.
        state = {**self.__dict__, "spots": self.spots, "_rows": self._rows, "_analysis": None}
        return restored, (float(self), state)


def restored(value: float, state: dict[str, Any], kind: type[Score] | None = None) -> Score:
    """The score of that value with what it held."""
    score = float.__new__(kind or Score, value)
    score.__dict__.update(state)
    return score


def _slice_row(found: dict[str, Any]) -> dict[str, Any]:
    scores = {name: _numbers.value_of(name, found[name]) for name in _numbers.VALUES}
    lead = {name: found[name] for name in ("n_spots", "n_edges")}
    return {**lead, **scores, "cancelled": found["cancelled"], **found["metrics"]}
