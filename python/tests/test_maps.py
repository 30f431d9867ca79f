"""Maps: north is up, legends stay inside, colours are those of the data, dark pages can be read."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import anndata
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

import slam_metric
from slam_metric.pl import _shapes, _style

TYPES = [f"a cell type with a long name {place}" for place in range(12)]


@pytest.fixture(autouse=True)
def _closed() -> Any:
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def twelve() -> slam_metric.Score:
    places = np.random.default_rng(3).uniform(0, 100, (600, 2))
    truth = np.array(TYPES)[(places[:, 0] // 8.5).astype(int)]
    pred = np.roll(truth, 5)
    return slam_metric.score(pd.DataFrame(places, columns=["x", "y"]), truth, pred, metrics="none")


def is_up(ax: Any) -> bool:
    bottom, top = ax.get_ylim()
    return bool(bottom < top)


@pytest.mark.parametrize(
    ("names", "up"),
    [
        (("x", "y"), True),
        (("lon", "lat"), True),
        (("pxl_col_in_fullres", "pxl_row_in_fullres"), False),
        (("imagecol", "imagerow"), False),
    ],
)
def test_north_is_up_and_the_rows_of_images_go_down(names: tuple[str, str], up: bool, caplog: Any) -> None:
    across, along = names
    table = pd.DataFrame({across: [0, 1, 2, 3], along: [0, 1, 0, 1], "t": list("aabb"), "p": list("abbb")})
    score = slam_metric.score(table, "t", "p", x=across, y=along, k=1, metrics="none")
    with caplog.at_level(logging.INFO, logger="slam_metric"):
        assert is_up(slam_metric.pl.maps(score)[0, 0]) == up
    assert caplog.messages[-1].startswith(f"maps: the plane xy, y runs {'up' if up else 'down'}: ")
    other = slam_metric.pl.maps(score, y="down" if up else "up")[0, 0]
    assert is_up(other) != up
    assert other.get_ylabel() == ("y ↓" if up else "y ↑")
    with pytest.raises(ValueError, match="y: expected up or down, got 'left'"):
        slam_metric.pl.maps(score, y="left")  # type: ignore[arg-type]


def test_pixels_beside_positions_tell_of_an_image() -> None:
    table = pd.DataFrame(
        {"x": range(4), "y": [0, 1, 0, 1], "array_row": range(4), "t": list("aabb"), "p": list("abbb")}
    )
    score = slam_metric.score(table, "t", "p", k=1, metrics="none")
    assert not is_up(slam_metric.pl.maps(score)[0, 0])
    assert score._scene.why == 'column "array_row" beside "y" tells of an image'


def test_y_runs_up_where_it_falls_as_pixels_rise() -> None:
    y = np.array([0, 1, 2, 3])
    table = pd.DataFrame({"x": [0, 1, 0, 1], "y": y, "array_y": y, "pixel_y": 900 - 100 * y, "t": list("aabb")})
    score = slam_metric.score(table, "t", "t", k=1, metrics="none")
    assert is_up(slam_metric.pl.maps(score)[0, 0])
    assert score._scene.why == 'column "pixel_y" counts from the top of an image, and "y" runs against it'


def legends_are_inside(figure: Any) -> bool:
    figure.canvas.draw()
    boxes = [legend.get_window_extent() for legend in figure.legends]
    whole = figure.bbox
    return all(box.x0 >= 0 and box.y0 >= 0 and box.x1 <= whole.width and box.y1 <= whole.height for box in boxes)


def apart(figure: Any) -> bool:
    """Whether legends and maps keep out of each other's way."""
    boxes = [legend.get_window_extent() for legend in figure.legends]
    boxes += [ax.get_window_extent() for ax in figure.axes]
    return not any(one.overlaps(other) for place, one in enumerate(boxes) for other in boxes[:place])


def test_a_legend_of_twelve_stays_inside(twelve: slam_metric.Score) -> None:
    for options in ({}, {"figsize": (6, 3)}, {"show": ("pred", "matched")}, {"show": ("truth",)}):
        figure = slam_metric.pl.maps(twelve, **options)[0, 0].get_figure()  # type: ignore[arg-type]
        assert legends_are_inside(figure), options
        assert apart(figure), options


@pytest.mark.parametrize("layout", [None, "constrained"])
def test_a_legend_stays_inside_the_callers_figure(twelve: slam_metric.Score, layout: Any) -> None:
    figure, axes = plt.subplots(1, 3, figsize=(10, 4), layout=layout)
    slam_metric.pl.maps(twelve, ax=axes)
    assert legends_are_inside(figure)
    assert apart(figure)


def test_raw_clusters_have_colours_and_a_legend_of_their_own() -> None:
    score = slam_metric.score(slam_metric.demo(), "expert", "cluster_numbers", metrics="none")
    figure = slam_metric.pl.maps(score, show=("pred", "matched"))[0, 0].get_figure()
    legends = [[text.get_text() for text in legend.get_texts()] for legend in figure.legends]
    assert legends == [list(score.spots["truth"].cat.categories), list(score.spots["pred"].cat.categories)]
    colors = [{line.get_color() for line in legend.get_lines()} for legend in figure.legends]
    assert (len(colors[0]), len(colors[1]), colors[0] & colors[1]) == (8, 8, set())


def colors_of(grid: Any) -> dict[str, str]:
    legend = grid[0, 0].get_figure().legends[0]
    return {
        text.get_text(): to_hex(line.get_color())
        for text, line in zip(legend.get_texts(), legend.get_lines(), strict=True)
    }


