# Objects of all classes give what their parts give.

expected <- quietly(slam(tissue, "region", "named", metrics = "ari"))

same <- function(found) expect_identical(result(found), result(expected))

experiment <- function() {
  skip_if_not_installed("SingleCellExperiment")
  suppressPackageStartupMessages(requireNamespace("SingleCellExperiment"))
  counts <- outer(1:5, seq_len(nrow(tissue)), function(gene, spot) (spot * gene) %% 7 + gene^2)
  columns <- S4Vectors::DataFrame(tissue[c("region", "named", "section")], row.names = row.names(tissue))
  SingleCellExperiment::SingleCellExperiment(list(counts = counts), colData = columns)
}
xy <- cbind(tissue$x, tissue$y)

test_that("a SingleCellExperiment has positions in a reduced dimension, or in colData", {
  sce <- experiment()
  expect_error(slam(sce, "region", "named"), "x: no positions found (no reduced dimensions); name them with spatial_key or coords", fixed = TRUE)
  reduced <- sce
  SingleCellExperiment::reducedDim(reduced, "spatial") <- xy
  same(quietly(slam(reduced, "region", "named", metrics = "ari")))
  SingleCellExperiment::reducedDim(reduced, "where") <- xy * 2
  expect_error(slam(reduced, "region", "named", spatial_key = "wher"), "spatial_key: no reduced dimension \"wher\" in x", fixed = TRUE)
  expect_identical(quietly(slam(reduced, "region", "named", spatial_key = "where", metrics = "ari"))$d, expected$d)
  columns <- sce
  columns$x <- tissue$x
  columns$y <- tissue$y
  same(quietly(slam(columns, "region", "named", metrics = "ari")))
  same(quietly(slam(columns, "region", "named", coords = c("x", "y"), metrics = "ari")))
})

test_that("assays, reduced dimensions and pairs of columns go by their names", {
  sce <- experiment()
  SingleCellExperiment::reducedDim(sce, "spatial") <- xy
  genes <- t(SummarizedExperiment::assay(sce, "counts"))
  SingleCellExperiment::reducedDim(sce, "PCA") <- genes
  by_matrix <- result(quietly(slam(tissue, "region", "named", expression = genes, metrics = "none")))
  for (name in c("counts", "X", "layer:counts", "obsm:PCA")) {
    expect_identical(result(quietly(slam(sce, "region", "named", expression = name, metrics = "none"))), by_matrix, label = name)
  }
  expect_error(slam(sce, "region", "named", expression = "layer:count"), "expression: no assay \"count\" in x (assays: counts); did you mean \"counts\"?", fixed = TRUE)
  from <- seq_len(nrow(tissue) - 1)
  SingleCellExperiment::colPair(sce, "near") <- S4Vectors::SelfHits(from, from + 1L, nnode = nrow(tissue))
  by_rows <- result(quietly(slam(tissue, "region", "named", graph = cbind(from, from + 1), metrics = "none")))
  expect_identical(result(quietly(slam(sce, "region", "named", connectivity_key = "near", metrics = "none"))), by_rows)
  expect_identical(result(quietly(slam(sce, "region", "named", graph = "obsp:near", metrics = "none"))), by_rows)
})

test_that("a SpatialExperiment has spatialCoords, and its samples are slices", {
  sce <- experiment()
  # SpatialExperiment itself is not everywhere; what it adds to a SingleCellExperiment is this.
  where <- globalenv()
  methods::setClass("SpatialExperiment", contains = "SingleCellExperiment", where = where)
  on.exit(methods::removeClass("SpatialExperiment", where = where))
  spe <- methods::new("SpatialExperiment", sce)
  held <- SingleCellExperiment::int_colData(spe)
  held$spatialCoords <- xy
  SingleCellExperiment::int_colData(spe) <- held
  spe$sample_id <- "one"
  same(quietly(slam(spe, "region", "named", metrics = "ari")))
  spe$sample_id <- tissue$section
  said <- "slice: the samples in \"sample_id\" are taken as slices, whose spots are never neighbours"
  expect_warning(found <- slam(spe, "region", "named", metrics = "ari"), said, fixed = TRUE, class = "slam_warning") |> quietly()
  expect_identical(found$d, quietly(slam(tissue, "region", "named", slice = "section", metrics = "ari"))$d)
  expect_identical(found$slices$slice, c("left", "right"))
})

seurat <- function() {
  skip_if_not_installed("SeuratObject")
  counts <- outer(1:5, seq_len(nrow(tissue)), function(gene, spot) (spot * gene) %% 7 + gene^2)
  dimnames(counts) <- list(paste0("g", 1:5), row.names(tissue))
  made <- suppressWarnings(SeuratObject::CreateSeuratObject(methods::as(counts, "dgCMatrix"), meta.data = tissue[c("region", "named", "section")]))
  made
}

