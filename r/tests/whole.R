# Runs all tests, and ends with one line of counts; anything that failed comes before it.
library(testthat)

filter <- Sys.getenv("SLAM_FILTER")
found <- as.data.frame(test_dir(
  "testthat", package = "slammetric", load_package = "installed", reporter = "check", stop_on_failure = FALSE,
  filter = if (nzchar(filter)) filter
))
# The reporter keeps what failed in a file, which nothing reads.
unlink("testthat/testthat-problems.rds")
warned <- sum(found$warning)
failed <- sum(found$failed) + sum(found$error)
skipped <- sum(found$skipped)
cat(nrow(found) - skipped, " tests passed, ", skipped, " not tried, ", failed, " failed, ", warned, " warnings\n", sep = "")
quit(status = as.integer(failed + warned > 0))
