# From what the caller holds to a study that the library can compare.

# The study, and what is kept of the caller's data to show results with.
gather <- function(x, truth, preds, options, with_ids = FALSE) {
  source <- slam_source(x)
  check_pairs(options)
  ids <- ids_of(source, options)
  log <- new.env()
  log$notes <- character()
  log$by_row <- logical()
  read <- function(option, values, called) read_column(source, ids, log, option, values, called)
  placed <- place(source, options)
  is_named <- function(values) is_text(values) && is.null(attr(values, "fitting"))
  taken <- Filter(is_named, c(list(truth), unname(preds), options[c("severity_column", "donor")]))
  slices <- slices_of(source, ids, log, options, placed$held, as.character(unlist(taken)))
  # A column that fits a pattern and tells slides apart is no labeling.
  is_key <- names(preds) %in% slices$found & !vapply(preds, is_named, NA)
  preds <- preds[!is_key]
  check_ids(ids, slices$values)
  truth_labels <- read("truth", truth, name_of(truth, "truth"))
  pred_labels <- Map(function(values, name) read("pred", values, name), preds, names(preds))
  edges <- edges_of(source, ids, options)
  gathered <- list(
    positions = placed$held, truth = setNames(list(truth_labels$held), name_of(truth, "truth")),
    preds = lapply(pred_labels, `[[`, "held"), slices = slices$held, donors = donors_of(source, ids, log, options),
    severities = severities_of(source, ids, log, options), measurements = measurements_of(source, ids, log, options),
    edges = edges, ids = if (with_ids && !is.null(ids$index)) enc2utf8(ids$index), by_row = log$by_row,
    planes = placed$planes,
    input = c(
      data = source$kind, truth = name_of(truth, "truth"), setNames(names(preds), rep("pred", length(preds))),
      positions = placed$words
    )
  )
  chosen <- of_library(options)
  if (!is.null(edges)) chosen$graph <- NULL
  held <- settled(.Call(wrap__study_new, gathered))
  unmet <- .Call(wrap__study_unmet, held, enc2utf8(as.character(unlist(options$exclude))))
  notes <- c(if (length(unmet)) sprintf("exclude: no spot is labelled \"%s\"", unmet), log$notes)
  list(
    held = held, options = chosen, threads = threads_of(options), notes = notes, truth = name_of(truth, "truth"),
    positions = placed$cells, ids = if (is.null(ids$index)) source$ids else ids$index,
    levels = truth_labels$levels, pred_levels = lapply(pred_labels, `[[`, "levels"), n = source$n,
    colours = colours_for(source, truth, truth_labels), drawn = placed$drawn, slices = slices[c("values", "found")]
  )
}

# What would otherwise be ignored without a word.
check_pairs <- function(options) {
  for (name in c("similarity", "log_normalize")) {
    if (is.null(options$expression) && !is_default(name, options[[name]])) {
      fail(name, " needs measurements: name them with expression")
    }
  }
  if (!is.null(options$expression_id) && !is.data.frame(options$expression)) {
    fail("expression_id names a column of a data.frame, and expression is none")
  }
}

# Labels or numbers: a column by its name, or the values themselves, in the order of the data.
column_of <- function(source, ids, log, option, values) {
  if (is.character(values) && length(values) == 1 && is.null(names(values)) && (source$n != 1 || !is.null(source$table))) {
    return(source$column(option, values))
  }
  joined <- rows_for(ids, option, values)
  if (length(joined$by_row)) log$by_row <- c(log$by_row, setNames(joined$by_row, option))
  if (is.null(joined$rows)) values else keep_attributes(values, values[joined$rows])
}

# Levels stay with `[`, colours do not.
keep_attributes <- function(values, taken) {
  for (name in c("colours", "colors")) attr(taken, name) <- attr(values, name, exact = TRUE)
  taken
}

read_column <- function(source, ids, log, option, values, called) {
  column <- column_of(source, ids, log, option, values)
  labels <- if (is_plain_text(column)) column else as_labels(called, column)
  if (length(labels) != source$n) {
    fail(called, ": expected a label for each of ", source$n, " spots, got ", length(labels))
  }
  found <- read_labels(called, labels, is.factor(column))
  log$notes <- c(log$notes, found$notes)
  found
}

