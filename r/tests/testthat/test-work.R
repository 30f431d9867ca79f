# Results can be kept, shown and drawn; work can be stopped, and leaves R's random numbers alone.

score <- quietly(slam(tissue, "region", "number", slice = "section", metrics = c("ari", "ch")))
found <- quietly(slam_compare(tissue, "region", c("named", "number"), metrics = "ari"))

test_that("a score prints one line and its verdict, and survives a file", {
  expect_output(print(score), "number against region: slam_adjusted 0\\.[0-9]{4}, slam 0.*; 335 spots, 1 left out\n\\* ")
  expect_output(print(summary(score)), "slam_adjusted")
  path <- tempfile()
  saveRDS(list(score, found), path)
  back <- readRDS(path)
  expect_identical(spots(back[[1]]), spots(score))
  expect_identical(as.data.frame(back[[2]]), as.data.frame(found))
  expect_error(slam_report(back[[2]], tempfile()), "x: this comparison comes from another session", fixed = TRUE)
})

test_that("spots, slices and domains add up", {
  table <- spots(score)
  expect_identical(nrow(table), 335L)
  expect_equal(sum(table$share), 1)
  expect_identical(as.data.frame(score), table)
  expect_identical(levels(table$slice), c("left", "right"))
  expect_identical(score$slices$n_spots, c(167, 168))
  expect_equal(sum(score$domains$share), 1)
  expect_identical(row.names(table)[1], "spot-1")
})

test_that("a spot says what its edges say, and nothing where it has none", {
  edges <- cbind(1:2, 2:3)
  line <- slam(cbind(1:4, 0), c("a", "a", "a", "b"), c("a", "a", "b", "b"), graph = edges, metrics = "none") |> quietly()
  table <- spots(line)
  # One of two edges, that between spots 2 and 3, has become one of a boundary, and counts half.
  expect_identical(table$disagreement, c(0, 0.25, 0.5, NA))
  expect_identical(table$share, c(0, 0.5, 0.5, 0))
  expect_identical(c(table$x, table$y), c(1:4, rep(0, 4)))
})

test_that("donors need slices, and a slice has one", {
  expect_error(slam(tissue, "region", "named", donor = "section"), "donor needs slices, and there is none", fixed = TRUE)
  expect_error(
    slam(tissue, "region", "named", slice = "section", donor = "flag", infer = "interval"),
    "has spots of two donors", class = "slam_error"
  )
})

test_that("a comparison is a table with a score for each method", {
  expect_output(print(found), "Compared with region, best first:")
  table <- as.data.frame(found)
  expect_identical(table$pred[3:5], c("(one label)", "(shuffled)", "(random domains)"))
  expect_identical(table$slam_adjusted[1:2], unname(vapply(found$scores, as.numeric, 0)))
  expect_identical(is.na(table$rank), c(FALSE, FALSE, TRUE, TRUE, TRUE))
  page <- tempfile(fileext = ".html")
  slam_report(found, page, title = "Two methods")
  expect_match(paste(readLines(page, warn = FALSE), collapse = ""), "<title>Two methods", fixed = TRUE)
  again <- tempfile(fileext = ".html")
  quietly(slam_report(tissue, "region", c("named", "number"), again, metrics = "none"))
  expect_true(file.exists(again))
  expect_error(slam_report(found, file.path(tempdir(), "no", "such.html")), class = "slam_error")
})

test_that("matched labels are a factor in the truth's words", {
  matching <- quietly(match_labels(tissue, "region", "number"))
  expect_identical(unname(matching$map), c("Layer_1", "Layer_2", "Layer_10", "WM"))
  expect_identical(names(matching$labels)[1:2], c("spot-1", "spot-2"))
  expect_identical(levels(matching$labels), c("WM", "Layer_10", "Layer_2", "Layer_1"))
  expect_identical(as.character(matching$labels[1]), "Layer_1")
  expect_output(print(matching), "labels matched by")
})

test_that("all pictures can be drawn", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_identical(plot(score), score)
  expect_silent(plot(score, show = c("pred", "share"), slices = "left", legend = FALSE))
  expect_silent(plot(score, "flow"))
  expect_silent(plot(score, "profile"))
  expect_identical(plot(found), found)
  expect_error(plot(score, show = "colour"), "show: expected truth, matched, pred, disagreement or share, got \"colour\"", fixed = TRUE)
  expect_error(plot(score, slices = "top"), "slices: no slice \"top\" (slices: left, right)", fixed = TRUE)
  skip_if_not_installed("ggplot2")
  for (picture in list(ggplot2::autoplot(score), ggplot2::autoplot(score, show = "disagreement"), ggplot2::autoplot(found))) {
    expect_s3_class(ggplot2::ggplot_build(picture), "ggplot_built")
  }
})

test_that("seeds are explicit: R's own random numbers are left alone", {
  set.seed(1)
  before <- .Random.seed
  quietly(slam(tissue, "region", "named", estimator = "sampled", seed = 5, metrics = "none"))
  expect_identical(.Random.seed, before)
})

test_that("the number of threads changes nothing, and children of a fork can work", {
  one <- result(quietly(slam(tissue, "region", "named", threads = 1, metrics = "none")))
  expect_identical(result(quietly(slam(tissue, "region", "named", threads = 3, metrics = "none"))), one)
  skip_on_os("windows")
  forked <- parallel::mclapply(1:2, function(i) quietly(slam(tissue, "region", "named", metrics = "none"))$d, mc.cores = 2)
  expect_identical(forked, rep(list(one$slam$d), 2))
})

test_that("checks get two threads", {
  old <- Sys.getenv("_R_CHECK_LIMIT_CORES_", NA)
  on.exit(if (is.na(old)) Sys.unsetenv("_R_CHECK_LIMIT_CORES_") else Sys.setenv("_R_CHECK_LIMIT_CORES_" = old))
  Sys.setenv("_R_CHECK_LIMIT_CORES_" = "TRUE")
  expect_identical(slammetric:::threads_of(list()), 2L)
  Sys.unsetenv("_R_CHECK_LIMIT_CORES_")
  expect_identical(slammetric:::threads_of(list()), 0L)
})

test_that("Ctrl-C stops long work", {
  skip_on_cran()
  skip_on_os("windows")
  # A process of its own presses its own keys; the work would take minutes.
  program <- '
    library(slammetric)
    n <- 4e5
    xy <- cbind(seq_len(n) %% 700, seq_len(n) %/% 700)
    system(paste("(sleep 2; kill -INT", Sys.getpid(), ") &"))
    started <- tryCatch(
      slam(xy, rep(1:40, length.out = n), rep(1:39, length.out = n), estimator = "sampled", projections = 100000),
      interrupt = function(condition) "interrupted"
    )
    cat(started)
  '
  said <- system2(file.path(R.home("bin"), "Rscript"), c("-e", shQuote(program)), stdout = TRUE, stderr = TRUE, timeout = 100)
  expect_identical(utils::tail(said, 1), "interrupted")
})

test_that("Q and the table of metrics are the library's", {
  expect_identical(slam_q("ari", worse = 0.5, better = 1), 0.25)
  expect_identical(slam_q("slam", worse = score, better = NA), NA_real_)
  expect_error(slam_q("arri", 0, 1), class = "slam_error")
  expect_identical(nrow(metric_table()), 14L)
  expect_identical(slam_options()$k, 6)
})
