"""Search in the titles of all pages and preferences."""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.apps.settings import summaries
from bmoca_gym.handset.apps.settings.releases import home_of, pages_of
from bmoca_gym.handset.apps.settings.rows import open_page
from bmoca_gym.handset.apps.settings.state import UP, SettingsState
from bmoca_gym.handset.effects import scroll_to
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources, string
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import icon_button, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, component
from bmoca_gym.handset.ui.widgets import Text, TextField
from bmoca_gym.handset.value import do, memo, replace
from bmoca_gym.handset.words import plain

_ID = "com.android.settings.intelligence:id/"
#: Pages that rows lead to which a function makes.
_MADE = {"apps": ("all_apps",), "system": ("developer_options",)}
_KINDS = ("link", "both", "switch", "slider", "choice", "action", "info", "steps")


class Result(NamedTuple):
    """A title that is found, the page it is on, and the titles that lead there."""

    title: str
    page: str
    path: str


def type_query(state: SettingsState, context: Context, text: str) -> Next[SettingsState]:
    """Update the typed text."""
    return replace(state, query=text), scroll_to("results")


@memo(32)
def index(locale: str, api_level: int) -> tuple[Result, ...]:
    """All that can be found, pages before their rows."""
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
        if name == "languages":
            title = string(locale, "settings.add_language")
            found.setdefault((title, name), Result(title, name, path))
    return tuple(found.values())


@memo(4)
def _paths(api_level: int) -> dict[str, tuple[str, ...]]:
    """The shortest way to each page from the first screen."""
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


def _letters(text: str) -> str:
    """A text without case, spaces and hyphens, so that "wifi" finds "Wi-Fi", and without accents."""
    return "".join(letter for letter in plain(text) if letter.isalnum())


@component(256)
def _row(res: Resources, found: Result) -> Element:
    c = res.colors
    second = (Text(found.path, 14, c.secondary, lines=2, id="android:id/summary"),) if found.path else ()
    return Column(
        Text(found.title, 16, c.text, lines=2, id="android:id/title"), *second,
        width=FILL, pad=(24, 12), gap=2, tap=do(open_page, found.page),
    )  # fmt: skip


def results_page(res: Resources, query: str, focused: bool, api_level: int, developer: bool) -> Element:
    """The search field and the results."""
    c = res.colors
    wanted = _letters(query)
    found = [
        r
        for r in index(res.locale, api_level)
        if wanted and wanted in _letters(r.title) and (developer or r.page != "developer_options")
    ]
    field = TextField(
        query, "search", do(type_query), focused=focused, hint=res.string("settings.search_settings"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=18, grow=1, height=48, id=_ID + "search_src_text",
    )  # fmt: skip
    actions: tuple[Element, ...] = ()
    if query:
        clear = res.string("settings.clear")
        actions = (icon_button("close", clear, do(type_query, ""), c.secondary, id=_ID + "search_close_btn"),)
    top = Row(
        icon_button("arrow_back", res.string("common.navigate_up"), UP, c.text, turn=True), field, *actions,
        width=FILL, height=56, pad=(4, 0), gap=8, align="center", id=_ID + "search_bar",
    )  # fmt: skip
    rows = [_row(res, result) for result in found]
    if wanted and not rows:
        nothing = res.string("settings.no_results")
        rows = [Text(nothing, 16, c.secondary, lines=2, width=FILL, align="center", pad=(24, 32))]
    return page(res, top, scrolling(*rows, key="results", id=_ID + "list_results", pad=(0, 0, 0, 16)))
