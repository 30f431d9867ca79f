"""A study on a Dask cluster: a task for every slide, and results that do not depend on who computed them."""

from __future__ import annotations

import importlib
import logging
import pickle
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ._options import Options, given, takes_options
from ._slides import Gathered, SlicePartial, Slide, StudyResult, donor_of, preds_on, said

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Labels

logger = logging.getLogger("slam_metric")

GLANCE = 10.0
"""So many seconds are waited for at a time before it is asked whether anybody is still working."""


@takes_options
def compare(
    slides: Mapping[str, Any],
    truth: Labels,
    preds: str | Sequence[str] | Mapping[str, Mapping[str, Any]],
    *,
    donors: Mapping[str, str] | None = None,
    keep_going: bool = False,
    client: Any = None,
    retries: int = 3,
    timeout: float | None = None,
    **options: Unpack[Options],
) -> StudyResult:
    """Compares many methods on many slides, spread over a Dask cluster; the numbers are those of :func:`study`.

    Parameters
    ----------
    slides, truth, preds, donors, keep_going, **options
        As in :func:`slam_metric.study`. Slides that a function reads are read by the worker that compares them; others
        are sent there. Every task works on one thread unless ``threads`` says otherwise.
    client
        The cluster; if not given the one that is there, or else one of this machine, which is closed at the end.
    retries
        So often a slide is given to another worker after its own was lost, beyond what the scheduler does by itself.
    timeout
        The most seconds to wait for the next slide.

    Returns
    -------
    StudyResult
        To the last bit that of :func:`slam_metric.study`, wherever slides were compared and in whatever order.
    """
    chosen = {"threads": 1, "progress": False, **given(options)}
    tasks = [Slide(name, data, truth, preds_on(name, preds), donor_of(name, donors)) for name, data in slides.items()]
    gathered = Gathered(keep_going)
    with _cluster(client) as cluster:
        for name, outcome in _outcomes(cluster, tasks, (chosen, keep_going), retries, timeout):
            if isinstance(outcome, BaseException):
                gathered.fail(name, outcome)
            else:
                packed, notes, failed = outcome
                gathered.add(name, SlicePartial.from_bytes(packed), notes, failed)
    return gathered.finish(chosen.get("rank_by"), 4)


def work(packed: bytes, options: dict[str, Any], keep_going: bool) -> tuple[list[bytes], list[str], dict[str, str]]:
    """What a worker does: unpacks a slide, compares its methods, and returns kilobytes."""
    try:
        slide: Slide = pickle.loads(packed)
    except Exception as error:
        raise ValueError(f"a worker cannot unpack it ({said(error)})") from error
    partial, notes, failed = slide.partial(dict(options), keep_going)
    return partial.to_bytes(), notes, failed


@contextmanager
def _cluster(client: Any) -> Iterator[Any]:
    """The cluster that is given or there, or one of this machine."""
    distributed = _distributed()
    if client is None:
        try:
            client = distributed.get_client()
        except ValueError:
            with distributed.Client(dashboard_address=":0") as own:
                yield own
            return
    yield client


def _distributed() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError as error:
        raise ImportError("a cluster needs dask.distributed: pip install 'slam-metric[dask]'") from error


def _outcomes(
    client: Any, slides: list[Slide], options: tuple[dict[str, Any], bool], retries: int, timeout: float | None
) -> Iterator[tuple[str, Any]]:
    """The name of every slide with what its worker returned, or why there is nothing, as they come.

    Few slides are under way at a time, so that neither the scheduler nor the client holds the study, and a future is
    released as soon as it was read: one that is kept would be computed again when its worker is lost.
    """
    killed = _distributed().KilledWorker
    waiting, under_way, lost = list(reversed(slides)), dict[Any, Slide](), dict[str, int]()
    n_done = 0
    try:
        while waiting or under_way:
            while waiting and len(under_way) < _most_under_way(client):
                slide = waiting.pop()
                try:
                    under_way[_submit(client, slide, options)] = slide
                except (pickle.PicklingError, TypeError, AttributeError) as error:
                    yield (
                        slide.name,
                        ValueError(f"it cannot be sent to a worker ({said(error)}); give a function that reads it"),
                    )
            for future in _next(client, list(under_way), timeout):
                slide = under_way.pop(future)
                outcome = _outcome(future)
                future.release()
                if isinstance(outcome, killed) and lost.setdefault(slide.name, 0) < retries:
                    lost[slide.name] += 1
                    waiting.append(slide)
                    continue
                n_done += 1
                logger.info("%d of %d slides: %s", n_done, len(slides), slide.name)
                yield slide.name, outcome
    finally:
        if under_way:
            client.cancel(list(under_way), force=True)


def _submit(client: Any, slide: Slide, options: tuple[dict[str, Any], bool]) -> Any:
    # Packed here and unpacked in the task: what a worker cannot unpack is then an error of that task, which says so.
    packed: bytes = importlib.import_module("cloudpickle").dumps(slide, protocol=pickle.HIGHEST_PROTOCOL)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Sending large graph")
        return client.submit(work, packed, *options, pure=False)


def _most_under_way(client: Any) -> int:
    return 2 * max(1, int(sum(client.nthreads().values())))


def _next(client: Any, futures: list[Any], timeout: float | None) -> list[Any]:
    """The futures that are done, at least one."""
    if not futures:
        return []
    started = time.monotonic()
    while True:
        left = GLANCE if timeout is None else min(GLANCE, timeout - (time.monotonic() - started))
        try:
            return list(_distributed().wait(futures, timeout=max(left, 0.01), return_when="FIRST_COMPLETED").done)
        except TimeoutError:
            if client.status != "running":
                raise RuntimeError(f"the connection to the cluster is {client.status}") from None
            if timeout is not None and time.monotonic() - started >= timeout:
                raise TimeoutError(f"no slide was done within {timeout:g} seconds") from None


def _outcome(future: Any) -> Any:
    """What a worker returned, or the error."""
    if future.status == "finished":
        return future.result(timeout=GLANCE)
    error = future.exception(timeout=GLANCE)
    return error if error is not None else RuntimeError(f"its task was {future.status}")
