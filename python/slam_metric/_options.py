"""The options of every function, each with one line here; their defaults are those of the library."""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict, TypeVar, cast

from . import _slam


class Exchanged(Protocol):
    """A table or a column of another library: polars, PyArrow."""

    def to_pandas(self) -> Any:
        """The same as pandas has it."""


class Computed(Protocol):
    """A table or a column that is computed when it is asked for: Dask."""

    def compute(self) -> Any:
        """What is computed."""


class Unread(Protocol):
    """A table or a column that is read when it is asked for: a lazy AnnData's."""

    def to_memory(self) -> Any:
        """What is read."""


if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

    Column = npt.NDArray[Any] | pd.Series[Any] | pd.Categorical | pd.Index[Any] | Exchanged | Computed | Unread
    Labels = str | Sequence[object] | Column
    Preds = Labels | Sequence[Labels] | Mapping[str, Labels] | pd.DataFrame


class Options(TypedDict, total=False):
    """What can be chosen, by the names of the command with underscores.

    Input:

    * ``spatial_key``: key of ``obsm`` with the positions; else looked for under its usual names.
    * ``table``: the table of a SpatialData; the only one if not given.
    * ``x``, ``y``, ``z``: columns with the coordinates; else looked for under their usual names.
    * ``id``: column with the ids; else the index, unless it only counts.
    * ``labels_id``: column with the ids in a DataFrame of preds; else the one that holds ids of the data.
    * ``expression_id``: the same in a DataFrame of measurements.
    * ``join``: how rows go together: ``"id"``, or ``"row"``, in their order whatever ids there are.
    * ``extra_ids``: what happens to ids of labels that the data lack: ``"error"`` or ``"skip"``.
    * ``library_key``: column or array that tells slices apart; neighbours never cross a slice. Where slides overlap, a
      column that tells them apart without doubt is used, with a warning.
    * ``slice``: the same, by the command's name.
    * ``one_slide``: all spots lie on one slide: do not look for several, and do not refuse them.
    * ``donor``: column or array that says whose slice it is; slices of one donor count as one in intervals and pairs.
    * ``expression``: measurements that weigh the edges: ``"X"``, ``"raw"``, ``"layer:NAME"``, ``"obsm:NAME"``, or a
      matrix with a row per spot, dense or sparse; a DataFrame is joined by id, and what the data lack is left out.
    * ``missing_truth``: what happens to spots that the truth does not label, before anything else: ``"drop"``,
      ``"error"`` or ``"keep"`` (a truth label of their own).
    * ``missing_pred``: what happens to spots that the truth labels and a pred does not: ``"wrong"`` (they stay, in a
      class of their own that equals no label), ``"common"`` (all preds are scored on the spots that all of them label),
      ``"drop"`` (for that pred alone) or ``"error"``.
    * ``exclude``: labels that count as missing, on the side they stand on.
    * ``allow_many_labels``: score preds that have more labels than a tenth of their spots (and than 50), or real
      numbers as labels.

    Steps:

    * ``matching``: how pred labels are matched to truth labels: ``"auto"``, ``"best"`` (one to one, such that
      ``slam_adjusted`` is smallest), ``"jaccard"``, ``"hungarian"``, ``"identity"``, ``"density"`` (by measurements).
    * ``matcher``: a function of your own in its place, of truth, pred and positions: a dictionary, or labels.
    * ``match_per``: whether labels are matched over ``"all"`` slices at once, or on every ``"slice"`` by itself.
    * ``graph``: which spots are neighbours: ``"mutual"``, ``"union"``, ``"radius:R"``, ``"delaunay"``,
      ``"delaunay:Q"`` (edges longer than the quantile Q cut), ``"grid:4"`` or ``"grid:8"`` (cells of a square lattice
      that touch), ``"obsp:NAME"``, or a graph of your own: an (m, 2) array of rows (whole numbers) or ids (text), or an
      (n, n) matrix, dense or sparse.
    * ``connectivity_key``: key of ``obsp`` with the graph.
    * ``k``: number of nearest neighbours.
    * ``tie``: spots this much farther than the k-th nearest one are neighbours too.
    * ``similarity``: how measurements are compared: ``"cosine"`` or ``"pearson"``.
    * ``log_normalize``: take measurements as ln(1 + 10⁴·count/total).
    * ``severity``: how much mistakes in a truth label matter: a number for each, 1 where none is given.
    * ``severity_column``: how much a mistake at a spot matters: a column or an array.
    * ``extractor``: what is extracted from a labeling: ``"one_hot"``, ``"pairs"``, ``"coefficients"``,
      ``"spectrum"``, or a function of the graph that returns points, or points and masses.
    * ``discrepancy``: how the distributions are compared: ``"sliced"``, ``"wasserstein"``, ``"mmd"``, or a function of
      truth points, truth masses, pred points and pred masses.
    * ``kernel_width``: width of the kernel of ``"mmd"``.
    * ``estimator``: how the sliced discrepancy is computed: ``"exact"``, the paper's ``"sampled"``, or that of the
      authors' program, ``"authors"``.
    * ``bandwidth``: h of the kernel density.
    * ``gamma``: γ of the kernel, or ``"auto"``: twice the number of truth labels.
    * ``sigma``: σ of the kernel of ``"authors"``.
    * ``projections``: number of directions; as many as a standard error of 0.0012 takes if not given.
    * ``draws``: whether truth and pred share their random numbers: ``"shared"`` or ``"independent"``.
    * ``seed``: seed of all randomness.
    * ``metrics``: which benchmark metrics to compute: ``"all"``, ``"none"``, or names.
    * ``rank_by``: the number that ranks methods: ``"slam_adjusted"``, ``"slam"``, ``"slam_pinned"`` or a metric.
    * ``nmi``: what mutual information is divided by: the ``"arithmetic"`` or the ``"geometric"`` mean.
    * ``infer``: what is asked beside: ``"test"`` (the shift test: better than chance?), ``"interval"`` (how far would
      it move?), ``"pairs"`` (which differences between methods hold?), a list of these, ``True`` for all, ``False`` for
      none.
    * ``test``: whether the shift test is run: ``True`` or ``False``; if not given, a comparison runs it with 199
      shifts, a score does not.
    * ``replicates``: number of replicates of a test; 999 if not given, and 199 where a comparison runs it unasked.
    * ``threads``: number of threads; one per core if not given. The numbers are the same on any.
    * ``progress``: whether work of more than two seconds shows how far it has come.
    """

    spatial_key: str | None
    table: str | None
    x: str | None
    y: str | None
    z: str | None
    id: str | None
    labels_id: str | None
    expression_id: str | None
    join: Literal["id", "row"]
    extra_ids: Literal["error", "skip"]
    library_key: Labels | None
    slice: Labels | None
    one_slide: bool
    donor: Labels | None
    expression: object
    missing_truth: Literal["drop", "error", "keep"]
    missing_pred: Literal["wrong", "common", "drop", "error"]
    exclude: str | Sequence[object]
    allow_many_labels: bool
    matching: Literal["auto", "best", "jaccard", "hungarian", "identity", "density"]
    matcher: Callable[..., Any] | None
    match_per: Literal["all", "slice"]
    graph: object
    connectivity_key: str | None
    k: int
    tie: float
    similarity: Literal["cosine", "pearson"]
    log_normalize: bool
    severity: Mapping[Any, float]
    severity_column: str | Sequence[float] | npt.NDArray[Any] | pd.Series[Any] | None
    extractor: Literal["one_hot", "pairs", "coefficients", "spectrum"] | Callable[..., Any]
    discrepancy: Literal["sliced", "wasserstein", "mmd"] | Callable[..., Any]
    kernel_width: float
    estimator: Literal["exact", "sampled", "authors"]
    bandwidth: float
    gamma: float | Literal["auto"]
    sigma: float | None
    projections: int | None
    draws: Literal["shared", "independent"]
    seed: int
    metrics: str | Sequence[str]
    rank_by: str
    nmi: Literal["arithmetic", "geometric"]
    infer: str | bool | Sequence[str]
    test: bool | None
    replicates: int | None
    threads: int | None
    progress: bool


