"""One slide that does not fit into memory, or a study of many, on a Dask cluster: ``pip install slam-metric[dask]``."""

from __future__ import annotations

import importlib
import logging
import os
import pickle
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from . import _tiles
from ._dask_study import compare
from ._options import given, takes_options

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._options import Options
    from ._slam import Plan, Tally, Tile

SPOTS_PER_TILE = 300_000
"""About as many spots are counted at once by a worker, those around a tile not included."""
SAMPLE = 4_000
"""As many spots of every partition are looked at to find tiles of equal size."""
RETRIES = 3
"""So often a task is tried again that was lost with its worker."""

__all__ = ["compare", "score"]

logger = logging.getLogger("slam_metric")

Box = tuple[float, float, float, float]


@takes_options
def score(
    ddf: Any,
    truth: str,
    pred: str,
    *,
    client: Any = None,
    folder: str | os.PathLike[str] | None = None,
    spots_per_tile: int = SPOTS_PER_TILE,
    timeout: float | None = None,
    **options: Unpack[Options],
) -> _tiles.TiledScore:
    """Compares two labelings of one slide that may be larger than any worker's memory.

    The rows of every partition are sorted by spatial tiles into files; workers read tile after tile with what lies
    around it, and send back what it knows. The numbers are those of :func:`slam_metric.score` in memory, to the last
    bit; metrics that look at all spots at once (``asw``, ``chaos``, ``pas``, ``ch``, ``db``) are none, and
    ``undefined`` says why.

    Parameters
    ----------
    ddf
        A dask DataFrame with columns of coordinates and labels, in partitions of any order.
    truth, pred
        The columns with the labels that are taken as right, and with those that are judged.
    client
        The cluster to work on; else the one that is there, else a local one for the time of the call.
    folder
        A folder that all workers can write to and read from; a temporary one if not given. What is put there is
        removed.
    spots_per_tile
        About how many spots a worker counts at once.
    timeout
        Seconds after which a round that has not ended is an error.
    **options
        See :class:`slam_metric.Options`; those that need all spots at once are refused. ``x`` and ``y`` are the columns
        with the coordinates, of the same names if not given.

    Returns
    -------
    TiledScore
        All numbers; its spots are not at hand.
    """
    dask, distributed = _imported("dask"), _imported("distributed")
    chosen = given(options)
    x, y = str(chosen.pop("x", "x")), str(chosen.pop("y", "y"))
    plan = _tiles.planned(chosen)
    missing = [name for name in (x, y, truth, pred) if name not in ddf.columns]
    if missing:
        raise ValueError(f"no column {missing[0]!r} in the data (columns: {', '.join(map(str, ddf.columns))})")
    # A column may be asked for twice, as truth and as pred.
    parts = ddf[list(dict.fromkeys([x, y, truth, pred]))].to_delayed()
    with _working(distributed, client) as here, _scratch(folder) as scratch:
        engine = _Engine(dask, distributed, here, timeout)
        looks = engine.each(_look, parts, x, y)
        layout = _cut(looks, spots_per_tile)
        logger.info("tiles: %d for %d spots", len(layout.boxes), sum(look.n for look in looks))
        files = [str(scratch / f"part-{place}") for place in range(len(parts))]
        sorted_parts = engine.each(_sort, parts, x, y, truth, pred, layout, also=files)
        path = _written(scratch, layout, files, sorted_parts)
        while not plan.is_ready:
            plan = plan.after(engine.summed(_tally, len(layout.boxes), path, plan))
            logger.info("tiles: round %d is done", plan.round)
        found: _tiles.Partial = engine.summed(_partial, len(layout.boxes), path, plan)
    return found.finish(truth, pred)


def _imported(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise ImportError(
            f"slam_metric.dask needs {name}, which is not installed: pip install 'slam-metric[dask]'"
        ) from None


@contextmanager
def _working(distributed: Any, client: Any) -> Iterator[Any]:
    """The client that is given, the one that is there, or one for the time of the call."""
    if client is None:
        try:
            client = distributed.get_client()
        except ValueError:
            workers = max(1, min(4, os.cpu_count() or 1))
            settings = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None}
            with distributed.LocalCluster(**settings) as cluster, distributed.Client(cluster) as own:
                yield own
            return
    yield client


