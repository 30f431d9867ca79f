"""Writes the rasters of this folder: one small grid in every form that GDAL has, and one that fills the codes of LZW.

   pip install rasterio numpy && python make.py    (written with rasterio 1.4)
"""

from pathlib import Path

import numpy as np
import rasterio
from rasterio.transform import from_origin

HERE = Path(__file__).parent
COLUMNS, ROWS = 21, 18
PLACE = from_origin(500_000, 4_600_000, 30, 20)


def write(name: str, *bands: np.ndarray, **options: object) -> None:
    height, width = bands[0].shape
    profile = dict(driver="GTiff", width=width, height=height, count=len(bands), dtype=bands[0].dtype.name) | options
    with rasterio.open(HERE / f"{name}.tif", "w", **profile) as file:
        for number, band in enumerate(bands, 1):
            file.write(band, number)


def main() -> None:
    row, column = np.mgrid[:ROWS, :COLUMNS]
    grid = (7 * column + 3 * row * row) % 5 + 1
    grid[column == 4] = 0  # nodata
    other = (column + row) % 3 + 1
    placed = dict(transform=PLACE, crs="EPSG:32619", nodata=0)
    tiled = dict(tiled=True, blockxsize=16, blockysize=16)
    write("u8_plain", grid.astype("u1"), **placed)
    write("u8_lzw_tiles", grid.astype("u1"), compress="lzw", **tiled, **placed)
    write("u8_packbits", grid.astype("u1"), compress="packbits", blockysize=5, **placed)
    write("u8_zstd", grid.astype("u1"), compress="zstd", **placed)
    write("i8_deflate", grid.astype("i1"), compress="deflate", blockysize=4, **placed)
    write("u16_lzw_differences", grid.astype("u2"), compress="lzw", predictor=2, **placed)
    write("i16_big_endian", grid.astype("i2"), compress="deflate", predictor=2, ENDIANNESS="BIG", **placed)
    write("u32_big_file", grid.astype("u4"), compress="deflate", BIGTIFF="YES", **tiled, **placed)
    write("i32_plain_big_endian", grid.astype("i4"), ENDIANNESS="BIG", blockysize=7, **placed)
    write("f32_whole", grid.astype("f4"), compress="deflate", predictor=3, **placed)
    write("f64_whole_big_endian", grid.astype("f8"), compress="lzw", predictor=3, ENDIANNESS="BIG", **placed)
    write("u8_sparse", np.zeros((64, 64), "u1"), SPARSE_OK="TRUE", **tiled, **placed)
    write("two_bands_together", grid.astype("u1"), other.astype("u1"), compress="lzw", predictor=2, interleave="pixel", **placed)
    write("two_bands_apart", grid.astype("u2"), other.astype("u2"), compress="deflate", interleave="band", **tiled, **placed)
    write("u1", (grid > 2).astype("u1"), NBITS=1, transform=PLACE)
    write("no_place", grid.astype("u1"), nodata=0, compress="lzw")
    write("degrees", grid.astype("u1"), transform=from_origin(-71, 43, 0.25, 0.25), crs="EPSG:4326", nodata=0)
    write("fractions", grid.astype("f4") / 4, transform=PLACE)
    row, column = np.mgrid[:90, :110]
    write("lzw_full", ((column * 7919 + row * 104_729 + column * row * 31) % 251).astype("u1"), compress="lzw", blockysize=90)
    with rasterio.open(HERE / "palette.tif", "w", driver="GTiff", width=COLUMNS, height=ROWS, count=1, dtype="uint8", **placed) as file:
        file.write(grid.astype("u1"), 1)
        file.write_colormap(1, {1: (255, 0, 0), 2: (0, 128, 0), 3: (0, 0, 255), 4: (250, 250, 0), 5: (1, 2, 3)})
        file.update_tags(AREA_OR_POINT="Point")


if __name__ == "__main__":
    main()
