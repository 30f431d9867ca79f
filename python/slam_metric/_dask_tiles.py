"""The files that a slide is sorted into, tile by tile, and what workers do with them."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from . import _tiles

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._slam import Plan, Tally, Tile

SAMPLE = 4_000
"""As many spots of every partition are looked at to find tiles of equal size."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Look:
    """What a partition looks like: its number of spots, and some of their positions."""

    n: int
    sample: npt.NDArray[np.float64]


@dataclass(frozen=True)
class Layout:
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
class Part:
    """A partition in its file: where the spots of each tile begin, and the texts of its labels."""

    starts: npt.NDArray[np.int64]
    texts: tuple[list[str], list[str]]


@dataclass(frozen=True)
class Slide:
    """All that a worker must know to read a tile."""

    layout: Layout
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


def look(part: pd.DataFrame, x: str, y: str) -> Look:
    """What a partition looks like."""
    positions = _positions(part, x, y)
    return Look(len(positions), positions[:: max(1, len(positions) // SAMPLE)].copy())


def cut(looks: Sequence[Look], spots_per_tile: int) -> Layout:
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
    return Layout(across, up, starts, boxes)


def _quantiles(values: npt.NDArray[np.float64], weights: npt.NDArray[np.float64], n: int) -> npt.NDArray[np.float64]:
    """Where to cut so that the ``n`` parts between weigh the same; fewer cuts where many values are equal."""
    if not len(values):
        return np.empty(0)
    order = np.argsort(values, kind="stable")
    total = np.cumsum(weights[order])
    places = np.searchsorted(total, total[-1] * np.arange(1, n) / n)
    return np.unique(values[order][places])


def sort(part: pd.DataFrame, x: str, y: str, truth: str, pred: str, layout: Layout, file: str) -> Part:
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
    return Part(np.asarray(starts, np.int64), (labels[0][0], labels[1][0]))


def written(scratch: Path, layout: Layout, files: list[str], parts: Sequence[Part]) -> str:
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
    slide = Slide(layout, files, [part.starts for part in parts], texts, codes)
    path = scratch / "slide.pickle"
    path.write_bytes(pickle.dumps(slide))
    return str(path)


@lru_cache(maxsize=1)
def _slide(path: str) -> Slide:
    found: Slide = pickle.loads(Path(path).read_bytes())
    return found


def read(path: str, tile: int, halo: float) -> Tile:
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


def tally(tile: int, path: str, plan: Plan) -> Tally:
    """What a tile answers to what the plan asks for."""
    return _tiles.tally(read(path, tile, plan.halo), plan, threads=1)


def partial(tile: int, path: str, plan: Plan) -> _tiles.Partial:
    """What a tile knows."""
    return _tiles.partial(read(path, tile, plan.halo), plan, threads=1)
