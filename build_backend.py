"""Build back end: setuptools', with what compiling needs, and Python alone where it can't be compiled.

``BMOCA_GYM_PURE_PYTHON=1`` compiles nothing. ``BMOCA_GYM_COMPILE=required`` ends with an error where compiling fails;
``manylinux`` does so too, and compiles for any Linux with a C library from 2.17 on, whatever this one has.
"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403

_PURE = "BMOCA_GYM_PURE_PYTHON"
_COMPILE = "BMOCA_GYM_COMPILE"
#: Why nothing was compiled: told to setup.py, which writes it into the wheel.
_FAILED = "BMOCA_GYM_COMPILING_FAILED"
_MYPYC = ["mypy==2.4.1"]
#: The C compiler that the package index has, for machines without one.
_ZIG = ["ziglang==0.17.1"]
#: The oldest C library of which wheels are made, as zig and as a wheel's name have it.
_GLIBC = "2.17", "manylinux_2_17"


def _pure() -> bool:
    return os.environ.get(_PURE, "0") not in ("", "0")


def _manylinux() -> bool:
    return os.environ.get(_COMPILE) == "manylinux"


def _by_zig() -> bool:
    """Whether zig compiles: its libraries are older than any computer's, and it is there where nothing else is."""
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return _manylinux() or shutil.which(shlex.split(named)[0]) is None


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """What is installed to build a wheel. An editable installation needs none of it."""
    needed: list[str] = build_meta.get_requires_for_build_wheel(config_settings)
    if _pure():
        return needed
    return [*needed, *_MYPYC, *(_ZIG if _by_zig() else [])]


def build_wheel(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    """A wheel with compiled modules; the same package without them where they can't be built."""
    # What an earlier build has left there would go into the wheel too.
    shutil.rmtree(Path(__file__).parent / "build", ignore_errors=True)
    if _pure():
        return str(build_meta.build_wheel(wheel_directory, config_settings, metadata_directory))
    if _by_zig():
        # For any processor of this kind: of its own one zig would use what others lack.
        target = f"-target {platform.machine()}-linux-gnu.{_GLIBC[0]}" if _manylinux() else "-mcpu=baseline"
        zig = f"{shlex.quote(sys.executable)} -m ziglang"
        os.environ.update(
            CC=f"{zig} cc {target}", LDSHARED=f"{zig} cc {target} -shared -s", AR=f"{zig} ar", CFLAGS="-g0"
        )
    settings = dict(config_settings or {})
    if _manylinux():
        settings["--build-option"] = ["--plat-name", f"{_GLIBC[1]}_{platform.machine()}"]
    try:
        if not Path(sysconfig.get_path("include"), "Python.h").is_file():
            raise FileNotFoundError("this Python's headers are missing; on Debian, python3-dev has them")
        return str(build_meta.build_wheel(wheel_directory, settings, metadata_directory))
    except (Exception, SystemExit) as error:
        if os.environ.get(_COMPILE):
            raise
        why = _reason(error)
        print(f"bmoca_gym: compiling failed ({why}); pure Python is installed", file=sys.stderr)
        os.environ.update({_PURE: "1", _FAILED: why})
        return build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    """An editable installation: the checkout's path, which type checkers and editors read too.

    setuptools' own choice is a hook in Python's import, which they do not run.
    """
    settings = {"editable_mode": "compat", **(config_settings or {})}
    return str(build_meta.build_editable(wheel_directory, settings, metadata_directory))


def _reason(error: BaseException) -> str:
    """Why nothing was compiled, in a line."""
    said = str(error).partition("\n")[0]
    if "ommand '" in said:  # with all of its arguments; the compiler has printed what it refuses
        return "the C compiler ended with an error, which pip install -v shows"
    if isinstance(error, SystemExit) and not isinstance(error.code, str):
        return "mypyc refused a module, which pip install -v shows"
    return said.removeprefix("error: ")
