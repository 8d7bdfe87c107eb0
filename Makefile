# make demo: try it. make test: the demo, then tests of every part. make test-all: all tests.
# Needs Python 3.10 to 3.13 with venv and pip, nothing else.
# The stamp files in .venv tell what is installed, so that a second call only works.

PYTHON ?= python3
# What make test installs beside the package. Tests that need more, such as PyTorch or Ray, skip.
EXTRAS ?= test,human
# How many processes run the tests.
WORKERS ?= 2

BIN := .venv/bin
DEMO := runs/demo

# Tests start many processes; without byte code each would compile the whole package again.
export PYTHONDONTWRITEBYTECODE =

# Without byte code: that of 23,000 files takes a minute, and Python writes that of the few which are imported itself.
INSTALL = $(BIN)/python .ci/install.py

.PHONY: help demo newcomer test test-all test-phone test-learning test-others crawl integrations-312 test-sources native-check docs lint format bench fast compile wheels release clean
.DEFAULT_GOAL := help

help:
	@echo "make demo      install into .venv, compiled, play six tasks on five phones, write $(DEMO)/report.html"
	@echo "make newcomer  play a newcomer's first hour in a fresh clone (five minutes, 2 GB)"
	@echo "make test      the demo, then the tests of every part"
	@echo "make crawl     look for defects on the screens of every app in fifteen configurations"
	@echo "make integrations-312  test NeMo-Gym and CUBE with Python 3.12, in an environment of their own (1.5 GB)"
	@echo "make test-all  all tests, with every extra: PyTorch and Ray among them (3 GB)"
	@echo "make docs      build the documentation's site into build/docs (Python 3.11 or newer; EVERY=26: quickly)"
	@echo "make lint      ruff, mypy, and the contract of which package imports which"
	@echo "make format    let ruff format and sort"
	@echo "make bench     measure speed and memory beside other environments (about ten minutes)"
	@echo "make fast      compile the handset's hot modules anew, where they or Python have changed"
	@echo "make test-sources  the tests of what is compiled, run by its Python sources"
	@echo "make native-check   run the tests of the parts in C under sanitizers"
	@echo "make wheels    build a compiled wheel for each Python 3.10 to 3.13 there is, into dist/"
	@echo "make release   that from what is committed, with a source distribution and digests, and try it"
	@echo "make clean     remove .venv, the demo's results and caches"

.venv/pip.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Python 3.10 or newer is needed; \
	name one: make PYTHON=python3.11 " + "(" + sys.executable + " is " + sys.version.split()[0] + ")")'
	$(PYTHON) -m venv .venv
	@touch $@

.venv/core.stamp: .venv/pip.stamp setup.cfg pyproject.toml constraints.txt
	@echo "Installing into .venv, and compiling the phone: about a minute and a half, the first time."
	$(INSTALL) -e .
	@touch $@

.venv/test.stamp: .venv/core.stamp
	$(INSTALL) -e ".[$(EXTRAS)]"
	@touch $@

.venv/docs.stamp: .venv/core.stamp
	$(INSTALL) -e ".[docs]"
	@touch $@

# With what the documentation needs: pip takes its time each time that it is called.
.venv/all.stamp: .venv/core.stamp
	$(INSTALL) -e ".[dev,all,docs]"
	@touch .venv/docs.stamp $@

# Libraries that ask for other releases than those pinned: each in a folder of its own, which its tests put before the others.
LIBRARIES = inspect openenv verifiers
$(LIBRARIES:%=.venv/%.stamp): .venv/%.stamp: .venv/all.stamp tests/integrations/%.txt
	@rm -rf .venv/$*
	$(INSTALL) --no-deps --target .venv/$* -r tests/integrations/$*.txt
	@touch $@

# One training configuration and four of the test configurations: an Arabic one and a tablet are among them.
demo: .venv/core.stamp
	@rm -rf $(DEMO)
	$(BIN)/bmoca evaluate --agent random --environments 000,100,102,105,109 --out $(DEMO)/random
	$(BIN)/bmoca evaluate --agent expert --environments 000,100,102,105,109 --out $(DEMO)
	@echo
	@echo "Both agents played six tasks on five phones. Open in a browser:"
	@echo "  $(CURDIR)/$(DEMO)/report.html"
	@echo "  $(CURDIR)/$(DEMO)/random/report.html"
	@echo "Enter the installation, and play on:"
	@echo "  . .venv/bin/activate"
	@echo "  bmoca solve --task Alarm --environment 105 --render alarm.gif"

# It clones what is committed here.
newcomer:
	$(PYTHON) tests/examples/newcomer.py

# A worker gets half of the files at first, and takes tests of the other's when it has done its own: fixtures of
# a module are made once.
PYTEST = $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal

test: demo .venv/test.stamp
	$(PYTEST) -m "not exhaustive"

# A run for what learns: it imports PyTorch, and a worker that has it never gives its 200 MB back.
LEARNING = tests/policies tests/episodes tests/evaluation tests/examples tests/demonstrations tests/integrations

