"""Legends that stay inside the figure: a strip below the maps is kept free for them, as high as they need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._style import Theme, shortened

GAP = 0.08
"""Inches between the maps and a legend, and between legends."""
SIZES = ("medium", "small", "x-small", "xx-small")


@dataclass(frozen=True)
class Block:
    """One legend: its heading, and colours by label."""

    title: str | None
    colors: dict[str, str]
    mark: str


def below(figure: Any, blocks: list[Block], look: Theme, *, grows: bool) -> None:
    """Puts legends at the foot of a figure that is ours; it grows by what they need, if it may."""
    width, height = figure.get_size_inches()
    placed = [_fitted(figure, block, look, width - 0.2, 0.6 * height) for block in blocks]
    needed = sum(_height(legend, figure) + GAP for legend in placed)
    if grows:
        height += needed
        figure.set_size_inches(width, height)
    figure.get_layout_engine().set(rect=(0, needed / height, 1, 1 - needed / height))
    top = needed
    for legend in placed:
        legend.set_bbox_to_anchor((0.5, (top - GAP / 2) / height), transform=figure.transFigure)
        legend.set_loc("upper center")
        top -= _height(legend, figure) + GAP


def inside(axes: list[Any], bars: list[Any], blocks: list[Block], look: Theme) -> None:
    """Puts legends into the room of the caller's lowest axes, which become shorter by what they need."""
    figure = axes[0].get_figure()
    engine = figure.get_layout_engine() if hasattr(figure, "get_layout_engine") else None
    if engine is not None:
        # The engine decides where axes are; it is asked once, and then they stay.
        engine.execute(figure)
    boxes = [ax.get_position(original=True) for ax in axes]
    across = figure.bbox.width / figure.dpi
    up = figure.bbox.height / figure.dpi
    left, right = min(box.x0 for box in boxes), max(box.x1 for box in boxes)
    bottom, top = min(box.y0 for box in boxes), min(box.y1 for box in boxes)
    placed = [_fitted(figure, block, look, (right - left) * across, 0.5 * (top - bottom) * up) for block in blocks]
    needed = sum(_height(legend, figure) + GAP for legend in placed) / up
    share = max(1 - needed / (top - bottom), 0.05)
    for ax in [*axes, *(bar for bar in bars if bar.get_position(original=True).y0 < top)]:
        box = ax.get_position(original=True)
        ax.set_position([box.x0, bottom + needed + share * (box.y0 - bottom), box.width, share * box.height])
    edge = bottom + needed
    for legend in placed:
        legend.set_bbox_to_anchor(((left + right) / 2, edge - GAP / 2 / up), transform=figure.transSubfigure)
        legend.set_loc("upper center")
        edge -= _height(legend, figure) / up + GAP / up


def _fitted(figure: Any, block: Block, look: Theme, width: float, height: float) -> Any:
    """The legend with as many columns as fit into a width; smaller letters if it would be too high."""
    legend = None
    for size in SIZES:
        for n_columns in range(min(len(block.colors), 12), 0, -1):
            if legend is not None:
                legend.remove()
            legend = _legend(figure, block, look, n_columns, size)
            if _width(legend, figure) <= width:
                break
        if _width(legend, figure) <= width and _height(legend, figure) <= height:
            break
    return legend


def _legend(figure: Any, block: Block, look: Theme, n_columns: int, size: str) -> Any:
    legend = figure.legend(
        marks(block), [shortened(name) for name in block.colors], title=block.title, ncols=n_columns, frameon=False,
        handletextpad=0.1, columnspacing=1.2, borderaxespad=0, borderpad=0.1, labelcolor=look.ink, fontsize=size,
        title_fontsize=size, loc="upper center",
    )  # fmt: skip
    legend.get_title().set_color(look.ink)
    legend.set_in_layout(False)
    return legend


def marks(block: Block) -> list[Any]:
    """A mark in each colour."""
    from matplotlib.lines import Line2D

    return [Line2D([], [], marker=block.mark, linestyle="", color=one, markersize=7) for one in block.colors.values()]


def _width(legend: Any, figure: Any) -> float:
    return float(legend.get_window_extent().width / figure.dpi)


def _height(legend: Any, figure: Any) -> float:
    return float(legend.get_window_extent().height / figure.dpi)
