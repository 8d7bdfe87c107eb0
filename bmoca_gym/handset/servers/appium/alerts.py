"""Alerts in Appium's server: dialogs and permission requests, by the resource ids of their parts."""

from __future__ import annotations

import re

from bmoca_gym.handset.servers.errors import WebDriverError
from bmoca_gym.handset.servers.ui_automator.selectors import Window
from bmoca_gym.handset.ui.tree import CONTENT, UiNode

_BUTTON = re.compile(r"android:id/button(\d{1,3})")
_TITLE = re.compile(r".+:id/(?:alertTitle|custom)")
#: The driver knows dialogs by their titles alone. Here one with a message and buttons is an alert as well.
_MESSAGE = "android:id/message"
_PERMISSION = re.compile(r".+:id/permission_message")
_PERMISSION_BUTTON = re.compile(r".+:id/permission_\w+_button")
#: Words in the ids of a permission's buttons that accept and dismiss, and the places of the buttons without them.
_WORDS = {
    "accept": re.compile(r".*[^a-z]allow[^a-z].*", re.IGNORECASE),
    "dismiss": re.compile(r".*[^a-z]deny[^a-z].*", re.IGNORECASE),
}
_PLACES = {"accept": 1, "dismiss": 0}


def _no_alert() -> WebDriverError:
    return WebDriverError(
        404, "no such alert", "An attempt was made to operate on a modal dialog when one was not open"
    )


def _with_id(window: Window, pattern: re.Pattern[str]) -> list[UiNode]:
    return [node for node in window.nodes if pattern.fullmatch(node.resource_id)]


def _button_pattern(window: Window) -> re.Pattern[str]:
    """The ids of the open alert's buttons.

    Raises:
        WebDriverError: none is open.
    """
    ids = {node.resource_id for node in window.nodes}
    if any(map(_TITLE.fullmatch, ids)) or (_MESSAGE in ids and any(map(_BUTTON.fullmatch, ids))):
        return _BUTTON
    if any(map(_PERMISSION.fullmatch, ids)):
        return _PERMISSION_BUTTON
    raise _no_alert()


def button(window: Window, action: str, label: str | None = None) -> UiNode:
    """The button that accepts or dismisses the alert, or the one with the given label.

    Raises:
        WebDriverError: no alert is open, or it has no such button.
    """
    pattern = _button_pattern(window)
    buttons = _with_id(window, pattern)
    if label is not None:
        buttons = [node for node in buttons if node.text == label]
    if not buttons:
        raise WebDriverError(
            400, "invalid element state", "The expected button cannot be detected on the alert"
        )
    if label is not None or len(buttons) == 1:
        return buttons[0]
    if pattern is _PERMISSION_BUTTON:
        named = (node for node in buttons if _WORDS[action].fullmatch(node.resource_id))
        return next(named, buttons[_PLACES[action]])
    ordered = sorted(buttons, key=lambda node: int(node.resource_id.removeprefix("android:id/button")))
    return ordered[0 if action == "accept" else 1]


def text(window: Window) -> str:
    """The texts of the alert without its buttons, one per line.

    Raises:
        WebDriverError: no alert is open.
    """
    pattern = _button_pattern(window)
    at = next((n for n, node in enumerate(window.nodes) if node.resource_id == CONTENT), None)
    if at is None:
        raise _no_alert()
    inside = [window.nodes[place] for place in window.below(at)]
    return "\n".join(
        node.text
        for node in inside
        if ":id/" in node.resource_id and not pattern.fullmatch(node.resource_id) and node.text.strip()
    )
