"""Everything side by side, in one run: prints a row for every claim, ratios with every peer, and draws the charts.

    make bench                 10⁶ and 10⁷ spots; refreshes docs/performance.md and its charts
    make bench SIZE=small      10⁵ and 10⁶ spots, in a minute or two; writes to target/bench only
    make bench SIZE=huge       10⁸ spots once; refreshes that line of docs/performance.md

Exit status 1 when a bar is missed. Beside others, ratios alone are claimed; absolute times are shown.
"""

import argparse
import importlib.metadata
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import estimators
import growth
import huge
import metrics
import page
import python
import restated
import score
import threads
from ledger import Ledger, duration
from stopwatch import ROOT, build

SIZES = {"small": 100_000, "full": 1_000_000, "huge": 100_000_000}
SECTIONS = ("shapes", "command", "parts", "estimators", "threads", "growth", "metrics", "python")
OUT = ROOT / "target" / "bench"
PAGE = ROOT / "docs" / "performance.md"
PEERS = ("numpy", "scipy", "scikit-learn", "genieclust", "pykdtree", "POT")


def sections(ledger, folder, size):
    """The parts of a run, by name."""
    n = SIZES[size]
    n_pairs = len(restated.PAIRS) if size == "full" else len(restated.PAIRS) // 20
    powers = [10**power for power in range(4, len(str(n)) + 1)]
    runs = (
        lambda: score.shapes(ledger, folder, n),
        lambda: score.whole_command(ledger, folder, n),
        lambda: score.parts(ledger, folder, n),
        lambda: estimators.estimators(ledger, folder, n_pairs),
        lambda: threads.threads(ledger, folder, n),
        lambda: growth.growth(ledger, folder, powers),
        lambda: metrics.metrics(ledger, folder, n),
        lambda: python.python(ledger, folder, n),
    )
    return dict(zip(SECTIONS, runs, strict=True))


def machine():
    """What it ran on, in one sentence."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    cpu = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    compiler = " ".join(
        subprocess.run(["rustc", "--version"], check=True, capture_output=True, text=True).stdout.split()[:2]
    )
    peers = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PEERS)
    return (
        f"{cpu}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()}, load {os.getloadavg()[0]:.1f} before; "
        f"{compiler}; Python {platform.python_version()}, {peers}."
    )


def measure(size, only):
    """Runs the sections one after the other; what is found is written as it comes."""
    ledger, start = Ledger(), time.perf_counter()
    OUT.mkdir(exist_ok=True, parents=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, section in sections(ledger, Path(folder), size).items():
            if not only or name in only:
                print(f"{name}, load {os.getloadavg()[0]:.1f}", flush=True)
                section()
                ledger.save(OUT / "results.json")
    print(f"{duration(time.perf_counter() - start)} in all")
    return ledger


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", choices=SIZES, default="full")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, help="some sections; docs stay as they are")
    arguments = parser.parse_args()
    build()
    described = machine()
    print(described)
    if arguments.size == "huge":
        return huge.huge(SIZES["huge"], PAGE)
    ledger = measure(arguments.size, arguments.only)
    if ledger.points:
        page.write_charts(OUT, ledger.points)
    if arguments.size == "full" and not arguments.only:
        page.publish(PAGE, page.tables(ledger, described))
        page.write_charts(PAGE.parent, ledger.points)
    if ledger.missed():
        sys.exit("missed: " + "; ".join(ledger.missed()))


if __name__ == "__main__":
    main()
