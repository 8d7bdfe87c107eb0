"""The keys and values that Wikipedia's preferences file may have."""

from __future__ import annotations

from bmoca_gym.handset.apps.wikipedia.articles import LANGUAGES, edition
from bmoca_gym.handset.apps.wikipedia.state import ReadingList, Wikipedia


def are_articles(keys: tuple[str, ...]) -> bool:
    """Whether these are keys of articles."""
    return all(map(_is_article, keys))


def _is_article(key: str) -> bool:
    code = key.partition("/")[0]
    return code in LANGUAGES and key in edition(code).articles


def are_lists(lists: tuple[ReadingList, ...]) -> bool:
    """Whether these are reading lists with unique ids, the default one first."""
    ids = [entry.id for entry in lists]
    return ids[:1] == [0] and len({*ids}) == len(ids) and all(are_articles(entry.articles) for entry in lists)


def are_tabs(tabs: tuple[tuple[str, ...], ...]) -> bool:
    """Whether each tab shows an article."""
    return all(keys and are_articles(keys) for keys in tabs)


def has_current_tab(state: Wikipedia) -> bool:
    """Whether the current tab exists."""
    return 0 <= state.current < max(1, len(state.tabs))
