# Colours and sizes that the plots share.

ink <- "#333333"
faint <- "#bbbbbb"
wrong <- c("#f2f2f2", "#f0b07a", "#d55e00", "#7a2a00", "#2e0f00")
many <- c("#f2f2f2", "#9ecae6", "#0072b2", "#003a5c")
marks <- list(
  slam_adjusted = list(pch = 15, colour = "#e69f00"), slam = list(pch = 16, colour = "#0072b2"),
  slam_pinned = list(pch = 18, colour = "#d55e00")
)
panels <- c("truth", "matched", "pred", "disagreement", "share")

# A colour for each truth label, the caller's where it is known, and greys for the pred labels that stand for none.
label_colours <- function(score, names) {
  truth <- levels_of(score, "truth")
  colours <- setNames(.Call(wrap__palette, length(truth)), truth)
  known <- intersect(names(score$colours), truth)
  colours[known] <- score$colours[known]
  other <- setdiff(names, truth)
  greys <- grDevices::grey(seq(0.8, 0.35, length.out = max(1, length(other))))[seq_along(other)]
  c(colours, setNames(greys, other))[names]
}

# How the maps of a score or a comparison are drawn: as the data say, unless y_axis says which way y runs.
drawn_as <- function(x, y_axis) {
  drawn <- x$drawn
  if (is.null(y_axis)) return(drawn)
  drawn$y_axis <- one_of("y_axis", y_axis, c("up", "down"))
  drawn$why <- "as asked for"
  drawn
}

# The usual distance of neighbours, from some spots to their nearest.
spacing_of <- function(table) {
  if (nrow(table) < 2) return(1)
  some <- unique(round(seq(1, nrow(table), length.out = min(nrow(table), 60))))
  nearest <- vapply(some, function(spot) {
    squared <- (table$x - table$x[spot])^2 + (table$y - table$y[spot])^2
    squared[spot] <- Inf
    sqrt(min(squared))
  }, 0)
  nearest <- nearest[nearest > 0]
  if (length(nearest)) stats::median(nearest) else 1
}

ramp <- function(colours, values, most) {
  shades <- grDevices::colorRampPalette(colours)(256)
  shades[1 + round(255 * pmin(1, values / most))]
}

# A share of what is wrong has no natural end; a disagreement ends at 1.
most_of <- function(values, what) {
  if (what == "disagreement") 1 else max(values, 1e-12, na.rm = TRUE)
}

title_of <- function(score, what) {
  switch(what, truth = score$truth, matched = score$pred, pred = paste(score$pred, "(its own labels)"),
    disagreement = "where they disagree", share = "share of what is wrong")
}

check_panels <- function(show) {
  unknown <- setdiff(show, panels)
  if (length(unknown) || !length(show)) {
    fail("show: expected truth, matched, pred, disagreement or share, got ", paste(quoted(unknown), collapse = ", "))
  }
}

# The rows of a leaderboard that are drawn: methods, best first, then the references.
drawn_rows <- function(comparison) {
  table <- comparison$table
  table[is.na(table$slice), , drop = FALSE]
}
