# Many preds against one truth.

new_comparison <- function(held, study) {
  parts <- settled(.Call(wrap__comparison_parts, held))
  found <- from_json(parts$json)
  scores <- lapply(seq_along(parts$preds), function(place) {
    new_score(settled(.Call(wrap__comparison_score, held, place)), study, parts$preds[place])
  })
  structure(class = "slam_comparison", list(
    table = leaderboard(parts), scores = setNames(scores, parts$preds), truth = found$truth, verdict = found$verdict,
    pairs = if (!is.null(found$pairs)) found$pairs,
    warnings = parts$warnings, provenance = found$provenance, drawn = study$drawn, json = parts$json,
    text = parts$text, held = held
  ))
}

# One row per method and slice, best first, then the references.
leaderboard <- function(parts) {
  as.data.frame(setNames(parts$columns, parts$header), check.names = FALSE, optional = TRUE)
}

as.data.frame.slam_comparison <- function(x, row.names = NULL, optional = FALSE, ...) x$table

print.slam_comparison <- function(x, ...) {
  table <- x$table[!is.na(x$table$rank), ]
  if ("slice" %in% names(table)) table <- table[is.na(table$slice), ]
  shown <- intersect(c("rank", "pred", "slam_adjusted", "slam", "slam_pinned", "ari"), names(table))
  cat("Compared with ", x$truth, ", best first:\n", sep = "")
  print(table[shown], row.names = FALSE, digits = 3)
  cat(sentences(x), sep = "\n")
  invisible(x)
}

summary.slam_comparison <- function(object, ...) structure(list(text = object$text), class = "summary.slam_score")
