"""Many slides and many methods: each slide compared by itself, and all of them together at the end."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pandas as pd

from . import _slam
from ._numbers import VALUES, value_of
from ._options import Options, given, takes_options
from ._preds import named_preds
from ._study import Study, warn

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Labels, Preds


Failure = tuple[str, str | None, str]
"""A slide, the method on it where the others could be compared, and the reason."""


class SlicePartial:
    """What a study keeps of a slide, or of several that were added up: kilobytes, however many spots there are.

    Made by :func:`slice_partial`, anywhere; ``a + b`` in any order; ``finish()`` at the end. It can be pickled, and
    written to a file: ``to_bytes()`` has a checksum.

    Examples
    --------
    >>> import slam_metric
    >>> slide = slam_metric.demo()
    >>> left = slam_metric.slice_partial("left", slide[slide.x < 4500], "expert", "layer*", metrics="none")
    >>> right = slam_metric.slice_partial("right", slide[slide.x >= 4500], "expert", "layer*", metrics="none")
    >>> (left + right).slices
    ['left', 'right']
    >>> (left + right).finish().methods
    ['layer_split', 'layers_merged', 'layers_swapped']
    """

    def __init__(self, inner: _slam.Slices) -> None:
        self._inner = inner

    @property
    def slices(self) -> list[str]:
        """The names of the slides."""
        return self._inner.names()

    def finish(self, *, rank_by: str | None = None) -> StudyResult:
        """What all slides say together; ``rank_by`` as in :class:`slam_metric.Options`."""
        return StudyResult.of(self, rank_by, [], 3)

    def to_bytes(self) -> list[bytes]:
        """The slides packed, each by itself, as ``slam partial`` writes them."""
        return self._inner.to_bytes()

    @classmethod
    def from_bytes(cls, packed: Iterable[bytes]) -> SlicePartial:
        """Slides from what :meth:`to_bytes` gave; what is damaged is an error."""
        return cls(_slam.Slices.from_bytes(list(packed)))

    def __add__(self, other: object) -> SlicePartial:
        if not isinstance(other, SlicePartial):
            return NotImplemented
        return SlicePartial(self._inner.plus(other._inner))

    def __radd__(self, other: object) -> SlicePartial:
        # sum() begins with 0.
        return self if other == 0 else NotImplemented

    def __reduce__(self) -> Any:
        return SlicePartial.from_bytes, (self.to_bytes(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SlicePartial) and self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"SlicePartial({', '.join(self.slices)})"


class StudyResult:
    """What all slides say together: the command's numbers for the same study, to the last bit."""

    def __init__(self, text: str) -> None:
        self._json = text

    @classmethod
    def of(cls, parts: SlicePartial, rank_by: str | None, failures: Sequence[Failure], level: int) -> StudyResult:
        """The result of slides that were added up, and of those, and methods on one, that could not be compared."""
        text, warnings = parts._inner.finish(rank_by, list(failures))
        warn(warnings, level + 1)
        return cls(text)

    @property
    def methods(self) -> list[str]:
        """The methods, best first."""
        return [one["method"] for one in self.to_dict()["methods"]]

    @property
    def slices(self) -> list[str]:
        """The slides, in natural order."""
        return [one["slice"] for one in self.to_dict()["slices"]]

    @property
    def verdict(self) -> dict[str, Any]:
        """Which method is best and by what, and whether the lead is real; in ``sentences``."""
        return dict(self.to_dict()["verdict"])

    @cached_property
    def table(self) -> pd.DataFrame:
        """A row per method, best first, and a column per slide: the number that ranks, ``NaN`` where there is none."""
        return self.numbers(str(self.verdict["by"]))

    def numbers(self, name: str) -> pd.DataFrame:
        """One number of every method on every slide: ``slam``, ``slam_adjusted``, ``slam_pinned`` or a metric.

        A row per method, best first; a column per slide; ``NaN`` where a method has no labels for a slide, or the
        number is undefined there.
        """
        found = self.to_dict()
        cells = [[_number(cell, name) for cell in one["slices"]] for one in found["methods"]]
        return pd.DataFrame(cells, index=pd.Index(self.methods, name="method"), columns=self.slices, dtype=float)

    def to_dict(self) -> dict[str, Any]:
        """The command's JSON as a dictionary."""
        found: dict[str, Any] = json.loads(self._json)
        return found

    def to_json(self) -> str:
        """The command's JSON."""
        return self._json

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StudyResult) and self._json == other._json

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"StudyResult({len(self.methods)} methods on {len(self.slices)} slides, best {self.methods[0]})"

    def __str__(self) -> str:
        return "\n".join(self.verdict["sentences"])

    def _repr_html_(self) -> str:
        html: str = self.table.to_html(na_rep="", float_format="{:.4f}".format)
        return html


