# make demo    builds, runs the main job on built-in data, leaves a report
# make test    everything: format, lints, Rust, documentation, browser, Python
# make wheel   the Python package, in target/wheels
# make bench   side by side with what users run today
# make build   the command, in target/release/slam

.PHONY: all build demo check test rust-test browser-test python-test wheel bench

all: build

build:
	@cargo build --release --quiet

demo: build
	@target/release/slam demo --report slam-demo.html

check:
	@cargo fmt --all --check
	@cargo clippy --workspace --all-targets --quiet -- -D warnings

test: check rust-test browser-test python-test

rust-test:
	@scripts/test

browser-test:
	@tests/browser/run

python-test:
	@python/tests/run

wheel:
	@scripts/wheel

bench:
	@scripts/bench
