# Everything one does here, with nothing installed but Python 3.11 and make:
#
#   make run        the bot, with a playground in the browser that needs no account
#   make test       the tests; make test-dear: those that take long; make test-long: all, with many more random matches; make test-near: those nearest to what has changed since the last commit
#   make check      formatting, lint, types, the direction of imports, requirement files, addresses
#   make format     formats, and mends what lint can mend
#   make gallery    every game in a browser, Discord and Telegram with their lists of commands, for looking at, and every picture: artifacts/browser/games, artifacts/discord, artifacts/telegram, artifacts/commands, artifacts/pictures
#   make window-screens   the page in windows of Telegram and Discord at six sizes in three languages, light and dark: artifacts/window
#   make screens    every screen of the page at four widths in three languages, and a sheet of each: artifacts/screens
#   make crashes    a bot is killed a hundred times on SQLite, and on PostgreSQL: nothing may be lost
#   make faults     faults planted by mutmut, one at a time: which does no test notice? SEED=2 EACH=12 FOLDERS="engine bot"
#   make bench      how fast the engine is, beside others; what a press costs the service and its store
#   make fast       the engine compiled, in an environment of its own that nothing else needs; then: .venv-fast/bin/truco run; make fast-test compares its answers for longer
#   make environments   the hand as an environment of PettingZoo and of OpenSpiel: their libraries' own tests
#   make install    only the environment: .venv, and .venv/bin/truco in it
#   make release    what a version gives out, in dist/, built and tried: wheel, list of parts, specification, notes, hashes
#   make spec       the specification as a bundle to try other engines with: dist/truco-spec-VERSION.tar.gz
#   make site       the pages of docs/ as a site, every link followed: artifacts/site
#   make lock       requirement files anew from requirements/*.in; UPGRADE=1 for the newest versions
#   make clean      away with environments, caches and build products (never with data/)

.PHONY: help run install test test-near test-dear test-long faults gallery screens window-screens format crashes bench fast fast-test environments release spec site lock clean \
  check check-format check-lint check-types check-layers check-requirements check-addresses
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The environments are ours alone: whatever Python settings the caller has stay outside.
# Bytecode is kept whatever they are: without it, every worker and every process of a test compiles all of it again.
unexport PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONUSERBASE PYTHONWARNINGS PYTHONOPTIMIZE PYTHONSAFEPATH VIRTUAL_ENV \
  PYTHONDONTWRITEBYTECODE \
  PIP_TARGET PIP_USER PIP_PREFIX PIP_ROOT PIP_REQUIRE_VIRTUALENV PIP_CONSTRAINT PIP_REQUIREMENT PIP_NO_BINARY PYTEST_ADDOPTS

BIN := .venv/bin
PIP_INSTALL = -m pip install --quiet --quiet --disable-pip-version-check --no-input
# A test that never ends fails after five minutes; in `make test`, whose tests take seconds, after half of that. Here, since a debugger has no such haste.
# As many workers as processors, eight at most: each one starts everything once more.
WORKERS := $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); echo $$((n < 8 ? n : 8)))
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --timeout 300 --durations 25 --durations-min 2

# An environment that was moved, or whose Python has gone, is made again.
is_sound = [ -x $(1)/bin/python ] && [ "$$(cat $(1)/.home 2>/dev/null)" = "$(CURDIR)" ]
_ := $(foreach env,.venv .venv-bench .venv-faults .venv-fast .venv-release .venv-site .venv-lock,$(shell { $(call is_sound,$(env)); } || rm -f $(env)/.ready*))

define make_environment
@{ $(call is_sound,$(1)); } || { \
  python="$$(tools/find-python)" && echo "Making $(1) with $$("$$python" --version) ..." && \
  "$$python" -m venv --clear $(1) && printf '%s' "$(CURDIR)" > $(1)/.home; }
endef

help:
	@sed -n 's/^#   //p' Makefile

install: .venv/.ready-run

run: .venv/.ready-run
	@$(BIN)/truco run

test: .venv/.ready-test
	@$(PYTEST) --timeout 150 -m "not dear"

test-near: .venv/.ready-test
	@files="$$($(BIN)/python -m lab.nearest)" && \
	  if [ -n "$$files" ]; then $(PYTEST) -m "not dear" $$files; else echo "Nothing has changed."; fi

test-dear: .venv/.ready-test
	@$(PYTEST) -m dear

test-long: .venv/.ready-test
	@HYPOTHESIS_PROFILE=long $(PYTEST)

faults: .venv-faults/.ready
	@.venv-faults/bin/python -m lab.faults --seed $(or $(SEED),1) --each $(or $(EACH),12) $(FOLDERS)

