# The commands of this project. PYTHON chooses the interpreter (3.11 or later).
PYTHON ?= python3
ADAPTER ?= $(BIN)/python -m reference_engine
REPORT ?= cjack-report.json
JOBS ?= 1
TEST_JOBS ?= 2
MATCHES ?= 10000
SEED ?= 1

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help certify differential test check gates mutate generate compile lint clean

help:
	@echo 'make certify                       certify the bundled reference engine'
	@echo 'make certify ADAPTER="node a.js"   certify your own'
	@echo 'make differential                  hold the examples of all kits against each other'
	@echo 'make test                          run all tests'
	@echo 'make check                         mypy and ruff'
	@echo 'make gates                         the strength of the suite: every fault is caught,'
	@echo '                                   no right engine is failed, faults are named'
	@echo 'make mutate                        would the suite notice each small change of the engine?'
	@echo 'make generate                      make the generated rounds anew'
	@echo 'make lint                          check the shipped scenarios'
	@echo 'make compile                       compile spec and scenarios after an edit'
	@echo 'make clean                         remove the environment and caches'

certify: $(VENV)/installed
	$(BIN)/cjack certify --jobs $(JOBS) --json $(REPORT) -- $(ADAPTER)

differential: $(VENV)/installed
	$(BIN)/python -m conformance.differential --kits --matches $(MATCHES) --seed $(SEED)

test: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n $(TEST_JOBS)

# Minutes each: the whole of what the tests look at a share of.
gates: $(VENV)/installed
	$(BIN)/python -m conformance.compiled --check
	$(BIN)/python -m conformance.exhaustive.generate --check
	$(BIN)/cjack coverage >/dev/null
	$(BIN)/cjack faults
	$(BIN)/cjack faults --right
	$(BIN)/python -m conformance.diagnosis.accuracy 12

# About ten minutes.
mutate: $(VENV)/installed-mutation
	$(BIN)/python -m tests.mutation

generate: $(VENV)/installed
	$(BIN)/python -m conformance.exhaustive.generate

check: $(VENV)/installed-dev
	$(BIN)/mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint: $(VENV)/installed
	$(BIN)/cjack lint

compile: $(VENV)/installed
	$(BIN)/python -m conformance.compiled

$(VENV)/python:
	@echo 'Making the environment in $(VENV) ...'
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or later is needed; set PYTHON=..." if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/installed: pyproject.toml | $(VENV)/python
	$(PIP) install --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml | $(VENV)/python
	$(PIP) install --editable '.[dev]'
	@touch $@ $(VENV)/installed

$(VENV)/installed-mutation: pyproject.toml | $(VENV)/python
	$(PIP) install --editable '.[mutation]'
	@touch $@ $(VENV)/installed-dev $(VENV)/installed

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