@contextmanager
def _scratch(folder: str | os.PathLike[str] | None) -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="slam-tiles-", dir=folder))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@dataclass(frozen=True)
class _Look:
    """What a partition looks like: its number of spots, and some of their positions."""

    n: int
    sample: npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Layout:
    """Tiles of about equal size: columns, and in each of them boxes one above the other."""

    across: npt.NDArray[np.float64]
    up: list[npt.NDArray[np.float64]]
    starts: npt.NDArray[np.int64]
    boxes: list[Box]

    def of(self, positions: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
        """The tile of every position."""
        column = np.searchsorted(self.across, positions[:, 0], side="right")
        row = np.zeros(len(positions), np.int64)
        for place, cuts in enumerate(self.up):
            within = column == place
            row[within] = np.searchsorted(cuts, positions[within, 1], side="right")
        return np.asarray(self.starts[column] + row, np.int64)

    def near(self, tile: int, halo: float) -> list[int]:
        """The tiles that hold what lies around one, itself included."""
        left, bottom, right, top = self.boxes[tile]
        boxes = np.array(self.boxes)
        apart = (boxes[:, 0] > right + halo) | (boxes[:, 2] < left - halo)
        apart |= (boxes[:, 1] > top + halo) | (boxes[:, 3] < bottom - halo)
        return [int(place) for place in np.flatnonzero(~apart)]


@dataclass(frozen=True)
class _Part:
    """A partition in its file: where the spots of each tile begin, and the texts of its labels."""

    starts: npt.NDArray[np.int64]
    texts: tuple[list[str], list[str]]


@dataclass(frozen=True)
class _Slide:
    """All that a worker must know to read a tile."""

    layout: _Layout
    files: list[str]
    starts: list[npt.NDArray[np.int64]]
    texts: tuple[list[str], list[str]]
    codes: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]


ROW = np.dtype([("place", np.float64, 2), ("codes", np.int32, 2)])


def _positions(part: pd.DataFrame, x: str, y: str) -> npt.NDArray[np.float64]:
    found = part[[x, y]].to_numpy(float)
    if not np.isfinite(found).all():
        raise ValueError(f"columns {x!r} and {y!r} must hold finite numbers")
    return found


