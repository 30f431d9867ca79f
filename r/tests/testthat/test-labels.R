# Labels of every kind mean what they say.

xy <- cbind(x = tissue$x, y = tissue$y)

test_that("factors, texts, numbers and truths are labels", {
  by_text <- quietly(slam(xy, as.character(tissue$region), tissue$named, metrics = "none"))
  expect_identical(result(quietly(slam(xy, tissue$region, factor(tissue$named), metrics = "none"))), result(by_text))
  by_integer <- quietly(slam(xy, tissue$region, tissue$number, metrics = "none"))
  for (same in list(as.numeric(tissue$number), as.character(tissue$number), factor(tissue$number), as.list(tissue$number))) {
    expect_identical(result(quietly(slam(xy, tissue$region, same, metrics = "none"))), result(by_integer))
  }
  expect_identical(levels(spots(quietly(slam(xy, tissue$region, tissue$flag, metrics = "none")))$pred), c("FALSE", "TRUE"))
})

test_that("NA is missing, and so is a text that says so, with a word on it", {
  truth <- as.character(tissue$region)
  expect_identical(quietly(slam(xy, truth, tissue$named, metrics = "none"))$n_dropped, 1)
  truth[6] <- "NA"
  said <- "truth: 1 spot has the text \"NA\", which counts as missing"
  expect_warning(score <- slam(xy, truth, tissue$named, metrics = "none"), said, fixed = TRUE, class = "slam_warning")
  expect_identical(score$n_dropped, 1)
  expect_identical(nrow(spots(score)), nrow(tissue) - 1L)
  expect_false("6" %in% row.names(spots(score)))
})

test_that("texts of any encoding and with blanks around are the labels that they say", {
  truth <- c("Sch\u00e4del", " b")[1 + seq_len(nrow(tissue)) %% 2]
  latin <- iconv(truth, "UTF-8", "latin1")
  trimmed <- quietly(slam(xy, trimws(truth), tissue$named, metrics = "none"))
  expect_identical(result(quietly(slam(xy, latin, tissue$named, metrics = "none"))), result(trimmed))
  expect_identical(levels(spots(trimmed)$truth), c("Sch\u00e4del", "b"))
  many <- sprintf("cell %d", seq_len(10002))
  far <- cbind(seq_along(many), 0)
  expect_error(slam(far, many, many), "truth: more than 10", class = "slam_error")
})

test_that("levels keep their order, in tables and in spots", {
  score <- quietly(slam(tissue, "region", "named", metrics = "none"))
  expect_identical(levels(spots(score)$truth), c("WM", "Layer_10", "Layer_2", "Layer_1"))
  expect_identical(score$domains$label, c("WM", "Layer_10", "Layer_2", "Layer_1", "(boundary)"))
  expect_identical(rownames(score$flow), score$domains$label)
  expect_equal(rowSums(score$flow), setNames(score$domains$n_edges, score$domains$label))
  # The command's order is natural: Layer_2 before Layer_10.
  natural <- quietly(slam(xy, as.character(tissue$region), tissue$named, metrics = "none"))
  expect_identical(natural$domains$label, c("Layer_1", "Layer_2", "Layer_10", "WM", "(boundary)"))
  expect_identical(score$d, natural$d)
})

test_that("what has names is joined by them", {
  ids <- row.names(tissue)
  turned <- rev(setNames(tissue$named, ids))
  expected <- quietly(slam(tissue, "region", "named", metrics = "none"))$d
  expect_identical(quietly(slam(tissue, "region", turned, metrics = "none"))$d, expected)
  named <- xy
  rownames(named) <- ids
  expect_identical(quietly(slam(named, tissue$region, turned, metrics = "none"))$d, expected)
  short <- quietly(slam(tissue, "region", turned[-(1:3)], metrics = "none"))
  expect_identical(short$n_dropped, 4)
  longer <- c(turned, else_where = "WM")
  said <- "pred: 1 id is not in the data: else_where; to leave it out, give extra_ids = \"skip\""
  expect_error(slam(tissue, "region", longer), said, fixed = TRUE, class = "slam_error")
  expect_identical(quietly(slam(tissue, "region", longer, extra_ids = "skip", metrics = "none"))$d, expected)
  twice <- c(turned, turned[1])
  expect_error(slam(tissue, "region", twice), "pred: the id \"spot-336\" is twice in the names of pred; ids must differ", fixed = TRUE)
  strange <- setNames(tissue$named, paste0("cell", seq_along(ids)))
  expect_error(slam(tissue, "region", strange), "its ids (cell1, cell2, cell3, \u2026) are not those of the data", fixed = TRUE)
  expect_identical(quietly(slam(tissue, "region", strange, join = "row", metrics = "none"))$d, expected)
})

test_that("rows that are only counted are joined by row with a warning, and never where the data have ids", {
  preds <- data.frame(named = tissue$named)
  counted <- data.frame(tissue, row.names = NULL)
  said <- "by row, for neither has ids"
  expect_warning(slam_compare(counted[c("region", "x", "y")], "region", preds, metrics = "none"), said, fixed = TRUE) |> quietly()
  expect_error(slam_compare(tissue, "region", preds), "and it only counts its rows", fixed = TRUE)
  expect_error(
    slam(rbind(tissue, tissue) |> `row.names<-`(NULL) |> transform(key = rep(row.names(tissue), 2)), "region", "named", id = "key"),
    "id: the id \"spot-1\" is twice in the column \"key\"; ids must differ", fixed = TRUE
  )
})