gallery: .venv/.ready-test
	@$(PYTEST) tests/browser/gallery.py tests/bot/gallery.py tests/adapters/discord/gallery.py tests/adapters/telegram/gallery.py tests/adapters/together/gallery.py

screens: .venv/.ready-test
	@$(PYTEST) tests/browser/screens.py

window-screens: .venv/.ready-test
	@$(PYTEST) tests/browser/window_sheets.py

check: check-format check-lint check-types check-layers check-requirements check-addresses

# `make -k check` goes on after the first that fails.
check-format: .venv/.ready-test
	@$(BIN)/ruff format --check --output-format concise .

check-lint: .venv/.ready-test
	@$(BIN)/ruff check --output-format concise .

check-types: .venv/.ready-test
	@$(BIN)/python -m mypy

check-layers: .venv/.ready-test
	@$(BIN)/lint-imports --no-logo

check-requirements: .venv/.ready-test
	@$(BIN)/python tools/check_requirements.py && echo "Requirement files hold names, versions and hashes."

check-addresses: .venv/.ready-test
	@$(BIN)/python tools/check_addresses.py && echo "No file says where packages are fetched from."

format: .venv/.ready-test
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

crashes: .venv/.ready-test
	@$(BIN)/python -m bench.crashes --kills 100
	@$(BIN)/python -m bench.crashes --kills 100 --store postgresql

bench: .venv-bench/.ready
	@.venv-bench/bin/python -m bench
	@.venv-bench/bin/python -m bench.prices
	@.venv-bench/bin/python -m bench.writes
	@.venv-bench/bin/python -m bench.service
	@.venv-bench/bin/python -m bench.films
	@.venv-bench/bin/python -m bench.pictures

# It compiles what has changed, and ends with an error where the two engines do not answer alike.
fast: .venv-fast/.ready
	@.venv-fast/bin/python -m tools.fast build
	@.venv-fast/bin/python $(PIP_INSTALL) --no-deps --no-build-isolation -e .venv-fast/tree
	@.venv-fast/bin/python -m tools.fast compare

# The same with every value of every option, and long matches.
fast-test: fast
	@.venv-fast/bin/python -m tools.fast compare --every-option --tables 2 --steps 200 --decisions 4

environments: .venv-bench/.ready
	@.venv-bench/bin/python -W ignore::UserWarning -m lab.environment_tests

release: .venv-release/.ready
	@.venv-release/bin/python -m tools.release

spec: .venv/.ready-run
	@$(BIN)/python -m tools.spec

site: .venv-site/.ready
	@.venv-site/bin/python -m mkdocs --quiet build --strict && echo "artifacts/site/index.html"

lock: .venv-lock/.ready
	@tools/lock "$(CURDIR)/.venv-lock/bin/uv" $(if $(UPGRADE),--upgrade)
	@echo "requirements/*.txt are made."

clean:
	@rm -rf .venv .venv-bench .venv-faults .venv-fast .venv-release .venv-site .venv-lock build dist *.egg-info artifacts .hypothesis .import_linter_cache \
	  .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.ready-run: requirements/run.txt pyproject.toml
	$(call make_environment,.venv)
	@echo "Installing what truco needs into .venv, which takes a minute or two ..."
	@$(BIN)/python $(PIP_INSTALL) --require-hashes -r requirements/run.txt
	@$(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

.venv/.ready-test: .venv/.ready-run requirements/test.txt
	@echo "Installing what the tests need into .venv ..."
	@$(BIN)/python $(PIP_INSTALL) --require-hashes -r requirements/test.txt
	@touch $@

.venv-bench/.ready .venv-faults/.ready: .venv-%/.ready: requirements/run.txt requirements/%.txt pyproject.toml
	$(call make_environment,.venv-$*)
	@echo "Installing what \`make $*\` needs into .venv-$* ..."
	@.venv-$*/bin/python $(PIP_INSTALL) --require-hashes -r requirements/$*.txt
	@.venv-$*/bin/python $(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

.venv-fast/.ready: requirements/fast.txt
	@python="$$(tools/find-python)" && "$$python" -m tools.fast check
	$(call make_environment,.venv-fast)
	@echo "Installing what compiling needs into .venv-fast ..."
	@.venv-fast/bin/python $(PIP_INSTALL) --require-hashes -r requirements/fast.txt
	@rm -rf .venv-fast/tree
	@touch $@

.venv-release/.ready .venv-site/.ready .venv-lock/.ready: .venv-%/.ready: requirements/%.txt
	$(call make_environment,.venv-$*)
	@.venv-$*/bin/python $(PIP_INSTALL) --require-hashes -r requirements/$*.txt
	@touch $@
