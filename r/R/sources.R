# Where spots come from: each class says what it holds, and all functions take it from there.

slam_source <- function(x) UseMethod("slam_source")

# A source: `table` has a row per spot, `positions` finds where they are, `matrix` and `graph` what else there is.
new_source <- function(kind, n, table = NULL, holder = "x", ids = NULL, place = NULL, positions, matrix = NULL,
                       graph = NULL, slices = NULL, colours = NULL) {
  source <- list(
    kind = kind, n = n, table = table, ids = ids, place = place, positions = positions,
    matrix = if (is.null(matrix)) no_part("expression", "matrix") else matrix,
    graph = if (is.null(graph)) no_part("graph", "graph") else graph,
    slices = slices, colours = if (is.null(colours)) function(name) NULL else colours
  )
  source$column <- function(option, name) {
    if (is.null(table)) fail(option, ": ", quoted(name), " names a column, and a matrix has none; give the labels themselves")
    table[[find_column(option, name, holder, names(table))]]
  }
  structure(source, class = "slam_source")
}

no_part <- function(otherwise, what) {
  function(name, option = otherwise) {
    fail(option, ": ", quoted(name), " names a part of a larger object; give the ", what, " itself")
  }
}

slam_source.slam_source <- function(x) x

slam_source.default <- function(x) {
  expected <- "a matrix, a data.frame, a SingleCellExperiment, a SpatialExperiment, a Seurat or an sf object"
  if (is.character(x) && length(x) == 1) fail("x must be ", expected, ", got the text ", quoted(x), "; read the file first")
  if (inherits(x, "sfc")) fail("x must be ", expected, ", got geometries alone; sf::st_sf() makes a table of them")
  fail("x must be ", expected, ", got an object of class ", class(x)[1])
}

slam_source.matrix <- function(x) {
  new_source("matrix", nrow(x), ids = rownames(x), place = "the row names of x", positions = function(options) {
    refuse(options, "a matrix", c("spatial_key", "coords", "id"))
    list(cells = coordinates(x), words = "matrix")
  })
}

slam_source.data.frame <- function(x) frame_source(x, class(x)[1], "x", "the row names of x")

frame_source <- function(table, kind, holder, place, ...) {
  ids <- names_of(table)
  new_source(
    kind, nrow(table), table, holder, ids, place,
    positions = function(options) {
      refuse(options, "a data.frame", "spatial_key")
      columns_as_positions(table, holder, options)
    }, ...
  )
}

# The columns named, or those that are found; what they are, in words, and a column z that is left out.
columns_as_positions <- function(table, holder, options) {
  named <- options$coords
  if (!is.null(named) && !(is.character(named) && length(named) %in% 2:3 && !anyNA(named))) {
    fail("coords: expected the names of two or three columns")
  }
  named <- c(lapply(named, enc2utf8), list(NULL, NULL, NULL))
  found <- settled(.Call(wrap__choose_positions, holder, enc2utf8(names(table)), named[[1]], named[[2]], named[[3]]))
  cells <- lapply(found$columns, function(place) axis_of(names(table)[place], table[[place]]))
  planes <- if (!is.null(found$unused)) planes_of(names(table)[found$unused], table[[found$unused]], options)
  rows <- if (!is.null(found$rows)) numbers_of(table[[found$rows]])
  list(cells = cells, chosen = found$chosen, planes = planes, rows = rows)
}

# How positions are drawn: which way y runs, why, and whether they are longitudes and latitudes.
drawn_on_map <- list(y_axis = "up", why = "as on a map", is_lonlat = FALSE)
drawn_in_image <- list(y_axis = "down", why = "positions are pixels of an image", is_lonlat = FALSE)

# How many values a third coordinate has that is left out.
planes_of <- function(name, values, options) {
  if (!is.null(options$slice) || !is.null(options$library_key)) return(NULL)
  count <- min(length(unique(values)), 1000L)
  if (count > 1) setNames(count, name)
}

text_or_null <- function(option, value) {
  if (is.null(value)) return(NULL)
  if (!is.character(value) || length(value) != 1 || is.na(value)) fail(option, ": expected the name of a column")
  enc2utf8(value)
}

# A column of coordinates.
axis_of <- function(name, values) {
  numbers <- numbers_of(values)
  if (!all(is.finite(numbers))) {
    bad <- which(!is.finite(numbers))
    found <- as.character(values[bad[1]])
    fail("row ", bad[1], ", column ", quoted(name), ": ", if (is.na(found)) "NA" else quoted(found), " is not a finite number")
  }
  numbers
}

# The numbers of a column, NA where it holds something else.
numbers_of <- function(values) suppressWarnings(as.numeric(if (is.factor(values)) as.character(values) else values))

# A matrix of coordinates.
coordinates <- function(cells) {
  if (is.data.frame(cells)) cells <- as.matrix(cells)
  if (!is.numeric(cells)) fail("positions must be numbers, a matrix with two or three columns")
  if (length(dim(cells)) != 2) fail("positions must be a matrix with two or three columns")
  if (!is.double(cells)) storage.mode(cells) <- "double"
  cells
}

refuse <- function(options, what, names) {
  for (name in intersect(names, names(options))) fail(name, " does not go with ", what)
}

# Measurements or a graph as Bioconductor and Seurat hold them: NULL where the package Matrix is needed and missing.
sparse_parts <- function(matrix) {
  if (!requireNamespace("Matrix", quietly = TRUE)) fail("sparse matrices need the package Matrix")
  methods_as(matrix)
}

methods_as <- function(matrix) {
  if (!methods::is(matrix, "CsparseMatrix")) matrix <- methods::as(matrix, "CsparseMatrix")
  if (!methods::is(matrix, "generalMatrix")) matrix <- methods::as(matrix, "generalMatrix")
  values <- if (methods::.hasSlot(matrix, "x")) as.numeric(matrix@x) else rep(1, length(matrix@i))
  list(p = matrix@p, i = matrix@i, x = values, dim = matrix@Dim)
}
