# Maps are drawn the way up that the command draws them.

beside_pixels <- function(rows) {
  spot <- 0:8
  data.frame(
    x = spot %% 3, y = spot %/% 3, truth = paste0("t", spot %% 3 %/% 2), pred = paste0("t", spot %/% 3 %/% 2),
    array_y = spot %/% 3, pixel_y = rows[1 + spot %/% 3]
  )
}

# What the note of the command says of its maps.
way_of_command <- function(slide) {
  program <- Sys.getenv("SLAM_COMMAND")
  skip_if(program == "", "no command to compare with: r/tests/run builds it")
  page <- tempfile(fileext = ".html")
  words <- c("compare", as_file(slide), "--truth", "truth", "--pred", "pred", "--k", "4", "--report", page)
  said <- suppressWarnings(system2(program, shQuote(words), stdout = TRUE, stderr = TRUE))
  sub("note: maps: ", "", grep("maps:", said, value = TRUE))
}

way_of_report <- function(...) {
  page <- tempfile(fileext = ".html")
  slam_report(..., path = page)
  text <- paste(readLines(page, warn = FALSE, encoding = "UTF-8"), collapse = "")
  sub(".*\"way\": \"(y runs [^\"\\\\]*).*", "\\1", text)
}

test_that("the correlation with pixels says which way y runs, as in the command", {
  for (rows in list(c(10, 20, 30), c(30, 20, 10))) {
    slide <- beside_pixels(rows)
    found <- quietly(slam_compare(slide, "truth", "pred", k = 4, metrics = "none"))
    way <- if (rows[1] < rows[3]) "down" else "up"
    expect_identical(found$drawn$y_axis, way)
    expect_identical(sprintf("y runs %s: %s", way, found$drawn$why), way_of_command(slide))
    expect_match(way_of_report(found), paste0("^y runs ", way))
  }
  expect_match(way_of_report(found, y_axis = "down"), "^y runs down: as asked for")
  expect_error(slam_report(found, tempfile(), y_axis = "left"), "y_axis must be up or down", class = "slam_error")
})

test_that("plots run the same way", {
  heights <- function(score, ...) {
    grDevices::pdf(NULL)
    on.exit(grDevices::dev.off())
    plot(score, show = "truth", legend = FALSE, ...)
    diff(par("usr")[3:4])
  }
  down <- quietly(slam(beside_pixels(1:3), "truth", "pred", k = 4, metrics = "none"))
  up <- quietly(slam(beside_pixels(3:1), "truth", "pred", k = 4, metrics = "none"))
  expect_lt(heights(down), 0)
  expect_gt(heights(up), 0)
  expect_lt(heights(up, y_axis = "down"), 0)
  skip_if_not_installed("ggplot2")
  built <- ggplot2::ggplot_build(ggplot2::autoplot(down))
  expect_identical(built$layout$panel_scales_y[[1]]$trans$name, "reverse")
  expect_false(identical(ggplot2::ggplot_build(ggplot2::autoplot(up))$layout$panel_scales_y[[1]]$trans$name, "reverse"))
})

test_that("a score is the number that ranks", {
  score <- quietly(slam(tissue, "region", "named", metrics = "none"))
  expect_identical(as.numeric(score), score$adjusted)
  expect_identical(score$slam$d, score$d)
  parts <- score$slam_adjusted
  expect_identical(parts$value, score$adjusted)
  expect_equal(parts$value, (parts$place$mean + parts$contacts$mean) / (parts$place$chance + parts$contacts$chance))
  expect_identical(names(score$profile), c("width", "place", "contacts", "chance_place", "chance_contacts"))
  expect_match(format(score), "^named against region: slam_adjusted [0-9.]+, slam [0-9.]+")
})

test_that("a severity needs a label", {
  said <- "severity: no spot of the truth is labelled \"Layer_3\"; did you mean \"Layer_1\"? (labels: "
  expect_error(slam(tissue, "region", "named", severity = c(Layer_3 = 2)), said, fixed = TRUE, class = "slam_error")
  expect_error(slam_compare(tissue, "region", "named", severity = c(Layer_3 = 2)), said, fixed = TRUE, class = "slam_error")
})
