# A fresh machine needs only Python 3.11 or later and make.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
export PYTHONDONTWRITEBYTECODE =  # keep compiled files: tests start the app hundreds of times

.PHONY: play test test-all mutants monkey lint words strings bench bench-long api screens recordings puzzles experiments clean

play: $(VENV)/.app  ## play a game: color a graph with two agents
	$(BIN)/playbill play coloring

test: $(VENV)/.dev  ## all tests except those marked slow
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow"

test-all: $(VENV)/.dev  ## all tests: with more seeds, and all examples of every property test
	$(BIN)/python -m pytest -n 2 --dist worksteal --hypothesis-profile all-examples

mutants: $(VENV)/.dev  ## damage a copy of the source in 45 ways, and list the damages that no quick test detects
	$(BIN)/python -m tests.mutate

monkey: $(VENV)/.dev  ## 5,000 random keys, clicks, pastes and resizes on every screen of every scene; takes hours
	$(BIN)/python -m pytest -n 2 --timeout 0 -k has_time --deeds 5000 tests/tui/test_monkey.py

lint: $(VENV)/.dev  ## check formatting, style, types, import contracts and wording
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.check_words

words: $(VENV)/.dev  ## check names, docstrings and commit subjects against the rules in CONTRIBUTING.md
	$(BIN)/python -m tests.check_words

strings: $(VENV)/.dev  ## list every text that users or models can read, with its place in the source
	$(BIN)/python -m tests.make_strings

bench: $(VENV)/.dev  ## quick benchmarks: a table, and JSON in .bench/ for comparing commits
	$(BIN)/python -m tests.bench

bench-long: $(VENV)/.dev  ## slow benchmarks
	$(BIN)/python -m tests.bench --long

api: $(VENV)/.dev  ## write docs/API.md and docs/columns.md from the code
	$(BIN)/python -m tests.make_api
	$(BIN)/python -m tests.make_columns

intents: $(VENV)/.dev  ## train the models that interpret messages, from labeled sentences
	$(BIN)/python -m tests.make_intents

recordings: $(VENV)/.dev  ## record the shipped sample runs again
	$(BIN)/python -m tests.make_recordings

puzzles: $(VENV)/.dev  ## find the shipped puzzles again, in games of bots; takes about half an hour
	$(BIN)/python -m tests.make_puzzles

experiments: $(VENV)/.dev  ## run the shipped experiments again, with their tables and pages
	$(BIN)/python -m tests.make_experiments

screens: $(VENV)/.dev  ## draw the pictures in docs/ from the recordings
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
