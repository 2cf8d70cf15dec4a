# All of it works from a fresh clone: whatever needs packages makes .venv first.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
PEERS := .venv-peers
ARGS ?=
BASE ?= HEAD

.DEFAULT_GOAL := help
.PHONY: help setup train train-paradise-lost balance test test-all bench bench-peers bench-scaling bench-regression lint

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-19s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

CHECK := $(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else 1)' 2>/dev/null \
  || { echo "pagan-env needs Python 3.11 or newer; '$(PYTHON)' is not: say make PYTHON=/path/to/python3.11" >&2; exit 1; }

setup: $(VENV)/.installed ## make .venv with all that training and tests need

# The stamp is the last thing made, so that an interrupted installation starts again.
$(VENV)/.installed: pyproject.toml constraints-ci.txt
	@$(CHECK)
	$(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --disable-pip-version-check -c constraints-ci.txt -e '.[train,dev]'
	@touch $@

train: setup ## train a Witch and a Hunter by self-play
	$(RUN) -m experiments.train configs/train/pagan.toml $(ARGS)

train-paradise-lost: setup ## train a Hero for all seats of Paradise Lost
	$(RUN) -m experiments.train configs/train/paradise_lost.toml $(ARGS)

# Twice: compiled, and as plain Python, where overflows are errors and tests can lay out positions by hand.
# (test_determinism and test_jit start plain processes of their own; faces and what reads files are the same in both.)
# Kernels are compiled beforehand, a game on each core, so that two processes don't compile the same at once.
WARM := $(RUN) -m pagan_env warmup & first=$$!; $(RUN) -m pagan_env warmup --game paradise_lost && wait $$first
PYTEST := -m pytest -n 2 --dist loadfile
PLAIN := NUMBA_DISABLE_JIT=1 $(RUN) $(PYTEST) tests/core tests/pagan \
  $(patsubst %,--ignore=tests/%.py,core/test_jit pagan/test_catalogue pagan/test_determinism pagan/test_drawing pagan/test_layers)

test: setup ## the tests that run on every change
	$(WARM)
	$(RUN) $(PYTEST) -m "not slow" $(ARGS)
	$(PLAIN) -m "not slow" $(ARGS)

test-all: setup ## every test, those on a local Ray cluster as well
	$(RUN) -m pip install --quiet --disable-pip-version-check -c constraints-ci.txt -e '.[train,dev,cluster]'
	$(WARM)
	$(RUN) $(PYTEST) $(ARGS)
	$(PLAIN) $(ARGS)

balance: setup ## the first balance study: a page in runs/first_study
	$(RUN) -m experiments.balance run configs/balance/first_study.toml --out runs/first_study $(ARGS)

bench: setup ## print the speed table
	$(RUN) -m benchmarks.steps_per_second $(ARGS)

bench-scaling: setup ## speed and memory by games, threads and rulesets, into benchmarks/README.md
	$(RUN) -m pip install --quiet --disable-pip-version-check -c constraints-ci.txt -e '.[train,dev,bench]'
	$(RUN) -m benchmarks.scaling $(ARGS)

bench-regression: setup ## is this slower than a base: make bench-regression BASE=REV
	$(RUN) -m benchmarks.regression $(BASE) $(ARGS)

bench-peers: $(PEERS)/.installed ## measure other environments beside ours, in a venv of their own
	$(PEERS)/bin/python -m benchmarks.peers $(ARGS)

# A peer that can't be installed is left out: the table says so then.
PINS := benchmarks/peers/requirements.txt
PIP_PEERS := $(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check
$(PEERS)/.installed: pyproject.toml $(PINS)
	@$(CHECK)
	$(PYTHON) -m venv $(PEERS)
	$(PIP_PEERS) -r $(PINS) -e . || { \
	  grep '^[a-z]' $(PINS) | while read pin; do $(PIP_PEERS) "$$pin" || echo "left out: $$pin" >&2; done; $(PIP_PEERS) -e .; }
	@touch $@

lint: setup ## ruff and mypy
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
