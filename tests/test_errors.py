"""Every error of the package has one root."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

import bmoca_gym
from bmoca_gym import errors
from bmoca_gym.errors import BmocaError, ConfigurationError, FileAccessError, GestureError, HandsetError
from bmoca_gym.handset.servers.errors import WireError

PACKAGE = Path(bmoca_gym.__file__).parent

#: Exceptions that steer the phone's shell and are caught there. They are not errors: ``except BmocaError`` inside the
#: shell must not catch ``exit`` or ``break``.
SIGNALS = {"ShellExit", "InputNeeded", "Stopped", "LoopExit", "FunctionExit", "TimeIsUp"}


def _bases_of_classes() -> list[tuple[Path, str, list[str]]]:
    """Every class of the package with the names of its bases."""
    return [
        (path, node.name, [ast.unparse(base).rpartition(".")[2] for base in node.bases])
        for path in sorted(PACKAGE.rglob("*.py"))
        if "class " in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef)
    ]


def _exceptions() -> list[tuple[str, str]]:
    """The module and name of every exception class that other modules can see."""
    classes, known = _bases_of_classes(), {"Exception", "BaseException"}
    known |= {name for name in dir(__import__("builtins")) if name.endswith(("Error", "Warning"))}
    while True:
        more = {name for _, name, bases in classes if known & set(bases)} - known
        if not more:
            break
        known |= more
    return [
        (".".join(["bmoca_gym", *path.relative_to(PACKAGE).with_suffix("").parts]), name)
        for path, name, bases in classes
        if known & set(bases) and not name.startswith("_")
    ]


def test_every_error_of_the_package_has_one_root() -> None:
    found = _exceptions()
    assert len(found) > 80
    strays = [
        f"{module}.{name}"
        for module, name in found
        if name not in SIGNALS and not issubclass(getattr(importlib.import_module(module), name), BmocaError)
    ]
    assert strays == []
    assert {name for _, name in found} >= SIGNALS, "a signal that no longer exists"


@pytest.mark.parametrize(
    "error", [GestureError, ConfigurationError, FileAccessError, HandsetError, WireError]
)
def test_the_root_catches_the_errors_of_the_handset_and_its_servers(error: type[Exception]) -> None:
    assert issubclass(error, BmocaError)


def test_the_module_of_errors_has_all_those_of_the_handset() -> None:
    handset = importlib.import_module("bmoca_gym.handset.errors")
    own = {
        name
        for name, found in vars(handset).items()
        if isinstance(found, type) and issubclass(found, Exception)
    }
    assert own <= set(errors.__all__)
    assert list(errors.__all__) == sorted(errors.__all__)
