"""Makes a study: slides like those of the dorsolateral prefrontal cortex, and the labels of many methods on them.

    python bench/make_study.py FOLDER                          twelve slides of 3,600 spots, eight methods, two combinations missing
    python bench/make_study.py FOLDER --slides 50 --spots 100000 --methods 3 --whole
    python bench/make_study.py FOLDER --names                  the same with the truth's names for clusters instead of numbers

Slides are slides/NAME.h5ad where anndata is installed and asked for (--h5ad), else slides/NAME.csv; labels are preds/METHOD/NAME.csv.
Clusters are numbered anew on every slide, so that cluster 3 of one is not cluster 3 of the next.
"""

import argparse
import math
import random
from pathlib import Path

LAYERS = ["WM", "Layer_6", "Layer_5", "Layer_4", "Layer_3", "Layer_2", "Layer_1"]
DONORS = ["Br5292", "Br5595", "Br8100"]
METHODS = ["GraphST", "STAGATE", "BANKSY", "SpaGCN", "BayesSpace", "stLearn", "Leiden", "Louvain"]


def lattice(n_spots):
    """The positions of a hexagonal lattice, as square as it can be."""
    columns = max(1, round(math.sqrt(n_spots * math.sqrt(0.75))))
    return [(i % columns + 0.5 * (i // columns % 2), (i // columns) * math.sqrt(0.75)) for i in range(n_spots)]


def layer(x, y, width, height, bend, first, last):
    """The layer of a place: bent bands from the lower left to the upper right."""
    depth = (0.75 * y / height + 0.25 * x / width) + bend * math.sin(3 * x / width)
    return min(last, max(first, first + int(depth * (last - first + 1))))


def labelled(places, truth, error, blur, rng):
    """What a method says: borders moved by a smooth wave, and single spots that are wrong."""
    width = max(x for x, _ in places) + 1
    phase, last = rng.random() * 6, max(truth)
    found = []
    for (x, _), own in zip(places, truth):
        shifted = own + blur * math.sin(6 * x / width + phase)
        label = min(last, max(0, math.floor(shifted + 0.5)))
        found.append(rng.randrange(last + 1) if rng.random() < error else label)
    return found


def write_slide(path, ids, places, names, as_h5ad):
    if as_h5ad:
        import anndata
        import numpy
        import pandas

        obs = pandas.DataFrame({"layer": pandas.Categorical(names)}, index=ids)
        slide = anndata.AnnData(numpy.zeros((len(ids), 1), dtype="float32"), obs=obs)
        slide.obsm["spatial"] = numpy.array(places)
        slide.write_h5ad(path.with_suffix(".h5ad"))
        return
    with path.with_suffix(".csv").open("w") as file:
        file.write("barcode,x,y,layer\n")
        file.writelines(f"{spot},{x:.6f},{y:.6f},{name}\n" for spot, (x, y), name in zip(ids, places, names))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--slides", type=int, default=12)
    parser.add_argument("--spots", type=int, default=3600)
    parser.add_argument("--methods", type=int, default=8)
    parser.add_argument("--whole", action="store_true", help="no combination is missing")
    parser.add_argument("--names", action="store_true", help="clusters have the names of the truth")
    parser.add_argument("--distinct", type=int, help="further slides are links to the first so many")
    parser.add_argument("--h5ad", action="store_true", help="slides are .h5ad")
    options = parser.parse_args()
    methods = [METHODS[i % 8] + ("" if i < 8 else f"_{i // 8 + 1}") for i in range(options.methods)]
    missing = set() if options.whole else {(methods[-1], 3), (methods[len(methods) // 2], options.slides - 2)}
    (options.folder / "slides").mkdir(parents=True, exist_ok=True)
    places = lattice(options.spots)
    width, height = (max(place[axis] for place in places) + 1 for axis in (0, 1))
    ids = [f"spot{i}-1" for i in range(options.spots)]
    for number in range(min(options.slides, options.distinct or options.slides)):
        rng = random.Random(number)
        name = str(151507 + number)
        # The slides of the second donor lack two layers, as those of DLPFC do.
        first, last = (0, 4) if number // 4 % 3 == 1 else (0, 6)
        bend = 0.1 * rng.random()
        truth = [layer(x, y, width, height, bend, first, last) for x, y in places]
        write_slide(options.folder / "slides" / name, ids, places, [LAYERS[label] for label in truth], options.h5ad)
        for which, method in enumerate(methods):
            found = labelled(places, truth, 0.02 + 0.035 * which, 0.3 + 0.06 * which, rng)
            order = rng.sample(range(last + 1), last + 1)
            if (method, number) in missing:
                continue
            folder = options.folder / "preds" / method
            folder.mkdir(parents=True, exist_ok=True)
            with (folder / f"{name}.csv").open("w") as file:
                file.write("barcode,cluster\n")
                called = LAYERS if options.names else [str(place + 1) for place in order]
                file.writelines(f"{spot},{called[label]}\n" for spot, label in zip(ids, found))
    link(options)


def link(options):
    """Makes the further slides links to the first ones, where few are distinct."""
    for number in range(options.distinct or options.slides, options.slides):
        first, name = str(151507 + number % options.distinct), str(151507 + number)
        for path in options.folder.glob(f"*/**/{first}.*"):
            path.with_name(name + path.suffix).hardlink_to(path)


if __name__ == "__main__":
    main()
