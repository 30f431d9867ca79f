# Several slides in one table: told apart by a column, refused, or said to be one.

# Hexagonal slides of 14 x 14 spots on top of each other, each moved by less than a spacing.
slides <- function(n) {
  slide <- rep(seq_len(n) - 1, each = 196)
  spot <- rep(0:195, n)
  i <- spot %% 14
  j <- spot %/% 14
  data.frame(
    x = i + 0.5 * (j %% 2) + 0.31 * slide, y = 0.866 * j + 0.17 * slide, truth = ifelse(i < 7, "a", "b"),
    pred = ifelse(i + slide < 7, "a", "b"), library_id = paste0("lib", slide), row.names = paste0("s", spot, "-", slide)
  )
}

test_that("a column that tells slides apart is used with a warning", {
  table <- slides(3)
  expected <- slam(table, "truth", "pred", slice = "library_id", metrics = "none")
  said <- "^slices: column library_id \\(3 slides\\); one_slide = TRUE if it is one slide$"
  expect_warning(found <- slam(table, "truth", "pred", metrics = "none"), said, class = "slam_warning")
  expect_identical(as.numeric(found), as.numeric(expected))
  mixed <- slam(table, "truth", "pred", metrics = "none", one_slide = TRUE)
  expect_false(identical(as.numeric(mixed), as.numeric(expected)))
  expect_warning(board <- slam_compare(table, "truth", "*", metrics = "none"), said)
  expect_false("library_id" %in% as.data.frame(board)$pred)
})

test_that("slides that nothing tells apart are refused", {
  table <- slides(3)[c("x", "y", "truth", "pred")]
  positions <- "x: several slides in one table: 100 % of the spots lie within 0.8 spacings of another one; "
  advice <- "add a column that tells them apart and name it with slice, or one_slide = TRUE if it is one slide"
  ids <- "ids end in -0 \u2026 -2, and their spots overlap; "
  expect_error(slam(table, "truth", "pred"), paste0(positions, ids, advice), fixed = TRUE)
  cells <- unname(as.matrix(table[c("x", "y")]))
  rownames(cells) <- NULL
  expect_error(slam(cells, table$truth, table$pred), paste0(positions, advice), fixed = TRUE)
  expect_no_error(slam_metrics(cells, table$truth, table$pred, one_slide = TRUE))
  expect_error(match_labels(table, "truth", "pred", slice = "pred", one_slide = TRUE), "give one of them")
  expect_error(slam(table, "truth", "pred", one_slide = "no"), "one_slide: expected TRUE or FALSE")
})

test_that("a slide of a study is one slide", {
  table <- slides(3)
  study <- function(...) slam_study(list(a = table, b = slides(1)), "truth", "pred", metrics = "none", ...)
  said <- "slide \"a\": x: 3 slides in one, and every slide of a study is one slide: column \"library_id\"; one_slide = TRUE if it is one slide"
  expect_error(study(), said, fixed = TRUE, class = "slam_error")
  expect_identical(quietly(study(keep_going = TRUE))$failures$slice, "a")
  expect_identical(quietly(study(one_slide = TRUE))$slices, c("a", "b"))
})

test_that("one slide is not refused", {
  expect_no_warning(slam(slides(1), "truth", "pred", metrics = "none"))
  expect_no_warning(slam(slam_demo(), "expert", "salt_and_pepper", metrics = "none"))
})
