# The ids of spots: what has ids of its own is joined by them, and never by row without a word.

# How spots are told apart: by a column, or by names unless they only count.
ids_of <- function(source, options) {
  join <- one_of("join", options$join, c("id", "row"))
  extra <- one_of("extra_ids", options$extra_ids, c("error", "skip"))
  own <- source$ids
  place <- source$place
  is_named <- !is.null(options$id)
  if (is_named) {
    own <- as_texts(source$column("id", options$id))
    place <- paste("the column", quoted(options$id))
  }
  index <- if (is_named || !only_counts(own)) own
  list(index = index, place = place, is_named = is_named, join = join, extra = extra, source = source)
}

one_of <- function(option, found, words) {
  if (is.null(found)) return(words[1])
  if (!is.character(found) || length(found) != 1 || !found %in% words) {
    fail(option, " must be ", paste(words, collapse = " or "), ", got ", paste(quoted(as.character(found)), collapse = ", "))
  }
  found
}

# Refuses ids that repeat, unless on other slices: the table may have been pasted twice.
check_ids <- function(ids, slices) {
  if (is.null(ids$index) || ids$join == "row" || !anyDuplicated(ids$index)) return(invisible())
  repeated <- ids$index[duplicated(data.frame(ids$index, if (is.null(slices)) 0L else as.integer(slices)))]
  if (length(repeated)) {
    fail(
      if (ids$is_named) "id" else "x", ": the id ", quoted(repeated[1]), " is twice in ", ids$place,
      "; ids must differ: name another column with id, the slices on which they repeat with slice, or go without ids, ",
      "join = \"row\""
    )
  }
}

# The names of values, or of the rows of a table, that say which spot each belongs to.
names_of <- function(values) {
  if (is.data.frame(values)) {
    if (.row_names_info(values) > 0) row.names(values) else counted(nrow(values))
  } else if (length(dim(values)) == 2) {
    rownames(values)
  } else {
    names(values)
  }
}

# The ids of rows that are only counted, 1, 2, 3: a million of them as texts would take more room than the data.
counted <- function(n) structure(list(n = n), class = "slam_counted")

is_counted <- function(ids) inherits(ids, "slam_counted")

id_texts <- function(ids) if (is_counted(ids)) as.character(seq_len(ids$n)) else ids

# Whether two sides have the same ids in the same order.
are_same <- function(ids, others) {
  if (is_counted(ids) == is_counted(others)) identical(ids, others) else identical(id_texts(ids), id_texts(others))
}

# The place of each spot's value among the values, nothing where they are in the order of the data; or, where they are joined
# by row, whether that was asked for.
rows_for <- function(ids, option, values, whole = FALSE) {
  index <- names_of(values)
  own <- ids$source$ids
  if (is.null(index) || (is.null(own) && is.null(ids$index))) return(list())
  if (!is.null(ids$index) && are_same(index, own)) return(list())
  if (ids$join == "row") return(list(by_row = TRUE))
  if (is.null(ids$index) && only_counts(index)) return(list(by_row = FALSE))
  index <- id_texts(index)
  known <- ids_meant(ids, option, index)
  check_unique(option, known, ids$place)
  check_unique(option, index, paste("the names of", option))
  extra <- setdiff(index, known)
  if (length(extra) && !whole && ids$extra == "error") {
    said <- if (length(extra) == 1) "1 id is" else paste(length(extra), "ids are")
    them <- if (length(extra) == 1) "it" else "them"
    fail(option, ": ", said, " not in the data: ", few(extra), "; to leave ", them, " out, give extra_ids = \"skip\"")
  }
  absent <- setdiff(known, index)
  if (whole && length(absent)) {
    said <- if (length(absent) == 1) "1 id of the data is" else paste(length(absent), "ids of the data are")
    fail(option, ": ", said, " not in ", option, ": ", few(absent))
  }
  list(rows = match(known, index))
}

# The ids of the data that some ids are: the recognised ones, or a column that holds them.
ids_meant <- function(ids, option, index) {
  if (!is.null(ids$index) && (ids$is_named || any(index %in% ids$index))) return(ids$index)
  if (!only_counts(index)) {
    for (column in id_columns(ids$source$table)) if (hold_same(column, index)) return(column)
  }
  fail(option, ": ", refusal(ids, index), "; ", remedy(ids))
}

refusal <- function(ids, index) {
  if (is.null(ids$index)) {
    columns <- paste(names(ids$source$table), collapse = ", ")
    paste0("it has ids (", few(index), "), and nothing in the data holds them (columns: ", columns, ")")
  } else if (only_counts(index)) {
    paste0("the data have ids (", ids$place, ": ", few(ids$index), "), and it only counts its rows")
  } else {
    paste0("its ids (", few(index), ") are not those of the data (", ids$place, ": ", few(ids$index), ")")
  }
}

remedy <- function(ids) {
  names <- if (is.null(ids$index)) "name the column of ids with id" else "give it the ids as its names"
  paste0(names, ", or, if its rows are in the order of the data, join = \"row\"")
}

# A table with its ids as row names: the column that is named, or the one that holds ids of the data.
keyed <- function(ids, option, table, named) {
  place <- if (!is.null(named)) {
    find_column(paste0(option, "_id"), named, option, names(table))
  } else if (ids$join == "id" && only_counts(names_of(table))) {
    place_of_ids(ids, table)
  }
  if (is.null(place)) return(table)
  keys <- as_texts(table[[place]])
  check_unique(option, keys, paste("the column", quoted(names(table)[place])))
  table <- as.data.frame(table)[-place]
  row.names(table) <- keys
  table
}

place_of_ids <- function(ids, table) {
  columns <- if (ids$is_named) list() else id_columns(ids$source$table)
  ours <- c(if (!is.null(ids$index)) list(ids$index), columns)
  theirs <- id_columns(table)
  for (name in names(theirs)) {
    for (own in ours) if (hold_same(own, theirs[[name]])) return(match(name, names(table)))
  }
  NULL
}

# The columns of a table that may be ids, as text: they differ in every row, and are no measurements.
id_columns <- function(table) {
  texts <- lapply(setNames(names(table), names(table)), function(name) {
    column <- table[[name]]
    is_whole <- is.integer(column) || (is.numeric(column) && !anyNA(column) && all(column == floor(column)))
    if (!(is.character(column) || is.factor(column) || is_whole) || anyNA(column) || anyDuplicated(column)) return(NULL)
    column <- as_texts(column)
    if (only_counts(column) && !.Call(wrap__are_id_names, enc2utf8(name))) NULL else column
  })
  texts[!vapply(texts, is.null, NA)]
}

# Whether two columns hold the same ids: all of one side, or more than can be an accident.
hold_same <- function(ids, others) {
  smaller <- min(length(ids), length(others))
  smaller > 0 && smaller <= 2 * sum(others %in% ids)
}

# Whether ids number the rows, 0, 1, 2 or 1, 2, 3, and say nothing else.
only_counts <- function(ids) {
  if (!length(ids) || is_counted(ids)) return(TRUE)
  first <- match(ids[1], c("0", "1")) - 1L
  !is.na(first) && identical(as.character(ids), as.character(first + seq_along(ids) - 1L))
}

check_unique <- function(option, ids, place) {
  if (anyDuplicated(ids)) {
    fail(option, ": the id ", quoted(ids[duplicated(ids)][1]), " is twice in ", place, "; ids must differ")
  }
}
