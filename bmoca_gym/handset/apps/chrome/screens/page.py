"""Content of a tab: a web page, an error, or the page of a new incognito tab."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome import addresses
from bmoca_gym.handset.apps.chrome.handlers import browsing, downloads
from bmoca_gym.handset.apps.chrome.state import ERRORS, ID, Tab
from bmoca_gym.handset.kits import sites, web
from bmoca_gym.handset.kits.browser import scroll_key
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import filled_button, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.linked_text import Span, matches
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do
from bmoca_gym.handset.web.view import Shown, web_view

_DESKTOP = 0.7  # a page made for large screens, scaled to fit
_VIEW = "android.view.View"
#: The name, the glyph and the explanation of each error.
_FAILURES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    ERRORS.offline: (
        "no_internet",
        "cloud_off",
        ("try", "try_airplane_mode", "try_mobile_data", "try_signal"),
    ),
    ERRORS.unknown: ("unreachable", "sentiment_dissatisfied", ("unresolved", "typo")),
    ERRORS.failed: ("unreachable", "sentiment_dissatisfied", ()),
}


def _spans(res: Resources, number: int, found: tuple[tuple[int, int, int], ...], at: int) -> tuple[Span, ...]:
    """The matches in a text, with the current one in another colour."""
    background = 0xFF8A6D00 if res.dark else 0xFFFFF176
    return tuple(
        [
            Span(first, last, 0xFF202124 if i == at else res.colors.text, 0xFFFF9632 if i == at else background, None,
                 f"match:{i}")
            for i, (place, first, last) in enumerate(found)
            if place == number
        ]
    )  # fmt: skip


def body(res: Resources, tab: Tab, wanted: str, at: int, shown_page: Shown | None, focus: str) -> Element:
    """The page of a tab. ``wanted``: the text to find in it; ``at``: the current match.

    ``shown_page``: of a page in a file; ``focus``: the field that has it.
    """
    address, error = tab.entry.address, addresses.error_of(tab.entry)
    if error:
        return _failure(res, address, error)
    if shown_page is not None:
        return Column(
            web_view(shown_page, focus, grow=1), width=FILL, grow=1, id=ID + "compositor_view_holder",
            class_name="android.widget.FrameLayout",
        )  # fmt: skip
    shown = addresses.page_of(tab.entry, res.locale)
    found = matches(shown.texts, wanted)
    scale = (_DESKTOP if tab.desktop else 1) * tab.entry.zoom
    blocks: list[Element] = []
    number = 0
    for place, one in enumerate(shown.blocks):
        tap = do(browsing.load, one.to) if one.to else None
        spans = _spans(res, number, found, at)
        blocks.append(sites.block(res, one, res.colors.accent, tap, do(downloads.press, place), spans, scale))
        number += one.kind in sites.TEXTS
    return sites.site_page(
        res, shown, blocks, scale, key=scroll_key(tab), pinch=do(browsing.zoom_page), id=ID + "compositor_view_holder",
    )  # fmt: skip


def _centered(column: Element, key: str) -> Element:
    """A column in the middle of a wide screen, which scrolls on a low one."""
    return scrolling(Column(column, width=FILL, align="center", class_name=""), key=key,
                     class_name="android.widget.ScrollView")  # fmt: skip


def _failure(res: Resources, address: str, error: str) -> Element:
    """The reason why the page could not be loaded, and a button to try again."""
    c = res.colors
    host = web.host_of(address)
    low = res.height < 600
    title, glyph, lines = _FAILURES[error]
    words: list[Element] = []
    for name in lines:
        text = res.string(f"chrome.{name}", host=host)
        dotted = name.startswith("try_")
        words.append(
            Row(
                *((Text("•", 16, c.secondary, width=20, class_name=""),) if dotted else ()),
                Text(text, 16, c.secondary, lines=None, grow=1, class_name=_VIEW),
                width=FILL, pad=(8 if dotted else 0, 0, 0, 0), class_name="",
            )
        )  # fmt: skip
    button = filled_button(
        res, res.string("chrome.reload"), do(browsing.reload), id="reload-button", width=None
    )
    return _centered(
        Column(
            Icon(glyph, 40 if low else 64, c.secondary, class_name=""),
            Text(res.string(f"chrome.{title}"), 20 if low else 24, c.text, 500, lines=3, class_name=_VIEW),
            *words,
            Text(error, 13, c.secondary, class_name=_VIEW, pad=(0, 8)),
            Row(button, width=FILL, justify="end", class_name=""),
            width=min(res.width, 600), pad=(24, 16 if low else 40, 24, 24), gap=8, class_name="android.webkit.WebView",
        ),
        "failure",
    )  # fmt: skip


def incognito(res: Resources) -> Element:
    """The page of a new incognito tab."""
    c = res.colors
    return _centered(
        Column(
            Icon("policy", 72, c.secondary, class_name=""),
            Text(res.string("chrome.incognito_title"), 22, c.text, lines=3, align="center",
                 id=ID + "new_tab_incognito_title"),
            Text(res.string("chrome.incognito_text"), 14, c.secondary, lines=None, align="center",
                 id=ID + "new_tab_incognito_subtitle"),
            width=min(res.width, 480), pad=(24, 40, 24, 24), gap=16, align="center",
            id=ID + "new_tab_incognito_container",
        ),
        "incognito",
    )  # fmt: skip
