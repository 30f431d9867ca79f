# Labels of any kind, as levels and codes: no text per spot where there are levels already.

# A factor with labels as a file would have them; `option` is for messages.
as_labels <- function(option, values) {
  if (is.factor(values)) return(values)
  if (is.list(values) && length(values) && all(lengths(values) <= 1)) {
    values <- unlist(lapply(values, function(one) if (length(one)) one else NA))
  }
  if (is.matrix(values) && ncol(values) == 1) values <- values[, 1]
  if (inherits(values, "Rle")) values <- as.vector(values)
  if (!is.atomic(values) || is.null(values) || length(dim(values)) > 1) {
    fail(option, ": expected the name of a column, or labels, got an object of class ", class(values)[1])
  }
  if (inherits(values, c("Date", "POSIXct"))) values <- as.character(values)
  distinct <- unique(as.vector(values))
  distinct <- distinct[!is.na(distinct)]
  texts <- as.character(distinct)
  # Numbers that are written alike are one label.
  codes <- match(texts, unique(texts))[match(as.vector(values), distinct)]
  structure(codes, levels = unique(texts), class = "factor", names = names(values))
}

# Labels for the library, and a note on texts that count as missing, as they do in files.
read_labels <- function(option, values, has_order = is.factor(values)) {
  labels <- as_labels(option, values)
  levels <- enc2utf8(levels(labels))
  is_empty <- .Call(wrap__are_missing, levels)
  notes <- character()
  if (any(is_empty)) {
    counts <- tabulate(labels, length(levels))
    meant <- which(is_empty & nzchar(trimws(levels)) & counts > 0 & !is.na(levels))
    said <- ifelse(counts[meant] == 1, "spot has", "spots have")
    notes <- sprintf("%s: %d %s the text \"%s\", which counts as missing", option, counts[meant], said, levels[meant])
    if (!length(meant)) notes <- character()
  }
  levels[is.na(levels)] <- ""
  codes <- as.integer(labels)
  list(
    held = settled(.Call(wrap__labels_new, option, levels, codes)), notes = notes,
    levels = if (has_order) levels, colours = colours_of(values)
  )
}

# Why a column is no labeling; none if it is one.
why_none <- function(name, values) {
  tryCatch(
    {
      why <- .Call(wrap__labels_left_out, read_labels(name, values)$held)
      if (nzchar(why)) why
    },
    slam_error = function(error) sub(paste0(name, ": "), "", conditionMessage(error), fixed = TRUE)
  )
}

# The colours that labels carry with them, by label.
colours_of <- function(values) {
  for (name in c("colours", "colors")) {
    colours <- attr(values, name, exact = TRUE)
    if (is.character(colours) && is.null(names(colours)) && length(colours) == nlevels(values)) {
      names(colours) <- levels(values)
    }
    if (is.character(colours) && !is.null(names(colours))) return(colours)
  }
  NULL
}

# A factor from names and codes, its levels in the order that the caller's factor had.
as_factor <- function(coded, levels = NULL) {
  order <- in_order(coded$names, levels)
  places <- match(coded$names, order)
  structure(places[coded$codes], levels = order, class = "factor")
}

# Names in the order of some levels, what is not among them last.
in_order <- function(names, levels) c(intersect(trimws(levels), names), setdiff(names, trimws(levels)))
