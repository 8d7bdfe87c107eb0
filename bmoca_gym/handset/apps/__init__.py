"""The apps of the handset, one module each (its strings beside it in ``strings/``), and who is installed."""

from __future__ import annotations

from bmoca_gym.handset.app import App
from bmoca_gym.handset.apps import calculator, clock, dialer, launcher, settings, wikipedia

#: Installed apps by package. An app that is not built is not installed and has no icon.
INSTALLED: dict[str, App] = {
    app.package: app for app in (launcher.APP, calculator.APP, clock.APP, dialer.APP, settings.APP, wikipedia.APP)
}

LAUNCHER = launcher.APP


def uid_of(package: str) -> int:
    """The Linux user id an app runs under."""
    app = INSTALLED.get(package)
    return app.uid if app is not None else 1000
