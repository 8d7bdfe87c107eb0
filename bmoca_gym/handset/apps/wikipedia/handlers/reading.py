"""Handlers of the article's activity: links, search in the text, tabs and languages."""

from __future__ import annotations

from bmoca_gym.handset.apps.wikipedia import articles
from bmoca_gym.handset.apps.wikipedia.articles import MAIN_PAGE
from bmoca_gym.handset.apps.wikipedia.handlers.opening import current_article, follow, show_article
from bmoca_gym.handset.apps.wikipedia.state import MAIN, PAGE, Wikipedia, component
from bmoca_gym.handset.effects import finish, focus, start
from bmoca_gym.handset.kits.navigation import open_overlay, without_overlay
from bmoca_gym.handset.kits.positions import top_in_scroll
from bmoca_gym.handset.manifest import Next, Step
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.ui.linked_text import Anchored, matches
from bmoca_gym.handset.value import do, replace


def scroll_key(key: str) -> str:
    """The name of an article's scroll position: each article keeps its own."""
    return f"page:{key}"


def found_in(key: str, wanted: str) -> tuple[tuple[int, int, int], ...]:
    """The places of ``wanted`` in an article: (number of the paragraph, start, end)."""
    texts = [text.text for section in articles.article(key).sections for text in section.paragraphs]
    return matches(tuple(texts), wanted)


def _reveal(phone: Phone, key: str, anchor: str) -> Phone:
    """Effect: scroll the article until the element with that anchor is near the top."""
    name = scroll_key(key)
    top = top_in_scroll(
        phone, name, lambda element: isinstance(element, Anchored) and element.anchor == anchor
    )
    if top is None:
        return phone
    margin = 72 if anchor.startswith("match") else 8
    return activities.scroll_to(phone, name, max(0, top - round(margin * phone.configuration.metrics.scale)))


def tap_link(state: Wikipedia, context: Context, key: str) -> Next[Wikipedia]:
    """Follow a link, or preview it first, depending on the settings."""
    if state.preference("showLinkPreviews", "boolean", True):
        return open_overlay(state, context, "preview", key)
    return follow(state, context, key)


def to_section(state: Wikipedia, context: Context, key: str, number: int) -> Step[Wikipedia]:
    """Scroll to a section."""
    return without_overlay(state), do(_reveal, key, f"section:{number}")


def start_finding(state: Wikipedia, context: Context) -> Step[Wikipedia]:
    """Open the search in the text."""
    return without_overlay(state, finding=True, find="", find_at=0), focus("find")


def stop_finding(state: Wikipedia, context: Context) -> Step[Wikipedia]:
    """Close the search in the text."""
    return replace(state, finding=False, find="", find_at=0), focus("")


def find(state: Wikipedia, context: Context, text: str) -> Step[Wikipedia]:
    """Find the typed text."""
    return replace(state, find=text, find_at=0), do(_reveal, current_article(state, context.res), "match:0")


def find_next(state: Wikipedia, context: Context, step: int) -> Next[Wikipedia]:
    """Go to another match, wrapping around at the ends."""
    key = current_article(state, context.res)
    count = len(found_in(key, state.find))
    if not count:
        return state
    at = (state.find_at + step) % count
    return replace(state, find_at=at), do(_reveal, key, f"match:{at}")


def article_back(state: Wikipedia, context: Context) -> Next[Wikipedia]:
    """Handle Back in an article: leave the search in it, or go to the previous article in its tab."""
    if state.finding:
        return stop_finding(state, context)
    if not state.tabs:
        return state
    at = min(state.current, len(state.tabs) - 1)
    if len(state.tabs[at]) > 1:
        return replace(state, tabs=(*state.tabs[:at], state.tabs[at][:-1], *state.tabs[at + 1 :]))
    return state


def read_in(state: Wikipedia, context: Context, key: str) -> Next[Wikipedia]:
    """Open the article in another language, in the same tab."""
    after = follow(state, context, key)
    return after if isinstance(after, tuple) else (after, finish())


def new_tab(state: Wikipedia, context: Context) -> Wikipedia:
    """Open the main page in a new tab."""
    key = f"{state.languages(context.res)[0]}/{MAIN_PAGE}"
    tabs = (*state.tabs, (key,))
    return without_overlay(state, tabs=tabs, current=len(tabs) - 1)


def explore(state: Wikipedia, context: Context) -> Step[Wikipedia]:
    """Go to the feed and leave the activities over the main one."""
    task = context.phone.tasks[-1].activities
    over = next((i for i, a in enumerate(reversed(task)) if a.name == MAIN), None)
    after = without_overlay(state, page="explore")
    if over is None:
        return after, finish(len(task)), start(component(MAIN))
    return after, finish(over)


def open_apart(state: Wikipedia, context: Context, key: str) -> Next[Wikipedia]:
    """Open an article in a new tab that is shown at once."""
    after = show_article(state, context, key)
    here = context.activity is not None and context.activity.name == PAGE
    return after[0] if here else after


# The list of tabs


def _to_page(state: Wikipedia, context: Context) -> Step[Wikipedia]:
    """Go from the list of tabs to the article: the activity below it, or a new one."""
    task = context.phone.tasks[-1].activities
    if len(task) > 1 and task[-2].name == PAGE:
        return state, finish()
    return state, finish(), start(component(PAGE))


def choose_tab(state: Wikipedia, context: Context, at: int) -> Step[Wikipedia]:
    """Show a tab."""
    return _to_page(replace(state, current=at, finding=False, find=""), context)


def add_tab(state: Wikipedia, context: Context) -> Step[Wikipedia]:
    """Open the main page in a new tab, and show it."""
    tabs = (*state.tabs, (f"{state.languages(context.res)[0]}/{MAIN_PAGE}",))
    return _to_page(replace(state, tabs=tabs, current=len(tabs) - 1), context)


def close_tab(state: Wikipedia, context: Context, at: int) -> Wikipedia:
    """Close a tab."""
    tabs = (*state.tabs[:at], *state.tabs[at + 1 :])
    current = state.current - 1 if at < state.current else state.current
    return replace(state, tabs=tabs, current=max(0, min(current, len(tabs) - 1)))


def close_all(state: Wikipedia, context: Context) -> Wikipedia:
    """Close all tabs."""
    return without_overlay(state, tabs=(), current=0)


def tabs_back(state: Wikipedia, context: Context) -> Next[Wikipedia]:
    """Handler of Back in the list of tabs. Without tabs, the article below is left too."""
    task = context.phone.tasks[-1].activities
    if state.tabs or len(task) < 2 or task[-2].name != PAGE:
        return state
    return without_overlay(state), finish(2)


def tabs_up(state: Wikipedia, context: Context) -> Step[Wikipedia]:
    """Leave the list of tabs."""
    after = tabs_back(state, context)
    return after if isinstance(after, tuple) else (after, finish())
