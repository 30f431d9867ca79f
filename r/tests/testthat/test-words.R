# Errors say what was expected, in the library's words.

expect_said <- function(code, said) expect_error(code, said, fixed = TRUE, class = "slam_error")

test_that("columns and options that are not there are named, with the nearest", {
  expect_said(slam(tissue, "regoin", "named"), "truth: no column \"regoin\" in x (columns: region, named, number, flag, section, weight, x, y); did you mean \"region\"?")
  expect_said(slam(tissue, "region", "named", kk = 3), "there is no option \"kk\"; did you mean \"k\"?")
  expect_said(slam(tissue, "region", true = "named"), "there is no option \"true\"; did you mean \"truth\"?")
  expect_said(slam(tissue, "region", "named", c_labels = 1), "there is no option \"c_labels\"; did you mean \"pred\"?")
  expect_said(slam(tissue, "region", "named", 4), "options must be named: truth and pred come first, all else by name")
  expect_said(slam(tissue, "region"), "pred is missing: name a column, or give the labels themselves")
})

test_that("options outside their domain are refused", {
  expect_said(slam(tissue, "region", "named", k = 0), "k must be at least 1, got 0")
  expect_said(slam(tissue, "region", "named", k = "a"), "k: expected a whole number that is not negative, got string \"a\"")
  expect_said(slam(tissue, "region", "named", k = 2.5), "k: expected a whole number that is not negative, got floating point `2.5`")
  expect_said(slam(tissue, "region", "named", k = NA), "k: expected a value, got NA")
  expect_said(slam(tissue, "region", "named", exclude = c("WM", NA)), "exclude: expected a value, got NA")
  expect_said(slam(tissue, "region", "named", bandwidth = -1), "bandwidth must be a positive number, got -1")
  expect_said(slam(tissue, "region", "named", estimator = "exat"), "estimator: expected exact, sampled, authors, got \"exat\"; did you mean \"exact\"?")
  expect_said(slam(tissue, "region", "named", log_normalize = 1, expression = as.matrix(tissue["x"])), "log_normalize: expected TRUE or FALSE, got integer `1`")
  expect_said(slam(tissue, "region", "named", similarity = "pearson"), "similarity needs measurements: name them with expression")
  expect_said(slam(tissue, "region", "named", join = "rows"), "join must be id or row, got \"rows\"")
  expect_said(slam(tissue, "region", "named", threads = 0), "threads must be at least 1, got 0; leave it out for one per core")
  expect_said(slam(tissue, "region", "named", slice = "section", library_key = "section"), "slice and library_key mean the same; give one")
  expect_said(slam(tissue, "region", "named", sigma = 1), "sigma has no place in the estimator exact: its kernel has gamma")
})

test_that("data of another shape are refused", {
  xy <- cbind(tissue$x, tissue$y)
  expect_said(slam("file.csv", "a", "b"), "got the text \"file.csv\"; read the file first")
  expect_said(slam(1:3, "a", "b"), "got an object of class integer")
  expect_said(slam(xy, "region", "named"), "truth: \"region\" names a column, and a matrix has none; give the labels themselves")
  expect_said(slam(xy, tissue$region, tissue$named[-1]), "pred: expected a label for each of 336 spots, got 335")
  expect_said(slam(matrix("a", 3, 2), 1:3, 1:3), "positions must be numbers, a matrix with two or three columns")
  expect_said(slam(xy[, 1, drop = FALSE], tissue$region, tissue$named), "positions must have 2 or 3 dimensions, got 1")
  far <- xy
  far[3, 2] <- NA
  expect_said(slam(far, tissue$region, tissue$named), "row 3: coordinate y is NaN, expected a finite number")
  nowhere <- tissue[c("region", "named")]
  expect_said(slam(nowhere, "region", "named"), "x: no columns of positions found (columns: region, named); name them with coords")
  expect_said(slam(tissue, "region", "named", coords = c("x", "yy")), "coords: no column \"yy\" in x")
  expect_said(slam(tissue, "region", "named", expression = diag(3)), "expression: expected a row for each of 336 spots, got 3")
  expect_said(slam(tissue, "region", "named", graph = diag(3)), "a matrix of 336 \u00d7 336, got 3 \u00d7 3")
  expect_said(slam(tissue, "region", "named", graph = cbind(1, 400)), "graph: an edge names row 400, expected rows from 1 to 336")
  expect_said(slam(tissue, "region", "named", graph = cbind("spot-1", "spot")), "graph: 1 id is not in the data: spot")
  expect_said(slam(tissue, "region", function(x) x), "pred: expected the name of a column, or labels, got an object of class function")
})

test_that("preds are found by pattern, and what is no labeling is left out with a word", {
  table <- transform(tissue, pred_a = named, pred_b = flag, pred_c = seq_along(named) / 7)
  found <- expect_warning(slam_compare(table, "region", "pred_*", metrics = "none"), "preds: left out: pred_c", fixed = TRUE) |> quietly()
  expect_setequal(names(quietly(slam_compare(table, "region", "pred_*", metrics = "none"))$scores), c("pred_a", "pred_b"))
  expect_said(slam_compare(tissue, "region", "zzz*"), "preds: no column of labels fits \"zzz*\" (columns: region, named")
  expect_said(slam_compare(tissue, "region", list(a = tissue$named, a = tissue$flag)), "preds: two labelings are called \"a\"; names must differ")
  expect_said(slam_compare(tissue, "region", list()), "preds: no labels are given")
})

test_that("labels that look like options are left alone", {
  truth <- ifelse(tissue$x < median(tissue$x), "x --tumor", "y")
  pred <- ifelse(truth == "y", "z --k 4", truth)
  said <- paste0("1 pred label stands for no truth label, so that ", sum(truth == "y"), " spots count as wrong: \"z --k 4\"")
  expect_warning(slam(cbind(tissue$x, tissue$y), truth, pred, matching = "identity", metrics = "none"), said, fixed = TRUE) |> quietly()
})

test_that("labels to exclude that nobody carries are told", {
  expect_warning(slam(tissue, "region", "named", exclude = "Layer_7", metrics = "none"), "exclude: no spot is labelled \"Layer_7\"", fixed = TRUE) |> quietly()
})
