# Pictures with ggplot2, where it is installed: ggplot2::autoplot() finds these.

autoplot.slam_score <- function(object, show = c("truth", "matched"), size = NULL, y_axis = NULL, ...) {
  check_panels(show)
  is_down <- drawn_as(object, y_axis)$y_axis == "down"
  is_number <- show %in% c("disagreement", "share")
  if (any(is_number) && length(show) > 1) fail("show: disagreement and share are drawn alone, for they have a scale of their own")
  table <- spots(object)
  if (is.null(size)) size <- size_of(table, length(show))
  long <- do.call(rbind, lapply(show, function(what) {
    one <- data.frame(x = table$x, y = table$y, panel = title_of(object, what))
    one$label <- if (any(is_number)) table[[what]] else as.character(table[[what]])
    one$slice <- if (is.null(table$slice)) "" else as.character(table$slice)
    one
  }))
  long$panel <- factor(long$panel, unique(long$panel))
  names <- unique(unlist(lapply(show, function(what) levels(table[[what]]))))
  if (!any(is_number)) long$label <- factor(long$label, names)
  scale <- if (any(is_number)) {
    ggplot2::scale_colour_gradientn(colours = wrong, limits = c(0, most_of(long$label, show)), na.value = "#ffffff")
  } else {
    ggplot2::scale_colour_manual(values = label_colours(object, names), drop = FALSE)
  }
  rows <- if (is.null(table$slice)) ggplot2::facet_wrap("panel") else ggplot2::facet_grid(slice ~ panel)
  guide <- if (any(is_number)) "colourbar" else ggplot2::guide_legend(override.aes = list(size = 3))
  ggplot2::ggplot(long, ggplot2::aes(.data$x, .data$y, colour = .data$label)) +
    ggplot2::geom_point(size = size, shape = 16) + scale + rows + ggplot2::coord_fixed() +
    (if (is_down) ggplot2::scale_y_reverse()) +
    ggplot2::guides(colour = guide) + ggplot2::labs(colour = NULL) + ggplot2::theme_void(base_size = 11) +
    ggplot2::theme(strip.text = ggplot2::element_text(face = "bold", margin = ggplot2::margin(b = 4)))
}

# A size in millimetres at which spots nearly touch on a page of usual width.
size_of <- function(table, n_panels) {
  width <- diff(range(table$x))
  if (width == 0) 1 else max(0.1, min(4, 165 / n_panels * spacing_of(table) / width))
}

autoplot.slam_comparison <- function(object, ...) {
  rows <- drawn_rows(object)
  names <- paste(ifelse(is.na(rows$rank), "-", rows$rank), rows$pred)
  long <- do.call(rbind, lapply(names(marks), function(name) {
    data.frame(pred = factor(names, rev(names)), number = name, value = rows[[name]], is_ranked = !is.na(rows$rank))
  }))
  long$number <- factor(long$number, names(marks))
  long$shown <- ifelse(long$is_ranked, vapply(marks, `[[`, "", "colour")[as.character(long$number)], faint)
  ggplot2::ggplot(long, ggplot2::aes(.data$value, .data$pred, shape = .data$number, colour = .data$shown)) +
    ggplot2::geom_point(size = 3) + ggplot2::scale_colour_identity() +
    ggplot2::scale_shape_manual(values = vapply(marks, `[[`, 0, "pch")) +
    ggplot2::coord_cartesian(xlim = c(0, 2)) + ggplot2::labs(x = "0 alike ... 2 unlike", y = NULL, shape = NULL) +
    ggplot2::guides(shape = ggplot2::guide_legend(override.aes = list(colour = unname(vapply(marks, `[[`, "", "colour"))))) +
    ggplot2::theme_minimal(base_size = 11) + ggplot2::theme(legend.position = "top")
}

# The data of ggplot2's aesthetics.
.data <- NULL
