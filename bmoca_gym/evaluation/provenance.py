"""Provenance: the version of the package that plays and, in a git checkout, its commit."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from bmoca_gym.version import __version__

_PACKAGE = Path(__file__).resolve().parents[1]


@cache
def code_in_use() -> dict[str, Any]:
    """Return the package's ``version``, the ``commit`` of its checkout, and whether tracked files are ``modified``.

    The last two are None if the package is not in a git checkout of its own, or if git is not installed.
    """
    top = _git("rev-parse", "--show-toplevel")
    own = bool(top) and Path(str(top)).resolve() == _PACKAGE.parent
    changes = _git("status", "--porcelain", "--untracked-files=no") if own else None
    return {
        "version": __version__,
        "commit": _git("rev-parse", "HEAD") if own else None,
        "modified": None if changes is None else bool(changes),
    }


def _git(*arguments: str) -> str | None:
    """Run git in the package's folder. Returns its output, or None if it fails."""
    try:
        told = subprocess.run(
            ["git", "--no-optional-locks", "-C", str(_PACKAGE), *arguments],
            capture_output=True, text=True, timeout=60, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return None
    return told.stdout.strip()
