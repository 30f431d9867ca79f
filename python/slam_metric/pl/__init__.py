"""Plots with matplotlib: each takes ``ax``, draws, and returns the axes.

Colours can be told apart with any colour vision, on light and on dark backgrounds; spots are drawn in their true size.
"""

from ._flow import flow
from ._gallery import gallery
from ._leaderboard import leaderboard
from ._maps import maps
from ._profile import profile
from ._ranks import ranks

__all__ = ["flow", "gallery", "leaderboard", "maps", "profile", "ranks"]
