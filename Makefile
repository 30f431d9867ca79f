# make demo    builds, runs the main job on built-in data, leaves a report
# make test    everything that is tested
# make check   format and lints

.PHONY: all build check test bench clean

all: build

build:
	@cargo build --release --quiet

check:
	@cargo fmt --all --check
	@cargo clippy --workspace --all-targets --quiet -- -D warnings

# One profile for tests and command, so that nothing is compiled twice.
test: check
	@scripts/test
