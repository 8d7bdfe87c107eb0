"""The apps of the handset, one module each (its strings beside it in ``strings/``), and who is installed."""

from __future__ import annotations

from bmoca_gym.handset.app import App, Provider
from bmoca_gym.handset.apps import (
    calculator,
    calendar,
    camera,
    chrome,
    clock,
    contacts,
    dialer,
    files,
    gmail,
    google,
    instagram,
    launcher,
    maps,
    messages,
    photos,
    settings,
    snapseed,
    walmart,
    wikipedia,
    youtube,
)
from bmoca_gym.handset.system import calendar_database, contacts_database, messages_database

#: Installed apps by package. An app that is not built is not installed and has no icon.
INSTALLED: dict[str, App] = {
    module.APP.package: module.APP
    for module in (
        launcher,
        calculator,
        calendar,
        camera,
        chrome,
        clock,
        contacts,
        dialer,
        files,
        gmail,
        google,
        instagram,
        maps,
        messages,
        photos,
        settings,
        snapseed,
        walmart,
        wikipedia,
        youtube,
    )
}

#: Providers by package: what they keep is there whether or not an app shows it.
PROVIDERS: dict[str, Provider] = {
    provider.package: provider
    for provider in (calendar_database.PROVIDER, contacts_database.PROVIDER, messages_database.PROVIDER)
}

LAUNCHER = launcher.APP


def packages() -> dict[str, App | Provider]:
    """Apps and providers by package."""
    return {**INSTALLED, **PROVIDERS}


def uid_of(package: str) -> int:
    """The Linux user id an app runs under."""
    app = INSTALLED.get(package)
    return app.uid if app is not None else 1000
