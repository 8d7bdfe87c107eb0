"""Folders of apps' packages, with their string catalogues and other files."""

from __future__ import annotations

import json
from functools import cache
from importlib import metadata
from importlib import resources as package_files
from typing import Any

from bmoca_gym.handset.errors import UnknownAppError, nearest

#: Shared catalogues, which belong to no app.
_SHARED = {
    "android13": "bmoca_gym.handset.images",  # texts that differ from Android 10
    "common": "bmoca_gym.handset.ui",
    "dialogs": "bmoca_gym.handset.system_ui.dialogs",
    "google_contacts": "bmoca_gym.handset.apps.contacts.google",
    "tours": "bmoca_gym.handset.system_ui.tours",
    "system_ui": "bmoca_gym.handset.system_ui",
}
_APPS = "bmoca_gym.handset.apps"
#: The entry points of further apps.
GROUP = "bmoca_gym.apps"
STRINGS = "strings.json"


@cache
def module_of(name: str) -> str:
    """Return the dotted name of an app's package, or of the package of a shared catalogue.

    Raises:
        UnknownAppError: there is no such app.
    """
    if name in _SHARED:
        return _SHARED[name]
    if name in built_in():
        return f"{_APPS}.{name}"
    found = {point.name: point.value for point in metadata.entry_points(group=GROUP)}
    if name not in found:
        known = (*built_in(), *sorted(found))
        raise UnknownAppError(
            f"There is no app {name!r}.{nearest(name, known)} A distribution offers one by an entry point of the "
            f"group {GROUP!r}."
        )
    return found[name]


@cache
def built_in() -> tuple[str, ...]:
    """Return the names of the apps in this package, in alphabetical order."""
    folder = package_files.files(_APPS)
    return tuple(sorted(entry.name for entry in folder.iterdir() if (entry / STRINGS).is_file()))


def names() -> tuple[str, ...]:
    """Return the names of all catalogues in this package."""
    return (*built_in(), *_SHARED)


def folder_of(name: str) -> Any:
    """Return the folder of an app's package."""
    return package_files.files(module_of(name))


@cache
def json_of(name: str, file: str) -> Any:
    """Return the content of the JSON file ``file`` (without its ending) in an app's folder. It is shared: don't change
    it."""
    return json.loads((folder_of(name) / f"{file}.json").read_text(encoding="utf-8"))
