"""The default build version: a hash of what a page is made of."""

import hashlib
from pathlib import Path

FOLDERS = ("costcodle", "answers", "leases", "stats", "templates")
ENDINGS = {".py", ".html", ".txt", ".xml", ".sql"}  # and all that stands in a `static` folder


def build_version(base: Path) -> str:
    """Twelve hex digits over code, templates, static files and pinned dependencies of `base`.

    Any change of them gives another number, so a forgotten bump can't serve old HTML.
    """
    digest = hashlib.sha256()
    files = [base / "requirements.txt"]
    for folder in FOLDERS:
        files += (path for path in (base / folder).rglob("*") if _counts(path))
    for path in sorted(files):
        if path.is_file():
            name = path.relative_to(base).as_posix().encode()
            content = path.read_bytes()
            digest.update(b"%d:%s%d:" % (len(name), name, len(content)) + content)
    return digest.hexdigest()[:12]


def _counts(path: Path) -> bool:
    return path.suffix in ENDINGS or "static" in path.parts
