"""Types of the public interface: what a type checker sees in a user's own project."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import typing
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from bmoca_gym.agents import AgentEntry
from bmoca_gym.envs import PhoneEnv, names
from bmoca_gym.evaluation.settings import FILMS, Settings, settings_for
from bmoca_gym.tasks.task import ENDS, JUDGE_ALIASES, JUDGES

ROOT = Path(__file__).parents[1]


def literals(owner: Any, names: Iterable[str]) -> dict[str, set[object]]:
    """The values of all literals in the types of a function's parameters, or of a class's fields."""
    known = vars(sys.modules[owner.__module__])
    written = {name: owner.__annotations__[name] for name in names}
    hints = typing.get_type_hints(type("Hints", (), {"__annotations__": written}), known)
    return {name: _values(hint) for name, hint in hints.items()}


def _values(hint: object) -> set[object]:
    if typing.get_origin(hint) is typing.Literal:
        return set(typing.get_args(hint))
    return set().union(*map(_values, typing.get_args(hint)))


#: The modes of the three benchmarks' own agents; a registered one is any other str.
OWN_MODES = {
    "discrete", "dual_gesture", "text", "json", "calls", "calls_0_999", "calls_0_1000", "calls_0_1", "numbered_calls",
}  # fmt: skip


def test_modes_are_literals_where_they_are_chosen() -> None:
    judges = {*JUDGES, *JUDGE_ALIASES}
    modes = {"action": OWN_MODES, "observation": {"pixels", "text", "both", "pixels+goal", "text+goal"}}
    made = {"judge": judges, "ends": set(ENDS), "elements": {"androidworld", "androidlab", "compact"}}
    made["render_mode"] = set(names.RENDER_MODES)
    evaluated = {"judge": judges, "films": set(FILMS)}
    for owner, expected in (
        (PhoneEnv.__init__, modes | made),
        (Settings, modes | evaluated),
        (settings_for, modes),
        (AgentEntry, modes),
    ):
        assert literals(owner, expected) == expected, owner


def test_an_editable_installation_is_seen_by_type_checkers(tmp_path: Path) -> None:
    """They read paths, and run no hooks. A small package replaces ours, since only the way of installing matters."""
    pytest.importorskip("setuptools")
    for name in (
        "build_backend.py",
        "pyproject.toml",
        "setup.cfg",
        "setup.py",
        "README.md",
        "LICENSE",
        "NOTICE",
    ):
        shutil.copy(ROOT / name, tmp_path)
    package = tmp_path / "bmoca_gym"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "version.py").write_text('__version__ = "1"\n')
    assert (ROOT / "bmoca_gym" / "py.typed").exists()
    (package / "py.typed").touch()
    build = "import build_backend, sys; print(build_backend.build_editable(sys.argv[1]))"
    subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "BMOCA_GYM_PURE_PYTHON": "1"},  # there is nothing to compile
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (path,) = (name for name in archive.namelist() if name.endswith(".pth"))
        assert archive.read(path).decode().strip() == str(tmp_path)
