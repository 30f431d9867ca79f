"""The metrics that need no positions, as functions of labels in the manner of scikit-learn: ``ari(y_true, y_pred)``.

Labels may have any names: they are matched first, by their names where these are shared. The functions go with
``sklearn.metrics.make_scorer``.

>>> from slam_metric.sklearn import ari, v_measure
>>> ari(["a", "a", "b", "b"], [1, 1, 0, 0])
1.0
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import _slam
from ._api import metrics

Metric = Callable[[Any, Any], float]


TITLES = {name: title for name, title, _, _ in _slam.metric_table()}


def _metric(name: str) -> Metric:
    def function(y_true: Any, y_pred: Any) -> float:
        value = metrics(y_true, y_pred, metrics=name)[name]
        if value is None:
            raise ValueError(f"{name} is undefined for these labels")
        return value

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{TITLES[name]} of ``y_pred``, where ``y_true`` is right; more is better."
    return function


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
