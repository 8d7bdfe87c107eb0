"""Addresses in the browser: of the web, and of the new-tab page."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome.state import NEW_TAB, Entry
from bmoca_gym.handset.kits import web
from bmoca_gym.handset.ui.linked_text import matches


def address_of(text: str, engine: str) -> str:
    """The address for typed text: an address as it is, anything else as a search."""
    return NEW_TAB if text.strip().lower().startswith("chrome://") else web.address_of(text, engine)


def short_address(address: str) -> str:
    """Address as the bar shows it: without what goes without saying."""
    return "" if address == NEW_TAB else web.short_address(address)


def page_of(entry: Entry, locale: str) -> web.Page:
    """The page of an entry that could be loaded: one of the web, or one in a file."""
    return web.page_at(entry.address, locale) if entry.document is None else entry.document.page


def title_of(address: str, new_tab: str, locale: str) -> str:
    """The title of a page in the language of ``locale``. ``new_tab``: the title of the new tab page."""
    if address == NEW_TAB:
        return new_tab
    return web.page_at(address, locale).title if web.is_known(address) else short_address(address)


def matches_in(entry: Entry, wanted: str, locale: str) -> tuple[tuple[int, int, int], ...]:
    """Places of ``wanted`` in a page that was loaded: (number of the text, start, end)."""
    if entry.error or entry.address == NEW_TAB:
        return ()
    return () if entry.puzzle is not None else matches(page_of(entry, locale).texts, wanted)
