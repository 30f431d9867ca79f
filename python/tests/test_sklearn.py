"""Labels that are not all there are refused as scikit-learn refuses them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from slam_metric import sklearn

TRUTH, PRED = ["a", "a", "b", "b"], ["x", "x", "y", "y"]


@pytest.mark.parametrize("name", sklearn.__all__)
def test_missing_labels_are_refused_as_scikit_learn_refuses_them(name: str) -> None:
    function = getattr(sklearn, name)
    gaps: list[Any] = [
        [1.0, np.nan, 2.0, 2.0],
        np.array([1.0, np.nan, 2.0, 2.0]),
        pd.Series(["a", None, "b", "b"]),
        pd.Categorical(["a", None, "b", "b"]),
    ]
    for gap in gaps:
        with pytest.raises(ValueError, match=r"^Input y_true contains NaN\.$"):
            function(gap, PRED)
        with pytest.raises(ValueError, match=r"^Input y_pred contains NaN\.$"):
            function(TRUTH, gap)
    with pytest.raises(ValueError, match=r"^Input y_true contains the text 'NA', which counts as missing\.$"):
        function(["a", "NA", "b", "b"], PRED)
    with pytest.raises(ValueError, match=r"^Found input variables with inconsistent numbers of samples: \[4, 3\]$"):
        function(TRUTH, PRED[:3])
    with pytest.raises(ValueError, match=r"^Found array with 0 sample\(s\) in y_true"):
        function([], [])
    assert function(TRUTH, PRED) == 1


def test_labels_are_taken_in_their_order_whatever_index_they_have() -> None:
    true, pred = pd.Series(TRUTH, index=[3, 2, 1, 0]), pd.Series(PRED, index=[10, 11, 12, 13])
    assert sklearn.ari(true, pred) == sklearn.ari(TRUTH, PRED) == 1