@takes_options
def slice_partial(
    name: str, data: Any, truth: Labels, preds: Preds, *, donor_name: str | None = None, **options: Unpack[Options]
) -> SlicePartial:
    """Compares the methods of one slide, and keeps what a study of many needs.

    Parameters
    ----------
    name
        What the slide is called.
    data, truth, preds, **options
        As in :func:`comparison`; the same options for all slides of a study, which is checked when they are added.
    donor_name
        Whose slide it is; slides of one donor count as one in intervals and pairs.

    Returns
    -------
    SlicePartial
        ``a + b``, ``finish()``.
    """
    partial, notes = partial_of(name, data, truth, preds, donor_name, given(options))
    warn(notes, 4)
    return partial


@takes_options
def study(
    slides: Mapping[str, Any],
    truth: Labels,
    preds: str | Sequence[str] | Mapping[str, Mapping[str, Any]],
    *,
    donors: Mapping[str, str] | None = None,
    keep_going: bool = False,
    **options: Unpack[Options],
) -> StudyResult:
    """Compares many methods on many slides, one slide after the other.

    Parameters
    ----------
    slides
        The slides by name: whatever :func:`score` takes, or a function without arguments that reads it, which is
        called when it is the slide's turn, so that one slide is in memory at a time.
    truth
        The column with the labels that are taken as right.
    preds
        Names of columns or a pattern, the same on every slide; or labels by method and slide,
        ``{method: {slide: labels}}``, each of them labels or a function that reads them. Combinations that are not
        there are missing, and are never zeros.
    donors
        Whose slide it is, by slide; slides of one donor count as one in intervals and pairs.
    keep_going
        Leave out slides that cannot be read or compared, and say so, instead of stopping at the first. Where labels by
        method and slide are given, a method whose labels fail is left out on that slide alone.
    **options
        See :class:`slam_metric.Options`.

    Returns
    -------
    StudyResult
        ``table`` (method × slide), ``numbers(name)``, ``verdict``, ``to_dict()``.

    Examples
    --------
    >>> import slam_metric
    >>> slide = slam_metric.demo()
    >>> halves = {"left": slide[slide.x < 4500], "right": slide[slide.x >= 4500]}
    >>> slam_metric.study(halves, "expert", "layer*", metrics="none").table.round(3)
                     left  right
    method
    layer_split     0.117  0.136
    layers_merged   0.124  0.133
    layers_swapped  0.423  0.489
    """
    chosen = given(options)
    tasks = [Slide(name, data, truth, preds_on(name, preds), donor_of(name, donors)) for name, data in slides.items()]
    gathered = Gathered(keep_going)
    for task in tasks:
        try:
            gathered.add(task.name, *task.partial(dict(chosen), keep_going))
        except Exception as error:
            gathered.fail(task.name, error)
    return gathered.finish(chosen.get("rank_by"), 4)


class Slide:
    """One slide and its labels, in hand or still to be read."""

    def __init__(self, name: str, data: Any, truth: Any, preds: Any, donor: str | None) -> None:
        self.name, self.data, self.truth, self.preds, self.donor = name, data, truth, preds, donor

    def partial(
        self, options: dict[str, Any], keep_going: bool = False
    ) -> tuple[SlicePartial, list[str], dict[str, str]]:
        """What the study keeps of it, what a user should know, and the methods that fail, with the reason."""
        data = read(self.data)
        if not isinstance(self.preds, Mapping):
            return *self._compared(data, self.preds, options), {}
        preds, failed = self._read(keep_going)
        try:
            return *self._compared(data, preds, options), failed
        except Exception:
            if not keep_going:
                raise
            failed |= self._failing(data, preds, options)
            rest = {name: labels for name, labels in preds.items() if name not in failed}
            if not rest or len(rest) == len(preds):
                raise
            return *self._compared(data, rest, options), failed

    def _read(self, keep_going: bool) -> tuple[dict[str, Any], dict[str, str]]:
        """The labels of every method, and why those that are missing cannot be read."""
        preds, failed = dict[str, Any](), dict[str, str]()
        for name, labels in self.preds.items():
            try:
                preds[name] = read(labels)
            except Exception as error:
                if not keep_going or len(self.preds) == 1:
                    raise
                failed[name] = said(error)
        if not preds:
            raise ValueError("; ".join(f"{name}: {reason}" for name, reason in failed.items()))
        return preds, failed

    def _failing(self, data: Any, preds: dict[str, Any], options: dict[str, Any]) -> dict[str, str]:
        """The methods that cannot be compared by themselves, and why."""
        failed = {}
        for name, labels in preds.items():
            try:
                self._compared(data, {name: labels}, options)
            except Exception as error:
                failed[name] = said(error)
        return failed

    def _compared(self, data: Any, preds: Any, options: dict[str, Any]) -> tuple[SlicePartial, list[str]]:
        return partial_of(self.name, data, self.truth, preds, self.donor, dict(options))


