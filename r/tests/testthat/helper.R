# What the tests share: a small tissue, the command, and the real data where it is found.

# Two slices of a hexagonal lattice, side by side, with labels of every kind.
tissue <- local({
  one <- expand.grid(column = 0:13, row = 0:11)
  x <- one$column + 0.5 * (one$row %% 2)
  y <- one$row * sqrt(0.75)
  layer <- rep(pmin(y %/% 2.7, 3), 2)
  # Every seventh spot is wrong, by a rule instead of chance.
  wrong <- ifelse(seq_along(layer) %% 7 == 0, (layer + seq_along(layer) %% 3) %% 4, layer)
  names <- c("Layer_1", "Layer_2", "Layer_10", "WM")
  table <- data.frame(
    region = factor(names[layer + 1], levels = c(rev(names), "nobody")), named = names[wrong + 1], number = as.integer(wrong),
    flag = wrong > 1, section = rep(c("left", "right"), each = length(x)), weight = (seq_along(layer) * 37 %% 101) / 101,
    x = c(x, x + 14), y = c(y, y), row.names = paste0("spot-", seq_along(layer))
  )
  table$region[6] <- NA
  table
})

# A file that holds a table to the last bit, as the command reads it.
as_file <- function(table, folder = tempfile("slam")) {
  dir.create(folder, showWarnings = FALSE)
  path <- file.path(folder, "table.csv")
  texts <- lapply(table, function(column) if (is.double(column)) sprintf("%.17g", column) else as.character(column))
  ids <- list(barcode = row.names(table))
  utils::write.csv(as.data.frame(c(ids, texts)), path, row.names = FALSE, na = "", quote = FALSE)
  path
}

# What the command says, read as the package reads JSON; skipped where there is no command.
command <- function(...) {
  program <- Sys.getenv("SLAM_COMMAND")
  skip_if(program == "", "no command to compare with: r/tests/run builds it")
  words <- c(vapply(list(...), as.character, ""), "--format", "json", "--quiet")
  said <- system2(program, shQuote(words), stdout = TRUE, stderr = TRUE)
  if (!is.null(attr(said, "status"))) stop(paste(said, collapse = "\n"))
  slammetric:::from_json(paste(said, collapse = "\n"))
}

# A result without what was read, which is named differently in a file and in memory.
without_input <- function(found) {
  if (!is.list(found)) return(found)
  lapply(found[!names(found) %in% "input" | is.null(names(found))], without_input)
}

result <- function(x) without_input(slammetric:::from_json(slam_json(x)))

# A file of the real data; a test that needs one that is not there says so.
shared <- function(name) {
  beside <- if (nzchar(Sys.getenv("SLAM_ROOT"))) file.path(Sys.getenv("SLAM_ROOT"), "..", "shared", "data") else ""
  path <- file.path(Sys.getenv("SLAM_SHARED_DATA", beside), name)
  skip_if_not(file.exists(path), paste("no", name, "in the shared data (SLAM_SHARED_DATA, ../shared/data)"))
  path
}

quietly <- function(code) suppressWarnings(code, classes = "slam_warning")
