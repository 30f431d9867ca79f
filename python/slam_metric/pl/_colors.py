"""Colours of labels: those that are given, those that the data hold, else some that can be told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .. import _slam
from .._scene import greys
from .._score import Score

Palette = str | Sequence[Any] | Mapping[str, Any]


def listed(palette: Palette | None, names: list[str], known: Mapping[str, Any] | None = None) -> list[str]:
    """A colour for each name.

    A palette is a list in the order of the names, a mapping from names, or a name that matplotlib knows; what it leaves
    open has the colour that is known, or else one of our own.
    """
    from matplotlib.colors import to_hex

    given = dict(known or {})
    if isinstance(palette, Mapping):
        fitting = {str(name): color for name, color in palette.items() if str(name) in names}
        if palette and not fitting:
            raise ValueError(f"palette: it has none of the labels ({', '.join(names)})")
        given.update(fitting)
    elif palette is not None:
        given = dict(zip(names, _sequence(palette, len(names)), strict=True))
    own = _unlike([to_hex(one) for name, one in given.items() if name in names], len(names))
    return [to_hex(given[name]) if name in given else next(own) for name in names]


def of_labels(score: Score, what: str, palette: Palette | None, *, beside: bool = False) -> dict[str, str]:
    """The colour of each label of a map, in the order in which they are listed.

    Truth labels have theirs in both maps; pred labels that stand for none are grey. Pred labels as given have colours
    of their own, unlike those of the truth if those stand beside them.
    """
    if what == "pred":
        return _raw(score, palette, beside=beside)
    truth = score._scene.order(score.truth, list(score.spots["truth"].cat.categories))
    colors = dict(zip(truth, listed(palette, truth, score._scene.colors.get(score.truth)), strict=True))
    extra = [name for name in score.spots[what].cat.categories if name not in colors]
    return colors | dict(zip(extra, greys(len(extra)), strict=True))


def _raw(score: Score, palette: Palette | None, *, beside: bool) -> dict[str, str]:
    names = score._scene.order(score.pred, list(score.spots["pred"].cat.categories))
    known = score._scene.colors.get(score.pred, {})
    fits = isinstance(palette, Mapping) and any(str(name) in names for name in palette)
    own = palette if fits or not beside else None
    if own is None and not known and beside:
        taken = list(of_labels(score, "truth", None).values())
        free = _unlike(taken, len(names))
        return {name: next(free) for name in names}
    return dict(zip(names, listed(own, names, known), strict=True))


def _sequence(palette: str | Sequence[Any], n: int) -> list[Any]:
    if isinstance(palette, str):
        import matplotlib as mpl

        found = mpl.colormaps[palette]
        colors = getattr(found, "colors", None)
        if colors is not None and n <= len(colors) <= 32:
            return list(colors[:n])
        return [found(place / max(1, n - 1)) for place in range(n)]
    if len(palette) < n:
        raise ValueError(f"palette: {len(palette)} colours for {n} labels")
    return list(palette)[:n]


def _unlike(taken: list[str], n: int) -> Any:
    """Some n colours, each as far from those taken, and from those before it, as may be."""
    from matplotlib.colors import to_rgb

    if not taken:
        return iter(_slam.palette(n))
    free = _slam.palette(n + len(taken)) + _slam.palette(n)
    far = [to_rgb(one) for one in taken]
    chosen = []
    for _ in range(n):
        best = max(free, key=lambda color: min(_apart(to_rgb(color), other) for other in far))
        chosen.append(best)
        far.append(to_rgb(best))
    return iter(chosen)


def _apart(one: Any, other: Any) -> float:
    return float(sum(weight * (a - b) ** 2 for weight, a, b in zip((2, 4, 3), one, other, strict=True)))
