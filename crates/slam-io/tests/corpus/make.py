"""Writes the corpus of small `.h5ad` files, and `expected.json` with what anndata itself reads in them.

    python make.py write [FOLDER]        # writes the files of the installed anndata, and their expectations
    python make.py expect FILE...        # prints the expectations of any files, as JSON
    python make.py hostile               # writes `hostile/`: small files that claim, or unpack to, far too much
    python make.py odd                   # writes `odd/`: files that other programs write, or older ones wrote

Each version of anndata has an environment of its own; all of them write into the same folder:

    python3.6  -m venv v0.5  && v0.5/bin/pip  install anndata==0.5.10 "h5py<2.10" "numpy<1.17" "pandas<0.24" "scipy<1.3"
    python3.7  -m venv v0.6  && v0.6/bin/pip  install anndata==0.6.22.post1 "h5py<3" "numpy<1.20" "pandas<1" "scipy<1.6"
    python3.11 -m venv v0.7  && v0.7/bin/pip  install anndata==0.7.8 "h5py<3.9" "numpy<1.24" "pandas<1.6" "scipy<1.11" "setuptools<70"
    python3.11 -m venv v0.8  && v0.8/bin/pip  install anndata==0.8.0 "h5py<3.9" "numpy<1.24" "pandas<1.6" "scipy<1.11" "setuptools<70"
    python3.11 -m venv v0.10 && v0.10/bin/pip install anndata==0.10.9 "h5py<3.12" "numpy<2" "pandas<2.3" "scipy<1.14"
    python3.11 -m venv v0.12 && v0.12/bin/pip install anndata==0.12.19 h5py==3.16.0 "pandas<3" hdf5plugin==7.1.0
    python3.13 -m venv v0.13 && v0.13/bin/pip install anndata==0.13.4 h5py==3.16.0 hdf5plugin==7.1.0
    for version in v*; do $version/bin/python make.py write; done
"""
import contextlib
import json
import os
import re
import sys
import warnings
import zlib

import anndata
import h5py
import numpy as np
import pandas as pd
from scipy import sparse

warnings.simplefilter("ignore")
HERE = os.path.dirname(os.path.abspath(__file__))
VERSION = anndata.__version__.split(".post")[0]
MINOR = tuple(int(part) for part in VERSION.split(".")[:2])
N, G = 20, 6
MISSING = {"", "NA", "N/A", "NaN", "nan", "None", "null", "<NA>"}


# ---------------------------------------------------------------- what is written


def counts(seed, dtype):
    rng = np.random.RandomState(seed)
    return (rng.poisson(0.7, size=(N, G)) * (1 if np.dtype(dtype).kind in "iu" else 0.25)).astype(dtype)


