"""The metrics that need no positions, as functions of labels in the manner of scikit-learn: ``ari(y_true, y_pred)``.

Labels may have any names: they are matched first, by their names where these are shared. Labels are taken in their
order, whatever index they have, and a missing one is an error. The functions go with ``sklearn.metrics.make_scorer``.

>>> from slam_metric.sklearn import ari, v_measure
>>> ari(["a", "a", "b", "b"], [1, 1, 0, 0])
1.0
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from . import _arguments, _frames, _labels, _slam
from ._api import metrics

Metric = Callable[[Any, Any], float]


TITLES = {name: title for name, title, _, _ in _slam.metric_table()}


def _metric(name: str) -> Metric:
    def function(y_true: Any, y_pred: Any) -> float:
        true, pred = _complete("y_true", y_true), _complete("y_pred", y_pred)
        if len(true) != len(pred):
            found = f"[{len(true)}, {len(pred)}]"
            raise ValueError(f"Found input variables with inconsistent numbers of samples: {found}")
        value = metrics(true, pred, metrics=name)[name]
        if value is None:
            raise ValueError(f"{name} is undefined for these labels")
        return value

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{TITLES[name]} of ``y_pred``, where ``y_true`` is right; more is better."
    return function


def _complete(name: str, values: Any) -> pd.Categorical:
    """Labels in their order, each of them there."""
    _arguments.check_labels(name, values)
    codes, categories = _labels.factorized(name, _frames.column(name, values, []))
    codes = np.asarray(codes)
    if not len(codes):
        raise ValueError(f"Found array with 0 sample(s) in {name} while a minimum of 1 is required.")
    if (codes < 0).any():
        raise ValueError(f"Input {name} contains NaN.")
    for place, label in enumerate(categories):
        if _slam.is_missing(_labels.text(label)) and (codes == place).any():
            raise ValueError(f"Input {name} contains the text {_labels.text(label)!r}, which counts as missing.")
    return pd.Categorical.from_codes(codes, categories=pd.Index(categories))


accuracy = _metric("accuracy")
precision = _metric("precision")
recall = _metric("recall")
f1 = _metric("f1")
ari = _metric("ari")
nmi = _metric("nmi")
jaccard = _metric("jaccard")
fmi = _metric("fmi")
v_measure = _metric("v_measure")

__all__ = ["accuracy", "ari", "f1", "fmi", "jaccard", "nmi", "precision", "recall", "v_measure"]
