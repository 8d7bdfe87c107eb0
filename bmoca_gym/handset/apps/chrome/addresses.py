"""Addresses in the browser: web addresses and the new-tab page."""

from __future__ import annotations

from collections.abc import Iterator

from bmoca_gym.handset.apps.chrome.state import ERRORS, NEW_TAB, Entry
from bmoca_gym.handset.kits import browser, web
from bmoca_gym.handset.ui.linked_text import matches
from bmoca_gym.handset.web.nodes import Node

_UNSEEN = frozenset(["head", "script", "style", "template", "noscript"])


def address_of(text: str, engine: str) -> str:
    """The address for typed text: an address as it is, anything else as a search."""
    return NEW_TAB if text.strip().lower().startswith("chrome://") else web.address_of(text, engine)


def short_address(address: str) -> str:
    """An address as the bar shows it, without its obvious parts."""
    return "" if address == NEW_TAB else web.short_address(address)


def error_of(entry: Entry) -> str:
    """Why an entry has no page, or "". Tabs restored from Chrome's files lack pages that are in files."""
    if entry.error or entry.web is not None or entry.address == NEW_TAB or web.is_known(entry.address):
        return entry.error
    return ERRORS.failed


def page_of(entry: Entry, locale: str) -> web.Page:
    """The page of an entry that could be loaded; for one in a file, only its texts."""
    if entry.web is None:
        return browser.page_of(entry, locale)
    texts = [" ".join(line.split()) for line in _texts(entry.web.page.document.root)]
    return web.Page(entry.title, "", 0, tuple([web.Block("text", line) for line in texts if line]))


def _texts(node: Node) -> Iterator[str]:
    """The texts that a page shows."""
    for child in node.children:
        if isinstance(child, str):
            yield child
        elif child.tag not in _UNSEEN:
            yield from _texts(child)


def title_of(address: str, new_tab: str, locale: str) -> str:
    """The title of a page in the language of ``locale``. ``new_tab``: the title of the new tab page."""
    return new_tab if address == NEW_TAB else web.title_at(address, locale)


def matches_in(entry: Entry, wanted: str, locale: str) -> tuple[tuple[int, int, int], ...]:
    """Places of ``wanted`` in a page that was loaded: (number of the text, start, end)."""
    if error_of(entry) or entry.address == NEW_TAB:
        return ()
    return matches(page_of(entry, locale).texts, wanted)
