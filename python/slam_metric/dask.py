"""One slide that does not fit into memory, or a study of many, on a Dask cluster: ``pip install slam-metric[dask]``."""

from __future__ import annotations

import importlib
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _dask_tiles, _tiles
from ._dask_study import compare
from ._options import given, takes_options

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Options
    from ._slam import Plan

SPOTS_PER_TILE = 300_000
"""About as many spots are counted at once by a worker, those around a tile not included."""
RETRIES = 3
"""So often a task is tried again that was lost with its worker."""

__all__ = ["compare", "score"]

logger = logging.getLogger("slam_metric")


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
        looks = engine.each(_dask_tiles.look, parts, x, y)
        layout = _dask_tiles.cut(looks, spots_per_tile)
        logger.info("tiles: %d for %d spots", len(layout.boxes), sum(look.n for look in looks))
        files = [str(scratch / f"part-{place}") for place in range(len(parts))]
        sorted_parts = engine.each(_dask_tiles.sort, parts, x, y, truth, pred, layout, also=files)
        path = _dask_tiles.written(scratch, layout, files, sorted_parts)
        while not plan.is_ready:
            plan = plan.after(engine.summed(_dask_tiles.tally, len(layout.boxes), path, plan))
            logger.info("tiles: round %d is done", plan.round)
        found: _tiles.Partial = engine.summed(_dask_tiles.partial, len(layout.boxes), path, plan)
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
