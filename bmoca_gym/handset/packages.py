"""The apps and providers of an image. Their modules are imported when they are first needed.

An app is a package with a member ``APP``; its name is that of a package in `bmoca_gym.handset.apps`, or of an
entry point in the group ``bmoca_gym.apps``. A provider is a module with a member ``PROVIDER``, named by its
dotted path.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from bmoca_gym.handset.manifest import App, Provider
from bmoca_gym.handset.resources import Resources, catalogues
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.state import Image
from bmoca_gym.handset.value import memo

#: Module that makes apps from installed packages.
_PLAIN_APPS = "bmoca_gym.handset.kits.plain_app"
#: Most images whose apps are cached. After an installation the image is another one.
_IMAGES = 64


@lru_cache(_IMAGES)
def apps_of(image: Image) -> Mapping[str, App]:
    """Return the apps of an image by package: the launcher first, installed packages last."""
    found = [app_named(name) for name in (image.launcher, *image.apps)]
    if image.installed:
        found += map(importlib.import_module(_PLAIN_APPS).app_of, image.installed)
    return MappingProxyType({app.package: app for app in found})


def enabled_of(image: Image) -> Mapping[str, App]:
    """Return the apps of an image that are not disabled: those that the launcher shows and that can be started."""
    if not image.disabled:
        return apps_of(image)
    return MappingProxyType({name: app for name, app in apps_of(image).items() if name not in image.disabled})


@lru_cache(_IMAGES)
def owners_of(image: Image) -> Mapping[str, App | Provider]:
    """Return the apps and providers of an image by package: everything that has a state of its own."""
    providers: dict[str, App | Provider] = {}
    for name in image.providers:
        provider: Provider = importlib.import_module(name).PROVIDER
        providers[provider.package] = provider
    return MappingProxyType({**apps_of(image), **providers})


@cache
def app_named(name: str) -> App:
    """Return the app of that name.

    Raises:
        UnknownAppError: neither this package nor an installed one has such an app.
    """
    app: App = importlib.import_module(catalogues.module_of(name)).APP
    return app


def first_state(image: Image, package: str, signed_in: bool = True) -> Any:
    """Return the state of an app or a provider on a new phone, and after its data were cleared.

    ``signed_in``: whether the account that the image has, if it has one, is still signed in.
    """
    owner = owners_of(image)[package]
    state = image.states[package] if package in image.states else owner.state()
    if signed_in and image.configuration.account is not None:
        return state
    return owner.signed_out(state) if isinstance(owner, App) and owner.signed_out else state


def launcher_of(image: Image) -> App:
    """Return the app that shows the home screen."""
    return app_named(image.launcher)


def uid_of(image: Image, package: str) -> int:
    """Return the Linux user id of an app."""
    app = apps_of(image).get(package)
    return app.uid if app is not None else 1000


def matching(image: Image, res: Resources, query: str) -> list[App]:
    """Return the enabled apps (without the launcher) whose name contains the query, in the language's order."""
    wanted = plain(query).strip()
    return [app for app, name in _in_order(image, res) if wanted in name]


@memo(64, asset=True)
def _in_order(image: Image, res: Resources) -> tuple[tuple[App, str], ...]:
    """All enabled apps except the launcher, sorted by title, each with its name as a search compares it."""
    launcher = launcher_of(image)
    found = [app for app in enabled_of(image).values() if app is not launcher]
    found.sort(key=lambda app: (res.sort_key(app.title(res)), app.package))
    return tuple([(app, plain(app.title(res))) for app in found])
