# R and the command give the same JSON, for every option.

of_demo <- list(
  defaults = list(character(), list()),
  matching = list(c("--matching", "hungarian"), list(matching = "hungarian")),
  graph = list(c("--graph", "union", "--k", "5"), list(graph = "union", k = 5)),
  radius = list(c("--graph", "radius:120"), list(graph = "radius:120")),
  delaunay = list(c("--graph", "delaunay:0.9"), list(graph = "delaunay:0.9")),
  bandwidth = list(c("--bandwidth", "0.3", "--gamma", "5"), list(bandwidth = 0.3, gamma = 5)),
  sampled = list(
    c("--estimator", "sampled", "--projections", "16", "--draws", "independent", "--seed", "11"),
    list(estimator = "sampled", projections = 16, draws = "independent", seed = 11L)
  ),
  authors = list(c("--estimator", "authors", "--sigma", "0.1"), list(estimator = "authors", sigma = 0.1)),
  exclude = list(c("--exclude", "WM", "--exclude", "Lesion"), list(exclude = c("WM", "Lesion"))),
  severity = list(
    unlist(lapply(c(paste0("Layer", 1:6, "=1"), "WM=0.5", "Lesion=2"), function(one) c("--severity", one))),
    list(severity = c(setNames(rep(1, 6), paste0("Layer", 1:6)), WM = 0.5, Lesion = 2))
  ),
  metrics = list(c("--metrics", "ari,chaos", "--nmi", "geometric"), list(metrics = c("ari", "chaos"), nmi = "geometric")),
  framework = list(
    c("--extractor", "pairs", "--discrepancy", "wasserstein", "--metrics", "none"),
    list(extractor = "pairs", discrepancy = "wasserstein", metrics = "none")
  ),
  inference = list(
    c("--test", "--interval", "--replicates", "49", "--metrics", "none"),
    list(infer = c("test", "interval"), replicates = 49, metrics = "none")
  ),
  test = list(c("--test", "--metrics", "none"), list(infer = "test", metrics = "none")),
  kernel = list(
    c("--discrepancy", "mmd", "--kernel-width", "0.5", "--metrics", "none"),
    list(discrepancy = "mmd", kernel_width = 0.5, metrics = "none")
  ),
  tie = list(c("--tie", "0", "--threads", "1", "--metrics", "none"), list(tie = 0, threads = 1, metrics = character()))
)

test_that("the demo scores the same with ten sets of options", {
  slide <- slam_demo()
  path <- as_file(slide)
  for (name in names(of_demo)) {
    words <- c("score", path, "--truth", "expert", "--pred", "salt_and_pepper", of_demo[[name]][[1]])
    expected <- do.call(command, as.list(words))
    found <- quietly(do.call(slam, c(list(slide, "expert", "salt_and_pepper"), of_demo[[name]][[2]])))
    expect_identical(result(found), without_input(expected), label = name)
    expect_identical(as.numeric(found), expected$slam_adjusted$value)
    expect_identical(found$slam$d, expected$slam$d)
  }
})

of_tissue <- list(
  slice = list(c("--slice", "section"), list(slice = "section")),
  library_key = list(c("--slice", "section"), list(library_key = "section")),
  donor = list(
    c("--slice", "section", "--donor", "section", "--interval"), list(slice = "section", donor = "section", infer = "interval")
  ),
  match_per = list(c("--match-per", "slice", "--slice", "section"), list(match_per = "slice", slice = "section")),
  missing_truth = list(c("--missing-truth", "keep"), list(missing_truth = "keep")),
  missing_pred = list(c("--missing-pred", "drop", "--exclude", "WM"), list(missing_pred = "drop", exclude = "WM")),
  allow_many_labels = list("--allow-many-labels", list(allow_many_labels = TRUE)),
  id = list(c("--id", "weight"), list(id = "weight")),
  severity_column = list(c("--severity-column", "weight"), list(severity_column = "weight")),
  positions = list(c("--x", "y", "--y", "x", "--z", "weight"), list(coords = c("y", "x", "weight"))),
  join = list(c("--join", "row", "--extra-ids", "skip"), list(join = "row", extra_ids = "skip"))
)

