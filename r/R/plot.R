# Pictures with R's own graphics: maps, the flow of edges, the profile over scales, the leaderboard.

plot.slam_score <- function(x, what = c("maps", "flow", "profile"), show = c("truth", "matched", "disagreement"), ...) {
  what <- match.arg(what)
  switch(what, maps = draw_maps(x, show, ...), flow = draw_flow(x, ...), profile = draw_profile(x, ...))
  invisible(x)
}

# A row of maps per slice, a column per panel, and the labels below.
draw_maps <- function(score, show, slices = NULL, legend = TRUE, y_axis = NULL, ...) {
  check_panels(show)
  y_axis <- drawn_as(score, y_axis)$y_axis
  table <- spots(score)
  named <- slices_drawn(table, slices)
  groups <- if (length(named)) split(table, factor(table$slice, named)) else list(table)
  n <- length(groups) * length(show)
  cells <- matrix(seq_len(n), length(groups), byrow = TRUE)
  old <- par(mar = c(0.5, 0.5, 2, 0.5), oma = c(0, if (length(named)) 1.5 else 0, 0, 0), fg = ink, col.main = ink)
  on.exit({ layout(1); par(old) })
  with_legend <- legend && any(show %in% c("truth", "matched", "pred"))
  layout(if (with_legend) rbind(cells, n + 1) else cells, heights = c(rep(1, length(groups)), if (with_legend) 0.22))
  par(cex = 0.83)
  spacing <- spacing_of(table)
  for (place in seq_along(groups)) {
    for (panel in show) draw_map(score, groups[[place]], panel, spacing, y_axis, ...)
    if (length(named)) mtext(named[place], side = 2, outer = TRUE, at = 1 - (place - 0.5) / length(groups), cex = 0.8, col = ink)
  }
  if (with_legend) draw_legend(score, show)
}

slices_drawn <- function(table, slices) {
  known <- levels(table$slice)
  unknown <- setdiff(slices, known)
  if (length(unknown)) fail("slices: no slice ", quoted(unknown[1]), " (slices: ", paste(known, collapse = ", "), ")")
  if (is.null(slices)) known else slices
}

draw_map <- function(score, table, what, spacing, y_axis, ...) {
  values <- table[[what]]
  colours <- if (is.factor(values)) label_colours(score, levels(values))[values] else ramp(wrong, values, most_of(values, what))
  # A spot without neighbours disagrees with nobody.
  colours[is.na(colours)] <- "#ffffff"
  plot.new()
  heights <- range(table$y) + c(-1, 1) * spacing / 2
  plot.window(range(table$x) + c(-1, 1) * spacing / 2, if (y_axis == "down") rev(heights) else heights, asp = 1)
  inches <- spacing * par("pin")[1] / diff(par("usr")[1:2])
  # A disc of size 1 is three quarters of a letter high; a bit more closes the gaps between them.
  size <- 2.0 * inches / (0.75 * par("ps") / 72) / par("cex")
  points(table$x, table$y, pch = 16, col = colours, cex = max(0.1, size), ...)
  mtext(title_of(score, what), side = 3, line = 0.4, cex = 0.9, col = ink, font = 2)
}

draw_legend <- function(score, show) {
  par(mar = c(0, 0, 0, 0))
  plot.new()
  names <- unique(unlist(lapply(intersect(show, c("truth", "matched", "pred")), function(one) levels_of(score, one))))
  columns <- min(length(names), 9)
  legend("center", names, col = label_colours(score, names), pch = 16, pt.cex = 1.4, ncol = columns, bty = "n", text.col = ink)
}

