"""The bar that replaces an app's own while rows are selected (Android's action mode)."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import FILL, Element, Row
from bmoca_gym.handset.ui.widgets import FittedText, Text
from bmoca_gym.handset.value import Callback


def selection_bar(
    res: Resources,
    title: str,
    end: Callback,
    *actions: Element,
    id: str,
    label: str = "common.cancel",
    arrow: bool = False,
    close: dict[str, Any] | None = None,
    close_id: str | None = None,
    title_id: str = "action_bar_title",
    bar_id: str = "action_mode_bar",
    size: float = 20,
    gap: float = 8,
    fitted: bool = False,
    height: float = 56,
    ink: int | None = None,
    background: int | None = None,
) -> Element:
    """Show how many are selected, what can be done with them, and a button that ends the selection.

    ``id``: prefix of the app's resource ids; ``label``: key of the string of that button, which is an ``arrow`` or a
    cross; ``close``: further options of it; ``size``, ``gap``: of the title, in sp and in dp around it; ``fitted``:
    whether the title shrinks to fit.
    """
    c = res.colors
    color = c.text if ink is None else ink
    named = f"{id}action_mode_close_button" if close_id is None else close_id
    glyph = "arrow_back" if arrow else "close"
    button = icon_button(glyph, res.string(label), end, color, id=named, **(close or {}))
    words = (FittedText if fitted else Text)(title, size, color, 500, grow=1, pad=(gap, 0), id=id + title_id)
    return Row(
        button, words, *actions, width=FILL, height=height, pad=(4, 0), align="center",
        background=c.raised if background is None else background, id=id + bar_id,
        class_name="android.view.ViewGroup",
    )  # fmt: skip
