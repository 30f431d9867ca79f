"""The slide that the command's demo shows."""

from __future__ import annotations

import pandas as pd

from . import _slam


def demo() -> pd.DataFrame:
    """A made-up slide of cortex: positions, an expert's labels, and those of seven methods that fail in their own way.

    Returns
    -------
    pandas.DataFrame
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
    return slide
