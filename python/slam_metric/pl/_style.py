"""Ink and paper, axes and names that the plots share."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from .._comparison import Comparison
from .._score import Score

if TYPE_CHECKING:
    from collections.abc import Mapping

Size = tuple[float, float]
Path = str | os.PathLike[str]


@dataclass(frozen=True)
class Theme:
    """The colours that go with a figure's background."""

    ink: str
    """Of texts."""
    faint: str
    """Of what stands back: frames, references."""
    line: str
    """Of grids."""
    paper: str
    """Of nothing: the low end of colour maps."""
    wrong: tuple[str, ...]
    """From nothing wrong to all."""
    many: tuple[str, ...]
    """From none to many."""


LIGHT = Theme(
    "#333333", "#b0b0b0", "#e8e8e8", "#f2f2f2",
    ("#f2f2f2", "#f0b07a", "#d55e00", "#7a2a00", "#2e0f00"),
    ("#f2f2f2", "#9ecae6", "#0072b2", "#003a5c"),
)  # fmt: skip
DARK = Theme(
    "#e8e8e8", "#8a8a8a", "#3a3a3a", "#262626",
    ("#262626", "#7a2a00", "#d55e00", "#f0b07a", "#fff3e0"),
    ("#262626", "#005a8c", "#56b4e9", "#e3f4ff"),
)  # fmt: skip


def pyplot() -> Any:
    """Matplotlib, or the line that installs it."""
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("slam_metric.pl draws with matplotlib: pip install 'slam-metric[plot]'") from error
    return plt


def theme(figure: Any) -> Theme:
    """What goes with the background of a figure; with that of the style where a figure has none."""
    from matplotlib.colors import to_rgba

    backgrounds = [to_rgba(one) for one in (figure.get_facecolor(), pyplot().rcParams["figure.facecolor"])]
    shown = next((one for one in backgrounds if one[3] > 0), (1.0, 1.0, 1.0, 1.0))
    return DARK if brightness(shown) < 0.5 else LIGHT


def brightness(color: Any) -> float:
    """How bright a colour is, 0 to 1."""
    red, green, blue = color[:3]
    return float(0.299 * red + 0.587 * green + 0.114 * blue)


def ink_on(color: Any) -> str:
    """The ink that can be read on a colour."""
    return LIGHT.ink if brightness(color) > 0.55 else "#ffffff"


def colormap(given: Any, colors: tuple[str, ...]) -> Any:
    """The colour map that is given, by name or itself, or else one from paper to ink."""
    plt = pyplot()
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("slam", list(colors)) if given is None else plt.get_cmap(given)


def axes(ax: Any, figsize: Size | None, width: float, height: float) -> tuple[Any, Theme]:
    """The axes given, or new ones in a figure of that size; and what goes with them."""
    if ax is None:
        _, ax = pyplot().subplots(figsize=figsize or (width, height), layout="constrained")
    elif figsize is not None:
        raise ValueError("figsize is that of a new figure, and ax is given; give one")
    look = theme(ax.get_figure())
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    ax.tick_params(colors=look.ink)
    for label in (ax.xaxis.label, ax.yaxis.label):
        label.set_color(look.ink)
    return ax, look


def finish(ax: Any, title: str | None, save: Path | None, pad: float | None = None) -> Any:
    """The axes with their title, saved if that is asked for."""
    if title is not None:
        ax.set_title(title, color=theme(ax.get_figure()).ink, pad=pad)
    write(ax.get_figure(), save)
    return ax


def write(figure: Any, save: Path | None) -> None:
    """Saves the figure that holds what was drawn, with dots enough for print."""
    if save is None:
        return
    whole = figure
    while getattr(whole, "_parent", None) is not None:
        whole = whole._parent
    dots = pyplot().rcParams["savefig.dpi"]
    whole.savefig(save, dpi=200 if dots == "figure" else dots)


def check_score(score: Score) -> None:
    """Refuses what is no score, and says where one is found."""
    if not isinstance(score, Score):
        found = type(score).__name__
        raise TypeError(f"expected a Score, got a {found}; slam_metric.comparison(…).scores holds one per method")


def named_scores(scores: Score | Comparison | Mapping[str, Score]) -> dict[str, Score]:
    """Scores by the names of their preds."""
    if isinstance(scores, Comparison):
        return scores.scores
    if isinstance(scores, Score):
        return {scores.pred: scores}
    found = dict(scores)
    for score in found.values():
        check_score(score)
    return found


def methods(table: pd.DataFrame | Comparison) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The rows of the methods over all slices, best first, and those of the references."""
    table = table.table if isinstance(table, Comparison) else table
    if "rank" not in table or "slam" not in table:
        raise ValueError("expected the table of slam_metric.compare, or a Comparison")
    whole = table[table["slice"].isna()]
    return whole[whole["rank"].notna()], whole[whole["rank"].isna()]


def shortened(name: str, most: int = 24) -> str:
    """A name of decent length; the middle goes first, so that marks at the end stay."""
    end = most // 2
    return name if len(name) <= most else f"{name[: most - end - 1]}…{name[-end:]}"
