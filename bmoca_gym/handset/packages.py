"""The apps and providers of a phone: its image names their modules, which are imported when they are first asked for.

An app is a package with a member ``APP``, a provider a module with a member ``PROVIDER``. An app's name is that of a
package in `bmoca_gym.handset.apps`, or of an entry point of the group ``bmoca_gym.apps``; a provider's is dotted.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from bmoca_gym.handset import catalogues
from bmoca_gym.handset.manifest import App, Provider
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Image
from bmoca_gym.handset.words import plain

#: What makes apps of packages that were installed.
_PLAIN_APPS = "bmoca_gym.handset.kits.plain_app"
#: Images whose apps are remembered: one with other installed apps is another one.
_IMAGES = 64


@lru_cache(_IMAGES)
def apps_of(image: Image) -> Mapping[str, App]:
    """The apps of an image by package, the launcher first, those that were installed last."""
    found = [app_named(name) for name in (image.launcher, *image.apps)]
    if image.installed:
        found += map(importlib.import_module(_PLAIN_APPS).app_of, image.installed)
    return MappingProxyType({app.package: app for app in found})


@lru_cache(_IMAGES)
def owners_of(image: Image) -> Mapping[str, App | Provider]:
    """The apps and the providers of an image by package: all that have state of their own."""
    providers: dict[str, App | Provider] = {}
    for name in image.providers:
        provider: Provider = importlib.import_module(name).PROVIDER
        providers[provider.package] = provider
    return MappingProxyType({**apps_of(image), **providers})


@cache
def app_named(name: str) -> App:
    """The app of that name.

    Raises:
        UnknownAppError: neither the package nor an installed distribution has such an app.
    """
    app: App = importlib.import_module(catalogues.module_of(name)).APP
    return app


def first_state(image: Image, package: str) -> Any:
    """The state with which an app or a provider begins, and begins anew when its data are cleared."""
    return image.states[package] if package in image.states else owners_of(image)[package].state()


def launcher_of(image: Image) -> App:
    """The app that shows the home screen."""
    return app_named(image.launcher)


def uid_of(image: Image, package: str) -> int:
    """The Linux user id that an app runs under."""
    app = apps_of(image).get(package)
    return app.uid if app is not None else 1000


def matching(image: Image, res: Resources, query: str) -> list[App]:
    """The apps, but for the launcher, whose name holds the query, in the language's order."""
    wanted = plain(query).strip()
    launcher = launcher_of(image)
    found = [
        app for app in apps_of(image).values() if app is not launcher and wanted in plain(app.title(res))
    ]
    return sorted(found, key=lambda app: (res.sort_key(app.title(res)), app.package))