test_that("options that say what is read mean the same", {
  path <- as_file(tissue)
  for (name in names(of_tissue)) {
    words <- c("score", path, "--truth", "region", "--pred", "named", of_tissue[[name]][[1]])
    expected <- do.call(command, as.list(words))
    found <- quietly(do.call(slam, c(list(tissue, "region", "named"), of_tissue[[name]][[2]])))
    expect_identical(result(found), without_input(expected), label = name)
  }
})

test_that("measurements mean the same", {
  genes <- as.data.frame(outer(seq_len(nrow(tissue)), 1:5, function(spot, gene) (spot * gene) %% 7 + gene^2))
  row.names(genes) <- row.names(tissue)
  words <- list("score", as_file(tissue), "--truth", "region", "--pred", "named", "--expression", as_file(genes))
  more <- list("--similarity", "pearson", "--log-normalize", "--metrics", "none")
  expected <- without_input(do.call(command, c(words, more)))
  turned <- genes[rev(seq_len(nrow(genes))), ]
  turned_key <- data.frame(key = row.names(turned), turned, row.names = NULL)
  for (expression in list(genes, turned, turned_key, as.matrix(genes))) {
    found <- slam(tissue, "region", "named", expression = expression, similarity = "pearson", log_normalize = TRUE, metrics = "none")
    expect_identical(result(found), expected)
  }
  named <- slam(
    tissue, "region", "named", expression = turned_key, expression_id = "key", similarity = "pearson", log_normalize = TRUE,
    metrics = "none"
  )
  expect_identical(result(named), expected)
  skip_if_not_installed("Matrix")
  sparse <- methods::as(as.matrix(genes), "dgCMatrix")
  found <- slam(tissue, "region", "named", expression = sparse, similarity = "pearson", log_normalize = TRUE, metrics = "none")
  expect_identical(result(found), expected)
})

test_that("a graph of one's own means the same", {
  from <- which(tissue$x[-nrow(tissue)] + 1 == tissue$x[-1])
  folder <- tempfile("edges")
  dir.create(folder)
  edges <- cbind(row.names(tissue)[from], row.names(tissue)[from + 1])
  utils::write.csv(data.frame(u = edges[, 1], v = edges[, 2]), file.path(folder, "edges.csv"), row.names = FALSE, quote = FALSE)
  expected <- without_input(command(
    "score", as_file(tissue), "--truth", "region", "--pred", "named", "--graph", paste0("edges:", folder, "/edges.csv")
  ))
  dense <- matrix(0, nrow(tissue), nrow(tissue))
  dense[cbind(from, from + 1)] <- 1
  for (graph in list(edges, cbind(from, from + 1), dense, t(dense), as.data.frame(edges))) {
    expect_identical(result(slam(tissue, "region", "named", graph = graph)), expected)
  }
  skip_if_not_installed("Matrix")
  expect_identical(result(slam(tissue, "region", "named", graph = methods::as(dense, "dgCMatrix"))), expected)
})

test_that("comparisons, matchings and every number to rank by are the same", {
  path <- as_file(tissue)
  common <- list("--truth", "region", "--pred", "named", "--pred", "number", "--metrics", "ari,pas")
  for (number in c("slam_adjusted", "slam", "slam_pinned", "ari", "pas")) {
    expected <- do.call(command, c(list("compare", path), common, list("--rank-by", number)))
    found <- quietly(slam_compare(tissue, "region", c("named", "number"), metrics = c("ari", "pas"), rank_by = number))
    expect_identical(result(found), without_input(expected), label = number)
  }
  expected <- do.call(command, c(list("compare", path), common, list("--pairs")))
  asked <- quietly(slam_compare(tissue, "region", c("named", "number"), metrics = c("ari", "pas"), infer = "pairs"))
  expect_identical(result(asked), without_input(expected))
  for (more in list(list("--test", infer = "test"), list("--no-test", test = FALSE))) {
    expected <- do.call(command, c(list("compare", path), common, more[1]))
    asked <- quietly(do.call(slam_compare, c(list(tissue, "region", c("named", "number"), metrics = "ari,pas"), more[-1])))
    expect_identical(result(asked), without_input(expected), label = more[[1]])
  }
  one <- quietly(slam(tissue, "region", "number", metrics = c("ari", "pas"), rank_by = "pas"))
  expect_identical(found$scores$number$d, one$d)
  metrics <- quietly(slam_metrics(tissue, "region", "number"))
  expected <- command("score", path, "--truth", "region", "--pred", "number")
  expect_identical(metrics, vapply(expected$metrics, function(one) if (is.null(one)) NA_real_ else one, 0))
})

