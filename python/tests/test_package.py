"""The package that is installed says what it is, and carries the licences of what it is made of."""

from __future__ import annotations

import json
import re
import subprocess
from importlib.metadata import files, metadata
from pathlib import Path

from conftest import ROOT

import slam_metric


def test_the_package_says_what_it_is() -> None:
    found = metadata("slam-metric")
    assert (found["Version"], found["License-Expression"]) == (slam_metric.__version__, "MIT OR Apache-2.0")
    assert (found["Requires-Python"], found["Summary"]) == (
        ">=3.10",
        "How similar are two labelings of the same places?",
    )
    assert set(found.get_all("Provides-Extra") or []) == {"dask", "plot", "spatialdata"}
    assert "Rust 1.85" in str(found.get_payload() or found["Description"])
    pythons = re.findall(r"Python :: (3\.\d+)", "\n".join(found.get_all("Classifier") or []))
    assert pythons == ["3.10", "3.11", "3.12", "3.13", "3.14"]


def test_the_licences_of_all_crates_are_in_the_package() -> None:
    (held,) = (file for file in files("slam-metric") or [] if file.name == "LICENSE-THIRD-PARTY")
    text = Path(str(held.locate())).read_text(encoding="utf-8")
    words = ["cargo", "tree", "--locked", "--package", "slam-python", "--edges", "normal", "--prefix", "none"]
    said = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    crates = {tuple(line.replace(" v", " ").split()[:2]) for line in said.splitlines() if line and "(/" not in line}
    assert len(crates) > 30
    assert [crate for crate in crates if f"\n{crate[0]} {crate[1]}: " not in text] == []
    assert text.count("Permission is hereby granted") > 10


def test_the_recipe_asks_for_what_the_package_needs() -> None:
    recipe = (ROOT / "recipes" / "conda" / "recipe.yaml").read_text()
    needs = [one for one in metadata("slam-metric").get_all("Requires-Dist") or [] if "extra" not in one]
    assert len(needs) == 2
    assert [one for one in needs if f"- {one.replace('>=', ' >=')}" not in recipe] == []
    assert f"version: {json.dumps(slam_metric.__version__)}" in recipe
