"""Search in a page of a browser: the texts of a page, its matches with their marks, and the way to one of them."""

from __future__ import annotations

from collections.abc import Iterator

from bmoca_gym.handset.kits import browser, web
from bmoca_gym.handset.kits.browser import Entry
from bmoca_gym.handset.kits.positions import top_in_scroll
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.ui.linked_text import Anchored, Span, matches
from bmoca_gym.handset.web.nodes import Node

_UNSEEN = frozenset(["head", "script", "style", "template", "noscript"])


def texts_of(entry: Entry, locale: str) -> tuple[str, ...]:
    """Return the texts of a page that was loaded, in reading order."""
    if entry.web is None:
        return browser.page_of(entry, locale).texts
    found = [" ".join(line.split()) for line in _texts(entry.web.page.document.root)]
    return tuple([line for line in found if line])


def _texts(node: Node) -> Iterator[str]:
    """The texts that a page in a file shows."""
    for child in node.children:
        if isinstance(child, str):
            yield child
        elif child.tag not in _UNSEEN:
            yield from _texts(child)


def matches_in(entry: Entry, wanted: str, locale: str) -> tuple[tuple[int, int, int], ...]:
    """Return the places of ``wanted`` in a page: (number of the text, start, end). A page that failed has none."""
    if entry.error or (entry.web is None and not web.is_known(entry.address)):
        return ()
    return matches(texts_of(entry, locale), wanted)


def next_match(entry: Entry, wanted: str, locale: str, at: int, step: int) -> int | None:
    """Return the match ``step`` places after match ``at``, wrapping around at the ends; None without matches."""
    count = len(matches_in(entry, wanted, locale))
    return (at + step) % count if count else None


def spans(res: Resources, number: int, found: tuple[tuple[int, int, int], ...], at: int) -> tuple[Span, ...]:
    """Return the marks of the matches in text ``number``. The match that is looked at, ``at``, has another colour."""
    background = 0xFF8A6D00 if res.dark else 0xFFFFF176
    return tuple(
        [
            Span(first, last, 0xFF202124 if i == at else res.colors.text, 0xFFFF9632 if i == at else background, None,
                 f"match:{i}")
            for i, (place, first, last) in enumerate(found)
            if place == number
        ]
    )  # fmt: skip


def reveal(phone: Phone, key: str, number: int) -> Phone:
    """Effect: scroll a page until a match is near the top. ``key``: name of its scroll."""
    top = top_in_scroll(phone, key, lambda e: isinstance(e, Anchored) and e.anchor == f"match:{number}")
    if top is None:
        return phone
    return activities.scroll_to(phone, key, max(0, top - round(72 * phone.configuration.metrics.scale)))
