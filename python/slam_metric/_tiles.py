"""One slide in tiles: what each tile knows, which adds up to the score of the whole, to the last bit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from . import _labels, _slam
from ._options import DEFAULTS, given, takes_options
from ._score import Score, restored
from ._study import read_words

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._options import Options
    from ._slam import Plan, Tally, Tile

EVERYWHERE = (-np.inf, -np.inf, np.inf, np.inf)


class TiledScore(Score):
    """The score of a slide that came in tiles: all numbers, and no spots."""

    @cached_property
    def spots(self) -> pd.DataFrame:
        """Not at hand: no process has seen all spots of the slide."""
        raise ValueError("the slide came in tiles, so that its spots are not at hand")

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (float(self), self.__dict__, TiledScore)


@dataclass(frozen=True)
class Partial:
    """What a tile, or several, know of a slide; those of tiles that do not overlap add up with ``+``, in any order."""

    inner: _slam.Partial
    plan: Plan

    def __add__(self, other: Partial) -> Partial:
        return Partial(self.inner + other.inner, self.plan)

    @property
    def n_spots(self) -> int:
        """The number of spots that were counted."""
        return self.inner.n_spots

    def finish(self, truth: str = "truth", pred: str = "pred") -> TiledScore:
        """The score, once all tiles are added; ``undefined`` says what it lacks, and why."""
        read = [("truth", truth), ("pred", pred), ("positions", "tiles")]
        return TiledScore(self.inner.finish(self.plan, read), None, truth, pred)


@takes_options
def plan(**options: Unpack[Options]) -> Plan:
    """What is known of a slide in tiles before any tile is seen: the options.

    Parameters
    ----------
    **options
        See :class:`slam_metric.Options`; those that need all spots at once are refused.

    Returns
    -------
    Plan
        ``halo`` says how far around its core a tile must hold every spot; ``after(tally)`` learns from the tallies of
        all tiles, until ``is_ready``.

    Examples
    --------
    >>> import slam_metric
    >>> slide, plan = slam_metric.demo(), slam_metric.plan(metrics="ari")
    >>> left, right = (-1e9, -1e9, 50, 1e9), (50, -1e9, 1e9, 1e9)
    >>> tiles = [slam_metric.tile(slide, "expert", "lesion_missed", core=core) for core in (left, right)]
    >>> while not plan.is_ready:
    ...     plan = plan.after(slam_metric.tally(tiles[0], plan) + slam_metric.tally(tiles[1], plan))
    >>> score = (slam_metric.partial(tiles[0], plan) + slam_metric.partial(tiles[1], plan)).finish()
    >>> whole = slam_metric.score(slide, "expert", "lesion_missed", metrics="ari")
    >>> score.adjusted.value == whole.adjusted.value, float(score) == float(whole), score.metrics == whole.metrics
    (True, True, True)
    """
    return planned(given(options))


def planned(chosen: dict[str, Any]) -> Plan:
    """The plan of options that say something."""
    read_words(chosen)
    for name in chosen:
        if name not in DEFAULTS:
            raise ValueError(f"{name} has no place in a slide in tiles")
    return _slam.Plan(chosen)


def tile(
    data: pd.DataFrame,
    truth: str,
    pred: str,
    *,
    x: str = "x",
    y: str = "y",
    core: tuple[float, float, float, float] = EVERYWHERE,
    halo: float = np.inf,
) -> Tile:
    """A part of a slide, and what lies around it.

    Parameters
    ----------
    data
        The spots of the core, and those around it.
    truth, pred, x, y
        Columns with the labels and the coordinates.
    core
        The box whose spots are this tile's own: left, bottom, right and top; what lies on the right or on top is not in
        it. The cores of all tiles must cover the slide without overlap.
    halo
        How far around the core every spot of the slide is in the data, at least ``plan.halo``.

    Returns
    -------
    Tile
    """
    return coded_tile(data[[x, y]].to_numpy(float), coded(truth, data[truth]), coded(pred, data[pred]), core, halo)


def coded(name: str, values: Any) -> tuple[list[str], npt.NDArray[np.int64]]:
    """Labels as texts and codes."""
    codes, categories = _labels.factorized(name, values)
    return [_labels.text(one) for one in categories], np.asarray(codes, np.int64)


def coded_tile(
    positions: npt.NDArray[np.float64],
    truth: tuple[list[str], npt.NDArray[np.int64]],
    pred: tuple[list[str], npt.NDArray[np.int64]],
    core: tuple[float, float, float, float],
    halo: float,
) -> Tile:
    """A tile of labels that are coded already."""
    return _slam.Tile(np.ascontiguousarray(positions, float), truth, pred, core, halo)


def tally(tile: Tile, plan: Plan, *, threads: int | None = None) -> Tally:
    """What a tile answers to what the plan asks for; tallies of all tiles add up with ``+``, in any order.

    Parameters
    ----------
    tile
        See :func:`tile`.
    plan
        See :func:`plan`.
    threads
        Number of threads; one per core if not given.

    Returns
    -------
    Tally
    """
    return _slam.Tally.of(tile, plan, threads)


def partial(tile: Tile, plan: Plan, *, threads: int | None = None) -> Partial:
    """What a tile knows of the slide, by a plan that is ready.

    Parameters
    ----------
    tile, plan, threads
        As in :func:`tally`.

    Returns
    -------
    Partial
        ``+`` adds those of other tiles, and ``finish()`` gives the score.
    """
    return Partial(_slam.Partial.of(tile, plan, threads), plan)
