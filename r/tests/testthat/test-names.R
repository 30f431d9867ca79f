# Names that look like numbers or truths are names.

test_that("methods and slices keep their names in tables", {
  preds <- list("007" = tissue$named, "1e5" = tissue$number, "TRUE" = tissue$flag)
  for (names in list(c("01", "02"), c("1e5", "2e5"), c("TRUE", "FALSE"))) {
    section <- names[1 + (tissue$section == "right")]
    table <- as.data.frame(quietly(slam_compare(tissue, "region", preds, slice = section, metrics = "none")))
    expect_type(table$pred, "character")
    expect_setequal(table$pred[!is.na(table$rank)], names(preds))
    expect_setequal(table$slice[!is.na(table$slice)], names)
    expect_identical(vapply(table[c("rank", "n_spots", "slam", "better_than_chance")], typeof, ""), c(
      rank = "integer", n_spots = "integer", slam = "double", better_than_chance = "logical"
    ))
    score <- quietly(slam(tissue, "region", "named", slice = section, metrics = "none"))
    expect_setequal(score$slices$slice, names)
  }
})

test_that("labels keep their names", {
  region <- c("01", "007", "1e5", "TRUE")[as.integer(factor(tissue$region, c("Layer_1", "Layer_2", "Layer_10", "WM")))]
  score <- quietly(slam(tissue, region, region, metrics = "none"))
  expect_setequal(score$domains$label, c("01", "007", "1e5", "TRUE", "(boundary)"))
  expect_setequal(levels(spots(score)$truth), c("01", "007", "1e5", "TRUE"))
  expect_setequal(match_labels(tissue, region, region)$links$pred, c("01", "007", "1e5", "TRUE"))
})

test_that("whole numbers are labels and ids with all their digits", {
  number <- 1e5 * (1 + tissue$number)
  found <- quietly(match_labels(tissue, "region", number))
  expect_setequal(found$links$pred, c("100000", "200000", "300000", "400000"))
  # Rows 99999 and on, as a table has them that was read with decimals.
  numbered <- data.frame(key = 99998 + as.numeric(seq_len(nrow(tissue))), tissue, row.names = NULL)
  labels <- setNames(tissue$named, sprintf("%.0f", numbered$key))
  expected <- quietly(slam(tissue, "region", "named", metrics = "none"))$d
  expect_identical(quietly(slam(numbered, "region", rev(labels), id = "key", metrics = "none"))$d, expected)
})
