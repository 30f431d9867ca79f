# The functions of the package: they gather what the caller holds, and hand it to the library.

slam <- function(x, truth, pred, ...) UseMethod("slam")

slam.default <- function(x, truth, pred, ...) {
  options <- given(...)
  needed(options, truth = !missing(truth), pred = !missing(pred))
  name <- name_of(pred, "pred")
  study <- gather(x, truth, setNames(list(pred), name), options)
  score <- new_score(settled(.Call(wrap__study_score, study$held, study$options, study$threads, is_interrupted)), study, name)
  warn(c(study$notes, score$warnings))
  score
}

slam_compare <- function(x, truth, preds, ...) {
  options <- given(...)
  needed(options, truth = !missing(truth), preds = !missing(preds))
  compared(x, truth, preds, options)
}

compared <- function(x, truth, preds, options, with_ids = FALSE) {
  source <- slam_source(x)
  named <- named_preds(source, truth, preds, options)
  study <- gather(source, truth, named$preds, options[names(options) != "labels_id"], with_ids)
  comparison <- new_comparison(settled(.Call(wrap__study_compare, study$held, study$options, study$threads, is_interrupted, FALSE)), study)
  warn(c(named$notes, study$notes, comparison$warnings))
  comparison
}

slam_metrics <- function(x, truth, pred, ...) {
  options <- given(...)
  needed(options, truth = !missing(truth), pred = !missing(pred))
  study <- gather(x, truth, setNames(list(pred), name_of(pred, "pred")), options)
  found <- settled(.Call(wrap__study_metrics, study$held, study$options, study$threads, is_interrupted))
  warn(c(study$notes, found$warnings))
  setNames(as.numeric(found$values), found$names)
}

match_labels <- function(x, truth, pred, ...) {
  options <- given(...)
  needed(options, truth = !missing(truth), pred = !missing(pred))
  study <- gather(x, truth, setNames(list(pred), name_of(pred, "pred")), options)
  found <- settled(.Call(wrap__study_match, study$held, study$options, study$threads, is_interrupted))
  warn(c(study$notes, found$warnings))
  new_matching(found, study)
}

slam_report <- function(x, ...) UseMethod("slam_report")

slam_report.default <- function(x, truth, preds, path, title = NULL, y_axis = NULL, ...) {
  options <- given(...)
  needed(options, truth = !missing(truth), preds = !missing(preds), path = !missing(path))
  slam_report(compared(x, truth, preds, options, with_ids = TRUE), path, title, y_axis)
}

slam_report.slam_comparison <- function(x, path, title = NULL, y_axis = NULL, ...) {
  if (length(list(...))) fail("a comparison has its options already; only path, title and y_axis go with it")
  if (!is_text(path)) fail("path: expected the name of a file")
  if (is.null(x$held) || is_gone(x$held)) {
    fail("x: this comparison comes from another session, which has kept what a report needs; compare again")
  }
  drawn <- drawn_as(x, y_axis)
  file <- enc2utf8(path.expand(path))
  settled(.Call(wrap__comparison_report, x$held, file, text_or_null("title", title), drawn$y_axis, drawn$why, drawn$is_lonlat))
  invisible(path)
}

# Whether what a pointer pointed to was left behind in another session.
is_gone <- function(held) identical(held, new("externalptr"))

slam_q <- function(metric, worse, better) {
  value <- function(score) {
    if (inherits(score, "slam_score")) score <- number_of(score, metric)
    if (is.null(score)) NA_real_ else as.numeric(score)
  }
  settled(.Call(wrap__q_coefficient, metric, value(worse), value(better)))
}

metric_table <- function() as.data.frame(.Call(wrap__metric_table))

slam_json <- function(x) x$json

slam_demo <- function() {
  parts <- settled(.Call(wrap__demo_parts))
  labels <- lapply(parts$labels, as_factor)
  data.frame(x = parts$x, y = parts$y, labels, check.names = FALSE)
}

# The arguments that every call has to give, with a word on what other packages call them.
needed <- function(options, ...) {
  absent <- names(which(!c(...)))
  if (length(absent)) fail(absent[1], " is missing: name a column, or give the labels themselves")
}
