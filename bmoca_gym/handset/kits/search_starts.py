"""What a search begins with: recent searches, in the field ``recent`` of an app's state, and chips that filter."""

from __future__ import annotations

from typing import Any, TypeVar

from bmoca_gym.handset.effects import focus, toast
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.elements import FILL, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do, replace

S = TypeVar("S", bound=Any)

#: The longest query of an app that has no other limit, and how many recent searches an app keeps.
QUERY_LIMIT, RECENT_LIMIT = 200, 10


def are_recent(recent: tuple[str, ...]) -> bool:
    """Whether these may be an app's recent searches."""
    return len(set(recent)) == len(recent) <= RECENT_LIMIT and all(
        0 < len(one) <= QUERY_LIMIT for one in recent
    )


def remembered(state: S) -> S:
    """Put the query first among the recent searches, if there is one."""
    query = " ".join(state.query.split())
    others = [one for one in state.recent if one.casefold() != query.casefold()]
    return replace(state, recent=(query, *others)[:RECENT_LIMIT]) if query else state


def send(state: S, context: Context) -> Next[S]:
    """Handler of the keyboard's search key: remember what is searched for, and show the results."""
    return remembered(state), focus("")


def wipe(state: S, context: Context) -> Next[S]:
    """Handler of the button that clears the query: another one can be typed at once."""
    return replace(state, query=""), focus("search")


def repeat(state: S, context: Context, query: str) -> Next[S]:
    """Handler: search for a recent search again."""
    return replace(state, query=query), focus("")


def forget(state: S, context: Context) -> Next[S]:
    """Handler: forget the recent searches."""
    return replace(state, recent=()), toast(context.res.string("common.history_cleared"))


def recent_rows(res: Resources, recent: tuple[str, ...], id: str = "android:id/text1") -> list[Element]:
    """A row for each recent search; a tap searches again. ``id``: resource id of the texts."""
    c = res.colors
    return [
        Row(
            Icon("history", 24, c.secondary, class_name=""), Text(query, 16, c.text, lines=2, grow=1, id=id),
            width=FILL, least=52, pad=(16, 6), gap=16, align="center", tap=do(repeat, query),
        )
        for query in recent
    ]  # fmt: skip


def chip(res: Resources, label: str, tap: Callback, glyph: str = "", chosen: bool = False) -> Element:
    """A chip that filters. If it is ``chosen``, a tap takes the filter away."""
    c = res.colors
    ink = c.accent if chosen else c.text
    marks = [Icon(glyph, 18, ink, class_name="")] if glyph else []
    end = (
        [Icon("close" if chosen else "arrow_drop_down", 18, ink, class_name="")]
        if chosen or not glyph
        else []
    )
    return Row(
        *marks, Text(label, 14, ink, class_name=""), *end,
        height=36, pad=(12, 0), gap=6, align="center", radius=18 if glyph else 8,
        background=(c.accent & 0xFFFFFF) | 0x26000000 if chosen else c.background,
        border=c.accent if chosen else c.divider, tap=tap, checked=chosen, selected=chosen, description=label,
        class_name="android.widget.CompoundButton",
    )  # fmt: skip
