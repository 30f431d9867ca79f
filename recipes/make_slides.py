"""Three small slides with three methods each, in the layout of the recipes: slides/SLICE.csv and preds/METHOD/SLICE.csv.

    python3 recipes/make_slides.py FOLDER

One combination is missing, as they are in real studies; clusters have other numbers on every slide.
"""

import sys
from pathlib import Path

SIDE = 24
SLICES = ["A", "B", "C"]


def truth_of(i: int, j: int, turn: int) -> int:
    """Four bands that lie somewhat differently on every slide."""
    return min(3, (j + (i + turn) // 8) // 7)


def pred_of(method: str, i: int, j: int, turn: int) -> int:
    """What a method finds: bands with a ragged edge, bands a little off, or two of them merged."""
    if method == "ragged":
        return truth_of(i, j + (3 * i + 5 * j) % 3 - 1, turn)
    if method == "shifted":
        return truth_of(i, j + 3, turn)
    return min(2, truth_of(i, j, turn))


def write(path: Path, header: str, rows: list[str]) -> None:
    """A table, in a folder that is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([header, *rows]) + "\n")


def main(folder: Path) -> None:
    """Writes all slides and labelings."""
    spots = [(i, j) for j in range(SIDE) for i in range(SIDE)]
    for turn, name in enumerate(SLICES):
        rows = [
            f"spot_{i}_{j},{i + 0.5 * (j % 2)},{0.866 * j:.3f},layer_{truth_of(i, j, turn)}" for i, j in spots
        ]
        write(folder / "slides" / f"{name}.csv", "id,x,y,layer", rows)
        for method in ["ragged", "shifted", "merged"]:
            if (method, name) == ("merged", "C"):
                continue
            rows = [f"spot_{i}_{j},{(pred_of(method, i, j, turn) + turn) % 4}" for i, j in spots]
            write(folder / "preds" / method / f"{name}.csv", "id,cluster", rows)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
