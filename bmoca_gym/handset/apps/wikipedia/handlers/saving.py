"""Handlers of saved and read articles, and of the search for articles."""

from __future__ import annotations

from bmoca_gym.handset.apps.wikipedia import articles
from bmoca_gym.handset.apps.wikipedia.handlers.opening import show_article
from bmoca_gym.handset.apps.wikipedia.state import READING_LIST, ReadingList, Wikipedia, component
from bmoca_gym.handset.effects import finish, focus, start, toast
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next, Step, and_then, split
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace

_LIST_LIMIT = 100


def name_of(res: Resources, reading_list: ReadingList) -> str:
    """A list's title; the default list's in the phone's language."""
    return reading_list.title or res.string("wikipedia.default_list")


def list_of(state: Wikipedia, id: int) -> ReadingList:
    """The list with that id, or the default one if it was deleted."""
    return next((entry for entry in state.lists if entry.id == id), state.lists[0])


def is_saved(state: Wikipedia, key: str) -> bool:
    """Whether any list has the article."""
    return any(key in entry.articles for entry in state.lists)


def _with_list(state: Wikipedia, changed: ReadingList) -> Wikipedia:
    return replace(
        state, lists=tuple([changed if entry.id == changed.id else entry for entry in state.lists])
    )


def save(state: Wikipedia, context: Context, key: str) -> Step[Wikipedia]:
    """Save an article to the default list, or remove it from all lists if it is saved."""
    title = articles.article(key).title
    if is_saved(state, key):
        kept = [
            replace(entry, articles=tuple([a for a in entry.articles if a != key])) for entry in state.lists
        ]
        message = context.res.string("wikipedia.removed_from_lists", title=title)
        return without_overlay(state, lists=tuple(kept)), toast(message)
    first = state.lists[0]
    after = _with_list(state, replace(first, articles=(key, *first.articles)))
    return without_overlay(after), toast(context.res.string("wikipedia.saved_article", title=title))


def open_list(state: Wikipedia, context: Context, id: int) -> Step[Wikipedia]:
    """Open a reading list."""
    return without_overlay(state), start(component(READING_LIST), id)


def ask_for_list(state: Wikipedia, context: Context) -> Step[Wikipedia]:
    """Open the dialog for a new reading list."""
    if len(state.lists) >= _LIST_LIMIT:
        return without_overlay(state), toast(context.res.string("wikipedia.too_many_lists"))
    title = context.res.string("wikipedia.my_reading_list")
    return replace(state, overlay="new_list", title=title, note=""), focus("title")


def type_title(state: Wikipedia, context: Context, text: str) -> Wikipedia:
    """Type a list's title."""
    return replace(state, title=text)


def type_note(state: Wikipedia, context: Context, text: str) -> Wikipedia:
    """Type a list's description."""
    return replace(state, note=text)


def create_list(state: Wikipedia, context: Context) -> Next[Wikipedia]:
    """Create the reading list, if its title is unique."""
    title = state.title.strip()
    if not title or any(name_of(context.res, entry) == title for entry in state.lists):
        return state
    id = max(entry.id for entry in state.lists) + 1
    made = ReadingList(id, title, state.note.strip())
    return without_overlay(state, lists=(*state.lists, made), title="", note=""), focus("")


def delete_list(state: Wikipedia, context: Context, id: int) -> Step[Wikipedia]:
    """Delete a reading list, and leave its page."""
    gone = list_of(state, id)
    kept = tuple([entry for entry in state.lists if entry.id != id])
    message = context.res.string("wikipedia.list_deleted", title=name_of(context.res, gone))
    return without_overlay(state, lists=kept), toast(message), finish()


def take_out(state: Wikipedia, context: Context, id: int, key: str) -> Wikipedia:
    """Remove an article from a reading list."""
    entry = list_of(state, id)
    return _with_list(state, replace(entry, articles=tuple([a for a in entry.articles if a != key])))


def clear_history(state: Wikipedia, context: Context) -> Wikipedia:
    """Clear the reading history, and close all tabs."""
    return without_overlay(state, history=(), tabs=(), current=0)


# Search


_RECENT_LIMIT = 20


def type_query(state: Wikipedia, context: Context, text: str) -> Wikipedia:
    """Search for a text."""
    return replace(state, query=text)


def clear_query(state: Wikipedia, context: Context) -> Step[Wikipedia]:
    """Clear the search field."""
    return replace(state, query=""), focus("search")


def search_again(state: Wikipedia, context: Context, query: str) -> Wikipedia:
    """Repeat an earlier search."""
    return replace(state, query=query)


def _remembered(state: Wikipedia) -> Wikipedia:
    query = state.query.strip()
    if not query:
        return state
    others = tuple([other for other in state.searches if other != query])
    return replace(state, searches=(query, *others)[:_RECENT_LIMIT])


def submit_query(state: Wikipedia, context: Context) -> Wikipedia:
    """Add the search to the search history."""
    return _remembered(state)


def open_found(state: Wikipedia, context: Context, key: str) -> Step[Wikipedia]:
    """Open a found article."""
    opened: Next[Wikipedia] = show_article(_remembered(state), context, key)
    after, effects = split(opened)
    return and_then(after, focus(""), *effects)


def forget_searches(state: Wikipedia, context: Context) -> Wikipedia:
    """Clear the search history."""
    return replace(state, searches=())
