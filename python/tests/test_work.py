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
import logging, os, signal, threading
import numpy as np, slam_metric

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
        asked = time.monotonic()
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
            done.wait(0.001)

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
