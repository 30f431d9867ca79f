# The result of comparing two labelings: one value, and all that explains it.

# A score from what the library returned; everything is kept in R, so that it can be saved and sent elsewhere. What it says
# of every spot is kept small, and becomes a table when spots() is asked for it.
new_score <- function(parts, study, pred) {
  found <- from_json(parts$json)
  told <- list(
    truth = c(parts$truth, list(levels = study$levels)), pred = c(parts$pred, list(levels = study$pred_levels[[pred]])),
    matched = c(parts$matched, list(levels = study$levels)), slice = parts$slice, sums = parts$sums, counts = parts$counts,
    total = parts$total, rows = parts$rows, positions = study$positions, ids = study$ids
  )
  structure(class = "slam_score", list(
    slam = c(list(value = null_as_na(found$slam$d)), found$slam), d = null_as_na(found$slam$d), se = null_as_na(found$slam$d_se), adjusted = null_as_na(found$slam_adjusted$value),
    slam_adjusted = found$slam_adjusted[setdiff(names(found$slam_adjusted), "profile")], pinned = null_as_na(found$slam_pinned$d),
    cancelled = null_as_na(found$cancelled), metrics = as_numbers(found$metrics), undefined = unlist(found$undefined),
    truth = study$truth, pred = pred, matching = found$matching, domains = domains_of(found, study$levels),
    flow = flow_of(found, study$levels), profile = rows_of(found$slam_adjusted$profile), slices = slice_table(found),
    test = found$test, intervals = found$intervals, verdict = found$verdict, warnings = parts$warnings, n_spots = found$n_spots, n_dropped = found$n_dropped,
    n_truth_spots = found$n_truth_spots, n_unlabelled = found$n_unlabelled, n_edges = found$n_edges, n_labels = found$n_labels, provenance = found$provenance, told = told,
    colours = study$colours, drawn = study$drawn, json = parts$json, text = parts$text
  ))
}

null_as_na <- function(value) if (is.null(value)) NA_real_ else value

# Numbers by name, NA for none.
as_numbers <- function(values) vapply(values, null_as_na, 0)

boundary <- "(boundary)"

# What became of each truth label, and last of the boundary.
domains_of <- function(found, levels) {
  table <- rows_of(found$domains)
  table$label[is.na(table$label)] <- boundary
  table[match(c(in_order(setdiff(table$label, boundary), levels), intersect(boundary, table$label)), table$label), , drop = FALSE] |>
    `row.names<-`(NULL)
}

# What became of the edges: a row per kind in the truth, a column per kind in the matched pred.
flow_of <- function(found, levels) {
  kinds <- as.character(found$flow$kinds)
  kinds[is.na(kinds)] <- boundary
  flow <- matrix(0, length(kinds), length(kinds), dimnames = list(truth = kinds, pred = kinds))
  for (cell in found$flow$counts) flow[cell[1] + 1, cell[2] + 1] <- cell[3]
  order <- c(in_order(setdiff(kinds, boundary), levels), intersect(boundary, kinds))
  flow[order, order, drop = FALSE]
}

# A data frame from a list of rows, NA for what is none.
rows_of <- function(rows) {
  names <- unique(unlist(lapply(rows, names)))
  columns <- lapply(setNames(names, names), function(name) {
    cells <- lapply(rows, function(row) if (is.null(row[[name]])) NA else row[[name]])
    unlist(cells)
  })
  as.data.frame(columns, check.names = FALSE)
}

# The scores of each slice from its own edges.
slice_table <- function(found) {
  rows <- lapply(names(found$slices), function(name) {
    one <- found$slices[[name]]
    c(
      list(slice = name, n_spots = one$n_spots, n_edges = one$n_edges, slam = null_as_na(one$slam$d)),
      list(slam_adjusted = null_as_na(one$slam_adjusted$value), slam_pinned = null_as_na(one$slam_pinned$d)),
      list(cancelled = null_as_na(one$cancelled)), as.list(as_numbers(one$metrics))
    )
  })
  rows_of(rows)
}

