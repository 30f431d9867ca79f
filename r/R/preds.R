# The labelings that are judged, and what they are called.

# Names and labels; a name stands for a column, a pattern for several. And what a user should know about it.
named_preds <- function(source, truth, preds, options) {
  notes <- character()
  if (is.data.frame(preds)) {
    ids <- ids_of(source, options)
    table <- keyed(ids, "labels", preds, options$labels_id)
    found <- lapply(setNames(names(table), names(table)), function(name) with_names(table[[name]], table))
    return(list(preds = checked(found), notes = notes))
  }
  if (!is.null(options$labels_id)) fail("labels_id names a column of a data.frame of preds, and there is none")
  if (is.character(preds)) preds <- as.list(preds)
  if (!is.list(preds)) preds <- list(preds)
  found <- list()
  for (place in seq_along(preds)) {
    labels <- preds[[place]]
    name <- names(preds)[place]
    if (is_text(labels) && grepl("[*?]", labels)) {
      fitting <- fitting_columns(source, labels, truth, options)
      notes <- c(notes, fitting$notes)
      marked <- lapply(fitting$names, function(name) structure(name, fitting = TRUE))
      found <- c(found, setNames(marked, fitting$names))
    } else {
      called <- if (is.null(name) || is.na(name) || name == "") name_of(labels, paste0("pred_", place)) else name
      found <- c(found, setNames(list(labels), called))
    }
  }
  # A column that is named twice, or named and fits a pattern, is one column.
  is_same <- duplicated(names(found)) & vapply(found, is_text, NA)
  list(preds = checked(found[!is_same]), notes = unique(notes))
}

# A column with the ids of its table.
with_names <- function(column, table) setNames(column, id_texts(names_of(table)))

checked <- function(found) {
  if (!length(found)) fail("preds: no labels are given")
  twice <- names(found)[duplicated(names(found))]
  if (length(twice)) fail("preds: two labelings are called ", quoted(twice[1]), "; names must differ")
  found
}

# The labelings among the columns that fit a pattern.
fitting_columns <- function(source, pattern, truth, options) {
  columns <- names(source$table)
  taken <- c(truth, options[c("slice", "library_key", "severity_column", "id")], source$slices)
  taken <- c(as.character(taken[vapply(taken, is_text, NA)]), options$coords)
  fitting <- grep(utils::glob2rx(pattern, trim.head = FALSE), columns, value = TRUE)
  fitting <- fitting[!fitting %in% taken & !.Call(wrap__are_positions, enc2utf8(fitting))]
  why <- lapply(setNames(fitting, fitting), function(name) why_none(name, source$table[[name]]))
  left_out <- unlist(why[!vapply(why, is.null, NA)])
  listed <- paste0("left out: ", paste0(names(left_out), " (", left_out, ")", collapse = ", "))
  found <- setdiff(fitting, names(left_out))
  if (!length(found)) {
    there <- if (length(left_out)) listed else paste("columns:", paste(columns, collapse = ", "))
    fail("preds: no column of labels fits ", quoted(pattern), " (", there, ")")
  }
  list(names = found, notes = if (length(left_out)) paste("preds:", listed))
}