place <- function(source, options) {
  found <- source$positions(options)
  made <- settled(.Call(wrap__positions_new, found$cells, found$chosen, found$rows))
  words <- if (nzchar(made$words)) made$words else found$words
  cells <- if (is.null(made$stretched)) found$cells else made$stretched
  drawn <- if (!is.null(made$drawn)) made$drawn else if (!is.null(found$drawn)) found$drawn else drawn_on_map
  list(held = made$positions, cells = cells, words = words, planes = found$planes, drawn = drawn)
}

# The slice of each spot: as asked, by the command's name or by squidpy's, or where the object has samples of its own.
slices_of <- function(source, ids, log, options, positions, taken) {
  named <- intersect(c("slice", "library_key"), names(options))
  if (length(named) == 2) fail("slice and library_key mean the same; give one")
  if (is_one_slide(options)) {
    if (length(named)) fail(named, " tells slices apart, and one_slide says that there is one; give one of them")
    return(list())
  }
  asked <- if (length(named)) options[[named]] else source$slices
  if (is.null(asked)) return(found_slices(source, ids, log, positions, taken))
  option <- if (length(named)) named else "slice"
  if (!length(named) && is.character(asked)) {
    log$notes <- c(log$notes, paste0("slice: the samples in ", quoted(asked), " are taken as slices, whose spots are never neighbours"))
  }
  column <- column_of(source, ids, log, option, asked)
  list(values = as_labels(option, column), held = read_labels(name_of(asked, option), column)$held)
}

is_one_slide <- function(options) {
  asked <- options$one_slide
  if (is.null(asked)) return(FALSE)
  if (!is.logical(asked) || length(asked) != 1) fail("one_slide: expected TRUE or FALSE")
  asked
}

# The slices of a column that tells them apart without doubt, if nothing else does and there are several.
found_slices <- function(source, ids, log, positions, taken) {
  columns <- setdiff(as.character(names(source$table)), taken)
  columns <- columns[.Call(wrap__may_tell_slides_apart, enc2utf8(columns))]
  read <- lapply(setNames(columns, columns), function(name) {
    # A column that holds no labels tells nothing apart.
    tryCatch(read_labels(name, source$table[[name]])$held, slam_error = function(error) NULL)
  })
  read <- read[!vapply(read, is.null, NA)]
  texts <- if (is.null(ids$index)) character() else enc2utf8(as.character(ids$index))
  found <- settled(.Call(wrap__slide_key, positions, read, texts))
  if (is.null(found)) return(list())
  log$notes <- c(log$notes, found$words)
  name <- names(read)[found$place]
  list(values = as_labels("slice", source$table[[name]]), held = read[[found$place]], found = name)
}

# The donor of each spot, who is that of its slice.
donors_of <- function(source, ids, log, options) {
  if (is.null(options$donor)) return(NULL)
  read_column(source, ids, log, "donor", options$donor, name_of(options$donor, "donor"))$held
}

severities_of <- function(source, ids, log, options) {
  if (is.null(options$severity_column)) return(NULL)
  values <- column_of(source, ids, log, "severity_column", options$severity_column)
  numbers_of(values)
}

# Measurements: a part of the object by name, or a matrix with a row per spot.
measurements_of <- function(source, ids, log, options) {
  matrix <- options$expression
  if (is.null(matrix)) return(NULL)
  if (is.character(matrix) && length(matrix) == 1 && is.null(dim(matrix))) return(measured(source$matrix(matrix)))
  if (is.data.frame(matrix)) {
    matrix <- keyed(ids, "expression", matrix, options$expression_id)
    joined <- rows_for(ids, "expression", matrix, whole = TRUE)
    if (length(joined$by_row)) log$by_row <- c(log$by_row, c(expression = joined$by_row))
    if (!is.null(joined$rows)) matrix <- matrix[joined$rows, , drop = FALSE]
    matrix <- as.matrix(matrix)
  }
  if (length(dim(matrix)) != 2) fail("expression: expected a matrix with a row per spot")
  if (nrow(matrix) != source$n) {
    fail("expression: expected a row for each of ", source$n, " spots, got ", nrow(matrix), if (ncol(matrix) == source$n) "; t() turns it")
  }
  measured(if (isS4(matrix)) Matrix::t(matrix) else t(matrix))
}

