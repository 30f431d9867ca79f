"""Uses the whole interface, for mypy in strict mode; the tests run it too."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

import slam_metric
from slam_metric import (
    Adjusted,
    Comparison,
    MatchedLabels,
    Matching,
    Options,
    Partial,
    Pinned,
    Plan,
    Score,
    Slam,
    SlamWarning,
    SlicePartial,
    Split,
    StudyResult,
    Tally,
    Tile,
    TiledScore,
)


def one(slide: pd.DataFrame) -> Score:
    """Uses everything that a score has."""
    score: Score = slam_metric.score(slide, truth="expert", pred="lesion_missed", k=6, severity_column=None, seed=1)
    numbers: list[float] = [
        float(score),
        score.d,
        score.se or 0.0,
        score.cancelled or 0.0,
        score.parts["sw2"],
        score.slam,
        score.slam.value,
    ]
    more: list[float] = [score.slam_adjusted, score.slam_pinned, round(score, 3), score + 1, max(score, 0.5)]
    counts: list[int] = [score.n_spots, score.n_dropped, score.n_edges, score.n_labels, len(numbers + more)]
    adjusted: Adjusted = score.adjusted
    pinned: Pinned = score.pinned
    slam: Slam = score.slam
    matching: Matching = score.matching
    splits: list[Split] = matching.split
    names: dict[str, str | None] = matching.map
    tables: list[pd.DataFrame] = [adjusted.profile, score.flow, score.domains, score.spots, score.slices]
    values: dict[str, float | None] = score.metrics
    reasons: dict[str, str] = score.undefined
    texts: list[str] = [score.to_json(), score.truth, score.pred, str(score), repr(pinned), repr(slam), *score.warnings]
    print(
        len(tables), len(values), len(reasons), len(splits), len(names), len(counts), score.to_dict().keys(), len(texts)
    )
    return score


def many(slide: pd.DataFrame, folder: Path) -> Comparison:
    """Uses everything that a comparison has."""
    table: pd.DataFrame = slam_metric.compare(slide, "expert", ["layer_split", "layers_merged"], metrics=["ari", "nmi"])
    found: Comparison = slam_metric.comparison(slide, "expert", {"a": slide["layer_split"], "b": "layers_merged"})
    scores: dict[str, Score] = found.scores
    paths: list[Path] = [
        found.report(folder / "a.html", title="A"),
        slam_metric.report(slide, "expert", "layer*", path=str(folder / "b.html")),
    ]
    print(len(table), table.attrs["truth"], list(scores), len(paths), len(found.to_json()), found.to_dict()["truth"])
    return found


def slides(slide: pd.DataFrame) -> None:
    """Uses everything that a study has."""
    halves = {"left": slide[slide["x"] < 4500], "right": slide[slide["x"] >= 4500]}
    donors = {"left": "p", "right": "q"}
    part: SlicePartial = slam_metric.slice_partial("left", halves["left"], "expert", "layer*", metrics="none")
    more = part + slam_metric.slice_partial("right", halves["right"], "expert", "layer*", metrics="none")
    again: SlicePartial = SlicePartial.from_bytes(more.to_bytes())
    found: StudyResult = again.finish(rank_by="slam")
    study: StudyResult = slam_metric.study(halves, "expert", "layer*", donors=donors, keep_going=True, metrics="ari")
    tables: list[pd.DataFrame] = [found.table, study.numbers("ari")]
    names: list[str] = [*found.methods, *study.slices, *again.slices, str(found), study.to_json()]
    print(len(tables), len(names), found.verdict["by"], study.to_dict()["truth"])


def rest(slide: pd.DataFrame, score: Score, found: Comparison) -> None:
    """Uses what is left."""
    xy = slide[["x", "y"]].to_numpy()
    options: Options = {"metrics": "accuracy,ari", "missing_pred": "drop", "gamma": "auto", "threads": 1}
    values: dict[str, float | None] = slam_metric.metrics(xy, slide["expert"], list(slide["layer_split"]), **options)
    matched: MatchedLabels = slam_metric.match_labels(xy, np.asarray(slide["expert"]), slide["cluster_numbers"])
    q: float | None = slam_metric.q("ari", worse=values["ari"], better=1.0)
    print(values, matched.labels.head(), matched.links, matched.n_dropped, q, slam_metric.__version__, SlamWarning)
    slam_metric.pl.maps(score, show=["truth", "matched"], size=90.0, y="down", palette="tab20", figsize=(6, 3))
    slam_metric.pl.flow(score, cmap="viridis", title="Flow")
    slam_metric.pl.profile({"a": score}, palette=["#000000"])
    slam_metric.pl.leaderboard(found, palette={"slam": "black"})
    slam_metric.pl.ranks(found.table, palette={"a": "tab:blue"})


def tiles(slide: pd.DataFrame) -> TiledScore:
    """Uses a slide in tiles, of which there is one."""
    plan: Plan = slam_metric.plan(metrics="ari", k=6)
    tile: Tile = slam_metric.tile(slide, "expert", "lesion_missed", x="x", y="y", halo=1e9)
    while not plan.is_ready:
        tally: Tally = slam_metric.tally(tile, plan, threads=1)
        plan = plan.after(Tally.from_json(tally.to_json()))
    found: Partial = slam_metric.partial(tile, plan)
    print(plan.round, plan.halo, len(plan.to_bytes()), found.n_spots, len(tile))
    return found.finish(truth="expert", pred="lesion_missed")


def main() -> None:
    """Uses everything."""
    slide = slam_metric.demo()
    print(float(tiles(slide)))
    with tempfile.TemporaryDirectory() as folder:
        rest(slide, one(slide), many(slide, Path(folder)))
        slides(slide)


if __name__ == "__main__":
    main()
