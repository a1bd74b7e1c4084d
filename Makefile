# `make` lists what there is.
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help setup check test run bench score wheel translations screenshots

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 16

setup: ## system packages (asks for sudo), .venv, the app and its tools
	packaging/setup --tests

check: setup ## format, lint, types, layers: all that needs no screen and no time
	$(BIN)/ruff format --check app tests
	$(BIN)/ruff check app tests
	$(BIN)/mypy
	$(BIN)/lint-imports

test: ## set up, then every check and every test, on a virtual screen
	packaging/test

run: ## set up, then start the app
	packaging/run

bench: setup ## cost of the app beside top, htop, btop, glances (10 minutes)
	packaging/setup --bench
	$(BIN)/python tests/bench/run.py --write

score: setup ## the diagnosis on real training runs, one at a time (35 minutes)
	tests/scenarios/prepare
	$(BIN)/python tests/scenarios/run.py $(SCORE)

wheel: translations ## build sdist and wheel into dist/
	$(BIN)/python -m build

translations: setup ## collect strings from the code, compile the .qm files
	TRAINTRAY_VENV=$(VENV) packaging/translations --collect

screenshots: setup ## every screen with the sample data, into docs/screens/
	$(BIN)/python tests/ui/shots.py docs/screens
