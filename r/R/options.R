# The options of every function: the library's, and those that say what is read.

of_input <- c(
  "spatial_key", "coords", "id", "labels_id", "expression_id", "join", "extra_ids", "library_key", "slice", "one_slide",
  "donor", "expression", "severity_column", "connectivity_key", "threads"
)

# What other packages call the arguments.
elsewhere <- c(
  true = "truth", labels = "truth", ground_truth = "truth", r_labels = "truth", c_labels = "pred", clusters = "pred",
  object = "x", location = "x", coordinates = "coords", spatial_coords = "x", y = "coords", z = "coords", n_neighbors = "k",
  n_threads = "threads", BPPARAM = "threads", nthreads = "threads", random_state = "seed", preds = "pred"
)

slam_options <- function() {
  found <- settled(.Call(wrap__defaults))
  c(found, if (!"sigma" %in% names(found)) list(sigma = NULL))
}

# The options that say something; an unknown one is an error that names the nearest.
given <- function(...) {
  options <- list(...)
  known <- union(names(slam_options()), of_input)
  named <- names(options)
  if (length(options) && (is.null(named) || any(named == ""))) {
    fail("options must be named: truth and pred come first, all else by name")
  }
  if ("missing" %in% named) {
    fail(
      "missing is two options: use missing_truth = \"drop\", \"error\" or \"keep\" and missing_pred = \"wrong\", \"common\", ",
      "\"drop\" or \"error\""
    )
  }
  for (name in setdiff(named, known)) {
    near <- if (name %in% names(elsewhere)) elsewhere[[name]] else nearest(name, c(known, "truth", "pred"))
    fail("there is no option ", quoted(name), if (!is.null(near)) paste0("; did you mean ", quoted(near), "?"))
  }
  twice <- named[duplicated(named)]
  if (length(twice)) fail(twice[1], " is given twice")
  options <- options[!vapply(options, is.null, NA)]
  for (name in setdiff(names(options), c("slice", "library_key", "donor", "expression", "graph", "severity_column"))) {
    if (is.atomic(options[[name]]) && anyNA(options[[name]])) fail(name, ": expected a value, got NA")
  }
  for (name in intersect(c("metrics", "infer"), names(options))) options[[name]] <- spelled(options[[name]])
  if (!is.null(options$exclude)) options$exclude <- as.list(as.character(options$exclude))
  if (is.factor(options$seed)) fail("seed: expected a whole number that is not negative")
  options
}

# Several names as the library reads them.
spelled <- function(names) if (length(names)) paste(names, collapse = ",") else "none"

# Options without what concerns the input.
of_library <- function(options) {
  options[setdiff(names(options), of_input)]
}

is_default <- function(name, value) {
  is.null(value) || identical(value, slam_options()[[name]])
}

# The number of threads, 0 for one per core; two where packages are checked.
threads_of <- function(options) {
  threads <- options$threads
  if (is.null(threads)) return(if (is_checked()) 2L else 0L)
  if (!is.numeric(threads) || length(threads) != 1 || is.na(threads) || threads != floor(threads)) {
    fail("threads: expected a whole number")
  }
  if (threads < 1) fail("threads must be at least 1, got ", threads, "; leave it out for one per core")
  if (threads > 65535) fail("threads must be at most 65535, got ", threads, "; leave it out for one per core")
  as.integer(threads)
}

is_checked <- function() {
  limit <- tolower(Sys.getenv("_R_CHECK_LIMIT_CORES_", ""))
  nzchar(limit) && limit != "false"
}
