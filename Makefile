# `make help` lists what there is. Everything runs without a terminal and asks nothing.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

PYTHON       ?= $(shell command -v python3 || command -v python3.11 || echo python3)
MOTHLOG_DATA ?= ./var
PORT         ?= 8765
EXAMPLES     ?= 200
SECONDS      ?= 120
SEATS        ?= 200
COUNT        ?= 100000
TESTERS      ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

# Where make test takes samples, and MOTHLOG_FUZZ more of them or all.
SAMPLED := $(addprefix tests/,api/test_described.py browser/test_axe.py contract domain service \
           web/test_hidden_walk.py web/test_timeline.py)

BIN     := .venv/bin
MOTHLOG := $(BIN)/mothlog --data "$(MOTHLOG_DATA)"
PIP     := $(BIN)/python -m pip --disable-pip-version-check --no-input install --quiet
LOCK    := $(BIN)/uv pip compile pyproject.toml --quiet --no-config --universal \
           --python-version 3.11 --fork-strategy fewest --generate-hashes --no-annotate \
           --custom-compile-command "make lock"

# The headless shell takes little more than half of Chromium's time. Playwright's driver loads
# libatomic, which a bare Debian lacks.
BROWSER_PACKAGES := chromium chromium-headless-shell fonts-liberation libatomic1

# Stamps: what .venv holds is as new as what it was made from.
VENV    := .venv/.made
RUNTIME := .venv/.runtime
DEV     := .venv/.dev

ROOT_ON_DEBIAN := [ "$$(id -u)" = 0 ] && grep -qsx 'ID=debian' /etc/os-release
APT := DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300
apt_install = { echo "Installing $(1) with apt-get"; $(APT) update && \
              $(APT) install -y --no-install-recommends $(1) </dev/null >/dev/null; }

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: serve
serve: $(RUNTIME) ## Serve the demo sessions on http://127.0.0.1:8765 (PORT=..., MOTHLOG_DATA=...)
	@$(MOTHLOG) demo
	@exec $(MOTHLOG) serve --port "$(PORT)"

# Commands that tests start find their modules compiled: a sixth less of each one's start.
.PHONY: test
test: $(DEV) ## Everything: make check, then every test on all cores (TESTERS=processes)
	@$(MAKE) --no-print-directory -j2 --output-sync=target check browser postgres
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n "$(TESTERS)" \
	    --dist loadscope --no-loadscope-reorder

.PHONY: check
check: $(DEV) ## Lint, format, types and arrows only
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

.PHONY: fuzz
fuzz: $(DEV) ## Send 100,000 bad inputs (COUNT=...), then try what make test samples (EXAMPLES=200)
	$(BIN)/python -m tests.fuzz --count "$(COUNT)"
	MOTHLOG_FUZZ="$(EXAMPLES)" $(BIN)/python -m pytest -n auto --dist loadscope $(SAMPLED)

.PHONY: mutants
mutants: $(DEV) browser postgres ## Take away what the service promises, one by one, and see a test fail
	$(BIN)/python -m tests.mutants

.PHONY: load
load: $(DEV) ## Let 200 seats play on 60 sessions on this machine (SECONDS=120, SEATS=200)
	$(BIN)/python -m tests.load --seconds "$(SECONDS)" --seats "$(SEATS)"

.PHONY: golden
golden: $(DEV) ## Rewrite the golden playthroughs; review the diff
	$(BIN)/python -m pytest tests/golden --golden-rewrite

.PHONY: bench
bench: $(DEV) ## Measure speed
	$(BIN)/python -m tests.bench

.PHONY: peers
peers: $(DEV) ## Measure random play beside OpenSpiel, RLCard and PettingZoo, and install these
	@$(PIP) --require-hashes -r requirements-peers.lock
	$(BIN)/python -m tests.bench --only peers

.PHONY: screenshots
screenshots: $(DEV) browser ## Take the screenshots of the pages
	$(BIN)/python -m tests.screenshots

.PHONY: lock
lock: $(DEV) ## Pin the dependencies anew after a change to pyproject.toml (UPGRADE=1: newest)
	$(LOCK) $(if $(UPGRADE),--upgrade) --extra build -o requirements.lock
	$(LOCK) $(if $(UPGRADE),--upgrade) --extra dev -c requirements.lock -o requirements-dev.lock
	$(LOCK) $(if $(UPGRADE),--upgrade) --extra peers -c requirements-dev.lock -o requirements-peers.lock

.PHONY: wheel
wheel: $(RUNTIME) ## Build the wheel into dist/
	$(BIN)/python -m hatchling build --target wheel

.PHONY: clean
clean: ## Remove .venv, dist and caches; recorded sessions stay
	rm -rf .venv build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: browser
browser: $(DEV)
	@works() { $(BIN)/playwright --version && \
	           $(BIN)/python -c 'from tests.conftest import find_chromium as f; exit(f() is None)'; \
	} >/dev/null 2>&1; \
	quick() { [ -n "$${MOTHLOG_CHROMIUM:-}" ] || command -v chromium-headless-shell >/dev/null; }; \
	if $(ROOT_ON_DEBIAN) && ! { works && quick; }; then \
	    $(call apt_install,$(BROWSER_PACKAGES)) || works; \
	elif ! works && [ "$${CI:-}" = true ]; then \
	    echo "error: no browser for the tests: install $(BROWSER_PACKAGES)" >&2; \
	    exit 1; \
	elif ! works; then \
	    echo "No browser, so its tests are skipped: install $(BROWSER_PACKAGES)"; \
	fi

.PHONY: postgres
postgres: $(DEV) | browser
	@if ! $(BIN)/python -c 'from tests.service.postgres import programs as p; exit(p() is None)' \
	      2>/dev/null; then \
	    if $(ROOT_ON_DEBIAN); then \
	        $(call apt_install,postgresql); \
	    elif [ "$${CI:-}" = true ]; then \
	        echo "error: no PostgreSQL server for the tests: install postgresql" >&2; \
	        exit 1; \
	    else \
	        echo "No PostgreSQL server, so its tests are skipped: install postgresql"; \
	    fi; \
	fi

$(VENV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "error: mothlog needs Python 3.11 or newer: install it, or name it with make PYTHON=..." >&2; \
	    exit 1; \
	}
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
	    package=$$($(PYTHON) -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'); \
	    if $(ROOT_ON_DEBIAN); then \
	        $(call apt_install,$$package); \
	    else \
	        echo "error: $(PYTHON) cannot make a virtual environment: install $$package" >&2; \
	        exit 1; \
	    fi; \
	}
	$(PYTHON) -m venv .venv
	@touch $@

$(RUNTIME): requirements.lock pyproject.toml $(VENV)
	@echo "Installing mothlog and what it runs on into .venv"
	@$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): requirements-dev.lock $(RUNTIME)
	@echo "Installing what the tests and checks need into .venv"
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@
