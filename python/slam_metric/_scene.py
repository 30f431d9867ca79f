"""How places are drawn: which way y runs, shapes, colours and the order of labels. It changes no number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import pandas as pd

from . import _labels, _slam

Up = Literal["up", "down"]

IMAGE = "positions are pixels of an image"
NORTH = "north is up"
MAP = "as on a map"


@dataclass(frozen=True)
class Scene:
    """What the data say about their picture."""

    y: Up = "up"
    """Which way y runs: up as on maps, or down as in images."""
    why: str = MAP
    """Why it does."""
    is_lonlat: bool = False
    """Whether positions are longitudes and latitudes, whose degrees differ in length."""
    shapes: Any = None
    """A polygon for every row of the data, where it has any."""
    colors: dict[str, dict[str, str]] = field(default_factory=dict)
    """The colours of the labels of each column that has its own."""
    orders: dict[str, list[str]] = field(default_factory=dict)
    """The order of the labels of each column that has one of its own."""
    categories: dict[str, list[str]] = field(default_factory=dict)
    """The categories of each column that has them, in their order."""
    image: tuple[Any, float] | None = None
    """A picture of the tissue, height × width × 3 bytes, and its pixels for one unit of the positions."""

    def drawn(
        self, truth: str, y_axis: str | None, words: str, unit: str, palette: Mapping[str, Any] | None
    ) -> _slam.Scene:
        """What the report is told: what the data say, unless the caller says otherwise."""
        colors = {**self.colors.get(truth, {}), **{str(label): color for label, color in (palette or {}).items()}}
        shapes = {} if self.shapes is None else {"features": self.shapes.inner(), "places": self.shapes.places()}
        picture = {} if self.image is None else {"image": self.image[0], "scale": self.image[1]}
        return _slam.Scene(
            y_axis or self.y,
            self.why if y_axis is None else "as asked for",
            colors=[(label, in_hex(color)) for label, color in colors.items()],
            order=self.orders.get(truth, []),
            words=words,
            unit=unit,
            is_lonlat=self.is_lonlat,
            **shapes,
            **picture,
        )

    def ordered(self, column: str, names: list[str]) -> list[str]:
        """The names in the order of a column's categories; what it does not know follows as it stands."""
        places = {name: place for place, name in enumerate(self.categories.get(column, []))}
        return sorted(names, key=lambda name: places.get(name, len(places)))

    def colors_beside(self, column: str, names: list[str]) -> list[str] | None:
        """The colours of names in those of a column, and greys for what it does not know; none where it has none."""
        known = self.colors.get(column)
        if known is None:
            return None
        shades = iter(greys(sum(name not in known for name in names)))
        return [in_hex(known[name]) if name in known else next(shades) for name in names]

    def order(self, column: str, names: list[str]) -> list[str]:
        """The names in the order of their column; what it does not know follows as it stands."""
        places = {name: place for place, name in enumerate(self.orders.get(column, []))}
        return sorted(names, key=lambda name: places.get(name, len(places)))


def greys(n: int) -> list[str]:
    """Greys for n labels that stand for none of the truth."""
    levels = [0.8 - 0.45 * place / max(1, n - 1) for place in range(n)]
    return ["#" + 3 * f"{round(255 * level):02x}" for level in levels]


def in_hex(color: Any) -> str:
    """A colour as #RRGGBB; names and tuples are understood where matplotlib is installed."""
    if isinstance(color, str) and color.startswith("#") and len(color) in (7, 9):
        return color[:7]
    try:
        from matplotlib.colors import to_hex
    except ImportError:
        return str(color)
    return str(to_hex(color))


def image_of(adata: Any) -> tuple[Any, float] | None:
    """The picture of the tissue that an AnnData of one library holds, ``uns["spatial"]``, if it does."""
    held = getattr(adata, "uns", {}).get("spatial", {})
    libraries = list(held.values()) if isinstance(held, Mapping) else []
    if len(libraries) != 1 or not isinstance(libraries[0], Mapping):
        return None
    images, factors = (libraries[0].get(name, {}) for name in ("images", "scalefactors"))
    for size in ("lowres", "hires"):
        if size in images and f"tissue_{size}_scalef" in factors:
            pixels = np.asarray(images[size])
            if pixels.ndim == 3 and pixels.shape[2] >= 3:
                scaled = pixels if pixels.dtype == np.uint8 else np.clip(pixels, 0, 1) * 255
                return np.ascontiguousarray(scaled[:, :, :3], dtype=np.uint8), float(factors[f"tissue_{size}_scalef"])
    return None


def categories_of(column: Any) -> list[str]:
    """The categories of a column, none where it has none."""
    dtype = getattr(column, "dtype", None)
    return [_labels.text(one) for one in dtype.categories] if isinstance(dtype, pd.CategoricalDtype) else []


def order_of(column: Any) -> list[str]:
    """The order of labels that a column has: that of its categories, unless they merely stand in the alphabet."""
    names = categories_of(column)
    return names if names and (column.dtype.ordered or names != sorted(names)) else []


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
