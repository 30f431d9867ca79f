"""From an AnnData to a leaderboard, maps and the report; prints what stands in tutorial.txt."""

import warnings

import anndata
import pandas as pd

import slam_metric

warnings.simplefilter("ignore", slam_metric.SlamWarning)
pd.set_option("display.width", 110)

# A slide with an expert's layers and what seven methods found, as an AnnData.
slide = slam_metric.demo()
adata = anndata.AnnData(obs=slide.drop(columns=["x", "y"]).rename(index=str))
adata.obsm["spatial"] = slide[["x", "y"]].to_numpy()

# One method against the expert.
score = slam_metric.score(adata, truth="expert", pred="lesion_missed")
print(score)

# Where it is wrong: most of all in the lesion.
print(score.domains.sort_values("share", ascending=False).head(3).round(3), end="\n\n")

# Its clusters in the expert's words.
matched = slam_metric.match_labels(adata, truth="expert", pred="cluster_numbers", key_added="renamed")
print(matched.map)
print(adata.obs["renamed"].value_counts().sort_index().to_dict(), end="\n\n")

# All methods, best first.
table = slam_metric.compare(
    adata, truth="expert", preds=["lesion_missed", "layer*", "salt_and_pepper"], metrics="ari,pas"
)
print(
    table[["pred", "rank", "slam", "slam_adjusted", "slam_pinned", "cancelled", "ari", "pas"]].round(3).to_string(),
    end="\n\n",
)

# Which of two does a metric call the worse one, and how clearly?
others = slam_metric.comparison(adata, truth="expert", preds=["layers_swapped", "boundary_shift"])
swapped, shifted = others.scores["layers_swapped"], others.scores["boundary_shift"]
for metric in ("slam", "slam_adjusted", "ari"):
    print(metric, round(slam_metric.q(metric, worse=swapped, better=shifted), 3))

# Pictures, and the report that opens in any browser.
slam_metric.pl.maps(score)[0, 0].figure.savefig("maps.png")
slam_metric.pl.leaderboard(table).figure.savefig("leaderboard.png")
print(others.report("report.html"))

# Per-spot results in the object itself.
slam_metric.score(adata, truth="expert", pred="lesion_missed", key_added="slam")
print(adata.obs["slam_disagreement"].describe().round(3).to_dict())
