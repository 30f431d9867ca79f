"""Writes small Parquet files in every way that is read, each beside the table of text that pandas makes of it.

    python make.py [FOLDER]

    python3.12 -m venv v && v/bin/pip install pandas==2.3.3 pyarrow==26.0.1
"""
import decimal
import os
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

HERE = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
N = 40


def frame():
    i = np.arange(N)
    rng = np.random.RandomState(3)
    holes = lambda values, every: [None if k % every == 0 else value for k, value in enumerate(values)]
    return pd.DataFrame(
        {
            "barcode": ["s_002um_%05d_%05d-1" % (k // 8, k % 8) for k in i],
            "in_tissue": (i % 3 > 0).astype(np.int64),
            "array_row": i // 8,
            "array_col": i % 8,
            "pxl_row_in_fullres": rng.normal(1e3, 300, N),
            "pxl_col_in_fullres": rng.normal(1e3, 300, N) * 1e-7,
            "region": pd.Categorical(holes([["L1", "white matter", "π, \"quoted\"", "two\nlines"][k % 4] for k in i], 9)),
            "cluster": (i % 5).astype(np.int8),
            "pred": ["%d" % (k % 3) for k in i],
            "narrow": (i / 10).astype(np.float32),
            "flag": i % 2 == 0,
            "unsigned": i.astype(np.uint64) + np.uint64(2**63),
            "maybe_count": pd.array(holes(i % 4, 7), dtype="Int64"),
            "maybe_flag": pd.array(holes(i % 2 == 0, 6), dtype="boolean"),
            "maybe_text": pd.array(holes(["t%d" % (k % 3) for k in i], 5), dtype="string"),
            "holes": np.where(i % 4 == 0, np.nan, i / 3),
            "nothing": pd.array([None] * N, dtype="Int32"),
        }
    )


def save(name, table, index=False, **kwargs):
    frame = table.to_pandas() if isinstance(table, pa.Table) else table
    if isinstance(table, pd.DataFrame):
        table = pa.Table.from_pandas(table, preserve_index=None if index else False)
    pq.write_table(table, os.path.join(HERE, name + ".parquet"), **kwargs)
    if name in ("snappy", "groups", "index", "named", "single"):
        frame.to_csv(os.path.join(HERE, name + ".csv"), index=index, lineterminator="\n")


def main():
    whole = frame()
    save("plain", whole, compression=None, use_dictionary=False, write_page_checksum=True)
    save("snappy", whole, compression="snappy")
    save("packed", whole, compression={"barcode": "gzip", "region": "zstd", "pred": "lz4", "narrow": "gzip", "holes": "zstd"})
    save(
        "second",
        whole,
        data_page_version="2.0",
        compression="zstd",
        use_dictionary=["region"],
        column_encoding={
            "barcode": "DELTA_BYTE_ARRAY",
            "array_row": "DELTA_BINARY_PACKED",
            "array_col": "DELTA_BINARY_PACKED",
            "pxl_row_in_fullres": "BYTE_STREAM_SPLIT",
            "narrow": "BYTE_STREAM_SPLIT",
            "maybe_text": "DELTA_LENGTH_BYTE_ARRAY",
            "maybe_count": "DELTA_BINARY_PACKED",
            "flag": "RLE",
        },
    )
    few = whole[["barcode", "pxl_col_in_fullres", "pxl_row_in_fullres", "region", "pred", "maybe_count", "flag"]]
    save("groups", few, row_group_size=14, data_page_size=16, write_batch_size=3, compression="snappy")
    named = whole.set_index("barcode")
    save("index", named.rename_axis(None)[["pxl_col_in_fullres", "pxl_row_in_fullres", "region", "pred"]], index=True)
    save("named", named[["pxl_col_in_fullres", "pxl_row_in_fullres", "region", "pred"]], index=True)
    save("single", whole[["maybe_text"]], compression=None)
    foreign = pa.table(
        {
            "x": np.arange(N) * 1.0,
            "y": np.arange(N) % 5 * 1.0,
            "t": ["a", "b"] * (N // 2),
            "lists": [[k, k + 1] for k in range(N)],
            "pairs": [{"u": k, "v": str(k)} for k in range(N)],
            "p": ["a"] * (N // 2) + ["b"] * (N // 2),
            "when": pd.date_range("2024-01-01", periods=N),
            "price": [decimal.Decimal(k) / 4 for k in range(N)],
            "raw": [b"\xff%d" % k for k in range(N)],
        }
    )
    save("foreign", foreign)
    # As Xenium writes them: ids in bytes that do not say that they are text.
    bare = foreign.select(["x", "y", "t", "p"]).append_column("cell_id", pa.array([b"cell%d" % k for k in range(N)]))
    save("bare", bare)


main()
