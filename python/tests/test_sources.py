"""Maps, tables of other libraries, SpatialData and graphs of networkx give the numbers of plain arrays."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anndata
import geopandas
import networkx
import numpy as np
import pandas as pd
import pytest
import shapely

import slam_metric
import slam_metric.sklearn
from slam_metric import _scene

SIDE = 6


@pytest.fixture(scope="module")
def counties() -> geopandas.GeoDataFrame:
    """Squares side by side, one with a hole, one of two parts."""
    boxes: list[Any] = [shapely.box(x, y, x + 1, y + 1) for y in range(SIDE) for x in range(SIDE)]
    boxes[7] = boxes[7].difference(shapely.box(1.4, 1.4, 1.6, 1.6))
    boxes[35] = shapely.MultiPolygon([boxes[35], shapely.box(20, 20, 21, 21)])
    before = ["north" if place >= 18 else "south" for place in range(36)]
    after = ["north" if place >= 14 else "south" for place in range(36)]
    return geopandas.GeoDataFrame({"before": before, "after": after}, geometry=boxes)


def test_a_map_is_read_as_the_command_reads_it(counties: geopandas.GeoDataFrame, command: Any, tmp_path: Path) -> None:
    path = tmp_path / "counties.geojson"
    path.write_text(counties.to_json())
    for graph in ("mutual", "contiguity"):
        found = slam_metric.score(counties, "before", "after", graph=graph)
        expected = command("score", path, "--truth", "before", "--pred", "after", "--graph", graph)
        ours = found.to_dict()
        assert (ours["slam"], ours["metrics"], found.n_edges) == (
            expected["slam"],
            expected["metrics"],
            expected["n_edges"],
        )
    assert list(found.spots.loc[0, ["x", "y"]]) == [0.5, 0.5]
    with pytest.raises(ValueError, match=r'^graph: "contiguity" needs polygons: a GeoDataFrame'):
        slam_metric.score(counties[["before", "after"]].assign(x=range(36), y=0), "before", "after", graph="contiguity")


def test_polygons_are_drawn_as_polygons(counties: geopandas.GeoDataFrame) -> None:
    score = slam_metric.score(counties, "before", "after", graph="contiguity", metrics="none")
    ax = slam_metric.pl.maps(score, show=["truth"])[0, 0]
    paths = ax.collections[0].get_paths()
    assert (len(paths), len(paths[0].vertices), len(paths[7].vertices), len(paths[35].vertices)) == (36, 5, 10, 10)
    bottom, top = ax.get_ylim()
    assert bottom < top


def test_points_and_what_is_no_place(counties: geopandas.GeoDataFrame) -> None:
    points = counties.assign(geometry=counties.geometry.representative_point())
    assert slam_metric.score(points, "before", "after").n_spots == 36
    with pytest.raises(ValueError, match="feature 1: a Point touches nothing"):
        slam_metric.score(points, "before", "after", graph="contiguity")
    lines = counties.assign(geometry=counties.geometry.boundary)
    with pytest.raises(ValueError, match="feature 1: expected Polygon, MultiPolygon or Point, got LineString"):
        slam_metric.score(lines, "before", "after")


class Interchanged:
    """A table of a library that nobody knows, which can be interchanged."""

    def __init__(self, table: pd.DataFrame) -> None:
        self._table = table

    def __dataframe__(self, **options: Any) -> Any:
        return self._table.__dataframe__(**options)


class Lazy:
    """A table or column that is computed when it is asked for, as those of Dask are."""

    def __init__(self, held: Any) -> None:
        self._held = held
        self.n_computed = 0

    def __dask_graph__(self) -> dict[str, Any]:
        return {}

    def compute(self) -> Any:
        """What is held."""
        self.n_computed += 1
        return self._held


def test_any_table_is_a_table() -> None:
    slide = slam_metric.demo()[["x", "y", "expert", "layer_split"]]
    expected = slam_metric.score(slide, "expert", "layer_split")
    assert slam_metric.score(Interchanged(slide), "expert", "layer_split") == expected
    lazy = Lazy(slide)
    with pytest.warns(slam_metric.SlamWarning, match="^data: a Dask Lazy is computed here, all of it$"):
        assert slam_metric.score(lazy, "expert", "layer_split") == expected
    with pytest.warns(slam_metric.SlamWarning, match="^pred: a Dask Lazy is computed here"):
        assert slam_metric.score(slide, "expert", Lazy(slide["layer_split"])) == expected  # type: ignore[arg-type]
    lazy = Lazy(slide)
    slam_metric.compare(lazy, "expert", "layer*", metrics="none")
    assert lazy.n_computed == 1


def test_one_column_is_one_pred() -> None:
    slide = slam_metric.demo()
    table = slam_metric.compare(slide, "expert", slide["layer_split"], metrics="none")
    assert list(table["pred"][:1]) == ["layer_split"]
    codes = slide["layer_split"].cat.codes.to_numpy()
    assert slam_metric.comparison(slide, "expert", codes, metrics="none").scores.keys() == {"pred_1"}


def test_a_graph_of_networkx() -> None:
    slide = slam_metric.demo()
    rows = networkx.path_graph(len(slide))
    by_rows = slam_metric.score(slide, "expert", "layer_split", graph=rows, metrics="none")
    assert by_rows.n_edges == len(slide) - 1
    adata = slam_metric.demo(as_="anndata")
    by_ids = networkx.relabel_nodes(rows, dict(enumerate(adata.obs_names)))
    assert slam_metric.score(adata, "expert", "layer_split", graph=by_ids, metrics="none") == by_rows


def test_labels_that_are_written_the_same_are_said() -> None:
    line = [[place, 0] for place in range(6)]
    with pytest.warns(slam_metric.SlamWarning, match=r'taken as one where they are written the same: "1" \(int, str\)'):
        score = slam_metric.score(line, list("aaabbb"), [1, "1", 1, 2, 2, 2], metrics="none")
    assert score.pinned.d == 0


def test_measurements_are_no_labels() -> None:
    slide = slam_metric.demo()
    for function in (slam_metric.score, slam_metric.metrics, slam_metric.match_labels):
        with pytest.raises(ValueError, match=r"^pred \"x\" is probably no labeling \(real numbers\), so it is refused"):
            function(slide, "expert", slide["x"] + 0.5)


def test_metrics_of_labels_alone() -> None:
    slide = slam_metric.demo()
    with_positions = slam_metric.metrics(slide, "expert", "layer_split")
    alone = slam_metric.metrics(slide["expert"], slide["layer_split"])
    assert alone == {name: with_positions[name] for name in alone}
    assert set(alone) == set(slam_metric.sklearn.__all__)
    with pytest.raises(ValueError, match=r"^metrics: pas needs positions: give data, truth and pred$"):
        slam_metric.metrics(slide["expert"], slide["layer_split"], metrics="ari,pas")
    for name in slam_metric.sklearn.__all__:
        function = getattr(slam_metric.sklearn, name)
        assert (function.__name__, function(slide["expert"], slide["layer_split"])) == (name, alone[name])


def spatialdata(adata: anndata.AnnData, **parts: Any) -> Any:
    """What a SpatialData is like."""
    return SimpleNamespace(tables={"table": adata}, **{"shapes": {}, "points": {}, **parts})


def test_a_table_of_a_spatialdata() -> None:
    adata = slam_metric.demo(as_="anndata")
    expected = slam_metric.score(adata, "expert", "layer_split")
    assert slam_metric.score(spatialdata(adata), "expert", "layer_split") == expected
    with pytest.raises(ValueError, match=r'^table: no table "tabels" in the SpatialData .*did you mean "table"\?$'):
        slam_metric.score(spatialdata(adata), "expert", "layer_split", table="tabels")
    with pytest.raises(ValueError, match=r"^table names a table of a SpatialData, and data is a AnnData$"):
        slam_metric.score(adata, "expert", "layer_split", table="table")


def test_rows_of_a_spatialdata_stand_for_shapes_and_points() -> None:
    adata = slam_metric.demo(as_="anndata")
    expected = slam_metric.score(adata, "expert", "layer_split")
    xy = adata.obsm.pop("spatial")
    half = len(xy) // 2
    adata.obs["region"] = pd.Categorical(["cells"] * half + ["dots"] * (len(xy) - half))
    adata.obs["instance"] = np.arange(len(xy))
    adata.uns["spatialdata_attrs"] = {"region": ["cells", "dots"], "region_key": "region", "instance_key": "instance"}
    cells = geopandas.GeoDataFrame(geometry=geopandas.points_from_xy(*xy[:half].T)).iloc[::-1]
    dots = pd.DataFrame(xy[half:], columns=["x", "y"], index=np.arange(half, len(xy)))
    whole = spatialdata(adata, shapes={"cells": cells}, points={"dots": dots})
    assert slam_metric.score(whole, "expert", "layer_split", table="table", one_slide=True) == expected
    with pytest.raises(ValueError, match=rf"^data: row {half + 1} of the table stands for {half} of 'dots', which has"):
        slam_metric.score(
            spatialdata(adata, shapes={"cells": cells}, points={"dots": dots[5:]}), "expert", "layer_split"
        )


def test_shapes_of_a_spatialdata_are_cells(counties: geopandas.GeoDataFrame) -> None:
    obs = pd.DataFrame(counties[["before", "after"]]).assign(region="counties", place=np.arange(36))
    adata = anndata.AnnData(obs=obs.sample(frac=1, random_state=1).rename(index=str))
    adata.uns["spatialdata_attrs"] = {"region": "counties", "region_key": "region", "instance_key": "place"}
    whole = spatialdata(adata, shapes={"counties": counties})
    expected = slam_metric.score(counties, "before", "after", graph="contiguity")
    score = slam_metric.score(whole, "before", "after", graph="contiguity", key_added="slam")
    assert (score.n_edges, score.metrics["ari"]) == (expected.n_edges, expected.metrics["ari"])
    assert score == pytest.approx(expected)
    assert len(slam_metric.pl.maps(score, show=["truth"])[0, 0].collections[0].get_paths()) == 36
    assert adata.uns["slam"]["slam_adjusted"] == score
    assert (adata.obs["slam_disagreement"] == score.spots["disagreement"]).all()


def test_a_file_that_is_read_lazily(tmp_path: Path, tissue: anndata.AnnData) -> None:
    adata = slam_metric.demo(as_="anndata")
    lazy = SimpleNamespace(
        obs=SimpleNamespace(to_memory=lambda: adata.obs), obsm={"spatial": Lazy(adata.obsm["spatial"])}, uns={}
    )
    assert slam_metric.score(lazy, "expert", "layer_split") == slam_metric.score(adata, "expert", "layer_split")


def test_the_report_is_told_what_the_data_say(counties: geopandas.GeoDataFrame, tmp_path: Path) -> None:
    found = slam_metric.comparison(counties, "before", ["after"], graph="contiguity", metrics="none")
    look: Any = {"words": "change", "unit": "county", "palette": {"north": "navy"}}
    assert found.report(tmp_path / "a.html", title="Counties", **look).read_text().startswith("<!doctype html>")
    assert slam_metric.report(counties, "before", "after", tmp_path / "b.html", y_axis="down", **look).exists()
    with pytest.raises(ValueError, match=r'^words must be wrong or change, got "right"$'):
        found.report(tmp_path / "c.html", words="right")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r'^y_axis must be up or down, got "left"$'):
        found.report(tmp_path / "c.html", y_axis="left")  # type: ignore[arg-type]
    assert _scene.in_hex("#0f0F0Fff") == "#0f0F0F"
    assert _scene.in_hex("navy") == "#000080"


def test_a_picture_lies_under_the_spots(tmp_path: Path) -> None:
    adata = slam_metric.demo(as_="anndata")
    image = np.zeros((9, 8, 3), dtype=np.float32)
    image[:, :, 0] = 1.0
    adata.uns["spatial"] = {"slide": {"images": {"lowres": image}, "scalefactors": {"tissue_lowres_scalef": 0.001}}}
    found = slam_metric.comparison(adata, "expert", ["layer_split"], metrics="none")
    assert found._scene.image is not None
    assert found._scene.image[0][0, 0].tolist() == [255, 0, 0]
    assert found.report(tmp_path / "a.html").stat().st_size > 10_000
