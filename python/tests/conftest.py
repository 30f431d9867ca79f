"""What the tests share: a small tissue, the command, and the real data where it is found."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anndata
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def tissue() -> anndata.AnnData:
    """Two slices of a hexagonal lattice with labels of every kind, measurements and a graph."""
    columns, rows = np.meshgrid(np.arange(14), np.arange(12))
    one = np.c_[(columns + 0.5 * (rows % 2)).ravel(), (rows * np.sqrt(0.75)).ravel()]
    xy = np.r_[one, one + 0.25]
    rng = np.random.default_rng(7)
    n = len(xy)
    layer = np.minimum(xy[:, 1] // 2.7, 3).astype(int)
    wrong = np.where(rng.random(n) < 0.15, rng.integers(0, 4, n), layer)
    names = np.array(["Layer_1", "Layer_2", "Layer_10", "WM"])
    region = pd.Categorical(names[layer], categories=[*names[::-1], "nobody"])
    region[5] = np.nan
    nullable = pd.array(wrong, dtype="Int64")
    nullable[9] = pd.NA
    obs = pd.DataFrame(
        {
            "region": region,
            "named": names[wrong],
            "number": wrong,
            "float": np.where(np.arange(n) == 3, np.nan, wrong.astype(float)),
            "nullable": nullable,
            "flag": wrong > 1,
            "text": pd.Categorical(np.where(np.arange(n) % 50 == 0, "NA", [f" c{one} " for one in wrong])),
            "section": np.repeat(["left", "right"], n // 2),
            "weight": rng.random(n),
            "x": xy[:, 0],
            "y": xy[:, 1],
        },
        index=pd.Index([f"spot-{i}" for i in range(n)], name="barcode"),
    )
    counts = sp.random(n, 30, density=0.3, format="csr", random_state=3, data_rvs=lambda k: rng.integers(1, 9, k))
    adata = anndata.AnnData(X=counts.astype(np.float32), obs=obs)
    adata.layers["dense"] = counts.toarray().astype(np.float64)
    adata.obsm["spatial"] = xy
    adata.obsm["X_pca"] = rng.normal(size=(n, 5)).astype(np.float32)
    near = np.abs(xy[:, None] - xy[None]).sum(-1) < 1.6
    adata.obsp["connectivities"] = sp.csr_matrix(np.triu(near, 1).astype(np.float32))
    return adata


@pytest.fixture(scope="session")
def files(tissue: anndata.AnnData, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The tissue as files that the command reads."""
    folder = tmp_path_factory.mktemp("tissue")
    h5ad, csv, edges = folder / "tissue.h5ad", folder / "tissue.csv", folder / "edges.csv"
    tissue.write_h5ad(h5ad)
    tissue.obs.to_csv(csv)
    upper = tissue.obsp["connectivities"].tocoo()
    pd.DataFrame({"u": tissue.obs_names[upper.row], "v": tissue.obs_names[upper.col]}).to_csv(edges, index=False)
    return {"h5ad": h5ad, "csv": csv, "edges": edges}


@pytest.fixture(scope="session")
def command() -> Callable[..., Any]:
    """Runs the command, and reads the JSON that it prints."""
    program = os.environ.get("SLAM_COMMAND", str(ROOT / "target" / "release" / "slam"))
    if not Path(program).exists():
        pytest.fail(f"no command {program}; python/tests/run builds it")

    def run(*arguments: object) -> Any:
        words = [program, *map(str, arguments), "--format", "json", "--quiet"]
        done = subprocess.run(words, capture_output=True, check=False, text=True)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """A file of the real data; a test that needs one that is not there says so."""
    folder = Path(os.environ.get("SLAM_SHARED_DATA", ROOT.parent / "shared" / "data"))

    def find(name: str) -> Path:
        path = folder / name
        if not path.exists():
            pytest.skip(f"no {name} in the shared data (SLAM_SHARED_DATA, ../shared/data)")
        return path

    return find


def without_input(found: Any) -> Any:
    """A result without what was read, which is named differently in a file and in memory."""
    if isinstance(found, dict):
        return {key: without_input(value) for key, value in found.items() if key != "input"}
    return [without_input(value) for value in found] if isinstance(found, list) else found
