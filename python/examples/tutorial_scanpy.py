# %% [markdown]
# # Which clustering of this tissue should I trust?
#
# The usual way through a spatial experiment: count, normalise, cluster with [scanpy](https://scanpy.readthedocs.io)
# in several ways, and then choose. Here the tissue is made up, so that everybody can run this page and knows the
# answer: the cortex of `slam demo` with eight domains, and counts of 400 genes drawn for each spot.

# %%
import anndata
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import scanpy as sc
from sklearn.cluster import KMeans
from sklearn.neighbors import NearestNeighbors

import slam_metric

pd.set_option("display.width", 120)
plt.rcParams["font.size"] = 9

# %% [markdown]
# ## A slide
#
# Every domain has 25 genes of its own, expressed one and a half to three times as much; spots differ in depth, and
# counts are more scattered than Poisson's.

# %%
tissue = slam_metric.demo(as_="anndata")
rng = np.random.default_rng(0)
domains = tissue.obs["expert"]
level = rng.gamma(0.8, 1.0, size=400)
change = np.ones((len(domains.cat.categories), 400))
for row in change:
    row[rng.choice(400, 25, replace=False)] = rng.uniform(1.5, 3.0, 25)
mean = level * change[domains.cat.codes] * rng.lognormal(0, 0.3, size=(tissue.n_obs, 1))
counts = rng.negative_binomial(2, 2 / (2 + mean)).astype(np.float32)

adata = anndata.AnnData(counts, obs=tissue.obs[["expert"]], obsm={"spatial": tissue.obsm["spatial"]})
print(adata.n_obs, "spots,", adata.n_vars, "genes,", int(np.median(counts.sum(axis=1))), "counts in a spot")

# %% [markdown]
# ## Five clusterings
#
# Three look at the counts alone: Leiden at two resolutions, and k-means. Two look at the neighbourhood: they cluster
# the mean of each spot and the eighteen around it.

# %%
sc.pp.normalize_total(adata)
sc.pp.log1p(adata)
sc.pp.pca(adata, n_comps=15, random_state=0)
around = NearestNeighbors(n_neighbors=19).fit(adata.obsm["spatial"]).kneighbors(return_distance=False)
adata.obsm["X_around"] = adata.obsm["X_pca"][around].mean(axis=1)

leiden = {"flavor": "igraph", "n_iterations": 2, "directed": False, "random_state": 0}
sc.pp.neighbors(adata, use_rep="X_pca", random_state=0)
sc.tl.leiden(adata, resolution=0.5, key_added="leiden_0.5", **leiden)
sc.tl.leiden(adata, resolution=1.0, key_added="leiden_1.0", **leiden)
sc.pp.neighbors(adata, use_rep="X_around", key_added="around", random_state=0)
sc.tl.leiden(adata, resolution=0.5, neighbors_key="around", key_added="leiden_around", **leiden)
for name, space in (("kmeans", "X_pca"), ("kmeans_around", "X_around")):
    found = KMeans(n_clusters=8, n_init=5, random_state=0).fit_predict(adata.obsm[space])
    adata.obs[name] = pd.Categorical(found.astype(str))

methods = ["leiden_0.5", "leiden_1.0", "leiden_around", "kmeans", "kmeans_around"]
print(adata.obs[methods].nunique().to_string())

# %% [markdown]
# ## One against the expert
#
# Clusters have numbers, the expert's domains have names: labels are matched first.

# %%
score = slam_metric.score(adata, truth="expert", pred="kmeans_around", key_added="slam")
print(score)

# %% [markdown]
# The same in the clusters' own words, and what was kept in the object: how wrong every spot is.

# %%
print(slam_metric.match_labels(adata, "expert", "kmeans_around").map)
print(adata.obs["slam_disagreement"].groupby(adata.obs["expert"], observed=True).mean().round(3).to_string())

# %% [markdown]
# ## All of them
#
# `infer=True` asks whether each is better than chance, how far the numbers would move on another section of this
# tissue, and which differences between methods hold.

# %%
board = slam_metric.comparison(adata, "expert", methods, metrics="ari,nmi,pas", infer=True)
columns = ["pred", "rank", "slam_adjusted", "slam_adjusted_low", "slam_adjusted_high", "slam", "ari", "nmi", "pas"]
print(board.table[columns].round(3).to_string(index=False, na_rep="–"))
print()
print(*board.verdict["sentences"], sep="\n")
print(*(f"cannot be told apart: {', '.join(group)}" for group in board.groups if len(group) > 1), sep="\n")

# %% [markdown]
# The last rows are baselines: labelings without information. Methods that look at the neighbourhood come first, and
# the lead of the best is significant; the ranking by the adjusted Rand index alone is the same here. `pas` does not
# tell the first two from random domains.
#
# ## The report, and the figure
#
# The report is one file with linked maps that opens in any browser. The figure is for the paper.

# %%
print(board.report("report.html", title="Five clusterings of a cortex"))

shown = ["kmeans_around", "leiden_around", "kmeans", "leiden_1.0"]
figure = plt.figure(figsize=(9.6, 6.4), layout="constrained")
above, below = figure.subfigures(2, 1, height_ratios=[1.1, 1.0])
maps = slam_metric.pl.gallery(board, methods=shown, ax=above.subplots(2, 5))
left, right = below.subplots(1, 2, width_ratios=[1.2, 1.0])
slam_metric.pl.leaderboard(board, ax=left)
slam_metric.pl.profile(board, ax=right)
for letter, place in zip("abcd", (maps[0, 0], maps[1, 1], left, right), strict=True):
    place.text(-0.02, 1.02, letter, transform=place.transAxes, weight="bold", size=12, ha="right", va="bottom")
figure.savefig("tutorial-scanpy.png", dpi=120)

# %% [markdown]
# ![Maps of the expert's domains and of four clusterings in the same colours, where each disagrees, the leaderboard
# with intervals, and the score at every scale](tutorial-scanpy.png)
#
# **a** The expert's domains, and clusterings in their colours. **b** Where each is wrong. **c** SLAM's three numbers;
# whiskers are the 95 % interval of `slam_adjusted`, grey rows are labelings that know nothing. **d** The score at
# every scale, from the whole slide to single edges.
