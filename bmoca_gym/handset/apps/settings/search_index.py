"""Everything that Settings' search can find: titles of pages and preferences, and where they are."""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.apps.settings import summaries
from bmoca_gym.handset.apps.settings.releases import home_of, pages_of
from bmoca_gym.handset.resources import string
from bmoca_gym.handset.value import memo

#: Pages that rows lead to which a function makes.
_MADE = {"apps": ("all_apps",), "system": ("developer_options",)}
#: Texts of buttons of pages that are no list of preferences.
_BUTTONS = {"languages": ("settings.add_language",)}
_KINDS = ("link", "both", "switch", "slider", "choice", "action", "info", "steps")


class Result(NamedTuple):
    """A found title, the page it is on, and the titles on the path there."""

    title: str
    page: str
    path: str


@memo(32)
def index(locale: str, api_level: int) -> tuple[Result, ...]:
    """Everything that can be found, pages before their rows."""
    paths, pages = _paths(api_level), pages_of(api_level)

    def title_of(name: str) -> str:
        return string(locale, summaries.string_of(pages[name].title or name))

    found: dict[tuple[str, str], Result] = {}
    for name, above in paths.items():
        path = " > ".join(title_of(n) for n in above)
        title = title_of(name)
        found.setdefault((title, name), Result(title, name, path))
    for name, above in paths.items():
        path = " > ".join(title_of(n) for n in (*above, name))
        for row in pages[name].rows:
            if row.kind in _KINDS and row.page not in pages:
                title = string(locale, summaries.string_of(row.key))
                found.setdefault((title, name), Result(title, name, path))
        for key in _BUTTONS.get(name, ()):
            title = string(locale, key)
            found.setdefault((title, name), Result(title, name, path))
    return tuple(found.values())


@memo(4)
def _paths(api_level: int) -> dict[str, tuple[str, ...]]:
    """The shortest path to each page from the first screen."""
    pages = pages_of(api_level)
    paths: dict[str, tuple[str, ...]] = {}
    queue: list[tuple[str, tuple[str, ...]]] = [(row.page, ()) for row in home_of(api_level)]
    while queue:
        name, above = queue.pop(0)
        if name not in paths:
            paths[name] = above
            below = [row.page for row in pages[name].rows if row.page in pages]
            queue += [(page, (*above, name)) for page in (*below, *_MADE.get(name, ()))]
    return paths
