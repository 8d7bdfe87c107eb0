"""Typing a search: the field, and below it earlier searches and matching apps, people and pages."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.google.answers import answer
from bmoca_gym.handset.apps.google.handlers import (
    open_app,
    open_contact,
    open_page,
    search,
    submit,
    type_query,
)
from bmoca_gym.handset.apps.google.screens.home import readable, recent_row, search_row
from bmoca_gym.handset.apps.google.state import ID, PACKAGE, QUERY_FIELD, Google
from bmoca_gym.handset.kits import web
from bmoca_gym.handset.kits.avatars import avatar
from bmoca_gym.handset.kits.navigation import LEAVE
from bmoca_gym.handset.kits.sites import site_mark
from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import Contact
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.state import Image, Phone
from bmoca_gym.handset.ui.components import app_icon, divider, icon_button, page
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, component
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do, memo

_EACH, _RECENT = 3, 8  # suggestions of a kind; searches of before while nothing is typed


class Offered(NamedTuple):
    """The suggestions for the typed text: searches, apps, contacts, addresses of pages without the scheme."""

    recent: tuple[str, ...] = ()
    apps: tuple[App, ...] = ()
    people: tuple[Contact, ...] = ()
    pages: tuple[str, ...] = ()


def offered(phone: Phone, res: Resources, state: Google) -> Offered:
    """The current suggestions."""
    kept = state.recent if state.history else ()
    return _offered(phone.image, res, state.query, kept, contacts.all_of(phone))


@memo(128)
def _offered(
    image: Image, res: Resources, typed: str, recent: tuple[str, ...], people: tuple[Contact, ...]
) -> Offered:
    words = plain(typed).split()
    if not words:
        return Offered(recent[:_RECENT])
    before = [query for query in recent if all(word in plain(query) for word in words)]
    fitting = [app for app in packages.matching(image, res, typed) if app.package != PACKAGE]
    known = contacts.matching(contacts.ordered(people, res.locale), typed)
    if answer(res, typed):  # the digits of a sum are no words
        return Offered(tuple(before[:_EACH]), people=tuple(known[:_EACH]))
    pages = [name for name, title in _titles(res.locale).items() if all(word in title for word in words)]
    pages += [name for name, _ in web.found_by(typed, res.locale) if name not in pages]
    return Offered(tuple(before[:_EACH]), tuple(fitting[:_EACH]), tuple(known[:_EACH]), tuple(pages[:_EACH]))


@lru_cache(maxsize=len(LOCALES))
def _titles(locale: str) -> dict[str, str]:
    """What a page is matched by during typing: its titles and its address."""
    english = web.pages(web.ENGLISH)
    return {
        name: plain(f"{shown.title} {name} {english[name].title}")
        for name, shown in web.pages(locale).items()
    }


def _row(res: Resources, lead: Element, name: str, kind: str, tap: Callback) -> Element:
    """A row that opens something: its picture, name and kind."""
    c = res.colors
    texts = Column(
        Text(name, 16, c.text, id=ID + "text"), Text(kind, 12, c.secondary, id=ID + "text_2"), grow=1, gap=1,
        class_name="",
    )  # fmt: skip
    return Row(
        lead, texts, width=FILL, height=56, pad=(16, 0), gap=16, align="center", tap=tap, id=ID + "suggestion",
        class_name="android.widget.FrameLayout",
    )  # fmt: skip


@component(64)
def _app(res: Resources, app: App) -> Element:
    name = app.title(res)
    return _row(res, app_icon(res, app, 32), name, res.string("google.app"), do(open_app, app.component))


@component(64)
def _page(res: Resources, name: str) -> Element:
    address = f"https://{name}"
    title = web.pages(res.locale)[name].title
    return _row(res, site_mark(address, 32), title, web.short_address(address), do(open_page, address))


def _typed(res: Resources, query: str) -> list[Element]:
    """The typed text as a search, with the answer if it is a sum."""
    c = res.colors
    row = search_row(res, Icon("search", 22, c.secondary, class_name=""), query.strip())
    rows: list[Element] = [
        Column(
            row,
            width=FILL,
            tap=do(search, query),
            id=ID + "suggestion",
            class_name="android.widget.FrameLayout",
        )
    ]
    result = answer(res, query)
    if result:
        equal = search_row(res, Icon("calculate", 22, c.accent, class_name=""), f"= {result}")
        rows.append(Column(equal, width=FILL, id=ID + "answer", class_name="android.widget.FrameLayout"))
    return rows


def screen(res: Resources, query: str, focused: bool, found: Offered) -> Element:
    """The search field and the suggestions."""
    c = res.colors
    clear: tuple[Element, ...] = ()
    if query:
        clear = (icon_button("close", res.string("google.clear"), do(type_query, ""), c.secondary,
                             id=ID + "googleapp_clear_button"),)  # fmt: skip
    field = TextField(
        query, QUERY_FIELD, do(type_query), focused=focused, hint=res.string("google.search"),
        hint_color=c.secondary, accent=c.accent, on_submit=do(submit), color=c.text, size=18, grow=1, height=48,
        id=ID + "googleapp_search_box",
    )  # fmt: skip
    bar = Row(
        icon_button("arrow_back", res.string("common.navigate_up"), LEAVE, c.text), field, *clear,
        width=FILL, height=56, pad=(4, 0), gap=4, align="center", id=ID + "search_box_container",
    )  # fmt: skip
    rows = _typed(res, query) if query.strip() else []
    rows += [recent_row(res, before, True) for before in found.recent]
    rows += [_app(res, app) for app in found.apps]
    rows += [
        _row(res, avatar(person, 32), person.name, res.string("google.contact"), do(open_contact, person.id))
        for person in found.people
    ]
    rows += [_page(res, name) for name in found.pages]
    return page(res, bar, divider(res), readable(res, *rows, key="suggestions", id=ID + "suggestions"))
