"""One run on a lattice of 10⁸ spots, which is made in memory."""

from pathlib import Path

import page
from ledger import count, duration
from stopwatch import ours

PARTS = {"graph": "graph", "graph + slam + pinned": "slam", "with slam_adjusted": "all"}
# Bytes per spot at the peak of slam_adjusted, and some more.
NEEDED = 230


def huge(n, where):
    """Says what every part costs as soon as it is known; the last only where memory is enough."""
    said = []
    for name, part in PARTS.items():
        if part == "all" and available() < NEEDED * n:
            print(f"slam_adjusted of {count(n)} spots needs {NEEDED * n / 1e9:.0f} GB of free memory")
            break
        with ours(f"lattice:{n}") as us:
            run = us.run(part, 1024)
        said.append(f"{name} {duration(run.seconds)}, {run.peak_mib / 1024:.1f} GiB")
        print(said[-1], flush=True)
        place = f"{count(n)} spots of a hexagonal lattice in memory, 12 labels, L = 1,024, one run"
        page.publish(where, {"huge": f"{place}: {'; '.join(said)} (peak, input included)."})


def available():
    """The bytes of memory that are free, where Linux tells them."""
    info = Path("/proc/meminfo")
    lines = info.read_text().splitlines() if info.exists() else []
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")), 0)
