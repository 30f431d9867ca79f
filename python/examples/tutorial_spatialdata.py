# %% [markdown]
# # Niches of cells in a SpatialData
#
# Cells have outlines, lie in a [SpatialData](https://spatialdata.scverse.org), and touch each other. A pathologist
# has drawn the niches of a lymph node; four ways to find them are compared. The node is made up, so that everybody
# can run this page.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import shapely
import spatialdata
from anndata import AnnData
from geopandas import GeoDataFrame
from scipy.spatial import cKDTree
from sklearn.cluster import KMeans
from spatialdata.models import ShapesModel, TableModel

import slam_metric

pd.set_option("display.width", 120)
plt.rcParams["font.size"] = 9

# %% [markdown]
# ## A lymph node
#
# Cells fill an oval; each is what is nearer to its nucleus than to any other. Three follicles of B cells lie in a
# zone of T cells, with medulla below and a capsule around. In each niche types of cells are mixed, in shares of its
# own.

# %%
rng = np.random.default_rng(3)
rows, columns = np.divmod(np.arange(70 * 60), 70)
nuclei = np.c_[columns + rows % 2 / 2, rows * 0.87] * 12 + rng.normal(0, 2.0, (70 * 60, 2))
oval = shapely.affinity.scale(shapely.Point(420, 310).buffer(1, 64), 380, 270)
nuclei = nuclei[shapely.contains_xy(oval, *nuclei.T)]
cells = shapely.voronoi_polygons(shapely.MultiPoint(nuclei), extend_to=oval, ordered=True).geoms
cells = GeoDataFrame(geometry=[cell.intersection(oval) for cell in cells])

depth = oval.exterior.distance(shapely.points(nuclei))
niche = np.where(nuclei[:, 1] > 380, "medulla", "T zone").astype(object)
for x, y, radius in ((230, 230, 75), (430, 180, 85), (610, 260, 70)):
    niche[np.hypot(nuclei[:, 0] - x, nuclei[:, 1] - y) < radius] = "follicle"
niche[depth < 22] = "capsule"

types = ["B", "T", "macrophage", "plasma", "stroma"]
shares = {
    "follicle": [0.70, 0.15, 0.10, 0.00, 0.05], "T zone": [0.15, 0.65, 0.10, 0.00, 0.10],
    "medulla": [0.10, 0.15, 0.30, 0.35, 0.10], "capsule": [0.05, 0.10, 0.15, 0.00, 0.70],
}  # fmt: skip
kind = np.array([rng.choice(5, p=shares[name]) for name in niche])
markers = 4.0 * np.eye(5).repeat(3, axis=1)[kind] + rng.gamma(2.0, 0.6, (len(kind), 15))

# %% [markdown]
# It is written as SpatialData are, and read again: rows of the table stand for shapes.

# %%
obs = pd.DataFrame({"niche": pd.Categorical(niche), "region": "cells", "cell": cells.index})
obs["region"] = obs["region"].astype("category")
table = AnnData(markers.astype(np.float32), obs=obs.set_axis([f"cell {place}" for place in obs.index]))
table = TableModel.parse(table, region="cells", region_key="region", instance_key="cell")
spatialdata.SpatialData(shapes={"cells": ShapesModel.parse(cells)}, tables={"table": table}).write("node.zarr")

sdata = spatialdata.read_zarr("node.zarr")
obs = sdata.tables["table"].obs
print(len(obs), "cells:", obs["niche"].value_counts().to_dict())

# %% [markdown]
# ## Four ways to find niches
#
# Types of cells by themselves; the mean of the markers around a cell; and which types there are around it, near or
# far.


# %%
def clustered(features: np.ndarray, n: int) -> pd.Categorical:
    """Clusters, by number."""
    return pd.Categorical(KMeans(n, n_init=10, random_state=0).fit_predict(features).astype(str))


def mean_around(values: np.ndarray, radius: float) -> np.ndarray:
    """The mean of what lies around each cell."""
    return np.array([values[near].mean(axis=0) for near in tree.query_ball_point(centres, radius)])


centres = np.c_[sdata.shapes["cells"].centroid.x, sdata.shapes["cells"].centroid.y]
tree = cKDTree(centres)
found = clustered(sdata.tables["table"].X, 5)
composition = pd.get_dummies(found).to_numpy(dtype=float)
obs["types alone"] = found
obs["markers around"] = clustered(mean_around(sdata.tables["table"].X, 25), 4)
obs["types near"] = clustered(mean_around(composition, 40), 4)
obs["types far"] = clustered(mean_around(composition, 90), 4)
methods = ["types alone", "markers around", "types near", "types far"]

# %% [markdown]
# ## Which is most like the pathologist's?
#
# The SpatialData is taken as it is. Neighbours are cells that touch, `graph="contiguity"`; `key_added` keeps results
# in its table.

# %%
board = slam_metric.comparison(
    sdata, "niche", methods, graph="contiguity", metrics="ari,pas", infer=["interval", "pairs"], key_added="slam"
)
columns = ["pred", "rank", "slam_adjusted", "slam", "slam_pinned", "cancelled", "ari", "pas"]
print(board.table[columns].round(3).to_string())
print()
print(*board.verdict["sentences"], sep="\n")

# %% [markdown]
# Where does the best go wrong? What became of each niche, and of the edges between its cells:

# %%
best = board.scores[board.table["pred"].iloc[0]]
print(best.domains[["n_spots", "n_edges", "lost", "share"]].round(2).to_string())
print([name for name in obs if name.startswith("slam_types near")])

# %% [markdown]
# ## The figure
#
# Cells are drawn as they are.

# %%
figure = plt.figure(figsize=(9.6, 6.0), layout="constrained")
above, below = figure.subfigures(2, 1, height_ratios=[1.0, 1.0])
maps = slam_metric.pl.gallery(board, ax=above.subplots(2, 5))
left, right = below.subplots(1, 2, width_ratios=[1.3, 1.0])
slam_metric.pl.leaderboard(board, ax=left)
slam_metric.pl.flow(best, ax=right)
for letter, place in zip("abcd", (maps[0, 0], maps[1, 1], left, right), strict=True):
    place.text(-0.02, 1.02, letter, transform=place.transAxes, weight="bold", size=12, ha="right", va="bottom")
figure.savefig("tutorial-spatialdata.png", dpi=110)

# %% [markdown]
# ![The pathologist's niches and four clusterings in the same colours, where each disagrees, the leaderboard with
# intervals, and what became of the edges](tutorial-spatialdata.png)
#
# **a** The pathologist's niches, and clusterings in their colours. **b** Where each is wrong. **c** SLAM's three
# numbers; whiskers are the 95 % interval of `slam_adjusted`, grey rows are labelings that know nothing. **d** What
# became of the edges within and between niches under the best method.