def _look(part: pd.DataFrame, x: str, y: str) -> _Look:
    positions = _positions(part, x, y)
    return _Look(len(positions), positions[:: max(1, len(positions) // SAMPLE)].copy())


def _cut(looks: Sequence[_Look], spots_per_tile: int) -> _Layout:
    """Tiles that hold about as many spots each."""
    weights = np.concatenate([np.full(len(look.sample), look.n / max(1, len(look.sample))) for look in looks])
    sample = np.concatenate([look.sample for look in looks])
    n_tiles = max(1, round(sum(look.n for look in looks) / max(1, spots_per_tile)))
    columns = max(1, round(np.sqrt(n_tiles)))
    across = _quantiles(sample[:, 0], weights, columns)
    of = np.searchsorted(across, sample[:, 0], side="right")
    rows = max(1, round(n_tiles / columns))
    up = [_quantiles(sample[of == place, 1], weights[of == place], rows) for place in range(len(across) + 1)]
    sides = np.array([-np.inf, *across, np.inf])
    boxes = [
        (float(sides[place]), float(bottom), float(sides[place + 1]), float(top))
        for place, cuts in enumerate(up)
        for bottom, top in zip([-np.inf, *cuts], [*cuts, np.inf], strict=True)
    ]
    starts = np.cumsum([0, *(len(cuts) + 1 for cuts in up)])
    return _Layout(across, up, starts, boxes)


def _quantiles(values: npt.NDArray[np.float64], weights: npt.NDArray[np.float64], n: int) -> npt.NDArray[np.float64]:
    """Where to cut so that the ``n`` parts between weigh the same; fewer cuts where many values are equal."""
    if not len(values):
        return np.empty(0)
    order = np.argsort(values, kind="stable")
    total = np.cumsum(weights[order])
    places = np.searchsorted(total, total[-1] * np.arange(1, n) / n)
    return np.unique(values[order][places])


def _sort(part: pd.DataFrame, x: str, y: str, truth: str, pred: str, layout: _Layout, file: str) -> _Part:
    """Writes the spots of a partition tile after tile; a file is whole or not there."""
    positions = _positions(part, x, y)
    labels = [_tiles.coded(name, part[name]) for name in (truth, pred)]
    tile = layout.of(positions)
    order = np.argsort(tile, kind="stable")
    rows = np.empty(len(part), ROW)
    rows["place"] = positions[order]
    rows["codes"] = np.column_stack([codes for _, codes in labels])[order]
    with tempfile.NamedTemporaryFile(dir=Path(file).parent, delete=False) as held:
        rows.tofile(held)
    Path(held.name).replace(file)
    starts = np.searchsorted(tile[order], np.arange(len(layout.boxes) + 1))
    return _Part(np.asarray(starts, np.int64), (labels[0][0], labels[1][0]))


def _written(scratch: Path, layout: _Layout, files: list[str], parts: Sequence[_Part]) -> str:
    """Writes down what all workers must know, where a worker that comes later finds it."""
    texts: tuple[list[str], list[str]] = ([], [])
    codes = []
    places: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for part in parts:
        both = []
        for side in (0, 1):
            for one in part.texts[side]:
                if one not in places[side]:
                    places[side][one] = len(texts[side])
                    texts[side].append(one)
            # The last place is that of a missing label, whose code is −1.
            both.append(np.array([*(places[side][one] for one in part.texts[side]), -1], np.int64))
        codes.append((both[0], both[1]))
    slide = _Slide(layout, files, [part.starts for part in parts], texts, codes)
    path = scratch / "slide.pickle"
    path.write_bytes(pickle.dumps(slide))
    return str(path)


@lru_cache(maxsize=1)
def _slide(path: str) -> _Slide:
    found: _Slide = pickle.loads(Path(path).read_bytes())
    return found


def _read(path: str, tile: int, halo: float) -> Tile:
    """A tile, and what lies around it."""
    slide = _slide(path)
    core = slide.layout.boxes[tile]
    low, high = np.array(core[:2]) - halo, np.array(core[2:]) + halo
    near = slide.layout.near(tile, halo) if halo > 0 else [tile]
    places, truth, pred = [], [], []
    for file, starts, codes in zip(slide.files, slide.starts, slide.codes, strict=True):
        with open(file, "rb") as held:
            for other in near:
                first, last = int(starts[other]), int(starts[other + 1])
                held.seek(first * ROW.itemsize)
                rows = np.fromfile(held, ROW, last - first)
                if other != tile:
                    place = rows["place"]
                    rows = rows[((low <= place) & (place <= high)).all(axis=1)]
                places.append(rows["place"])
                truth.append(codes[0][rows["codes"][:, 0]])
                pred.append(codes[1][rows["codes"][:, 1]])
    labels = [(texts, np.concatenate(codes)) for texts, codes in zip(slide.texts, (truth, pred), strict=True)]
    return _tiles.coded_tile(np.concatenate(places), labels[0], labels[1], core, halo)


def _tally(tile: int, path: str, plan: Plan) -> Tally:
    return _tiles.tally(_read(path, tile, plan.halo), plan, threads=1)


def _partial(tile: int, path: str, plan: Plan) -> _tiles.Partial:
    return _tiles.partial(_read(path, tile, plan.halo), plan, threads=1)


def _plus(one: Any, other: Any) -> Any:
    return one + other


@dataclass(frozen=True)
class _Engine:
    """Runs the tasks of a round and lets go of all of them at its end: a worker that dies later takes nothing along."""

    dask: Any
    distributed: Any
    client: Any
    timeout: float | None

    def each(
        self, work: Callable[..., Any], parts: Sequence[Any], *arguments: Any, also: Sequence[Any] = ()
    ) -> list[Any]:
        """What the work gives for every partition."""
        task = self.dask.delayed(work, pure=False)
        own = [[one] for one in also] or [[] for _ in parts]
        tasks = [task(part, *arguments, *more) for part, more in zip(parts, own, strict=True)]
        return self._finished(self.client.compute(tasks, retries=RETRIES))

    def summed(self, work: Callable[..., Any], n_tiles: int, path: str, plan: Plan) -> Any:
        """The sum of what the work gives for every tile, added two by two."""
        submit = self.client.submit
        settings = {"pure": False, "retries": RETRIES}
        all_futures = level = [submit(work, tile, path, plan, **settings) for tile in range(n_tiles)]
        while len(level) > 1:
            pairs = [submit(_plus, one, other, **settings) for one, other in zip(level[::2], level[1::2], strict=False)]
            level = pairs + level[2 * len(pairs) :]
            all_futures = all_futures + pairs
        found = self._finished(level)[0]
        for future in all_futures:
            future.release()
        return found

    def _finished(self, futures: list[Any]) -> list[Any]:
        try:
            if self.timeout is not None:
                self.distributed.wait(futures, timeout=self.timeout)
            return list(self.client.gather(futures))
        finally:
            for future in futures:
                future.release()