def test_colours_and_order_are_those_of_the_data() -> None:
    adata = slam_metric.demo(as_="anndata")
    order = [*reversed(adata.obs["expert"].cat.categories)]
    adata.obs["expert"] = adata.obs["expert"].cat.reorder_categories(order)
    adata.uns["expert_colors"] = [f"#{16 * place:02x}0000" for place in range(8)]
    score = slam_metric.score(adata, "expert", "lesion_missed", metrics="none")
    assert colors_of(slam_metric.pl.maps(score)) == dict(zip(order, adata.uns["expert_colors"], strict=True))
    given = colors_of(slam_metric.pl.maps(score, palette={"WM": "white", "nobody": "black"}))
    assert (given["WM"], given["Layer1"]) == ("#ffffff", "#700000")
    assert next(iter(colors_of(slam_metric.pl.maps(score, palette="tab10")).values())) == "#1f77b4"
    with pytest.raises(ValueError, match=r"palette: it has none of the labels \(WM, "):
        slam_metric.pl.maps(score, palette={"nobody": "black"})
    with pytest.raises(ValueError, match="palette: 1 colours for 8 labels"):
        slam_metric.pl.maps(score, palette=["black"])


def test_cells_of_a_raster_are_cells(tissue: anndata.AnnData) -> None:
    square = np.stack(np.meshgrid(np.arange(7) * 30.0, np.arange(5) * 30.0), axis=-1).reshape(-1, 2)
    assert _shapes.raster(square, np.zeros(35, dtype=np.int64)) == (30.0, 30.0)
    hexagonal = np.array([[2 * column + row % 2, row] for row in range(9) for column in range(9)], dtype=float)
    assert _shapes.raster(hexagonal, np.zeros(81, dtype=np.int64)) is None
    assert _shapes.raster(tissue.obsm["spatial"], np.repeat([0, 1], 168)) is None
    labels = ["a" if x > 60 else "b" for x, _ in square]
    score = slam_metric.score(square, labels, labels, metrics="none")
    drawn = slam_metric.pl.maps(score, show=["truth"])[0, 0].collections[0]
    assert drawn.get_paths()[0].get_extents().size.tolist() == [30.0, 30.0]


def test_three_dimensions_say_which_plane_is_drawn() -> None:
    places = np.random.default_rng(0).uniform(size=(60, 3))
    labels = np.where(places[:, 2] > 0.5, "a", "b")
    score = slam_metric.score(places, labels, labels, metrics="none")
    ax = slam_metric.pl.maps(score, plane="xz")[0, 0]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("x →  (plane xz of x, y, z)", "z ↑")
    flat = slam_metric.score(places[:, :2], labels, labels, metrics="none")
    with pytest.raises(ValueError, match="plane: 'xz' needs three coordinates, and the spots have two"):
        slam_metric.pl.maps(flat, plane="xz")


def test_dark_pages_can_be_read(twelve: slam_metric.Score) -> None:
    with plt.style.context("dark_background"):
        ax = slam_metric.pl.maps(twelve)[0, 0]
        assert ax.title.get_color() == _style.DARK.ink
        assert {to_hex(text.get_color()) for text in ax.get_figure().legends[0].get_texts()} == {_style.DARK.ink}
        flow = slam_metric.pl.flow(twelve)
        assert flow.xaxis.label.get_color() == _style.DARK.ink
    _figure, ax = plt.subplots(facecolor="black")
    assert slam_metric.pl.profile(twelve, ax=ax).title.get_color() == _style.DARK.ink
    assert _style.theme(plt.figure(facecolor="none")) is _style.LIGHT


def test_beyond_fifteen_methods_ranks_are_a_heat_map(tmp_path: Path) -> None:
    slide = slam_metric.demo()
    preds = {f"m{place}": np.roll(slide["expert"], place) for place in range(16)}
    table = slam_metric.compare(slide, "expert", preds, metrics="ari")
    ax = slam_metric.pl.ranks(table, title="Ranks", save=tmp_path / "ranks.png")
    assert ax.images[0].get_array().shape == (16, 4)
    assert ax.get_title() == "Ranks"
    assert (tmp_path / "ranks.png").stat().st_size > 10_000
    assert not slam_metric.pl.ranks(table[table["rank"] <= 15]).images


def test_a_figure_has_one_size(twelve: slam_metric.Score) -> None:
    _, ax = plt.subplots()
    for draw in (slam_metric.pl.flow, slam_metric.pl.profile):
        with pytest.raises(ValueError, match="figsize is that of a new figure, and ax is given; give one"):
            draw(twelve, ax=ax, figsize=(3, 3))


def test_far_islands_do_not_shrink_the_rest() -> None:
    main = np.stack(np.meshgrid(np.arange(10.0), np.arange(10.0)), axis=-1).reshape(-1, 2)
    assert len(_shapes.bulk(main)) == 100
    assert _shapes.bulk(np.r_[main, [[500.0, 3.0]]]).tolist() == list(range(100))
    labels = ["a" if x > 4 else "b" for x, _ in main] + ["a"]
    score = slam_metric.score(np.r_[main, [[500.0, 3.0]]], labels, labels, metrics="none")
    ax = slam_metric.pl.maps(score)[0, 0]
    assert (ax.get_xlim()[1] < 20, ax.get_xlabel()) == (True, "1 out of view")
    assert slam_metric.pl.maps(score, zoom="all")[0, 0].get_xlim()[1] > 500
