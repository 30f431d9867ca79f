# The examples in the documentation say what R says.

test_that("every option has its line of help", {
  page <- tools::Rd_db("slammetric")[["slam_options.Rd"]]
  lines <- paste(unlist(page), collapse = " ")
  known <- union(names(slam_options()), slammetric:::of_input)
  expect_identical(Filter(function(name) !grepl(paste0("\\b", name, "\\b"), lines), known), character())
})

test_that("docs/r.md shows what is computed", {
  page <- file.path(Sys.getenv("SLAM_ROOT", "nowhere"), "docs", "r.md")
  skip_if_not(file.exists(page), "the documentation of the repository")
  lines <- readLines(page, encoding = "UTF-8")
  fences <- grep("^```", lines)
  starts <- fences[lines[fences] == "```r"]
  world <- new.env(parent = globalenv())
  old <- options(width = 120)
  on.exit(options(old))
  for (start in starts) {
    chunk <- lines[(start + 1):(fences[fences > start][1] - 1)]
    said <- unlist(lapply(parse(text = chunk[!startsWith(chunk, "#>")], encoding = "UTF-8"), function(call) {
      shown <- quietly(withVisible(eval(call, world)))
      if (shown$visible) utils::capture.output(print(shown$value))
    }))
    # The sentences of a verdict are not repeated there.
    said <- said[!grepl("^(\\*|  [^ ])", said) | !any(grepl("^\\* ", said))]
    expect_identical(trimws(said, "right"), trimws(sub("^#> ?", "", chunk[startsWith(chunk, "#>")]), "right"))
  }
})
