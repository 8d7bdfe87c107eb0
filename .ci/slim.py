#!/usr/bin/env python3
"""Takes out of an environment what a container that only runs the package doesn't need.

``/venv/bin/python .ci/slim.py`` deletes pip, setuptools and pybind11, what only type checkers and compilers read, the
tests of other packages, Pillow if only packages of fonts ask for it, and Babel's data about languages that the phone
doesn't speak. Byte code goes too: what is run next writes that of what it imports.
"""

from __future__ import annotations

import re
import shutil
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
)  # fmt: skip
PILLOW = ("PIL", "pillow.libs", "[Pp]illow-*")
#: Packages of which only fonts are read, by the way their names begin.
FONTS = ("tkinter-icons", "fontpkg")


def delete(*patterns: str) -> None:
    """Delete the files and folders of some patterns."""
    for found in [path for pattern in patterns for path in SITE.glob(pattern)]:
        shutil.rmtree(found) if found.is_dir() else found.unlink(missing_ok=True)


def asks_for_pillow() -> bool:
    """Whether a package that is imported needs Pillow."""
    needed = (
        (one.metadata["Name"].lower().replace("_", "-"), line)
        for one in distributions()
        for line in one.requires or ()
    )
    return any(
        re.match(r"pillow\b", line, re.IGNORECASE) and "extra ==" not in line and not name.startswith(FONTS)
        for name, line in needed
    )


def main() -> None:
    """Make the environment small."""
    from bmoca_gym.handset.resources.locales import LOCALES

    spoken = {locale.cldr.partition("_")[0] for locale in LOCALES.values()} | {"root", "en"}
    for data in [*SITE.glob("babel/locale-data/*.dat")]:
        if data.stem.partition("_")[0] not in spoken:
            data.unlink()
    delete(*UNUSED, *(() if asks_for_pillow() else PILLOW))
    for program in Path(sys.executable).parent.glob("pip*"):
        program.unlink()
    delete("**/__pycache__")


if __name__ == "__main__":
    main()
