"""Things that are looked up by name: the package's own, and those of other packages, which register them with the same
call.

A module that registers something is a *plugin*. Those of this package are listed here; another package names its own in
an entry point of the group ``bmoca_gym.plugins``. All plugins are imported when a name is first looked up. A plugin
should import little: give what it registers as ``module:name``, which is then imported when it is used.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Generic, TypeVar

from bmoca_gym.errors import ArgumentError, cut, nearest

#: The package's own plugins.
PLUGINS = (
    "bmoca_gym.envs.plugin",
    "bmoca_gym.episodes.plugin",
    "bmoca_gym.interruptions.plugin",
    "bmoca_gym.suites.androidworld.plugin",
    "bmoca_gym.suites.androidlab.plugin",
    "bmoca_gym.suites.miniwob_plus.plugin",
    "bmoca_gym.agents.language.formats.plugin",
)

#: Group of the entry points of other packages' plugins.
GROUP = "bmoca_gym.plugins"

T = TypeVar("T")


@cache
def load_plugins() -> tuple[str, ...]:
    """Import all plugins once. Returns their modules."""
    others = sorted(point.value for point in entry_points(group=GROUP))
    for module in (*PLUGINS, *others):
        importlib.import_module(module)
    return (*PLUGINS, *others)


class Registry(Generic[T]):
    """Things of one kind by name.

    Args:
        argument: the argument that names one, for messages.
        error: makes the error for an unknown name.
    """

    def __init__(self, argument: str, error: Callable[[str], Exception] = ArgumentError) -> None:
        self._argument = argument
        self._error = error
        self._made: dict[str, T | str] = {}

    def register(self, name: str, made: T | str) -> None:
        """Register one, or its place as ``module:name``. It replaces an earlier one of that name."""
        self._made[name] = made

    def names(self) -> tuple[str, ...]:
        """List the names in the order of registration."""
        load_plugins()
        return (*self._made,)

    def get(self, name: object) -> T:
        """Return what is registered under a name.

        Raises:
            ArgumentError: there is none; the message lists the names and suggests the nearest.
        """
        load_plugins()
        made = self._made.get(name) if isinstance(name, str) else None
        if made is None:
            raise self._error(
                f"{self._argument} is {cut(name)}; it must be one of {', '.join(map(repr, self._made))}."
                f"{nearest(str(name), self._made)}"
            )
        if isinstance(made, str):
            assert isinstance(name, str)
            made = self._made[name] = loaded(made)
        return made

    def items(self) -> dict[str, T]:
        """Return everything by name."""
        return {name: self.get(name) for name in self.names()}


def loaded(place: str) -> Any:
    """Import what ``module:name`` names."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


def made_by(place: str, *arguments: Any) -> Callable[..., Any]:
    """Return a factory that imports ``module:name`` when it is called, and passes it ``arguments`` first."""
    return lambda *given: loaded(place)(*arguments, *given)
