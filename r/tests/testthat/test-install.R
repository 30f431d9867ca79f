# Where Rust is missing or too old, the installation says so.

configured <- function(rustc = NULL) {
  root <- Sys.getenv("SLAM_ROOT", "nowhere")
  skip_if_not(file.exists(file.path(root, "r", "configure")), "the package's source in the repository")
  folder <- tempfile("configure")
  dir.create(file.path(folder, "bin"), recursive = TRUE)
  file.copy(file.path(root, "r", "configure"), folder)
  for (name in if (!is.null(rustc)) c("cargo", "rustc")) {
    program <- file.path(folder, "bin", name)
    writeLines(c("#!/bin/sh", paste("echo", rustc)), program)
    Sys.chmod(program)
  }
  path <- paste0(folder, "/bin:/usr/bin:/bin")
  words <- paste0("cd ", shQuote(folder), " && HOME=/nowhere CARGO_HOME= PATH=", shQuote(path), " sh ./configure 2>&1")
  said <- suppressWarnings(system(words, intern = TRUE))
  expect_identical(attr(said, "status"), 1L)
  said
}

test_that("a Rust that is missing or too old is named, with what to do", {
  skip_on_os("windows")
  skip_if(file.exists("/usr/bin/cargo"), "Rust is where every program finds it")
  remedy <- "slammetric: install Rust 1.85 or later, for instance with: curl https://sh.rustup.rs -sSf | sh"
  missing <- configured()
  expect_identical(missing[c(1, 3)], c(remedy, "slammetric: cargo, Rust's package manager, is not found"))
  old <- configured("rustc 1.63.0")
  expect_identical(old[c(1, 3)], c(remedy, "slammetric: found Rust 1.63, which is too old"))
  expect_match(configured("rustc 1.85.0"), "neither src/rust/crates.tar.xz nor the repository around this folder", all = FALSE)
})
