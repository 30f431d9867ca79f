# What R adds to the library at a million spots, in the processor's seconds, which other work on the machine does not change;
# bench/r_memory.R has the memory.
#
#   R CMD INSTALL r && Rscript bench/r.R [SPOTS] [TURNS]

library(slammetric)
arguments <- commandArgs(trailingOnly = TRUE)
side <- floor(sqrt(if (length(arguments) > 0) as.numeric(arguments[1]) else 1e6))
turns <- if (length(arguments) > 1) as.integer(arguments[2]) else 5

# A hexagonal lattice in twelve bands, one spot in nine wrong.
spot <- seq_len(side^2) - 1
xy <- cbind(spot %% side + 0.5 * (spot %/% side %% 2), spot %/% side * sqrt(0.75))
band <- as.integer(12 * (spot %/% side) %/% side)
off <- as.integer(ifelse((spot * 7919) %% 9 == 0, (band + 1L) %% 12L, band))
truth <- factor(paste0("L", 0:11)[band + 1])
pred <- factor(paste0("L", 0:11)[off + 1])
rm(spot, band, off)
invisible(gc())

ours <- asNamespace("slammetric")
options <- ours$given(metrics = "none", projections = 1024, threads = 2)
gathered <- function() ours$gather(xy, truth, list(pred = pred), options)
call_of <- function(what, study) {
  ours$settled(.Call(ours[[what]], study$held, study$options, study$threads, ours$is_interrupted))
}
seconds <- function(code) sum(system.time(code)[c("user.self", "sys.self")])

compared <- call_of("wrap__study_compare", gathered())
turn <- function(i) {
  gather <- seconds(study <- gathered())
  work <- seconds(parts <- call_of("wrap__study_score", study))
  show <- seconds(ours$new_score(parts, study, "pred"))
  # What every spot is told, and the way of it all to R, is part of the work above.
  told <- seconds(.Call(ours$wrap__comparison_score, compared, 1L))
  (gather + work + show) / (work - told)
}
ratios <- vapply(seq_len(turns), turn, 0)
cat(sprintf("%.0f spots: slam() / the library within it, processor's seconds: %s\n", side^2, paste(sprintf("%.2f", ratios), collapse = " ")))
