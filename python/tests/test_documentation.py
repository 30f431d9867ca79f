"""The tutorial and the file that uses the whole interface run, and print what they are known to print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT


def run(script: Path, folder: Path) -> str:
    words = [sys.executable, "-W", "ignore", str(script)]
    done = subprocess.run(words, cwd=folder, env={**os.environ, "MPLBACKEND": "agg"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_tutorial_prints_what_it_shows(tmp_path: Path) -> None:
    tutorial = ROOT / "python" / "examples" / "tutorial.py"
    assert run(tutorial, tmp_path) == tutorial.with_suffix(".txt").read_text()
    assert {path.name for path in tmp_path.iterdir()} == {"maps.png", "leaderboard.png", "report.html"}


@pytest.mark.parametrize("name", ["scanpy", "spatialdata"])
def test_pages_show_the_tutorials_as_they_are(name: str) -> None:
    """What they print is checked by ``make test-wide``, which has what they need."""
    script = (ROOT / "python" / "examples" / f"tutorial_{name}.py").read_text()
    page = (ROOT / "docs" / f"tutorial-{name}.md").read_text()
    cells = [cell.partition("\n") for cell in re.split(r"(?m)^# %%", script)[1:]]
    code = [body.strip() for head, _, body in cells if "[markdown]" not in head]
    words = ["\n".join(line[2:] for line in body.splitlines()).strip() for head, _, body in cells if "[mark" in head]
    assert re.findall(r"(?s)```python\n(.*?)\n```", page) == code
    assert [one for one in words if one not in page] == []
    figures = [ROOT / "docs" / figure for figure in re.findall(r"\]\((\S+\.png)\)", page)]
    assert [figure.stat().st_size <= 150_000 for figure in figures] == [True]


@pytest.mark.filterwarnings("ignore")
def test_what_users_hold(tmp_path: Path) -> None:
    assert len(run(ROOT / "python" / "tests" / "typed.py", tmp_path).split()) == 4


@pytest.mark.filterwarnings("ignore")
def test_the_whole_interface(tmp_path: Path) -> None:
    assert "AnnData" not in run(ROOT / "python" / "tests" / "whole_api.py", tmp_path)
