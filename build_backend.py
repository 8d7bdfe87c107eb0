"""Build back end: setuptools', with what compiling needs, and Python alone where it can't be compiled."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403

_PURE = "BMOCA_GYM_PURE_PYTHON"
_MYPYC = ["mypy==2.4.1"]
#: The C compiler that the package index has, for machines without one.
_ZIG = ["ziglang==0.17.1"]


def _pure() -> bool:
    return os.environ.get(_PURE, "0") not in ("", "0")


def _has_compiler() -> bool:
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(shlex.split(named)[0]) is not None


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """What is installed to build a wheel. An editable installation needs none of it."""
    needed: list[str] = build_meta.get_requires_for_build_wheel(config_settings)
    if _pure():
        return needed
    return [*needed, *_MYPYC, *([] if _has_compiler() else _ZIG)]


def build_wheel(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    """A wheel with compiled modules; the same package without them where they can't be built."""
    if not _pure():
        if not _has_compiler():
            zig = f"{shlex.quote(sys.executable)} -m ziglang"
            os.environ.update(CC=f"{zig} cc", LDSHARED=f"{zig} cc -shared", AR=f"{zig} ar")
        try:
            return str(build_meta.build_wheel(wheel_directory, config_settings, metadata_directory))
        except (Exception, SystemExit) as error:
            if os.environ.get("BMOCA_GYM_COMPILE") == "required":
                raise
            print(
                f"bmoca_gym: could not be compiled ({error}); it is installed as pure Python", file=sys.stderr
            )
            os.environ[_PURE] = "1"
    return str(build_meta.build_wheel(wheel_directory, config_settings, metadata_directory))
