"""Compilation of the handset's hot modules: by mypyc, and of those in C. All else about the package is in setup.cfg.

``bmoca_gym/handset/native/compiled.txt`` lists the modules, and README.md beside it explains them. A wheel and an
editable installation hold them compiled, beside their sources (build_backend.py decides); `bmoca_gym.compiled` chooses
which of the two runs. ``BMOCA_GYM_COMPILE=c`` compiles only the modules in C, which takes seconds.
"""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
PACKAGE = HERE / "bmoca_gym"
LIST = PACKAGE / "handset" / "native" / "compiled.txt"
ONLY_C = os.environ.get("BMOCA_GYM_COMPILE") == "c"


def compiled_sources() -> list[Path]:
    """Return the sources of the compiled modules, in C and in Python."""
    lines = LIST.read_text(encoding="utf-8").split("\n")
    patterns = [line for line in lines if line and not line.startswith("#")]
    found = {path for pattern in patterns for path in (PACKAGE / "handset").glob(pattern)}
    return sorted(path for path in found if path.suffix == ".c" or not ONLY_C)


def extensions() -> list[Extension]:
    """Return the compiled modules: a small one for each source, and one with the code of all that are in Python."""
    in_c = [path.relative_to(HERE) for path in compiled_sources() if path.suffix == ".c"]
    in_python = [str(path.relative_to(HERE)) for path in compiled_sources() if path.suffix == ".py"]
    made = [Extension(".".join(path.with_suffix("").parts), [str(path)], libraries=["m"]) for path in in_c]
    if in_python:
        from mypyc.build import mypycify

        # Without the stubs of other packages: the same code comes of it wherever it is built.
        options = [f"--config-file={LIST.with_name('mypy.ini')}"]
        of_python = mypycify(
            [*options, *in_python], opt_level="1", debug_level="0", multi_file=True, group_name="bmoca_gym"
        )
        [whole] = [
            extension for extension in of_python if extension.include_dirs
        ]  # the others only point to it
        whole.extra_compile_args = [*whole.extra_compile_args, "-include", str(LIST.with_name("trashcan.h"))]
        made += of_python
    for extension in made:
        extension.extra_compile_args.append(
            "-ffp-contract=off"
        )  # a * b + c is rounded twice, as Python rounds it
        if "zig" in os.environ.get("CC", ""):
            extension.extra_compile_args.append(
                "-fno-sanitize=all"
            )  # zig checks arithmetic at run time by default
    return made


class Build(build_ext):
    """The build of the compiled modules, a C file for each processor at a time, and the record of their sources."""

    def build_extensions(self) -> None:
        """Compile; every C file apart, the longest first."""
        compile_all = self.compiler.compile

        def in_parallel(sources: list[str], *args: Any, **options: Any) -> list[str]:
            def compiled(source: str) -> list[str]:
                return compile_all([source], *args, **options)

            by_size = sorted(sources, key=lambda source: -Path(source).stat().st_size)
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                made = dict(zip(by_size, pool.map(compiled, by_size), strict=True))
            return [name for source in sources for name in made[source]]

        self.compiler.compile = in_parallel
        super().build_extensions()

    def run(self) -> None:
        """Build, then write the record that `bmoca_gym.compiled` reads."""
        super().run()
        if self.extensions:
            digests = {
                path.relative_to(PACKAGE).as_posix(): sha256(path.read_bytes()).hexdigest()
                for path in compiled_sources()
            }
            record = {"suffix": EXTENSION_SUFFIXES[0], "in_place": bool(self.inplace), "sources": digests}
            write_record(PACKAGE if self.inplace else Path(self.build_lib) / PACKAGE.name, record)


class BuildPython(build_py):
    """The copy of the sources, and the record of why nothing was compiled, where build_backend.py tells of that."""

    def run(self) -> None:
        """Copy, then write the record that `bmoca_gym.compiled` reads."""
        super().run()
        failed = os.environ.get("BMOCA_GYM_COMPILING_FAILED")
        if failed:
            write_record(
                PACKAGE if self.editable_mode else Path(self.build_lib) / PACKAGE.name, {"failed": failed}
            )


def write_record(folder: Path, record: dict[str, Any]) -> None:
    """Write what `bmoca_gym.compiled` reads."""
    (folder / "compiled.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def wanted() -> bool:
    """Whether this run builds compiled modules. For an editable one, build_backend.py runs build_ext before."""
    if os.environ.get("BMOCA_GYM_PURE_PYTHON", "0") not in ("", "0"):
        return False
    return any(command in sys.argv for command in ("bdist_wheel", "build_ext"))


setup(ext_modules=extensions() if wanted() else [], cmdclass={"build_ext": Build, "build_py": BuildPython})
