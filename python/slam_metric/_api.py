"""The functions of the package: they gather what the caller holds, and hand it to the library."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pandas as pd

from . import _arguments, _html, _kept, _labels, _slam
from ._comparison import Comparison
from ._matching import MatchedLabels, Split
from ._options import Options, given, takes_options
from ._preds import named_preds
from ._score import Score
from ._sources import Nowhere, source
from ._study import Study, name_of, warn, without_positions

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Labels, Preds


@takes_options
def score(data: Any, truth: Labels, pred: Labels, *, key_added: str | None = None, **options: Unpack[Options]) -> Score:
    """Compares one labeling with the truth.

    Parameters
    ----------
    data
        The places: an AnnData (in memory, backed, lazy or a view), a SpatialData, a GeoDataFrame, a table with columns
        of coordinates (pandas, polars, PyArrow, Dask), or positions of shape (n, 2) or (n, 3).
    truth
        The labels that are taken as right: the name of a column, or a Series (pandas, polars, PyArrow), Categorical,
        array or list. A Series of pandas is joined by its index.
    pred
        The labels that are judged, likewise.
    key_added
        Adds the columns ``KEY_matched``, ``KEY_disagreement`` and ``KEY_share`` to ``obs`` (or the DataFrame), and
        the scores and settings to ``uns[KEY]`` (or ``attrs``). Without it the caller's object is left as it is.
    **options
        See :class:`slam_metric.Options`.

    Returns
    -------
    Score
        ``float(score)`` is the number that ranks, ``slam_adjusted``: 0 alike, 1 the same proportions placed at random;
        ``score.slam.value`` is the paper's d.

    Examples
    --------
    >>> import slam_metric
    >>> slide = slam_metric.demo()
    >>> score = slam_metric.score(slide, truth="expert", pred="lesion_missed")
    >>> score.domains["share"].idxmax()
    'Lesion'
    """
    study = Study(data, truth, [(name_of(pred, "pred"), pred)], given(options))
    analysis = study.run(study.inner.score)
    result = Score(analysis, study.index, study.truth, study.pred, study.scene)
    if key_added is not None:
        _kept.keep(_kept.holder(data, study.source), key_added, result)
    warn(study.notes + analysis.warnings(), 4)
    return result


@takes_options
def comparison(
    data: Any,
    truth: Labels,
    preds: Preds,
    *,
    key_added: str | None = None,
    **options: Unpack[Options],
) -> Comparison:
    """Compares many labelings with the truth, and keeps everything: scores, table, report.

    Parameters
    ----------
    data, truth, key_added, **options
        As in :func:`score`; results are kept under ``KEY_METHOD``.
    preds
        The labelings that are judged: names of columns, a pattern such as ``"leiden_*"``, labels by name, or a
        DataFrame with a column per method, and ids as its index or in a column.

    Returns
    -------
    Comparison
        ``table``, ``scores`` by name, ``report(path)``.

    Examples
    --------
    >>> import slam_metric
    >>> found = slam_metric.comparison(slam_metric.demo(), "expert", "layer*", metrics="none")
    >>> list(found.scores)
    ['layer_split', 'layers_merged', 'layers_swapped']
    """
    return _compare(data, truth, preds, key_added, options)


@takes_options
def compare(
    data: Any,
    truth: Labels,
    preds: Preds,
    *,
    key_added: str | None = None,
    **options: Unpack[Options],
) -> pd.DataFrame:
    """Compares many labelings with the truth: the leaderboard.

    Parameters
    ----------
    data, truth, key_added, **options
        As in :func:`score`; results are kept under ``KEY_METHOD``.
    preds
        As in :func:`comparison`.

    Returns
    -------
    pandas.DataFrame
        One row per method and slice, best first, then three references without rank: a constant label, the truth
        shuffled, and random domains. ``attrs`` holds the settings.

    Examples
    --------
    >>> import slam_metric
    >>> table = slam_metric.compare(slam_metric.demo(), "expert", ["lesion_missed", "layers_merged"], metrics="ari")
    >>> table[["pred", "rank", "slam", "ari"]].round(3)
                   pred  rank   slam    ari
    0     lesion_missed     1  0.031  0.950
    1     layers_merged     2  0.154  0.856
    2       (one label)  <NA>  1.817  0.000
    3        (shuffled)  <NA>  1.101 -0.001
    4  (random domains)  <NA>  0.264  0.267
    """
    return _compare(data, truth, preds, key_added, options).table


@takes_options
def metrics(
    data: Any, truth: Labels, pred: Labels | None = None, **options: Unpack[Options]
) -> dict[str, float | None]:
    """The benchmark metrics of one labeling, without SLAM.

    Of two labelings alone, ``metrics(truth, pred)``, those that need no positions; :mod:`slam_metric.sklearn` has them
    one by one.

    Parameters
    ----------
    data, truth, pred, **options
        As in :func:`score`; ``metrics`` says which.

    Returns
    -------
    dict
        A number by name, or none where the metric is undefined; :attr:`Score.undefined` says why.

    Examples
    --------
    >>> import slam_metric
    >>> coordinates = [[0, 0], [1, 0], [0, 1], [1, 1]]
    >>> slam_metric.metrics(coordinates, ["a", "a", "b", "b"], ["x", "x", "y", "y"], metrics="ari,nmi")
    {'ari': 1.0, 'nmi': 1.0}
    >>> slam_metric.metrics(["a", "a", "b", "b"], ["x", "x", "y", "y"])["v_measure"]
    1.0
    """
    chosen = given(options)
    if pred is None:
        _arguments.check_two(data, truth)
        data, truth, pred = Nowhere(len(data)), data, truth
        chosen["metrics"] = without_positions(chosen.get("metrics", "all"))
    study = Study(data, truth, [(name_of(pred, "pred"), pred)], chosen)
    warn(study.notes + study.inner.warnings(), 4)
    return dict(study.run(study.inner.metrics))


@takes_options
def match_labels(
    data: Any, truth: Labels, pred: Labels, *, key_added: str | None = None, **options: Unpack[Options]
) -> MatchedLabels:
    """Writes the labels of a pred in the truth's words.

    Parameters
    ----------
    data, truth, pred, **options
        As in :func:`score`; ``matching`` says how.
    key_added
        Adds the matched labels as a column of that name, and the truth's colours for them (``uns["KEY_colors"]``).

    Returns
    -------
    MatchedLabels
        ``labels`` for every spot, in the order of the truth's categories, ``map`` from pred to truth, ``links`` with
        their overlap.

    Examples
    --------
    >>> import slam_metric
    >>> found = slam_metric.match_labels(slam_metric.demo(), "expert", "cluster_numbers")
    >>> found.map["0"], found.method
    ('Layer5', 'best')
    """
    study = Study(data, truth, [(name_of(pred, "pred"), pred)], given(options))
    text, names, codes, warnings = study.run(study.inner.match_labels)
    found = json.loads(text)
    by_slice: dict[str, dict[str, str | None]] = {}
    for link in found["links"]:
        if "slice" in link:
            by_slice.setdefault(link["slice"], {})[link["pred"]] = link["truth"]
    index = study.source.index if study.source.table is None else study.source.table.index
    order = study.scene.ordered(study.truth, names)
    matched = pd.Series(_labels.in_order(codes, names, order), index=index, name=study.pred)
    if key_added is not None:
        colors = study.scene.colors_beside(study.truth, order)
        _kept.keep_labels(_kept.holder(data, study.source), key_added, matched, colors)
    warn(study.notes + warnings, 4)
    return MatchedLabels(
        method=found["method"],
        requested=found["requested"],
        reason=found["reason"],
        per=found["per"],
        map={} if by_slice else {link["pred"]: link["truth"] for link in found["links"]},
        slices=by_slice,
        split=[Split.read(one) for one in found["split"]],
        unmatched=list(dict.fromkeys(link["pred"] for link in found["links"] if link["truth"] is None)),
        labels=matched,
        links=pd.DataFrame(found["links"]),
        n_dropped=found["n_dropped"],
        n_unlabelled=found["n_unlabelled"],
    )


@takes_options
def report(
    data: Any,
    truth: Labels,
    preds: Preds,
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
    y_axis: Literal["up", "down"] | None = None,
    words: Literal["wrong", "change"] = "wrong",
    unit: str = "spot",
    palette: Mapping[str, Any] | None = None,
    **options: Unpack[Options],
) -> Path:
    """Compares labelings with the truth and writes the report: one HTML file with maps, that opens offline.

    Parameters
    ----------
    data, truth, preds, **options
        As in :func:`comparison`.
    path, title, y_axis, words, unit, palette
        Where to write it, and how it looks: see :meth:`Comparison.report`.

    Returns
    -------
    pathlib.Path
        Where it was written.

    Examples
    --------
    >>> import slam_metric, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     slam_metric.report(slam_metric.demo(), "expert", "layer*", path=folder + "/report.html").name
    'report.html'
    """
    chosen = given(options)
    spots = source(data, chosen.pop("table", None))
    named, notes = named_preds(spots, truth, preds, chosen)
    study = Study(spots, truth, named, chosen, with_ids=True)
    inner = study.run(study.inner.compare)
    warn(notes + study.notes + inner.warnings(), 4)
    found = Comparison(inner, study.index, study.scene)
    return found.report(path, title=title, y_axis=y_axis, words=words, unit=unit, palette=palette)


def q(metric: str, worse: float | Score | None, better: float | Score | None) -> float | None:
    """The *Q* coefficient: how clearly a metric tells the worse of two labelings from the better one.

    Parameters
    ----------
    metric
        ``slam``, ``slam_adjusted``, ``slam_pinned`` or a benchmark metric.
    worse
        The score of the labeling that is known to be worse: a number, or a :class:`Score` that holds it.
    better
        The score of the one that is known to be better.

    Returns
    -------
    float or None
        Positive where the metric sees which is worse; none where it is undefined.

    Examples
    --------
    >>> import slam_metric
    >>> slam_metric.q("ari", worse=0.5, better=1.0)
    0.25
    """
    return _slam.q(metric, _value(metric, worse), _value(metric, better))


def _value(metric: str, score: float | Score | None) -> float | None:
    if not isinstance(score, Score):
        return score
    return float(getattr(score, metric)) if metric in _html.OWN else score.metrics.get(metric)


def _compare(data: Any, truth: Any, preds: Any, key_added: str | None, options: Options) -> Comparison:
    chosen = given(options)
    spots = source(data, chosen.pop("table", None))
    named, notes = named_preds(spots, truth, preds, chosen)
    study = Study(spots, truth, named, chosen)
    inner = study.run(study.inner.compare)
    found = Comparison(inner, study.index, study.scene)
    if key_added is not None:
        for name, one in found.scores.items():
            _kept.keep(_kept.holder(data, study.source), f"{key_added}_{name}", one)
    warn(notes + study.notes + inner.warnings(), 5)
    return found