Function = TypeVar("Function", bound=Callable[..., object])

DEFAULTS: dict[str, object] = {**json.loads(_slam.defaults()), "progress": True}

PEERS = {
    "adata": "data", "sdata": "data", "coords": "data", "coordinates": "data", "X": "expression", "layer": "expression",
    "use_rep": "expression", "labels_true": "truth", "y_true": "truth", "ground_truth": "truth", "label_key": "truth",
    "labels_pred": "pred", "y_pred": "pred", "cluster_key": "pred", "clusters": "pred", "groupby": "pred",
    "n_neighs": "k", "n_neighbors": "k", "n_neighbours": "k", "n_rings": "k", "radius": "graph", "coord_type": "graph",
    "delaunay": "graph", "adjacency": "graph", "w": "graph", "obsp_key": "connectivity_key", "neighbors_key":
    "connectivity_key", "basis": "spatial_key", "batch_key": "library_key", "sample_key": "library_key", "n_jobs":
    "threads", "n_threads": "threads", "num_threads": "threads", "n_cpus": "threads", "random_state": "seed", "rng":
    "seed", "n_perms": "replicates", "n_permutations": "replicates", "n_projections": "projections", "inplace":
    "key_added", "copy": "key_added", "show_progress_bar": "progress", "verbose": "progress", "weights": "severity",
}  # fmt: skip
"""What others call it, and what we do."""

