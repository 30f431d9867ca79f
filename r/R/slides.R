# Many slides and many methods: each slide is compared by itself, and all of them together at the end.

slam_study <- function(slides, truth, preds, donors = NULL, keep_going = FALSE, ...) {
  options <- given(...)
  needed(options, slides = !missing(slides), truth = !missing(truth), preds = !missing(preds))
  check_slides(slides, donors, options)
  found <- lapply(names(slides), function(name) {
    tryCatch(
      slide_of(name, slides[[name]], truth, preds_on(name, preds), donor_of(name, donors), options, keep_going),
      error = function(error) {
        if (!keep_going) fail("slide ", quoted(name), ": ", conditionMessage(error))
        list(failed = failed_on(name, NA_character_, conditionMessage(error)))
      }
    )
  })
  finish_study(found, options$rank_by)
}

check_slides <- function(slides, donors, options) {
  if (!is.list(slides) || is.data.frame(slides) || !length(slides) || is.null(names(slides)) || any(names(slides) == "")) {
    fail("slides: expected a list of slides by name")
  }
  twice <- names(slides)[duplicated(names(slides))]
  if (length(twice)) fail("slides: ", quoted(twice[1]), " is there twice; names must differ")
  absent <- setdiff(names(slides), names(donors))
  if (!is.null(donors) && length(absent)) {
    fail("donors: the slide ", quoted(absent[1]), " has none; name that of every slide, or of none")
  }
  for (name in intersect(c("slice", "library_key", "donor"), names(options))) {
    fail(name, ": every slide of a study is a slice already; slam_compare() takes one with several")
  }
}

# The labelings of one slide: columns, the same on every slide, or labels by method and slide.
preds_on <- function(name, preds) {
  by_method <- is.list(preds) && !is.data.frame(preds) && any(vapply(preds, is.list, NA))
  if (!by_method) return(preds)
  for (method in names(preds)) {
    if (!is.list(preds[[method]])) fail("preds: expected labels by slide for ", quoted(method), ", a list with names of slides")
  }
  found <- lapply(preds, function(by_slide) by_slide[[name]])
  found <- found[!vapply(found, is.null, NA)]
  if (!length(found)) fail("preds: no method has labels for the slide ", quoted(name))
  structure(found, by_method = TRUE)
}

donor_of <- function(name, donors) if (!is.null(donors)) as.character(donors[[name]])

# What is there, or what a function reads.
read_held <- function(held) if (is.function(held)) held() else held

# What the study keeps of a slide; where it is to go on, without the methods whose labels fail by themselves.
slide_of <- function(name, data, truth, preds, donor, options, keep_going) {
  data <- slam_source(read_held(data))
  compared <- function(preds) slide_compared(name, data, truth, preds, donor, options)
  if (is.null(attr(preds, "by_method"))) return(compared(preds))
  attr(preds, "by_method") <- NULL
  if (!keep_going || length(preds) == 1) return(compared(lapply(preds, read_held)))
  failure <- function(method) tryCatch({ compared(lapply(preds[method], read_held)); NA_character_ }, error = conditionMessage)
  tryCatch(compared(lapply(preds, read_held)), error = function(error) {
    reasons <- vapply(names(preds), failure, "")
    rest <- preds[is.na(reasons)]
    if (!length(rest) || all(is.na(reasons))) stop(error)
    failed <- names(preds)[!is.na(reasons)]
    c(compared(lapply(rest, read_held)), list(failed = failed_on(name, failed, reasons[failed])))
  })
}

slide_compared <- function(name, source, truth, preds, donor, options) {
  named <- named_preds(source, truth, preds, options)
  study <- gather(source, truth, named$preds, options[names(options) != "labels_id"])
  check_one(study$slices)
  held <- settled(.Call(wrap__study_compare, study$held, study$options, study$threads, is_interrupted, TRUE))
  notes <- c(named$notes, study$notes)
  list(packed = settled(.Call(wrap__slide_partial, held, name, donor)), notes = if (length(notes)) paste0(name, ": ", notes))
}

# Refuses a slide that holds several: its spots would have to be slices of their own.
check_one <- function(slices) {
  if (is.null(slices$values)) return(invisible())
  n <- length(setdiff(unique(slices$values), NA))
  how <- if (!is.null(slices$found)) paste0(": column ", quoted(slices$found))
  fail("x: ", n, " slides in one, and every slide of a study is one slide", how, "; one_slide = TRUE if it is one slide")
}

# A slide that failed, or methods on it; a method is NA where the whole slide failed.
failed_on <- function(slice, method, reason) data.frame(slice = slice, method = method, reason = unname(reason))

finish_study <- function(found, rank_by) {
  packed <- Filter(Negate(is.null), lapply(found, `[[`, "packed"))
  failed <- do.call(rbind, c(list(failed_on(character(), character(), character())), lapply(found, `[[`, "failed")))
  if (!length(packed)) {
    fail("slides: none could be compared (", paste0(failed$slice, ": ", failed$reason, collapse = "; "), ")")
  }
  parts <- settled(.Call(wrap__slides_finish, packed, rank_by, failed$slice, failed$method, failed$reason))
  said <- from_json(parts$json)
  warn(c(unlist(lapply(found, `[[`, "notes")), parts$warnings))
  structure(class = "slam_study", list(
    table = leaderboard(parts), methods = vapply(said$methods, `[[`, "", "method"),
    slices = vapply(said$slices, `[[`, "", "slice"), failures = failed, truth = said$truth, verdict = said$verdict,
    warnings = parts$warnings, provenance = said$provenance, json = parts$json, text = parts$text
  ))
}

as.data.frame.slam_study <- function(x, row.names = NULL, optional = FALSE, ...) x$table

print.slam_study <- function(x, ...) {
  cat(length(x$methods), " methods on ", length(x$slices), " slides, compared with ", x$truth, ", best first:\n", sep = "")
  table <- x$table[is.na(x$table$slice) & !is.na(x$table$rank), ]
  print(table[intersect(c("rank", "method", "n_slices", "slam_adjusted", "slam", "slam_pinned", "ari"), names(table))], row.names = FALSE, digits = 3)
  cat(sentences(x), sep = "\n")
  invisible(x)
}

summary.slam_study <- function(object, ...) structure(list(text = object$text), class = "summary.slam_score")
