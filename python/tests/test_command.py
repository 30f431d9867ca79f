"""Python and the command give the same JSON, for every option."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import anndata
import numpy as np
import pandas as pd
import pytest
from conftest import without_input

import slam_metric

OPTIONS: dict[str, tuple[list[object], dict[str, Any]]] = {
    "defaults": ([], {}),
    "spatial_key": (["--spatial-key", "spatial"], {"spatial_key": "spatial"}),
    "x y": (["--x", "y", "--y", "x"], {"x": "y", "y": "x"}),
    "x y z": (["--x", "x", "--y", "y", "--z", "weight"], {"x": "x", "y": "y", "z": "weight"}),
    "id": (["--id", "weight"], {"id": "weight"}),
    "join": (["--join", "row"], {"join": "row"}),
    "extra_ids": (["--extra-ids", "skip"], {"extra_ids": "skip"}),
    "slice": (["--slice", "section"], {"slice": "section"}),
    "library_key": (["--slice", "section"], {"library_key": "section"}),
    "one_slide": (["--one-slide"], {"one_slide": True}),
    "expression X": (["--expression", "X"], {"expression": "X"}),
    "expression layer": (
        ["--expression", "layer:dense", "--log-normalize"],
        {"expression": "layer:dense", "log_normalize": True},
    ),
    "expression obsm": (
        ["--expression", "obsm:X_pca", "--similarity", "pearson"],
        {"expression": "obsm:X_pca", "similarity": "pearson"},
    ),
    "missing_truth": (["--missing-truth", "keep"], {"missing_truth": "keep"}),
    "missing_pred": (["--missing-pred", "drop", "--exclude", "WM"], {"missing_pred": "drop", "exclude": "WM"}),
    "allow_many_labels": (["--allow-many-labels"], {"allow_many_labels": True}),
    "exclude": (["--exclude", "WM", "--exclude", "Layer_2"], {"exclude": ["WM", "Layer_2"]}),
    "matching jaccard": (["--matching", "jaccard"], {"matching": "jaccard"}),
    "matching hungarian": (["--matching", "hungarian"], {"matching": "hungarian"}),
    "match_per": (["--match-per", "slice", "--slice", "section"], {"match_per": "slice", "slice": "section"}),
    "matching identity": (["--matching", "identity"], {"matching": "identity"}),
    "matching density": (["--matching", "density", "--expression", "X"], {"matching": "density", "expression": "X"}),
    "framework": (
        ["--extractor", "pairs", "--discrepancy", "mmd", "--kernel-width", "0.3"],
        {"extractor": "pairs", "discrepancy": "mmd", "kernel_width": 0.3},
    ),
    "infer": (["--test", "--interval", "--replicates", "19"], {"infer": ["test", "interval"], "replicates": 19}),
    "donor": (
        ["--slice", "section", "--donor", "section", "--interval"],
        {"slice": "section", "donor": "section", "infer": "interval"},
    ),
    "k": (["--k", "4"], {"k": 4}),
    "tie": (["--tie", "0"], {"tie": 0}),
    "union": (["--graph", "union", "--k", "5"], {"graph": "union", "k": np.int64(5)}),
    "radius": (["--graph", "radius:1.2", "--slice", "section"], {"graph": "radius:1.2", "slice": "section"}),
    "delaunay": (["--graph", "delaunay:0.9", "--slice", "section"], {"graph": "delaunay:0.9", "slice": "section"}),
    "obsp": (["--graph", "obsp:connectivities"], {"graph": "obsp:connectivities"}),
    "connectivity_key": (["--graph", "obsp:connectivities"], {"connectivity_key": "connectivities"}),
    "severity": (
        ["--severity", "Layer_1=1", "--severity", "Layer_2=2", "--severity", "Layer_10=1", "--severity", "WM=0.5"],
        {"severity": {"Layer_1": 1, "Layer_2": 2, "Layer_10": 1, "WM": 0.5}},
    ),
    "severity_column": (["--severity-column", "weight"], {"severity_column": "weight"}),
    "bandwidth": (["--bandwidth", "0.3"], {"bandwidth": 0.3}),
    "gamma": (["--gamma", "5"], {"gamma": 5}),
    "sampled": (
        ["--estimator", "sampled", "--projections", "16", "--draws", "independent"],
        {"estimator": "sampled", "projections": 16, "draws": "independent"},
    ),
    "authors": (["--estimator", "authors", "--sigma", "0.1"], {"estimator": "authors", "sigma": 0.1}),
    "authors on another graph": (
        ["--estimator", "authors", "--graph", "mutual", "--k", "4"],
        {"estimator": "authors", "graph": "mutual", "k": 4},
    ),
    "seed": (["--seed", "11"], {"seed": np.uint64(11)}),
    "metrics": (["--metrics", "ari,chaos"], {"metrics": ["ari", "chaos"]}),
    "no metrics": (["--metrics", "none"], {"metrics": []}),
    "nmi": (["--nmi", "geometric"], {"nmi": "geometric"}),
    "threads": (["--threads", "1"], {"threads": 1}),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option(name: str, tissue: anndata.AnnData, files: Any, command: Any) -> None:
    words, options = OPTIONS[name]
    pred = "named" if "identity" in name else "number"
    expected = command("score", files["h5ad"], "--truth", "region", "--pred", pred, *words)
    found = slam_metric.score(tissue, truth="region", pred=pred, **options)
    assert without_input(found.to_dict()) == without_input(expected)


def test_every_option_is_tried() -> None:
    tried = {name for _, options in OPTIONS.values() for name in options}
    assert tried >= set(slam_metric.Options.__annotations__) - {
        "labels_id",
        "expression_id",
        "rank_by",
        "matcher",
        "progress",
        "table",
        "test",
    }


@pytest.mark.parametrize("number", ["slam_adjusted", "slam", "slam_pinned", "ari", "pas"])
def test_every_number_ranks(number: str, tissue: anndata.AnnData, files: Any, command: Any) -> None:
    words = ["--truth", "region", "--pred", "named", "--pred", "number", "--metrics", "ari,pas", "--rank-by", number]
    found = slam_metric.comparison(tissue, "region", ["named", "number"], metrics=["ari", "pas"], rank_by=number)
    assert without_input(found.to_dict()) == without_input(command("compare", files["h5ad"], *words))


@pytest.mark.parametrize("is_named", [True, False])
def test_tables_with_columns_of_ids(
    is_named: bool, tissue: anndata.AnnData, files: Any, command: Any, tmp_path: Path
) -> None:
    turned = tissue.obs[["named", "number"]][::-1].reset_index(names="key")
    genes = (
        pd.DataFrame(tissue.layers["dense"]).add_prefix("g").assign(key=tissue.obs_names).sample(frac=1, random_state=2)
    )
    turned.to_csv(tmp_path / "labels.csv", index=False)
    genes.to_csv(tmp_path / "genes.csv", index=False)
    words = ["--labels", tmp_path / "labels.csv", "--expression", tmp_path / "genes.csv"]
    words += ["--labels-id", "key", "--expression-id", "key"] if is_named else []
    options: dict[str, Any] = {"labels_id": "key", "expression_id": "key"} if is_named else {}
    alone = tissue.copy()
    alone.obs = alone.obs[["region", "section"]]
    alone.write_h5ad(tmp_path / "alone.h5ad")
    common = ["--truth", "region", "--pred", "named", "--pred", "number", "--metrics", "none"]
    expected = command("compare", tmp_path / "alone.h5ad", *common, *words)
    expression = genes.reset_index(drop=True)
    found = slam_metric.comparison(alone, "region", turned, expression=expression, metrics="none", **options)
    assert without_input(found.to_dict()) == without_input(expected)
    inside = slam_metric.comparison(tissue, "region", ["named", "number"], expression="layer:dense", metrics="none")
    assert without_input(found.to_dict()) == without_input(inside.to_dict())


def test_rows_that_are_only_counted(tissue: anndata.AnnData, command: Any, tmp_path: Path) -> None:
    counted = tissue.copy()
    counted.obs_names = [str(row) for row in range(counted.n_obs)]
    counted.obs = counted.obs[["region", "section"]]
    counted.write_h5ad(tmp_path / "counted.h5ad")
    labels = tissue.obs[["number"]].reset_index(drop=True)
    labels.to_csv(tmp_path / "labels.csv")
    common = ["--truth", "region", "--pred", "number", "--labels", tmp_path / "labels.csv"]
    expected = command("score", tmp_path / "counted.h5ad", *common)
    said = "by row, for neither has ids: nothing but the order of their rows says which belong together"
    assert expected["warnings"][0].endswith(said)
    with pytest.warns(slam_metric.SlamWarning, match=said):
        found = slam_metric.score(counted, "region", labels["number"])
    assert found.warnings[0].endswith(said)
    assert found.d == expected["slam"]["d"] == slam_metric.score(tissue, "region", "number").d
    # Numbers in another order are ids, and say more than the order of the rows.
    labels[::-1].to_csv(tmp_path / "labels.csv")
    assert command("score", tmp_path / "counted.h5ad", *common)["slam"]["d"] == found.d
    assert slam_metric.score(counted, "region", labels["number"][::-1]).d == found.d


@pytest.mark.parametrize("pred", ["named", "number", "float", "nullable", "flag", "text"])
def test_every_kind_of_label(pred: str, tissue: anndata.AnnData, files: Any, command: Any) -> None:
    expected = command("score", files["h5ad"], "--truth", "region", "--pred", pred, "--metrics", "all")
    found = slam_metric.score(tissue, truth="region", pred=pred)
    assert without_input(found.to_dict()) == without_input(expected)
    assert slam_metric.metrics(tissue, "region", pred) == expected["metrics"]


def test_tables_and_frames(tissue: anndata.AnnData, files: Any, command: Any) -> None:
    expected = command("score", files["csv"], "--truth", "region", "--pred", "text", "--slice", "section")
    for frame in (tissue.obs, pd.read_csv(files["csv"], float_precision="round_trip")):
        found = slam_metric.score(frame, "region", "text", slice="section")
        assert without_input(found.to_dict()) == without_input(expected)


def test_edges_by_id(tissue: anndata.AnnData, files: Any, command: Any) -> None:
    graph = f"edges:{files['edges']}"
    expected = command("score", files["h5ad"], "--truth", "region", "--pred", "number", "--graph", graph)
    found = slam_metric.score(tissue, "region", "number", graph=pd.read_csv(files["edges"]))
    assert without_input(found.to_dict()) == without_input(expected)


def test_comparisons(tissue: anndata.AnnData, files: Any, command: Any) -> None:
    words = ["--truth", "region", "--pred", "named", "--pred", "number", "--pred", "text", "--slice", "section"]
    expected = command("compare", files["h5ad"], *words)
    found = slam_metric.comparison(tissue, "region", ["named", "number", "text"], library_key="section")
    assert without_input(found.to_dict()) == without_input(expected)
    for entry in expected["results"]:
        score = without_input(found.scores[entry["pred"]].to_dict())
        # The schema is that of a document, which an entry is not.
        assert score.pop("schema") == "slam-score/1"
        assert score == {key: value for key, value in without_input(entry).items() if key in score}


def test_matches(tissue: anndata.AnnData, files: Any, command: Any) -> None:
    words = ["--truth", "region", "--pred", "number", "--matching", "hungarian"]
    [expected] = command("match", files["h5ad"], *words)
    found = slam_metric.match_labels(tissue, "region", "number", matching="hungarian")
    assert found.links.to_dict("records") == expected["links"]
    assert (found.method, found.reason, found.n_dropped) == ("hungarian", expected["reason"], expected["n_dropped"])
    assert found.n_unlabelled == expected["n_unlabelled"]


@pytest.mark.parametrize(
    ("folder", "labels", "preds"),
    [("her2st_A1", "labels.csv", "predictions.csv"), ("dlpfc_151673", "labels.csv", "predictions.csv")],
)
@pytest.mark.parametrize("index", [0, None])
def test_real_slides(folder: str, labels: str, preds: str, index: int | None, shared: Any, command: Any) -> None:
    slide, others = shared(f"{folder}/{labels}"), shared(f"{folder}/{preds}")
    methods = pd.read_csv(others, index_col=index)
    words = [word for name in methods.columns if name != "id" for word in ("--pred", name)]
    common = ["--labels", others, "--truth", "label", "--metrics", "ari,pas", "--projections", "64"]
    expected = command("compare", slide, *common, *words)
    data = pd.read_csv(slide, index_col=index, float_precision="round_trip")
    found = slam_metric.comparison(data, "label", methods, metrics="ari,pas", projections=64)
    assert without_input(found.to_dict()) == without_input(expected)


@pytest.mark.parametrize("name", ["paper_cases/case_I", "paper_cases/cases_III_V_VI"])
def test_paper_cases(name: str, shared: Any, command: Any) -> None:
    h5ad, csv = shared(f"{name}.h5ad"), shared(f"{name}.csv")
    adata, table = anndata.read_h5ad(h5ad), pd.read_csv(csv, float_precision="round_trip")
    labels = [column for column in table.columns if "label" in column or "-F" in column]
    truth = next(column for column in labels if "truth" in column)
    for pred in (column for column in labels if column != truth):
        expected = without_input(command("score", h5ad, "--truth", truth, "--pred", pred, "--matching", "identity"))
        for data in (adata, table):
            found = slam_metric.score(data, truth, pred, matching="identity")
            assert without_input(found.to_dict()) == expected


@pytest.mark.parametrize(
    "name", ["0.7.8_csr_gzip", "0.8.0_dense_gzip", "0.10.9_csc_gzip_i8", "0.12.19_csr_lzf_f4", "0.12.19_nullstr"]
)
def test_files_of_every_generation(name: str, shared: Any, command: Any) -> None:
    path = shared(f"h5ad/{name}.h5ad")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        adata = anndata.read_h5ad(path)
    few = [column for column in adata.obs if 2 <= adata.obs[column].nunique() <= 20]
    truth, pred = few[:2]
    expected = command("score", path, "--truth", truth, "--pred", pred, "--expression", "X")
    found = slam_metric.score(adata, truth, pred, expression="X")
    assert without_input(found.to_dict()) == without_input(expected)
