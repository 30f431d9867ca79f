"""A score is the number that ranks; the paper's number stands beside it."""

from __future__ import annotations

import copy
import pickle

import anndata
import pandas as pd
import pytest

import slam_metric


@pytest.fixture(scope="module")
def scores() -> dict[str, slam_metric.Score]:
    """Two methods: by slam_adjusted the first is the worse one, by slam the second."""
    coordinates = [[x, y] for y in range(8) for x in range(8)]
    truth = ["a" if x < 4 else "b" for x, y in coordinates]
    preds = {
        # The mirror image of the truth: slam does not see places.
        "mirror": ["b" if x < 4 else "a" for x, y in coordinates],
        "ragged": ["a" if x < 4 + (y % 2) else "b" for x, y in coordinates],
    }
    return {
        name: slam_metric.score(coordinates, truth, pred, k=4, matching="identity", metrics="none")
        for name, pred in preds.items()
    }


def test_a_score_follows_the_number_that_ranks(scores: dict[str, slam_metric.Score]) -> None:
    mirror, ragged = scores["mirror"], scores["ragged"]
    assert mirror.slam < ragged.slam
    assert mirror.slam_adjusted > ragged.slam_adjusted
    assert float(mirror) == mirror.slam_adjusted.value == mirror.to_dict()["slam_adjusted"]["value"]
    assert mirror > ragged
    assert min(mirror, ragged) is ragged
    assert sorted([mirror, ragged]) == [ragged, mirror]
    assert pd.Series(scores).idxmin() == "ragged"
    assert repr(ragged).startswith(f"Score(slam_adjusted={float(ragged):.4f}, slam={ragged.slam.value:.4f}, ")
    assert f"{ragged:.3f}" == f"{ragged.slam_adjusted.value:.3f}"


def test_each_number_has_its_value_and_its_parts(scores: dict[str, slam_metric.Score]) -> None:
    score = scores["ragged"]
    found = score.to_dict()
    assert score.slam.value == score.slam.d == score.d == found["slam"]["d"]
    assert (score.slam.d_se, score.slam.estimator, score.slam.gamma) == (
        found["slam"]["d_se"], found["slam"]["estimator"], found["slam"]["gamma"],
    )  # fmt: skip
    assert score.slam_pinned.value == score.slam_pinned.d == found["slam_pinned"]["d"]
    assert score.slam_adjusted.profile["width"].iloc[-1] == 0
    assert type(score.slam.value) is float
    assert repr(score.slam) == f"Slam({score.slam.value:.4f})"
    for other in (pickle.loads(pickle.dumps(score.slam)), copy.deepcopy(score.slam)):
        assert (other, other.gamma, type(other)) == (score.slam, score.slam.gamma, slam_metric.Slam)


def test_what_is_kept_are_plain_numbers(tissue: anndata.AnnData) -> None:
    adata = tissue.copy()
    score = slam_metric.score(adata, "region", "named", key_added="kept", metrics="none")
    assert type(adata.uns["kept"]["slam_adjusted"]) is float
    assert adata.uns["kept"]["slam"] == score.slam.value
