# make demo    builds, runs the main job on built-in data, leaves a report
# make test    everything: format, lints, Rust, documentation, browser, Python, R where there is one, recipes
# make test-wide   old and new Pythons, pandas and numpy; the source package; the tutorials; pyright
# make audit   licences and advisories of the crates, unused dependencies, workflows, Dockerfile, scripts
# make docs    the documentation as a site, with the API of Python and Rust, in target/site
# make wheel   the Python package, in target/wheels
# make source  its source package, in target/source
# make r       the R package with all crates in it, in target/r, checked as CRAN would
# make bench   side by side with what users run today: SIZE=small for a minute, SIZE=huge for 10⁸ spots
# make bench-compare REV=main   this tree beside another revision, as ratios; SPOTS=N, PROFILE=yes for instructions
# make profile instructions of the hot paths, under valgrind; KEEP=yes keeps them to compare with
# make mutants plants faults into the crates, one at a time, and says which the tests notice
# make renew-paper   records the numbers of the reproduction anew
# make build   the command, in target/release/slam

.PHONY: all build demo check test rust-test browser-test python-test r-test recipes-test test-wide audit docs wheel source r bench bench-compare profile mutants renew-paper

all: build

build:
	@cargo build --release --quiet

demo: build
	@target/release/slam demo --report slam-demo.html

check:
	@cargo fmt --all --check
	@cargo clippy --workspace --all-targets --quiet -- -D warnings

test: check rust-test browser-test python-test r-test recipes-test

rust-test:
	@scripts/test

browser-test:
	@tests/browser/run

python-test:
	@python/tests/run

r-test:
	@r/tests/run

recipes-test:
	@recipes/run

test-wide:
	@scripts/test-wide

wheel:
	@scripts/wheel

source:
	@scripts/wheel source

audit:
	@scripts/audit

docs:
	@scripts/docs

r:
	@scripts/r

SIZE ?= full

bench:
	@scripts/bench --size $(SIZE)

SPOTS ?= 100000

bench-compare:
	@python3 bench/compare.py $(REV) --spots $(SPOTS) $(if $(PROFILE),--profile)

profile:
	@python3 bench/instructions.py $(if $(KEEP),--keep)

mutants:
	@scripts/mutants $(ONLY)

renew-paper:
	@SLAM_RENEW=1 cargo test --quiet --package slam-paper --test it golden
	@git --no-pager diff --stat -- crates/slam-paper/tests/golden
