"""`make bench`: every bench, one process each, on both engines."""

import subprocess
import sys
from pathlib import Path

from bench.harness import ENGINES

NOT_BENCHES = {"__init__", "__main__", "harness", "orm_publisher"}


def main() -> int:
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py"))
    failed = 0
    for name in names:
        if name in NOT_BENCHES or name.startswith("_"):
            continue
        for engine in ENGINES:
            done = subprocess.run([sys.executable, "-m", f"bench.{name}", engine], check=False)
            failed += done.returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
