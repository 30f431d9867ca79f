"""From what the caller holds to a study that the library can compare."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Callable, Collection
from numbers import Integral
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from . import _arguments, _frames, _labels, _matrices, _scene, _slam
from ._ids import NO_TABLE, Ids
from ._options import DEFAULTS
from ._progress import Bar
from ._slide_key import find_slide_key
from ._sources import Source, source

MOST_THREADS = 65_535
"""As many as the command takes."""
THREADS_PER_CORE = 4
"""More are of no use."""

Found = TypeVar("Found")

logger = logging.getLogger("slam_metric")


class Fitting(str):
    """The name of a column that fits a pattern, and was not named."""

    __slots__ = ()


class Study:
    """The caller's data, labels and options, converted once."""

    def __init__(
        self, data: Any, truth: Any, preds: list[tuple[str, Any]], options: dict[str, Any], *, with_ids: bool = False
    ):
        self.source = source(data, options.pop("table", None))
        has_bar = options.pop("progress", True)
        read_words(options)
        self.threads, notes = _limited(options.pop("threads", None))
        self.truth = name_of(truth, "truth")
        positions, words = self.source.positions(options)
        read = Reader(self.source, options)
        self.index = read.ids.index
        taken = {one for one in (truth, *(values for _, values in preds)) if type(one) is str}
        slices = read.slices(positions, taken)
        self.slide_key = read.slide_key
        """The column that was found to tell slides apart."""
        preds = [(name, values) for name, values in preds if name != self.slide_key or not isinstance(values, Fitting)]
        self.pred = preds[0][0] if preds else ""
        named = [("pred", name) for name, _ in preds]
        self.inner = _slam.Study(
            positions,
            (self.truth, read.labels("truth", truth, self.truth)),
            [(name, read.labels("pred", pred, name)) for name, pred in preds],
            slices=slices,
            donors=read.donors(),
            severities=read.severities(),
            measurements=read.measurements(),
            edges=read.edges(),
            ids=[str(one) for one in self.index] if with_ids and self.index is not None else None,
            by_row=read.ids.by_row,
            planes=self.source.planes,
            input=[("data", self.source.kind), ("truth", self.truth), *named, ("positions", words)],
        )
        self.options = options
        self.scene = read.scene()
        logger.info("positions: %s", words)
        unmet = self.inner.unmet(options.get("exclude", []))
        self.has_bar = bool(has_bar)
        self.notes = (
            self.source.notes + notes + [f'exclude: no spot is labelled "{label}"' for label in unmet] + read.notes
        )

    def run(self, work: Callable[[dict[str, Any], int | None, Bar | None], Found]) -> Found:
        """Does the work of the library, with a bar if it is long and one is wanted."""
        if not self.has_bar:
            return work(self.options, self.threads, None)
        with Bar() as bar:
            return work(self.options, self.threads, bar)


def read_words(options: dict[str, Any]) -> None:
    """Lists as the library wants them."""
    if not isinstance(options.get("metrics", ""), str):
        options["metrics"] = ",".join(map(str, _listed(options["metrics"]))) or "none"
    if "infer" in options:
        options["infer"] = _asked(options["infer"])
    if "exclude" in options:
        options["exclude"] = [_labels.text(one) for one in _listed(options["exclude"])]
    _check_threads(options.get("threads", 1))
    if "labels_id" in options:
        raise ValueError(NO_TABLE)
    for name in ("similarity", "log_normalize"):
        if "expression" not in options and not _is_default(name, options.get(name)):
            raise ValueError(f"{name} needs measurements: name them with expression")


