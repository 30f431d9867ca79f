"""Long work releases the interpreter, stops on Ctrl-C, and survives a fork."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import slam_metric

LONG = """
import logging, os, signal, threading
import numpy as np, slam_metric

# Shells start what runs in the background with the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)

class Interrupter(logging.Handler):
    def emit(self, record):
        if record.levelno == logging.DEBUG and not hasattr(self, "asked"):
            self.asked = print("asked", flush=True)
            {interrupt}

logger = logging.getLogger("slam_metric")
logger.addHandler(Interrupter())
logger.setLevel(logging.DEBUG)
xy = np.random.default_rng(0).random((400_000, 2))
labels = (xy[:, 0] * 12).astype(int)
slam_metric.score(xy, labels, labels[::-1], metrics="asw")
print("done", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are Unix's")
@pytest.mark.parametrize(
    "interrupt",
    [
        "os.kill(os.getpid(), signal.SIGINT)",
        "threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT)).start()",
    ],
)
def test_ctrl_c_stops_the_work(interrupt: str) -> None:
    words = [sys.executable, "-c", LONG.replace("{interrupt}", interrupt)]
    with subprocess.Popen(words, stdout=-1, stderr=-1, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "asked\n"
        out, err = process.communicate(timeout=600)
    assert "KeyboardInterrupt" in err
    assert out == ""


def test_other_threads_go_on() -> None:
    xy = np.random.default_rng(0).random((60_000, 2))
    labels = (xy[:, 0] * 8).astype(int)
    n_ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal n_ticks
        while not done.wait(0.001):
            n_ticks += 1

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    most = 0
    # A busy machine may not give the other thread a turn every time.
    for _ in range(20):
        before = n_ticks
        slam_metric.score(xy, labels, (xy[:, 0] * 8.5).astype(int), metrics="none", projections=16384)
        most = max(most, n_ticks - before)
        if most >= 3:
            break
    done.set()
    thread.join()
    assert most >= 3


def _score(threads: int | None) -> float:
    xy = np.random.default_rng(0).random((500, 2))
    return float(slam_metric.score(xy, xy[:, 0] > 0.5, xy[:, 0] > 0.4, metrics="none", threads=threads))


def test_threads_beyond_use_are_not_made() -> None:
    most = 4 * (os.cpu_count() or 1)
    with pytest.warns(slam_metric.SlamWarning, match=f"^threads=60000: {most} are used, 4 for each core$"):
        assert _score(60_000) == _score(None)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="fork is Unix's")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*")
def test_a_fork_has_threads_of_its_own() -> None:
    here = _score(None)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(_score, [None, 1, 2]).get(timeout=600) == [here] * 3


def _everything(path: str) -> list[float]:
    """One of each kind of work, on spots so many that threads share them."""
    xy = np.stack(np.divmod(np.arange(70_000.0), 300), axis=1)
    truth, pred = xy[:, 0] > 100, xy[:, 0] > 110
    score = slam_metric.score(xy, truth, pred, expression=xy, metrics="none")
    compared = slam_metric.comparison(xy, truth, {"pred": pred}, metrics="none")
    compared.report(path)
    partial = slam_metric.slice_partial("slice", xy, truth, {"pred": pred}, metrics="none")
    return [score.d, score.spots["share"].sum(), *partial.finish().table["slice"]]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="fork is Unix's")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*")
def test_a_fork_can_do_all_kinds_of_work(tmp_path: Path) -> None:
    here = _everything(str(tmp_path / "here.html"))
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.map_async(_everything, [str(tmp_path / "there.html")]).get(timeout=600) == [here]


WITHIN = """
import numpy as np, slam_metric

xy = np.random.default_rng(0).random((400, 2))
truth, pred = xy[:, 0] > 0.5, xy[:, 0] > 0.4

def matcher(truth, pred, positions):
    inner.append(slam_metric.score(positions, truth, pred, metrics="none", threads=1).d)
    return {label: label for label in pred}

inner = []
outer = slam_metric.score(xy, truth, pred, matcher=matcher, metrics="none", threads=1).d
print(inner == [slam_metric.score(xy, truth, pred, metrics="none").d], outer == inner[0])
"""


def test_a_step_of_the_users_can_score() -> None:
    said = subprocess.run([sys.executable, "-c", WITHIN], capture_output=True, text=True, timeout=600, check=False)
    assert (said.stdout, said.stderr) == ("True True\n", "")
