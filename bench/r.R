# The score of a matrix with factors in R beside the library alone: seconds and memory, in turns, best of several.
#
#   cargo build --release -p slam-io --example stopwatch && R CMD INSTALL r
#   Rscript bench/r.R [SPOTS] [TURNS]

library(slammetric)
arguments <- commandArgs(trailingOnly = TRUE)
n <- if (length(arguments) > 0) as.numeric(arguments[1]) else 1e6
turns <- if (length(arguments) > 1) as.integer(arguments[2]) else 5
side <- floor(sqrt(n))
n <- side^2

# A hexagonal lattice in twelve bands, one spot in nine wrong.
spot <- seq_len(n) - 1
xy <- cbind(spot %% side + 0.5 * (spot %/% side %% 2), spot %/% side * sqrt(0.75))
band <- as.integer(12 * (spot %/% side) %/% side)
off <- as.integer(ifelse((spot * 7919) %% 9 == 0, (band + 1L) %% 12L, band))
truth <- factor(paste0("L", 0:11)[band + 1])
pred <- factor(paste0("L", 0:11)[off + 1])
rm(spot)

# The raw file that the stopwatch reads: the number of spots, their places, and two codes for each.
raw <- tempfile(fileext = ".bin")
file <- file(raw, "wb")
writeBin(c(as.integer(n), 0L), file, size = 4, endian = "little")
writeBin(as.vector(t(xy)), file, endian = "little")
writeBin(band, file, size = 2, endian = "little")
writeBin(off, file, size = 2, endian = "little")
close(file)

memory <- function(what) {
  line <- grep(what, readLines("/proc/self/status"), value = TRUE)
  as.numeric(gsub("[^0-9]", "", line)) / 1024
}

in_r <- function() {
  invisible(gc())
  cat("5", file = "/proc/self/clear_refs")
  before <- memory("VmRSS")
  seconds <- system.time(score <- suppressWarnings(slam(xy, truth, pred, metrics = "none", projections = 1024, threads = 2)))[["elapsed"]]
  list(seconds = seconds, more = memory("VmHWM") - before, d = score$d)
}

alone <- function() {
  said <- system2("target/release/examples/stopwatch", raw, input = "all 2 1024", stdout = TRUE)
  slammetric:::from_json(said)
}

best <- function(runs, what) min(vapply(runs, `[[`, 0, what))
pairs <- lapply(seq_len(turns), function(turn) list(r = in_r(), alone = alone()))
ours <- lapply(pairs, `[[`, "r")
theirs <- lapply(pairs, `[[`, "alone")
input <- sum(vapply(list(xy, truth, pred), function(one) as.numeric(utils::object.size(one)), 0)) / 2^20
cat(sprintf("%.0f spots: R %.3f s, the library alone %.3f s, ratio %.2f\n", n, best(ours, "seconds"), best(theirs, "seconds"), best(ours, "seconds") / best(theirs, "seconds")))
cat(sprintf("input %.0f MiB; R's peak %.0f MiB above what it held, %.1f times the input; library's process %.0f MiB in all\n", input, best(ours, "more"), best(ours, "more") / input, best(theirs, "peak_mib")))
