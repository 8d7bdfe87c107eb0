"""What home screen widgets share: their cards, and handlers that work whichever app owns the home screen."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.effects import show, start
from bmoca_gym.handset.manifest import Intent, Next, S
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import Callback

#: Radius of a widget's corners in dp, from Android 12 on (`system_app_widget_background_radius`).
RADIUS = 24
_PAD = 16


def open_activity(state: S, context: Context, component: str, argument: Any = None) -> Next[S]:
    """Start an activity of the widget's app."""
    return state, start(component, argument)


def show_intent(state: S, context: Context, intent: Intent) -> Next[S]:
    """Show an intent that the widget's app answers."""
    return state, show(intent)


def card(
    res: Resources, *parts: Element, tap: Callback | None = None, id: str = "", **options: Any
) -> Element:
    """The widget's background, with its parts from top to bottom."""
    options = {"pad": _PAD, **options}
    return Column(
        *parts,
        width=FILL,
        height=FILL,
        background=res.colors.surface,
        radius=RADIUS,
        tap=tap,
        id=id,
        **options,
    )


def title(res: Resources, text: str, tap: Callback, *actions: Element, id: str = "") -> Element:
    """The line above a widget's list, which opens the app, with buttons at its end."""
    c = res.colors
    name = Text(text, 16, c.accent, 500, grow=1, tap=tap, id=id, pad=(0, 12))
    return Row(name, *actions, width=FILL, align="center", class_name="android.widget.RelativeLayout")


def line(
    res: Resources, head: str, text: str, tap: Callback, *, color: int = 0, head_id: str = "", text_id: str = "",
    id: str = "",
) -> Element:  # fmt: skip
    """An entry of a widget's list: one or two lines, with a coloured stripe before them."""
    c = res.colors
    lines: list[Element] = [Text(head, 15, c.text, 500, id=head_id, width=FILL)]
    if text:
        lines.append(Text(text, 13, c.secondary, id=text_id, width=FILL))
    stripe = (Spacer(width=4, height=32, background=color, radius=2),) if color else ()
    return Row(
        *stripe, Column(*lines, grow=1, class_name=""), width=FILL, gap=10, pad=(0, 7), align="center", tap=tap, id=id,
    )  # fmt: skip