# The phone alone, without its servers: no extra is needed.
PHONE = $(wildcard tests/handset/test_*.py) $(filter-out %/servers %/__pycache__,$(patsubst %/,%,$(wildcard tests/handset/*/)))

test-all: test-learning test-others test-phone

test-phone: .venv/test.stamp
	$(PYTEST) $(PHONE)

test-learning: $(LIBRARIES:%=.venv/%.stamp)
	$(PYTEST) $(LEARNING)

test-others: .venv/all.stamp
	$(PYTEST) tests $(LEARNING:%=--ignore=%) $(PHONE:%=--ignore=%)

# NeMo-Gym and CUBE need Python 3.12, and NeMo-Gym older clients than constraints.txt has: an environment of their own,
# without compiled modules (1.5 GB). A test of tests/integrations uses it where it is there.
PYTHON312 ?= python3.12
.venv-312/pip.stamp: setup.cfg
	@$(PYTHON312) -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null || { \
	    echo "$(PYTHON312) is no Python 3.12 or newer: make integrations-312 PYTHON312=/path/to/python3.12" >&2; exit 1; }
	$(PYTHON312) -m venv .venv-312
	BMOCA_GYM_PURE_PYTHON=1 .venv-312/bin/python -m pip install -q --disable-pip-version-check \
	    -e ".[nemo-gym,cube]" "nemo-gym==0.4.0" "cube-standard==0.1.0rc10" pytest hypothesis
	@touch $@

integrations-312: .venv-312/pip.stamp .venv/test.stamp
	$(BIN)/python -m pytest -q tests/integrations/test_python_312.py

# Options: make crawl CRAWL="--apps maps,chrome --environments 105 --screens 40".
crawl: .venv/test.stamp
	$(BIN)/python tests/handset/handset_crawl.py $(CRAWL)

# Every N-th task has a page with a film: make docs EVERY=26.
EVERY ?= 1

# A link that leads nowhere, a page that the contents lack and a docstring that can't be read are errors.
docs: .venv/docs.stamp
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11) and "make docs needs Python 3.11 or newer; .venv has " \
	+ sys.version.split()[0])'
	$(BIN)/python docs/browse.py --every $(EVERY)
	BMOCA_GYM_PURE_PYTHON=1 $(BIN)/python -m sphinx -q -W --keep-going -b html docs build/docs
	$(BIN)/python docs/links.py build/docs
	@echo "Open $(CURDIR)/build/docs/index.html in a browser."

lint: .venv/all.stamp
	@! git grep -nE '^(<<<<<<<|>>>>>>>) ' || { echo "A merge was left unfinished in these lines."; exit 1; }
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: .venv/all.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/all.stamp
	$(BIN)/python -m benchmarks

# An installation compiles the phone; this does so anew, into an environment that is active, or else .venv. After an edit
# of what is compiled, Python runs, with a warning, until the next make fast. Where nothing has changed it takes seconds.
ACTIVE := $(if $(VIRTUAL_ENV),$(VIRTUAL_ENV)/bin,$(BIN))
fast: $(if $(VIRTUAL_ENV),,.venv/core.stamp)
	BMOCA_GYM_COMPILE=required $(ACTIVE)/python -m pip install -q --disable-pip-version-check --no-deps -e .
	@$(ACTIVE)/python -c "from bmoca_gym import compiled; print(compiled.MODE.reason)"

# What it was called before.
compile: fast

# All other tests run what is compiled. tests/test_compiled.py plays the same episodes in both modes.
test-sources: .venv/test.stamp
	BMOCA_GYM_PURE_PYTHON=1 $(PYTEST) tests/handset/test_value.py tests/handset/test_view.py \
	    tests/handset/test_several_ways.py tests/handset/ui tests/handset/render \
	    $(foreach name,bidi line_breaks masks renderer text,tests/handset/graphics/test_$(name).py)

# AddressSanitizer and UndefinedBehaviorSanitizer watch what the parts in C do with any arguments.
native-check: .venv/test.stamp
	$(BIN)/python tests/handset/native/sanitised.py

WHEEL_PYTHONS ?= $(foreach v,3.10 3.11 3.12 3.13,$(shell python$(v) -c "import sys; print(sys.executable)" 2>/dev/null))

# By zig's compiler, so that they run on any Linux with a C library from 2.17 on.
wheels:
	@test -n "$(WHEEL_PYTHONS)" || { echo "No Python 3.10 to 3.13 on the PATH; name some: make wheels WHEEL_PYTHONS=..." >&2; exit 1; }
	@for python in $(WHEEL_PYTHONS); do \
	    BMOCA_GYM_COMPILE=manylinux $$python -m pip wheel -q --no-deps --disable-pip-version-check -w dist . || exit 1; \
	done
	@ls -l dist/*.whl

# docs/releasing.md has what comes before and after. PYTHON makes the source distribution and tries its wheel.
release:
	@.ci/release $(PYTHON) $(filter-out $(shell $(PYTHON) -c "import sys; print(sys.executable)"),$(WHEEL_PYTHONS))

clean:
	rm -rf .venv .venv-312 runs/demo build docs/browse dist *.so bmoca_gym/compiled.json *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find bmoca_gym -name "*.so" -delete
	find . -name __pycache__ -prune -exec rm -rf {} +
