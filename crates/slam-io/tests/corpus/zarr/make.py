"""Writes the corpus of small Zarr stores, and `expected.json` with what anndata itself reads in them.

    python make.py write                 # writes the stores, and their expectations
    python make.py expect STORE...       # prints the expectations of any stores, as JSON
    python make.py many FOLDER           # writes stores in every packing, and `FOLDER/expected.json`

    python3.12 -m venv v && v/bin/pip install anndata==0.12.19 zarr==3.1.6 numcodecs==0.16.6 "pandas<3" spatialdata==0.7.3
"""
import importlib.util
import json
import os
import shutil
import sys
import tempfile
import zipfile

import anndata
import numcodecs
import numpy as np
import pandas as pd
import zarr
from scipy import sparse
from zarr.codecs import BloscCodec, BytesCodec, Crc32cCodec, GzipCodec, TransposeCodec, ZstdCodec

HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("corpus", os.path.join(os.path.dirname(HERE), "make.py"))
corpus = importlib.util.module_from_spec(spec)
spec.loader.exec_module(corpus)
N = corpus.N


def build():
    anndata.settings.allow_write_nullable_strings = True
    adata = corpus.slim(corpus.build(sparse.csr_matrix(corpus.counts(1, np.float32))))
    adata.obs["maybe_text"] = pd.array([None if k % 5 == 0 else "t%d" % (k % 3) for k in range(N)], dtype="string")
    adata.obs["narrow"] = (np.arange(N) / 10).astype(np.float32)
    adata.obs["dose"] = pd.Categorical((np.arange(N) % 3) / 2.0)
    adata.obsm["frame"] = pd.DataFrame({"y": np.arange(N) * 0.5, "x": np.arange(N)}, index=adata.obs_names)
    adata.obsm["solid"] = corpus.spatial(np.int64, 3)
    adata.layers["dense"] = corpus.counts(6, np.uint8)
    return adata


def write(path, version):
    anndata.settings.zarr_write_format = version
    shutil.rmtree(path, ignore_errors=True)
    build().write_zarr(path)
    return path


def rewrite(path, name, data=None, **kwargs):
    """Writes an array anew, in another way than anndata would."""
    group = zarr.open_group(path, mode="r+", use_consolidated=False)
    array = group[name]
    data, attributes = array[...] if data is None else data, dict(array.attrs)
    del group[name]
    new = group.create_array(name, shape=data.shape, dtype=data.dtype, **kwargs)
    new[...] = data
    new.attrs.update(attributes)


def odd_second(path):
    """What version 2 allows and anndata does not use."""
    lz = numcodecs.Blosc("blosclz", shuffle=numcodecs.Blosc.BITSHUFFLE)
    slash = {"name": "v2", "separator": "/"}
    rewrite(path, "obsm/spatial", order="F", chunks=(7, 2), compressors=numcodecs.Zlib())
    rewrite(path, "obsm/solid", order="F", chunks=(6, 2), compressors=lz, chunk_key_encoding=slash)
    rewrite(path, "layers/dense", chunks=(7, 4), compressors=numcodecs.LZ4(), chunk_key_encoding=slash)
    rewrite(path, "obs/count", data=np.arange(N).astype(">i2"), chunks=(6,), compressors=numcodecs.GZip())
    rewrite(path, "obs/score", data=np.arange(N, dtype=">f8"), compressors=None)
    rewrite(path, "obs/text", data=np.array(["t%dé" % (k % 3) for k in range(N)], dtype="<U4"), compressors=numcodecs.Zstd())
    rewrite(path, "obs/narrow", data=np.zeros(N, dtype="f4"), chunks=(5,), fill_value=1.5)
    group = zarr.open_group(path, mode="r+", use_consolidated=False)["obs/narrow"]
    group[:10] = 1.5
    # A chunk that was never written is full of the fill value.
    if os.path.exists(os.path.join(path, "obs/narrow/0")):
        os.remove(os.path.join(path, "obs/narrow/0"))


def odd_third(path):
    """What version 3 allows and anndata does not use: shards, checksums, turned axes."""
    bits = BloscCodec(cname="zstd", shuffle="bitshuffle")
    rewrite(path, "obsm/spatial", chunks=(4, 1), shards=(12, 2), compressors=[bits, Crc32cCodec()])
    rewrite(path, "obsm/solid", chunks=(6, 2), filters=[TransposeCodec(order=(1, 0))], compressors=GzipCodec())
    rewrite(path, "layers/dense", chunks=(2, 3), shards=(10, 6), serializer=BytesCodec(), compressors=BloscCodec(cname="lz4hc", shuffle="shuffle"))
    rewrite(path, "obs/count", chunks=(3,), serializer=BytesCodec(endian="big"), compressors=[ZstdCodec(), Crc32cCodec()])
    rewrite(path, "obs/score", chunks=(8,), compressors=BloscCodec(cname="zlib"), chunk_key_encoding={"name": "v2", "separator": "."})
    rewrite(path, "X/data", chunks=(5,), compressors=BloscCodec(cname="blosclz", shuffle="bitshuffle"))
    texts = np.array(["t%dé" % (k % 3) for k in range(N)], dtype="<U4")
    rewrite(path, "obs/text", data=texts, chunks=(6,))


def zipped(path):
    archive = path + ".zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for folder, _, names in sorted(os.walk(path)):
            for name in sorted(names):
                inside = os.path.relpath(os.path.join(folder, name), path)
                # Consolidated metadata says everything twice.
                if name != ".zmetadata":
                    info = zipfile.ZipInfo(inside, (2024, 1, 1, 0, 0, 0))
                    info.compress_type = zipfile.ZIP_DEFLATED
                    with open(os.path.join(folder, name), "rb") as bytes_of:
                        file.writestr(info, without_consolidated(name, bytes_of.read()))
    return archive


