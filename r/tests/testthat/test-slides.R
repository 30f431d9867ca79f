# Many slides: each by itself, and all of them together, with the command's numbers.

# Four bands on a lattice; two methods, whose clusters have other numbers on every slide.
one_slide <- function(turn) {
  cells <- expand.grid(i = 0:13, j = 0:13)
  band <- pmin((cells$j + (cells$i + turn) %/% 5) %/% 4, 3)
  ragged <- ifelse((3 * cells$i + 5 * cells$j + turn) %% 4 == 0, (band + 1) %% 4, band)
  data.frame(
    x = (1 + turn / 4) * (cells$i + 0.5 * (cells$j %% 2)), y = (1 + turn / 4) * 0.866 * cells$j, layer = paste0("L", band),
    ragged = as.integer((ragged + turn) %% 4), merged = as.integer((pmin(band, 2) + turn) %% 4),
    row.names = paste0("b", seq_along(band))
  )
}
slides <- list("10" = one_slide(0), "02" = one_slide(1), "1" = one_slide(2))
asked <- list(metrics = c("ari", "f1"), projections = 64)
# A file for each slide, as a pattern.
as_files <- function(slides) {
  folder <- tempfile("slides")
  dir.create(folder)
  for (name in names(slides)) file.rename(as_file(slides[[name]]), file.path(folder, paste0(name, ".csv")))
  file.path(folder, "{slice}.csv")
}
studied <- function(...) quietly(do.call(slam_study, c(list(...), asked)))

test_that("a study has the command's numbers, to the last bit", {
  expected <- command(
    "compare", as_files(slides), "--truth", "layer", "--pred", "ragged", "--pred", "merged",
    "--metrics", "ari,f1", "--projections", "64"
  )
  found <- studied(slides, "layer", c("ragged", "merged"))
  expect_identical(result(found), without_input(expected))
  table <- as.data.frame(found)
  expect_setequal(table$slice[!is.na(table$slice)], names(slides))
  pooled <- setNames(lapply(expected$methods, `[[`, "pooled"), vapply(expected$methods, `[[`, "", "method"))
  whole <- table[is.na(table$slice) & !is.na(table$rank), ]
  expect_identical(whole$pooled_slam_adjusted, unname(vapply(pooled[whole$method], function(one) one$slam_adjusted$value, 0)))
  expect_identical(whole$pooled_slam, unname(vapply(pooled[whole$method], function(one) one$slam$d, 0)))
})

test_that("a test that is asked for has the command's replicates", {
  expected <- command(
    "compare", as_files(slides), "--truth", "layer", "--pred", "ragged", "--metrics", "ari,f1",
    "--projections", "64", "--test"
  )
  found <- studied(slides, "layer", "ragged", infer = "test")
  expect_identical(result(found), without_input(expected))
  # 999 shifts give thousandths, and the 199 unasked ones multiples of 1/200.
  shares <- as.data.frame(found)$test_p * 200
  expect_true(any(abs(shares - round(shares)) > 0.1, na.rm = TRUE))
})

test_that("slices of one table have the same numbers each, and the same pooled slam", {
  found <- as.data.frame(studied(slides, "layer", c("ragged", "merged")))
  whole <- do.call(rbind, unname(Map(function(slide, name) cbind(slide, section = name), slides, names(slides))))
  row.names(whole) <- seq_len(nrow(whole)) + 1000L
  one <- as.data.frame(quietly(do.call(slam_compare, c(
    list(whole, "layer", c("ragged", "merged"), slice = "section", match_per = "slice"), asked
  ))))
  for (method in c("ragged", "merged")) {
    own <- one[one$pred == method & !is.na(one$slice), ]
    same <- found[found$method == method & !is.na(found$slice), ]
    same <- same[match(own$slice, same$slice), ]
    for (number in c("slam", "slam_adjusted", "slam_pinned", "ari", "f1")) expect_identical(own[[number]], same[[number]])
    pooled <- found[found$method == method & is.na(found$slice), ]
    all <- one[one$pred == method & is.na(one$slice), ]
    for (number in c("slam", "slam_pinned", "ari", "f1")) expect_identical(all[[number]], pooled[[paste0("pooled_", number)]])
  }
})

test_that("what fails is named, or left out alone", {
  preds <- list(
    whole = lapply(slides, `[[`, "ragged"),
    short = lapply(names(slides), function(name) if (name == "02") 1:3 else slides[[name]]$merged)
  )
  names(preds$short) <- names(slides)
  expect_error(studied(slides, "layer", preds), "slide \"02\": short: expected a label for each of 196 spots, got 3", fixed = TRUE)
  found <- studied(slides, "layer", preds, keep_going = TRUE)
  expect_identical(unname(unlist(found$failures[c("slice", "method")])), c("02", "short"))
  table <- as.data.frame(found)
  expect_identical(table$status[table$method == "short" & table$slice %in% "02"], "failed")
  expect_false(anyNA(table$slam[table$method == "whole"]))
  broken <- c(slides, list("3" = function() stop("no such file")))
  expect_error(studied(broken, "layer", "ragged"), "slide \"3\": no such file", fixed = TRUE)
  expect_identical(studied(broken, "layer", "ragged", keep_going = TRUE)$failures$slice, "3")
  expect_error(studied(list("3" = function() stop("no such file")), "layer", "ragged", keep_going = TRUE), "none could be compared")
  expect_error(studied(unname(slides), "layer", "ragged"), "slides: expected a list of slides by name")
  expect_error(studied(slides, "layer", "ragged", slice = "x"), "every slide of a study is a slice already")
})

test_that("a severity needs a label that some slide has", {
  lacking <- c(list("4" = slides[["1"]][slides[["1"]]$layer != "L0", ]), slides)
  expect_length(studied(lacking, "layer", "ragged", severity = c(L0 = 2))$slices, 4)
  expect_error(studied(slides, "layer", "ragged", severity = c(L7 = 2)), "no spot of the truth is labelled \"L7\"")
})
