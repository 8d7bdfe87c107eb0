"""Handlers of the translation of pages. A page can be read in each language in which the web has it."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome import addresses
from bmoca_gym.handset.apps.chrome.state import NEW_TAB, Chrome, Entry, quiet, with_entry
from bmoca_gym.handset.effects import toast
from bmoca_gym.handset.kits import web
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources.locales import locale_named
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import radios
from bmoca_gym.handset.value import replace


def own_language(locale: str) -> str:
    """The language, as a locale's tag, of the pages on a phone with ``locale``."""
    catalogue = locale_named(locale).catalogue
    own = [tag for tag in web.languages() if locale_named(tag).catalogue == catalogue]
    return own[0] if own else web.ENGLISH


def targets(locale: str) -> tuple[str, ...]:
    """The languages into which those pages can be translated, the one that is offered first at the beginning."""
    own = own_language(locale)
    first = "es-US" if own == web.ENGLISH else web.ENGLISH
    return (first, *[tag for tag in web.languages() if tag not in (own, first)])


def _cannot(context: Context, entry: Entry) -> bool:
    known = entry.address != NEW_TAB and entry.web is None and not addresses.error_of(entry)
    return not (known and radios.connection(context.phone))


def _refused(state: Chrome, context: Context) -> Next[Chrome]:
    return without_overlay(state), toast(context.res.string("chrome.cant_translate"))


def offer(state: Chrome, context: Context) -> Next[Chrome]:
    """Show the bar with the language of the page and the one that it can be translated into."""
    tab, target = state.tab, state.target
    state = quiet(state)
    if tab is None or _cannot(context, tab.entry):
        return _refused(state, context)
    return replace(state, target=target or tab.entry.language or targets(context.res.locale)[0])


def translate(state: Chrome, context: Context, language: str) -> Next[Chrome]:
    """Show the page in a language. ``language``: "" for its own."""
    tab = state.tab
    if tab is None or (language and _cannot(context, tab.entry)):
        return _refused(state, context)
    state = with_entry(state, replace(tab.entry, language=language))
    return without_overlay(state, target=language or state.target)


def close(state: Chrome, context: Context) -> Chrome:
    """Close the bar. The page stays in the language that it is shown in."""
    return without_overlay(state, target="")
