"""The numbers of a score: each is the number that it is, with its parts beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

if TYPE_CHECKING:
    from typing_extensions import Self

VALUES = {"slam": "d", "slam_adjusted": "value", "slam_pinned": "d"}
"""What the value of each number is called in the command's JSON."""


class Number(float):
    """A number that is compared, sorted, rounded and formatted as its value, and has parts."""

    def __new__(cls, value: float, /, **parts: Any) -> Self:
        """The number of that value."""
        number = super().__new__(cls, value)
        number.__dict__.update(parts)
        return number

    @property
    def value(self) -> float:
        """The plain number."""
        return float(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({float(self):.4f})"


class Slam(Number):
    """SLAM: 0 for equal distributions of edge kinds, at most 1.9634 at the default γ."""

    d: float
    """The value, by its name in the paper."""
    d_se: float | None
    """The standard error of d that the choice of directions causes, where it is known."""
    sw2: float | None
    """The squared sliced Wasserstein distance."""
    sw2_se: float | None
    """Its standard error."""
    projections: int | None
    """The number of directions."""
    gamma: float | None
    """γ of the kernel."""
    bandwidth: float | None
    """The bandwidth of the densities."""
    estimator: str | None
    """How it was estimated."""


class Adjusted(Number):
    """How far the pred is from the truth at every scale: the number that ranks."""

    mean: float
    """How much truth and pred differ, the mean over scales, 0 to 1; the value is mean / chance."""
    chance: float
    """What a map scores that has the same label proportions, placed at random."""
    lenient: float
    """The value if splitting a domain is forgiven."""
    distance: float
    """A metric of labelings: the square root of the smallest mean over one-to-one matchings."""
    place: dict[str, float]
    """Where the labels of spots are: ``value``, ``mean``, ``chance``."""
    contacts: dict[str, float]
    """Which labels touch, likewise."""
    profile: pd.DataFrame
    """Every scale: ``width`` of the cells (none for the whole, 0 for single items), ``place`` and ``contacts``, and the
    same for label proportions placed at random, ``chance_place`` and ``chance_contacts``."""


class Pinned(Number):
    """SLAM edge by edge."""

    d: float
    """2 − 2·exp(−4·mean)."""
    mean: float
    """The mean over edges of how wrong each is, 0 to 1."""


def slam(found: dict[str, Any]) -> Slam:
    """SLAM as the command's JSON has it."""
    return Slam(found[VALUES["slam"]], **found)


def adjusted(found: dict[str, Any]) -> Adjusted:
    """The number at every scale as the command's JSON has it."""
    profile = pd.DataFrame(found["profile"]).astype({"width": float})
    return Adjusted(found[VALUES["slam_adjusted"]], **{**found, "profile": profile})


def pinned(found: dict[str, Any]) -> Pinned:
    """The number edge by edge as the command's JSON has it."""
    return Pinned(found[VALUES["slam_pinned"]], **found)


def value_of(name: str, found: dict[str, Any] | None) -> float | None:
    """The value of one of these numbers as the command's JSON has it; none where there is none."""
    return None if found is None else found.get(VALUES[name])
