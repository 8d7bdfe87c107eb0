"""Navigation rails: on large screens of Android 12L and later an app's tabs stand at the side, not at the bottom."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.kits.tones import tones
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.components import bottom_tabs, page
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.large_screens import is_tablet, tab_width
from bmoca_gym.handset.ui.widgets import FittedText, Icon
from bmoca_gym.handset.value import Callback, memo, replace

#: The first API level with them: Material's NavigationRailView is of 2021.
_SINCE = 33
#: dp: the rail, a tab in it, and the mark of the chosen one (Material 3).
RAIL, _TAB, _MARK = 80, 64, (56, 32)
#: A tab: label, glyph, resource id, callback.
Tab = tuple[str, str, str, Callback]


def has_rail(phone: Phone) -> bool:
    """Whether the phone's screen has tabs at the side."""
    return phone.image.api_level >= _SINCE and is_tablet(resources.of(phone.configuration))


def has_rail_in_landscape(phone: Phone) -> bool:
    """Whether an app with a rail in landscape alone (``layout-land``) has it; a turned phone is too low for it."""
    return has_rail(phone) and phone.configuration.width > phone.configuration.height


@memo(64, asset=True)
def _beside(res: Resources) -> Resources:
    return replace(res, width=res.width - RAIL, rail=True)


def railed(res: Resources, function: Callable[..., Element], arguments: tuple[Any, ...]) -> Element:
    """Show a screen that has a rail: it is as narrow as the rail leaves it."""
    return function(_beside(res), *arguments)


def fitted(
    phone: Phone, function: Callable[..., Element], arguments: tuple[Any, ...]
) -> tuple[Callable[..., Element], tuple[Any, ...]]:
    """Return the function and arguments of a screen with tabs: with a rail, where the phone has one."""
    return (railed, (function, arguments)) if has_rail(phone) else (function, arguments)


def beside_rail(rail: Element, shown: Element) -> Element:
    """Show a page beside its rail."""
    return Row(
        rail, Column(shown, grow=1, height=FILL, class_name=""),
        width=FILL, height=FILL, background=shown.background, class_name="",
    )  # fmt: skip


def parted(made: Element) -> tuple[Element, Element]:
    """The rail and the page of what `beside_rail` made."""
    rail, page_of_tab = made.inner()
    return rail, page_of_tab


def rail_of(tabs: Iterable[Element], id: str, background: int | None = None) -> Element:
    """The rail with these tabs. A `NavigationRailView` calls itself a FrameLayout, as all bars of tabs do."""
    return Column(
        Spacer(width=1, height=STATUS_HEIGHT + 8), *tabs,
        width=RAIL, height=FILL, gap=4, background=background, id=id, class_name="android.widget.FrameLayout",
    )  # fmt: skip


def rail_tab(
    res: Resources,
    tab: Tab,
    chosen: bool,
    *,
    inks: tuple[int, int] | None = None,
    class_name: str = "android.widget.FrameLayout",
    ids: tuple[str, str] = ("", ""),
) -> Element:
    """A tab of a rail.

    ``inks``: the colours of the chosen one and of others; ``ids``: resource ids of its glyph and its label.
    """
    c = res.colors
    label, glyph, name, tap = tab
    words = c.text if inks is None else inks[0]
    ink, rest = (c.accent, c.secondary) if inks is None else inks
    width, height = _MARK
    mark = Stack(
        Icon(glyph, 24, ink if chosen else rest, id=ids[0]),
        width=width, height=height, radius=height / 2, align="center", justify="center",
        background=ink & 0xFFFFFF | 0x29000000 if chosen else None, class_name="",
    )  # fmt: skip
    return Column(
        mark, FittedText(label, 12, words if chosen else rest, 500, align="center", id=ids[1]),
        width=RAIL, height=_TAB, pad=(2, 4), gap=4, align="center", tap=tap, id=name, description=label,
        selected=chosen, class_name=class_name,
    )  # fmt: skip


#: dp: a bar of tabs of Material 3 at the foot, and on a low screen.
_BAR, _LOW_BAR, _LOW = 80, 64, 560


def bar_height(res: Resources) -> int:
    """Height in dp of `bottom_bar`."""
    if res.material < 3:
        return 56
    return _BAR if res.height >= _LOW else _LOW_BAR


def bottom_bar(
    res: Resources,
    tabs: tuple[Tab, ...],
    chosen: int,
    *,
    id: str,
    tab_class: str = "android.widget.FrameLayout",
    **options: Any,
) -> Element:
    """Tabs at the foot of a page. In Material 3 a pill is around the glyph of the chosen one."""
    if res.material < 3:
        return bottom_tabs(res, tabs, chosen, id=id, tab_class=tab_class, **options)
    c, tone, wide = res.colors, tones(res), tab_width(res, len(tabs))
    size: dict[str, Any] = {"width": wide} if wide else {"grow": 1}
    height, pill = bar_height(res), min(64, res.width / len(tabs) - 8)
    made = []
    for i, (label, glyph, name, tap) in enumerate(tabs):
        mark = Stack(
            Icon(glyph, 24, tone.on_second if i == chosen else c.secondary, class_name="android.widget.ImageView"),
            width=pill, height=32, radius=16, align="center", justify="center", class_name="",
            background=tone.second if i == chosen else None,
        )  # fmt: skip
        words = FittedText(label, 12, c.text if i == chosen else c.secondary, 500, align="center", width=FILL)
        made.append(
            Column(mark, words, height=height, pad=(2, 0), gap=4, align="center", justify="center", tap=tap, id=name,
                   description=label, selected=i == chosen, class_name=tab_class, **size)
        )  # fmt: skip
    return Row(
        *made, width=FILL, height=height, background=tone.card, id=id, justify="center" if wide else "start",
        **options,
    )  # fmt: skip


def tabbed_page(
    res: Resources,
    tabs: tuple[Tab, ...],
    chosen: int,
    *parts: Element,
    id: str,
    rail_id: str,
    tab_class: str = "android.widget.FrameLayout",
    typing: bool = False,
    bar: int | None = None,
) -> Element:
    """A page with its tabs: at the bottom, where the keyboard hides them while one is ``typing``, or in a rail."""
    if res.rail:
        found = [rail_tab(res, tab, i == chosen, class_name=tab_class) for i, tab in enumerate(tabs)]
        return beside_rail(rail_of(found, rail_id), page(res, *parts, bar=bar))
    if typing:
        return page(res, *parts, bar=bar)
    return page(res, *parts, bottom_bar(res, tabs, chosen, id=id, tab_class=tab_class), bar=bar)
