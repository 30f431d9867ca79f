# SingleCellExperiment and SpatialExperiment, whose spots are columns.

slam_source.SingleCellExperiment <- function(x) {
  need("SingleCellExperiment", "SummarizedExperiment")
  table <- as.data.frame(SummarizedExperiment::colData(x), optional = TRUE)
  new_source(
    class(x)[1], ncol(x), table, "colData(x)",
    ids = colnames(x), place = "the column names of x",
    positions = function(options) experiment_positions(x, table, options),
    matrix = function(name, option = "expression") experiment_matrix(x, name),
    graph = function(name, option = "graph") experiment_graph(x, name, option),
    slices = experiment_slices(x, table),
    colours = function(name) kept_colours(S4Vectors::metadata(x), name)
  )
}

need <- function(...) {
  for (package in c(...)) {
    if (!requireNamespace(package, quietly = TRUE)) fail("x: this object needs the package ", package, ", which is not installed")
  }
}

# The spatial coordinates, a reduced dimension, or columns of colData.
experiment_positions <- function(x, table, options) {
  if (!is.null(options$coords)) {
    refuse(options, "coords", "spatial_key")
    return(columns_as_positions(table, "colData(x)", options))
  }
  coords <- spatial_coords(x)
  reduced <- as.character(SingleCellExperiment::reducedDimNames(x))
  key <- options$spatial_key
  if (is.null(key) && !is.null(coords)) return(c(list(words = "spatialCoords"), with_planes(coords, table, options)))
  if (is.null(key)) {
    key <- .Call(wrap__usual_key, enc2utf8(reduced))
    if (!nzchar(key)) return(guessed_columns(table, reduced, options))
  }
  find_key("spatial_key", "reduced dimension", key, "x", reduced)
  cells <- SingleCellExperiment::reducedDim(x, key)
  c(list(words = paste("reduced dimension", quoted(key))), with_planes(cells, table, options))
}

with_planes <- function(cells, table, options) {
  cells <- coordinates(cells)
  place <- match("z", tolower(names(table)))
  planes <- if (ncol(cells) == 2 && !is.na(place)) planes_of(names(table)[place], table[[place]], options)
  list(cells = cells, planes = planes, drawn = drawn_in_image)
}

guessed_columns <- function(table, reduced, options) {
  tryCatch(columns_as_positions(table, "colData(x)", options), slam_error = function(error) {
    found <- if (length(reduced)) paste("reduced dimensions:", paste(reduced, collapse = ", ")) else "no reduced dimensions"
    fail("x: no positions found (", found, "); name them with spatial_key or coords")
  })
}

# The coordinates of a SpatialExperiment, which keeps them in the internal columns.
spatial_coords <- function(x) {
  held <- SingleCellExperiment::int_colData(x)
  if ("spatialCoords" %in% colnames(held) && ncol(held$spatialCoords)) held$spatialCoords
}

# The samples of a SpatialExperiment lie on slices of their own.
experiment_slices <- function(x, table) {
  if (methods::is(x, "SpatialExperiment") && length(unique(table$sample_id)) > 1) "sample_id"
}

# Measurements with a column per spot: `X` is the first assay, `layer:NAME` an assay, `obsm:NAME` a reduced dimension.
experiment_matrix <- function(x, name) {
  assays <- as.character(SummarizedExperiment::assayNames(x))
  parts <- split_name(name)
  if (name == "X" && length(SummarizedExperiment::assays(x))) return(SummarizedExperiment::assay(x, 1))
  if (parts$kind == "layer") {
    find_key("expression", "assay", parts$key, "x", assays)
    return(SummarizedExperiment::assay(x, parts$key))
  }
  if (parts$kind == "obsm") {
    find_key("expression", "reduced dimension", parts$key, "x", SingleCellExperiment::reducedDimNames(x))
    return(t(SingleCellExperiment::reducedDim(x, parts$key)))
  }
  if (name %in% assays) return(SummarizedExperiment::assay(x, name))
  fail("expression: expected the name of an assay, \"X\", \"layer:NAME\", \"obsm:NAME\" or a matrix, got ", quoted(name))
}

split_name <- function(name) {
  found <- regmatches(name, regexec("^(layer|obsm):(.+)$", name))[[1]]
  if (length(found)) list(kind = found[2], key = found[3]) else list(kind = "", key = "")
}

experiment_graph <- function(x, name, option) {
  find_key(option, "graph", name, "colPairs(x)", SingleCellExperiment::colPairNames(x))
  found <- SingleCellExperiment::colPair(x, name)
  structure(list(from = S4Vectors::from(found), to = S4Vectors::to(found)), class = "slam_pairs")
}

# Colours beside the data, by label: `NAME_colors` as AnnData and its readers call them.
kept_colours <- function(held, name) {
  for (key in paste0(name, c("_colours", "_colors"))) {
    colours <- unlist(held[[key]])
    if (is.character(colours)) return(colours)
  }
  NULL
}
