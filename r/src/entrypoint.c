// R finds the functions of the Rust library through this file.

void R_init_slammetric_extendr(void *dll);

void R_init_slammetric(void *dll) { R_init_slammetric_extendr(dll); }
