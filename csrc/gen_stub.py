"""Write rummycore/_rummycore.pyi, the type stub of the built extension; with `--check` only
compare and exit 1 on a difference.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from rummycore._rummycore import ffi, lib

TARGET = Path(__file__).parents[1] / "rummycore" / "_rummycore.pyi"
HEAD = '''"""Written by csrc/gen_stub.py from the built extension; do not edit."""

from typing import Final, TypeAlias, final, type_check_only

from cffi import FFI

CData: TypeAlias = FFI.CData

@final
@type_check_only
class _Lib:
'''


def python_type(ctype: Any) -> str:
    """Return how a C type looks from Python; every pointer is CData, so that no bytes are passed where C writes."""
    if ctype.kind == "void":
        return "None"
    return "int" if ctype.kind in ("primitive", "enum") else "CData"


def render() -> str:
    lines = []
    for name in sorted(dir(lib)):
        value = getattr(lib, name)
        if isinstance(value, int):
            lines.append(f"    {name}: Final = {value}")
            continue
        ctype = ffi.typeof(value)
        ctype = ctype if ctype.kind == "function" else ctype.item
        arguments = "".join(f", a{i}: {python_type(argument)}" for i, argument in enumerate(ctype.args))
        lines.append(f"    def {name}(self{arguments}, /) -> {python_type(ctype.result)}: ...")
    return HEAD + "\n".join(lines) + "\n\nffi: Final[FFI]\nlib: Final[_Lib]\n"


def main() -> int:
    text = render()
    if "--check" in sys.argv[1:]:
        same = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
        print(f"{TARGET.name}: {'as generated' if same else 'differs from what gen_stub.py writes'}")
        return 0 if same else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
