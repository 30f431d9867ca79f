# How much memory slam() takes at a million spots, in units of its input: as a whole, and the library's part of it.
#
#   R CMD INSTALL r && Rscript bench/r_memory.R [SPOTS]
#
# Every case is a process of its own, which reads its input; its peak of resident memory is counted from then on. The library's part
# is counted from when positions and labels are handed over; before it R gathers them, after it R keeps what comes back.

arguments <- commandArgs(trailingOnly = TRUE)
cases <- c("matrix and factors", "data.frame and texts")

# The peak of this process in MiB, from now on.
peak_of <- function(work) {
  held <- function(what) {
    as.numeric(gsub("[^0-9]", "", grep(what, readLines("/proc/self/status"), value = TRUE))) / 1024
  }
  invisible(gc())
  before <- held("VmRSS")
  cat("5", file = "/proc/self/clear_refs")
  work()
  held("VmHWM") - before
}

# A hexagonal lattice in twelve bands, one spot in nine wrong: positions and labels.
input_of <- function(case, n_spots) {
  side <- floor(sqrt(n_spots))
  spot <- seq_len(side^2) - 1
  x <- spot %% side + 0.5 * (spot %/% side %% 2)
  y <- spot %/% side * sqrt(0.75)
  band <- as.integer(12 * (spot %/% side) %/% side)
  off <- as.integer(ifelse((spot * 7919) %% 9 == 0, (band + 1L) %% 12L, band))
  names <- paste0("L", 0:11)
  if (case == cases[1]) {
    list(x = cbind(x, y), truth = factor(names[band + 1]), pred = factor(names[off + 1]))
  } else {
    list(x = data.frame(x, y, region = names[band + 1], found = names[off + 1]), truth = "region", pred = "found")
  }
}

# One case: MiB of the input, and of what a call holds beside it.
measure <- function(path, whole) {
  suppressPackageStartupMessages(library(slammetric))
  ours <- asNamespace("slammetric")
  asked <- list(metrics = "none", projections = 1024, threads = 2)
  inputs <- readRDS(path)
  # What is loaded and cached by a first call is no part of the second.
  invisible(suppressWarnings(do.call(slam, c(unname(inputs$small), asked))))
  input <- inputs$large
  size <- sum(vapply(input, function(one) as.numeric(utils::object.size(one)), 0)) / 2^20
  if (whole) {
    peak <- peak_of(function() suppressWarnings(slam(input$x, input$truth, input$pred, metrics = "none", projections = 1024, threads = 2)))
  } else {
    study <- ours$gather(input$x, input$truth, list(pred = input$pred), do.call(ours$given, asked))
    peak <- peak_of(function() ours$settled(.Call(ours$wrap__study_score, study$held, study$options, 2L, ours$is_interrupted)))
  }
  cat(sprintf("%.3f %.3f", size, peak))
}

if (length(arguments) == 2) {
  measure(arguments[1], arguments[2] == "whole")
  quit()
}

n_spots <- if (length(arguments)) as.numeric(arguments[1]) else 1e6
script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
path <- tempfile(fileext = ".rds")
for (case in cases) {
  saveRDS(list(small = input_of(case, 400), large = input_of(case, n_spots)), path, compress = FALSE)
  of <- function(part) {
    said <- system2(file.path(R.home("bin"), "Rscript"), c(script, path, part), stdout = TRUE)
    as.numeric(strsplit(said[length(said)], " ")[[1]])
  }
  whole <- of("whole")
  library <- of("library")
  cat(sprintf(
    "%s: input %.0f MiB; slam() holds %.0f MiB beside it at its peak, %.2f times the input; the library alone %.2f, R adds %.2f\n",
    case, whole[1], whole[2], whole[2] / whole[1], library[2] / whole[1], (whole[2] - library[2]) / whole[1]
  ))
}