class Reader:
    """Takes from the options what concerns the input, and reads it."""

    def __init__(self, source: Source, options: dict[str, Any]) -> None:
        self.source, self.options = source, options
        joins = {name: options.pop(name) for name in ("join", "extra_ids") if name in options}
        self.ids = Ids(source, options.pop("id", None), **joins)
        self.notes: list[str] = []
        """What a user should know about the labels."""
        self.slide_key: str | None = None
        """The column that was found to tell slides apart."""
        self._colors: dict[str, dict[str, str]] = {}
        self._orders: dict[str, list[str]] = {}
        self._categories: dict[str, list[str]] = {}

    def labels(self, option: str, values: Any, called: str) -> _slam.Labels:
        """Labels: a column by its name, or the labels themselves."""
        _arguments.check_labels(option, values)
        name, column = name_of(values, option), self._column(option, values)
        self._orders[called] = _scene.order_of(column)
        self._categories[called] = _scene.categories_of(column)
        self._colors[called] = self.source.colors(values, column) if isinstance(values, str) else {}
        return _labels.read(name, column, self.notes)

    def scene(self) -> _scene.Scene:
        """What the data say about their picture."""
        y, why = self.source.y
        colors = {name: found for name, found in self._colors.items() if found}
        orders = {name: found for name, found in self._orders.items() if found}
        return _scene.Scene(
            y, why, self.source.is_lonlat, self.source.shapes, colors, orders, self._categories, self.source.image()
        )

    def slices(self, positions: Any, taken: Collection[str]) -> _slam.Labels | None:
        """The slice of each spot, by the command's name or by squidpy's, or by a column that is found."""
        names = [name for name in ("slice", "library_key") if name in self.options]
        if len(names) == 2:
            raise ValueError("slice and library_key mean the same; give one")
        is_one = self.options.pop("one_slide", False)
        if not isinstance(is_one, bool | np.bool_):
            raise ValueError(f"one_slide must be True or False, got {is_one!r}")
        if is_one and names:
            raise ValueError(f"{names[0]} tells slices apart, and one_slide says that there is one; give one of them")
        if not names:
            return None if is_one else self._found_slices(positions, taken)
        values = self.options.pop(names[0])
        column = self._column(names[0], values)
        self.ids.check(column)
        return _labels.read(name_of(values, names[0]), column)

    def _found_slices(self, positions: Any, taken: Collection[str]) -> _slam.Labels | None:
        """The slices of a column that tells them apart without doubt, if there are several."""
        severity, donor = self.options.get("severity_column"), self.options.get("donor")
        others = {one for one in (severity, donor) if isinstance(one, str)}
        if not self.source.has_places:
            return None
        found = find_slide_key(self.source, positions, self.ids.index, {*taken, *others})
        self.ids.check(None if found is None else found.column)
        if found is None:
            return None
        self.slide_key = found.name
        self.notes.append(found.note)
        return _labels.read(found.name, found.column)

    def donors(self) -> _slam.Labels | None:
        """The donor of each spot, who is that of its slice."""
        values = self.options.pop("donor", None)
        if values is None:
            return None
        return _labels.read(name_of(values, "donor"), self._column("donor", values))

    def severities(self) -> Any:
        """The severity of each spot."""
        values = self.options.pop("severity_column", None)
        if values is None:
            return None
        column = _labels.unmasked(self._column("severity_column", values))
        numbers = pd.to_numeric(pd.Series(np.asarray(column)), errors="coerce")
        return numbers.to_numpy(dtype=np.float64)

    def measurements(self) -> _slam.Measurements | None:
        """What was measured at each spot."""
        matrix, named = (self.options.pop(name, None) for name in ("expression", "expression_id"))
        if named is not None and not isinstance(matrix, pd.DataFrame):
            raise ValueError("expression_id names a column of a DataFrame, and expression is none")
        if matrix is None:
            return None
        if isinstance(matrix, pd.DataFrame):
            matrix = self.ids.aligned("expression", self.ids.keyed("expression", matrix, named), whole=True)
        return _matrices.measurements(self.source.measurements(matrix) if isinstance(matrix, str) else matrix)

    def edges(self) -> _slam.Edges | None:
        """Edges that are known beforehand; rules by name stay with the library."""
        graph, option = self.options.get("graph"), "graph"
        if "connectivity_key" in self.options:
            if not _is_default("graph", graph):
                raise ValueError("graph and connectivity_key both name a graph; give one")
            graph, option = f"obsp:{self.options.pop('connectivity_key')}", "connectivity_key"
        if isinstance(graph, str) and graph.startswith("obsp:"):
            graph = self.source.graph(option, graph.removeprefix("obsp:"))
        if isinstance(graph, str) and graph.startswith("edges:"):
            raise ValueError("graph: give the edges themselves, an (m, 2) array of rows or ids, or a matrix")
        if isinstance(graph, str) and graph == "contiguity":
            self.options.pop("graph")
            return self.source.contiguity()
        if graph is None or isinstance(graph, str):
            return None
        self.options.pop("graph", None)
        return _matrices.edges(graph, self.source.n_spots, self.ids)

    def _column(self, option: str, values: Any) -> Any:
        if isinstance(values, str):
            return self.source.column(option, values)
        return self._aligned(option, _frames.column(option, values, self.notes))

    def _aligned(self, option: str, values: Any) -> Any:
        return self.ids.aligned(option, values) if isinstance(values, pd.Series) else values


def _check_threads(threads: Any) -> None:
    if not isinstance(threads, Integral):
        raise ValueError(f"threads: expected a whole number, got {threads!r}")
    if not 1 <= int(threads) <= MOST_THREADS:
        bound = "at least 1" if int(threads) < 1 else f"at most {MOST_THREADS}"
        raise ValueError(f"threads must be {bound}, got {threads}; leave it out for one per core")


def _limited(threads: int | None) -> tuple[int | None, list[str]]:
    """As many threads as are of use, and a note where more were asked for."""
    most = THREADS_PER_CORE * (os.cpu_count() or 1)
    if threads is None or threads <= most:
        return threads, []
    return most, [f"threads={threads}: {most} are used, {THREADS_PER_CORE} for each core"]


def _asked(infer: Any) -> str:
    """The questions as the library spells them: all, none, or names with commas between."""
    if isinstance(infer, bool):
        return "all" if infer else "none"
    return ",".join(map(str, _listed(infer))) or "none"


def _is_default(name: str, value: Any) -> bool:
    """Whether an option is what it is without being given."""
    return value is None or (isinstance(value, str | bool) and value == DEFAULTS[name])


def _listed(values: Any) -> list[Any]:
    """The values of a list, or the one value that stands alone."""
    return list(values) if pd.api.types.is_list_like(values) else [values]


def without_positions(asked: Any) -> str:
    """The metrics that are asked for, of those that need no positions."""
    known = {name: family != "internal" for name, _, family, _ in _slam.metric_table()}
    names = asked.split(",") if isinstance(asked, str) else [str(one) for one in _listed(asked)]
    if names == ["all"]:
        names = [name for name, is_known in known.items() if is_known]
    needy = [name for name in names if not known.get(name.strip(), True)]
    if needy:
        raise ValueError(f"metrics: {needy[0].strip()} needs positions: give data, truth and pred")
    return ",".join(names)


def name_of(values: Any, otherwise: str) -> str:
    """What labels are called."""
    name = values if isinstance(values, str) else getattr(values, "name", None)
    return otherwise if name is None else str(name)


def warn(messages: list[str], level: int) -> None:
    """Says what a user should know, at the caller's line."""
    for message in messages:
        warnings.warn(message, _slam.SlamWarning, stacklevel=level)
