"""How browsers show web sites: their icons, and the pictures and blocks of their pages."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.kits import web
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Reversed, Row, Scroll, Spacer, Stack
from bmoca_gym.handset.ui.illustrations import picture
from bmoca_gym.handset.ui.linked_text import LinkedText, Span
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import Callback

_TINTS = (0xFF1A73E8, 0xFFD93025, 0xFF188038, 0xFFE37400, 0xFF9334E6, 0xFF12858D, 0xFFB31412, 0xFF5F6368)
#: Size, weight, dp above it, and whether it has a dot, for each kind of text of a page.
TEXTS = {
    "heading": (22, 500, 14, False),
    "text": (16, 400, 8, False),
    "item": (16, 400, 8, True),
    "link": (16, 500, 8, False),
}
#: Scale at which a page made for large screens is shown.
DESKTOP = 0.7
_READ_WIDTH = 720  # dp: lines of more are hard to read


def site_mark(address: str, size: float) -> Element:
    """Show a site's initial on a disc in place of its icon."""
    host = web.host_of(address)
    tint = _TINTS[sum(map(ord, host)) % len(_TINTS)]
    return Stack(
        Text(host[:1].upper(), size * 0.5, 0xFFFFFFFF, 500, class_name=""),
        width=size, height=size, radius=size / 2, background=tint, align="center", justify="center", class_name="",
    )  # fmt: skip


def image(name: str, **options: object) -> Element:
    """Show a page's picture by name."""
    return picture(name, class_name="android.widget.Image", **options)


def block(
    res: Resources,
    one: web.Block,
    ink: int,
    tap: Callback | None = None,
    held: Callback | None = None,
    spans: tuple[Span, ...] = (),
    scale: float = 1,
    indent: float = 8,
    item_class: str = "android.view.View",
) -> Element:
    """Show a block of a page.

    ``ink``: colour of its link; ``tap``: opens it; ``held``: handles a long press on a link or a picture; ``indent``:
    dp from a list item's dot to its text; ``item_class``: class of such an item.
    """
    if one.kind not in TEXTS:
        shown = image(one.text, width=FILL, height=min(200, res.height * 0.3) * scale, long_press=held)
        return Column(shown, width=FILL, pad=(16, 8), class_name="")
    size, weight, above, dotted = TEXTS[one.kind]
    words = LinkedText(
        one.text, "", spans, size=size * scale, weight=weight, tap=tap, long_press=held if tap else None,
        color=ink if tap else res.colors.text, width=FILL, pad=(16, above, 16, 6),
    )  # fmt: skip
    if not dotted:
        return words
    dot = Text("•", size * scale, res.colors.text, pad=(24, 8, 0, 6), class_name="")
    words.grow = 1.0
    words.pad = (indent, 8.0, 16.0, 6.0)
    return Row(dot, words, width=FILL, class_name=item_class)


def site_page(
    res: Resources, page: web.Page, blocks: list[Element], scale: float, against: bool = False, **options: Any
) -> Element:
    """Show a page: the band of its site, and its blocks.

    ``against``: its language runs against that of the phone; ``options``: of what scrolls.
    """
    band = Text(
        page.site, 18 * scale, 0xFFFFFFFF, 700, pad=(16, 14 * scale), width=FILL, background=page.color
    )
    column: Element = Column(
        *((band,) if page.site else ()), Spacer(width=FILL, height=8), *blocks, Spacer(width=FILL, height=32),
        width=min(res.width, _READ_WIDTH), class_name="android.webkit.WebView",
    )  # fmt: skip
    if against:
        column = Reversed(column)
    return Scroll(Column(column, width=FILL, align="center", class_name=""), width=FILL, grow=1,
                  class_name="android.widget.FrameLayout", **options)  # fmt: skip
