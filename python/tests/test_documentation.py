"""The tutorial and the file that uses the whole interface run, and print what they are known to print."""

from __future__ import annotations

import os
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


@pytest.mark.filterwarnings("ignore")
def test_the_whole_interface(tmp_path: Path) -> None:
    assert "AnnData" not in run(ROOT / "python" / "tests" / "whole_api.py", tmp_path)
