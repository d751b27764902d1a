"""The Nu HTML checker, from npm's vnu-jar; it needs Java."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.make import ROOT

JAR = Path(os.environ.get("VNU_JAR") or ROOT / "var/tools/node_modules/vnu-jar/build/dist/vnu.jar")


def nu_messages(folder: Path, pages: dict[str, str]) -> list[str]:
    """What the checker says against the pages (name → HTML), errors and warnings; [] is valid.

    Skips the test where Java or the checker is absent.
    """
    if not shutil.which("java"):
        pytest.skip("HTML isn't validated: no java (apt-get install default-jre-headless)")
    if not JAR.is_file():
        pytest.skip("HTML isn't validated: npm install --ignore-scripts --prefix var/tools vnu-jar")
    for name, html in pages.items():
        (folder / f"{name}.html").write_text(html, encoding="utf-8")
    files = [str(folder / f"{name}.html") for name in pages]
    checker = subprocess.run(
        ["java", "-Xmx300m", "-jar", str(JAR), "--format", "json", *files],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    messages = json.loads(checker.stderr)["messages"]
    return [
        f"{Path(message['url']).stem}: {message['message']} …{message.get('extract', '')}…"
        for message in messages
        if message["type"] == "error" or message.get("subType") == "warning"
    ]