def without_consolidated(name, content):
    if name != "zarr.json":
        return content
    said = json.loads(content)
    said.pop("consolidated_metadata", None)
    return json.dumps(said, separators=(",", ":")).encode()


def expect(path):
    read = anndata.read_h5ad
    anndata.read_h5ad = anndata.read_zarr
    try:
        store = zarr.storage.ZipStore(path, mode="r") if path.endswith(".zip") else path
        return corpus.expect(store)
    finally:
        anndata.read_h5ad = read


def remember(paths, folder):
    rows = ["%s: %s" % (json.dumps(os.path.basename(path)), json.dumps(expect(path), sort_keys=True)) for path in sorted(paths)]
    with open(os.path.join(folder, "expected.json"), "w") as file:
        file.write("{\n" + ",\n".join(rows) + "\n}\n")


def write_all():
    with tempfile.TemporaryDirectory() as folder:
        stores = [write(os.path.join(folder, "second.zarr"), 2), write(os.path.join(folder, "third.zarr"), 3)]
        stores += [write(os.path.join(folder, "odd_second.zarr"), 2), write(os.path.join(folder, "odd_third.zarr"), 3)]
        odd_second(stores[2])
        odd_third(stores[3])
        archives = [shutil.copy(zipped(store), HERE) for store in stores]
        shutil.copy(zipped(spatial_data(os.path.join(folder, "spatial.zarr"))), HERE)
    remember(archives, HERE)


def spatial_data(path):
    """A table without positions, of circles and polygons, and where spatialdata says that these are."""
    import geopandas
    import spatialdata
    from shapely import Point, Polygon
    from spatialdata.models import ShapesModel, TableModel

    rng = np.random.RandomState(8)
    circles = geopandas.GeoDataFrame({"geometry": [Point(*rng.uniform(0, 90, 2)) for _ in range(12)], "radius": 5.0})
    corners = lambda x, y: [(x, y), (x + 4 + rng.rand(), y), (x + 3, y + 2 + rng.rand()), (x, y + 1)]
    nuclei = geopandas.GeoDataFrame({"geometry": [Polygon(corners(*rng.uniform(0, 90, 2))) for _ in range(8)]})
    nuclei.index = ["n%d" % k for k in range(8)]
    order = rng.permutation(N)
    obs = pd.DataFrame(index=["spot_%d" % k for k in range(N)])
    obs["region"] = pd.Categorical(["cells" if k < 12 else "nuclei" for k in order])
    obs["instance"] = [str(k) if k < 12 else "n%d" % (k - 12) for k in order]
    obs["kind"] = pd.Categorical(["ab"[k % 2] for k in order])
    table = TableModel.parse(anndata.AnnData(obs=obs), region=["cells", "nuclei"], region_key="region", instance_key="instance")
    shapes = {"cells": ShapesModel.parse(circles), "nuclei": ShapesModel.parse(nuclei)}
    shutil.rmtree(path, ignore_errors=True)
    data = spatialdata.SpatialData(shapes=shapes, tables={"table": table})
    data.write(path)
    centers = {name: spatialdata.get_centroids(data[name]).compute() for name in shapes}
    place = lambda k: centers["cells"].loc[k] if k < 12 else centers["nuclei"].loc["n%d" % (k - 12)]
    with open(os.path.join(HERE, "centers.json"), "w") as file:
        json.dump([list(place(k)) for k in order], file)
    return path


def many(folder):
    """Every packing of blosc with every shuffle and several widths, in both versions."""
    os.makedirs(folder, exist_ok=True)
    rng = np.random.RandomState(0)
    stores = []
    for version in (2, 3):
        for name in ("blosclz", "lz4", "lz4hc", "zlib", "zstd"):
            for shuffle in (0, 1, 2):
                path = write(os.path.join(folder, "v%d_%s_%d.zarr" % (version, name, shuffle)), version)
                for array, dtype, n in [("spatial", "f8", 2), ("wide", "i2", 700), ("flat", "u1", 3001), ("odd", "f4", 333)]:
                    data = rng.poisson(30, size=(N, n)).astype(dtype)
                    known = zarr.open_group(path, mode="r+", use_consolidated=False)
                    if "obsm/" + array not in known:
                        known.create_array("obsm/" + array, shape=(N, n), dtype=dtype).attrs.update({"encoding-type": "array", "encoding-version": "0.2.0"})
                    codec = (
                        numcodecs.Blosc(name, 5, shuffle, blocksize=0 if n != 333 else 4096)
                        if version == 2
                        else BloscCodec(cname=name, shuffle=["noshuffle", "shuffle", "bitshuffle"][shuffle])
                    )
                    rewrite(path, "obsm/" + array, data=data, chunks=(N if n < 1000 else 7, n), compressors=codec)
                # What was said of all arrays at once is out of date.
                zarr.consolidate_metadata(path)
                stores.append(path)
    with open(os.path.join(folder, "expected.json"), "w") as file:
        json.dump({os.path.abspath(path): expect(path) for path in stores}, file)


if __name__ == "__main__":
    if sys.argv[1] == "expect":
        print(json.dumps({os.path.abspath(path): expect(path) for path in sys.argv[2:]}))
    elif sys.argv[1] == "many":
        many(sys.argv[2])
    else:
        write_all()
