"""Says how similar two labelings of the same places are.

The Spatial Labeling Analogy Metric (SLAM) and fourteen benchmark metrics for AnnData, DataFrames and arrays: the
numbers of the command ``slam``, to the last bit.

>>> import slam_metric
>>> score = slam_metric.score(slam_metric.demo(), truth="expert", pred="salt_and_pepper")
>>> round(float(score), 3)
0.077
"""

import logging

from . import pl
from ._api import compare, comparison, match_labels, metrics, q, report, score
from ._comparison import Comparison
from ._datasets import demo
from ._matching import MatchedLabels, Matching, Split
from ._numbers import Adjusted, Pinned, Slam
from ._options import Options
from ._score import Score
from ._slam import VERSION, Plan, SlamWarning, Tally, Tile
from ._slides import SlicePartial, StudyResult, slice_partial, study
from ._tiles import Partial, TiledScore, partial, plan, tally, tile

__version__ = VERSION

logging.getLogger(__name__).addHandler(logging.NullHandler())

__all__ = [
    "Adjusted",
    "Comparison",
    "MatchedLabels",
    "Matching",
    "Options",
    "Partial",
    "Pinned",
    "Plan",
    "Score",
    "Slam",
    "SlamWarning",
    "SlicePartial",
    "Split",
    "StudyResult",
    "Tally",
    "Tile",
    "TiledScore",
    "__version__",
    "compare",
    "comparison",
    "demo",
    "match_labels",
    "metrics",
    "partial",
    "pl",
    "plan",
    "q",
    "report",
    "score",
    "slice_partial",
    "study",
    "tally",
    "tile",
]
