"""Attributes of elements that Appium's server knows besides those of the page source, and their aliases."""

from __future__ import annotations

import json

from bmoca_gym.handset.servers.ui_automator.hierarchies import appium_attributes
from bmoca_gym.handset.servers.ui_automator.selectors import Window
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system.text_input import focused_field, selection_of

#: Px by 160 dpi that a finger may move before it scrolls (android.view.ViewConfiguration).
_TOUCH_SLOP = 8
#: Other names of attributes, in lower case: the server does not look at case.
ALIASES = {
    "contentdescription": "content-desc", "content_desc": "content-desc", "resourceid": "resource-id",
    "classname": "class", "longclickable": "long-clickable", "name": "text", "contentsize": "contentSize",
    "importantforaccessibility": "a11y-important", "screenreaderfocusable": "screen-reader-focusable",
    "drawingorder": "drawing-order", "showinghinttext": "showing-hint", "textentrykey": "text-entry-key",
    "accessibilityfocused": "a11y-focused", "liveregion": "live-region", "contextclickable": "context-clickable",
    "contentinvalid": "content-invalid", "text-selection-start": "selection-start",
    "text-selection-end": "selection-end", "visible": "displayed",
}  # fmt: skip
#: Attributes that only some elements have.
_OPTIONAL = (
    "content-desc",
    "resource-id",
    "hint",
    "selection-start",
    "selection-end",
    "original-text",
    "contentSize",
)


def known(phone: Phone, window: Window, at: int) -> dict[str, str | None]:
    """All attributes of a node by name; None for those that are not set."""
    node = window.nodes[at]
    found: dict[str, str | None] = {
        **dict.fromkeys(_OPTIONAL), **appium_attributes(window, at), "original-text": node.text or None, "extras": "",
    }  # fmt: skip
    field = focused_field(phone) if node.editable and node.focused else None
    if field is not None:
        start, end = selection_of(phone, field[0])
        if start != end:
            found |= {"selection-start": str(start), "selection-end": str(end)}
    if node.scrollable:
        left, top, right, bottom = node.bounds
        # How far it can be scrolled is not told: Android derives it from events of a scroll.
        found["contentSize"] = json.dumps(
            {"width": right - left, "height": bottom - top, "top": top, "left": left,
             "touchPadding": round(_TOUCH_SLOP * phone.configuration.density / 160)}
        )  # fmt: skip
    return found