class Gathered:
    """Slides as they come, and those that could not be compared."""

    def __init__(self, keep_going: bool) -> None:
        self.keep_going = keep_going
        self.parts: list[SlicePartial] = []
        self.notes: list[str] = []
        self.failures: list[Failure] = []

    def add(self, name: str, part: SlicePartial, notes: list[str], failed: Mapping[str, str]) -> None:
        """One more slide, and the methods that are left out on it."""
        self.parts.append(part)
        self.notes += notes
        self.failures += [(name, method, reason) for method, reason in failed.items()]

    def fail(self, name: str, error: BaseException) -> None:
        """A slide that could not be compared: left out, or the end."""
        if not self.keep_going:
            raise ValueError(f"slide {name!r}: {said(error)}") from error
        self.failures.append((name, None, said(error)))

    def finish(self, rank_by: str | None, level: int) -> StudyResult:
        """What all slides say together, whatever order they came in."""
        if not self.parts:
            reasons = "; ".join(f"{name}: {reason}" for name, _, reason in self.failures)
            raise ValueError(f"slides: none could be compared ({reasons})" if reasons else "slides: there are none")
        # What is left out is told with the result.
        warn(self.notes, level + 1)
        parts = sum(self.parts[1:], self.parts[0])
        return StudyResult.of(parts, rank_by, self.failures, level + 1)


def partial_of(
    name: str, data: Any, truth: Any, preds: Any, donor: str | None, options: dict[str, Any]
) -> tuple[SlicePartial, list[str]]:
    """What a study keeps of a slide, and what a user should know about it."""
    for option in ("slice", "library_key", "donor"):
        if option in options:
            raise ValueError(f"{option}: every slide of a study is a slice already; compare() takes one with several")
    named, notes = named_preds(data, truth, preds, options)
    read_study = Study(data, truth, named, options)
    if read_study.slide_key is not None:
        several = f"data: several slides, by column {read_study.slide_key}, and every slide of a study is one"
        raise ValueError(f"{several}; one_slide=True if it is one slide")
    inner = read_study.run(read_study.inner.compare_slide)
    told = [f"{name}: {note}" for note in notes + read_study.notes]
    return SlicePartial(_slam.Slices.of(inner, str(name), donor)), told


def preds_on(name: str, preds: Any) -> Any:
    """The labelings of one slide."""
    if not isinstance(preds, Mapping):
        return preds
    for method, by_slide in preds.items():
        if not isinstance(by_slide, Mapping):
            kind = type(by_slide).__name__
            raise ValueError(f"preds: expected labels by slide for {method!r}, {{slide: labels}}, got {kind}")
    found = {method: by_slide[name] for method, by_slide in preds.items() if name in by_slide}
    if not found:
        raise ValueError(f"preds: no method has labels for the slide {name!r}")
    return found


def donor_of(name: str, donors: Mapping[str, str] | None) -> str | None:
    """Whose slide it is."""
    if donors is None:
        return None
    if name not in donors:
        raise ValueError(f"donors: the slide {name!r} has none; name that of every slide, or of none")
    return str(donors[name])


def read(held: Any) -> Any:
    """What is there, or what a function reads."""
    return held() if callable(held) else held


def said(error: BaseException) -> str:
    """An error in one line; what it is called where it says nothing else."""
    return str(error) or type(error).__name__


def _number(cell: dict[str, Any] | None, name: str) -> float | None:
    if cell is None:
        return None
    if name in VALUES:
        return value_of(name, cell.get(name))
    metrics: dict[str, float | None] = cell.get("metrics") or {}
    return metrics.get(name)
