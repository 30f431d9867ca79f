"""Long work releases the interpreter, stops on Ctrl-C, and survives a fork."""

from __future__ import annotations

import multiprocessing
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import slam_metric

LONG = """
import numpy as np, slam_metric
n = 300_000
xy = np.random.default_rng(0).random((n, 2))
labels = (xy[:, 0] * 12).astype(int)
print("ready", flush=True)
slam_metric.score(xy, labels, labels[::-1], metrics="asw")
print("done", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are Unix's")
@pytest.mark.parametrize("log", ["", "import logging; logging.basicConfig(level=logging.DEBUG)"])
def test_ctrl_c_stops_the_work(log: str) -> None:
    with subprocess.Popen([sys.executable, "-c", log + LONG], stdout=-1, stderr=-1, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        asked = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in err
    assert out == ""
    assert time.monotonic() - asked < 5


def test_other_threads_go_on() -> None:
    xy = np.random.default_rng(0).random((60_000, 2))
    labels = (xy[:, 0] * 8).astype(int)
    ticks: list[float] = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    start = time.monotonic()
    slam_metric.score(xy, labels, (xy[:, 0] * 8.5).astype(int), metrics="none", projections=16384)
    end = time.monotonic()
    done.set()
    thread.join()
    assert sum(start < one < end for one in ticks) >= 3


def _score(threads: int | None) -> float:
    xy = np.random.default_rng(0).random((500, 2))
    return float(slam_metric.score(xy, xy[:, 0] > 0.5, xy[:, 0] > 0.4, metrics="none", threads=threads))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="fork is Unix's")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*")
def test_a_fork_has_threads_of_its_own() -> None:
    here = _score(None)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(_score, [None, 1, 2]).get(timeout=60) == [here] * 3
