"""Processes that hold the same spots in memory and run a part of the work when told to, so that they can take turns."""

import json
import os
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RELEASE = ROOT / "target" / "release"
THREADS = 2

Run = namedtuple("Run", "seconds value peak_mib")


def build():
    """Builds what is timed."""
    for what in (["-p", "slam-cli"], ["-p", "slam-io", "--example", "stopwatch"]):
        subprocess.run(["cargo", "build", "--release", "--quiet", *what], cwd=ROOT, check=True)


class Stopwatch:
    """A process that answers each line `PART THREADS [ARGUMENT]` with the seconds, the value and the peak memory."""

    def __init__(self, *command):
        names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
        environment = {**os.environ, **dict.fromkeys(names, str(THREADS))}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(list(map(str, command)), text=True, env=environment, **pipes)

    def run(self, part, argument="", threads=THREADS):
        self.process.stdin.write(f"{part} {threads} {argument}".rstrip() + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"{part}: the process ended with status {self.process.wait()}")
        return Run(**json.loads(answer))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


def ours(spots):
    return Stopwatch(RELEASE / "examples" / "stopwatch", spots)


def theirs(spots):
    return Stopwatch(sys.executable, ROOT / "bench" / "peers.py", spots)


def in_turns(runs, repeats=5):
    """The least time and the most memory of some runs of each, one after the other in turns."""
    best = {}
    for _ in range(repeats):
        for name, run in runs.items():
            found, before = run(), best.get(name)
            best[name] = found if before is None else better(found, before)
    return best


def better(one, other):
    peaks = (one.peak_mib, other.peak_mib)
    return Run(min(one.seconds, other.seconds), one.value, None if None in peaks else max(peaks))


def command(path, *arguments):
    """A run of `slam score` on a table, with its seconds and its peak memory."""
    line = [RELEASE / "slam", "score", path, "--truth", "truth", "--pred", "pred", "--quiet", "--threads", THREADS]
    line += ["--format", "json", "--output", path.with_suffix(".json"), *arguments]
    # A small process in between: Linux counts the memory of whoever starts a process as its own at first.
    runner = [sys.executable, "-c", RUNNER, *map(str, line)]
    seconds, peak = map(float, subprocess.run(runner, check=True, capture_output=True, text=True).stdout.split())
    return Run(seconds, None, peak)


RUNNER = """
import os, sys, time
start = time.perf_counter()
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(pid, 0)
assert status == 0
print(time.perf_counter() - start, usage.ru_maxrss / 1024)
"""
