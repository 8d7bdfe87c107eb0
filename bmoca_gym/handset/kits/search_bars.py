"""The bar with a search field at the top of a screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bmoca_gym.handset.kits.tones import tones
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import TextField
from bmoca_gym.handset.value import Callback

_NO_OPTIONS: Mapping[str, Any] = {}


def search_bar(
    res: Resources,
    query: str,
    focused: bool,
    hint: str,
    typed: Callback,
    leave: Callback,
    *,
    field: Mapping[str, Any],
    clear: Mapping[str, Any] | None,
    back: Mapping[str, Any] = _NO_OPTIONS,
    wipe: Callback | None = None,
    labels: tuple[str, str] = ("common.navigate_up", "common.clear_search"),
    inks: tuple[int, int] | None = None,
    after: tuple[Element, ...] = (),
    **options: Any,
) -> Row:
    """A button to leave, the search field, and a button that clears the query once there is one.

    Args:
        res: resources of the screen.
        query: what has been typed.
        focused: whether the field has the focus.
        hint: what the empty field shows.
        typed: called with the new query.
        leave: ends the search.
        field: options of the field, including its resource id.
        clear: options of the button that clears the query; None for no button.
        back: options of the button to leave.
        wipe: clears the query; None for ``typed`` with an empty one.
        labels: keys of the strings of the two buttons.
        inks: colours of the two buttons; None for those of text and of secondary icons.
        after: further buttons at the end.
        options: options of the bar.
    """
    c = res.colors
    ink, ink_of_clear = inks or (c.text, c.secondary)
    shown = {
        "hint_color": c.secondary, "accent": c.accent, "color": c.text, "size": 18, "grow": 1, "height": 56,
    } | dict(field)  # fmt: skip
    parts: list[Element] = [
        icon_button("arrow_back", res.string(labels[0]), leave, ink, **back),
        TextField(query, "search", typed, focused=focused, hint=hint, **shown),
    ]
    if query and clear is not None:
        handler, before = typed
        tap = wipe or (handler, (*before, ""))
        parts.append(icon_button("close", res.string(labels[1]), tap, ink_of_clear, **clear))
    look = {"width": FILL, "height": 56, "pad": (4, 0), "gap": 8, "align": "center"} | options
    return Row(*parts, *after, **look)


def tonal(res: Resources) -> dict[str, Any]:
    """Return the options of a search bar in Material 3, which is round; before, it is as wide as the screen."""
    return (
        {"background": tones(res).bar, "radius": 28}
        if res.material > 2
        else {"background": res.colors.raised}
    )


def around(res: Resources, bar: Element) -> Element:
    """Put a margin around a search bar in Material 3."""
    return Column(bar, width=FILL, pad=(16, 8), class_name="") if res.material > 2 else bar
