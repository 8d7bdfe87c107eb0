#!/usr/bin/env python3
"""Takes out of an environment what a container that only runs the package doesn't need.

``/venv/bin/python .ci/slim.py`` deletes pip, setuptools and pybind11, what only type checkers and compilers read, the
tests of other packages, Pillow if only packages of fonts ask for it, and Babel's data about languages that the phone
doesn't speak; from some libraries also what only debuggers read. Byte code goes too: what is run next writes that of
what it imports.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import distributions
from pathlib import Path

SITE = Path(sysconfig.get_path("purelib"))

#: What only installs, compiles or is read by type checkers, and tests that no package imports.
UNUSED = (
    "pip", "pip-*", "setuptools", "setuptools-*", "pkg_resources", "_distutils_hack", "distutils-precedence.pth",
    "pybind11", "pybind11-*", "numpy/**/tests", "matplotlib/**/tests", "pandas/**/tests",
    "**/*.pyi", "**/*.pxd", "lxml/includes", "numpy/_core/include", "numpy/f2py",
    "numpy/_core/_*tests.*.so", "numpy/_core/_simd.*.so",
)  # fmt: skip
#: Parts of lxml beside its parser of XML, which alone is imported here.
LXML = ("lxml/objectify.*", "lxml/html", "lxml/isoschematron")
#: Libraries with symbols for debuggers. Those that auditwheel has changed are left alone: strip can break them.
WITH_SYMBOLS = ("_quickjs.*.so", "yaml/*.so", "bmoca_gym__mypyc.*.so")
PILLOW = ("PIL", "pillow.libs", "[Pp]illow-*")
#: Packages of which only fonts are read, by the way their names begin.
FONTS = ("tkinter-icons", "fontpkg")


def delete(*patterns: str) -> None:
    """Delete the files and folders of some patterns."""
    for found in [path for pattern in patterns for path in SITE.glob(pattern)]:
        shutil.rmtree(found) if found.is_dir() else found.unlink(missing_ok=True)


def asks_for(package: str) -> bool:
    """Whether a package that is imported, beside this one, needs another."""
    needed = (
        (one.metadata["Name"].lower().replace("_", "-"), line)
        for one in distributions()
        for line in one.requires or ()
    )
    return any(
        re.match(rf"{package}\b", line, re.IGNORECASE)
        and "extra ==" not in line
        and not name.startswith(("bmoca-gym", *FONTS))
        for name, line in needed
    )


def main() -> None:
    """Make the environment small."""
    from bmoca_gym.handset.resources.locales import LOCALES

    spoken = {locale.cldr.partition("_")[0] for locale in LOCALES.values()} | {"root", "en"}
    for data in [*SITE.glob("babel/locale-data/*.dat")]:
        if data.stem.partition("_")[0] not in spoken:
            data.unlink()
    delete(*UNUSED)
    for package, files in (("pillow", PILLOW), ("lxml", LXML)):
        if not asks_for(package):
            delete(*files)
    for library in [path for pattern in WITH_SYMBOLS for path in SITE.glob(pattern)]:
        # In a new file: this process has the old one in its memory.
        smaller = library.with_suffix(".new")
        subprocess.run(["strip", "--strip-unneeded", "-o", smaller, library], check=True)
        smaller.replace(library)
    for program in Path(sys.executable).parent.glob("pip*"):
        program.unlink()
    delete("**/__pycache__")


if __name__ == "__main__":
    main()
