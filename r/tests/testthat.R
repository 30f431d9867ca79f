library(testthat)
library(slammetric)

test_check("slammetric")
