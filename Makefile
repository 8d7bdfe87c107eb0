# make demo: try it. make test: the demo, then all tests. Needs Python 3.10 to 3.13 with venv and pip, nothing else.
# The stamp files in .venv tell what is installed, so that a second call only works.

PYTHON ?= python3
# What make test installs beside the package; with make test EXTRAS=dev what is large (PyTorch, Ray) is left out, and its
# tests skip.
EXTRAS ?= dev,all
# How many processes run the tests.
WORKERS ?= 2

BIN := .venv/bin
DEMO := runs/demo

.PHONY: help demo test lint format bench clean
.DEFAULT_GOAL := help

help:
	@echo "make demo    install into .venv, play six tasks on five phones, write $(DEMO)/report.html"
	@echo "make test    the demo, then all tests"
	@echo "make lint    ruff, mypy, and the contract of which package imports which"
	@echo "make format  let ruff format and sort"
	@echo "make bench   measure speed and memory beside other environments (about five minutes)"
	@echo "make clean   remove .venv, the demo's results and caches"

.venv/pip.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Python 3.10 or newer is needed; \
	name one: make PYTHON=python3.11 " + "(" + sys.executable + " is " + sys.version.split()[0] + ")")'
	$(PYTHON) -m venv .venv
	@touch $@

.venv/core.stamp: .venv/pip.stamp setup.cfg pyproject.toml constraints.txt
	$(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e .
	@touch $@

.venv/dev.stamp: .venv/core.stamp
	$(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e ".[$(EXTRAS)]"
	@touch $@

# One training look and four of the test looks: an Arabic one and a tablet are among them.
demo: .venv/core.stamp
	@rm -rf $(DEMO)
	$(BIN)/bmoca evaluate --agent random --environments 000,100,102,105,109 --out $(DEMO)/random
	$(BIN)/bmoca evaluate --agent expert --environments 000,100,102,105,109 --out $(DEMO)
	@echo "Open $(CURDIR)/$(DEMO)/report.html in a browser (and $(DEMO)/random/report.html: actions at random)."

test: demo .venv/dev.stamp
	$(BIN)/python -m pytest -q -n $(WORKERS)

lint: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: .venv/dev.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/dev.stamp
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv runs/demo build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
