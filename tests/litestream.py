"""Litestream with deploy/litestream.yml, but for the database and a folder instead of a bucket."""

import re
import subprocess
import sys
from pathlib import Path

from tests.make import ROOT

PROGRAM = str(Path(sys.executable).with_name("litestream"))


def write_config(folder: Path, database: Path) -> Path:
    text = (ROOT / "deploy/litestream.yml").read_text()
    text = text.replace("/opt/costcodle/var/costcodle.sqlite3", str(database))
    text, replaced = re.subn(
        r"type: s3\n +bucket: \S+\n( +)path: \S+", rf"type: file\n\1path: {folder}/replica", text
    )
    assert replaced == 1
    config = folder / "litestream.yml"
    config.write_text(text)
    return config


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """One command of Litestream, with what it says in stdout."""
    return subprocess.run(
        [PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
