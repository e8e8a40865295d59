PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV   ?= .venv
BIN    := $(VENV)/bin
ARGS   ?=
ON_SQLITE ?= tests/ledger tests/matches tests/campaigns tests/promises
PIP    := $(BIN)/python -m pip --disable-pip-version-check -q
# uv when it could be had, else pip: same lock, same hashes
INSTALL = $(BIN)/uv pip install -q --python $(BIN)/python --require-hashes --compile-bytecode -r $< || $(PIP) install --require-hashes -r $<
LOCK    = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --custom-compile-command "make lock" pyproject.toml

.SILENT:                                   # `demo --json` prints nothing else on standard output
.PHONY: run demo test check e2e soak bench lock rules-index clean
run: $(VENV)/.base                         ## set up, play the demo league on first use, serve http://127.0.0.1:8000/
	$(BIN)/python manage.py run $(ARGS)
demo: $(VENV)/.base                        ## play a demo league and print its standings
	$(BIN)/python manage.py demo $(ARGS)
test: $(VENV)/.test                        ## the whole suite on PostgreSQL, then the stores' tests on SQLite; coverage
	$(BIN)/python -m pytest -n auto --cov --cov-report= $(ARGS)
	DATABASE_URL=sqlite:///$(VENV)/test.sqlite3 $(BIN)/python -m pytest -n auto -m "not e2e and not postgres" --cov --cov-append --cov-report= $(ON_SQLITE)
	$(BIN)/coverage report --fail-under=100 --include="rules_engine/*,ledger/*,campaigns/domain/*"
	$(BIN)/coverage report --fail-under=90 --format=total
check: $(VENV)/.dev                        ## lint, types, import contract, migrations, locks
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python tools/check_locks.py
e2e: $(VENV)/.dev                          ## drive a real Chromium
	$(BIN)/python -m pytest -m e2e $(ARGS)
soak: $(VENV)/.test                        ## the promise tests with their full counts; takes hours
	SOAK=1 $(BIN)/python -m pytest tests/promises -n 2 --timeout 7200 --durations 0 -v $(ARGS)
bench: $(VENV)/.dev                        ## every figure beside its yardstick; writes bench/results.json
	$(BIN)/python -m bench $(ARGS)
lock: | $(BIN)/python                      ## rewrite the lock files
	$(LOCK) -o requirements/base.lock
	$(LOCK) --group test -o requirements/test.lock
	$(LOCK) --group dev -o requirements/dev.lock
rules-index: $(VENV)/.dev                  ## rewrite docs/rules/index.md: rule id, code, tests
	$(BIN)/python -m tools.rules_index
clean:                                     ## remove what the other targets made
	rm -rf $(VENV) db.sqlite3* .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	-$(PIP) install uv==0.13.9
$(VENV)/.base: requirements/base.lock | $(BIN)/python
	{ $(INSTALL); } && touch $@
$(VENV)/.test: requirements/test.lock | $(BIN)/python
	{ $(INSTALL); } && touch $@ $(VENV)/.base
$(VENV)/.dev: requirements/dev.lock | $(BIN)/python
	{ $(INSTALL); } && touch $@ $(VENV)/.base $(VENV)/.test
