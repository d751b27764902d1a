"""axe-core, the accessibility checker, from npm; it runs inside the page that it checks."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.make import ROOT

SCRIPT = Path(os.environ.get("AXE_JS") or ROOT / "var/tools/node_modules/axe-core/axe.min.js")


def axe_script() -> str:
    """The checker's text; skips the test where it is absent."""
    if not SCRIPT.is_file():
        pytest.skip(
            "accessibility isn't checked: npm install --ignore-scripts --prefix var/tools axe-core"
        )
    return SCRIPT.read_text(encoding="utf-8")


def axe_faults(page: Any) -> list[str]:
    """What the checker finds on the page as it stands: rule, element, what is wrong."""
    found = page.evaluate("async () => (await axe.run(document)).violations")
    return [
        f"{fault['id']}: {node['html'][:120]} – {node['failureSummary']}"
        for fault in found
        for node in fault["nodes"]
    ]
