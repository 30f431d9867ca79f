"""What a study costs: memory beside that of two of its slides, time beside that of its slides one by one.

    python bench/study.py memory [--slides 50] [--spots 100000] [--methods 3] [--binary target/release/slam]
    python bench/study.py dask [--slides 24] [--spots 200000]

Slides are streamed, so that the peak of many is that of the few that are in flight; the bars are 3 times the memory of two slides, and
1.1 times the time of all slides compared one by one on as many threads.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent


def run(binary, words):
    """Runs the command; the seconds by the clock and the peak of its memory in MiB."""
    begun = time.perf_counter()
    child = subprocess.Popen([binary, *words], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"failed: {binary} {' '.join(words)}")
    return time.perf_counter() - begun, usage.ru_maxrss / 1024


def words(folder, slides):
    """The study of some slides, given as files."""
    labels = str(folder / "preds" / "{method}" / "{slice}.csv")
    files = [str(folder / "slides" / f"{slide}.csv") for slide in slides]
    return ["compare", *files, "--labels", labels, "--truth", "layer", "--quiet", "--metrics", "none", "--threads", "2"]


def memory(options):
    with tempfile.TemporaryDirectory(dir=options.folder) as place:
        folder = Path(place)
        size = ["--slides", str(options.slides), "--spots", str(options.spots), "--methods", str(options.methods)]
        made = [sys.executable, HERE / "make_study.py", folder, *size, "--whole", "--distinct", "2"]
        subprocess.run(made, check=True)
        slides = sorted(path.stem for path in (folder / "slides").iterdir())
        _, few = run(options.binary, words(folder, slides[:2]))
        seconds, many = run(options.binary, words(folder, slides))
        alone = 0.0
        for slide in slides:
            single = words(folder, [slide])
            single[single.index("--labels") + 1] = str(folder / "preds" / "{method}" / f"{slide}.csv")
            alone += run(options.binary, single)[0]
    print(f"{options.slides} slides of {options.spots} spots, {options.methods} methods, two threads")
    print(f"peak memory: {many:.0f} MiB, of two slides {few:.0f} MiB, ratio {many / few:.2f} (bar 3)")
    print(f"time: {seconds:.1f} s, one by one {alone:.1f} s, ratio {seconds / alone:.2f} (bar 1.1)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["memory", "dask"])
    parser.add_argument("--slides", type=int, help="50, on a cluster 24")
    parser.add_argument("--spots", type=int, help="100,000 each, on a cluster 200,000")
    parser.add_argument("--methods", type=int, default=3)
    parser.add_argument("--binary", default="target/release/slam")
    parser.add_argument("--folder", default="target", help="where the study is made, and removed again")
    options = parser.parse_args()
    slides, spots = (50, 100_000) if options.what == "memory" else (24, 200_000)
    options.slides, options.spots = options.slides or slides, options.spots or spots
    if options.what == "dask":
        import study_dask

        study_dask.main(options.slides, options.spots)
    else:
        memory(options)


if __name__ == "__main__":
    main()