MISSING = "it is two options: use missing_truth='drop'|'error'|'keep' and missing_pred='wrong'|'common'|'drop'|'error'"
"""What is said of an option that is two."""


class Shown:
    """An annotation as it was written, for ``help``."""

    def __init__(self, text: object) -> None:
        self.text = getattr(text, "__forward_arg__", text)

    def __repr__(self) -> str:
        return str(self.text)


ANNOTATIONS: dict[str, Shown] = {
    name: Shown(one) for name, one in {**dict.fromkeys(DEFAULTS, "object"), **Options.__annotations__}.items()
}
"""Every option, those included that the library knows and this file does not."""


def takes_options(function: Function) -> Function:
    """Shows every option, with its default, where a function says ``**options``; ``help`` and completion read it.

    A name that nothing has is an error before anything else is.
    """
    signature = inspect.signature(function)
    plain = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
    own = [one.replace(annotation=Shown(one.annotation)) for one in plain]
    named = [one.name for one in own]
    options = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=DEFAULTS.get(name), annotation=annotation)
        for name, annotation in ANNOTATIONS.items()
        if name not in named
    ]

    @functools.wraps(function)
    def called(*arguments: Any, **options: Any) -> Any:
        _check_names(function.__name__, options, [*named, *ANNOTATIONS])
        return function(*arguments, **options)

    called.__doc__ = f"{inspect.getdoc(function)}\n\nOptions\n-------\n{inspect.getdoc(Options)}"
    called.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=own + options, return_annotation=Shown(signature.return_annotation)
    )
    return cast(Function, called)


def given(options: Options) -> dict[str, Any]:
    """The options that say something."""
    return {name: value for name, value in options.items() if value is not None}


def _check_names(function: str, options: dict[str, Any], known: list[str]) -> None:
    """Refuses an unknown name; the error says what we call what a peer calls so, or else the nearest of our names."""
    for name in options:
        if name == "missing":
            raise TypeError(f"{function}() got an unexpected keyword argument 'missing'; {MISSING}")
        if name not in known:
            ours = PEERS.get(name)
            near = ours if ours in known else _slam.nearest(name, known)
            meant = f"; did you mean {near!r}?" if near else ""
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}{meant}")
