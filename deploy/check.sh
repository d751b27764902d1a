#!/usr/bin/env bash
# What `make check` asks beyond lint and types: bash deploy/check.sh .venv/bin
# 1. migrations are up to date, 2. `check --deploy` with the documented production environment,
# 3. no known vulnerability in the pinned packages.
set -euo pipefail
bin=$(cd "${1:?usage: deploy/check.sh FOLDER-OF-PYTHON}" && pwd)
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
SECRET_KEY=check DATABASE_URL="sqlite:///$scratch/empty.sqlite3" \
  "$bin/python" manage.py makemigrations --check --dry-run

set -a
. deploy/production.env.example
SECRET_KEY=$("$bin/python" -c 'import secrets; print(secrets.token_urlsafe(50))')
set +a
"$bin/python" manage.py check --deploy --fail-level WARNING

report="$scratch/audit"
status=0
"$bin/pip-audit" --requirement requirements.txt --require-hashes --disable-pip \
  --progress-spinner off --timeout 10 >"$report" 2>&1 || status=$?
if [ "$status" = 0 ]; then
  echo "pip-audit: no known vulnerability in requirements.txt"
elif grep -qE "^Found [0-9]+ known vulnerabilit" "$report"; then
  cat "$report"
  exit 1
else
  echo "pip-audit: NOT CHECKED, the advisory service can't be reached:"
  tail -n 1 "$report" | cut -c 1-200
fi
