"""Many preds against one truth."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import pandas as pd

from . import _html, _slam
from ._scene import Scene
from ._score import Score
from ._table import Leaderboard

DTYPES = {"text": "object", "count": "Int64", "number": "float64", "truth": "boolean"}


class Comparison:
    """Preds ranked by how like the truth they are, with the score of each.

    Examples
    --------
    >>> import slam_metric
    >>> slide = slam_metric.demo()
    >>> comparison = slam_metric.comparison(slide, "expert", ["lesion_missed", "salt_and_pepper"], metrics="ari")
    >>> list(comparison.scores)
    ['lesion_missed', 'salt_and_pepper']
    """

    def __init__(self, inner: _slam.Comparison, index: pd.Index[Any] | None = None, scene: Scene | None = None) -> None:
        self._inner: _slam.Comparison | None = inner
        self._index = index
        self._scene = Scene() if scene is None else scene
        self._json, self._text = inner.json(), inner.text()

    @property
    def truth(self) -> str:
        """The name of the labels that are taken as right."""
        return str(self.to_dict()["truth"])

    @property
    def verdict(self) -> dict[str, Any]:
        """Which pred is best and by what, whether ``slam`` can be trusted, where the best errs; in ``sentences``."""
        return dict(self.to_dict()["verdict"])

    @cached_property
    def table(self) -> Leaderboard:
        """One row per method and slice, best first, then the references; ``attrs`` holds the settings.

        ``table.style`` is ready for notebooks and papers: arrows say what is better, the best is bold.
        """
        columns = self._held("table").columns()
        table = Leaderboard({name: pd.Series(values, dtype=DTYPES[kind]) for name, kind, values in columns})
        found = self.to_dict()
        provenance = found["provenance"]
        table.attrs = {
            "truth": found["truth"],
            "warnings": found["warnings"],
            **{name: provenance[name] for name in ("version", "seed", "options", "steps")},
        }
        return table

    @cached_property
    def scores(self) -> dict[str, Score]:
        """The score of each pred by name, best first; each equals what :func:`slam_metric.score` gives."""
        named = self._held("scores").analyses()
        return {name: Score(analysis, self._index, self.truth, name, self._scene) for name, analysis in named}

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """Which differences between methods hold: ``a b difference low high p p_holm``, a row per pair.

        ``p_holm`` is adjusted for all pairs; ``method`` and ``assumes`` say whether it speaks of this slide or of
        donors; ``undefined`` says why there is no answer. Empty unless it was asked for (``infer="pairs"``).
        """
        columns = ["a", "b", "difference", "low", "high", "p", "p_holm", "number", "method", "undefined", "assumes"]
        table = pd.DataFrame(self.to_dict().get("pairs") or [], columns=None)
        extra = [name for name in ("p_max_t", "donors") if name in table]
        numbers = dict.fromkeys([*columns[2:7], *extra], float)
        return table.reindex(columns=[*columns[:7], *extra, *columns[7:]]).astype(numbers)

    @property
    def groups(self) -> list[list[str]]:
        """Methods that cannot be told apart, in the order of rank; none unless pairs were asked for."""
        return [list(group) for group in self.to_dict().get("groups") or []]

    def report(
        self,
        path: str | os.PathLike[str],
        *,
        title: str | None = None,
        y_axis: Literal["up", "down"] | None = None,
        words: Literal["wrong", "change"] = "wrong",
        unit: str = "spot",
        palette: Mapping[str, Any] | None = None,
    ) -> Path:
        """Writes the report: one HTML file with maps, that opens offline in any browser.

        Parameters
        ----------
        path
            Where to write it.
        title
            The headline.
        y_axis
            Which way y runs on the maps: down for pixels of an image, else up, if not given.
        words
            What a difference from the truth is called: ``"wrong"``, or ``"change"`` as between two dates.
        unit
            What one place is called: spot, cell, state.
        palette
            Colours of truth labels; those of the data (``uns["COLUMN_colors"]``), or our own, if not given.
        """
        scene = self._scene.drawn(self.truth, y_axis, words, unit, palette)
        self._held("a report").report(Path(path), title, scene)
        return Path(path)

    def _held(self, what: str) -> _slam.Comparison:
        """What the library holds, which does not travel with a pickle."""
        if self._inner is None:
            raise ValueError(f"{what} needs the maps, which a pickle leaves behind; compare again, or make it before")
        return self._inner

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
        names = ", ".join(f"{name}: {score:.4f}" for name, score in self.scores.items())
        return f"Comparison({names})"

    def _repr_html_(self) -> str:
        return self.table._repr_html_() + _html.notes(self.table.attrs["warnings"])

    def __copy__(self) -> Comparison:
        return _restored(dict(self.__dict__))

    def __deepcopy__(self, memo: dict[int, Any]) -> Comparison:
        # What the library holds cannot change, and is shared.
        shared = {name: self.__dict__[name] for name in ("_inner", "_scene")}
        rest = {name: copy.deepcopy(value, memo) for name, value in self.__dict__.items() if name not in shared}
        return _restored({**rest, **shared})

    def __reduce__(self) -> tuple[Any, ...]:
        # The arrays of the library stay behind; what was made of them travels.
        state = {**self.__dict__, "table": self.table, "scores": self.scores, "_inner": None}
        return _restored, (state,)


def _restored(state: dict[str, Any]) -> Comparison:
    """The comparison with what it held."""
    found = Comparison.__new__(Comparison)
    found.__dict__.update(state)
    return found