def frame():
    i = np.arange(N)
    region = np.array(["L1", "L2", "white matter", u"\u03c0-layer"], dtype=object)[i % 4]
    region[5] = np.nan
    obs = pd.DataFrame(index=["spot_%d" % k for k in i])
    obs["region"] = pd.Categorical(region, categories=["white matter", "L1", u"\u03c0-layer", "unused", "L2"])
    obs["cluster"] = pd.Categorical((i // 5).astype(str))
    obs["text"] = ["id %d" % k for k in i]
    obs["count"] = i * 3 - 7
    obs["small"] = (i % 3 - 1).astype(np.int8)
    obs["unsigned"] = (i * 2000).astype(np.uint16)
    obs["score"] = i / 8.0 - 1.1
    obs["narrow"] = (i / 10.0).astype(np.float32)
    obs["whole"] = (i % 4).astype(np.float64)
    obs["flag"] = i % 3 == 0
    if MINOR >= (0, 7):
        obs["holes"] = np.where(i % 5 == 0, np.nan, i / 4.0)
        obs["year"] = pd.Categorical(2000 + i % 3)
        obs["dose"] = pd.Categorical((i % 3) / 2.0)
    if MINOR >= (0, 8):
        obs["maybe_count"] = pd.array([None if k % 7 == 3 else k for k in i], dtype="Int64")
        obs["maybe_small"] = pd.array([None if k % 7 == 2 else k for k in i], dtype="UInt8")
        obs["maybe_flag"] = pd.array([None if k % 6 == 1 else k % 2 == 0 for k in i], dtype="boolean")
    return obs


def spatial(dtype, dimensions=2):
    rng = np.random.RandomState(3)
    return (rng.uniform(-50, 200, size=(N, dimensions))).astype(dtype)


def graph():
    rng = np.random.RandomState(4)
    return sparse.random(N, N, density=0.1, random_state=rng, format="csr")


def slim(adata):
    """Compressed datasets take some kilobytes each, so the files of compressed datasets have few of them."""
    keep = [name for name in ("region", "text", "count", "score", "flag", "maybe_count", "maybe_flag") if name in adata.obs]
    adata.obs = adata.obs[keep]
    for key in ("solid", "half", "big", "frame", "X_pca"):
        if key in adata.obsm:
            del adata.obsm[key]
    if MINOR >= (0, 7):
        del adata.obsp["dense"], adata.layers["dense"]
    return adata


def build(X, **kwargs):
    var = pd.DataFrame(index=["gene_%d" % k for k in range(G)])
    adata = anndata.AnnData(X=X, obs=frame(), var=var, **kwargs)
    adata.obsm["spatial"] = spatial(np.float64)
    adata.obsm["X_pca"] = spatial(np.float32, 5)
    if MINOR >= (0, 7):
        adata.obsm["solid"] = spatial(np.int64, 3)
        adata.obsm["half"] = spatial(np.float16)
        adata.obsm["big"] = spatial(">f4")
        adata.obsm["frame"] = pd.DataFrame({"y": np.arange(N) * 0.5, "x": np.arange(N)}, index=adata.obs_names)
        adata.obsp["connectivities"] = graph()
        adata.obsp["dense"] = graph().toarray()
        adata.layers["counts"] = sparse.csc_matrix(counts(5, np.int32))
        adata.layers["dense"] = counts(6, np.uint8)
    return adata


def unsorted(matrix):
    matrix = sparse.csr_matrix(matrix)
    for a, b in zip(matrix.indptr[:-1], matrix.indptr[1:]):
        matrix.indices[a:b] = matrix.indices[a:b][::-1].copy()
        matrix.data[a:b] = matrix.data[a:b][::-1].copy()
    matrix.has_sorted_indices = False
    return matrix


def write_all(folder):
    written = []

    def save(adata, name, **kwargs):
        path = os.path.join(folder, "%s_%s.h5ad" % (VERSION, name))
        (adata.write_h5ad if hasattr(adata, "write_h5ad") else adata.write)(path, **kwargs)
        written.append(path)
        return path

    with_raw = build(sparse.csr_matrix(counts(1, np.float32)))
    with_raw.raw = with_raw.copy()
    if MINOR not in [(0, 8), (0, 10), (0, 12)]:
        save(slim(with_raw) if MINOR >= (0, 7) else with_raw, "csr_gzip", compression="gzip")
    if MINOR != (0, 12):
        save(build(counts(2, np.float32)), "dense")
    if MINOR in [(0, 7), (0, 13)]:
        save(slim(build(sparse.csc_matrix(counts(2, np.float64)))), "csc_lzf", compression="lzf")
    if MINOR == (0, 10):
        save(build(unsorted(counts(7, np.int64))), "unsorted")
    if MINOR >= (0, 12):
        write_newest(save)
    return written


def write_newest(save):
    import hdf5plugin

    anndata.settings.allow_write_nullable_strings = True
    adata = slim(build(counts(2, np.int16)))
    texts = pd.array([None if k % 5 == 0 else "t%d" % (k % 3) for k in range(N)], dtype="string")
    adata.obs["maybe_text"] = texts
    adata.obs_names = pd.Index(["spot %d" % k for k in range(N)], dtype="string")
    save(adata, "nullable_text", compression=hdf5plugin.FILTERS["zstd"])
    if MINOR != (0, 12):
        return
    save(build(None), "no_x")
    # The newest layout of HDF5, and what other programs write, which anndata has no option for: rewritten by h5py.
    source = save(slim(build(sparse.csr_matrix(counts(1, np.float32)))), "latest")
    with rewritten(source, libver="latest") as new:
        rewrite(new["obs/score"], chunks=(5,), compression="gzip", maxshape=(None,))
        rewrite(new["obs/count"], chunks=(5,), compression="gzip", shuffle=True, fletcher32=True)
    source = save(slim(build(None)), "foreign")
    with rewritten(source, userblock_size=512) as new:
        rewrite(new["obs/text"], data=np.array([b"t%d" % (k % 3) for k in range(N)], dtype="S6"))
        rewrite(new["obs/count"], data=np.arange(N, dtype=">i2") - 5)
        rewrite(new["obs/score"], data=np.arange(N, dtype=np.uint64) + 2**63)
        rewrite(new["obsm/spatial"], data=spatial(">f8"), chunks=(7, 1), scaleoffset=None, compression="gzip")


@contextlib.contextmanager
def rewritten(path, **kwargs):
    with h5py.File(path, "r") as old, h5py.File(path + ".new", "w", **kwargs) as new:
        for key in old:
            old.copy(key, new)
        new.attrs.update(old.attrs)
        yield new
    os.replace(path + ".new", path)


def rewrite(dataset, data=None, **kwargs):
    parent, name, attributes = dataset.parent, dataset.name, dict(dataset.attrs)
    data = dataset[()] if data is None else data
    del parent[name]
    parent.create_dataset(name, data=data, **kwargs).attrs.update(attributes)


# ---------------------------------------------------------------- what nobody should write


def hostile_file(name, folder="hostile"):
    os.makedirs(os.path.join(HERE, folder), exist_ok=True)
    file = h5py.File(os.path.join(HERE, folder, name + ".h5ad"), "w")
    for axis, n in [("obs", N), ("var", G)]:
        group = file.create_group(axis)
        group.attrs["_index"] = "_index"
        group.attrs["column-order"] = np.array(["a", "b"], dtype=h5py.string_dtype())
        group["_index"] = np.arange(n)
        group["a"] = np.arange(n)
        group["b"] = np.arange(n)
    return file


def unwritten(group, name, shape, dtype="f8"):
    if name in group:
        del group[name]
    return group.create_dataset(name, shape=shape, dtype=dtype, chunks=(1,) * (len(shape) - 1) + (4096,))


def write_hostile():
    with hostile_file("claims_spots") as file:
        unwritten(file["obs"], "_index", (2**40,), "i1")
        unwritten(file["obs"], "a", (2**40,), "i1")
    with hostile_file("claims_genes") as file:
        unwritten(file, "X", (N, 2**36), "f4")
        unwritten(file, "layers/dense", (2**31, 2**31), "f4")
        unwritten(file, "obsm/spatial", (N, 2**40), "f4")
        sparse_group(file, "layers/csr", "csr_matrix", (N, 2**60), N + 1)
        sparse_group(file, "layers/csc", "csc_matrix", (2**60, 3), 4)
        sparse_group(file, "obsp/connectivities", "csc_matrix", (N, 2**60), N + 1)
    with hostile_file("cycles") as file:
        file["obs/__categories"] = file["obs"]
        file["obsm"] = file["/"]
        file["layers"] = h5py.SoftLink("/layers")
        del file["obs/a"], file["obs/b"]
        file["obs/a"], file["obs/b"] = h5py.SoftLink("/obs/b"), h5py.SoftLink("/obs/a")
        file["obsp/connectivities"] = h5py.ExternalLink("/dev/zero", "/")
    write_text_bomb()
    write_many_columns()


def write_odd():
    """A layer that lies elsewhere, and a graph where scanpy kept it before there was `obsp`."""
    with hostile_file("virtual", "odd") as file:
        file["layers/counts"] = np.ones((N, G))
        layout = h5py.VirtualLayout((N, G), "f8")
        layout[:] = h5py.VirtualSource("elsewhere.h5", "X", (N, G))
        file["layers"].create_virtual_dataset("borrowed", layout)
    with hostile_file("old_graph", "odd") as file:
        file["uns/neighbors/params/n_neighbors"] = 2
        graph = file.create_group("uns/neighbors/connectivities")
        graph.attrs["h5sparse_format"], graph.attrs["h5sparse_shape"] = "csr", np.array([N, N])
        graph["data"], graph["indices"], graph["indptr"] = np.ones(N), (np.arange(N) + 1) % N, np.arange(N + 1)
    write_slide()


def write_slide():
    """A slide as scanpy keeps it: a picture of shares of white, its scale, and the colours of labels in an order of their own."""
    with hostile_file("slide", "odd") as file:
        text = h5py.string_dtype()
        region = file.create_group("obs/region")
        region.attrs["encoding-type"], region.attrs["encoding-version"], region.attrs["ordered"] = "categorical", "0.2.0", False
        region["codes"] = (np.arange(N) % 3).astype("i1")
        region["categories"] = np.array(["tumor", "stroma", "fat"], dtype=object)
        file["obs"].attrs["column-order"] = np.array(["a", "region"], dtype=text)
        file["obsm/spatial"] = np.stack([np.arange(N) * 10.0, np.arange(N) % 4 * 10.0], axis=1)
        file["uns/region_colors"] = np.array(["#ff0000", "#00ff00", "#0000ff"], dtype=object)
        slide = file.create_group("uns/spatial/library")
        slide["images/hires"] = np.linspace(0, 1, 4 * 20 * 3, dtype="f4").reshape(4, 20, 3)
        slide["scalefactors/tissue_hires_scalef"], slide["scalefactors/spot_diameter_fullres"] = 0.1, 130.0


def sparse_group(file, name, encoding, shape, n_starts):
    group = file.create_group(name)
    group.attrs["encoding-type"] = encoding
    group.attrs["shape"] = np.array(shape, dtype=np.int64)
    group["data"], group["indices"] = np.ones(2), np.array([0, 2**62])
    group["indptr"] = np.minimum(np.arange(n_starts), 2)


def write_text_bomb():
    """References to one long text, over and over, which gzip packs to nothing."""
    n = 60000
    with hostile_file("text_bomb") as file:
        for name in ("_index", "a"):
            del file["obs/" + name]
        texts = file.create_dataset("long", data=np.array(["x" * 50000], dtype=object), dtype=h5py.string_dtype())
        address = texts.id.get_offset()
        place = file.filename
    with open(place, "rb") as raw:
        reference = raw.read()[address : address + 16]
    with h5py.File(place, "a") as file:
        for name in ("_index", "a"):
            file.create_dataset(
                "obs/" + name, shape=(n,), dtype=h5py.string_dtype(), chunks=(n,), compression="gzip", compression_opts=9
            ).id.write_direct_chunk((0,), zlib.compress(reference * n, 9))


def write_many_columns():
    """Hundreds of names for one column of many rows that were never written."""
    names = ["c%d" % k for k in range(300)]
    with hostile_file("many_columns") as file:
        obs = file["obs"]
        for name in ("_index", "a"):
            unwritten(obs, name, (2**21,), "i1")
        for name in names:
            obs[name] = obs["a"]
        obs.attrs["column-order"] = np.array(names, dtype=h5py.string_dtype())


# ---------------------------------------------------------------- what anndata reads


def text(value):
    if value is None or value is pd.NaT or value is getattr(pd, "NA", None):
        return ""
    if isinstance(value, (float, np.floating)) and np.isnan(value):
        return ""
    return (value.decode() if isinstance(value, bytes) else str(value)).strip()


def labels(column):
    # Iterating over a column would widen its numbers, and with them their text.
    values = column.values if getattr(column.dtype, "kind", "O") == "f" else column
    texts = [text(value) for value in values]
    texts = [None if value in MISSING else value for value in texts]
    if all(value is None or re.match(r"^-?\d+(\.0+)?$", value) for value in texts):
        texts = [value and value.split(".")[0] for value in texts]
    return texts


def finite(value):
    value = float(value)
    return value if np.isfinite(value) else None


def numbers(column):
    """The numbers, none where they are missing; nothing at all for text."""
    values = list(column)
    if any(isinstance(value, (str, bytes)) for value in values):
        return None
    return [None if pd.isnull(value) else finite(value) for value in values]


def cells(matrix):
    matrix = matrix.toarray() if hasattr(matrix, "toarray") else matrix
    matrix = matrix.to_numpy() if hasattr(matrix, "to_numpy") else matrix
    return [[finite(value) for value in row] for row in np.asarray(matrix)]


def pairs(matrix):
    matrix = matrix.toarray() if hasattr(matrix, "toarray") else np.asarray(matrix)
    found = {(int(min(u, v)), int(max(u, v))) for u, v in zip(*np.nonzero(matrix)) if u != v}
    return sorted(found)


def expect(path):
    adata = anndata.read_h5ad(path)
    raw = getattr(adata, "raw", None)
    obsm = {key: adata.obsm[key] for key in adata.obsm.keys()}
    return {
        "n_obs": adata.n_obs,
        "n_vars": adata.n_vars,
        "ids": [str(name) for name in adata.obs_names],
        "columns": [
            {"name": name, "labels": labels(adata.obs[name]), "numbers": numbers(adata.obs[name])}
            for name in adata.obs.columns
        ],
        "obsm": {key: cells(value) for key, value in obsm.items()},
        "x": None if adata.X is None else cells(adata.X),
        "raw": None if raw is None else cells(raw.X),
        "layers": {key: cells(adata.layers[key]) for key in adata.layers.keys() if key is not None} if hasattr(adata, "layers") else {},
        "obsp": {key: pairs(adata.obsp[key]) for key in adata.obsp.keys()} if hasattr(adata, "obsp") else {},
    }


def remember(paths):
    book = os.path.join(HERE, "expected.json")
    expected = {}
    if os.path.exists(book):
        with open(book) as file:
            expected = json.load(file)
    expected.update({os.path.basename(path): expect(path) for path in paths})
    rows = ["%s: %s" % (json.dumps(name), json.dumps(expected[name], sort_keys=True)) for name in sorted(expected)]
    with open(book, "w") as file:
        file.write("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    if sys.argv[1] == "expect":
        print(json.dumps({os.path.abspath(path): expect(path) for path in sys.argv[2:]}))
    elif sys.argv[1] == "hostile":
        write_hostile()
    elif sys.argv[1] == "odd":
        write_odd()
    else:
        remember(write_all(sys.argv[2] if len(sys.argv) > 2 else HERE))
