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
  if (inherits(values, "integer64")) {
    # The numbers are kept as the bits of others, which only that package can read.
    if (!requireNamespace("bit64", quietly = TRUE)) fail(option, ": labels of class integer64 need the package bit64")
    values <- as.character(values)
  }
  distinct <- unique(as.vector(values))
  distinct <- distinct[!is.na(distinct)]
  texts <- as_texts(distinct)
  # Numbers that are written alike are one label.
  codes <- match(texts, unique(texts))[match(as.vector(values), distinct)]
  structure(codes, levels = unique(texts), class = "factor", names = names(values))
}

# Values as a file would have them: whole numbers with all their digits, which R would write as 1e+05.
as_texts <- function(values) {
  texts <- as.character(values)
  is_whole <- if (is.double(values)) is.finite(values) & values == floor(values) & abs(values) < 1e15 else FALSE
  # Nothing is added to make -0 a 0.
  if (any(is_whole)) texts[is_whole] <- sprintf("%.0f", unclass(values)[is_whole] + 0)
  texts
}

# Labels for the library, and a note on texts that count as missing, as they do in files.
read_labels <- function(option, values, has_order = is.factor(values)) {
  if (is_plain_text(values)) return(read_texts(option, values))
  labels <- as_labels(option, values)
  levels <- enc2utf8(levels(labels))
  is_empty <- .Call(wrap__are_missing, levels)
  notes <- character()
  if (any(is_empty)) {
    counts <- tabulate(labels, length(levels))
    meant <- which(is_empty & nzchar(trimws(levels)) & counts > 0 & !is.na(levels))
    notes <- notes_on_missing(option, levels[meant], counts[meant])
  }
  levels[is.na(levels)] <- ""
  # The library reads a factor's codes where they are.
  list(
    held = settled(.Call(wrap__labels_new, option, levels, labels)), notes = notes,
    levels = if (has_order) levels, colours = colours_of(values)
  )
}

# Texts without a class or a shape of their own, which the library reads one by one, without a copy.
is_plain_text <- function(values) is.character(values) && !is.object(values) && is.null(dim(values))

read_texts <- function(option, values) {
  found <- settled(.Call(wrap__labels_of_texts, option, enc2utf8(values)))
  list(
    held = found$held, notes = notes_on_missing(option, found$missing, found$counts), levels = NULL,
    colours = colours_of(values)
  )
}

notes_on_missing <- function(option, texts, counts) {
  if (!length(texts)) return(character())
  said <- ifelse(counts == 1, "spot has", "spots have")
  sprintf("%s: %d %s the text \"%s\", which counts as missing", option, counts, said, texts)
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
as_factor <- function(coded, levels = coded$levels) {
  order <- in_order(coded$names, levels)
  places <- match(coded$names, order)
  structure(places[counted_codes(coded$codes)], levels = order, class = "factor")
}

# Codes from 1; those of every spot are kept as two bytes each, counted from 0.
counted_codes <- function(codes) {
  if (!is.raw(codes)) return(codes)
  1L + readBin(codes, "integer", length(codes) / 2, size = 2, signed = FALSE, endian = "little")
}

# Names in the order of some levels, what is not among them last.
in_order <- function(names, levels) c(intersect(trimws(levels), names), setdiff(names, trimws(levels)))
