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

test_that("missing predictions are wrong, common or dropped", {
  places <- as.matrix(expand.grid(x = 1:8, y = 1:8))
  truth <- rep(c("a", "b"), each = 32)
  preds <- list(whole = replace(truth, 29:36, "a"), gaps = replace(truth, 1:16, NA))
  wrong <- quietly(slam(places, truth, preds$gaps, metrics = "accuracy,ari"))
  expect_identical(c(wrong$n_spots, wrong$n_unlabelled), c(64, 16))
  expect_identical(wrong$metrics[["accuracy"]], 0.75)
  expect_identical(sum(is.na(spots(wrong)$matched)), 16L)
  expect_identical(sum(is.na(spots(wrong)$pred)), 16L)
  expect_identical(levels(spots(wrong)$pred), c("a", "b"))
  expect_match(format(wrong), "64 spots, 16 without prediction", fixed = TRUE)
  said <- "16 of 64 spots (25 %) have no prediction and count as wrong"
  expect_warning(slam(places, truth, preds$gaps, metrics = "none"), said, fixed = TRUE) |> quietly()
  for (more in list(list(missing_pred = "common"), list(rank_by = "ari"))) {
    common <- quietly(do.call(slam_compare, c(list(places, truth, preds, metrics = "accuracy,ari"), more)))
    table <- as.data.frame(common)
    expect_identical(unique(table$n_spots[table$pred %in% names(preds)]), 48L)
    expect_identical(table$n_unlabelled[match(names(preds), table$pred)], c(0L, 16L))
  }
  dropped <- quietly(slam(places, truth, preds$gaps, missing_pred = "drop", metrics = "accuracy"))
  expect_identical(c(dropped$n_spots, dropped$metrics[["accuracy"]]), c(48, 1))
  expect_error(slam(places, truth, preds$gaps, missing_pred = "error"), "row 1: the pred label is missing", class = "slam_error")
  expect_error(
    slam(places, truth, preds$gaps, missing = "drop"), "missing is two options: use missing_truth = \"drop\"", fixed = TRUE,
    class = "slam_error"
  )
})

test_that("what is probably no labeling is refused, unless it is allowed", {
  places <- as.matrix(expand.grid(x = 1:20, y = 1:20))
  truth <- rep(c("a", "b"), each = 200)
  many <- seq_len(400) %% 51
  said <- "(51 labels for 400 spots), so it is refused; allow_many_labels lets it pass"
  expect_error(slam(places, truth, many, metrics = "none"), said, fixed = TRUE, class = "slam_error")
  expect_identical(quietly(slam(places, truth, many, metrics = "none", allow_many_labels = TRUE))$n_spots, 400)
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
  expect_identical(c(short$n_dropped, short$n_unlabelled, short$n_truth_spots), c(1, 3, 335))
  dropped <- quietly(slam(tissue, "region", turned[-(1:3)], missing_pred = "drop", metrics = "none"))
  expect_identical(c(dropped$n_dropped, dropped$n_unlabelled), c(4, 3))
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
    slam(rbind(tissue, tissue) |> `row.names<-`(NULL) |> transform(key = rep(row.names(tissue), 2)), "region", "named", id = "key", one_slide = TRUE),
    "id: the id \"spot-1\" is twice in the column \"key\"; ids must differ", fixed = TRUE
  )
})
