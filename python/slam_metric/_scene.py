"""How places are drawn: which way y runs, shapes, colours and the order of labels. It changes no number."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import pandas as pd

from . import _labels

Up = Literal["up", "down"]

IMAGE = "positions are pixels of an image"
NORTH = "north is up"
PLOT = "as in plots"

PIXELS = ("pxl_", "pixel", "image", "array_", "y_centroid", "row")
LATITUDES = ("lat", "latitude")


@dataclass(frozen=True)
class Scene:
    """What the data say about their picture."""

    y: Up = "up"
    """Which way y runs: up as on maps, or down as in images."""
    why: str = PLOT
    """Why it does."""
    is_lonlat: bool = False
    """Whether positions are longitudes and latitudes, whose degrees differ in length."""
    shapes: Any = None
    """A polygon for every row of the data, where it has any."""
    colors: dict[str, dict[str, str]] = field(default_factory=dict)
    """The colours of the labels of each column that has its own."""
    orders: dict[str, list[str]] = field(default_factory=dict)
    """The order of the labels of each column that has one."""

    def order(self, column: str, names: list[str]) -> list[str]:
        """The names in the order of their column; what it does not know follows as it stands."""
        places = {name: place for place, name in enumerate(self.orders.get(column, []))}
        return sorted(names, key=lambda name: places.get(name, len(places)))


def direction(column: str) -> tuple[Up, str]:
    """Which way the coordinate in a column of that name runs, and why."""
    name = column.lower()
    if name.startswith(PIXELS):
        return "down", IMAGE
    return ("up", NORTH) if name in LATITUDES else ("up", PLOT)


def order_of(column: Any) -> list[str]:
    """The order of labels that a column has: that of its categories, unless they merely stand in the alphabet."""
    dtype = getattr(column, "dtype", None)
    if not isinstance(dtype, pd.CategoricalDtype):
        return []
    names = [_labels.text(one) for one in dtype.categories]
    return names if dtype.ordered or names != sorted(names) else []


def colors_of(adata: Any, name: str, column: Any) -> dict[str, str]:
    """The colours that an AnnData holds for a column, ``uns["NAME_colors"]``, as scanpy writes them."""
    dtype, held = getattr(column, "dtype", None), getattr(adata, "uns", {})
    key = f"{name}_colors"
    if not isinstance(dtype, pd.CategoricalDtype) or key not in held:
        return {}
    colors = [_labels.text(one) for one in held[key]]
    if len(colors) != len(dtype.categories):
        return {}
    return {_labels.text(one): color for one, color in zip(dtype.categories, colors, strict=True)}