# What became of the edges of each kind, as shares of each row.
draw_flow <- function(score, ...) {
  flow <- score$flow
  shares <- flow / pmax(rowSums(flow), 1e-300)
  n <- nrow(flow)
  old <- par(mar = c(7, 7, 2.5, 0.5), fg = ink, col.axis = ink, col.lab = ink)
  on.exit(par(old))
  plot.new()
  plot.window(c(0.5, n + 0.5), c(n + 0.5, 0.5), asp = 1)
  rows <- row(flow)
  columns <- col(flow)
  rect(columns - 0.5, rows - 0.5, columns + 0.5, rows + 0.5, col = ramp(many, shares, 1), border = "white")
  seen <- shares >= 0.005
  shade <- ifelse(shares > 0.5, "white", ink)
  text(columns[seen], rows[seen], sprintf("%.0f", 100 * shares[seen]), col = shade[seen], cex = 0.8)
  axis(1, seq_len(n), colnames(flow), las = 2, tick = FALSE, line = -0.8, pos = n + 0.5)
  axis(2, seq_len(n), rownames(flow), las = 1, tick = FALSE, line = -0.8, pos = 0.5)
  mtext("where the edges went, % of each row", side = 3, line = 1, font = 2, col = ink)
  mtext(paste("in", score$pred), side = 1, line = 5.6, col = ink)
  mtext(paste("in", score$truth), side = 2, line = 5.6, col = ink)
}

# The score at every scale, as a share of what the same label proportions placed at random score.
draw_profile <- function(score, ...) {
  profile <- score$profile
  ratios <- list(
    "place and contacts" = (profile$place + profile$contacts) / (profile$chance_place + profile$chance_contacts),
    place = profile$place / profile$chance_place, contacts = profile$contacts / profile$chance_contacts
  )
  # Where nothing differs at random either, nothing is drawn.
  ratios <- lapply(ratios, function(ratio) ifelse(is.finite(ratio), ratio, NA))
  place <- seq_len(nrow(profile))
  old <- par(mar = c(5, 4.5, 3, 1), fg = ink, col.axis = ink, col.lab = ink, las = 1)
  on.exit(par(old))
  most <- max(1.1, unlist(ratios), na.rm = TRUE)
  colours <- c("#0072b2", "#e69f00", "#d55e00")
  plot(place, ratios[[1]], type = "b", pch = 16, col = colours[1], ylim = c(0, most), xaxt = "n", bty = "n", lwd = 2,
    xlab = "width of the cells in which labels are compared", ylab = "difference (1: same proportions at random)")
  for (line in 2:3) lines(place, ratios[[line]], col = colours[line], lty = line)
  legend("bottomleft", names(ratios), col = colours, lty = 1:3, lwd = c(2, 1, 1), bty = "n", text.col = ink, cex = 0.8)
  abline(h = 1, lty = 2, col = faint)
  text(max(place), 1, "at random", col = ink, cex = 0.8, adj = c(1, -0.5))
  names <- ifelse(is.na(profile$width), "whole", ifelse(profile$width == 0, "spot", format(profile$width, trim = TRUE)))
  axis(1, place, names, col = faint)
  mtext(paste(score$pred, "against", score$truth), side = 3, line = 1, font = 2)
}

plot.slam_comparison <- function(x, ...) {
  rows <- drawn_rows(x)
  n <- nrow(rows)
  height <- rev(seq_len(n))
  old <- par(mar = c(4.5, 11, 3, 1), fg = ink, col.axis = ink, col.lab = ink, las = 1)
  on.exit(par(old))
  plot.new()
  plot.window(c(0, 2), c(0.5, n + 0.5))
  abline(v = seq(0, 2, 0.5), col = "#eeeeee")
  values <- as.matrix(rows[names(marks)])
  segments(apply(values, 1, min), height, apply(values, 1, max), height, col = "#dddddd", lwd = 3)
  for (name in names(marks)) {
    colour <- ifelse(is.na(rows$rank), faint, marks[[name]]$colour)
    points(rows[[name]], height, pch = marks[[name]]$pch, col = colour, cex = 1.4)
  }
  rank <- ifelse(is.na(rows$rank), "-", rows$rank)
  axis(1, seq(0, 2, 0.5), col = faint)
  axis(2, height, paste(rank, rows$pred), tick = FALSE, line = -0.5)
  mtext("0 alike ... 2 unlike (slam_adjusted: 1 is the same proportions at random)", side = 1, line = 2.8)
  colours <- vapply(marks, `[[`, "", "colour")
  legend(
    "top", names(marks), col = colours, pch = vapply(marks, `[[`, 0, "pch"), horiz = TRUE, bty = "n", inset = c(0, -0.13),
    xpd = TRUE, text.width = max(graphics::strwidth(names(marks))), pt.cex = 1.4
  )
  invisible(x)
}
