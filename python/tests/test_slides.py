"""Many slides: each by itself, and all of them together, here and on a cluster."""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import slam_metric as sm

WAIT = 120.0
"""The most seconds that a test waits for a cluster; none hangs."""
OPTIONS: dict[str, Any] = {"metrics": "ari,nmi", "projections": 64}


def slide(turn: int) -> pd.DataFrame:
    """Four bands on a lattice; two methods, whose clusters have other numbers on every slide."""
    i, j = (axis.ravel() for axis in np.meshgrid(np.arange(14), np.arange(14)))
    band = np.minimum((j + (i + turn) // 5) // 4, 3)
    ragged = np.where((3 * i + 5 * j + turn) % 4 == 0, (band + 1) % 4, band)
    return pd.DataFrame(
        {
            "x": i + 0.5 * (j % 2),
            "y": 0.866 * j,
            "layer": np.char.add("L", band.astype(str)),
            "ragged": (ragged + turn) % 4,
            "merged": (np.minimum(band, 2) + turn) % 4,
        }
    )


def slides() -> dict[str, pd.DataFrame]:
    """Three slides by name, not in natural order."""
    return {name: slide(turn) for turn, name in enumerate(["s10", "s2", "s1"])}


def test_slides_have_the_numbers_of_single_runs() -> None:
    found = sm.study(slides(), "layer", ["ragged", "merged"], **OPTIONS)
    assert found.slices == ["s1", "s2", "s10"]
    for name, one in slides().items():
        board = sm.comparison(one, "layer", ["ragged", "merged"], **OPTIONS)
        for method, score in board.scores.items():
            assert found.numbers("slam").loc[method, name] == score.d
            assert found.numbers("slam_adjusted").loc[method, name] == score.adjusted.value
            assert found.numbers("ari").loc[method, name] == score.metrics["ari"]
    assert found.table.equals(found.numbers("slam_adjusted"))
    assert found.methods == list(found.table.index)
    assert str(found) == "\n".join(found.verdict["sentences"])


def test_partials_add_up_in_any_order_and_survive_a_file() -> None:
    parts = [sm.slice_partial(name, one, "layer", "*ged", **OPTIONS) for name, one in slides().items()]
    whole = sum(parts).finish()
    assert whole == sum(reversed(parts)).finish()
    assert whole == sm.study(slides(), "layer", "*ged", **OPTIONS)
    assert pickle.loads(pickle.dumps(parts[0] + parts[1])) == parts[0] + parts[1]
    packed = parts[0].to_bytes()
    damaged = bytearray(packed[0])
    damaged[len(damaged) // 2] ^= 1
    with pytest.raises(ValueError, match=r".+"):
        sm.SlicePartial.from_bytes([bytes(damaged)])
    with pytest.raises(TypeError):
        parts[0] + 1


def test_partials_that_do_not_go_together_say_why() -> None:
    one = sm.slice_partial("a", slide(0), "layer", "ragged", **OPTIONS)
    with pytest.raises(ValueError, match="projections"):
        one + sm.slice_partial("b", slide(1), "layer", "ragged", **{**OPTIONS, "projections": 128})
    with pytest.raises(ValueError, match='"a"'):
        one + one
    with pytest.raises(ValueError, match="every slide of a study is a slice already"):
        sm.slice_partial("a", slide(0), "layer", "ragged", slice="layer")


def test_what_is_missing_is_missing_and_never_zero() -> None:
    tables = slides()
    preds = {
        "first": {name: table["ragged"].to_numpy() for name, table in tables.items()},
        "second": {name: partial(table["merged"].to_numpy) for name, table in tables.items() if name != "s2"},
    }
    found = sm.study({name: partial(slide, turn) for turn, name in enumerate(tables)}, "layer", preds, **OPTIONS)
    assert found.table.loc["second"].isna().tolist() == [False, True, False]
    assert found.table.loc["first"].notna().all()
    with pytest.raises(ValueError, match="preds: no method has labels for the slide 'other'"):
        sm.study({"other": tables["s1"]}, "layer", preds)
    with pytest.raises(ValueError, match="preds: expected labels by slide for 'first'"):
        sm.study(tables, "layer", {"first": tables["s1"]["ragged"]})


def test_a_slide_that_cannot_be_read_is_named_or_left_out() -> None:
    broken = {**slides(), "s3": partial(pd.read_csv, "no-such-file.csv")}
    with pytest.raises(ValueError, match=r"slide 's3': .*no-such-file"):
        sm.study(broken, "layer", "ragged", **OPTIONS)
    with pytest.warns(sm.SlamWarning, match='slice "s3" is left out'):
        found = sm.study(broken, "layer", "ragged", keep_going=True, **OPTIONS)
    assert found.slices == ["s1", "s2", "s10"]
    assert [one["slice"] for one in found.to_dict()["failures"]] == ["s3"]
    with pytest.raises(ValueError, match="slides: there are none"):
        sm.study({}, "layer", "ragged")


def test_labels_that_fail_leave_out_their_method_alone() -> None:
    tables = slides()
    preds: dict[str, dict[str, Any]] = {
        "whole": {name: table["ragged"].to_numpy() for name, table in tables.items()},
        "short": {name: table["merged"].to_numpy()[: -5 if name == "s2" else None] for name, table in tables.items()},
        "absent": {name: partial(pd.read_csv, f"none/{name}.csv", dtype=str) for name in tables},
    }
    with pytest.raises(ValueError, match=r"slide 's10': .*none/s10\.csv"):
        sm.study(tables, "layer", preds, **OPTIONS)
    with pytest.warns(sm.SlamWarning, match='method "short" on slice "s2" is left out: '):
        found = sm.study(tables, "layer", preds, keep_going=True, **OPTIONS)
    assert found.slices == ["s1", "s2", "s10"]
    failed = [(one["slice"], one["method"]) for one in found.to_dict()["failures"]]
    assert failed == [("s1", "absent"), ("s2", "absent"), ("s2", "short"), ("s10", "absent")]
    assert found.table.loc["whole"].notna().all()
    assert found.table.loc["short"].isna().tolist() == [False, True, False]


def test_a_severity_needs_a_label_that_some_slide_has() -> None:
    tables = slides()
    tables["s1"] = tables["s1"][tables["s1"]["layer"] != "L0"]
    assert sm.study(tables, "layer", "ragged", severity={"L0": 2}, **OPTIONS).slices == ["s1", "s2", "s10"]
    with pytest.raises(ValueError, match=r'severity: no spot of the truth is labelled "L7"; did you mean "L0"\?'):
        sm.study(tables, "layer", "ragged", severity={"L7": 2}, **OPTIONS)


def test_donors_are_those_of_slides() -> None:
    donors = {"s10": "p", "s2": "p", "s1": "q"}
    found = sm.study(slides(), "layer", ["ragged", "merged"], donors=donors, **OPTIONS)
    assert [one["donor"] for one in found.to_dict()["slices"]] == ["q", "p", "p"]
    with pytest.raises(ValueError, match="donors: the slide 's1' has none"):
        sm.study(slides(), "layer", "ragged", donors={"s10": "p", "s2": "p"})


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """A cluster of two processes."""
    distributed = pytest.importorskip("distributed")
    cloudpickle = pytest.importorskip("cloudpickle")
    # Workers cannot import tests.
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    settings = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": ":0"}
    with (
        distributed.LocalCluster(**settings, silence_logs="CRITICAL") as cluster,
        distributed.Client(cluster, timeout=WAIT) as client,
    ):
        client.wait_for_workers(2, timeout=WAIT)
        yield client


def test_a_cluster_gives_the_same_bits(client: Any) -> None:
    from slam_metric import dask

    expected = sm.study(slides(), "layer", ["ragged", "merged"], **OPTIONS)
    here = dask.compare(slides(), "layer", ["ragged", "merged"], client=client, timeout=WAIT, **OPTIONS)
    assert here == expected
    read = {name: partial(slide, turn) for turn, name in enumerate(slides())}
    assert dask.compare(read, "layer", ["ragged", "merged"], timeout=WAIT, **OPTIONS) == expected


def dies_once(path: str, turn: int) -> pd.DataFrame:
    """A slide whose first worker is lost while it reads."""
    if not Path(path).exists():
        Path(path).touch()
        os._exit(1)
    return slide(turn)


def test_a_lost_worker_changes_nothing(client: Any, tmp_path: Path) -> None:
    from slam_metric import dask

    read = {name: partial(dies_once, str(tmp_path / name), turn) for turn, name in enumerate(slides())}
    found = dask.compare(read, "layer", ["ragged", "merged"], client=client, timeout=WAIT, **OPTIONS)
    assert found == sm.study(slides(), "layer", ["ragged", "merged"], **OPTIONS)


class Unreadable:
    """Something that can be packed and not unpacked."""

    def __reduce__(self) -> Any:
        return refuse, ()


def refuse() -> None:
    """Says no."""
    raise RuntimeError("this was made elsewhere")


def test_a_slide_that_no_worker_can_unpack_is_an_error(client: Any) -> None:
    from slam_metric import dask

    with pytest.raises(ValueError, match="slide 'bad': a worker cannot unpack it"):
        dask.compare({"bad": Unreadable()}, "layer", "ragged", client=client, timeout=WAIT)
    broken = {**slides(), "bad": Unreadable()}
    with pytest.warns(sm.SlamWarning, match='slice "bad" is left out'):
        found = dask.compare(broken, "layer", "ragged", client=client, timeout=WAIT, keep_going=True, **OPTIONS)
    assert json.loads(found.to_json())["failures"][0]["slice"] == "bad"
