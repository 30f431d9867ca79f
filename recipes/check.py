"""Runs every recipe on the slides of a folder, with the real tools, and compares what comes out with the command.

    python3 recipes/check.py FOLDER

The command `slam` and the tools are on the path; ``recipes/run`` sees to it.
"""

import csv
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

RECIPES = Path(__file__).resolve().parent


def run(*words: str | Path, folder: Path) -> str:
    """What a program says; its whole output where it fails."""
    done = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"recipes: {' '.join(map(str, words))}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def combinations(folder: Path) -> list[tuple[str, str]]:
    """Methods and slices for which there are labels."""
    return sorted((path.parent.name, path.stem) for path in (folder / "preds").glob("*/*.csv"))


def score(folder: Path, method: str, piece: str) -> dict[str, Any]:
    """What the command says of one method on one slide."""
    labels = f"preds/{method}/{piece}.csv"
    words = ["slam", "score", f"slides/{piece}.csv", "--labels", labels, "--truth", "layer", "--pred", "cluster"]
    found: dict[str, Any] = json.loads(run(*words, "--format", "json", "--quiet", folder=folder))
    return found


def expect(is_so: bool, what: str) -> None:
    """Ends everything where something is not as it should be."""
    if not is_so:
        raise SystemExit(f"recipes: {what}")


def check_study(path: Path, folder: Path) -> None:
    """A study has the numbers of single runs, and none where there are no labels."""
    study = json.loads(path.read_text())
    pieces = [one["slice"] for one in study["slices"]]
    found = {
        (method["method"], piece): cell["slam_adjusted"]["value"]
        for method in study["methods"]
        for piece, cell in zip(pieces, method["slices"], strict=True)
        if cell is not None
    }
    expected = {pair: score(folder, *pair)["slam_adjusted"]["value"] for pair in combinations(folder)}
    expect(found == expected, f"{path}: expected {expected}, got {found}")


def snakemake(folder: Path) -> None:
    """The rules run, and what they leave behind are the command's numbers."""
    words = ["snakemake", "--snakefile", RECIPES / "snakemake/Snakefile", "--directory", folder, "--cores", "2"]
    run(*words, folder=folder)
    for method, piece in combinations(folder):
        found = json.loads((folder / "scores" / method / f"{piece}.json").read_text())
        expected = score(folder, method, piece)
        expect(found["slam"]["d"] == expected["slam"]["d"], f"snakemake: another score of {method} on {piece}")
    check_study(folder / "study.json", folder)
    left = run(*words, "--dry-run", folder=folder)
    expect("slam_score" not in left, f"snakemake: done, and yet there is something left to do\n{left}")


def processes(text: str) -> dict[str, str]:
    """The script of every process of a Nextflow module."""
    found = re.findall(r'process (\w+) \{.*?"""\n(.*?)\n\s*"""', text, flags=re.DOTALL)
    return {name: " ".join(script.split()) for name, script in found}


def nextflow(folder: Path) -> None:
    """The commands of the processes run; the channels between them are not, for Nextflow itself is not to be had here."""
    scripts = processes((RECIPES / "nextflow/slam.nf").read_text())
    expect(sorted(scripts) == ["SLAM_MERGE", "SLAM_PARTIAL"], f"nextflow: found the processes {sorted(scripts)}")
    place = folder / "nextflow"
    place.mkdir()
    pieces = sorted(path.stem for path in (folder / "slides").glob("*.csv"))
    for piece in pieces:
        named = [f"--labels '{method}={folder}/preds/{method}/{one}.csv'" for method, one in combinations(folder) if one == piece]
        words = {"slide": f"{folder}/slides/{piece}.csv", "named": " ".join(named), "truth": "layer", "slice": piece}
        shell(filled(scripts["SLAM_PARTIAL"], {**words, "task.cpus": "1"}), place)
    partials = " ".join(f"{piece}.partial" for piece in pieces)
    shell(filled(scripts["SLAM_MERGE"], {"partials": partials}), place)
    check_study(place / "study.json", folder)


def filled(script: str, words: dict[str, str]) -> str:
    """A script with its variables."""
    return re.sub(r"\$\{([\w.]+)\}", lambda match: words[match.group(1)], script)


def shell(script: str, folder: Path) -> None:
    """A script of a process, as Nextflow runs it."""
    run("bash", "-euo", "pipefail", "-c", script, folder=folder)


def saccelerator(folder: Path) -> None:
    """The module runs as the workflow's rule calls it."""
    module = RECIPES / "saccelerator/slam_adjusted"
    asked = json.loads((module / "slam_adjusted_optargs.json").read_text())
    expect(asked["groundtruth"] and asked["physical_coordinate"], "saccelerator: the truth and the places are needed")
    place = folder / "saccelerator"
    place.mkdir()
    with (folder / "slides/A.csv").open() as slide:
        spots = list(csv.DictReader(slide))
    with (folder / "preds/ragged/A.csv").open() as preds:
        labels = list(csv.DictReader(preds))
    tables = {
        "coordinates.tsv": (["", "x", "y"], [[one["id"], one["x"], one["y"]] for one in spots]),
        # The workflow's metrics take the spots that both sides have.
        "labels.tsv": (["", "label"], [[one["id"], one["layer"]] for one in spots]),
        "domains.tsv": (["", "label"], [[one["id"], one["cluster"]] for one in labels] + [["elsewhere", "9"]]),
    }
    for name, (header, rows) in tables.items():
        (place / name).write_text("\n".join("\t".join(row) for row in [header, *rows]) + "\n")
    words = ["-l", "domains.tsv", "-g", "labels.tsv", "--coordinates", "coordinates.tsv", "-o", "out/results.txt"]
    run(module / "slam_adjusted.sh", *words, folder=place)
    found, expected = float((place / "out/results.txt").read_text()), score(folder, "ragged", "A")["slam_adjusted"]["value"]
    expect(abs(found - expected) < 1e-9, f"saccelerator: expected {expected}, got {found}")


def multiqc(folder: Path) -> None:
    """MultiQC finds the table and shows its numbers."""
    place = folder / "multiqc"
    place.mkdir()
    words = ["slam", "compare", "slides/{slice}.csv", "--labels", "preds/{method}/{slice}.csv", "--truth", "layer"]
    run(*words, "--format", "multiqc", "--quiet", "-o", place / "slam_mqc.json", folder=folder)
    run("multiqc", "--quiet", "--no-ansi", "--outdir", place / "report", place, folder=place)
    with (place / "report/multiqc_data/multiqc_slam_table.txt").open() as table:
        shown = {row["Sample"]: row for row in csv.DictReader(table, delimiter="\t")}
    for method, piece in combinations(folder):
        found, expected = shown[method][f"slam_adjusted {piece}"], score(folder, method, piece)["slam_adjusted"]["value"]
        expect(float(found) == expected, f"multiqc: {method} on {piece}: expected {expected}, got {found}")


def main(folder: Path) -> None:
    """All recipes, one after the other."""
    for recipe in (snakemake, nextflow, saccelerator, multiqc):
        recipe(folder)
    print("recipes: snakemake, saccelerator and multiqc run; nextflow: its processes' commands run, Nextflow itself is not here")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
