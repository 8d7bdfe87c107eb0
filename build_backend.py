"""Build back end: setuptools', with what compiling needs, and Python alone where it can't be compiled.

A wheel holds the compiled modules; an editable installation has them compiled in the checkout, where they are not there
already. ``BMOCA_GYM_PURE_PYTHON=1`` compiles nothing. ``BMOCA_GYM_COMPILE=required`` ends with an error where compiling
fails; ``manylinux`` does so too, and compiles for any Linux with a C library from 2.17 on, whatever this one has.
"""

from __future__ import annotations

import os
import platform
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403

_PURE = "BMOCA_GYM_PURE_PYTHON"
_COMPILE = "BMOCA_GYM_COMPILE"
_HERE = Path(__file__).parent
#: Why nothing was compiled: told to setup.py, which writes it beside the sources.
_FAILED = "BMOCA_GYM_COMPILING_FAILED"
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


def _mypyc() -> str:
    """Return the requirement of mypyc, at the version that constraints.txt pins: its other releases are not tried."""
    lines = (_HERE / "constraints.txt").read_text(encoding="utf-8").split("\n")
    return next(line for line in lines if line.startswith("mypy=="))


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Return what is installed to build a wheel."""
    needed: list[str] = build_meta.get_requires_for_build_wheel(config_settings)
    return needed if _pure() else [*needed, _mypyc(), *(_ZIG if _by_zig() else [])]


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    """Return what is installed for an editable installation."""
    needed: list[str] = build_meta.get_requires_for_build_editable(config_settings)
    if _pure() or _is_compiled_here():
        return needed
    return [*needed, _mypyc(), *(_ZIG if _by_zig() else [])]


def _is_compiled_here() -> bool:
    """Whether the checkout holds the compiled modules of its sources, for this Python."""
    return bool(runpy.run_path(str(_HERE / "bmoca_gym" / "compiled.py"))["MODE"].compiled)


def _prepare() -> None:
    """Name the C compiler to be used.

    Raises:
        FileNotFoundError: no C can be compiled against this Python.
    """
    if _by_zig():
        # For any processor of this kind: of its own one zig would use what others lack.
        target = f"-target {platform.machine()}-linux-gnu.{_GLIBC[0]}" if _manylinux() else "-mcpu=baseline"
        zig = f"{shlex.quote(sys.executable)} -m ziglang"
        os.environ.update(
            CC=f"{zig} cc {target}", LDSHARED=f"{zig} cc {target} -shared -s", AR=f"{zig} ar", CFLAGS="-g0"
        )
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        raise FileNotFoundError("this Python's headers are missing; on Debian, python3-dev has them")


def build_wheel(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    """A wheel with compiled modules; the same package without them where they can't be built."""
    # What an earlier build has left there would go into the wheel too.
    shutil.rmtree(_HERE / "build", ignore_errors=True)
    settings = dict(config_settings or {})
    if not _pure():
        if _manylinux():
            settings["--build-option"] = ["--plat-name", f"{_GLIBC[1]}_{platform.machine()}"]
        try:
            _prepare()
            return str(build_meta.build_wheel(wheel_directory, settings, metadata_directory))
        except (Exception, SystemExit) as error:
            _go_on_without(error)
    return str(build_meta.build_wheel(wheel_directory, config_settings, metadata_directory))


def build_editable(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    """An editable installation: the modules compiled in the checkout, and the checkout's path, which type checkers and
    editors read too. setuptools' own choice is a hook in Python's import, which they do not run.
    """
    if not (_pure() or _is_compiled_here()):
        try:
            _prepare()
            subprocess.run(
                [sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=_HERE, check=True
            )
        except Exception as error:
            _go_on_without(error)
    settings = {"editable_mode": "compat", **(config_settings or {})}
    return str(build_meta.build_editable(wheel_directory, settings, metadata_directory))


def _go_on_without(error: BaseException) -> None:
    """Have pure Python installed, unless compiled modules are required, and have the installation say why.

    Raises:
        BaseException: the error itself, where compiled modules are required.
    """
    if os.environ.get(_COMPILE):
        raise error
    why = _reason(error)
    print(f"bmoca_gym: compiling failed ({why}); pure Python is installed", file=sys.stderr)
    os.environ.update({_PURE: "1", _FAILED: why})


def _reason(error: BaseException) -> str:
    """Why nothing was compiled, in a line."""
    said = str(error).partition("\n")[0]
    if isinstance(error, subprocess.CalledProcessError) or "ommand '" in said:  # with all of its arguments
        return "the compiler ended with an error, which pip install -v shows"
    if isinstance(error, SystemExit) and not isinstance(error.code, str):
        return "mypyc refused a module, which pip install -v shows"
    return said.removeprefix("error: ")
