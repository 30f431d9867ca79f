"""The slide that the command's demo shows."""

from __future__ import annotations

from typing import Any, Literal, overload

import pandas as pd

from . import _slam


@overload
def demo(as_: Literal["dataframe"] = "dataframe") -> pd.DataFrame: ...
@overload
def demo(as_: Literal["anndata"]) -> Any: ...
def demo(as_: str = "dataframe") -> Any:
    """A made-up slide of cortex: positions, an expert's labels, and those of seven methods that fail in their own way.

    Parameters
    ----------
    as_
        What it comes as: ``"dataframe"``, or ``"anndata"`` with the positions in ``obsm["spatial"]``.

    Returns
    -------
    pandas.DataFrame or anndata.AnnData
        A row per spot with ``x`` and ``y``; ``expert`` is the truth, the other columns are methods.

    Examples
    --------
    >>> import slam_metric
    >>> slide = slam_metric.demo()
    >>> slide.shape
    (4011, 10)
    >>> list(slide.columns[:4])
    ['x', 'y', 'expert', 'boundary_shift']
    """
    coordinates, columns = _slam.demo()
    slide = pd.DataFrame(coordinates.reshape(-1, 2), columns=["x", "y"])
    for name, names, codes in columns:
        slide[name] = pd.Categorical.from_codes(codes, categories=pd.Index(names))
    if as_ == "dataframe":
        return slide
    if as_ != "anndata":
        raise ValueError(f"as_: expected dataframe or anndata, got {as_!r}")
    return _annotated(slide)


def _annotated(slide: pd.DataFrame) -> Any:
    try:
        import anndata
    except ImportError as error:
        raise ImportError('demo(as_="anndata") needs anndata: pip install anndata') from error
    names = pd.Index([f"spot_{place}" for place in range(len(slide))])
    adata = anndata.AnnData(obs=slide.drop(columns=["x", "y"]).set_axis(names))
    adata.obsm["spatial"] = slide[["x", "y"]].to_numpy()
    return adata
