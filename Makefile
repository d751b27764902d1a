# Every command of the project. `make run` and `make test` are all that a newcomer needs.
PYTHON ?= python3
BIN := .venv/bin

.DELETE_ON_ERROR:
.PHONY: run test test-long bench check lock

run: .venv/installed .env
	@exec $(BIN)/python manage.py demo

test: .venv/installed-dev
	TEST_ENGINE=sqlite $(BIN)/python -m pytest -m "not long" --numprocesses 2 --dist loadfile
	TEST_ENGINE=postgresql $(BIN)/python -m pytest -m "not long" --numprocesses 2 --dist loadfile

test-long: .venv/installed-dev
	TEST_ENGINE=sqlite $(BIN)/python -m pytest -m long
	TEST_ENGINE=postgresql $(BIN)/python -m pytest -m long

bench: .venv/installed-dev
	$(BIN)/python -m bench

check: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	SECRET_KEY=check $(BIN)/mypy
	$(BIN)/lint-imports
	bash deploy/check.sh $(BIN)

lock:
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url --custom-compile-command "make lock" -o requirements.txt
	uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes --no-emit-index-url --custom-compile-command "make lock" -o requirements-dev.txt

# What could not be made whole is removed: the next try begins from nothing.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.version_info < (3, 11) and sys.exit("Python 3.11 or newer is needed, $(PYTHON) is %d.%d: try `make run PYTHON=python3.11`." % sys.version_info[:2])'
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "$(PYTHON) can't make .venv: install its venv module (Debian: apt install python3-venv)." >&2; exit 1; }

.venv/installed: requirements.txt | $(BIN)/python
	@echo "Installing the pinned packages into .venv; it takes a minute, once."
	@test .venv/installed-dev -nt $< || $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

.venv/installed-dev: requirements-dev.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@ .venv/installed

.env: | .venv/installed
	@$(BIN)/python -c "import secrets; print('SECRET_KEY=' + secrets.token_urlsafe(50))" > .env
