"""Displays and windows in Appium's server."""

from __future__ import annotations

import fnmatch
from typing import Any

from bmoca_gym.handset import screen
from bmoca_gym.handset.assembly import Surface
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import status_bar

#: Kinds of windows (android.view.accessibility.AccessibilityWindowInfo).
_APPLICATION, _INPUT_METHOD, _SYSTEM = 1, 2, 3
_KINDS = {"keyboard": _INPUT_METHOD, "status": _SYSTEM, "navigation": _SYSTEM}
#: Filters whose values are patterns with ``*`` and ``?``; the others are compared.
_PATTERNS = ("packageName", "title")
_DISPLAY_NAME = "Built-in Screen"


def displays(phone: Phone) -> list[dict[str, Any]]:
    """The phone's one display, with its sizes in px and its density."""
    config = phone.configuration
    scale = config.density / 160
    metrics = {
        "widthPixels": config.width, "heightPixels": config.height, "density": scale, "densityDpi": config.density,
        "scaledDensity": scale * config.font_scale, "xdpi": float(config.density), "ydpi": float(config.density),
    }  # fmt: skip
    name = {"id": 0, "name": _DISPLAY_NAME, "physicalId": "0", "virtualId": None, "isDefault": True}
    return [{**name, "metrics": metrics}]


def listed(phone: Phone, filters: dict[str, Any]) -> list[dict[str, Any]]:
    """The windows that match all filters, topmost first. Only Android 14 and later have pictures of them."""
    active = screen.active(phone)
    found = []
    for layer, surface in enumerate(screen.surfaces(phone)):
        found.append({
            "windowId": layer + 1, "displayId": 0, "physicalDisplayId": "0", "virtualDisplayId": None,
            "rect": {"x": surface.x, "y": surface.y, "width": surface.box.width, "height": surface.box.height},
            "packageName": _package(phone, surface), "screenshot": None,
            "type": _KINDS.get(surface.kind, _APPLICATION), "title": None, "layer": layer,
            "isAccessibilityFocused": False, "isActive": surface is active, "isFocused": surface is active,
            "isInPictureInPictureMode": False,
        })  # fmt: skip
    return [
        window for window in reversed(found) if all(_meets(window, *wanted) for wanted in filters.items())
    ]


def _package(phone: Phone, surface: Surface) -> str | None:
    if surface.kind == "keyboard":
        return phone.settings.get(("secure", "default_input_method"), "").partition("/")[0] or None
    if surface.kind in _KINDS:
        return status_bar.PACKAGE
    nodes = screen.tree_of(phone, surface).nodes
    return nodes[0].package if nodes else None


def _meets(window: dict[str, Any], name: str, wanted: Any) -> bool:
    """Whether a window has the wanted property. Unknown properties match."""
    if wanted is None or name not in window:
        return True
    value = window[name]
    if value is None:
        return False
    if name in _PATTERNS:
        return fnmatch.fnmatchcase(str(value), str(wanted)[:256])
    return str(value).lower() == str(wanted).lower()