test_that("a table of preds is joined by its ids, wherever they are", {
  preds <- tissue[rev(seq_len(nrow(tissue))), c("named", "number")]
  keyed <- data.frame(key = row.names(preds), preds, row.names = NULL)
  expected <- result(quietly(slam_compare(tissue, "region", c("named", "number"), metrics = "none")))
  alone <- tissue[c("region", "x", "y")]
  found <- list(
    quietly(slam_compare(alone, "region", preds, metrics = "none")),
    quietly(slam_compare(alone, "region", keyed, metrics = "none")),
    quietly(slam_compare(alone, "region", keyed, labels_id = "key", metrics = "none")),
    quietly(slam_compare(alone, "region", as.list(tissue[c("named", "number")]), metrics = "none"))
  )
  for (one in found) expect_identical(result(one), expected)
})

of_cortex <- list(
  list(character(), list()), list(c("--k", "4"), list(k = 4)), list(c("--graph", "union"), list(graph = "union")),
  list(c("--estimator", "authors"), list(estimator = "authors")),
  list(c("--estimator", "sampled", "--seed", "3"), list(estimator = "sampled", seed = 3)),
  list(c("--missing-truth", "keep"), list(missing_truth = "keep")), list(c("--exclude", "WM"), list(exclude = "WM")),
  list(c("--matching", "jaccard"), list(matching = "jaccard")),
  list(c("--bandwidth", "0.05", "--metrics", "none"), list(bandwidth = 0.05, metrics = "none")),
  list(c("--gamma", "8", "--metrics", "ari"), list(gamma = 8, metrics = "ari"))
)

test_that("a cortex scores the same with ten sets of options", {
  spots <- utils::read.csv(shared("dlpfc_151673/labels.csv"), row.names = "id", na.strings = "")
  preds <- utils::read.csv(shared("dlpfc_151673/predictions.csv"), row.names = "id", na.strings = "", colClasses = "character")
  files <- list("score", shared("dlpfc_151673/labels.csv"), "--labels", shared("dlpfc_151673/predictions.csv"))
  for (options in of_cortex) {
    expected <- do.call(command, c(files, list("--truth", "label", "--pred", "HVG_PCA"), as.list(options[[1]])))
    pred <- setNames(preds$HVG_PCA, row.names(preds))
    found <- quietly(do.call(slam, c(list(spots, "label", pred), options[[2]])))
    expect_identical(result(found), without_input(expected), label = paste(options[[1]], collapse = " "))
  }
})

of_states <- list(
  list(character(), list()), list(c("--graph", "contiguity"), list(graph = "contiguity")),
  list(c("--graph", "contiguity", "--metrics", "none"), list(graph = "contiguity", metrics = "none")),
  list(c("--k", "3"), list(k = 3)), list(c("--graph", "union"), list(graph = "union")),
  list(c("--graph", "contiguity", "--estimator", "sampled"), list(graph = "contiguity", estimator = "sampled")),
  list(c("--graph", "contiguity", "--matching", "jaccard"), list(graph = "contiguity", matching = "jaccard")),
  list(c("--bandwidth", "0.2"), list(bandwidth = 0.2)), list(c("--graph", "radius:6"), list(graph = "radius:6")),
  list(c("--graph", "contiguity", "--severity-column", "ev_2024"), list(graph = "contiguity", severity_column = "ev_2024"))
)

test_that("the states score the same with ten sets of options", {
  skip_if_not_installed("sf")
  file <- shared("us_states/states.geojson")
  map <- sf::st_read(file, quiet = TRUE)
  for (options in of_states) {
    words <- c("score", file, "--truth", "winner_2016", "--pred", "winner_2020", options[[1]])
    expected <- do.call(command, as.list(words))
    found <- quietly(do.call(slam, c(list(map, "winner_2016", "winner_2020"), options[[2]])))
    expect_identical(result(found), without_input(expected), label = paste(options[[1]], collapse = " "))
  }
})