# Measurements from a matrix with a column per spot.
measured <- function(matrix) {
  if (isS4(matrix) && !is.matrix(matrix)) {
    parts <- sparse_parts(matrix)
    return(settled(.Call(wrap__measurements_sparse, parts$dim[1], parts$p, parts$i, parts$x)))
  }
  if (!is.numeric(matrix)) fail("expression: expected a matrix of numbers")
  if (!is.double(matrix)) storage.mode(matrix) <- "double"
  settled(.Call(wrap__measurements_dense, matrix))
}

# Edges that are known beforehand; rules by name stay with the library.
edges_of <- function(source, ids, options) {
  graph <- options$graph
  option <- "graph"
  if (!is.null(options$connectivity_key)) {
    if (!is_default("graph", graph)) fail("graph and connectivity_key both name a graph; give one")
    option <- "connectivity_key"
    graph <- source$graph(text_or_null(option, options$connectivity_key), option)
  } else if (is_text(graph) && startsWith(graph, "obsp:")) {
    graph <- source$graph(sub("^obsp:", "", graph), option)
  } else if (identical(graph, "contiguity")) {
    graph <- source$graph(graph, option)
  } else if (is_text(graph) && startsWith(graph, "edges:")) {
    fail("graph: give the edges themselves, a matrix of two columns with rows or ids, or one of ", source$n, " \u00d7 ", source$n)
  }
  if (is.null(graph) || is_text(graph)) return(NULL)
  if (typeof(graph) == "externalptr") return(graph)
  edges_between(source, ids, graph)
}

is_text <- function(value) is.character(value) && length(value) == 1 && is.null(dim(value))

# The edges of a matrix with a row and a column per spot, or of pairs of rows, counted from 1, or ids.
edges_between <- function(source, ids, graph) {
  n <- source$n
  if (inherits(graph, "slam_pairs")) return(settled(.Call(wrap__edges_new, graph$from, graph$to, n, TRUE)))
  if (isS4(graph) && !is.matrix(graph)) {
    parts <- sparse_parts(graph)
    check_square(parts$dim, n)
    kept <- parts$x != 0
    columns <- rep(seq_len(n), diff(parts$p))
    return(settled(.Call(wrap__edges_new, parts$i[kept] + 1L, columns[kept], n, TRUE)))
  }
  if (is.data.frame(graph)) graph <- as.matrix(graph)
  size <- dim(graph)
  if (length(size) == 2 && all(size == n) && n > 2) {
    ends <- which(graph != 0, arr.ind = TRUE)
    return(settled(.Call(wrap__edges_new, as.integer(ends[, 1]), as.integer(ends[, 2]), n, TRUE)))
  }
  if (length(size) != 2 || size[2] != 2) check_square(size, n)
  if (!is.numeric(graph)) {
    if (is.null(ids$index)) fail("graph: edges between ids need data with ids: row names, or id")
    check_unique("graph", ids$index, ids$place)
    rows <- match(graph, ids$index)
    unknown <- unique(graph[is.na(rows)])
    if (length(unknown)) {
      fail("graph: ", if (length(unknown) == 1) "1 id is" else paste(length(unknown), "ids are"), " not in the data: ", few(unknown))
    }
    graph <- matrix(rows, ncol = 2)
  }
  if (anyNA(graph) || any(graph != floor(graph))) fail("graph: expected pairs of rows, whole numbers from 1 to ", n)
  settled(.Call(wrap__edges_new, as.integer(graph[, 1]), as.integer(graph[, 2]), n, FALSE))
}

check_square <- function(size, n) {
  if (length(size) != 2 || any(size != n)) {
    found <- if (length(size)) paste(size, collapse = " \u00d7 ") else "none"
    fail("graph: expected pairs of rows, a matrix with two columns, or a matrix of ", n, " \u00d7 ", n, ", got ", found)
  }
}

# What labels are called.
name_of <- function(values, otherwise) if (is_text(values) && is.null(names(values))) values else otherwise

# The colours of the truth's labels that come with the data.
colours_for <- function(source, truth, labels) {
  found <- if (is_text(truth)) source$colours(truth)
  if (is.null(found)) return(labels$colours)
  if (is.null(names(found)) && length(found) == length(labels$levels)) names(found) <- labels$levels
  if (is.null(names(found))) NULL else found
}
