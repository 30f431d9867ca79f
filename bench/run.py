"""Everything side by side, in one run: prints a row for every claim, ratios with every peer, and draws the charts.

    make bench                 10⁶ and 10⁷ spots; refreshes docs/performance.md and its charts
    make bench SIZE=small      10⁵ and 10⁶ spots, in a minute or two; writes to target/bench only
    make bench SIZE=huge       10⁸ spots once; refreshes that line of docs/performance.md

Exit status 1 when a bar is missed. Absolute times are shown; ratios alone are claimed.
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
import restated
import score
import threads
from ledger import Ledger, duration
from stopwatch import ROOT, build

SIZES = {"small": 100_000, "full": 1_000_000, "huge": 100_000_000}
PAGE = ROOT / "docs" / "performance.md"
PEERS = ("numpy", "scipy", "scikit-learn", "genieclust", "pykdtree", "POT")


def sections(ledger, folder, size):
    """The parts of a run, by name."""
    n = SIZES[size]
    n_pairs = len(restated.PAIRS) if size == "full" else len(restated.PAIRS) // 20
    steps = range(4, len(str(n)) + 1)
    return {
        "shapes": lambda: score.shapes(ledger, folder, n),
        "command": lambda: score.whole_command(ledger, folder, n),
        "parts": lambda: score.parts(ledger, folder, n),
        "estimators": lambda: estimators.estimators(ledger, folder, n_pairs),
        "threads": lambda: threads.threads(ledger, folder, n),
        "growth": lambda: growth.growth(ledger, folder, [10**power for power in steps]),
        "metrics": lambda: metrics.metrics(ledger, folder, n),
    }


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
        f"{cpu}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()}; {compiler}; "
        f"Python {platform.python_version()}, {peers}."
    )


def measure(size, only):
    ledger, start = Ledger(), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        for name, section in sections(ledger, Path(folder), size).items():
            if not only or name in only:
                print(f"{name}, load {os.getloadavg()[0]:.1f}", flush=True)
                section()
    print(f"{duration(time.perf_counter() - start)} in all")
    return ledger


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", choices=SIZES, default="full")
    parser.add_argument("--only", nargs="*", metavar="SECTION", help="some sections, nothing is written to docs")
    arguments = parser.parse_args()
    build()
    print(machine())
    if arguments.size == "huge":
        return huge.huge(SIZES["huge"], PAGE)
    ledger = measure(arguments.size, arguments.only)
    out = ROOT / "target" / "bench"
    out.mkdir(exist_ok=True, parents=True)
    ledger.save(out / "results.json")
    if ledger.points:
        page.write_charts(out, ledger.points)
    if arguments.size == "full" and not arguments.only:
        page.publish(PAGE, page.tables(ledger, machine()))
        page.write_charts(PAGE.parent, ledger.points)
    if ledger.missed():
        sys.exit("missed: " + "; ".join(ledger.missed()))


if __name__ == "__main__":
    main()
