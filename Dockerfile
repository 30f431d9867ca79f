# The command, and nothing else: a static program of some megabytes in an empty image.
#
#   docker build -t slam .
#   docker run --rm -v "$PWD:/data" slam score slide.h5ad --truth region --pred leiden
FROM rust:1.95-alpine AS build
WORKDIR /source
COPY Cargo.toml Cargo.lock ./
COPY crates crates
COPY python python
COPY r/src/rust r/src/rust
RUN cargo build --release --locked --package slam-cli

FROM scratch
COPY --from=build /source/target/release/slam /slam
COPY LICENSE-MIT LICENSE-APACHE /
WORKDIR /data
USER 1000:1000
ENTRYPOINT ["/slam"]
