# Calls of the library: results are opened, errors and interrupts become R's.

# What a function of the library returned, or the error that it is.
settled <- function(outcome) {
  if (is.null(outcome$err)) return(outcome$ok)
  if (isTRUE(outcome$err)) interrupt()
  fail(outcome$err)
}

# An error in the library's words.
fail <- function(...) {
  stop(structure(class = c("slam_error", "error", "condition"), list(message = paste0(...), call = NULL)))
}

# What a user should know, each a warning of its own class.
warn <- function(messages) {
  for (message in messages) {
    warning(structure(class = c("slam_warning", "warning", "condition"), list(message = message, call = NULL)))
  }
}

# Whether somebody has pressed Ctrl-C; asked by the library while it works.
is_interrupted <- function() {
  tryCatch({ Sys.sleep(1e-4); FALSE }, interrupt = function(condition) TRUE)
}

# The interrupt that the library was told of: handlers see it, and without one R goes back to its prompt.
interrupt <- function() {
  signalCondition(structure(class = c("interrupt", "condition"), list(message = "", call = NULL)))
  invokeRestart("abort")
}

from_json <- function(text) settled(.Call(wrap__from_json, text))

nearest <- function(name, names) {
  near <- .Call(wrap__nearest, name, as.character(names))
  if (nzchar(near)) near else NULL
}

find_column <- function(option, name, holder, columns) {
  settled(.Call(wrap__find_column, option, enc2utf8(name), holder, enc2utf8(columns)))
}

find_key <- function(option, what, name, holder, keys) {
  settled(.Call(wrap__find_key, option, what, enc2utf8(name), holder, enc2utf8(as.character(keys))))
}

quoted <- function(texts) encodeString(texts, quote = "\"")

few <- function(ids) paste0(paste(head(ids, 3), collapse = ", "), if (length(ids) > 3) ", \u2026")