test_that("a Seurat object has positions in its images, whatever their version", {
  object <- seurat()
  coordinates <- data.frame(x = tissue$x, y = tissue$y, row.names = row.names(tissue))
  five <- object
  centroids <- SeuratObject::CreateCentroids(coordinates)
  five[["slide"]] <- suppressWarnings(SeuratObject::CreateFOV(centroids, type = "centroids", assay = "RNA", key = "slide_"))
  same(quietly(slam(five, "region", "named", metrics = "ari")))
  # The images of Seurat 4 have a slot of coordinates.
  where <- globalenv()
  methods::setClass("VisiumV1", slots = c(coordinates = "data.frame"), where = where)
  on.exit(methods::removeClass("VisiumV1", where = where))
  four <- object
  table <- data.frame(tissue = 1, imagerow = tissue$y, imagecol = tissue$x, row.names = row.names(tissue))
  four@images <- list(slice1 = methods::new("VisiumV1", coordinates = table))
  same(quietly(slam(four, "region", "named", metrics = "ari")))
  is_left <- tissue$section == "left"
  four@images <- list(
    left = methods::new("VisiumV1", coordinates = table[is_left, ]), right = methods::new("VisiumV1", coordinates = table[!is_left, ])
  )
  found <- quietly(slam(four, "region", "named", metrics = "ari"))
  expect_identical(found$d, quietly(slam(tissue, "region", "named", slice = "section", metrics = "ari"))$d)
  four@images <- four@images["left"]
  expect_error(slam(four, "region", "named"), "x: 168 of 336 cells have no place on left, such as spot-169", fixed = TRUE)
})

test_that("a Seurat object has positions in a reduction, measurements in layers, and graphs", {
  object <- seurat()
  cells <- xy
  dimnames(cells) <- list(row.names(tissue), c("spatial_1", "spatial_2"))
  object[["spatial"]] <- suppressWarnings(SeuratObject::CreateDimReducObject(cells, key = "spatial_", assay = "RNA"))
  same(quietly(slam(object, "region", "named", metrics = "ari")))
  genes <- outer(seq_len(nrow(tissue)), 1:5, function(spot, gene) (spot * gene) %% 7 + gene^2)
  by_matrix <- result(quietly(slam(tissue, "region", "named", expression = genes, metrics = "none")))
  expect_identical(result(quietly(slam(object, "region", "named", expression = "layer:counts", metrics = "none"))), by_matrix)
  expect_error(slam(object, "region", "named", expression = "layer:cuonts"), "expression: no layer \"cuonts\" in x", fixed = TRUE)
  from <- seq_len(nrow(tissue) - 1)
  near <- Matrix::sparseMatrix(from, from + 1, x = 1, dims = rep(nrow(tissue), 2), dimnames = list(row.names(tissue), row.names(tissue)))
  graph <- SeuratObject::as.Graph(near)
  object@graphs <- list(near = graph)
  by_rows <- result(quietly(slam(tissue, "region", "named", graph = cbind(from, from + 1), metrics = "none")))
  expect_identical(result(quietly(slam(object, "region", "named", connectivity_key = "near", metrics = "none"))), by_rows)
})

test_that("an sf object has points, or polygons that touch", {
  skip_if_not_installed("sf")
  map <- sf::st_as_sf(tissue, coords = c("x", "y"))
  same(quietly(slam(map, "region", "named", metrics = "ari")))
  expect_error(slam(map, "region", "named", graph = "contiguity"), "x, feature 1: found POINT, expected POLYGON or MULTIPOLYGON", fixed = TRUE)
  # Two rows of three squares: the four corners of the middle ones touch all.
  squares <- sf::st_make_grid(sf::st_bbox(c(xmin = 0, ymin = 0, xmax = 3, ymax = 2)), n = c(3, 2))
  grid <- sf::st_sf(truth = c("a", "a", "b", "a", "a", "b"), pred = c("a", "b", "b", "a", "b", "b"), geometry = squares)
  expect_identical(quietly(slam(grid, "truth", "pred", graph = "contiguity", metrics = "none"))$n_edges, 11)
  expect_equal(spots(quietly(slam(grid, "truth", "pred", graph = "contiguity", metrics = "none")))$x, c(0.5, 1.5, 2.5, 0.5, 1.5, 2.5))
})

test_that("colours come with the labels, or with the object", {
  truth <- tissue$region
  attr(truth, "colours") <- c(WM = "#123456")
  score <- quietly(slam(xy, truth, tissue$named, metrics = "none"))
  expect_identical(slammetric:::label_colours(score, c("WM", "other"))[["WM"]], "#123456")
  sce <- experiment()
  SingleCellExperiment::reducedDim(sce, "spatial") <- xy
  S4Vectors::metadata(sce)$region_colors <- c(WM = "#654321")
  score <- quietly(slam(sce, "region", "named", metrics = "none"))
  expect_identical(slammetric:::label_colours(score, "WM")[["WM"]], "#654321")
})
