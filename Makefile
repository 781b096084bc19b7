# Everything a fresh machine needs is Python 3.11 and make.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
export PYTHONDONTWRITEBYTECODE =  # tests start the app hundreds of times: what is compiled is kept

.PHONY: play test test-all mutants monkey lint words strings bench bench-long api screens recordings experiments clean

play: $(VENV)/.app  ## the app's main job: color a graph with two agents
	$(BIN)/playbill play coloring

test: $(VENV)/.dev  ## the tests, but for the long tail
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow"

test-all: $(VENV)/.dev  ## all tests in one run: more seeds, more places to cut, all examples of every property
	$(BIN)/python -m pytest -n 2 --dist worksteal --hypothesis-profile all-examples

mutants: $(VENV)/.dev  ## damage a copy of the product in 45 ways, and list what no quick test notices
	$(BIN)/python -m tests.mutate

monkey: $(VENV)/.dev  ## 5,000 random keys, clicks, pastes and sizes at every screen of every scene: hours
	$(BIN)/python -m pytest -n 2 --timeout 0 -k has_time --deeds 5000 tests/tui/test_monkey.py

lint: $(VENV)/.dev  ## formatting, style, types, import contracts, words
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.check_words

words: $(VENV)/.dev  ## names, docstrings and commit subjects that CONTRIBUTING rules out
	$(BIN)/python -m tests.check_words

strings: $(VENV)/.dev  ## every text that the app, its bots and its prompts can show, with its place
	$(BIN)/python -m tests.make_strings

bench: $(VENV)/.dev  ## the quick benches: a table, and JSON in .bench/ to compare commits by
	$(BIN)/python -m tests.bench

bench-long: $(VENV)/.dev  ## the others
	$(BIN)/python -m tests.bench --long

api: $(VENV)/.dev  ## write docs/API.md and docs/columns.md from the code
	$(BIN)/python -m tests.make_api
	$(BIN)/python -m tests.make_columns

intents: $(VENV)/.dev  ## train the models that read talk, from labeled sentences
	$(BIN)/python -m tests.make_intents

recordings: $(VENV)/.dev  ## make the shipped sample runs again
	$(BIN)/python -m tests.make_recordings

experiments: $(VENV)/.dev  ## play the shipped experiments again: their rows and pages
	$(BIN)/python -m tests.make_experiments

screens: $(VENV)/.dev  ## make the pictures in docs/ from the recordings
	$(BIN)/python -m tests.make_screens

clean:
	rm -rf $(VENV) dist build

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.app: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@ $(VENV)/.app
