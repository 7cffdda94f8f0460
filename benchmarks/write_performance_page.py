"""Write the parts of docs/performance.md that are measured. Two comments that name a part stand around it.

`python benchmarks/write_performance_page.py` measures and writes all parts. `put` writes one.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs" / "performance.md"


def put(part: str, text: str, page: Path = PAGE) -> None:
    """Replace a part of the page. ValueError if the page does not have exactly one such part."""
    begin, end = f"<!-- {part} -->", f"<!-- end of {part} -->"
    old = page.read_text(encoding="utf-8")
    new, times = re.subn(
        f"({re.escape(begin)}\n).*?({re.escape(end)})",
        lambda m: f"{m[1]}\n{text.strip()}\n\n{m[2]}",
        old,
        flags=re.DOTALL,
    )
    if times != 1:
        raise ValueError(f"{page.name} has {times} parts called {part}, not one")
    page.write_text(new, encoding="utf-8")


def main() -> int:
    """Write every part of the page, one script after the other. Returns the status of the first that fails, or 0."""
    here = Path(__file__).parent
    for command in (["instructions.py", "--write"], ["peers.py", "--write"], ["measure_times.py"]):
        if status := subprocess.run([sys.executable, str(here / command[0]), *command[1:]], check=False).returncode:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
