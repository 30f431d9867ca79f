"""Several slides in one table: the column that tells them apart, where none is named."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from . import _labels, _slam
from ._sources import Source


class SlideKey(NamedTuple):
    """The column that tells slides apart."""

    name: str
    column: pd.Series[Any]
    note: str
    """That it was found, and how to say that there is one slide."""


def find_slide_key(
    source: Source, positions: Any, ids: pd.Index[Any] | None, taken: Collection[str]
) -> SlideKey | None:
    """The column that tells slides apart without doubt; none if nothing speaks of several slides.

    Several slides that no column tells apart are an error. Columns that are ``taken`` as labels are not looked at.
    """
    declared = source.slide_key()
    names, columns = [], []
    for name in dict.fromkeys(source.columns()):
        if name in taken or not (name == declared or _slam.may_tell_slides_apart(name)):
            continue
        try:
            labels = _labels.read(name, source.column("slice", name))
        except (TypeError, ValueError):
            # A column that holds no labels tells nothing apart.
            continue
        names.append(name)
        columns.append((name, labels, name == declared))
    texts = None if ids is None else [str(one) for one in ids]
    found = _slam.slide_key("data", np.ascontiguousarray(positions, dtype=np.float64), columns, texts)
    if found is None:
        return None
    place, note = found
    return SlideKey(names[place], source.column("slice", names[place]), note)
