"""Only what pyproject.toml cannot say: the version, the cffi module and its stable-ABI tag."""

import re
import sysconfig
from pathlib import Path

from setuptools import setup

header = Path("csrc/rummycore.h").read_text(encoding="utf-8")
version = ".".join(re.findall(r"#define RUMMY_VERSION_[A-Z]+ (\d+)", header))
options = {}
if not sysconfig.get_config_var("Py_GIL_DISABLED"):  # free-threaded builds have no stable ABI
    options["bdist_wheel"] = {"py_limited_api": "cp310"}

setup(version=version, cffi_modules=["csrc/ffi_build.py:ffibuilder"], options=options)
