"""Addresses in the browser: web addresses and the new-tab page."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome.state import ERRORS, NEW_TAB, Entry
from bmoca_gym.handset.kits import browser, find_in_page, web


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


def locale_of(entry: Entry, locale: str) -> str:
    """The locale in whose language an entry is shown. ``locale``: the phone's."""
    return entry.language or locale


def page_of(entry: Entry, locale: str) -> web.Page:
    """The page of an entry that could be loaded; for one in a file, only its texts."""
    if entry.web is None:
        return browser.page_of(entry, locale_of(entry, locale))
    blocks = [web.Block("text", line) for line in find_in_page.texts_of(entry, locale)]
    return web.Page(entry.title, "", 0, tuple(blocks))


def title_of(address: str, new_tab: str, locale: str) -> str:
    """The title of a page in the language of ``locale``. ``new_tab``: the title of the new tab page."""
    return new_tab if address == NEW_TAB else web.title_at(address, locale)
