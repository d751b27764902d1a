"""`make run` with a Python that can't carry the project: a sentence, and no half-made .venv."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.make import ROOT

pytestmark = [
    pytest.mark.engine_free,
    pytest.mark.skipif(shutil.which("make") is None, reason="needs make (Debian: make)"),
]

# Python 3.10, as far as anyone can ask it.
OLD = f"""#!/bin/sh
exec {sys.executable} -c 'import sys; sys.version_info = (3, 10, 4); exec(sys.argv[1])' "$2"
"""
# A Debian Python without ensurepip: it leaves a .venv that holds no pip, and fails.
WITHOUT_ENSUREPIP = f"""#!/bin/sh
if [ "$1" = -c ]; then exec {sys.executable} "$@"; fi
mkdir -p "$3/bin" && ln -s {sys.executable} "$3/bin/python"
exit 1
"""


def make_run(folder: Path, script: str) -> "subprocess.CompletedProcess[str]":
    for name in ("Makefile", "requirements.txt"):
        shutil.copy(ROOT / name, folder)
    python = folder / "some-python"
    python.write_text(script)
    python.chmod(0o755)
    return subprocess.run(
        ["make", "run", f"PYTHON={python}"],
        cwd=folder,
        env=os.environ | {"MAKEFLAGS": ""},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        (OLD, "Python 3.11 or newer is needed, {python} is 3.10: try"),
        (WITHOUT_ENSUREPIP, "{python} can't make .venv: install its venv module"),
    ],
)
def test_unfit_python_is_told_and_leaves_nothing(tmp_path, script, sentence):
    done = make_run(tmp_path, script)
    assert done.returncode != 0
    assert sentence.format(python=tmp_path / "some-python") in done.stderr
    assert not (tmp_path / ".venv").exists()
    assert not (tmp_path / ".env").exists()
