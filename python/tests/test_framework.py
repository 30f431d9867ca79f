"""The framework's other steps, and functions in their place."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

import slam_metric as sm

KEYS = {"truth": "region", "pred": "named"}


def totals(truth: Any, truth_masses: Any, pred: Any, pred_masses: Any) -> float:
    """Half of the differences of masses, point by point."""
    masses: dict[tuple[float, ...], float] = {}
    for points, own, sign in ((truth, truth_masses, 1), (pred, pred_masses, -1)):
        for point, mass in zip(points, own, strict=True):
            masses[tuple(point)] = masses.get(tuple(point), 0.0) + sign * mass
    return sum(map(abs, masses.values())) / 2


def kinds(graph: Any) -> Any:
    """SLAM's own attributes, written anew."""
    points = np.zeros((len(graph.edges), graph.n_labels))
    inside = graph.kinds > 0
    points[inside, graph.kinds[inside] - 1] = 1 if graph.weights is None else graph.weights[inside]
    return points


@pytest.mark.parametrize("extractor", ["pairs", "coefficients", "spectrum"])
@pytest.mark.parametrize("discrepancy", ["sliced", "wasserstein", "mmd"])
def test_every_combination_is_that_of_the_command(
    tissue: Any, command: Any, extractor: str, discrepancy: str, tmp_path: Any
) -> None:
    tissue.write_h5ad(tmp_path / "tissue.h5ad")
    words = ["--truth", "region", "--pred", "named", "--extractor", extractor, "--discrepancy", discrepancy]
    found = command("score", str(tmp_path / "tissue.h5ad"), *words)
    with pytest.warns(sm.SlamWarning) if extractor == "spectrum" else nullcontext():
        score = sm.score(tissue, **KEYS, extractor=extractor, discrepancy=discrepancy)
    assert score.d == found["slam"]["d"]


def test_functions_see_what_the_library_sees(tissue: Any) -> None:
    own = sm.score(tissue, **KEYS, extractor=kinds, discrepancy="wasserstein")
    assert own.d == pytest.approx(sm.score(tissue, **KEYS, discrepancy="wasserstein").d, abs=1e-12)
    half = sm.score(tissue, **KEYS, discrepancy=totals)
    # Moving between axes costs √2, to and from the origin 1.
    assert 0 < half.d <= own.d + 1e-12 <= np.sqrt(2) * half.d + 2e-12


def test_a_function_matches(tissue: Any) -> None:
    expected = sm.score(tissue, truth="region", pred="named", matching="identity")
    by_label = sm.score(tissue, **KEYS, matcher=lambda truth, pred, positions: {one: one for one in set(pred)})
    assert by_label.d == expected.d
    by_spot = sm.score(tissue, **KEYS, matcher=lambda truth, pred, positions: pred)
    assert by_spot.d == expected.d
    seen = {}

    def nobody(truth: Any, pred: Any, positions: Any) -> dict[str, None]:
        seen.update(n=len(truth), shape=positions.shape)
        return dict.fromkeys(pred)

    worst = sm.score(tissue, **KEYS, matcher=nobody)
    assert worst.d > expected.d
    assert seen["shape"] == (seen["n"], 2)


def test_functions_reach_the_leaderboard(tissue: Any) -> None:
    board = sm.comparison(tissue, "region", ["named", "number"], discrepancy=totals)
    assert board.scores["named"].d == sm.score(tissue, **KEYS, discrepancy=totals).d


def test_what_a_function_raises_surfaces_with_its_step(tissue: Any) -> None:
    def broken(graph: Any) -> Any:
        raise KeyError("no such thing")

    with pytest.raises(KeyError, match="no such thing") as caught:
        sm.score(tissue, **KEYS, extractor=broken)
    if sys.version_info >= (3, 11):
        assert caught.value.__notes__ == ["in the step extractor (broken)"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"extractor": "pears"}, 'extractor: expected one_hot, pairs, coefficients, spectrum, got "pears"'),
        ({"matcher": "jaccard"}, "matcher must be a function of truth, pred and positions, got 'jaccard'"),
        ({"discrepancy": lambda *_: -1.0}, "d is -1, expected a finite number that is not negative"),
        ({"extractor": lambda graph: [np.nan]}, "a coordinate of a point must be a finite number, got NaN"),
        ({"matcher": lambda *_: {"nobody": None}}, '"nobody" is no label of the pred'),
        ({"matcher": lambda truth, pred, _: pred[:-1]}, "labels for"),
        ({"matching": "density"}, "the matching density needs measurements"),
    ],
)
def test_nonsense_is_refused_in_words(tissue: Any, options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        sm.score(tissue, **KEYS, **options)