spots <- function(score) {
  if (!inherits(score, "slam_score")) fail("spots() needs a score, got an object of class ", class(score)[1])
  told <- score$told
  labels <- told[c("truth", "pred", "matched", if (!is.null(told$slice)) "slice")]
  disagreement <- told$sums / told$counts
  disagreement[told$counts == 0] <- NA
  share <- if (told$total > 0) 0.5 * told$sums / told$total else numeric(length(told$sums))
  columns <- c(axes_of(told), lapply(labels, as_factor), list(disagreement = disagreement, share = share))
  rows <- if (is.null(told$rows)) seq_along(told$sums) else told$rows
  ids <- if (!is_counted(told$ids)) told$ids[rows]
  table <- data.frame(columns)
  row.names(table) <- if (is.null(ids) || anyDuplicated(ids)) rows else ids
  table
}

# The coordinates of the spots that were compared: of a matrix with a row per spot, or of columns.
axes_of <- function(told) {
  cells <- told$positions
  axes <- if (is.list(cells)) cells else lapply(seq_len(ncol(cells)), function(axis) cells[, axis])
  axes <- setNames(lapply(axes, unname), c("x", "y", "z")[seq_along(axes)])
  if (is.null(told$rows)) axes else lapply(axes, `[`, told$rows)
}

# The labels that occur in truth, pred or matched, in their order.
levels_of <- function(score, which) in_order(score$told[[which]]$names, score$told[[which]]$levels)

as.data.frame.slam_score <- function(x, row.names = NULL, optional = FALSE, ...) spots(x)

# The number that ranks.
as.double.slam_score <- function(x, ...) x$adjusted

# The number of a score that has that name.
number_of <- function(score, metric) {
  own <- c(slam = "d", slam_adjusted = "adjusted", slam_pinned = "pinned")
  if (metric %in% names(own)) score[[own[[metric]]]] else if (metric %in% names(score$metrics)) score$metrics[[metric]] else NA_real_
}

format.slam_score <- function(x, ...) {
  error <- if (is.na(x$se)) "" else sprintf(" \u00b1 %.4f", x$se)
  cancelled <- if (is.na(x$cancelled)) "" else sprintf(", cancelled %.0f %%", 100 * x$cancelled)
  dropped <- if (x$n_dropped) sprintf(", %d left out", as.integer(x$n_dropped)) else ""
  unlabelled <- if (x$n_unlabelled) sprintf(", %d without prediction", as.integer(x$n_unlabelled)) else ""
  sprintf(
    "%s against %s: slam_adjusted %.4f, slam %.4f%s, slam_pinned %.4f%s; %d spots%s%s", x$pred, x$truth, x$adjusted, x$d,
    error, x$pinned, cancelled, as.integer(x$n_spots), dropped, unlabelled
  )
}

print.slam_score <- function(x, ...) {
  cat(format(x), "\n", sep = "")
  cat(sentences(x), sep = "\n")
  invisible(x)
}

# The verdict, a bullet each, with R's name for what the command calls otherwise.
sentences <- function(x) {
  said <- gsub("slam compare", "slam_compare()", x$verdict$sentences, fixed = TRUE)
  unlist(lapply(said, strwrap, width = 0.9 * getOption("width"), initial = "* ", prefix = "  "))
}

summary.slam_score <- function(object, ...) structure(list(text = object$text), class = "summary.slam_score")

print.summary.slam_score <- function(x, ...) {
  cat(x$text, if (!endsWith(x$text, "\n")) "\n", sep = "")
  invisible(x)
}

# What became of the pred labels, with the label of every spot.
new_matching <- function(found, study) {
  said <- from_json(found$json)
  links <- rows_of(said$links)
  labels <- as_factor(list(names = found$names, codes = found$codes), study$levels)
  if (!is.null(study$ids)) names(labels) <- id_texts(study$ids)
  structure(class = "slam_matching", list(
    labels = labels, map = if (!"slice" %in% names(links)) setNames(links$truth, links$pred), links = links,
    method = said$method, requested = said$requested, reason = said$reason, per = said$per, split = rows_of(said$split),
    unmatched = unique(links$pred[is.na(links$truth)]), n_dropped = said$n_dropped,
    n_unlabelled = said$n_unlabelled, json = found$json
  ))
}

print.slam_matching <- function(x, ...) {
  cat("labels matched by ", x$method, " (", x$reason, ")\n", sep = "")
  print(x$links, row.names = FALSE)
  invisible(x)
}
