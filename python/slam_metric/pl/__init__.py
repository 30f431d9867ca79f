"""Plots with matplotlib: each takes ``ax``, draws, and returns the axes.

Colours can be told apart with any colour vision; spots are drawn in their true size, y downwards as in images.
"""

from ._flow import flow
from ._leaderboard import leaderboard
from ._maps import maps
from ._profile import profile
from ._ranks import ranks

__all__ = ["flow", "leaderboard", "maps", "profile", "ranks"]
