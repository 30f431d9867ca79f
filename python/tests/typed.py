"""Hands over what users hold, for mypy in strict mode and pyright; ``# type:`` comments are not needed to do so."""

from __future__ import annotations

import anndata as ad
import geopandas as gpd
import numpy as np
import pandas as pd
import polars as pl

import slam_metric


def of_anndata(adata: ad.AnnData) -> float:
    """A column of ``obs``, a column by name, several of them, a pattern."""
    score = slam_metric.score(adata, adata.obs["expert"], adata.obs["layer_split"])
    named = slam_metric.score(adata, truth="expert", pred=adata.obs["layer_split"].cat.codes)
    table: pd.DataFrame = slam_metric.compare(adata, "expert", adata.obs[["layer_split", "layers_merged"]])
    slam_metric.compare(adata, adata.obs["expert"], adata.obs["layer_split"], metrics="none")
    slam_metric.compare(adata, "expert", {"one": adata.obs["layer_split"], "other": "layers_merged"})
    return float(score) + named + float(table["slam"].min())


def of_polars(slide: pl.DataFrame) -> float:
    """A table of polars, and Series of it."""
    score = slam_metric.score(slide, slide["expert"], slide["layer_split"])
    xy = slide.select("x", "y").to_numpy()
    values: dict[str, float | None] = slam_metric.metrics(xy, slide["expert"], slide["layer_split"], metrics="ari")
    table = slam_metric.compare(slide, slide["expert"], [slide["layer_split"], slide["layers_merged"]], metrics="none")
    slam_metric.compare(slide, slide["expert"], slide.select("layer_split", "layers_merged"), metrics="none")
    slam_metric.compare(slide, "expert", {"split": slide["layer_split"]}, metrics="none")
    slam_metric.compare(slide.lazy(), "expert", slide["layer_split"], metrics="none")
    return score + (values["ari"] or 0.0) + len(table)


def of_map(counties: gpd.GeoDataFrame) -> float:
    """A GeoDataFrame, and columns of it."""
    score = slam_metric.score(counties, "before", counties["after"])
    matched: pd.Series = slam_metric.match_labels(counties, counties["before"], "after").labels
    return score + len(matched)


def of_arrays(xy: np.ndarray, truth: np.ndarray, pred: list[str]) -> float:
    """Arrays and lists."""
    graph = np.column_stack([np.arange(len(xy) - 1), np.arange(1, len(xy))])
    return slam_metric.score(xy, truth, pred) - slam_metric.score(xy.tolist(), list(truth), pred, graph=graph)


def main() -> None:
    """Runs what is typed."""
    adata: ad.AnnData = slam_metric.demo(as_="anndata")
    slide = slam_metric.demo().astype(dict.fromkeys(("expert", "layer_split", "layers_merged"), str))
    xy = slide[["x", "y"]].to_numpy()
    points = gpd.points_from_xy(slide["x"], slide["y"])
    counties = gpd.GeoDataFrame({"before": slide["expert"], "after": slide["layer_split"]}, geometry=points)
    columns = {str(name): slide[name].tolist() for name in slide}
    print(of_anndata(adata), of_map(counties), of_polars(pl.DataFrame(columns)))
    print(of_arrays(xy, slide["expert"].to_numpy(), slide["layer_split"].tolist()))


if __name__ == "__main__":
    main()
