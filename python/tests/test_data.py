"""AnnData, DataFrames and arrays, in memory, backed or as views, give the same numbers and stay as they are."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import anndata
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from conftest import without_input

import slam_metric


def frozen(adata: anndata.AnnData) -> bytes:
    """Everything in an AnnData, byte for byte."""
    columns = [(name, str(adata.obs[name].dtype), adata.obs[name].tolist()) for name in adata.obs]
    sparse = [adata.X, adata.obsp["connectivities"]]
    arrays = [*adata.obsm.values(), adata.layers["dense"]]
    arrays += [part for matrix in sparse for part in (matrix.data, matrix.indices, matrix.indptr)]
    keys = [list(held) for held in (adata.obsm, adata.obsp, adata.layers, adata.uns, adata.var)]
    return pickle.dumps((columns, keys, list(adata.obs_names), [array.tobytes() for array in arrays]))


def same(found: Any, expected: Any) -> bool:
    return bool(without_input(found.to_dict()) == without_input(expected.to_dict()))


def test_the_score_by_hand() -> None:
    # Four spots in a row, k = 1: edges 0-1, 1-2, 2-3. Truth aabb: a, boundary, b. Pred aaab: a, a, boundary.
    # δ: 0, ½, ½; D = 1/3; d = 2 − 2·exp(−4/3).
    line = [[0, 0], [1, 0], [2, 0], [3, 0]]
    score = slam_metric.score(line, list("aabb"), list("aaab"), k=1)
    assert score.pinned.mean == pytest.approx(1 / 3)
    assert float(score.pinned) == pytest.approx(2 - 2 * np.exp(-4 / 3))
    assert score.n_edges == 3
    assert score.flow.loc["(boundary)", "a"] == 1
    assert score.flow.loc["b", "(boundary)"] == 1
    assert list(score.spots["disagreement"]) == [0, 0.25, 0.5, 0.5]
    assert list(score.domains["lost"]) == [0, 1, 1]
    assert slam_metric.metrics(line, list("aabb"), list("aaab"), metrics="accuracy") == {"accuracy": 0.75}


def test_the_callers_object_is_left_as_it_is(tissue: anndata.AnnData) -> None:
    before = frozen(tissue)
    slam_metric.score(
        tissue, "region", "number", library_key="section", expression="X", connectivity_key="connectivities"
    )
    slam_metric.compare(tissue, "region", ["number", "text"], expression="layer:dense")
    slam_metric.match_labels(tissue, "region", "text")
    slam_metric.metrics(tissue, "region", "float")
    assert frozen(tissue) == before
    frame = tissue.obs.copy()
    slam_metric.score(frame, "region", "number")
    pd.testing.assert_frame_equal(frame, tissue.obs)


def test_a_view_is_what_it_shows(tissue: anndata.AnnData) -> None:
    some = tissue.obs["section"] == "right"
    view = tissue[some.to_numpy()]
    options = {"expression": "X", "connectivity_key": "connectivities"}
    found = slam_metric.score(view, "region", "number", **options)  # type: ignore[arg-type]
    assert view.is_view
    assert same(found, slam_metric.score(view.copy(), "region", "number", **options))  # type: ignore[arg-type]
    assert found.n_spots == int(some.sum())


def test_a_backed_file_gives_what_is_asked(tissue: anndata.AnnData, files: dict[str, Path], monkeypatch: Any) -> None:
    backed = anndata.read_h5ad(files["h5ad"], backed="r")
    assert same(
        slam_metric.score(backed, "region", "number", expression="X"),
        slam_metric.score(tissue, "region", "number", expression="X"),
    )
    monkeypatch.setattr(anndata.AnnData, "X", property(lambda _: pytest.fail("X is read without need")))
    assert same(slam_metric.score(backed, "region", "number"), slam_metric.score(tissue, "region", "number"))
    backed.file.close()


@pytest.mark.parametrize(
    "kind", [sp.csr_matrix, sp.csc_matrix, sp.coo_matrix, sp.csr_array, np.asarray, pd.DataFrame, np.float32, np.int64]
)
def test_measurements_of_every_kind(tissue: anndata.AnnData, kind: Any) -> None:
    dense = tissue.layers["dense"]
    matrix = dense.astype(kind) if kind in (np.float32, np.int64) else kind(dense)
    matrix = matrix.set_axis(tissue.obs_names) if kind is pd.DataFrame else matrix
    expected = slam_metric.score(tissue, "region", "number", expression="layer:dense")
    assert expected.provenance["steps"]["editors"] != "[]"
    assert same(slam_metric.score(tissue, "region", "number", expression=matrix), expected)


def test_frames_and_arrays(tissue: anndata.AnnData) -> None:
    expected = slam_metric.score(tissue, "region", "number", library_key="section", severity_column="weight")
    xy, obs = tissue.obsm["spatial"], tissue.obs
    labels = (obs["region"], obs["number"].tolist())
    options = {"slice": obs["section"].to_numpy(), "severity_column": obs["weight"].to_numpy()}
    for data in (xy, xy.tolist(), np.asfortranarray(xy), obs[["x", "y"]]):
        found = slam_metric.score(data, *labels, **options)  # type: ignore[arg-type]
        assert same(found, expected)
    whole = slam_metric.score(np.round(xy), obs["number"], obs["number"], one_slide=True)
    rounded = np.round(xy).astype(np.float32)
    assert same(slam_metric.score(rounded, obs["number"], obs["number"], one_slide=True), whole)


def test_hexagonal_arrays_are_stretched() -> None:
    rows, columns = np.divmod(np.arange(60), 10)
    data = pd.DataFrame({"array_row": rows, "array_col": 2 * columns + rows % 2, "t": rows // 3})
    xy = np.c_[data["array_col"], data["array_row"] * np.sqrt(3)]
    # Nine edges in each of six rows, nineteen between each two: 54 + 95.
    for places, truth in ((data, "t"), (xy, data["t"])):
        assert slam_metric.score(places, truth, truth, graph="radius:2.1").n_edges == 149


def test_graphs_of_ones_own(tissue: anndata.AnnData) -> None:
    matrix = tissue.obsp["connectivities"]
    expected = slam_metric.score(tissue, "region", "number", connectivity_key="connectivities")
    pairs = np.c_[matrix.tocoo().row, matrix.tocoo().col]
    graphs = [
        matrix,
        matrix.T.tocsc(),
        matrix + matrix.T,
        matrix.toarray(),
        pairs,
        pairs.astype(float),
        tissue.obs_names.to_numpy()[pairs],
    ]
    for graph in graphs:
        found = slam_metric.score(tissue, "region", "number", graph=graph)
        assert (found.d, found.n_edges) == (expected.d, expected.n_edges)


def test_results_are_kept_under_a_key(tissue: anndata.AnnData, tmp_path: Path) -> None:
    adata = tissue.copy()
    score = slam_metric.score(adata, "region", "number", key_added="slam", exclude="WM")
    assert score.n_unlabelled == 0
    kept = adata.obs["slam_disagreement"]
    assert kept.isna().sum() >= score.n_dropped
    pd.testing.assert_series_equal(kept.loc[score.spots.index], score.spots["disagreement"], check_names=False)
    assert adata.obs["slam_matched"].isna().sum() == score.n_dropped
    assert adata.uns["slam"]["slam_adjusted"] == score
    assert adata.uns["slam"]["params"]["k"] == 6
    slam_metric.compare(adata, "region", ["number", "text"], key_added="board")
    assert {"board_number_share", "board_text_matched"} <= set(adata.obs)
    slam_metric.match_labels(adata, "region", "number", key_added="renamed")
    assert set(adata.obs["renamed"].dropna()) <= set(adata.obs["region"].dropna())
    adata.write_h5ad(tmp_path / "kept.h5ad")
    assert anndata.read_h5ad(tmp_path / "kept.h5ad").uns["slam"]["pred"] == "number"
    frame = tissue.obs.copy()
    slam_metric.score(frame, "region", "number", key_added="s")
    assert frame.attrs["s"]["truth"] == "region"
    with pytest.raises(ValueError, match="key_added needs data that can hold results"):
        slam_metric.score(tissue.obsm["spatial"], frame["region"], frame["number"], key_added="s", one_slide=True)


def test_preds_by_name_pattern_and_table(tissue: anndata.AnnData) -> None:
    obs = tissue.obs
    table = slam_metric.compare(tissue, "region", ["number", "named"], metrics="none")
    for preds in (["number", obs["named"]], {"number": obs["number"], "named": "named"}, obs[["number", "named"]]):
        pd.testing.assert_frame_equal(slam_metric.compare(tissue, "region", preds, metrics="none"), table)
    with pytest.raises(ValueError, match=r"^preds: no column of labels fits 'n\[u\]\*' \(columns: region, named"):
        slam_metric.compare(tissue, "region", "n[u]*")
    assert set(slam_metric.comparison(tissue, "region", "n*m*", metrics="none").scores) == {"number", "named"}


def test_preds_have_names_that_differ(tissue: anndata.AnnData) -> None:
    number = tissue.obs["number"]
    twins = pd.concat([number, number.rename("named")], axis=1).set_axis(["m", "m"], axis=1)
    for preds in (twins, {1: number, "1": number}, [number, number], [number, "number"], [number, "num*"]):
        with pytest.raises(ValueError, match=r"^preds: two labelings are called '.*'; names must differ$"):
            slam_metric.compare(tissue, "region", preds)
    once = slam_metric.comparison(tissue, "region", ["number", "number", "num*"], metrics="none")
    assert list(once.scores) == ["number"]
    for nothing in ([], {}, tissue.obs[[]]):
        with pytest.raises(ValueError, match=r"^preds: no labels are given$"):
            slam_metric.compare(tissue, "region", nothing)


def test_what_was_read_is_named_once(tissue: anndata.AnnData) -> None:
    pairs = json.loads(
        slam_metric.comparison(tissue, "region", ["number", "named"], metrics="none").to_json(),
        object_pairs_hook=lambda pairs: pairs,
    )
    read = dict(dict(pairs)["provenance"])["input"]
    assert [name for name, _ in read] == ["data", "truth", "pred", "positions"]
    assert dict(read)["pred"] == ["number", "named"]
    assert slam_metric.score(tissue, "region", "number").provenance["input"]["pred"] == "number"


def test_names_like_numbers_stay_text(tissue: anndata.AnnData) -> None:
    preds = {"007": tissue.obs["named"], "1e5": tissue.obs["number"], "true": tissue.obs["named"]}
    slices = np.where(tissue.obs["section"] == "left", "01", "TRUE")
    table = slam_metric.compare(tissue, "region", preds, library_key=slices, metrics="none")
    assert set(table["pred"][table["rank"].notna()]) == {"007", "1e5", "true"}
    assert set(table["slice"].dropna()) == {"01", "TRUE"}
    assert table["better_than_chance"].dtype == "boolean"


def test_the_table_is_tidy(tissue: anndata.AnnData) -> None:
    table = slam_metric.compare(tissue, "region", ["number", "named"], library_key="section", metrics="ari,pas")
    methods = table[table["pred"].isin(["number", "named"])]
    assert list(methods["slice"]) == 2 * [None, "left", "right"]
    assert list(methods["rank"].notna()) == list(methods["hungarian"].notna()) == 2 * [True, False, False]
    assert table["rank"].dtype == "Int64"
    assert table[["slam", "ari", "pas"]].dtypes.eq("float64").all()
    assert list(table["pred"][-9:].unique()) == ["(one label)", "(shuffled)", "(random domains)"]
    assert table.attrs["truth"] == "region"
    assert table.attrs["options"]["k"] == 6


def test_a_score_travels(tissue: anndata.AnnData) -> None:
    score = slam_metric.score(tissue, "region", "number", library_key="section")
    copy = pickle.loads(pickle.dumps(score))
    assert (copy.to_json(), float(copy), str(copy)) == (score.to_json(), float(score), str(score))
    pd.testing.assert_frame_equal(copy.spots, score.spots)
    assert list(score.slices.index) == ["left", "right"]


def test_what_a_score_shows(tissue: anndata.AnnData) -> None:
    score = slam_metric.score(tissue, "region", "number")
    assert repr(score).startswith(f"Score(slam_adjusted={score.adjusted.value:.4f}, slam={score.d:.4f}, ")
    assert "<th>slam_adjusted ↓</th>" in score._repr_html_()
    assert "supervised" in str(score)
    assert score.spots["share"].sum() == pytest.approx(1)
    assert score.domains["share"].sum() == pytest.approx(1)
    assert score.flow.to_numpy().sum() == score.n_edges
    assert score.adjusted.profile["width"].isna().tolist()[:2] == [True, False]
    assert score.adjusted.profile["width"].iloc[-1] == 0
    assert score.matching.unmatched == []
    assert repr(score).endswith("n_spots=335, n_dropped=1)")


def test_q_reads_scores(tissue: anndata.AnnData) -> None:
    worse = slam_metric.score(tissue, "region", "flag")
    better = slam_metric.score(tissue, "region", "region")
    assert slam_metric.q("slam", worse, better) == pytest.approx(worse.d / 2)
    assert slam_metric.q("accuracy", worse, better) == pytest.approx(1 - worse.metrics["accuracy"])  # type: ignore[operator]
    assert slam_metric.q("ari", None, 0.5) is None


def test_the_report_is_one_file(tissue: anndata.AnnData, tmp_path: Path) -> None:
    path = slam_metric.report(tissue, "region", ["number", "text"], path=tmp_path / "report.html", title="Tissue & co")
    page = path.read_text()
    assert "<title>Tissue &amp; co" in page
    with pytest.raises(ValueError, match="there is no folder"):
        slam_metric.report(tissue, "region", "number", path=tmp_path / "no" / "report.html")


def test_patterns_take_labelings_alone(tissue: anndata.AnnData) -> None:
    frame = tissue.obs[["region", "number"]].copy()
    frame[["x", "y"]] = tissue.obsm["spatial"]
    frame["depth"] = [0.5 * (spot % 4) for spot in range(len(frame))]
    frame["name"] = [f"n{spot}" for spot in range(len(frame))]
    with pytest.warns(
        slam_metric.SlamWarning, match=r"^preds: left out: depth \(real numbers\), name \(\d+ labels for \d+ spots\)$"
    ):
        found = slam_metric.comparison(frame, "region", "*", metrics="none", one_slide=True)
    assert list(found.scores) == ["number"]
    with pytest.raises(
        ValueError, match=r"^preds: no column of labels fits 'd\*' \(left out: depth \(real numbers\)\)$"
    ):
        slam_metric.compare(frame, "region", "d*", one_slide=True)
    plain: dict[str, Any] = {"metrics": "none", "one_slide": True}
    with pytest.raises(ValueError, match=r"^pred \"depth\" is probably no labeling \(real numbers\)"):
        slam_metric.compare(frame, "region", ["depth"], **plain)
    with pytest.warns(slam_metric.SlamWarning, match=r"^depth: pred: real numbers; is this a labeling\?$"):
        slam_metric.compare(frame, "region", ["depth"], allow_many_labels=True, **plain)


def test_slices_are_matched_one_by_one() -> None:
    coordinates = [[spot % 4, spot // 4 % 2] for spot in range(16)]
    truth = ["a", "a", "b", "b"] * 4
    pred = ["1", "1", "2", "2"] * 2 + ["2", "2", "1", "1"] * 2
    slices = ["l"] * 8 + ["r"] * 8
    with pytest.warns(slam_metric.SlamWarning, match=r"^8 more spots \(50 %\) would agree .* use match_per slice$"):
        slam_metric.score(coordinates, truth, pred, slice=slices, k=4)
    score = slam_metric.score(coordinates, truth, pred, slice=slices, match_per="slice", k=4, metrics="ari")
    assert (score.d, score.metrics) == (0.0, {"ari": 1.0})
    expected = {"l": {"1": "a", "2": "b"}, "r": {"1": "b", "2": "a"}}
    assert (score.matching.per, score.matching.map, score.matching.slices) == ("slice", {}, expected)
    found = slam_metric.match_labels(coordinates, truth, pred, slice=slices, match_per="slice")
    assert (found.slices, list(found.labels), found.links["slice"].unique().tolist()) == (expected, truth, ["l", "r"])
    assert slam_metric.metrics(coordinates, truth, pred, slice=slices, match_per="slice", metrics="ari") == {"ari": 1.0}
    with pytest.raises(ValueError, match=r"^match_per slice has no place in spots without slices"):
        slam_metric.score(coordinates, truth, pred, match_per="slice")
